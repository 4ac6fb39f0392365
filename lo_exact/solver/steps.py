"""Steps of a solution: the button, its number of presses, and the board afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.sparse import whole_vector
from lo_exact.languages.phrases import phrase
from lo_exact.puzzle import Puzzle
from lo_exact.solver.button_names import button_faces, button_words, positions


@dataclass(frozen=True, eq=False)
class PressStep:
    """One step of a solution: a button, and the board after pressing it."""

    number: int
    """Number of the step, from 1."""
    button: int
    """Number of the button, from 0."""
    name: str
    """Place or name of the button in words."""
    times: int
    """Number of presses, 1..c-1."""
    state: IntArray
    """(lights,) 0..c-1 after the step."""
    face: str = ""
    """Letter of the button's face on a cube's net; empty on other boards."""


def steps(puzzle: Puzzle, presses: Sequence[int]) -> Iterator[PressStep]:
    """Yield a step for each button that a solution presses, in reading order.

    Args:
        puzzle: the puzzle.
        presses: (buttons,) of 0..c-1.

    Yields:
        A step for each button pressed, with the board after it.

    Raises:
        PuzzleError: When the number of presses is not the number of buttons.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> [step.name for step in lo_exact.steps(puzzle, [1, 0, 0, 0])]
        ['A1']
    """
    times = whole_vector("presses", presses, puzzle.buttons, 0, puzzle.colours - 1).tolist()
    names, faces = button_words(puzzle), button_faces(puzzle)
    state = puzzle.state.copy()
    pressed = [(j, count) for j, count in enumerate(times) if count]
    for number, (button, count) in enumerate(pressed, start=1):
        lights, amounts = puzzle.activation.column(button)
        state = state.copy()
        added = state[lights] + amounts.astype(np.int64) * count % puzzle.colours
        state[lights] = added % puzzle.colours
        yield PressStep(number, button, names[button], count, state, faces[button])


def step_sentence(step: PressStep, of: int = 0) -> str:
    """Return a numbered sentence for one step, aligned to the width of the last number."""
    often = "" if step.times == 1 else phrase(20 if step.times == 2 else 21, n=step.times)
    on = phrase(22, face=step.face) if step.face else ""
    said = phrase(19, name=step.name, on=on, often=often)
    return f"{step.number:>{len(str(of))}}. {said}"


def step_json(puzzle: Puzzle, step: PressStep) -> dict[str, Any]:
    """Return a step as a JSON object, with ``button`` as [row, column] from 1 on a grid."""
    if not puzzle.layout.is_grid:
        return {"button": step.name, "times": step.times}
    row, column = positions(puzzle.layout.button_at)
    place = [int(row[step.button]) + 1, int(column[step.button]) + 1]
    value = {"button": place, "place": step.name, "times": step.times}
    return value | ({"face": step.face} if step.face else {})
