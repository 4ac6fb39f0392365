"""Drawings of a grid's presses among sentences.

Sentences, and lines of nothing but rules such as ``====``, part a text; so do empty lines, unless
the grid has rows without buttons.  Lines that have a place for every column and stand together are
read when they are as many as the rows of the grid.  Linear in the text.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.reading import AnswerReading
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
    for run in runs:
        for group in _groups(run, buttons, colours):
            height = next((height for height in heights if len(group) % height == 0), 0)
            for first in range(0, len(group), height) if height else ():
                part, rows = group[first : first + height], heights[height]
                values = np.full(at.shape, HOLE, dtype=np.int64)
                values[rows] = _values(part, buttons[rows], colours)
                found.append(DrawnPresses(part[0].number, values))
    if not found:
        raise _no_rows(lines, runs, buttons, colours)
    return found


def read_two_signs(lines: Sequence[Line], puzzle: Puzzle) -> list[AnswerReading]:
    """Return both readings of drawings in two signs of anybody's; none where there are none."""
    at = puzzle.layout.button_at
    if puzzle.colours != 2 or (at < 0).any():
        return []
    drawn: list[list[str]] = []
    for block in _runs([line._replace(text=line.text.strip()) for line in lines], apart=True,
                       talk=False):  # fmt: skip
        for part in (block, block[1:]):
            rows = [_signs(line, at.shape[1]) for line in part]
            if rows and len(rows) % at.shape[0] == 0 and all(rows):
                cells = [cell for row in rows for cell in row]
                drawn += [cells[k : k + at.size] for k in range(0, len(cells), at.size)]
                break
    signs = sorted({cell for cells in drawn for cell in cells})
    if len(signs) != 2 or any(sign.isdigit() for sign in signs):
        return []
    readings = []
    for pressed, other in (signs, signs[::-1]):
        if other in ON or pressed in (*OFF, "·"):
            continue
        answers = []
        for cells in drawn:
            values = np.array([cell == pressed for cell in cells], dtype=np.int64)
            presses = np.zeros(puzzle.buttons, dtype=np.int64)
            presses[at.ravel()] = values
            answers.append(presses)
        readings.append(AnswerReading(tuple(answers), f"{pressed} is pressed, {other} is not"))
    return readings


def _signs(line: Line, columns: int) -> list[str]:
    said = [word.text for word in words_of_line(line)]
    if len(said) == 1 and len(said[0]) == columns:
        return list(said[0])
    return said if len(said) == columns and all(len(word) == 1 for word in said) else []


def _runs(lines: Sequence[Line], *, apart: bool, talk: bool = True) -> list[list[Line]]:
    """Return the lines between sentences (unless not ``talk``) and (``apart``) empty lines."""
    runs: list[list[Line]] = [[]]
    for line in lines:
        empty = not line.text.strip()
        if (empty and apart) or (talk and not empty and is_talk(line)):
            runs.append([])
        elif not empty:
            runs[-1].append(line)
    return [run for run in runs if run]


def _groups(run: Sequence[Line], buttons: np.ndarray, colours: int) -> list[list[Line]]:
    """Return the longest pieces of a run whose lines have a place for every column."""
    groups: list[list[Line]] = [[]]
    counts = set(buttons.sum(axis=1).tolist())
    for line in run:
        if _fits(line, run, buttons.shape[1], counts, colours):
            groups[-1].append(line)
        else:
            groups.append([])
    return [group for group in groups if group]


def _fits(line: Line, run: Sequence[Line], columns: int, counts: set[int], colours: int) -> bool:
    said = words_of_line(line)
    if len(said) == columns or (colours > 10 and len(said) in counts):
        return True
    if len(said) == 1 and len(said[0].text) == columns:
        return True
    return min(counts) < columns and len(line.text.rstrip()) - _margin(run, columns) <= columns


def _margin(run: Sequence[Line], columns: int) -> int:
    """Return how far a drawing stands to the right, where it is too wide without that."""
    if max(len(line.text.rstrip()) for line in run) <= columns:
        return 0
    return min(len(line.text) - len(line.text.lstrip()) for line in run)


def _values(group: Sequence[Line], buttons: np.ndarray, colours: int) -> IntArray:
    """Return the numbers of rows, (rows, columns); `HOLE` where nothing is said."""
    columns = buttons.shape[1]
    margin = _margin(group, columns)
    rows = [_places(line, row, margin, colours) for line, row in zip(group, buttons, strict=True)]
    drawn = {
        glyph
        for cells, row in zip(rows, buttons.tolist(), strict=True)
        for glyph, button in zip(cells, row, strict=True)
        if button
    }

    def where(glyph: str) -> Line:
        for line, cells, row in zip(group, rows, buttons.tolist(), strict=True):
            for column, (cell, button) in enumerate(zip(cells, row, strict=True)):
                if button and cell == glyph:
                    return _piece(line, glyph, column, margin, columns)
        raise AssertionError(glyph)

    meaning = meanings(drawn, colours, where)
    # at a hole anything may stand but presses
    strange = {cell for cells in rows for cell in cells} - set(meaning)
    meaning |= {cell: 1 if cell.isdigit() and cell.strip("0") else HOLE for cell in strange}
    values = np.array([[meaning[cell] for cell in cells] for cells in rows], dtype=np.int64)
    wrong = (values > 0) & ~buttons
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        piece = _piece(group[row], rows[row][column], column, margin, columns)
        raise piece.error(f"no button is in row {row + 1}, column {column + 1}")
    return values


def _places(line: Line, buttons: np.ndarray, margin: int, colours: int) -> list[str]:
    """Return what stands on each place of a row, ``""`` for nothing.

    Raises:
        InputError: When the row has another number of places.
    """
    columns = buttons.size
    said = [word.text for word in words_of_line(line)]
    if len(said) == columns:
        return said
    if len(said) == 1 and len(said[0]) == columns:
        return list(said[0])
    if colours > 10 and len(said) == int(buttons.sum()):
        rest = iter(said)
        return [next(rest) if button else "" for button in buttons.tolist()]
    text = line.text.rstrip()[margin:]
    if not buttons.all() and len(text) <= columns and "," not in text:
        return [glyph.strip() for glyph in text.ljust(columns)]
    got = len(said) if len(said) > 1 else len(line.text.strip())
    raise line.error(f"a row of presses has {columns} places, this one {got}")


def _piece(line: Line, glyph: str, column: int, margin: int, columns: int) -> Line:
    """Return a glyph with its place in the text."""
    said = words_of_line(line)
    if len(said) == columns:
        return said[column]
    if len(said) == 1 and len(said[0].text) == columns:
        return Line(glyph, line.number, said[0].column + column)
    found = next((word for word in said if word.text == glyph), None)
    return found or Line(glyph, line.number, line.column + margin + column)


def _no_rows(
    lines: Sequence[Line], runs: list[list[Line]], buttons: np.ndarray, colours: int
) -> InputError:
    rows, columns = buttons.shape
    run = next((run for run in runs if len(run) == rows), None)
    if run is not None:
        try:
            _values(run, buttons, colours)
        except InputError as problem:
            return problem
    first = runs[0][0] if runs else next(line for line in lines if line.text.strip())
    got = f"{len(runs[0])} rows" if len(runs) == 1 else "none that are"
    return first.error(f"presses are {rows} rows of {columns} places, got {got}")
