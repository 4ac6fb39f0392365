"""The content of a certificate of counters: the claim in whole numbers, and its evidence.

There are two forms: a witness where not even numbers below 0 solve them, and splits for all else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lo_exact.certificate.claims import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.counters.splits import Shown, splits_evidence, witness_of
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS
from lo_exact.counters import Counters
from lo_exact.errors import UsageError
from lo_exact.outcome import Presses, Watch

Json = Any


def counters_claim(puzzle: Counters, claim: Claim, solutions: int) -> dict[str, Json]:
    """Return a claim about counters as JSON.

    Args:
        puzzle: What it is about.
        claim: The claim.
        solutions: The number of all solutions, for a `SolutionsClaim`.

    Raises:
        UsageError: When its presses do not solve the counters.
    """
    about = {"puzzle_sha256": puzzle.sha256}
    if isinstance(claim, SolutionClaim):
        return {"kind": "solution", **about, **_presses(puzzle, claim.presses)}
    if isinstance(claim, LowerBoundClaim):
        beside = _presses(puzzle, claim.presses) if claim.presses else {}
        return {"kind": "lower bound", **about, "bound": claim.bound, **beside}
    if isinstance(claim, SolutionsClaim):
        return {"kind": "solutions", **about, "count": solutions}
    if isinstance(claim, MinimumClaim):
        minima = [_presses(puzzle, x)["presses"] for x in claim.minima]
        count = {} if claim.count < 0 else {"count": claim.count}
        return {"kind": "minimum", **about, "weight": claim.weight, **count, "minima": minima}
    return {"kind": "unsolvable", **about}


def counters_evidence(
    puzzle: Counters, claim: Claim, forms: Sequence[str], watch: Watch
) -> list[Shown]:
    """Return the evidence of a claim about counters, in the forms asked for or in one that fits.

    Raises:
        UsageError: When a form does not fit the claim, or the claim is refuted.
        LimitReached: When the time is over, or there would be too much of it.
    """
    if isinstance(claim, SolutionClaim) and not forms:
        return []
    witness = witness_of(puzzle) if isinstance(claim, UnsolvableClaim) else None
    found = []
    for form in forms or ["splits" if witness is None else "witness"]:
        if form not in COUNTERS_FORMS:
            raise UsageError(
                f"counters have evidence by {' and '.join(COUNTERS_FORMS)}, not by {form}"
            )
        if isinstance(claim, SolutionClaim) or (form == "witness" and witness is None):
            raise UsageError(f"evidence by {form} does not fit this claim")
        if form == "witness":
            assert witness is not None
            found.append(Shown(witness, 0))
        else:
            found.append(_splits(puzzle, claim, watch))
    return found


def _splits(puzzle: Counters, claim: Claim, watch: Watch) -> Shown:
    if isinstance(claim, MinimumClaim):
        counted = claim.count != -1
        return splits_evidence(puzzle, claim.weight - (not counted), watch, counted=counted)
    if isinstance(claim, LowerBoundClaim):
        return splits_evidence(puzzle, claim.bound - 1, watch)
    return splits_evidence(puzzle, None, watch, counted=isinstance(claim, SolutionsClaim))


def _presses(puzzle: Counters, presses: Presses) -> dict[str, Json]:
    reached, wanted = puzzle.reached(presses), puzzle.target.tolist()
    if min(presses, default=0) < 0 or any(reached[i] != wanted[i] for i in puzzle.matters.tolist()):
        raise UsageError("the presses of the claim do not solve the counters")
    return {"weight": puzzle.weight(presses), "presses": list(presses)}
