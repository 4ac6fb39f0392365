"""Parser for drawings of a grid's presses between sentences.

Sentences, and lines of nothing but rules such as ``====``, part a text; so do empty lines, unless
the grid has rows without buttons.  Lines that have a place for every column and stand together are
read when they are as many as the rows of the grid.  Signs are numbers, or one for pressed and one
for not.  Linear in the text.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.glyphs import DIGITS, HOLES, OFF, ON, GlyphError, decide
from lo_exact.formats.board.places import Line, natural
from lo_exact.topology import HOLE

_WORD = re.compile(r"[^\W\d_]{2,}")
_VALUES = re.compile(rf"(?:[0-9{re.escape(OFF + ON)}~?,\s]|\b[Tt]rue\b|\b[Ff]alse\b)+")


MISSING = ("", "?", *HOLES)
"""What stands where nothing is said."""

_WORDS = {"True": 1, "true": 1, "False": 0, "false": 0}

_ANSWER_WORDS = frozenset(
    ("ans", "answer", "answers", "para", "press", "presses", "sol", "solution", "solutions", "x",
     "best", "moves", "clicks")
)  # fmt: skip
_OTHER_WORDS = frozenset(
    ("result", "board", "after", "lights", "state", "para_range", "start", "puzzle", "final")
)
"""What programs call what they press, and what they print beside it."""

_OF_PRESSES = {
    "the board reads": "the presses read",
    "digits are colours": "digits are presses",
    "is on": "is pressed",
    "both on": "both pressed",
    "is off": "is not pressed",
    "both off": "both not pressed",
    "light": "button",
}
_OF_BOARDS = re.compile("|".join(_OF_PRESSES))


def is_talk(line: Line) -> bool:
    """Return whether a line is a sentence or a ruled line, and cannot be presses."""
    if _VALUES.fullmatch(line.text):
        return False
    return _WORD.search(line.text) is not None or not re.search(r"\w", line.text)


def words_of_line(line: Line) -> list[Line]:
    """Split a line into words at blanks and commas."""
    return line._replace(text=line.text.replace(",", " ")).words()


class PrintedArray(NamedTuple):
    """An array or a drawing in a text: the words before it, its numbers, its line, what follows.

    In an array of ``places`` are round brackets, so that it holds no numbers of presses.
    """

    label: str
    values: Any
    line: int = 1
    behind: str = ""
    places: bool = False

    @property
    def kind(self) -> int:
        """1 if the label calls it an answer, -1 if it calls it something else, otherwise 0."""
        said = set(re.findall(r"\w+", self.label.lower()))
        return -1 if said & _OTHER_WORDS else int(bool(said & _ANSWER_WORDS))


def read_press_rows(lines: Sequence[Line], at: IntArray, colours: int) -> list[PrintedArray]:
    """Return the presses in one or several drawings of a text.

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
    found: list[PrintedArray] = []
    said = {line.number + 1: line.text for line in lines if line.text.strip() and is_talk(line)}
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
                line = part[0][0].number
                found.append(PrintedArray(said.get(line, ""), values, line))
        if wrong is None and len(run) == at.shape[0] and not all(cells):
            odd = run[cells.index([])]
            many = len(words_of_line(odd))
            wrong = _wrong_row(odd, at.shape[1], many if many > 1 else len(odd.text.strip()))
    if not found:
        first_line = (
            runs[0][0] if runs else next((line for line in lines if line.text.strip()), Line("", 1))
        )
        got = f"{len(runs[0])} rows" if len(runs) == 1 else "none that are"
        raise wrong or first_line.error(
            f"presses are {at.shape[0]} rows of {at.shape[1]} places, got {got}"
        )
    return found


def _wrong_row(at: Line, wanted: int, places: int) -> InputError:
    return at.error(f"a row of presses has {wanted} places, this one {places}")


def _runs(lines: Sequence[Line], *, apart: bool) -> list[list[Line]]:
    """Split lines into blocks at sentences and, with ``apart``, at empty lines."""
    runs: list[list[Line]] = [[]]
    for line in lines:
        empty = not line.text.strip()
        if (empty and apart) or (not empty and is_talk(line)):
            runs.append([])
        elif not empty:
            runs[-1].append(line)
    return [run for run in runs if run]


def _cells_of(run: Sequence[Line], buttons: np.ndarray, colours: int) -> list[list[Line]]:
    """Return the cells of each line in a block, none for a line that is no row of the grid.

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
    """Return the numbers in rows as an array of shape (rows, columns), `HOLE` for empty cells.

    Raises:
        InputError: When a row has another number of places, or something is pressed at none.
    """
    rows = []
    for cells, row in zip(group, buttons, strict=True):
        if len(cells) < row.size and len(cells) == row.sum():
            rest = iter(cells)
            cells = [next(rest) if button else Line("", cells[0].number) for button in row.tolist()]
        if len(cells) != row.size:
            raise _wrong_row(cells[0], row.size, len(cells))
        rows.append(cells)
    pairs = [pair for cells, row in zip(rows, buttons, strict=True)
             for pair in zip(cells, row.tolist(), strict=True)]  # fmt: skip
    drawn = {cell.text: cell for cell, button in reversed(pairs) if button}
    meaning = meanings(drawn, colours)
    values = np.zeros(len(pairs), dtype=np.int64)
    for k, (cell, button) in enumerate(pairs):
        # a hole may contain any sign except a number of presses
        strange = 1 if cell.text.isdigit() and cell.text.strip("0") else HOLE
        values[k] = meaning.get(cell.text, strange)
        if values[k] > 0 and not button:
            row, column = divmod(k, buttons.shape[1])
            raise cell.error(f"no button is in row {row + 1}, column {column + 1}")
    return values.reshape(buttons.shape)


def meanings(places: Mapping[str, Line], colours: int) -> dict[str, int]:
    """Return the number of presses that each glyph means.

    Args:
        places: What stands at the places of buttons, words or single signs, each with a place.
        colours: c.

    Raises:
        InputError: On what is no number of presses, or could be two.
    """
    meaning: dict[str, int] = {}
    for glyph, place in sorted(places.items()):
        if glyph in MISSING:
            raise place.error("a button's presses are missing here")
        if glyph in _WORDS:
            meaning[glyph] = _WORDS[glyph]
        elif len(glyph) > 1 or glyph in DIGITS or (glyph.isalpha() and glyph not in "OXx"):
            meaning[glyph] = natural(place, "a number of presses", 0, colours - 1)
    signs = set(places) - set(meaning)
    if meaning and signs and signs <= set(OFF) - {*"-_"} and not {"0", *_WORDS} & set(meaning):
        signs.discard(min(signs))
        meaning |= dict.fromkeys(set(places) - set(meaning) - signs, 0)
    try:
        numbers = {"1"} if (meaning and signs) or signs == {"O"} else set()
        return decide(signs | numbers, min(colours, 10), {}, from_off=True) | meaning
    except GlyphError as error:
        problem = _OF_BOARDS.sub(lambda found: _OF_PRESSES[found[0]], error.problem)
        problem = problem.partition("; say")[0]
        raise places.get(error.glyph, min(places.values())).error(problem) from None
