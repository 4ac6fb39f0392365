"""Evaluation over GF(2) of the sums in an elimination plan, with integers as bit vectors.

`evaluate` computes the values of a span.  Every value is one integer, so the same few lines serve
for sums of parameters, for numbers of one syndrome, and for numbers of thousands of syndromes side
by side.  Costs about 40 ns a term.

`solve_chunk` solves residual equations and substitutes them into other sums.  A sum is an integer
with a bit for each column, and a parameter in use owns a column.  Rows carry a tag behind the sum:
the equations of the batch that they are made of.  So a row that becomes empty shows which equations
contradict or repeat each other.  The constant of every other row can be computed later, for any
syndrome.  `concentrate` changes the basis so that the sums use fewer columns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import xor

import numpy as np

from lo_exact.algebra.elimination.elimination_plan import (
    EliminationPlan,
    FlushEvent,
    PositionSpan,
    SolvingStep,
    position_spans,
)
from lo_exact.algebra.gf2 import bits_of, combine, integers, reduce_tagged
from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True)
class BitSpan:
    """Run of consecutive positions of an elimination plan, with their equations as Python lists."""

    low: int
    """First position."""
    high: int
    """Last position plus 1."""
    places: list[int]
    """Positions with an equation."""
    columns: list[list[int]]
    """Numbers to add up for each position, as columns padded with the number of "nothing"."""
    ragged: list[list[int]]
    """The same as rows, if columns would be much longer."""
    equations: list[int]
    """Equation of each position."""
    parameters: list[int]
    """Positions without an equation."""
    residuals: range
    """Numbers k of the residual equations that end here."""
    residual_rows: list[list[int]]
    """Numbers to add up for each residual equation."""
    residual_equations: list[int]
    """Equation of each residual."""
    flush: bool
    """Whether all pending residual equations are solved after this span."""
    dying: list[int]
    """Positions no longer needed after the span."""
    live: list[int]
    """Positions still needed; only listed at a flush."""

    def rows(self) -> Iterable[Sequence[int]]:
        """Return, for each position with an equation, the indices of the values to add up."""
        return zip(*self.columns, strict=True) if self.columns else self.ragged


def evaluate(x: list[int], span: BitSpan, constants: list[int] | None) -> None:
    """Compute the values of all positions in a span that have an equation, from earlier positions.

    Args:
        x: values by number; changed in place.
        span: The span.
        constants: constants of the equations; None for 0.
    """
    if constants is None:
        for place, row in zip(span.places, span.rows(), strict=True):
            total = 0
            for other in row:
                total ^= x[other]
            x[place] = total
        return
    for place, row, equation in zip(span.places, span.rows(), span.equations, strict=True):
        total = constants[equation]
        for other in row:
            total ^= x[other]
        x[place] = total


def evaluate_residuals(x: list[int], base: int, span: BitSpan, constants: list[int] | None) -> None:
    """Evaluate a span's residual equations; store the value of equation k at ``x[base + k]``."""
    for k, row, equation in zip(
        span.residuals, span.residual_rows, span.residual_equations, strict=True
    ):
        start = 0 if constants is None else constants[equation]
        x[base + k] = reduce(xor, map(x.__getitem__, row), start)


def bit_spans(plan: EliminationPlan, batch: int) -> Iterator[BitSpan]:
    """Return an iterator over the spans of a plan, as `BitSpan` objects."""
    return (_compile(plan, span) for span in position_spans(plan, batch))


def _compile(plan: EliminationPlan, span: PositionSpan) -> BitSpan:
    equations = plan.claim[span.claimed]
    columns, ragged = _columns(plan, equations)
    residuals = plan.residuals[span.residuals.start : span.residuals.stop]
    return BitSpan(
        low=span.low,
        high=span.high,
        places=span.claimed.tolist(),
        columns=columns,
        ragged=ragged,
        equations=equations.tolist(),
        parameters=span.parameters.tolist(),
        residuals=span.residuals,
        residual_rows=_rows(plan, residuals, 0),
        residual_equations=residuals.tolist(),
        flush=span.flush,
        dying=span.dying.tolist(),
        live=span.live.tolist() if span.flush else [],
    )


def _columns(plan: EliminationPlan, equations: IntArray) -> tuple[list[list[int]], list[list[int]]]:
    """Tabulate each equation's positions but the last: (columns, []), or ([], rows) if smaller."""
    first = plan.starts[equations]
    counts = plan.starts[equations + 1] - first - 1
    most = int(counts.max(initial=0))
    if not most or most * counts.size > 2 * int(counts.sum()) + 64:
        return [], _rows(plan, equations, 1)
    columns = []
    for k in range(most):
        inside = counts > k
        source = plan.places[np.where(inside, first + k, 0)]
        columns.append(np.where(inside, source, plan.unknowns).tolist())
    return columns, []


def _rows(plan: EliminationPlan, equations: IntArray, drop: int) -> list[list[int]]:
    """Return the list of positions in each equation without its last ``drop`` positions."""
    ends, sources = plan.entries_of(equations)
    flat = plan.places[sources].tolist()
    return [flat[low : high - drop] for low, high in pairwise([0, *ends.tolist()])]


BitStep = SolvingStep[tuple[int, ...], tuple[int, ...]]
BitEvent = FlushEvent[BitStep, tuple[tuple[int, int], ...]]


def pull(step: BitStep, lam: Sequence[int]) -> int:
    """Compute a step's equation weights (a bit mask) from the weights of its target sums."""
    chosen = 0
    for target, mask in zip(step.targets, step.factors, strict=True):
        if lam[target]:
            chosen ^= mask
    bits = 0
    for i, tag in enumerate(step.tags):
        if chosen >> i & 1:
            bits ^= tag
    return bits


def solve_chunk(x: list[int], base: int, chunk: range, numbers: Sequence[int]) -> BitStep:
    """Solve a batch of residual equations and substitute the solution into the other sums.

    Args:
        x: all sums by number; those in ``numbers`` are changed.
        base: number of the first residual equation.
        chunk: the batch, counted from there.
        numbers: the sums still needed.
    """
    size = len(chunk)
    basis, checks = reduce_tagged(x[base + chunk.start : base + chunk.stop])
    columns = list(basis)
    rows = [row >> size for row in basis.values()]
    tag_mask = (1 << size) - 1
    pivots = sum(1 << column for column in columns)
    targets = [number for number in numbers if x[number] & pivots]
    masks: list[int] = []
    if targets:
        masks = extract([x[number] for number in targets], columns)
        width = max(row.bit_length() for row in rows)
        for number, change in zip(targets, combine(masks, rows, width), strict=True):
            x[number] ^= change
    return SolvingStep(
        chunk=chunk,
        columns=tuple(columns),
        sums=tuple(row ^ 1 << column for row, column in zip(rows, columns, strict=True)),
        tags=tuple(row & tag_mask for row in basis.values()),
        checks=tuple(checks),
        targets=tuple(targets),
        factors=tuple(masks),
    )


def concentrate(x: list[int], numbers: Sequence[int]) -> BitStep:
    """Change the basis of the parameters so that the sums use fewer columns.

    The sums are written in terms of a basis of their span: a pivot column z of its reduced echelon
    form now means the whole row, so the parameter that owned it is z plus the rest of the row.

    Args:
        x: all sums by number; those in ``numbers`` are changed.
        numbers: the sums still needed.
    """
    size = len(numbers)
    basis, _ = reduce_tagged([x[number] for number in numbers])
    pivots = sum(1 << column for column in basis)
    for number in numbers:
        x[number] &= pivots
    return SolvingStep(
        chunk=range(0),
        columns=tuple(basis),
        sums=tuple(row >> size for row in basis.values()),
        tags=(0,) * len(basis),
        checks=(),
        targets=(),
        factors=(),
    )


def extract(sums: Sequence[int], columns: Sequence[int]) -> list[int]:
    """Return for each integer the bits at positions ``columns``, packed into an integer."""
    if len(sums) * len(columns) <= 4096:
        return [_gather(value, columns) for value in sums]
    top = max([*(value.bit_length() for value in sums), max(columns) + 1])
    return integers(bits_of(sums, top, "little")[:, columns], "little")


def _gather(value: int, columns: Sequence[int]) -> int:
    out = 0
    for index, column in enumerate(columns):
        if value >> column & 1:
            out |= 1 << index
    return out
