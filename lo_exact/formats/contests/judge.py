"""Judge files of contests: rows of 0 and 1 below a count or size, with one or many cases.

    2                 N             M N                 T
    0 1 1 0 1 0       N rows of N   M rows of N,        M N
    ... 10 rows                     again, maybe 0 0    M rows of N, again

The first is POJ 1222 and its kin: the number of boards, each of 5 rows of 6.  All lights shall be
off.  A file is read when exactly one of these shapes fits all of it.
"""

import re
from collections.abc import Sequence
from functools import partial

from lo_exact.errors import AmbiguousError
from lo_exact.formats.board.keys import read_colours_entry
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, quoted, split_lines
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import read_rows
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Puzzle

Case = list[Line]

_MAX_DIGITS = 9
_HEAD = 256
_ROW = re.compile(r"(?:\s*[0-9]+)+\s*|\s*[.#*xXoO_-](?:\s*[.#*xXoO_-])*\s*", re.ASCII)


def looks_like(text: str) -> bool:
    """Return whether one of the known shapes fits the whole text."""
    words = text[:_HEAD].split()
    if words and len(words[0]) > _MAX_DIGITS:  # not a number: do not scan a large board
        return False
    return bool(_readings(_lines(text)))


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the cases of a text.

    Raises:
        InputError: When no shape fits it, or several do.
    """
    lines = _lines(text)
    readings = _readings(lines)
    if not readings:
        first = lines[0] if lines else Line("", 1)
        raise first.error(
            "a judge's file has the number of boards, the size or both, and then exactly the rows "
            f"that they say; got {quoted(first.text.strip())} above {len(lines) - 1} rows"
        )
    if len(readings) > 1:
        shapes = " | ".join(readings)
        raise AmbiguousError(f"the file reads {len(readings)} ways: {shapes}", line=lines[0].number)
    (cases,) = readings.values()
    return [PuzzlePart(case[0].number, partial(_read, case, options)) for case in cases]


def _lines(text: str) -> list[Line]:
    return [line for line in split_lines(text) if line.text.strip()]


def _readings(lines: Sequence[Line]) -> dict[str, list[Case]]:
    """Return the cases under each shape that fits all lines."""
    if not lines or not all(_ROW.fullmatch(line.text) for line in lines):
        return {}
    first, rows = _size(lines[0]), lines[1:]
    found = {"boards below their sizes": _sized(lines)}
    if first is not None and first == (len(rows) / 5,) and _are_rows(rows, 6):
        boards = [list(rows[k : k + 5]) for k in range(0, len(rows), 5)]
        found["the number of boards of 5 x 6"] = boards
    cases = _sized(rows)
    if first == (len(cases),):
        found["the number of boards, each below its size"] = cases
    return {about: cases for about, cases in found.items() if cases}


def _sized(lines: Sequence[Line]) -> list[Case]:
    """Parse repeated ``M N`` or ``N`` and rows; ``0 0`` or ``0`` can end them.

    There are no cases where these do not fit.
    """
    cases: list[Case] = []
    at = 0
    while at < len(lines):
        size = _size(lines[at]) or (0,)
        if cases and size in ((0, 0), (0,)) and at == len(lines) - 1 and _size(lines[at]):
            break
        rows = lines[at + 1 : at + 1 + size[0]]
        if not size[0] or len(rows) != size[0] or not _are_rows(rows, size[-1]):
            return []
        cases.append(list(rows))
        at += 1 + size[0]
    return cases


def _are_rows(lines: Sequence[Line], width: int) -> bool:
    """Return whether each line has so many cells, with or without blanks between them."""
    words = [line.text.split() for line in lines]
    cells = [list(row[0]) if len(row) == 1 and width > 1 else row for row in words]
    return width > 0 and all(len(row) == width and set(map(len, row)) == {1} for row in cells)


def _size(line: Line) -> tuple[int, ...] | None:
    """Parse a line of one or two numbers, a possible size; None for any other line."""
    words = line.text.split()
    if len(words) > 2 or not "".join(words).isdigit():
        return None
    if any(len(word) > _MAX_DIGITS or word != str(int(word)) for word in words):
        return None
    return tuple(map(int, words))


def _read(case: Case, options: ReadOptions) -> Puzzle:
    colours, hint = read_colours_entry(None, options.colours)
    if len({len(line.text.split()) > 1 for line in case}) > 1:  # with and without blanks
        case = [line._replace(text="".join(line.text.split())) for line in case]
    return drawn_board(read_rows(case, colours, {}, hint=hint), options)
