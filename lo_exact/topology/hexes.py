"""Boards of hexagons, on which every button changes its own light and its six neighbours.

Hexagons stand on every second place of their row, and rows are shifted by one place against each
other, so that a board of blanks and glyphs looks as it is::

      # . #
     # . . #
      . # #

The neighbours of a place are two steps to the left and right in its row, and one step in the rows
above and below.  A full rectangle of rows and columns is taken as that many rows of hexagons, every
second row shifted to the right.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import SparseMatrix
from lo_exact.errors import PuzzleError
from lo_exact.topology.grid import SURFACES, Grid, Stencil, check_grid_size, stencil_matrix

BESIDE = ((-1, -1), (-1, 1), (0, -2), (0, 0), (0, 2), (1, -1), (1, 1))
"""Row and column steps to the lights that a button changes, including its own."""


def hex_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of a board of hexagons.

    Raises:
        PuzzleError: When lights are not on every second cell, so that neighbours are unclear.
    """
    rows, columns = np.nonzero(grid.lights | grid.buttons)
    if rows.size and np.ptp((rows + columns) % 2):
        raise PuzzleError(
            "hexagons stand on every second place, each row shifted against the one above, with "
            "blanks or ~ between them; or the board is a full rectangle"
        )
    stencil = Stencil(tuple((row, column, 1) for row, column in BESIDE))
    return stencil_matrix(grid, stencil, SURFACES["plane"], colours)


def spread_hexagons(drawn: NDArray[Any], hole: int) -> NDArray[Any]:
    """Place the cells of a full rectangle of hexagons in a wider array, with gaps between them.

    Args:
        drawn: (rows, columns) values.
        hole: value between the hexagons.

    >>> spread_hexagons(np.array([[1, 2], [3, 4]]), 0).tolist()
    [[1, 0, 2, 0], [0, 3, 0, 4]]
    """
    rows, columns = drawn.shape
    width = 2 * columns - (rows == 1)
    check_grid_size(rows, width)
    placed = np.full((rows, width), hole, dtype=drawn.dtype)
    placed[::2, ::2] = drawn[::2]
    if rows > 1:
        placed[1::2, 1::2] = drawn[1::2]
    return placed
