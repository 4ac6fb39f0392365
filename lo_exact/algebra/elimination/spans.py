"""Partition of an elimination plan into spans, with the numbers each span creates and drops.

Between two spans the elimination looks up: numbers that no later equation needs are dropped, and
when enough residual equations wait they are solved.  Where that happens depends on the plan alone,
so every pass cuts the same way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from lo_exact.algebra.elimination.elimination_plan import EliminationPlan
from lo_exact.algebra.sparse import IntArray

SPAN = 4096
"""Positions of a span at most."""

Numbers = TypeVar("Numbers")
Sums = TypeVar("Sums")
Step = TypeVar("Step")
Pairs = TypeVar("Pairs")


@dataclass(frozen=True, eq=False)
class SolvingStep(Generic[Numbers, Sums]):
    """Solved batch of residual equations, with the substitution made in other sums.

    Integers used as sets over GF(2), residues in matrices otherwise.
    """

    chunk: range
    """Numbers k of the residual equations."""
    columns: Numbers
    """(eliminated,) columns that were eliminated, or changed their meaning."""
    sums: Sums
    """(eliminated, width): what each column was, in terms of all."""
    tags: Sums
    """(eliminated, chunk): its constant, in terms of the equations' constants."""
    checks: Sums
    """(checks, chunk): combinations of the equations whose constant must be 0."""
    targets: Numbers
    """(targets,) numbers of the sums that a column was eliminated from."""
    factors: Sums
    """(targets, eliminated): how much of each column was in them."""


@dataclass(frozen=True, eq=False)
class FlushEvent(Generic[Step, Pairs]):
    """Record of the batches solved and parameters freed at the end of a flushed span."""

    created: range
    """The parameters (by index) that appeared since the last event."""
    steps: tuple[Step, ...]
    """Batches of equations, in order."""
    released: Pairs
    """Columns with their parameters in no sum any more: free for good."""


@dataclass(frozen=True, eq=False)
class PositionSpan:
    """Run of consecutive positions that the elimination evaluates together."""

    low: int
    """First position."""
    high: int
    """Position after the last."""
    claimed: IntArray
    """Positions with an equation."""
    parameters: IntArray
    """Positions without."""
    residuals: range
    """Numbers k of the residual equations that end here."""
    flush: bool
    """Whether all pending residual equations are solved after this span."""
    dying: IntArray
    """Positions (of this span or earlier ones) that nobody needs after it."""
    live: IntArray
    """Positions that somebody does."""


def position_spans(plan: EliminationPlan, batch: int) -> Iterator[PositionSpan]:
    """Yield the spans of a plan in the order of positions.

    Args:
        plan: The plan.
        batch: Pending residual equations are solved when there are so many, and at the end.
    """
    size = plan.unknowns
    parameters = plan.parameters
    live = np.zeros(0, dtype=np.int64)
    low = first = waiting = fresh = parameter = 0
    while low < size:
        high = min(low + SPAN, size)
        if first + batch < plan.ends.size:
            high = min(high, int(plan.ends[first + batch - 1]) + 1)
        if parameter + 4 * batch < parameters.size:
            high = min(high, max(low, int(parameters[parameter + 4 * batch - 1])) + 1)
        last = int(np.searchsorted(plan.ends, high))
        next_parameter = int(np.searchsorted(parameters, high))
        waiting += last - first
        fresh += next_parameter - parameter
        flush = waiting >= batch or fresh >= 4 * batch or high == size
        known = np.concatenate([live, np.arange(low, high)])
        needed = plan.need[known] >= high
        live = known[needed]
        own = plan.claim[low:high]
        yield PositionSpan(
            low=low,
            high=high,
            claimed=np.flatnonzero(own >= 0) + low,
            parameters=parameters[parameter:next_parameter],
            residuals=range(first, last),
            flush=flush,
            dying=known[~needed],
            live=live,
        )
        if flush:
            waiting = fresh = 0
        low, first, parameter = high, last, next_parameter
