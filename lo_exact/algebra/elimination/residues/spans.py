"""Evaluation over Z/p^e of the sums in a span, by array operations or one by one.

On a grid with the plus rule a whole row of buttons depends on earlier rows only, and is one table
operation of about 40 microseconds.  With king's or knight's moves a button depends on its left
neighbour: there a chain is walked, at 8 microseconds a button for long rows and 0.1 microseconds a
term for short ones.  Whichever is expected to be cheaper is taken; the results are the same.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination.elimination_plan import EliminationPlan, PositionSpan
from lo_exact.algebra.elimination.residues.rows import BLOCK, Rows
from lo_exact.algebra.sparse import IntArray

TABLE_COST = 400
"""Cost of a table, in terms of a chain with one lane."""

LINK_COST = 80
"""Cost of a button in a chain of long rows, in the same unit."""


def add_span(rows: Rows, plan: EliminationPlan, span: PositionSpan) -> None:
    """Allocate rows for the positions and the residual equations of a span."""
    base = plan.unknowns + 1
    rows.add(np.arange(span.low, span.high))
    rows.add(np.arange(base + span.residuals.start, base + span.residuals.stop))


def evaluate(
    rows: Rows, plan: EliminationPlan, span: PositionSpan, constants: IntArray | None
) -> None:
    """Compute the rows at the positions of a span that have an equation.

    Args:
        rows: all rows by number.
        plan: The plan.
        span: The span; its parameters are set.
        constants: (lights, lanes) of the equations; None for 0.
    """
    if not span.claimed.size:
        return
    modulus = plan.modulus
    equations = plan.claim[span.claimed]
    last = plan.starts[equations + 1] - 1
    unit = _inverses(plan.values[last], modulus)
    before = np.where(last > plan.starts[equations], plan.places[last - 1], -1)
    cuts = _independent(span.claimed, before)
    terms = int((last - plan.starts[equations]).sum())
    links = min(terms * rows.lanes, LINK_COST * span.claimed.size)
    shift = None
    if TABLE_COST * (len(cuts) - 1) > links:
        ends, sources = plan.entries_of(equations)
        kept = np.ones(sources.size, dtype=np.bool_)
        kept[ends - 1] = False
        ends -= np.arange(1, ends.size + 1)
        sources = sources[kept]
        scale = np.repeat(unit, np.diff(ends, prepend=0))
        factors = (modulus - plan.values[sources].astype(np.int64)) * scale % modulus
        if constants is not None:
            shift = constants[equations] * unit[:, None] % modulus
        rows.chain(span.claimed, ends, plan.places[sources], factors, shift)
        return
    for low, high in pairwise(cuts):
        part = equations[low:high]
        for chosen, numbers, values in _tables(plan, part, 1, rows.lanes):
            scale = unit[low:high][chosen, None]
            factors = (modulus - values.astype(np.int64)) * scale % modulus
            if constants is not None:
                shift = constants[part[chosen]] * scale % modulus
            found = rows.combine(numbers, factors, shift)
            rows.write(span.claimed[low:high][chosen], found)


def evaluate_residuals(
    rows: Rows, plan: EliminationPlan, span: PositionSpan, constants: IntArray | None
) -> None:
    """Compute the rows of a span's residual equations, their coefficients or constants."""
    equations = plan.residuals[span.residuals.start : span.residuals.stop]
    numbers = plan.unknowns + 1 + np.arange(span.residuals.start, span.residuals.stop)
    for chosen, sources, factors in _tables(plan, equations, 0, rows.lanes):
        shift = None
        if constants is not None:
            factors = (plan.modulus - factors.astype(np.int64)) % plan.modulus
            shift = constants[equations[chosen]]
        rows.write(numbers[chosen], rows.combine(sources, factors, shift))


def _independent(places: IntArray, before: IntArray) -> list[int]:
    """Cut ascending positions into runs without dependencies inside a run.

    Args:
        places: (count,) positions.
        before: (count,) the last position each depends on, below its own.

    Returns:
        The runs' ends, from 0 to count.
    """
    furthest = np.maximum.accumulate(before)
    cuts = [0]
    while cuts[-1] < places.size:
        cuts.append(int(furthest.searchsorted(places[cuts[-1]])))
    return cuts


def _tables(
    plan: EliminationPlan, equations: IntArray, drop: int, lanes: int
) -> Iterator[tuple[Any, IntArray, NDArray[Any]]]:
    """Yield the equations in tables, each with equations of about equal length.

    Args:
        plan: The plan.
        equations: (count,) equations.
        drop: how many of the last entries of each are left out.
        lanes: length of a row; a table's rows are at most about `BLOCK` residues.

    Yields:
        (which of the equations, (count, terms) numbers, (count, terms) coefficients); short
        equations are filled up with the number that means "nothing".
    """
    counts = plan.starts[equations + 1] - plan.starts[equations] - drop
    size = int(equations.size)
    if not size:
        return
    groups: list[IntArray] = [np.arange(size)]
    if int(counts.max()) * size > 2 * int(counts.sum()) + 64:
        levels = np.frexp(counts)[1]
        groups = [np.flatnonzero(levels == level) for level in np.unique(levels)]
    for group in groups:
        longest = int(counts[group].max())
        step = max(1, BLOCK // max(lanes, longest))
        for low in range(0, group.size, step):
            chosen = group[low : low + step]
            index = plan.starts[equations[chosen], None] + np.arange(longest)
            inside = np.arange(longest) < counts[chosen, None]
            index[~inside] = 0
            values = plan.values[index]
            if values.size:
                values[~inside] = values[0, 0]  # any factor is right for the row of zeros
            yield chosen, np.where(inside, plan.places[index], plan.unknowns), values


def _inverses(values: NDArray[Any], modulus: int) -> IntArray:
    if bool((values == values[0]).all()):
        return np.full(values.size, pow(int(values[0]), -1, modulus), dtype=np.int64)
    distinct, which = np.unique(values, return_inverse=True)
    inverse = np.array([pow(int(v), -1, modulus) for v in distinct], dtype=np.int64)
    out: IntArray = inverse[which]
    return out
