"""Gaussian elimination on [A | s] step by step, for teaching: swap, scale, subtract.

A pivot that is a unit is made 1 and clears its column above and below.  Where a column has no unit
(composite c), its rows are subtracted from each other as Euclid does until one is left, which then
clears what it divides.  Small boards only: a person is meant to read it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.matrix import check_side
from lo_exact.puzzle import Puzzle

MAX_SIDE = 64
"""The most lights or buttons of a board whose elimination is written out: a wide page."""

PIVOTS = ("best", "first", "sparse")
"""Which row is taken for a column: see `elimination`."""


@dataclass(frozen=True, eq=False)
class Stage:
    """Matrix after one step of the elimination, with a description of the step."""

    words: str
    """What was done, rows counted from 1; what is there, for the first."""
    rows: IntArray
    """(lights that matter, unknowns + 1): A and the syndrome."""


def elimination(puzzle: Puzzle, pivot: str = "best") -> Iterator[Stage]:
    """Yield each stage of the elimination of A x = s, the system itself first.

    Args:
        puzzle: the board.
        pivot: which row is taken for a column: ``best``, the first whose entry divides most
            (a unit where there is one); ``first``, the first whose entry is not 0; ``sparse``, of
            the best ones that with the fewest entries, so that the rows stay short.

    Raises:
        LimitReached: When the board is too large to be read.
    """
    system = puzzle.system
    check_side(system.matrix, MAX_SIDE)
    c = system.colours
    rows = np.hstack([system.matrix.to_dense(), system.syndrome[:, None]])
    yield Stage("the matrix, and what each light needs", rows)
    rank = 0
    for column in range(system.unknowns):
        while rank < len(rows) and rows[rank:, column].any():
            best = _best(rows[rank:], column, c, pivot) + rank
            if best != rank:
                rows = rows.copy()
                rows[[rank, best]] = rows[[best, rank]]
                yield Stage(f"swap rows {rank + 1} and {best + 1}", rows)
            unit = _towards_divisor(int(rows[rank, column]), c)
            if unit != 1:
                rows = rows.copy()
                rows[rank] = rows[rank] * unit % c
                yield Stage(f"multiply row {rank + 1} by {unit}", rows)
            rows, words = _cleared(rows, rank, column, int(rows[rank, column]), c)
            if words:
                yield Stage(f"subtract row {rank + 1} from {words}", rows)
            if not rows[rank + 1 :, column].any():
                rank += 1
                break


def _best(rows: IntArray, column: int, c: int, pivot: str) -> int:
    """Return the index of the pivot row for a column, by the wanted pivot rule."""
    values = rows[:, column].tolist()
    if pivot == "first":
        return next(k for k, value in enumerate(values) if value)
    divisors = [gcd(value, c) if value else c + 1 for value in values]
    lengths = np.count_nonzero(rows, axis=1).tolist() if pivot == "sparse" else [0] * len(values)
    return min(range(len(values)), key=lambda k: (divisors[k], lengths[k]))


def _towards_divisor(value: int, c: int) -> int:
    """Return a unit that turns a residue into its gcd with c."""
    step = gcd(value, c)
    order = c // step
    unit = pow(value // step, -1, order) if order > 1 else 1
    while gcd(unit, c) != 1:
        unit += order
    return unit % c


def _cleared(rows: IntArray, rank: int, column: int, pivot: int, c: int) -> tuple[IntArray, str]:
    """Subtract multiples of the pivot row from all other rows, and describe the step."""
    times = rows[:, column] // pivot
    times[rank] = 0
    where = np.flatnonzero(times)
    if not where.size:
        return rows, ""
    new = rows.copy()
    # residues are below 2**31, so products are below 2**62
    new[where] = (rows[where] - times[where, None] * rows[rank] % c) % c
    said = [
        f"row {row + 1}" + (f" x{int(times[row])}" if times[row] > 1 else "")
        for row in where.tolist()
    ]
    return new, ", ".join(said)
