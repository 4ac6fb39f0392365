"""Drawings of a grid's presses among sentences.

Sentences, and lines of nothing but rules such as ``====``, part a text; so do empty lines, unless
the grid has rows without buttons.  Lines that have a place for every column and stand together are
read when they are as many as the rows of the grid.  Linear in the text.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.reading import GivenAnswers
from lo_exact.formats.answers.signs import meanings
from lo_exact.formats.board.glyphs import OFF, ON
from lo_exact.formats.board.places import Line
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

_WORD = re.compile(r"[^\W\d_]{2,}")
_VALUES = re.compile(rf"(?:[0-9{re.escape(OFF + ON)}~?,\s]|\b[Tt]rue\b|\b[Ff]alse\b)+")


def is_talk(line: Line) -> bool:
    """Return whether a line is a sentence or a rule, and cannot be presses."""
    if _VALUES.fullmatch(line.text):
        return False
    return _WORD.search(line.text) is not None or not re.search(r"\w", line.text)


def words_of_line(line: Line) -> list[Line]:
    """Return the words of a line between blanks and commas."""
    return line._replace(text=line.text.replace(",", " ")).words()


class DrawnPresses(NamedTuple):
    """A drawing in a text."""

    line: int
    """Number of its first line."""
    values: IntArray
    """(rows, columns) int64: 0..c-1, `HOLE` where nothing is said."""


def read_press_rows(lines: Sequence[Line], at: IntArray, colours: int) -> list[DrawnPresses]:
    """Return the presses that a text draws, one drawing or several.

    Args:
        lines: The text.
        at: (rows, columns) int64, the button of each place or -1.
        colours: c.

    Raises:
        InputError: When there are none, or one of several cannot be.
    """
    buttons = at >= 0
    needed = np.flatnonzero(buttons.any(axis=1))
    runs = _runs(lines, apart=needed.size == at.shape[0])
    heights = {at.shape[0]: np.arange(at.shape[0]), int(needed.size): needed}
    found: list[DrawnPresses] = []
    wrong: InputError | None = None
    for run in runs:
        cells = _cells_of(run, buttons, colours)
        for whole, group in groupby(cells, key=bool):
            rows = list(group)
            height = next((height for height in heights if len(rows) % height == 0), 0)
            for first in range(0, len(rows), height) if whole and height else ():
                values = np.full(at.shape, HOLE, dtype=np.int64)
                kept = heights[height]
                part = rows[first : first + height]
                values[kept] = _values(part, buttons[kept], colours)
                found.append(DrawnPresses(part[0][0].number, values))
        if wrong is None and len(run) == at.shape[0] and not all(cells):
            line = run[cells.index([])]
            many = len(words_of_line(line))
            places = many if many > 1 else len(line.text.strip())
            wrong = line.error(f"a row of presses has {at.shape[1]} places, this one {places}")
    if not found:
        first_line = (
            runs[0][0] if runs else next((line for line in lines if line.text.strip()), Line("", 1))
        )
        got = f"{len(runs[0])} rows" if len(runs) == 1 else "none that are"
        raise wrong or first_line.error(
            f"presses are {at.shape[0]} rows of {at.shape[1]} places, got {got}"
        )
    return found


def read_two_signs(lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return both readings of drawings in two signs of anybody's; none where there are none."""
    at = puzzle.layout.button_at
    rows = [line._replace(text="".join(line.text.split())) for line in lines]
    rows = [row for row in rows if len(row.text) == at.shape[1]]
    signs = sorted({sign for row in rows for sign in row.text})
    wrong = puzzle.colours != 2 or (at < 0).any() or len(rows) % at.shape[0] or len(signs) != 2
    if wrong or any(sign.isdigit() for sign in signs):
        return []
    readings = []
    for pressed, other in (signs, signs[::-1]):
        if other in ON or pressed in (*OFF, "·"):
            continue
        drawn = np.array([[sign == pressed for sign in row.text] for row in rows], dtype=np.int64)
        presses = np.zeros((drawn.size // at.size, at.size), dtype=np.int64)
        presses[:, at.ravel()] = drawn.reshape(presses.shape)
        readings.append(GivenAnswers(tuple(presses), f"{pressed} is pressed, {other} is not"))
    return readings


def _runs(lines: Sequence[Line], *, apart: bool) -> list[list[Line]]:
    """Return the lines between sentences and (``apart``) empty lines."""
    runs: list[list[Line]] = [[]]
    for line in lines:
        empty = not line.text.strip()
        if (empty and apart) or (not empty and is_talk(line)):
            runs.append([])
        elif not empty:
            runs[-1].append(line)
    return [run for run in runs if run]


def _cells_of(run: Sequence[Line], buttons: np.ndarray, colours: int) -> list[list[Line]]:
    """Return the cells of each line of a run; of one that is no row of the grid none.

    A margin is dropped where the lines are too wide without that.
    """
    columns = buttons.shape[1]
    counts = set(buttons.sum(axis=1).tolist())
    wide = max(len(line.text.rstrip()) for line in run) > columns
    margin = min(len(line.text) - len(line.text.lstrip()) for line in run) if wide else 0
    rows = []
    for line in run:
        words = words_of_line(line)
        whole = len(words) == 1 and len(words[0].text) == columns
        if len(words) == columns or (colours > 10 and len(words) in counts and not whole):
            rows.append(words)
            continue
        text, at = line.text.rstrip()[margin:], margin
        if whole:
            text, at = words[0].text, words[0].column - line.column
        elif min(counts) == columns or len(text) > columns or "," in text:
            text = ""
        cells = enumerate(text.ljust(columns if text else 0), start=line.column + at)
        rows.append([Line(glyph.strip(), line.number, column) for column, glyph in cells])
    return rows


def _values(group: Sequence[list[Line]], buttons: np.ndarray, colours: int) -> IntArray:
    """Return the numbers of rows, (rows, columns); `HOLE` where nothing is said.

    Raises:
        InputError: When a row has another number of places, or something is pressed at none.
    """
    rows = []
    for cells, row in zip(group, buttons, strict=True):
        if len(cells) < row.size and len(cells) == row.sum():
            rest = iter(cells)
            cells = [next(rest) if button else Line("", cells[0].number) for button in row.tolist()]
        if len(cells) != row.size:
            raise cells[0].error(f"a row of presses has {row.size} places, this one {len(cells)}")
        rows.append(cells)
    pairs = [pair for cells, row in zip(rows, buttons, strict=True)
             for pair in zip(cells, row.tolist(), strict=True)]  # fmt: skip
    drawn = {cell.text: cell for cell, button in reversed(pairs) if button}
    meaning = meanings(drawn, colours)
    values = np.zeros(len(pairs), dtype=np.int64)
    for k, (cell, button) in enumerate(pairs):
        # at a hole anything may stand but presses
        strange = 1 if cell.text.isdigit() and cell.text.strip("0") else HOLE
        values[k] = meaning.get(cell.text, strange)
        if values[k] > 0 and not button:
            row, column = divmod(k, buttons.shape[1])
            raise cell.error(f"no button is in row {row + 1}, column {column + 1}")
    return values.reshape(buttons.shape)
