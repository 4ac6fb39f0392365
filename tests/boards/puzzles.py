"""Grid boards for tests, from loops of their own."""

import numpy as np

from lo_exact.algebra.sparse import from_entries
from lo_exact.puzzle import Objective, Puzzle


def grid_puzzle(rows, columns, colours=2, state=None, **more):
    """The plus rule on a grid; by default every light is colours - 1, wanted are zeros."""
    places = [
        (i * columns + j, (i + a) * columns + j + b, 1)
        for i in range(rows)
        for j in range(columns)
        for a, b in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= i + a < rows and 0 <= j + b < columns
    ]
    button, light, amount = np.array(places, dtype=np.int64).reshape(-1, 3).T
    lights = rows * columns
    matrix = from_entries((lights, lights), colours, light, button, amount)
    start = np.full(lights, colours - 1) if state is None else np.asarray(state)
    objective = more.pop("objective", Objective.PRESSES)
    zeros = np.zeros(lights, dtype=np.int64)
    return Puzzle(matrix, start.astype(np.int64), zeros, objective=objective, **more)
