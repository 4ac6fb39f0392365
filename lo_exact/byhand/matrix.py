"""Matrix of a puzzle for teaching: inverse, pseudo-inverse and picture.

An inverse comes from solving for all single lights together.  Where there is none, a
*pseudo-inverse* G has A G A = A, so G s solves every solvable board s: pivots by units on [A | I];
it exists when nothing but units and zeros is left (always for c without square factors).
Both are multiplied out before they leave.  Costs lights x buttons x rank for a pseudo-inverse.
Drawn, a matrix has a pixel for each number, larger ones while it is small.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix, Unsolvable, eliminate, prime_powers
from lo_exact.algebra.modulus import idempotent
from lo_exact.errors import LimitReached, SolverError
from lo_exact.pictures.inks import HUES, INK, OFF, PAPER, STEPS, fill_number
from lo_exact.pictures.marks import Bitmap
from lo_exact.pictures.scene import Scene

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
