"""Grid boards, from loops of their own, and random small puzzles."""

import numpy as np

from lo_exact.algebra.sparse import from_entries
from lo_exact.errors import UsageError
from lo_exact.formats import write_puzzle
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


def random_puzzle(rng, largest=4000, *, binary=False):
    """A puzzle with at most ``largest`` press vectors, in general not square and with holes.

    Binary ones have two colours and mostly few enough solutions for two halves.
    """
    c = 2 if binary else rng.choice([2, 2, 2, 2, 3, 3, 4, 5, 6, 8, 9, 12])
    lights, most = rng.choice([8, 9, 10]) if binary else rng.randrange(7), 0
    while c ** (most + 1) <= largest:
        most += 1
    buttons = rng.choice([most, rng.randrange(most + 1)]) if binary else rng.randrange(most + 1)
    share = 0.3 if binary else rng.choice([0.2, 0.5, 0.8])
    places = [
        (i, j, rng.choice([1, rng.randrange(c)]))
        for i in range(lights)
        for j in range(buttons)
        if rng.random() < share
    ]
    i, j, v = np.array(places, dtype=np.int64).reshape(-1, 3).T
    matrix = from_entries((lights, buttons), c, i, j, v)
    target = np.array(
        [rng.choice([0, 0, rng.randrange(c), -1 + binary]) for _ in range(lights)], dtype=np.int64
    )
    if rng.random() < 0.75:
        x = np.array([rng.randrange(c) for _ in range(buttons)], dtype=np.int64)
        state = (np.where(target < 0, 0, target) - matrix.dot(x)) % c
    else:
        state = np.array([rng.randrange(c) for _ in range(lights)], dtype=np.int64)
    objective = rng.choice(list(Objective))
    prices = [rng.choice([0, 1, 1, 2, 7, 2**16 if binary else 2**31]) for _ in range(buttons)]
    return Puzzle(
        matrix,
        state,
        target,
        uniform=rng.random() < 0.2,
        objective=objective,
        prices=np.array(prices if objective is Objective.PRICES else [], dtype=np.int64),
    )


def edges_of_a_grid(rows, columns, *lights_on):
    """Lights at the crossings of a grid, a button on each edge: as in a surface code."""
    ends = [
        (i * columns + j, (i + a) * columns + j + b)
        for i in range(rows)
        for j in range(columns)
        for a, b in ((0, 1), (1, 0))
        if i + a < rows and j + b < columns
    ]
    lights, buttons = np.array(ends).ravel(), np.repeat(np.arange(len(ends)), 2)
    matrix = from_entries((rows * columns, len(ends)), 2, lights, buttons, np.ones_like(lights))
    state = np.zeros(rows * columns, dtype=np.int64)
    state[list(lights_on)] = 1
    return Puzzle(matrix, state, np.zeros_like(state))


def as_text(puzzle):
    """Return a puzzle as a file that lo-exact reads, for the message of a test that fails."""
    try:
        return f"\n{write_puzzle(puzzle)}"
    except UsageError:  # no board
        return f"\n{write_puzzle(puzzle, 'json')}"
