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
from itertools import pairwise

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError
from lo_exact.formats.board.header import KEYS, parse_header
from lo_exact.formats.board.places import LISTED, Line, split_lines
from lo_exact.formats.board.rows import board_lines, gaps_in, in_columns

LONGEST_REREAD = 2**20
"""Largest number of characters of a text with alternative interpretations."""

_STRONG = ("\\n", "|", "\\\\", "/", ";")
"""Separators that end rows anywhere in a line, the surest first."""


def tried(text: str) -> list[str]:
    """Return the names of the alternative layouts, such as ``lines``, that a text may have."""
    if len(text) > LONGEST_REREAD:
        return []
    try:
        _, body = parse_header(split_lines(text), KEYS)
        rows = [line.text for line in _padded(board_lines(body))]
    except InputError:
        return []
    return [] if any(row[:1] in "[{(" for row in rows) else _parted(rows)


def _parted(rows: Sequence[str]) -> list[str]:
    """Return the names of the layouts that fit the blanks and separators in the rows."""
    if any(mark in row for mark in (",", *_STRONG) for row in rows):
        return ["lines"] if len(rows) == 1 else []
    words = [word for row in rows for word in row.split()]
    if len(rows) == 1 and (len(words) == 1 or (words and max(map(len, words)) == 1)):
        return ["grouped", "spaced"] if _uneven(rows[0]) else []
    if not any(" " in row or "\t" in row for row in rows):
        return []
    even = all(map(len, words)) and max(map(len, words)) == 1 and not any(map(_uneven, rows))
    holes = ["compact", "spaced"] * (len({len(row.split()) for row in rows}) > 1)
    return holes if even else ["lines", "grouped", "spaced", "compact"]


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
    "compact": (_compact, "{} x {} places, blanks are holes"),
    "grouped": (_grouped, "{} x {} places, blanks part groups"),
    "spaced": (_spaced, "{} x {} places, one glyph or hole a column"),
    "lines": (_lines, "{} rows of {}, side by side"),
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
