"""Puzzles of every shape, and the published minima of one board."""

import numpy as np

from lo_exact.algebra.sparse import from_dense
from lo_exact.puzzle import ANY, Objective, Puzzle

ALL_ON_5X5 = (  # M.Hiroi, Puzzle DE Programming (2022)
    "0110101110001111101111000",
    "0001111011111000111010110",
    "1100011011001110111001101",
    "1011001110111001101100011",
)

MINIMA_5X5 = tuple(tuple(map(int, x)) for x in ALL_ON_5X5)


def numbers(*values):
    return np.array(values, dtype=np.int64)


def board(name):
    """Puzzles of every shape, by name."""
    puzzles = {
        "no lights": Puzzle(from_dense(np.zeros((0, 3)), 2), numbers(), numbers()),
        "no buttons": Puzzle(from_dense(np.zeros((2, 0)), 3), numbers(1, 1), numbers(1, 1)),
        "nothing": Puzzle(from_dense(np.zeros((0, 0)), 2), numbers(), numbers()),
        "a light without buttons": Puzzle(
            from_dense([[1, 0], [0, 0]], 2), numbers(1, 0), numbers(0, 0)
        ),
        "a button without lights": Puzzle(
            from_dense([[1, 0], [1, 0]], 5), numbers(2, 2), numbers(0, 0)
        ),
        "directed": Puzzle(
            from_dense([[1, 1, 0], [0, 1, 1], [0, 0, 1]], 4), numbers(1, 2, 3), numbers(0, 0, 0)
        ),
        "equal buttons": Puzzle(from_dense([[1, 1], [1, 1]], 6), numbers(2, 2), numbers(0, 0)),
        "twelve": Puzzle(
            from_dense([[2, 3, 0, 4], [0, 6, 6, 8]], 12), numbers(3, 6), numbers(0, 0)
        ),
        "buttons": Puzzle(
            from_dense([[1, 1, 2], [2, 1, 1]], 3),
            numbers(2, 1),
            numbers(0, 0),
            objective=Objective.BUTTONS,
        ),
        "prices": Puzzle(
            from_dense([[1, 1, 1]], 2),
            numbers(1),
            numbers(0),
            objective=Objective.PRICES,
            prices=numbers(2**31, 0, 7),
        ),
        "uniform": Puzzle(
            from_dense([[1, 0, 1], [1, 1, 0], [0, 1, 1]], 3),
            numbers(0, 1, 2),
            numbers(0, 0, ANY),
            uniform=True,
        ),
    }
    return puzzles[name]


SHAPES = [
    "no lights",
    "no buttons",
    "nothing",
    "a light without buttons",
    "a button without lights",
    "directed",
    "equal buttons",
    "twelve",
    "buttons",
    "prices",
    "uniform",
]
