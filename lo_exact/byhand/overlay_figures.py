"""Pictures of explanations: presses as dots over tinted quiet patterns."""

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.explain import overlay_sentence
from lo_exact.byhand.overlays import Improvement, Overlays
from lo_exact.commands.shared.figures import MANY, board_figure, small_side
from lo_exact.pictures import Captioned, Scene, picture, sheet
from lo_exact.pictures.marks import TINT, fill_number
from lo_exact.puzzle import Puzzle


def overlays_figure(puzzle: Puzzle, found: Overlays) -> Scene:
    """Return a sheet with the presses, and one picture for each quiet pattern under them.

    Of many patterns the independent ones alone are drawn.
    """
    weight = puzzle.system.weight(found.presses)
    every = len(found.patterns) <= MANY
    patterns = found.patterns if every else found.kernel.generators.astype(np.int64)
    presses = found.presses[: puzzle.buttons]
    parts = [
        Captioned(picture(puzzle, presses=presses, side=small_side(puzzle)), (f"weight {weight}",))
    ]
    for number, pattern in enumerate(patterns[:MANY], start=1):
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


def overlays_pages(puzzle: Puzzle, found: Overlays, steps: Sequence[Improvement]) -> list[Scene]:
    """Return the explanation as pages: the presses, each improving pattern, the conclusion.

    Args:
        puzzle: the puzzle.
        found: the last presses with every quiet pattern laid over them.
        steps: the patterns that bettered a solution before, if any.
    """
    start = steps[0].before if steps else found.presses
    weight = puzzle.system.weight(start)
    pages = [_page(board_figure(puzzle, _list_of(puzzle, start)), f"A solution with {weight}")]
    for number, step in enumerate(steps, start=1):
        title = f"Step {number}: this quiet pattern saves {step.saved}, {step.weight} left"
        pages.append(_page(_laid_over(puzzle, step.before, step.pattern), title))
    if steps:
        title = f"The solution after {len(steps)} step{'s' * (len(steps) > 1)}"
        pages.append(_page(board_figure(puzzle, _list_of(puzzle, found.presses)), title))
    every = len(found.patterns) <= MANY
    patterns = found.patterns if every else found.kernel.generators.astype(np.int64)
    for number, pattern in enumerate(patterns[:MANY], start=1):
        title = overlay_sentence(puzzle, found, number) if every else f"Quiet pattern {number}"
        pages.append(_page(_laid_over(puzzle, found.presses, pattern), title))
    least = puzzle.system.weight(found.presses)
    close = f"No quiet pattern saves anything: {least} is the minimum"
    if found.saved:
        close = f"Not a minimum: {found.saved} can be saved"
    pages.append(_page(board_figure(puzzle, _list_of(puzzle, found.presses)), close))
    return pages


def _page(scene: Scene, words: str) -> Scene:
    """Return a page with a picture below a sentence."""
    return sheet([Captioned(scene)], title=words, description=scene.description)


def _laid_over(puzzle: Puzzle, presses: IntArray, pattern: IntArray) -> Scene:
    """Return a picture of presses as dots over a tinted quiet pattern."""
    beneath, fills = _beneath(puzzle, pattern)
    return picture(
        puzzle, lights=beneath, fills=fills, presses=_list_of(puzzle, presses), named=True,
        description="Dots: presses. Tinted: a quiet pattern.",
    )  # fmt: skip


def _beneath(puzzle: Puzzle, pattern: IntArray) -> tuple[IntArray | None, IntArray | None]:
    """Return a pattern as (light colours, fills) for drawing, of which one is None."""
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


def _list_of(puzzle: Puzzle, presses: IntArray) -> list[int]:
    listed: list[int] = presses[: puzzle.buttons].tolist()
    return listed
