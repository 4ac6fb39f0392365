"""Random puzzles of every kind, for cross-checks of engines and external solvers.

Every kind that ever hid a bug is drawn: matrices that are neither square nor symmetric, directed
graphs, boards with holes, composite colours, unsolvable states, lights without buttons and buttons
without lights, equal buttons, all objectives.  Equal seeds give equal puzzles: numpy's PCG64.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from lo_exact.algebra import IntArray, from_dense
from lo_exact.puzzle import ANY, Objective, Puzzle


@dataclass(frozen=True)
class Range:
    """Range of integers from low to high, inclusive."""

    low: int
    high: int

    def draw(self, rng: Generator) -> int:
        """Return a random integer in the range."""
        return int(rng.integers(self.low, self.high + 1))


def random_matrix_puzzles(
    rng: Generator,
    *,
    lights: Range = Range(0, 6),
    buttons: Range = Range(0, 6),
    colours: Range = Range(2, 12),
    max_vectors: int = 20_000,
    plain: bool = False,
) -> Iterator[Puzzle]:
    """Yield puzzles with random explicit matrices, endlessly.

    Args:
        rng: random generator.
        lights: range of the number of lights.
        buttons: range of the number of buttons.
        colours: range of the number of colours.
        max_vectors: bound on c^buttons, so that enumeration can check answers.
        plain: whether to minimise presses, with all lights relevant and the target 0.
    """
    while True:
        c, m, n = colours.draw(rng), lights.draw(rng), buttons.draw(rng)
        if c**n > max_vectors:
            continue
        matrix = _random_matrix(rng, m, n, c)
        target = np.zeros(m, dtype=np.int64)
        puzzle = Puzzle(from_dense(matrix, c), _random_state(rng, matrix, c), target)
        yield puzzle if plain else _decorated(rng, puzzle)


def _random_matrix(rng: Generator, m: int, n: int, c: int) -> IntArray:
    density = rng.choice([0.2, 0.5, 0.9])
    matrix: IntArray = rng.integers(0, c, (m, n), dtype=np.int64)
    matrix *= rng.random((m, n)) < density
    if rng.random() < 0.3:
        matrix = matrix.astype(bool).astype(np.int64)
    if n > 1 and rng.random() < 0.3:
        matrix[:, n - 1] = matrix[:, 0]
    if m > 1 and rng.random() < 0.2:
        matrix[m - 1] = matrix[0] * int(rng.integers(0, c)) % c
    return matrix


def _random_state(rng: Generator, matrix: IntArray, c: int) -> IntArray:
    """Return a random state, usually a solvable one."""
    m, n = matrix.shape
    if rng.random() < 0.3:
        return rng.integers(0, c, (m,), dtype=np.int64)
    presses = rng.integers(0, c, n, dtype=np.int64)
    state: IntArray = np.mod(-(matrix @ presses), c)
    return state


def _decorated(rng: Generator, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with a random variation of target, ignored lights and objective."""
    kind = rng.integers(0, 6)
    if kind == 0 and puzzle.lights:
        target = puzzle.target.copy()
        target[rng.random(puzzle.lights) < 0.3] = ANY
        puzzle = replace(puzzle, target=target)
    elif kind == 1:
        target = rng.integers(0, puzzle.colours, puzzle.lights, dtype=np.int64)
        puzzle = replace(puzzle, target=target, state=(puzzle.state + target) % puzzle.colours)
    elif kind == 2:
        puzzle = replace(puzzle, uniform=True)
    objective = rng.integers(0, 4)
    if objective == 0:
        return replace(puzzle, objective=Objective.BUTTONS)
    if objective == 1:
        prices = rng.integers(0, 6, puzzle.buttons, dtype=np.int64)
        return replace(puzzle, objective=Objective.PRICES, prices=prices)
    return puzzle
