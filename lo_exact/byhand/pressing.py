"""The board after presses: what is lit then, and what is still wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.whole import whole
from lo_exact.errors import PuzzleError
from lo_exact.languages.phrases import phrase
from lo_exact.puzzle import Puzzle


@dataclass(frozen=True, eq=False)
class Pressed:
    """A board after presses."""

    presses: IntArray
    """(buttons,) 0..c-1."""
    state: IntArray
    """(lights,) 0..c-1 after them."""
    lit: int
    """How many lights are not 0."""
    wrong: int
    """How many lights that matter are not at the target."""
    solved: bool
    """Whether the board is solved."""


def press(puzzle: Puzzle, presses: IntArray) -> Pressed:
    """Return the board after presses, (buttons,) integers.

    Args:
        puzzle: the puzzle.
        presses: (buttons,) integers, how often each is pressed.

    Returns:
        The state after them, how many lights are lit and wrong, and whether it is solved.

    Raises:
        PuzzleError: When their number is not that of the buttons.

    Example:
        >>> import lo_exact
        >>> import numpy as np
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> lo_exact.press(puzzle, np.array([1, 0, 0, 0])).solved
        True
    """
    times = whole("presses", presses) % puzzle.colours
    if times.shape != (puzzle.buttons,):
        raise PuzzleError(f"presses must be {puzzle.buttons} integers, got shape {times.shape}")
    state = (puzzle.state + puzzle.activation.dot(times)) % puzzle.colours
    rows = puzzle.matters
    missing = (puzzle.target[rows] - state[rows]) % puzzle.colours
    alike = puzzle.uniform and bool((missing == missing[:1]).all())
    wrong = 0 if alike else int(np.count_nonzero(missing))
    return Pressed(times, state, int(np.count_nonzero(state)), wrong, wrong == 0)


def press_sentence(puzzle: Puzzle, after: Pressed) -> str:
    """Say how many lights are lit, and whether the board is solved."""
    count = int(after.presses.sum())
    said = phrase(50, n=count, lit=after.lit, lights=puzzle.lights)
    if after.solved:
        return said + phrase(51)
    if puzzle.target.any() or puzzle.uniform:
        return said + phrase(52, wrong=after.wrong)
    return said
