"""Parser for boards as nested lists below a header: ``[[6, 6, 6], [6, 6, 6], [6, 0, 0]]``.

Well-formed lists of numbers go through the JSON reader of the standard library (20 ns a number);
anything else is read by the scanner, slowly, to find its place.  A flat list needs a size.
"""

import json
import re
from collections.abc import Sequence

import numpy as np

from lo_exact.errors import InputError
from lo_exact.formats.board.header import without_comment
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, quoted
from lo_exact.formats.board.rows import Drawn, first_place
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, candidates_in
from lo_exact.formats.scanner.parts import ScannedText, drawn_cells, in_rows
from lo_exact.formats.scanner.tokens import tokens
from lo_exact.formats.scanner.tree import tree_of
from lo_exact.topology.grid import check_grid_size

_PLAIN = re.compile(r"[\[\]0-9,\s]*")
_TOO_DEEP = re.compile(r"\[\s*\[\s*\[")
_HUGE = re.compile("[0-9]{18}")
_WANTED = "a board is a list of rows of numbers: [[1, 0], [0, 1]]"


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
    text = "\n".join(without_comment(line).text for line in lines)
    whole = ScannedText(text, ())

    def wrong(at: int, problem: str) -> InputError:
        row, column = whole.place(at)
        return lines[row - 1].error(problem, column - 1)

    try:
        board = _only_list(text)
    except FaultError as fault:
        raise wrong(fault.at, fault.problem) from None
    if board.flat and size is None:
        raise lines[0].error("a flat list needs a size; a board is written [[1, 0], [0, 1]]")
    if board.flat and size is not None:
        if len(board.rows[0]) != size[0] * size[1]:
            raise lines[0].error(
                f"a {size[0]} x {size[1]} board has {size[0] * size[1]} places, the list has "
                f"{len(board.rows[0])}"
            )
        board = in_rows(board, size[0])
    drawn = drawn_cells(board, whole, ReadOptions(colours=colours))
    assert drawn.places is not None
    numbers, columns = (np.array([line[k] for line in lines]) for k in (1, 2))
    row = drawn.places[..., 0] - 1
    drawn.places[..., 0], drawn.places[..., 1] = (
        numbers[row],
        drawn.places[..., 1] + columns[row] - 1,
    )
    if (drawn.values >= colours).any():
        place = first_place(drawn.values >= colours)
        problem = f"a colour must be 0..{colours - 1}, got {drawn.values[place]}{hint}"
        raise drawn.error(problem, *place)
    return drawn


def _only_list(text: str) -> FoundBoard:
    """Return the list that makes up a whole text.

    Raises:
        FaultError: When it is something else.
    """
    deep = _TOO_DEEP.search(text)
    if deep:
        raise FaultError(_WANTED, deep.end() - 1)
    root, unpaired = tree_of(tokens(text))
    if unpaired is not None:
        raise FaultError("the list of rows does not end, or its brackets do not pair", unpaired)
    found = candidates_in(root, text)
    if len(found) != 1:
        raise FaultError(_WANTED, found[1].start if found else 0)
    end = found[0].end
    if text[end:].strip():
        behind = end + len(text[end:]) - len(text[end:].lstrip())
        raise FaultError(f"the list has ended, got {quoted(text[behind:])} after it", behind)
    return found[0]
