"""What a question is about: a puzzle, or an array that is a board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle

Asked = Puzzle | NDArray[Any]
"""A puzzle; or (rows, columns) integers, a board of two colours and the plus rule."""


def puzzle_of(asked: Asked) -> Puzzle:
    """Return the puzzle that is asked about.

    Raises:
        UsageError: When it is neither a puzzle nor an array of rows and columns.
        PuzzleError: When the array is no board of two colours.
    """
    if isinstance(asked, Puzzle):
        return asked
    if isinstance(asked, np.ndarray) and asked.ndim == 2:
        from lo_exact.topology import grid_puzzle

        return grid_puzzle(asked)
    raise UsageError(
        f"a question is about a Puzzle or a board of rows and columns, got {type(asked).__name__}; "
        "grid_puzzle, matrix_puzzle, graph_puzzle and read_puzzle make puzzles"
    )
