"""Evaluation over Z/p^e of the sums in an elimination plan, with rows of residues.

On a grid with the plus rule a whole row of buttons depends on earlier rows only, and is one table
operation of about 40 microseconds.  With king's or knight's moves a button depends on its left
neighbour: there a chain is walked, at 8 microseconds a button for long rows and 0.1 microseconds a
term for short ones.  Whichever is expected to be cheaper is taken; the results are the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.elimination_plan import (
    EliminationPlan,
    FlushEvent,
    PositionSpan,
    SolvingStep,
)
from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.elimination.residues.rows import BLOCK, Rows
from lo_exact.algebra.sparse import IntArray, residue_dtype

TABLE_COST = 400
"""Cost of a table, in units of a chain's button with one lane."""

LINK_COST = 80
"""Cost of a button in a chain of long rows, in the same unit."""


def add_span(rows: Rows, plan: EliminationPlan, span: PositionSpan) -> None:
    """Allocate rows for a run of positions, and for the residual equations that end there."""
    base = plan.unknowns + 1
    rows.add(np.arange(span.low, span.high))
    rows.add(np.arange(base + span.residuals.start, base + span.residuals.stop))


def evaluate(
    rows: Rows, plan: EliminationPlan, span: PositionSpan, constants: IntArray | None
) -> None:
    """Solve the equation at each position of a span for its unknown, and store the result as a row.

    Args:
        rows: all rows by number.
        plan: The plan.
        span: The span; its parameters are set.
        constants: (lights, lanes) constants of the equations; None for 0.
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
    """Write a row per residual equation: coefficients or, given ``constants``, right sides."""
    equations = plan.residuals[span.residuals.start : span.residuals.stop]
    numbers = plan.unknowns + 1 + np.arange(span.residuals.start, span.residuals.stop)
    for chosen, sources, factors in _tables(plan, equations, 0, rows.lanes):
        shift = None
        if constants is not None:
            factors = (plan.modulus - factors.astype(np.int64)) % plan.modulus
            shift = constants[equations[chosen]]
        rows.write(numbers[chosen], rows.combine(sources, factors, shift))


def _independent(places: IntArray, before: IntArray) -> list[int]:
    """Split ascending positions into runs in which no position depends on another.

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
    """Yield equations in groups of similar length, as tables of positions and coefficients.

    Args:
        plan: The plan.
        equations: (count,) equations.
        drop: number of last entries to omit from each.
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
                values[~inside] = values[0, 0]  # pad with any factor: the padding row is 0
            yield chosen, np.where(inside, plan.places[index], plan.unknowns), values


def _inverses(values: NDArray[Any], modulus: int) -> IntArray:
    if bool((values == values[0]).all()):
        return np.full(values.size, pow(int(values[0]), -1, modulus), dtype=np.int64)
    distinct, which = np.unique(values, return_inverse=True)
    inverse = np.array([pow(int(v), -1, modulus) for v in distinct], dtype=np.int64)
    out: IntArray = inverse[which]
    return out


@dataclass(frozen=True, eq=False)
class DeferringStep(SolvingStep[IntArray, NDArray[Any]]):
    """Solved batch of residual equations; those without a unit coefficient are deferred."""

    deferred: IntArray
    """(deferred,) indices in the chunk of equations without a unit."""
    remains: NDArray[Any]
    """(deferred, chunk) residues: their constants."""

    def pull(self, lam: list[int], base: int, modulus: int) -> list[int]:
        """Compute the equations' weights from those of target sums and deferred equations."""
        chosen = _weigh([lam[t] for t in self.targets.tolist()], self.factors, modulus)
        weights = _weigh(chosen, self.tags, modulus)
        kept = [lam[base + self.chunk[i]] for i in self.deferred.tolist()]
        others = _weigh(kept, self.remains, modulus)
        return [(a + b) % modulus for a, b in zip(weights, others, strict=True)]


ResidueEvent = FlushEvent[DeferringStep, tuple[IntArray, IntArray]]


def reduce_rows(work: IntArray, width: int, prime: int, modulus: int) -> tuple[IntArray, IntArray]:
    """Bring rows to reduced echelon form in place, with units as pivots.

    Args:
        work: (rows, width and more) residues; columns beyond ``width`` are carried along.
        width: columns to search for pivots.
        prime: p.
        modulus: p^e.

    Returns:
        (rows that have a pivot, the pivots' columns).
    """
    rows: list[int] = []
    columns: list[int] = []
    for i in range(work.shape[0]):
        units = work[i, :width] % prime != 0
        column = int(units.argmax()) if width else 0
        if not width or not units[column]:
            continue
        work[i] = work[i] * pow(int(work[i, column]), -1, modulus) % modulus
        hits = np.flatnonzero(work[:, column])
        hits = hits[hits != i]
        # products of residues are below 2**62, so the difference fits int64
        work[hits] = (work[hits] - work[hits, column, None] * work[i]) % modulus
        rows.append(i)
        columns.append(column)
    return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)


def solve_chunk(rows: Rows, base: int, chunk: range, others: IntArray, prime: int) -> DeferringStep:
    """Solve a batch of residual equations and substitute the solution into the other rows.

    Args:
        rows: all rows by number; those of solved equations are dropped.
        base: number of the first residual equation.
        chunk: the batch, counted from there.
        others: numbers of the other rows still needed.
        prime: p.
    """
    modulus, width, size = rows.modulus, rows.lanes, len(chunk)
    kind = residue_dtype(modulus)
    numbers = np.arange(base + chunk.start, base + chunk.stop)
    work = np.zeros((size, width + size), dtype=np.int64)
    work[:, :width] = rows.read(numbers)
    work[:, width:] = np.eye(size, dtype=np.int64)
    pivots, columns = reduce_rows(work, width, prime, modulus)
    passive = np.ones(size, dtype=np.bool_)
    passive[pivots] = False
    filled = work[:, :width].any(axis=1)
    zero, later = np.flatnonzero(passive & ~filled), np.flatnonzero(passive & filled)
    full = work[pivots, :width]
    targets, factors = _substitute(rows, others, columns, full)
    rows.write(numbers[later], work[later, :width])
    rows.drop(numbers[~(passive & filled)])
    # constants are added to the sums at positions, but subtracted from right sides of equations
    factors = np.where(targets[:, None] < base, factors, (modulus - factors) % modulus)
    return DeferringStep(
        chunk=chunk,
        columns=columns,
        sums=_negative(full, columns, 0, modulus),
        tags=work[pivots, width:].astype(kind),
        checks=work[zero, width:].astype(kind),
        deferred=later,
        remains=work[later, width:].astype(kind),
        targets=targets,
        factors=factors.astype(kind),
    )


def concentrate(rows: Rows, numbers: IntArray, batch: int, prime: int) -> DeferringStep:
    """Change the basis of the parameters so that the rows use fewer columns.

    The rows are written in terms of a basis of their span: a pivot column z of its reduced echelon
    form now means the whole row, so the parameter that owned it is z minus the rest of the row.
    What is left without a unit stays as it is.

    Args:
        rows: all rows by number; those in ``numbers`` are changed.
        numbers: rows still needed.
        batch: number of rows reduced together.
        prime: p.
    """
    modulus, width = rows.modulus, rows.lanes
    basis = np.zeros((0, width), dtype=np.int64)
    columns = np.zeros(0, dtype=np.int64)
    for low in range(0, numbers.size, batch):
        work = rows.read(numbers[low : low + batch]).astype(np.int64)
        work = (work - product(work[:, columns], basis, modulus)) % modulus
        pivots, fresh = reduce_rows(work, width, prime, modulus)
        full = work[pivots]
        basis = (basis - product(basis[:, fresh], full, modulus)) % modulus
        basis, columns = np.concatenate([basis, full]), np.concatenate([columns, fresh])
    for low in range(0, numbers.size, batch):
        part = numbers[low : low + batch]
        work = rows.read(part).astype(np.int64)
        factors = work[:, columns]
        work = (work - product(factors, basis, modulus)) % modulus
        work[:, columns] = factors
        rows.write(part, work)
    nothing = np.zeros(0, dtype=np.int64)
    empty = np.zeros((0, 0), dtype=residue_dtype(modulus))
    return DeferringStep(
        chunk=range(0),
        columns=columns,
        sums=_negative(basis, columns, 1, modulus),
        tags=np.zeros((columns.size, 0), dtype=empty.dtype),
        checks=empty,
        deferred=nothing,
        remains=empty,
        targets=nothing,
        factors=np.zeros((0, columns.size), dtype=empty.dtype),
    )


def _negative(full: IntArray, columns: IntArray, own: int, modulus: int) -> NDArray[Any]:
    sums = (modulus - full) % modulus
    sums[np.arange(columns.size), columns] = own
    return sums.astype(residue_dtype(modulus))


def _substitute(
    rows: Rows, others: IntArray, columns: IntArray, full: IntArray
) -> tuple[IntArray, IntArray]:
    """Eliminate columns from other rows; return the changed rows' numbers and old coefficients."""
    targets = [np.zeros(0, dtype=np.int64)]
    factors = [np.zeros((0, columns.size), dtype=np.int64)]
    step = max(1, BLOCK // rows.lanes)
    for low in range(0, others.size if columns.size else 0, step):
        tick()
        numbers = others[low : low + step]
        old = rows.read(numbers)
        factor = old[:, columns]
        hit = np.flatnonzero(factor.any(axis=1))
        if hit.size:
            change = product(factor[hit], full, rows.modulus)
            rows.write(numbers[hit], (old[hit] - change) % rows.modulus)
            targets.append(numbers[hit])
            factors.append(factor[hit].astype(np.int64))
    return np.concatenate(targets), np.concatenate(factors)


def _weigh(weights: list[int], matrix: NDArray[Any], modulus: int) -> list[int]:
    """Return the product of a row vector and a matrix, mod the modulus."""
    row = np.array(weights, dtype=np.int64)[None, :]
    out: list[int] = product(row, matrix, modulus)[0].tolist()
    return out
