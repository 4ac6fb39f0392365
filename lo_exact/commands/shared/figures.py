"""Scenes for pictures of boards, solutions, steps, quiet patterns and proofs.

Lights are squares, presses are dots on them, and the places that the text is about are tinted.
Several boards are a sheet of captioned boards.
"""

from collections.abc import Sequence
from textwrap import wrap

import numpy as np

from lo_exact.algebra import Kernel
from lo_exact.commands.shared.render import witness_words
from lo_exact.outcome import Presses
from lo_exact.pictures import Captioned, Scene, picture, sheet
from lo_exact.pictures.marks import TINT, fill_number, fills_of
from lo_exact.pictures.tiles import side_of
from lo_exact.puzzle import Puzzle
from lo_exact.solver.steps import steps

SHEET_BOARDS = 200
"""Largest number of boards on one sheet."""

SMALL = 26
"""Side of a square on a sheet of many boards, in pixels."""


def board_figure(puzzle: Puzzle, presses: Sequence[int] | None = None, title: str = "") -> Scene:
    """Return a picture of the board, with presses as dots if they are given."""
    words = f"{puzzle.lights} lights in {puzzle.colours} colours"
    if presses is not None:
        words += f"; dots: {sum(presses)} presses"
    return picture(
        puzzle, lights=puzzle.state, presses=presses, named=True, title=title, description=words
    )


def shown_figure(puzzle: Puzzle, title: str = "") -> Scene:
    """Return a picture of the board, next to its target if that is a pattern."""
    if np.unique(puzzle.target).size < 2:
        return board_figure(puzzle, title=title)
    parts = [
        Captioned(picture(puzzle, lights=puzzle.state, named=True), ("state",)),
        Captioned(picture(puzzle, lights=puzzle.target, named=True), ("target",)),
    ]
    return sheet(parts, title=title, description="The board, and the target beside it.")


def steps_figure(puzzle: Puzzle, presses: Presses, title: str = "") -> Scene:
    """Return a sheet of the board before and after each step, the pressed button ringed."""
    start = picture(puzzle, lights=puzzle.state, side=small_side(puzzle), named=True)
    parts = [Captioned(start, ("start",))]
    for step in steps(puzzle, presses):
        if len(parts) > SHEET_BOARDS:
            break
        one = np.zeros(puzzle.buttons, dtype=np.int64)
        one[step.button] = step.times
        scene = picture(
            puzzle,
            lights=step.state,
            presses=one,
            rings=one > 0,
            side=small_side(puzzle),
            named=True,
        )
        short = step.name.replace(", column", ", col.")
        parts.append(
            Captioned(
                scene,
                (
                    f"{step.number}. {short if len(step.name) <= 40 else step.name[:39] + '…'}"
                    + f" on {step.face}" * bool(step.face),
                ),
            )
        )
    return sheet(parts, title=title, description="The board after each press.")


def patterns_figure(
    puzzle: Puzzle,
    patterns: Sequence[Sequence[int]],
    captions: Sequence[str],
    title: str = "",
    *,
    lit: bool = False,
) -> Scene:
    """Return a sheet of boards with presses; with ``lit`` pressed cells are lit, else all dark."""
    parts = [
        Captioned(
            picture(puzzle, lights=x if lit else None, presses=x, side=small_side(puzzle)),
            _lines(caption),
        )
        for x, caption in zip(patterns[:SHEET_BOARDS], captions, strict=False)
    ]
    words = "Boards lit where pressed" if lit else "Patterns of presses"
    return sheet(parts, title=title, description=_cut(words, len(patterns)))


def solutions_figure(
    puzzle: Puzzle, solutions: Sequence[Sequence[int]], captions: Sequence[str], title: str = ""
) -> Scene:
    """Return a sheet that shows the board once for each solution, with its presses."""
    parts = [
        Captioned(
            picture(puzzle, lights=puzzle.state, presses=x, side=small_side(puzzle), named=True),
            _lines(caption),
        )
        for x, caption in zip(solutions[:SHEET_BOARDS], captions, strict=False)
    ]
    return sheet(parts, title=title, description=_cut("Solutions of one board", len(solutions)))


def witness_figure(puzzle: Puzzle, witness: Sequence[int], title: str = "") -> Scene:
    """Return the board next to the set of lights that proves it unsolvable."""
    weights = np.asarray(witness, dtype=np.int64)
    fills = np.where(weights > 0, fill_number(TINT), 0)
    if puzzle.colours > 2:
        fills = fills_of(weights, puzzle.colours)
    why = witness_words(puzzle, witness, colour=False).partition("\n\n")[0]
    parts = [
        Captioned(picture(puzzle, lights=puzzle.state, named=True), ("the board",)),
        Captioned(
            picture(
                puzzle, lights=weights if puzzle.colours > 2 else None, fills=fills, named=True
            ),
            tuple(wrap(why, 40)),
        ),
    ]
    return sheet(parts, title=title, description="Why nothing solves the board.")


def kernel_captions(kernel: Kernel, patterns: int) -> list[str]:
    """Return a caption for each quiet pattern: its number, and its order if that is less than c."""
    return [
        str(k + 1) if order == kernel.modulus else f"{k + 1}, of order {order}"
        for k, order in enumerate(kernel.orders[:patterns])
    ]


def small_side(puzzle: Puzzle) -> int:
    """Return the side length of a square on a sheet of many boards, in pixels."""
    rows, columns = puzzle.layout.light_at.shape
    return side_of(rows, columns, at_most=SMALL if puzzle.colours == 2 else SMALL + 6)


def _lines(caption: str) -> tuple[str, ...]:
    return (caption,) if caption else ()


def _cut(words: str, count: int) -> str:
    return (
        f"{words}." if count <= SHEET_BOARDS else f"{words}, the first {SHEET_BOARDS} of {count}."
    )
