"""Boards as nested lists: ``[[6, 6, 6], [6, 6, 6], [6, 0, 0]]``.

Numbers are separated by commas or blanks, as Python, JSON and numpy print them; ``null`` and
``None`` are holes.  A flat list needs a size.  Well-formed lists of numbers go through the JSON
reader of the standard library (20 ns a number); anything else is read token by token, slowly, to
find its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import numpy as np

from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.formats.board.rows import Drawn, first_place
from lo_exact.formats.board.semicolons import without_comment
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

_PLAIN = re.compile(r"[\[\]0-9,\s]*")
_TOO_DEEP = re.compile(r"\[\s*\[\s*\[")
_HUGE = re.compile("[0-9]{18}")
_TOKEN = re.compile(r"[\[\],]|[^\s\[\],]+")


def read_list(
    lines: Sequence[Line], colours: int, size: tuple[int, int] | None, hint: str = ""
) -> Drawn:
    """Read a nested list, or a flat one with a size.

    Args:
        lines: The text; its first character that is not blank is ``[``.
        colours: c.
        size: (rows, columns) of a flat list.
        hint: Added to the error about a colour that is too large.

    Raises:
        InputError: With its place.
    """
    text = "\n".join(line.text for line in lines)
    if _PLAIN.fullmatch(text) and not _TOO_DEEP.search(text) and not _HUGE.search(text):
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError):
            rows = []
        if rows and all(type(row) is list and len(row) == len(rows[0]) > 0 for row in rows):
            check_grid_size(len(rows), len(rows[0]))
            if all(set(map(type, row)) == {int} for row in rows):
                values = np.array(rows, dtype=np.int64)
                if not (values >= colours).any():
                    return Drawn(values)
    return _read_slowly(lines, colours, size, hint)


def _read_slowly(
    lines: Sequence[Line], colours: int, size: tuple[int, int] | None, hint: str
) -> Drawn:
    rows, flat = _parse(lines)
    if flat:
        if size is None:
            raise lines[0].error("a flat list needs a size; a board is written [[1, 0], [0, 1]]")
        height, width = size
        if len(rows[0]) != height * width:
            raise lines[0].error(f"a {height} x {width} board has {height * width} places, the "
                                 f"list has {len(rows[0])}")  # fmt: skip
        rows = [rows[0][r * width : (r + 1) * width] for r in range(height)]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            at = (row or rows[0])[-1]
            raise at.error(
                f"all rows of the list are equally long: row {number} has {len(row)} places, "
                f"row 1 has {len(rows[0])}"
            )
    check_grid_size(len(rows), len(rows[0]))
    values = np.full((len(rows), len(rows[0])), HOLE, dtype=np.int64)
    places = np.zeros((*values.shape, 2), dtype=np.int64)
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            places[r, c] = word.number, word.column
            if word.text not in ("null", "None"):
                values[r, c] = natural(word, "a colour", 0, 2**31)
    drawn = Drawn(values, places=places)
    if (values >= colours).any():
        at_row, at_column = first_place(values >= colours)
        value = int(values[at_row, at_column])
        problem = f"a colour must be 0..{colours - 1}, got {value}{hint}"
        raise drawn.error(problem, at_row, at_column)
    return drawn


def _parse(lines: Sequence[Line]) -> tuple[list[list[Line]], bool]:
    """Return the words of each inner list, and whether the list was flat."""
    rows: list[list[Line]] = []
    depth, flat, comma = 0, False, False
    last = lines[0]
    for token in _tokens(lines):
        if depth == 0 and last is not lines[0]:
            raise token.error(f"the list has ended, got {quoted(token.text)} after it")
        if token.text == "[":
            depth += 1
            if depth > 2 or flat:
                raise token.error("a board is a list of rows of numbers: [[1, 0], [0, 1]]")
            if depth == 2:
                rows.append([])
            comma = False
        elif token.text == "]":
            if depth == 2 and not rows[-1]:
                raise token.error("a row of the list is empty")
            depth -= 1
            comma = False
        elif token.text == ",":
            if comma or last.text == "[":
                raise token.error("a number or a row is missing before ','")
            comma = True
        else:
            if depth == 1:
                if rows and not flat:
                    raise token.error(f"rows stand in [ ], got {quoted(token.text)}")
                flat = True
                rows = rows or [[]]
            rows[-1].append(token)
            comma = False
        last = token
    if depth or not rows:
        raise last.error("the list of rows does not end" if depth else "the list is empty")
    return rows, flat


def _tokens(lines: Sequence[Line]) -> Iterator[Line]:
    for line in map(without_comment, lines):
        for found in _TOKEN.finditer(line.text):
            yield Line(found[0], line.number, line.column + found.start())
