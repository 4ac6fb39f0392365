"""Steps of the elimination over GF(2): solve residual equations, substitute into other sums.

A sum is an integer with a bit for each column, and a parameter in use owns a column.  Rows carry a
tag behind the sum: which equations of the batch they are made of.  So a row that becomes empty
tells which equations contradict or repeat each other, and the constant of every other row can be
worked out later, for any syndrome.
"""

from collections.abc import Sequence

from lo_exact.algebra.elimination.elimination_plan import FlushEvent, SolvingStep
from lo_exact.algebra.gf2 import bits_of, combine, integers, reduce_tagged

BitStep = SolvingStep[tuple[int, ...], tuple[int, ...]]
BitEvent = FlushEvent[BitStep, tuple[tuple[int, int], ...]]


def pull(step: BitStep, lam: Sequence[int]) -> int:
    """Propagate the weights of a step's targets back to its equations; return them as a mask."""
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
    """Solve a batch of residual equations and substitute the result into the other sums.

    Args:
        x: all sums by number; the numbered ones are changed.
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
        x: all sums by number; the numbered ones are changed.
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
