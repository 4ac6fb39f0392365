"""Pictures of explanations and of light chasing.

Presses are dots over tinted quiet patterns; a chase is its table of last rows, or the passes over a
board.
"""

from itertools import islice

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase, Table
from lo_exact.byhand.chasing.passes import Passes, Pressed
from lo_exact.byhand.overlays import Overlays
from lo_exact.commands.shared.figures import SHEET_BOARDS, SMALL, small_side
from lo_exact.pictures import Captioned, Scene, picture, sheet
from lo_exact.pictures.marks import TINT, fill_number
from lo_exact.pictures.tiles import side_of
from lo_exact.puzzle import Puzzle


def overlays_figure(puzzle: Puzzle, found: Overlays) -> Scene:
    """Return a sheet with pictures of a solution, alone and drawn over each quiet pattern (tinted).

    Of many patterns the independent ones alone are drawn.
    """
    weight = puzzle.system.weight(found.presses)
    every = len(found.patterns) <= SHEET_BOARDS
    patterns = found.patterns if every else found.kernel.generators.astype(np.int64)
    presses = found.presses[: puzzle.buttons]
    parts = [
        Captioned(picture(puzzle, presses=presses, side=small_side(puzzle)), (f"weight {weight}",))
    ]
    for number, pattern in enumerate(patterns[:SHEET_BOARDS], start=1):
        beneath, fills = _beneath(puzzle, pattern)
        low, high = (
            (int(found.lowered[number - 1]), int(found.raised[number - 1])) if every else (0, 0)
        )
        words = f"{number}: -{low} +{high}" if every else str(number)
        scene = picture(
            puzzle, lights=beneath, fills=fills, presses=presses, side=small_side(puzzle)
        )
        parts.append(Captioned(scene, (words,)))
    title = "No quiet pattern saves anything" if not found.saved else f"{found.saved} can be saved"
    return sheet(parts, title=title, description="Dots: presses. Tinted: a quiet pattern.")


def _beneath(puzzle: Puzzle, pattern: IntArray) -> tuple[IntArray | None, IntArray | None]:
    """Return the ``lights`` and ``fills`` with which `picture` draws a pattern; one is None."""
    tint = np.zeros(puzzle.lights, dtype=np.int64)
    covered = puzzle.layout.button_at
    if covered.size:
        places = puzzle.layout.light_at
        here = (covered >= 0) & (places >= 0)
        tint[places[here]] = pattern[covered[here]]
    elif puzzle.lights == puzzle.buttons:
        tint = pattern[: puzzle.buttons]
    # with more than two colours the pattern is drawn with numbers, like a state
    if puzzle.colours > 2:
        return tint, None
    return None, np.where(tint > 0, fill_number(TINT), 0)


def chase_figure(chase: Chase, table: Table | None, passes: Passes | None) -> Scene:
    """Return a picture of the passes over a board, or of the table if no board is given."""
    if passes is not None:
        return _passes(chase, passes)
    puzzle, parts = chase.puzzle, []
    rows = zip(table.last_rows, table.first_rows, strict=True) if table is not None else ()
    for number, (last, first) in enumerate(islice(rows, SHEET_BOARDS), start=1):
        lights, presses = _state(chase, last), _buttons(chase, first)
        scene = picture(
            puzzle, lights=lights, presses=presses, side=_side(chase, SMALL), named=True
        )
        parts.append(Captioned(scene, (str(number),)))
    total = chase.colours ** len(chase.plan.left) - 1
    title = f"{chase.image_size - 1} of {total} last rows can be put out"
    return sheet(
        parts, title=title, description="Lit: what is left over. Dots: what to press first."
    )


def _passes(chase: Chase, passes: Passes) -> Scene:
    """Draw a chase: the board before each stage, with the stage's presses, and the final board."""
    puzzle, c = chase.puzzle, chase.colours
    state = puzzle.state
    rounds = [("1. chase", _of(chase, passes.first))]
    if passes.begin is not None and passes.begin.any():
        rounds += [
            ("2. begin again with", _buttons(chase, passes.begin)),
            ("3. chase again", _of(chase, passes.second)),
        ]
    parts = []
    for words, presses in rounds:
        scene = picture(puzzle, lights=state, presses=presses, side=_side(chase, 30), named=True)
        parts.append(Captioned(scene, (words,)))
        state = (state + puzzle.activation.dot(presses)) % c
    end = "done" if passes.begin is not None else "stuck: it cannot be solved"
    scene = picture(puzzle, lights=state, side=_side(chase, 30), named=True)
    parts.append(Captioned(scene, (end,)))
    return sheet(parts, title="Light chasing", description="The board, and what is pressed on it.")


def _side(chase: Chase, at_most: int) -> int:
    rows, columns = chase.puzzle.layout.light_at.shape
    return side_of(rows, columns, at_most=at_most)


def _state(chase: Chase, left: IntArray) -> IntArray:
    """Return the colours (lights,) after a chase: target plus ``left`` at the unsolved lights."""
    puzzle = chase.puzzle
    state = np.maximum(puzzle.target, 0)
    places = puzzle.matters[list(chase.plan.left)]
    state[places] = (puzzle.target[places] + left) % chase.colours
    return state


def _buttons(chase: Chase, tried: IntArray) -> IntArray:
    presses = np.zeros(chase.puzzle.buttons, dtype=np.int64)
    presses[list(chase.plan.tried)] = tried
    return presses


def _of(chase: Chase, listed: tuple[Pressed, ...]) -> IntArray:
    presses = np.zeros(chase.puzzle.buttons, dtype=np.int64)
    for _, button, count in listed:
        presses[button] = count
    return presses
