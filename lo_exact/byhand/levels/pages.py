"""A4 pages of many boards with their names, and pages of their solutions.

The number of columns is the largest for which squares have `LEAST_SIDE` pixels.  A board that is
smaller than its place is not enlarged beyond `LARGEST_SIDE`.  With an empty grid beside each board
a page is a worksheet: the reader marks presses there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lo_exact.outcome import Presses
from lo_exact.pictures import Scene, picture
from lo_exact.pictures.marks import FAINT, WORDS, Group, Mark, Words, points
from lo_exact.puzzle import Puzzle
from lo_exact.topology import RULES

WIDTH, HEIGHT = 794, 1123
"""A4 in pixels of 1/96 inch."""

MARGIN, TOP, GAP, LINE = 48, 84, 18, 15
COLUMNS = ((4, 6), (3, 5), (2, 5), (2, 3), (1, 2))
"""Possible (columns, rows) of boards on a page."""

LEAST_SIDE, LARGEST_SIDE = 13, 30
LEAST_TO_MARK = 24
"""Least side of a square, in pixels, in which a press is marked."""


@dataclass(frozen=True, eq=False)
class LevelCard:
    """Board to be printed on a page, with its name and solution."""

    puzzle: Puzzle
    """The board."""
    name: str
    """Name printed above the board."""
    about: str
    """Line printed below the name of its solution."""
    presses: Presses | None
    """(buttons,) solution, or None."""


def level_pages(
    cards: Sequence[LevelCard], *, title: str = "", empty_grids: bool = False
) -> tuple[list[Scene], list[Scene]]:
    """Return pages of boards, and separate pages of their solutions.

    Args:
        cards: the boards, at least one.
        title: title of every page.
        empty_grids: draw an empty grid beside each board.
    """
    named = title or "Levels"
    beside = 2 if empty_grids else 1
    boards = [_board(card, beside) for card in cards]
    answers = [
        picture(
            card.puzzle, lights=card.puzzle.state, presses=card.presses, named=True,
            side=LARGEST_SIDE,
        )
        for card in cards
    ]  # fmt: skip
    more = [(card.name, card.about) for card in cards]
    lines: list[tuple[str, ...]] = [(card.name,) for card in cards]
    rule: tuple[str, ...] = ()
    if empty_grids:
        lines = [
            (name, f"can be done in {about}" if about[:1].isdigit() else about)
            for name, about in more
        ]
        rule = (_rule(cards), "Name: ____________________   Date: ______________")
    least = LEAST_TO_MARK if empty_grids else LEAST_SIDE
    return _pages(boards, lines, named, least, rule), _pages(answers, more, f"{named}: answers")


def _rule(cards: Sequence[LevelCard]) -> str:
    """Return a line that states the goal, and the rule if all boards have the same named one."""
    names = {card.puzzle.layout.neighbourhood for card in cards}
    rule = next((row for row in RULES if {row.name} == names), None)
    colours = max(card.puzzle.colours for card in cards)
    does = "changes" if colours == 2 else "moves on by one colour"
    said = "" if rule is None else f"Pressing a button {does} {rule.about}. "
    plain = not any(card.puzzle.target.any() for card in cards)
    return said + ("Turn all lights off." if plain else "Make the goal.")


def _board(card: LevelCard, beside: int) -> Scene:
    scene = picture(card.puzzle, lights=card.puzzle.state, named=True, side=LARGEST_SIDE)
    if beside == 1:
        return scene
    dark = np.zeros(card.puzzle.lights, dtype=np.int64)
    empty = picture(card.puzzle, fills=dark, named=True, side=LARGEST_SIDE)
    marks = (Group(0, 0, scene.marks), Group(scene.width + GAP, 0, empty.marks))
    return Scene(scene.width + GAP + empty.width, max(scene.height, empty.height), marks)


def _pages(
    scenes: Sequence[Scene],
    lines: Sequence[tuple[str, ...]],
    title: str,
    least: int = LEAST_SIDE,
    above: tuple[str, ...] = (),
) -> list[Scene]:
    """Arrange scenes on pages in a grid of cells of equal size."""
    high_text = max(map(len, lines)) * LINE + 6
    for columns, rows in COLUMNS:  # the last layout is kept if none is large enough
        room = _place(columns, rows, high_text)
        if all(_scale(scene, room) * LARGEST_SIDE >= least for scene in scenes):
            break
    wide, high = _place(columns, rows, high_text)
    each = columns * rows
    total = -(-len(scenes) // each)
    most = int(wide / 6)  # number of letters that fit in a line
    found = []
    for page in range(total):
        name = Words(points([(MARGIN, MARGIN + 8)]), (title,), 20, WORDS, "start", bold=True)
        at, paging = points([(WIDTH - MARGIN, MARGIN + 8)]), f"{page + 1} / {total}"
        marks: list[Mark] = [Group(0, 0, (name, Words(at, (paging,), 12, FAINT, "end")))]
        for line, down in zip(above, (MARGIN + 26, MARGIN - 18), strict=False):
            marks.append(Words(points([(MARGIN, down)]), (line,), 12, WORDS, "start"))
        here = range(page * each, min((page + 1) * each, len(scenes)))
        for place, number in enumerate(here):
            x = MARGIN + place % columns * (wide + GAP)
            y = TOP + place // columns * (high + high_text + GAP)
            shown = tuple(
                line if len(line) <= most else line[: most - 1] + "…" for line in lines[number]
            )
            at = points([(0, (k + 0.8) * LINE) for k in range(len(shown))])
            scale = _scale(scenes[number], (wide, high))
            board = Group(0, high_text, scenes[number].marks, scale)
            marks.append(Group(x, y, (Words(at, shown, 12, FAINT, "start"), board)))
        found.append(Scene(WIDTH, HEIGHT, tuple(marks), title, f"{len(here)} boards."))
    return found


def _place(columns: int, rows: int, high_text: int) -> tuple[float, float]:
    """Return the width and height in pixels that a board may have on a page."""
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    high = (HEIGHT - TOP - MARGIN - (rows - 1) * GAP) / rows - high_text
    return wide, high


def _scale(scene: Scene, place: tuple[float, float]) -> float:
    return min(1.0, place[0] / scene.width, place[1] / scene.height)
