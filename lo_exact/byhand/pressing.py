"""State of a board after given presses."""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.sparse import whole
from lo_exact.errors import PuzzleError, UsageError, printable
from lo_exact.formats.answers import read_presses, solves, still_needed
from lo_exact.languages.phrases import phrase
from lo_exact.puzzle import Puzzle
from lo_exact.solver.button_names import button_words


@dataclass(frozen=True, eq=False)
class Pressed:
    """State of a board after given presses, with the number of lit and wrong lights."""

    presses: IntArray
    """(buttons,) 0..c-1, the presses."""
    state: IntArray
    """(lights,) 0..c-1 after them."""
    lit: int
    """Number of lights that are not 0."""
    wrong: int
    """Number of lights that matter and differ from the target."""
    solved: bool
    """Whether the board is solved."""


def place(puzzle: Puzzle, name: str) -> int:
    """Return the number of the button with the given name.

    Args:
        puzzle: the puzzle.
        name: a place, ``B2`` or ``b2``, or the name of a graph's button.

    Returns:
        Its number, from 0.

    Raises:
        UsageError: When there is no such button.

    Example:
        >>> import lo_exact
        >>> lo_exact.place(lo_exact.grid_puzzle([[1, 1], [1, 0]]), "B2")
        3
    """
    names = button_words(puzzle)
    for known in (name, str(name).upper()):
        if known in names:
            return names.index(known)
    first, last = (names[0], names[-1]) if names else ("none", "none")
    got = printable(str(name), 40)
    raise UsageError(f"no button is called {got!r}; the first is {first}, the last {last}")


def press(puzzle: Puzzle, presses: IntArray | str) -> Pressed:
    """Return the state of the board after the given presses.

    Args:
        puzzle: the puzzle.
        presses: (buttons,) number of presses of each; or places, ``A1 C3x2``, as
            ``lo-exact press`` takes them.

    Returns:
        The state, the numbers of lit and of wrong lights, and whether it is solved.

    Raises:
        PuzzleError: When their number is not the number of buttons.
        InputError: When a text cannot be read.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> lo_exact.press(puzzle, [1, 0, 0, 0]).solved, lo_exact.press(puzzle, "A1").solved
        (True, True)
    """
    if isinstance(presses, str):
        presses, _ = read_presses(presses, puzzle)
    times = whole("presses", presses) % puzzle.colours
    if times.shape != (puzzle.buttons,):
        raise PuzzleError(f"presses must be {puzzle.buttons} integers, got shape {times.shape}")
    state = (puzzle.state + puzzle.activation.dot(times)) % puzzle.colours
    solved = solves(puzzle, times)
    wrong = 0 if solved else int(np.count_nonzero(still_needed(puzzle, times)))
    return Pressed(times, state, int(np.count_nonzero(state)), wrong, solved)


def press_sentence(puzzle: Puzzle, after: Pressed) -> str:
    """Return a sentence on how many lights are lit and whether the board is solved."""
    said = phrase(50, n=int(after.presses.sum()), lit=after.lit, lights=puzzle.lights)
    if after.solved:
        return said + phrase(51)
    if puzzle.target.any() or puzzle.uniform:
        return said + phrase(52, wrong=after.wrong)
    return said
