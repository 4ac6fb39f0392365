"""Matrix of a puzzle for teaching: inverse, pseudo-inverse and picture.

An inverse comes from solving for all single lights together.  Where there is none, a
*pseudo-inverse* G has A G A = A, so G s solves every solvable board s: pivots by units on [A | I];
it exists when nothing but units and zeros is left (always for c without square factors).
Both are multiplied out before they leave.  Costs lights x buttons x rank for a pseudo-inverse.
Drawn, a matrix has a pixel for each number, larger ones while it is small.

Elimination step by step on [A | s], as on a blackboard: swap, scale, subtract.

A pivot that is a unit is made 1 and clears its column above and below.  Where a column has no unit
(composite c), its rows are subtracted from each other as Euclid does until one is left, which then
clears what it divides.  Small boards only: a person is meant to read it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix, Unsolvable, eliminate, prime_powers
from lo_exact.algebra.modulus import idempotent
from lo_exact.errors import LimitReached, SolverError
from lo_exact.pictures.marks import HUES, INK, OFF, PAPER, STEPS, Bitmap, fill_number
from lo_exact.pictures.scene import Scene
from lo_exact.puzzle import Puzzle

MAX_SIDE = 4096
"""The largest matrix written out, in lights or buttons."""

MAX_PSEUDO = 700
"""The largest matrix of which a pseudo-inverse is worked out."""


@dataclass(frozen=True, eq=False)
class Inverse:
    """Inverse or pseudo-inverse of a matrix mod c."""

    values: IntArray
    """(buttons, lights) int64 in 0..c-1; row j says which lights button j answers to."""
    exact: bool
    """True: A G = G A = I; False: a pseudo-inverse, A G A = A."""


def check_side(matrix: SparseMatrix, most: int = MAX_SIDE) -> None:
    """Raise an error if a matrix is too large to be written out.

    Raises:
        LimitReached: When it is.
    """
    if max(matrix.shape) > most:
        raise LimitReached(
            f"a matrix of {matrix.shape[0]} x {matrix.shape[1]} is too large for this; "
            f"at most {most} lights and buttons"
        )


def inverse(matrix: SparseMatrix) -> Inverse | None:
    """Return the inverse of a matrix mod c, else a pseudo-inverse, or None if it has neither.

    Raises:
        LimitReached: When the matrix is too large.
    """
    check_side(matrix)
    lights, buttons = matrix.shape
    if lights == buttons:
        elimination = eliminate(matrix)
        if not elimination.orders:
            return Inverse(_inverted(matrix, elimination.solve_batch(_identity(lights))), True)
    check_side(matrix, MAX_PSEUDO)
    total = np.zeros((buttons, lights), dtype=np.int64)
    for prime, exponent in prime_powers(matrix.modulus):
        power = prime**exponent
        part = _pseudo(matrix.reduce(power).to_dense(), prime, power)
        if part is None:
            return None
        total = (total + part * idempotent(matrix.modulus, power)) % matrix.modulus
    _check_pseudo(matrix, total)
    return Inverse(total, False)


def _identity(size: int) -> IntArray:
    return np.eye(size, dtype=np.int64)


def _inverted(matrix: SparseMatrix, columns: list[IntArray | Unsolvable]) -> IntArray:
    """Assemble the inverse from its columns, after checking A G = I."""
    rows = [column for column in columns if not isinstance(column, Unsolvable)]
    size = matrix.shape[0]
    found = np.array(rows, dtype=np.int64).reshape(len(rows), size)
    for light, column in enumerate(found):
        product = matrix.dot(column)
        if product[light] != 1 or np.count_nonzero(product) != 1:
            raise SolverError("an inverse does not multiply out: please report this")
    if len(rows) != size:
        raise SolverError("a square matrix without quiet patterns has no inverse: please report it")
    inverted: IntArray = found.T
    return inverted


def _pseudo(dense: IntArray, prime: int, power: int) -> IntArray | None:
    """Return G with A G A = A over Z/p^e, or None if nonzero rows without a unit remain."""
    lights, buttons = dense.shape
    rows = np.hstack([dense % power, _identity(lights)])
    found = np.zeros((buttons, lights), dtype=np.int64)
    pivots: list[int] = []
    for column in range(buttons):
        rank = len(pivots)
        units = np.flatnonzero(rows[rank:, column] % prime)
        if not units.size:
            continue
        at = rank + int(units[0])
        rows[[rank, at]] = rows[[at, rank]]
        rows[rank] = rows[rank] * pow(int(rows[rank, column]), -1, power) % power
        factors = rows[:, column].copy()
        factors[rank] = 0
        # residues are below 2**31, so products are below 2**62
        changed = np.flatnonzero(factors)
        rows[changed] = (rows[changed] - factors[changed, None] * rows[rank] % power) % power
        pivots.append(column)
    if rows[len(pivots) :, :buttons].any():
        return None
    found[pivots] = rows[: len(pivots), buttons:]
    return found


def _check_pseudo(matrix: SparseMatrix, found: IntArray) -> None:
    """Check A G A = A by multiplying out, column by column."""
    for button in range(matrix.shape[1]):
        lights, amounts = matrix.column(button)
        column = np.zeros(matrix.shape[0], dtype=np.int64)
        column[lights] = amounts
        answer = (found * column % matrix.modulus).sum(axis=1) % matrix.modulus
        if not np.array_equal(matrix.dot(answer), column):
            raise SolverError("a pseudo-inverse does not multiply out: please report this")


WIDE = 640
"""What a small matrix is wide or high, in pixels."""

LARGE = 24
"""The most pixels a number is wide."""

MAX_SET_OFF = 256
"""Up to so many rows and columns a matrix of two colours has a ground of its own."""


def pixel_scene(
    values: NDArray[Any], colours: int, *, title: str = "", description: str = ""
) -> Scene:
    """Return a picture of a matrix of residues with one pixel block for each entry.

    Args:
        values: (rows, columns) integers in 0..c-1.
        colours: c.
        title: one line.
        description: what it shows.
    """
    if colours == 2:
        fills = np.multiply(values != 0, fill_number(INK), dtype=np.uint8)
    elif colours <= len(HUES) + 1:
        fills = values.astype(np.uint8)
    else:
        ramp = 1 + len(HUES) + (values.astype(np.int64) - 1) * (STEPS - 1) // (colours - 2)
        fills = np.where(values > 0, ramp, 0).astype(np.uint8)
    rows, columns = values.shape
    # a small matrix gets a background of its own; a large one takes one bit for each pixel
    ground = OFF if colours > 2 or max(rows, columns) <= MAX_SET_OFF else PAPER
    scale = int(max(1, min(LARGE, WIDE // max(rows, columns, 1))))
    return Scene(
        columns * scale, rows * scale, (Bitmap(fills, 0, 0, scale, ground),), title, description
    )


MAX_ELIMINATED = 64
"""The most lights or buttons of a board whose elimination is written out: a wide page."""


@dataclass(frozen=True, eq=False)
class Stage:
    """The matrix after one operation."""

    words: str
    """What was done, rows counted from 1; what is there, for the first."""
    rows: IntArray
    """(lights that matter, unknowns + 1): A and the syndrome."""


def elimination(puzzle: Puzzle) -> Iterator[Stage]:
    """Yield the stages of the elimination of A x = s, the system itself first.

    The row that is taken for a column is the first whose entry divides most: a unit where there is
    one.

    Raises:
        LimitReached: When the board is too large to be read.
    """
    system = puzzle.system
    check_side(system.matrix, MAX_ELIMINATED)
    c = system.colours
    rows = np.hstack([system.matrix.to_dense(), system.syndrome[:, None]])
    yield Stage("the matrix, and what each light needs", rows)
    rank = 0
    for column in range(system.unknowns):
        while rank < len(rows) and rows[rank:, column].any():
            divisors = [gcd(v, c) if v else c + 1 for v in rows[rank:, column].tolist()]
            best = rank + divisors.index(min(divisors))
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


def _towards_divisor(value: int, c: int) -> int:
    """Return a unit that turns a residue into its gcd with c."""
    step = gcd(value, c)
    order = c // step
    unit = pow(value // step, -1, order) if order > 1 else 1
    while gcd(unit, c) != 1:
        unit += order
    return unit % c


def _cleared(rows: IntArray, rank: int, column: int, pivot: int, c: int) -> tuple[IntArray, str]:
    """Subtract the pivot's row as often as it goes, and say from which rows."""
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
