"""Writer of the certificate of a claim, and search for the largest certifiable lower bound.

The shares of lights prove some bound immediately, and so do moats around few lights; it may even be
larger than the search's.  The search's bound may rest on something that no checker can follow.
Where all solutions can be visited, it is certified as it is.  Otherwise LRAT proofs are tried, in
growing steps, as long as the time lasts, because the larger a bound is, the longer its proof takes.
"""

import json
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lo_exact import machine
from lo_exact.algebra import Unsolvable, solve_linear
from lo_exact.certificate.bounds import too_many_places, too_much_work, why_refused
from lo_exact.certificate.checker import MAX_FILE, Formula
from lo_exact.certificate.draft import (
    Claim,
    Draft,
    Json,
    LowerBoundClaim,
    Prove,
    SolutionClaim,
    document_text,
    kernel_document,
    puzzle_document,
    with_shift,
)
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS, find_form, unasked
from lo_exact.certificate.forms.halves import why_no_halves
from lo_exact.certificate.forms.lrat import formula
from lo_exact.certificate.forms.moats import moats_bound, why_no_cheap_moats
from lo_exact.certificate.forms.walk import can_be_visited
from lo_exact.certificate.proof import Clause, Proof, prove_contradiction
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.errors import DisagreementError, LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle
from lo_exact.registers import done_by_slices
from lo_exact.version import RELEASE

SMALL_TREE = 2**20
"""Bytes of a certificate from which on the checker is run on its tree before it is written."""


class BeyondCheckerError(LimitReached):
    """Exception: the certificate would be too large for the checker, even if it is correct."""


@dataclass(frozen=True)
class Written:
    """Files of a written certificate, with its claim and forms of evidence."""

    path: Path
    """Path of the certificate."""
    proofs: tuple[Path, ...]
    """Proof files of the certificate, in the same folder."""
    forms: tuple[str, ...]
    """Names of its forms of evidence."""
    claim: Claim
    """Claim that the certificate proves."""
    why_less: str = ""
    """Reason why it does not claim more, or ``""`` if that was not tried."""


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
        puzzle: The puzzle of the claim.
        claim: The claim.
        path: The certificate's file, replaced atomically.
        forms: Names of forms that fit the claim; empty for a cheap one.
        prover: Function that writes a proof to a folder; by default it runs in this process.
        watch: The time limit for trees and splits.

    Raises:
        BeyondCheckerError: When it would exceed the checker's limits.
        UsageError: When the claim turns out to be false, or a form does not fit it.
        LimitReached: When the time limit is reached.
    """
    path, watch = Path(path), watch or Watch()
    if isinstance(puzzle, Counters):
        return _counters_certificate(puzzle, claim, path, forms, watch)
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


def _counters_certificate(
    puzzle: Counters, claim: Claim, path: Path, forms: Sequence[str], watch: Watch
) -> Written:
    """Write a certificate about a counter puzzle, which has integers instead of colours."""
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
    """Write a certificate atomically; if it has a tree and is large, run the checker first."""
    text = document_text(document)
    if len(text) > MAX_FILE:
        raise BeyondCheckerError(
            f"no certificate was written: it would have {len(text)} bytes, the checker reads "
            f"{MAX_FILE}"
        )
    trees = {"tree", *COUNTERS_FORMS} & {piece["by"] for piece in document["evidence"]}
    tried = trees and len(text) > SMALL_TREE
    if tried and (reason := why_refused(json.loads(text), path.parent)):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    machine.write_bytes_atomically(path, text.encode("ascii"))


def formula_of_claim(puzzle: Puzzle, claim: Claim, *, kernel: bool) -> Formula:
    """Return the formula whose unsatisfiability proves a claim, for external solvers.

    Raises:
        UsageError: When the claim is not about a minimum, or the formula would be too large.
    """
    draft = Draft(puzzle, with_shift(puzzle, claim), Path(), _prove_here, Watch())
    return formula(draft, kernel=kernel)


def _prove_here(clauses: Sequence[Clause], folder: str) -> Proof:
    return prove_contradiction(lambda *_: None, clauses, folder)


ProveWithin = Callable[[float], Prove]
"""Function of wall-clock seconds that returns a prover with this time limit."""


@dataclass(frozen=True)
class Provable:
    """Lower bound for which evidence was found, with the form of evidence."""

    claim: LowerBoundClaim
    """The claim; its bound may differ from the requested one."""
    form: str
    """The evidence for it."""
    proof: Proof | None = None
    """The proof, if the form is ``lrat-plain``."""


def provable(
    puzzle: Puzzle, claim: LowerBoundClaim, folder: Path, prove_within: ProveWithin, seconds: float
) -> Provable:
    """Return the largest lower bound for which evidence can be found in the given time.

    Args:
        puzzle: The puzzle of the claim.
        claim: A lower bound proved by other means.
        folder: Folder for proofs, which may also keep unused ones.
        prove_within: Function that makes provers.
        seconds: Wall-clock time for LRAT proofs.

    Raises:
        DisagreementError: When a solution weighs less than the bound.
    """
    shown = covering_shares(puzzle.system).bound
    if shown >= claim.bound:
        return Provable(replace(claim, bound=shown), "covering")
    if not why_no_cheap_moats(puzzle.system):
        crossed = moats_bound(puzzle.system, Watch())
        if crossed >= claim.bound:
            return Provable(replace(claim, bound=crossed), "moats")
    found = solve_linear(puzzle.system.matrix, puzzle.system.syndrome)
    if not isinstance(found, Unsolvable) and not too_much_work(puzzle.system, (), found):
        if can_be_visited(puzzle.system, found.kernel):
            return Provable(claim, "walk")
        if not why_no_halves(puzzle.system):
            return Provable(claim, "halves")
    best = Provable(replace(claim, bound=shown), "covering")
    deadline = time.monotonic() + seconds
    step = 1
    while best.claim.bound < claim.bound and step:
        tried = replace(claim, bound=min(best.claim.bound + step, claim.bound))
        proof = _proof(puzzle, tried, folder, prove_within, deadline)
        if proof is None:
            step //= 4
        else:
            best = Provable(tried, "lrat-plain", proof)
            step *= 2
    return best


def _proof(
    puzzle: Puzzle, claim: LowerBoundClaim, folder: Path, prove_within: ProveWithin, deadline: float
) -> Proof | None:
    """Return an LRAT proof of a lower bound, or None if half of the remaining time is too short."""
    left = deadline - time.monotonic()
    if left <= 0:
        return None
    try:
        formula = formula_of_claim(puzzle, claim, kernel=False)
        left = deadline - time.monotonic()
        return prove_within(left / 2)(formula.clauses, str(folder)) if left > 0 else None
    except (LimitReached, UsageError):
        return None
    except DisagreementError:
        raise DisagreementError(
            f"a solution weighs less than {claim.bound}, which was given as a proved lower bound: "
            "please report this puzzle"
        ) from None
