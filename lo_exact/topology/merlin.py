"""Merlin's Magic Square: 3 x 3 lights, with a different rule for corner, edge and centre buttons.

A corner changes the 2 x 2 square at that corner, the middle of an edge changes the row or column of
three along that edge, the centre changes the plus around it.  Merlin, Parker Brothers (1978), as
described by D. Pelletier, "Merlin's Magic Square", American Mathematical Monthly 94 (1987).
"""

import numpy as np

from lo_exact.algebra.sparse import SparseMatrix, from_columns
from lo_exact.errors import PuzzleError
from lo_exact.topology.grid import Grid, check_colours

_CHANGES = (
    ((0, 1, 3, 4), (0, 1, 2), (1, 2, 4, 5)),
    ((0, 3, 6), (1, 3, 4, 5, 7), (2, 5, 8)),
    ((3, 4, 6, 7), (6, 7, 8), (4, 5, 7, 8)),
)


def merlin_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of Merlin's Magic Square.

    Raises:
        PuzzleError: When the grid is not 3 x 3 without holes and dead buttons.
    """
    check_colours(colours)
    if grid.shape != (3, 3) or not (np.all(grid.lights) and np.all(grid.buttons)):
        raise PuzzleError(
            "the merlin rule is for 3 x 3 lights, each with a button; "
            f"got {grid.shape[0]} x {grid.shape[1]}"
        )
    return from_columns(
        9, colours, (dict.fromkeys(lights, 1) for row in _CHANGES for lights in row)
    )
