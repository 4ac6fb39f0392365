"""Pictures of explanations: presses as dots over tinted quiet patterns."""

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.overlays import Overlays
from lo_exact.commands.shared.figures import SHEET_BOARDS, small_side
from lo_exact.pictures import Captioned, Scene, picture, sheet
from lo_exact.pictures.marks import TINT, fill_number
from lo_exact.puzzle import Puzzle


def overlays_figure(puzzle: Puzzle, found: Overlays) -> Scene:
    """Return a sheet with a picture of the presses, and of the presses over each quiet pattern.

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
    """Return a pattern as (light colours, fills) for drawing, one of which is None."""
    tint = np.zeros(puzzle.lights, dtype=np.int64)
    covered = puzzle.layout.button_at
    if covered.size:
        places = puzzle.layout.light_at
        here = (covered >= 0) & (places >= 0)
        tint[places[here]] = pattern[covered[here]]
    elif puzzle.lights == puzzle.buttons:
        tint = pattern[: puzzle.buttons]
    # with more colours the pattern is drawn with numbers, like the state of a board
    if puzzle.colours > 2:
        return tint, None
    return None, np.where(tint > 0, fill_number(TINT), 0)
