"""Alternative interpretations of a board: blanks as separators, flat rows, lists of lit places.

    10101 01010 11111      3 rows of 5 | one row of 17 with holes | one row of 15 in groups
    10 01 / 01 10          2 x 4 in groups | 4 rows of 2 | 2 x 5 with a column of holes
    1 0 1 / 1   1          2 x 3 with one hole | 2 x 5 with columns of holes

Each layout is a format that ``--as`` chooses.  `arranged` rewrites the rows of a board text as rows
that can be read in one way, with holes as ``~``.  `tried` lists the layouts that a text's shape
allows; `lo_exact.formats.reading` reads them all and answers where one puzzle is left.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import pairwise

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError
from lo_exact.formats.board.header import KEYS, parse_header
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import LISTED, Line, split_lines
from lo_exact.formats.board.reader import read_board
from lo_exact.formats.board.rows import board_lines, gaps_in, in_columns
from lo_exact.formats.files import PuzzlePart

LONGEST_REREAD = 2**20
"""Largest number of characters of a text with alternative interpretations."""

_STRONG = ("\\n", "|", "\\\\", "/", ";")
"""Separators that end rows anywhere in a line, the surest first."""


def tried(text: str) -> Sequence[str]:
    """Return the names of the layouts that a text with blanks or marks in its rows may have."""
    if len(text) > LONGEST_REREAD:
        return ()
    try:
        _, body = parse_header(split_lines(text), KEYS)
        rows = board_lines(body)
    except InputError:
        return ()
    words = [row.text.split() for row in rows]
    alike = len(set(map(len, words))) == 1
    single = all(len(word) == 1 for row in words for word in row)
    even = alike and single and not any(_uneven(row.text) for row in rows)
    marked = any(mark in row.text for row in rows for mark in (",", *_STRONG))
    listed = any(row.text.lstrip()[:1] in ("[", "{", "(") for row in rows)
    clear = len(rows) > 1 if marked else even
    return () if listed or clear else tuple(LAYOUTS)


def read_layout(text: str, options: ReadOptions, form: str) -> list[PuzzlePart]:
    """Return the board whose rows have the layout named ``form``, parsed on demand."""

    def read() -> AnyPuzzle:
        puzzle = read_board(text, options=options, arrange=partial(arranged, form=form))
        _, about = LAYOUTS[form]
        return with_note(puzzle, f"read as {about.format(*puzzle.layout.shape)}")

    return [PuzzlePart(1, read)]


def arranged(lines: Sequence[Line], form: str) -> list[Line]:
    """Rewrite the rows of a layout as rows without blanks.

    Raises:
        InputError: When the rows do not have this layout.
    """
    first = lines[0].stripped()
    first.reject(re.match(r"\[|0[xX]", first.text), "a list or a number is not read so")
    rewritten, _ = LAYOUTS[form]
    rows = rewritten(_padded(lines))
    rows[0].reject(
        len({len(row.text) for row in rows}) > 1,
        "all rows are equally long, read so; holes are written ~",
    )
    return rows


def _padded(lines: Sequence[Line]) -> list[Line]:
    """Return rows without their common margin, filled up with blanks to one length."""
    texts = [line.text.rstrip().replace("\t", " ") for line in lines]
    margin = min((len(text) - len(text.lstrip()) for text in texts), default=0)
    width = max(map(len, texts), default=0)
    return [
        line.behind(margin)._replace(text=text[margin:].ljust(width - margin))
        for line, text in zip(lines, texts, strict=True)
    ]


def _compact(rows: Sequence[Line]) -> list[Line]:
    """Return rows whose blanks are holes."""
    return [row._replace(text=row.text.rstrip().replace(" ", "~")) for row in rows]


def _grouped(rows: Sequence[Line]) -> list[Line]:
    """Remove the blanks from rows in which they only separate groups of characters."""
    rows[0].reject(not in_columns(rows), "the groups do not stand below each other")
    return [row._replace(text="".join(row.text.split())) for row in rows]


def _spaced(rows: Sequence[Line]) -> list[Line]:
    """Return the characters at a fixed distance in each row, with ``~`` for missing ones."""
    at = sorted({found.start() for row in rows for found in re.finditer(r"\S", row.text)})
    step = min((right - left for left, right in pairwise(at)), default=1)
    rows[0].reject(
        step < 2 or any((place - at[0]) % step for place in at),
        "the glyphs do not stand a fixed number of blanks apart",
    )
    return [row._replace(text=row.text.rstrip()[at[0] :: step].replace(" ", "~")) for row in rows]


def _lines(lines: Sequence[Line]) -> list[Line]:
    """Return the rows that stand side by side in lines."""
    return [row for line in lines for row in _rows_in(line)]


def _rows_in(line: Line) -> list[Line]:
    """Split a line into rows at blanks, commas, bars or backslashes."""
    mark = next((mark for mark in _STRONG if mark in line.text), None)
    pieces = line.words(LISTED) if mark is None else line.stripped().stripped(mark).split(mark)
    line.reject(
        mark is None and re.search(r"\S,\S", line.text) and re.search(r"\S\s+\S", line.text),
        "blanks beside some commas may part rows",
    )
    rows = [piece._replace(text=re.sub(r"[\s,]", "", piece.text)) for piece in pieces]
    # refuse rows of one cell: ``| 0 | 1 |`` may be a single row of a table
    line.reject(
        len(rows) < 2 or max(len(row.text) for row in rows) < 2, "there are no rows in one line"
    )
    return rows


LAYOUTS: dict[str, tuple[Callable[[Sequence[Line]], list[Line]], str]] = {
    "lines": (_lines, "{} rows of {}, side by side"),
    "grouped": (_grouped, "{} x {} places, blanks part groups"),
    "spaced": (_spaced, "{} x {} places, one glyph or hole a column"),
    "compact": (_compact, "{} x {} places, blanks are holes"),
}
"""Function that rewrites the rows of each layout, and a note on the interpretation."""


def with_note(puzzle: AnyPuzzle, note: str) -> AnyPuzzle:
    """Return the puzzle with a note about the interpretation of its text."""
    layout = copy(puzzle.layout)
    vars(layout)["note"] = note  # `replace` would compute the position numbers of a `FullLayout`
    return replace(puzzle, layout=layout)


def _uneven(row: str) -> bool:
    """Return whether a row has gaps of different widths, all multiples of the smallest."""
    gaps = gaps_in(row)
    return len(gaps) > 1 and all(gap % min(gaps) == 0 for gap in gaps)
