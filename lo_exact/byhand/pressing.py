"""The board after presses: what is lit then, what is still wrong, and presses written by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.names import spots
from lo_exact.errors import InputError, printable
from lo_exact.puzzle import Puzzle

SPOT = re.compile(r"([A-Z]{1,3})([0-9]{1,5})(?:x([0-9]{1,10}))?", re.ASCII)
"""``C2``, or ``C2x3``: column C, row 2, three times."""


@dataclass(frozen=True, eq=False)
class Pressed:
    """A board after presses.

    Attributes:
        presses: (buttons,) 0..c-1.
        state: (lights,) 0..c-1 after them.
        lit: how many lights are not 0.
        wrong: how many lights that matter are not at the target.
        solved: whether the board is solved.
    """

    presses: IntArray
    state: IntArray
    lit: int
    wrong: int
    solved: bool


def press(puzzle: Puzzle, presses: IntArray) -> Pressed:
    """Return the board after presses, (buttons,) integers."""
    times = np.asarray(presses, dtype=np.int64) % puzzle.colours
    state = (puzzle.state + puzzle.activation.dot(times)) % puzzle.colours
    rows = puzzle.matters
    missing = (puzzle.target[rows] - state[rows]) % puzzle.colours
    alike = puzzle.uniform and bool((missing == missing[:1]).all())
    wrong = 0 if alike else int(np.count_nonzero(missing))
    return Pressed(times, state, int(np.count_nonzero(state)), wrong, wrong == 0)


def read_spots(text: str, puzzle: Puzzle) -> IntArray | None:
    """Read presses written as places, ``A1 C3 B2x2``; None when the text is none.

    Places that stand there several times are pressed as often.

    Raises:
        InputError: When a place holds no button.
    """
    words = text.replace(",", " ").split()
    found = [SPOT.fullmatch(word) for word in words]
    if not words or not puzzle.layout.is_grid or not all(found):
        return None
    number = {name: j for j, name in enumerate(spots(puzzle.layout.button_at))}
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for word, match in zip(words, found, strict=True):
        assert match is not None
        button = number.get(f"{match[1]}{int(match[2])}")
        if button is None:
            raise InputError(f"there is no button {printable(word, 20)}")
        presses[button] = (presses[button] + int(match[3] or 1)) % puzzle.colours
    return presses


def press_sentence(puzzle: Puzzle, after: Pressed) -> str:
    """Say how many lights are lit, and whether the board is solved."""
    count = int(after.presses.sum())
    head = f"after {count} press{'' if count == 1 else 'es'}"
    lit = f"{after.lit} of {puzzle.lights} lights are lit"
    if after.solved:
        return f"{head}: {lit}; solved"
    if puzzle.target.any() or puzzle.uniform:
        return f"{head}: {lit}; {after.wrong} are not at the target"
    return f"{head}: {lit}"
