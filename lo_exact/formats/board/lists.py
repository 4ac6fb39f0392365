"""Boards as nested lists: ``[[6, 6, 6], [6, 6, 6], [6, 0, 0]]``.

Numbers are separated by commas or blanks, as Python, JSON and numpy print them; ``null`` and
``None`` are holes.  A flat list needs a size.  Well-formed lists of numbers go through the JSON
reader of the standard library (20 ns a number); anything else is read token by token, slowly, to
find its place.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np

from lo_exact.formats.board.header import without_comment
from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.formats.board.rows import Drawn, first_place
from lo_exact.formats.scanner.tree import NestedList, Token, tokens, tree_of
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

_PLAIN = re.compile(r"[\[\]0-9,\s]*")
_TOO_DEEP = re.compile(r"\[\s*\[\s*\[")
_HUGE = re.compile("[0-9]{18}")


def read_list(
    lines: Sequence[Line], colours: int, size: tuple[int, int] | None, hint: str = ""
) -> Drawn:
    """Parse a nested list, or a flat one with a given size.

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
    """Read a list token by token, for errors with their places."""
    text = "\n".join(without_comment(line).text for line in lines)
    starts = [0, *accumulate(len(row) + 1 for row in text.split("\n"))]

    def piece(token: Token) -> Line:
        row = bisect_right(starts, token.start) - 1
        return Line(token.text, lines[row].number, lines[row].column + token.start - starts[row])

    deep = _TOO_DEEP.search(text)
    text = text[: deep.end()] if deep else text
    found = [token for token in tokens(text) if token.kind != "end"]
    depth = 0
    for token, behind in pairwise([*found, found[-1]]):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth > 2:
            raise piece(token).error("a board is a list of rows of numbers: [[1, 0], [0, 1]]")
        if behind.text == "," and token.text in ("[", ","):
            raise piece(behind).error("a number or a row is missing before ','")
        if depth == 0 and token is not found[-1]:
            problem = f"the list has ended, got {quoted(behind.text)} after it"
            raise piece(behind).error(problem)
        if token.kind == "atom" and token.text not in ("null", "None"):
            natural(piece(token), "a colour", 0, 2**31)
    root, unpaired = tree_of(found)
    value = root.brackets()[0].value if unpaired is None else None
    if value is None or value.depth > 2:
        problem = "the list of rows does not end" if unpaired is not None else "no list of rows"
        raise piece(found[-1]).error(problem)
    rows = [row.items if isinstance(row, NestedList) else value.items for row in value.items]
    if value.depth == 1:
        if size is None:
            raise lines[0].error("a flat list needs a size; a board is written [[1, 0], [0, 1]]")
        height, width = size
        if len(value.items) != height * width:
            raise lines[0].error(f"a {height} x {width} board has {height * width} places, the "
                                 f"list has {len(value.items)}")  # fmt: skip
        rows = [value.items[r * width : (r + 1) * width] for r in range(height)]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise piece(row[-1]).error(
                f"all rows of the list are equally long: row {number} has {len(row)} places, "
                f"row 1 has {len(rows[0])}"
            )
    check_grid_size(len(rows), len(rows[0]))
    words = [[piece(cell) for cell in row] for row in rows]
    values = np.array(
        [[int(word.text) if word.text.isdigit() else HOLE for word in row] for row in words]
    )
    places = np.array([[(word.number, word.column) for word in row] for row in words])
    drawn = Drawn(values.astype(np.int64), places=places)
    if (values >= colours).any():
        at = first_place(values >= colours)
        problem = f"a colour must be 0..{colours - 1}, got {values[at]}{hint}"
        raise drawn.error(problem, *at)
    return drawn
