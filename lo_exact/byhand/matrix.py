"""Inverse of a puzzle's matrix mod c, and pictures of matrices.

An inverse comes from solving for all single lights together, and is multiplied out before it is
returned.  In the picture a matrix has a pixel for each number, or more while it is small.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix, Unsolvable, eliminate
from lo_exact.errors import LimitReached, SolverError
from lo_exact.pictures.marks import HUES, INK, OFF, PAPER, STEPS, Bitmap, fill_number
from lo_exact.pictures.scene import Scene

MAX_WRITTEN = 4096
"""Largest number of lights, and of buttons, of a matrix to print."""


def check_side(matrix: SparseMatrix) -> None:
    """Raise an error if a matrix is too large to be written out.

    Raises:
        LimitReached: When the matrix is too large.
    """
    if max(matrix.shape) > MAX_WRITTEN:
        raise LimitReached(
            f"a matrix of {matrix.shape[0]} x {matrix.shape[1]} is too large for this; "
            f"at most {MAX_WRITTEN} lights and buttons"
        )


def inverse(matrix: SparseMatrix) -> IntArray | None:
    """Return the inverse G of a matrix A mod c, A G = G A = I, or None if A has none.

    Returns:
        (buttons, lights) int64 in 0..c-1; row j lists the lights on which button j depends.

    Raises:
        LimitReached: When the matrix is too large.
    """
    check_side(matrix)
    size, buttons = matrix.shape
    if size != buttons or (elimination := eliminate(matrix)).orders:
        return None
    columns = elimination.solve_batch(np.eye(size, dtype=np.int64))
    rows = [column for column in columns if not isinstance(column, Unsolvable)]
    if len(rows) != size:
        raise SolverError("a square matrix without quiet patterns has no inverse: please report it")
    for light, column in enumerate(rows):
        product = matrix.dot(column)
        if product[light] != 1 or np.count_nonzero(product) != 1:
            raise SolverError("an inverse does not multiply out: please report this")
    inverted: IntArray = np.array(rows, dtype=np.int64).reshape(size, size).T
    return inverted


MATRIX_PIXELS = 640
"""Width and height of a small matrix's picture, in pixels."""

LARGEST_CELL = 24
"""Largest width of an entry, in pixels."""

MAX_SET_OFF = 256
"""Rows and columns up to which a two-colour matrix has its own background."""


def pixel_scene(
    values: NDArray[Any], colours: int, *, title: str = "", description: str = ""
) -> Scene:
    """Return a picture of a matrix of residues with one pixel block for each entry.

    Args:
        values: (rows, columns) integers in 0..c-1.
        colours: c.
        title: one line.
        description: description of the picture.
    """
    if colours == 2:
        fills = np.multiply(values != 0, fill_number(INK), dtype=np.uint8)
    elif colours <= len(HUES) + 1:
        fills = values.astype(np.uint8)
    else:
        ramp = 1 + len(HUES) + (values.astype(np.int64) - 1) * (STEPS - 1) // (colours - 2)
        fills = np.where(values > 0, ramp, 0).astype(np.uint8)
    rows, columns = values.shape
    # a large two-colour matrix has the page's colour as background: a pixel then takes one bit
    ground = OFF if colours > 2 or max(rows, columns) <= MAX_SET_OFF else PAPER
    scale = int(max(1, min(LARGEST_CELL, MATRIX_PIXELS // max(rows, columns, 1))))
    return Scene(
        columns * scale, rows * scale, (Bitmap(fills, 0, 0, scale, ground),), title, description
    )
