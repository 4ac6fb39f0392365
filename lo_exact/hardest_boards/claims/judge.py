"""Judge a published claim: `true` and `false` are proved; anything else is `open`.

Cheap bounds come first: a claimed weight above the averaging bound is false without any search.
One below the covering bound is false, too; a board that needs more than is claimed is then looked
for during `SHOWING_SECONDS`, because a board convinces more people than a bound.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from typing import Any

from lo_exact.algebra import eliminate
from lo_exact.certificate.draft import vector_document
from lo_exact.engines.coset.engine import minimise, refusal
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.answer import Hardest
from lo_exact.hardest_boards.census import sphere_covering_bound, take_census
from lo_exact.hardest_boards.claims.files import Claim, claim_puzzle, in_boards
from lo_exact.hardest_boards.find import histogram, searched_hardest
from lo_exact.outcome import Progress, Status, Wanted, Watch


class ClaimAnswer(Enum):
    """The verdict on a claim."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


@dataclass(frozen=True, eq=False)
class Verdict:
    """A claim with its verdict, evidence and running time."""

    claim: Claim
    """The claim."""
    answer: ClaimAnswer
    """Verdict: true, false or open."""
    found: str
    """The correct value, in a few words."""
    method: str
    """Method that proved it."""
    seconds: float
    """Wall-clock seconds."""
    evidence: dict[str, Any] = field(default_factory=dict)
    """Evidence for the answer, as JSON values."""


@dataclass(frozen=True)
class Means:
    """Limits on the effort and time of judging claims."""

    effort: int = 1
    """Factor for the cost of searches."""
    time_limit: float = inf
    """Wall-clock seconds for each claim."""
    report: Callable[[Progress], None] | None = None
    """Called with a `Progress` at most once a second."""


NO_METHOD = "none needed"

SHOWING_SECONDS = 20.0
"""Seconds to search for a counterexample to a claim that a bound already refutes."""

_Judged = tuple[ClaimAnswer, str, str, dict[str, Any]]
"""(answer, found, method, evidence) of a judged claim."""


def judge_claim(claim: Claim, means: Means) -> Verdict:
    """Judge a claim by the method for its kind of statement."""
    started = time.monotonic()
    judges: dict[str, Callable[[Claim, Means], _Judged]] = {
        "hardest": _judge_hardest,
        "bounds": _judge_bounds,
        "term": _judge_term,
        "histogram": _judge_histogram,
        "minimum": _judge_states,
        "boards": _judge_states,
    }
    try:
        answer, found, method, evidence = judges[claim.statement](claim, means)
    except LimitReached as error:
        answer, found, method, evidence = ClaimAnswer.OPEN, str(error), "none", {}
    return Verdict(claim, answer, found, method, time.monotonic() - started, evidence)


def _judge_hardest(claim: Claim, means: Means) -> _Judged:
    if claim.boards == 0:  # false: the dark board is solvable, so there is a hardest one
        return ClaimAnswer.FALSE, "1 board at least is the hardest", NO_METHOD, {}
    cheap = _cheaply_judged(claim, claim.weight, claim.weight, means)
    if cheap is not None:
        return cheap
    found = _hardest(claim, means)
    said = hardest_in_words(found)
    answer = ClaimAnswer.OPEN
    if not found.lower_bound <= claim.weight <= found.upper_bound:
        answer = ClaimAnswer.FALSE
    elif found.status is Status.OPTIMAL:
        if claim.boards < 0 or claim.boards == found.boards:
            answer = ClaimAnswer.TRUE
        elif found.boards >= 0:
            answer = ClaimAnswer.FALSE
    return answer, said, found.method, hardest_evidence(found)


def _judge_bounds(claim: Claim, means: Means) -> _Judged:
    if claim.lower > claim.upper:
        return ClaimAnswer.FALSE, "no number lies between them", NO_METHOD, {}
    cheap = _cheaply_judged(claim, claim.lower, claim.upper, means)
    if cheap is not None:
        return cheap
    found = _hardest(claim, means)
    answer = ClaimAnswer.OPEN
    if claim.lower <= found.lower_bound and found.upper_bound <= claim.upper:
        answer = ClaimAnswer.TRUE
    elif found.upper_bound < claim.lower or found.lower_bound > claim.upper:
        answer = ClaimAnswer.FALSE
    return answer, hardest_in_words(found), found.method, hardest_evidence(found)


def _cheaply_judged(claim: Claim, lower: int, upper: int, means: Means) -> _Judged | None:
    """Judge a claimed interval by bounds that need no search; return None if that is not enough."""
    census = take_census(claim.puzzle)
    above, below = census.averaging_bound, sphere_covering_bound(census)
    evidence = {"averaging_bound": above, "covering_bound": below}
    if lower > above:
        return ClaimAnswer.FALSE, f"at most {above}", "averaging bound", evidence
    if upper < below:
        shown = _board_above(claim, upper, means)
        return shown or (ClaimAnswer.FALSE, f"at least {below}", "covering bound", evidence)
    if lower <= below and above <= upper and claim.boards < 0:
        found = f"{below} to {above}"
        return ClaimAnswer.TRUE, found, "covering and averaging bounds", evidence
    return None


def _board_above(claim: Claim, upper: int, means: Means) -> _Judged | None:
    """Search briefly for a board that needs more presses than claimed; None if none is found."""
    seconds = min(SHOWING_SECONDS, means.time_limit)
    try:
        found = _hardest(claim, replace(means, time_limit=seconds))
    except LimitReached:
        return None
    if not found.state or found.lower_bound <= upper:
        return None
    return ClaimAnswer.FALSE, hardest_in_words(found), found.method, hardest_evidence(found)


def _judge_term(claim: Claim, means: Means) -> _Judged:
    found = histogram(claim.puzzle, time_limit=means.time_limit, report=means.report)
    count = found.terms.get(claim.weight, 0)
    answer = ClaimAnswer.TRUE if count == claim.boards else ClaimAnswer.FALSE
    said = f"{in_boards(count)} need {claim.weight}"
    return answer, said, found.method, {"histogram": found.listed}


def _judge_histogram(claim: Claim, means: Means) -> _Judged:
    found = histogram(claim.puzzle, time_limit=means.time_limit, report=means.report)
    listed = found.listed
    claimed = without_zeros(claim.histogram)
    answer = ClaimAnswer.TRUE if listed == claimed else ClaimAnswer.FALSE
    said = f"{len(listed)} terms, sum {found.boards}"
    if answer is ClaimAnswer.FALSE:
        pairs = zip([*listed, None], [*claimed, None], strict=False)
        first = next((i for i, (ours, theirs) in enumerate(pairs) if ours != theirs), len(listed))
        said += f"; they differ first at {first}"
    return answer, said, found.method, {"histogram": listed}


def without_zeros(histogram: Sequence[int]) -> list[int]:
    """Return the terms of a histogram without its trailing zeros."""
    terms = list(histogram)
    while terms and terms[-1] == 0:
        terms.pop()
    return terms


def _judge_states(claim: Claim, means: Means) -> _Judged:
    evidence: dict[str, Any] = {"boards": []}
    answer, said = ClaimAnswer.TRUE, ""
    for state in claim.states:
        puzzle = claim_puzzle(claim, state)
        reason = refusal(puzzle.system)
        if reason:
            raise LimitReached(reason)
        wanted = Wanted(count=claim.minimum_solutions >= 0)
        outcome = minimise(puzzle.system, wanted, Watch(means.time_limit, means.report))
        if outcome.status is not Status.OPTIMAL:
            evidence["boards"].append(
                {"state": list(state), "witness": list(outcome.witness or ())}
            )
            answer, said = ClaimAnswer.FALSE, said or "unsolvable"
            continue
        presses = list(outcome.minima[0])
        one = {"state": list(state), "weight": outcome.weight, "presses": presses}
        evidence["boards"].append(one)
        right = outcome.weight == claim.weight
        if claim.minimum_solutions >= 0:
            one["minimum_solutions"] = outcome.count
            right = right and outcome.count == claim.minimum_solutions
        if not right:
            count = f", {outcome.count} minima" if claim.minimum_solutions >= 0 else ""
            answer, said = ClaimAnswer.FALSE, said or f"minimum {outcome.weight}{count}"
    return answer, said or "as claimed", "enumeration of all solutions", evidence


def _hardest(claim: Claim, means: Means) -> Hardest:
    return searched_hardest(
        claim.puzzle,
        effort=means.effort,
        time_limit=means.time_limit,
        report=means.report,
    )


def hardest_in_words(found: Hardest) -> str:
    """Describe the largest minimum, or its interval, and the number of hardest boards if known."""
    if found.status is not Status.OPTIMAL:
        return f"{found.lower_bound} to {found.upper_bound}"
    return f"{found.weight}" + (f", {in_boards(found.boards)}" if found.boards >= 0 else "")


def hardest_evidence(found: Hardest) -> dict[str, Any]:
    """Return the evidence for a result about the hardest board, as JSON values."""
    puzzle = found.puzzle
    census = take_census(puzzle)
    quiet = eliminate(puzzle.system.matrix).kernel.generators if puzzle.colours == 2 else ()
    return {
        "free_buttons": len(census.free),
        "class_sizes": sorted(one.size for one in census.classes),
        "quiet_patterns": [vector_document(pattern, 2) for pattern in quiet],
        "averaging_bound": census.averaging_bound,
        "lower_bound": found.lower_bound,
        "upper_bound": found.upper_bound,
        "boards": found.boards if found.boards >= 0 else None,
        "example": {"state": list(found.state), "presses": list(found.presses)}
        if found.state
        else None,
        "refutations": [
            {
                "peak": one.peak,
                "basis": [format(vector, "x") for vector in one.basis],
                "depth": one.depth,
                "points": one.points,
            }
            for one in found.refutations
        ],
    }
