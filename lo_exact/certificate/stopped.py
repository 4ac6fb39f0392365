"""The best lower bound that can be shown, where a search was stopped before its end.

The shares of lights prove some bound at once, and so do moats around few lights; it may even be
larger than the search's.  That one may rest on what no checker can follow: where all solutions can
be walked through, it is certified as it is; otherwise LRAT proofs are tried, in growing steps, as
long as the time lasts, because the larger a bound is, the longer its proof takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from lo_exact.algebra import Unsolvable, solve_linear
from lo_exact.certificate.bounds import too_much_work
from lo_exact.certificate.claims import LowerBoundClaim
from lo_exact.certificate.draft import Prove
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.certificate.forms.halves import why_no_halves
from lo_exact.certificate.forms.moats import moats_bound, why_no_cheap_moats
from lo_exact.certificate.forms.walk import can_be_visited
from lo_exact.certificate.proof import Proof
from lo_exact.certificate.write import formula_of_claim
from lo_exact.errors import DisagreementError, LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle

ProveWithin = Callable[[float], Prove]
"""Seconds of wall-clock time -> a prover that raises `LimitReached` when they are over."""


@dataclass(frozen=True)
class Provable:
    """The part of a claimed lower bound that can be shown."""

    claim: LowerBoundClaim
    """The claim; its bound may be smaller or larger than the one asked for."""
    form: str
    """The evidence for it."""
    proof: Proof | None = None
    """The proof that was found, where the form is ``lrat-plain``."""


def provable(
    puzzle: Puzzle, claim: LowerBoundClaim, folder: Path, prove_within: ProveWithin, seconds: float
) -> Provable:
    """Return the largest bound for which evidence was found.

    Args:
        puzzle: What the claim is about.
        claim: A lower bound that somebody proved in his own way.
        folder: Where proofs go; those that are not returned may be left there.
        prove_within: Makes provers.
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
    """Return a proof, or None when there is none within half of the time that is left."""
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
