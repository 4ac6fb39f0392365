"""Boards for given rules: one colour, random and solvable, random and unsolvable, or pressed.

A random solvable board is the target with uniformly random presses undone, so it is uniform among
the solvable boards (every one is reached by equally many presses).  A random unsolvable board is
uniform among those: states are drawn until elimination refuses one, which takes two draws on
average at most, since the solvable states are a proper subgroup's coset.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Unsolvable, eliminate
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.puzzle import ANY, Puzzle


def one_colour_board(puzzle: Puzzle, colour: int) -> Puzzle:
    """Return the puzzle with all lights of one colour.

    Raises:
        PuzzleError: When the colour is not 0..c-1.
    """
    if not 0 <= colour < puzzle.colours:
        raise PuzzleError(f"a colour is 0..{puzzle.colours - 1}, got {colour}")
    return replace(puzzle, state=np.full(puzzle.lights, colour, dtype=np.int64))


def pressed_board(puzzle: Puzzle, presses: NDArray[Any]) -> Puzzle:
    """Return the puzzle whose state the given presses bring to the target.

    Args:
        puzzle: The rules.  Where a light does not matter, its colour wanted is taken as 0.
        presses: (buttons,) integers, taken mod c.

    Raises:
        PuzzleError: When there is not one number per button.
    """
    if presses.shape != (puzzle.buttons,):
        raise PuzzleError(f"presses must be {puzzle.buttons} numbers, got shape {presses.shape}")
    target = np.where(puzzle.target == ANY, 0, puzzle.target)
    return replace(puzzle, state=(target - puzzle.activation.dot(presses)) % puzzle.colours)


def random_board(puzzle: Puzzle, rng: Generator) -> Puzzle:
    """Return a solvable board, uniform among all solvable ones of these rules."""
    board = pressed_board(puzzle, rng.integers(0, puzzle.colours, puzzle.buttons, dtype=np.int64))
    free = puzzle.target == ANY
    state = board.state.copy()
    state[free] = rng.integers(0, puzzle.colours, int(free.sum()), dtype=np.int64)
    if puzzle.uniform:
        shift = int(rng.integers(0, puzzle.colours))
        state[~free] = (state[~free] + shift) % puzzle.colours
    return replace(puzzle, state=state)


def unsolvable_board(puzzle: Puzzle, rng: Generator) -> Puzzle:
    """Return an unsolvable board, uniform among all unsolvable ones of these rules.

    Raises:
        UsageError: When every board of these rules is solvable.
    """
    elimination = eliminate(puzzle.system.matrix)
    rows = puzzle.matters
    # |solvable states| * |kernel| = c^unknowns; all states are solvable when that is c^lights
    if puzzle.colours**rows.size * elimination.kernel.size == (
        puzzle.colours**puzzle.system.unknowns
    ):
        raise UsageError("every board of these rules is solvable: there is no unsolvable one")
    while True:
        state: IntArray = rng.integers(0, puzzle.colours, puzzle.lights, dtype=np.int64)
        syndrome = (puzzle.target[rows] - state[rows]) % puzzle.colours
        if isinstance(elimination.solve(syndrome), Unsolvable):
            return replace(puzzle, state=state)
