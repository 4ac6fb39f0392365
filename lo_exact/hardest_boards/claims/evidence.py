"""Write the evidence for judged claims to files, and print verdicts as a table.

The evidence of ``plus-5x5.toml`` is ``plus-5x5.evidence.json``: claim, puzzle, verdict, and what
the verdict can be checked with; ``python checker.py`` judges it.  It holds no times, so equal work
gives equal files.  Beside it lies ``plus-5x5.certificate.json`` for the example board, accepted by
the same checker.
"""

import hashlib
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

from lo_exact.certificate.draft import document_text, puzzle_document
from lo_exact.commands.shared.answer import text_table
from lo_exact.formats import write_file_atomically
from lo_exact.hardest_boards.claims.certificates import write_certificates
from lo_exact.hardest_boards.claims.files import Claim, claim_file, read_claim
from lo_exact.hardest_boards.claims.judge import Means, Verdict, judge_claim
from lo_exact.outcome import Watch, whole_option
from lo_exact.version import RELEASE


def certify(claim: str | Path, *, effort: int = 1, time_limit: float = inf) -> Verdict:
    """Judge a published claim: true, false or open, with the evidence.

    Args:
        claim: its TOML file, or the name of one in data/claims.
        effort: factor for the cost of searches.
        time_limit: wall-clock seconds.

    Returns:
        The verdict true, false or open, the correct value, and evidence.

    Raises:
        InputError: When the claim cannot be read.

    Example:
        >>> import lo_exact
        >>> verdict = lo_exact.certify("plus-4x4")
        >>> verdict.answer.value, verdict.found
        ('true', '7, 32 boards')
    """
    limit = Watch(time_limit).remaining()
    effort = whole_option("effort", effort, 1)
    return judge_claim(read_claim(claim_file(str(claim))), Means(effort, time_limit=limit))


FORMAT, VERSION = "lo-exact claim evidence", 2


def evidence_document(verdict: Verdict, certificates: Sequence[Path] = ()) -> dict[str, Any]:
    """Return a verdict and its evidence as JSON values.

    Args:
        verdict: a judged claim.
        certificates: certificates of the boards in the evidence, in the same folder.
    """
    claim = verdict.claim
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_by": f"lo-exact {RELEASE}",
        "claim": claim_values(claim),
        "claim_sha256": hashlib.sha256(claim.path.read_bytes()).hexdigest(),
        "puzzle_sha256": claim.puzzle.sha256,
        "puzzle": puzzle_document(claim.puzzle),
        "verdict": verdict.answer.value,
        "found": verdict.found,
        "method": verdict.method,
        "certificates": [path.name for path in certificates],
        "evidence": verdict.evidence,
    }


def claim_values(claim: Claim) -> dict[str, Any]:
    """Return the fields of a claim as JSON values, for the copy of the claim in its evidence."""
    said: dict[str, Any] = {"id": claim.name, "statement": claim.statement}
    for key in ("weight", "boards", "lower", "upper", "minimum_solutions"):
        if getattr(claim, key) >= 0:
            said[key] = getattr(claim, key)
    if claim.histogram:
        said["histogram"] = list(claim.histogram)
    if claim.states:
        said["states"] = [list(state) for state in claim.states]
    return said


def write_evidence(verdict: Verdict, folder: Path | None = None) -> Path:
    """Write the evidence next to the claim, or into a folder; return the path of the file.

    A file that says the same already is left alone.

    Raises:
        DisagreementError: When the certificate checker rejects a board of the evidence.
    """
    claim = verdict.claim
    folder = folder or claim.path.parent
    path = folder / f"{claim.path.stem}.evidence.json"
    document = evidence_document(verdict, write_certificates(verdict, folder))
    text = document_text(document)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_file_atomically(path, text)
    return path


def as_rows(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return one JSON object for each verdict."""
    return [
        {
            "claim": verdict.claim.name,
            "source": verdict.claim.source,
            "date": verdict.claim.date,
            "claimed": verdict.claim.said,
            "found": verdict.found,
            "verdict": verdict.answer.value,
            "method": verdict.method,
            "seconds": round(verdict.seconds, 3),
        }
        for verdict in verdicts
    ]


def as_text(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as a plain-text table."""
    names = ("claim", "source", "claimed", "found", "verdict", "method", "seconds")
    rows = [[_shortened(str(row[name])) for name in names] for row in as_rows(verdicts)]
    return f"{text_table([names, *rows])}\n"


def _shortened(cell: str, limit: int = 44) -> str:
    clean = "".join(ch if ch.isprintable() else "?" for ch in cell)
    return clean if len(clean) <= limit else clean[: limit - 3] + "..."
