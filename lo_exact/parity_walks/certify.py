"""Writer of certificates for parity walks, which ``lo_exact/certificate/walk_checker.py`` checks.

For the lower bound, connectivity cuts are gathered until the clauses for "4 steps fewer" contradict
each other; then CaDiCaL proves that once more from the start, with an LRAT proof.  Where parity
alone gives the bound, and for unsolvable levels, the level itself is the whole evidence.
"""

import hashlib
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

from lo_exact.certificate.draft import document_text
from lo_exact.certificate.proof import prove_contradiction
from lo_exact.certificate.walk_checker import counter, dimacs
from lo_exact.errors import DisagreementError, UsageError
from lo_exact.formats.files import write_file_atomically
from lo_exact.outcome import Status, Watch
from lo_exact.parity_walks.cuts import cut_around, lost_pieces, near_cuts
from lo_exact.parity_walks.ground import Ground, ground_of
from lo_exact.parity_walks.level import WalkLevel
from lo_exact.parity_walks.level_text import level_rows
from lo_exact.parity_walks.search.best import Tell
from lo_exact.parity_walks.search.encoding import encode_ground
from lo_exact.parity_walks.search.sat import (
    ExcessCounter,
    cut_clause,
    make_oracle,
    relaxed,
)
from lo_exact.parity_walks.solve import Walked
from lo_exact.processes.worker import call_in_child
from lo_exact.version import RELEASE

Clause = tuple[int, ...]


def write_walk_certificate(walked: Walked, file: Path | str, *, time_limit: float = inf) -> Path:
    """Write the certificate of a proved result, and its proof file next to it.

    Args:
        walked: The answer, optimal or infeasible.
        file: Output file, replaced atomically.
        time_limit: wall-clock seconds.

    Raises:
        UsageError: When the answer is not proved.
        LimitReached: At the time limit.
        DisagreementError: When the answer is wrong.
    """
    if walked.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise UsageError("only a proved answer has a certificate")
    file = Path(file)
    level = walked.level
    claim: dict[str, Any] = {"kind": "unsolvable", "level_sha256": level_sha256(level)}
    made_by = {"lo-exact": RELEASE}
    if level.end >= 0:
        claim["end"] = list(level.cells[level.end])
    evidence: dict[str, Any] = {}
    if walked.status is Status.OPTIMAL:
        claim |= {"kind": "fewest steps", "steps": walked.steps, "walk": walked.walk}
        ground = ground_of(level)
        if walked.steps > ground.parity.bound and not ground.idle:
            evidence, made_by["solver"] = call_in_child(
                "lo_exact.parity_walks.certify:refute_walks",
                ground,
                walked.steps,
                str(file.parent),
                watch=Watch(time_limit),
            )
    document = {
        "format": "lo-exact walk certificate",
        "version": 1,
        "made_by": made_by,
        "level": level_rows(level),
        "claim": claim,
        "evidence": evidence,
    }
    write_file_atomically(file, document_text(document))
    return file


def level_sha256(level: WalkLevel) -> str:
    """Return the SHA-256 of a level's text: ``lo-exact level 1`` and the rows, each ended by LF."""
    lines = ["lo-exact level 1", *level_rows(level), ""]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def refute_walks(tell: Tell, ground: Ground, steps: int, folder: str) -> tuple[dict[str, Any], str]:
    """Prove that no walk has fewer than ``steps`` steps; return the evidence and the solver's name.

    Args:
        tell: Not used.
        ground: A ground whose parity bound is less than ``steps``.
        steps: The proved minimum.
        folder: Folder for the proof file.

    Returns:
        The evidence, and the name of the solver that made the proof.
    """
    excess = (steps - ground.parity.bound) // 4 - 1
    cuts = needed_cuts(ground, excess)
    clauses = shorter_walk_clauses(ground, excess, cuts)
    proof = prove_contradiction(tell, clauses, folder)
    evidence = {
        "cuts": [list(cut) for cut in cuts],
        "cnf_sha256": hashlib.sha256(b"".join(dimacs(clauses))).hexdigest(),
        "proof_sha256": proof.sha256,
        "proof_bytes": proof.size,
    }
    return evidence, proof.maker


def needed_cuts(ground: Ground, excess: int) -> list[tuple[int, ...]]:
    """Return cuts (edge numbers) that make the formula for 4 * excess extra steps unsatisfiable."""
    encoding = encode_ground(ground)
    cuts = {cut.edges for cut in near_cuts(ground)}
    with make_oracle(encoding) as oracle:
        assumed = ExcessCounter(encoding).at_most(oracle, excess)
        for counts, _ in relaxed(oracle, encoding, assumed):
            lost = lost_pieces(ground, counts)
            if not lost:
                raise DisagreementError(f"{sum(counts)} steps are enough, fewer than were proved")
            cuts |= {cut_around(ground, piece).edges for piece in lost}
    return sorted(cuts)


def shorter_walk_clauses(
    ground: Ground, excess: int, cuts: Sequence[tuple[int, ...]]
) -> list[Clause]:
    """Return sorted clauses for a walk of at most 4 * excess steps above the parity bound.

    All clauses but the counter's are those of the search, so that the checker, which writes the
    formula anew, disagrees where the search has it wrong.
    """
    encoding = encode_ground(ground)
    outputs, counting, _ = counter(list(encoding.excess), excess + 1, encoding.variables + 1)
    over = [[-outputs[excess]]] if len(outputs) > excess else []
    cutting = [cut_clause(edges) for edges in cuts]
    clauses = [*encoding.clauses, *cutting, *counting, *over]
    return sorted({tuple(sorted(clause)) for clause in clauses})
