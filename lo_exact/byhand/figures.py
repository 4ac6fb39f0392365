"""Answers as pictures: which scene shows a board, a solution, its steps, patterns, a proof.

Lights are squares, presses are dots on them; what is spoken of is tinted.  Everything that is more
than one board is a sheet of captioned boards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra import IntArray, Kernel
from lo_exact.byhand.explain import overlay_sentence
from lo_exact.byhand.overlays import Improvement, Overlays
from lo_exact.byhand.steps import steps
from lo_exact.outcome import Presses
from lo_exact.pictures import Captioned, Scene, picture, sheet
from lo_exact.pictures.inks import TINT, fill_number, fills_of
from lo_exact.pictures.tiles import side_of
from lo_exact.puzzle import Puzzle

MANY = 200
"""The most boards on a sheet."""

SMALL = 26
"""The side of a square where many boards stand on one sheet, in pixels."""


def board_figure(puzzle: Puzzle, presses: Sequence[int] | None = None, title: str = "") -> Scene:
    """Return the board as it is, with presses as dots where they are given."""
    words = f"{puzzle.lights} lights in {puzzle.colours} colours"
    if presses is not None:
        words += f"; dots: {sum(presses)} presses"
    return picture(
        puzzle, lights=puzzle.state, presses=presses, named=True, title=title, description=words
    )


def shown_figure(puzzle: Puzzle, title: str = "") -> Scene:
    """Return the board, beside it its target where that is a pattern."""
    if np.unique(puzzle.target).size < 2:
        return board_figure(puzzle, title=title)
    parts = [
        Captioned(picture(puzzle, lights=puzzle.state, named=True), ("state",)),
        Captioned(picture(puzzle, lights=puzzle.target, named=True), ("target",)),
    ]
    return sheet(parts, title=title, description="The board, and the target beside it.")


def steps_figure(puzzle: Puzzle, presses: Presses, title: str = "") -> Scene:
    """Return a sheet of the board before and after each step, the pressed button ringed."""
    start = picture(puzzle, lights=puzzle.state, side=_small(puzzle), named=True)
    parts = [Captioned(start, ("start",))]
    for step in steps(puzzle, presses):
        if len(parts) > MANY:
            break
        one = np.zeros(puzzle.buttons, dtype=np.int64)
        one[step.button] = step.times
        scene = picture(
            puzzle, lights=step.state, presses=one, rings=one > 0, side=_small(puzzle), named=True
        )
        on = f" on {step.face}" if step.face else ""
        parts.append(Captioned(scene, (f"{step.number}. {_short(step.name)}{on}",)))
    return sheet(parts, title=title, description="The board after each press.")


def patterns_figure(
    puzzle: Puzzle, patterns: Sequence[Sequence[int]], captions: Sequence[str], title: str = ""
) -> Scene:
    """Return a sheet of presses on dark boards: quiet patterns."""
    parts = [
        Captioned(picture(puzzle, presses=x, side=_small(puzzle)), _lines(caption))
        for x, caption in zip(patterns[:MANY], captions, strict=False)
    ]
    return sheet(parts, title=title, description=_cut("Patterns of presses", len(patterns)))


def solutions_figure(
    puzzle: Puzzle, solutions: Sequence[Sequence[int]], captions: Sequence[str], title: str = ""
) -> Scene:
    """Return a sheet of one board with the presses of each solution."""
    parts = [
        Captioned(
            picture(puzzle, lights=puzzle.state, presses=x, side=_small(puzzle), named=True),
            _lines(caption),
        )
        for x, caption in zip(solutions[:MANY], captions, strict=False)
    ]
    return sheet(parts, title=title, description=_cut("Solutions of one board", len(solutions)))


def eigen_figure(
    puzzle: Puzzle, patterns: Sequence[Sequence[int]], captions: Sequence[str], title: str = ""
) -> Scene:
    """Return a sheet of boards that are lit where they are pressed."""
    parts = [
        Captioned(picture(puzzle, lights=x, presses=x, side=_small(puzzle)), _lines(caption))
        for x, caption in zip(patterns[:MANY], captions, strict=False)
    ]
    return sheet(parts, title=title, description=_cut("Boards lit where pressed", len(patterns)))


def witness_figure(puzzle: Puzzle, witness: Sequence[int], title: str = "") -> Scene:
    """Return the board beside the lights that every button changes in a way that cannot do."""
    weights = np.asarray(witness, dtype=np.int64)
    fills = np.where(weights > 0, fill_number(TINT), 0)
    if puzzle.colours > 2:
        fills = fills_of(weights, puzzle.colours)
    parts = [
        Captioned(picture(puzzle, lights=puzzle.state, named=True), ("the board",)),
        Captioned(
            picture(
                puzzle, lights=weights if puzzle.colours > 2 else None, fills=fills, named=True
            ),
            ("the lights that prove it",),
        ),
    ]
    return sheet(parts, title=title, description="Why nothing solves the board.")


def overlays_figure(puzzle: Puzzle, found: Overlays) -> Scene:
    """Return a sheet of the presses, and of every quiet pattern tinted beneath them.

    Of many patterns the independent ones alone are drawn.
    """
    weight = puzzle.system.weight(found.presses)
    every = len(found.patterns) <= MANY
    patterns = found.patterns if every else found.kernel.generators.astype(np.int64)
    presses = found.presses[: puzzle.buttons]
    parts = [
        Captioned(picture(puzzle, presses=presses, side=_small(puzzle)), (f"weight {weight}",))
    ]
    for number, pattern in enumerate(patterns[:MANY], start=1):
        beneath, fills = _beneath(puzzle, pattern)
        low, high = (
            (int(found.lowered[number - 1]), int(found.raised[number - 1])) if every else (0, 0)
        )
        words = f"{number}: -{low} +{high}" if every else str(number)
        scene = picture(puzzle, lights=beneath, fills=fills, presses=presses, side=_small(puzzle))
        parts.append(Captioned(scene, (words,)))
    title = "No quiet pattern saves anything" if not found.saved else f"{found.saved} can be saved"
    return sheet(parts, title=title, description="Dots: presses. Tinted: a quiet pattern.")


def overlays_pages(puzzle: Puzzle, found: Overlays, steps: Sequence[Improvement]) -> list[Scene]:
    """Return the explanation a page at a time: presses, patterns laid over them, the conclusion.

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
    """Return a picture with a sentence above it."""
    return sheet([Captioned(scene)], title=words, description=scene.description)


def _laid_over(puzzle: Puzzle, presses: IntArray, pattern: IntArray) -> Scene:
    """Return presses as dots, a quiet pattern tinted beneath them."""
    beneath, fills = _beneath(puzzle, pattern)
    return picture(
        puzzle, lights=beneath, fills=fills, presses=_list_of(puzzle, presses), named=True,
        description="Dots: presses. Tinted: a quiet pattern.",
    )  # fmt: skip


def _beneath(puzzle: Puzzle, pattern: IntArray) -> tuple[IntArray | None, IntArray | None]:
    """Return a pattern of buttons as lights, or as fills where two colours need no numbers."""
    tint = np.zeros(puzzle.lights, dtype=np.int64)
    covered = puzzle.layout.button_at
    if covered.size:
        places = puzzle.layout.light_at
        here = (covered >= 0) & (places >= 0)
        tint[places[here]] = pattern[covered[here]]
    elif puzzle.lights == puzzle.buttons:
        tint = pattern[: puzzle.buttons]
    # with more colours the pattern's numbers are drawn as a board's would be
    if puzzle.colours > 2:
        return tint, None
    return None, np.where(tint > 0, fill_number(TINT), 0)


def _list_of(puzzle: Puzzle, presses: IntArray) -> list[int]:
    listed: list[int] = presses[: puzzle.buttons].tolist()
    return listed


def kernel_captions(kernel: Kernel, patterns: int) -> list[str]:
    """Return captions 1, 2, ..., with the order where it is not that of the colours."""
    return [
        str(k + 1) if order == kernel.modulus else f"{k + 1}, of order {order}"
        for k, order in enumerate(kernel.orders[:patterns])
    ]


def _small(puzzle: Puzzle) -> int:
    rows, columns = puzzle.layout.light_at.shape
    return side_of(rows, columns, at_most=SMALL if puzzle.colours == 2 else SMALL + 6)


def _short(name: str) -> str:
    return name.replace(", column", ", col.") if len(name) <= 40 else name[:39] + "…"


def _lines(caption: str) -> tuple[str, ...]:
    return (caption,) if caption else ()


def _cut(words: str, count: int) -> str:
    return f"{words}." if count <= MANY else f"{words}, the first {MANY} of {count}."
