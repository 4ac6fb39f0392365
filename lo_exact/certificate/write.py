"""Writer of certificates: a claim about a puzzle, and evidence in the wanted forms.

The facts come from the solver; the evidence is made here, from elimination and
CaDiCaL alone.  Nothing is believed: what the evidence does not prove, the checker rejects.
"""

import json
import os
import platform
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lo_exact.certificate.bounds import too_many_places, too_much_work, why_refused
from lo_exact.certificate.checker import MAX_FILE, Formula
from lo_exact.certificate.claims import Claim, SolutionClaim, with_shift
from lo_exact.certificate.document import (
    Json,
    document_text,
    kernel_document,
    puzzle_document,
)
from lo_exact.certificate.draft import Draft, Prove
from lo_exact.certificate.forms.form_table import find_form, unasked
from lo_exact.certificate.forms.lrat import formula
from lo_exact.certificate.proof import Clause, Proof, prove_contradiction
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle
from lo_exact.registers import done_by_slices
from lo_exact.version import RELEASE

SMALL_TREE = 2**20
"""Bytes; a tree in a larger certificate may be more work than the checker does, and is tried."""


class BeyondCheckerError(LimitReached):
    """Exception: the certificate would be too large for the checker, whatever it proves."""


@dataclass(frozen=True)
class Written:
    """Files of a written certificate, with its claim and forms of evidence."""

    path: Path
    """The certificate."""
    proofs: tuple[Path, ...]
    """The proof files beside it."""
    forms: tuple[str, ...]
    """Which forms of evidence it has."""
    claim: Claim
    """What it claims."""
    why_less: str = ""
    """Why it does not claim more; ``""`` where that was not tried."""


def write_certificate(
    puzzle: AnyPuzzle,
    claim: Claim,
    path: Path | str,
    *,
    forms: Sequence[str] = (),
    prover: Prove | None = None,
    watch: Watch | None = None,
) -> Written:
    """Write the certificate of a claim into a file, and its proofs into the same folder.

    Args:
        puzzle: What the claim is about.
        claim: The claim.
        path: The certificate's file; it is replaced in one step.
        forms: Names of forms that fit the claim; empty for one that costs little.
        prover: Proves clauses contradictory into a folder; given when a child process is to do it.
        watch: The clock of what is searched for here: trees and splits.

    Raises:
        BeyondCheckerError: When it would be larger than the checker reads.
        UsageError: When the claim is refuted on the way, or a form does not fit it.
        LimitReached: When the time is over.
    """
    path, watch = Path(path), watch or Watch()
    if isinstance(puzzle, Counters):
        return _write_counters(puzzle, claim, path, forms, watch)
    shifted = with_shift(puzzle, claim)
    draft = Draft(puzzle, shifted, path.parent, prover or _prove_here, watch)
    if reason := too_many_places(puzzle):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    chosen = [find_form(name) for name in dict.fromkeys(forms)]
    if not chosen and not isinstance(claim, SolutionClaim):
        chosen = [unasked(draft)]
    spanned = any(form.spanned for form in chosen)
    coset = draft.coset if spanned else None
    if reason := too_much_work(puzzle.system, draft.listed, coset):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    evidence = [form.write(draft) for form in chosen]
    document: dict[str, Json] = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"lo-exact": RELEASE, "python": platform.python_version(), **draft.used},
        "claim": draft.claim_document(),
        "puzzle": puzzle_document(puzzle),
    }
    if spanned:
        document["kernel"] = kernel_document(draft.coset)
    document["evidence"] = evidence
    _save(path, document)
    return Written(path, tuple(draft.proofs), tuple(form.name for form in chosen), draft.claim)


def _write_counters(
    puzzle: Counters, claim: Claim, path: Path, forms: Sequence[str], watch: Watch
) -> Written:
    """Write a certificate about counters, puzzles in whole numbers without colours."""
    wanted = tuple(dict.fromkeys(forms))
    stated, evidence = done_by_slices("write certificates of counters")(
        puzzle, claim, wanted, watch
    )
    document: dict[str, Json] = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"lo-exact": RELEASE, "python": platform.python_version()},
        "claim": stated,
        "puzzle": puzzle_document(puzzle),
        "evidence": evidence,
    }
    _save(path, document)
    return Written(path, (), tuple(piece["by"] for piece in evidence), claim)


def _save(path: Path, document: dict[str, Json]) -> None:
    """Replace a file by a document in one step; large trees are judged before."""
    text = document_text(document)
    if len(text) > MAX_FILE:
        raise BeyondCheckerError(
            f"no certificate was written: it would have {len(text)} bytes, the checker reads "
            f"{MAX_FILE}"
        )
    trees = {"tree", "splits"} & {piece["by"] for piece in document["evidence"]}
    tried = trees and len(text) > SMALL_TREE
    if tried and (reason := why_refused(json.loads(text), path.parent)):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    _replace(path, text)


def formula_of_claim(puzzle: Puzzle, claim: Claim, *, kernel: bool) -> Formula:
    """Return the formula whose contradiction proves a claim, for external solvers.

    Raises:
        UsageError: When the claim is not about a minimum, or the formula would be too large.
    """
    draft = Draft(puzzle, with_shift(puzzle, claim), Path(), _prove_here, Watch())
    return formula(draft, kernel=kernel)


def _prove_here(clauses: Sequence[Clause], folder: str) -> Proof:
    return prove_contradiction(lambda *_: None, clauses, folder)


def _replace(path: Path, text: str) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(draft).chmod(0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
