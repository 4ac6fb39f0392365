"""Class counting as pieces of long work: what a range of parts has, as a record, and all together.

The result depends neither on how the parts are cut nor on who counts them.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from lo_exact.errors import DisagreementError
from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.counting.counting_plan import CountingPlan, FoundMinima, plan_counting
from lo_exact.outcome import Watch
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.runners.collect import collect
from lo_exact.runners.ledger import Record
from lo_exact.runners.work import HERE, Order, Where, Work


def count_all(plan: CountingPlan, watch: Watch, where: Where = HERE) -> FoundMinima:
    """Count all parts.

    Args:
        plan: what to count.
        watch: the clock; told of parts done.
        where: who counts, and where pieces are kept.

    Raises:
        LimitReached: When the time is over; what is done stays in the ledger.
        DisagreementError: When the sums do not come out as they must.
    """
    return checked_counting(plan, added(collect(counting_work(plan), where, watch)))


def counting_work(plan: CountingPlan) -> Work:
    """Return class counting as work."""
    puzzle = plan.census.puzzle
    order = Order(
        "class counting", f"{__name__}:prepared_counting", f"{__name__}:counted",
        {"puzzle": question_sha256(puzzle)}, puzzle, "parts", plan.parts,
    )  # fmt: skip
    return Work(order, plan.seconds, ready=plan)


def prepared_counting(puzzle: Puzzle) -> CountingPlan:
    """Plan in another process."""
    return plan_counting(take_census(puzzle))


def counted(
    plan: CountingPlan, low: int, high: int, given: None, check: Callable[[int], None]
) -> dict[str, Any]:
    """Count a range of parts; counts are text, as they may be long."""
    found = plan.run(low, high, check)
    return {
        "terms": [[weight, str(count)] for weight, count in found.terms.items()],
        "hardest": found.hardest,
        "example": list(found.example),
    }


def added(records: Iterable[Record]) -> FoundMinima:
    """Add up what ranges have, in order; the first hardest example stays."""
    terms: dict[int, int] = {}
    hardest, example = -1, (-1, -1)
    for record in records:
        for weight, count in record.result["terms"]:
            terms[weight] = terms.get(weight, 0) + int(count)
        if record.result["hardest"] > hardest:
            part, number = record.result["example"]
            hardest, example = record.result["hardest"], (part, number)
    return FoundMinima(dict(sorted(terms.items())), hardest, example)


def checked_counting(plan: CountingPlan, found: FoundMinima) -> FoundMinima:
    """Return what was found if every press vector was counted exactly once.

    Raises:
        DisagreementError: When the counts do not sum to the number of press vectors.
    """
    total = sum(found.terms.values())
    if total != plan.census.class_presses:
        raise DisagreementError(
            f"class counting met {total} press vectors, not {plan.census.class_presses}: "
            "please report this"
        )
    return found


def question_sha256(puzzle: Puzzle) -> str:
    """Return the hash of what a histogram depends on: everything but the state and the target."""
    blank = np.zeros(puzzle.lights, dtype=np.int64)
    target = np.where(puzzle.target == ANY, ANY, 0)
    return replace(puzzle, state=blank, target=target).sha256
