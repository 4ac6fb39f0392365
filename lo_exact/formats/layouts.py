"""Alternative interpretations of a board: blanks as separators, flat rows, lists of lit places.

    10101 01010 11111      3 rows of 5 | one row of 17 with holes | one row of 15 in groups
    10 01 / 01 10          2 x 4 in groups | 4 rows of 2 | 2 x 5 with a column of holes
    1 0 1 / 1   1          2 x 3 with one hole | 2 x 5 with columns of holes
    [[0, 0], [1, 1]]       2 x 2 | two lit places, whose board's size must be given

Each layout is a format that ``--as`` chooses.  It rewrites the text below the header as rows that
can be read in one way, with holes as ``~``, and passes them to the reader of board text.  `tried`
lists the layouts that a text's shape allows; `lo_exact.formats.reading` reads them all and answers
where one puzzle is left.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.header import KEY_LINE, parse_header, parse_size
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, of_option, reject, split_lines
from lo_exact.formats.board.reader import KEYS, drawn_board, read_board
from lo_exact.formats.board.rows import Drawn, board_lines, gaps_in
from lo_exact.formats.files import PuzzlePart

LONGEST_REREAD = 2**20
"""Largest number of characters of a text with alternative interpretations."""

_STRONG = ("\\n", "|", "\\\\", "/", ";")
"""Separators that end rows anywhere in a line, the surest first."""

_NUMBER = "(?:0|[1-9][0-9]{0,3})"
_PAIR = rf"[\[({{]\s*{_NUMBER}\s*[,;\s]\s*{_NUMBER}\s*,?\s*[\])}}]"
_PAIRS = re.compile(rf"\s*[\[({{]?\s*{_PAIR}(?:\s*,?\s*{_PAIR})+\s*,?\s*[\])}}]?[;.]?\s*", re.ASCII)
_TWO = re.compile(rf"{_NUMBER}(?:[ \t]*,[ \t]*|[ \t]+){_NUMBER}", re.ASCII)


def tried(text: str, options: ReadOptions) -> list[str]:
    """Return the names of the alternative layouts, such as ``places``, that a text may have."""
    places, header, rows = list[str](), list[str](), list[str]()
    with suppress(InputError):
        header, rows = _split(text) if len(text) <= LONGEST_REREAD else ([], [])
    if not any(KEY_LINE.match(line) for line in header) and _pairs(rows):
        places = ["places"] if options.size is None else ["places0", "places1"]
        places += ["edgelist"] if _lines_of_two(rows) else []
    return places if any(row[:1] in "[{(" for row in rows) else places + _parted(rows, options)


def _parted(rows: Sequence[str], options: ReadOptions) -> list[str]:
    """Return the names of the layouts that fit the blanks and separators in the rows."""
    if any(mark in row for mark in (",", *_STRONG) for row in rows):
        return ["lines"] if len(rows) == 1 else []
    words = [word for row in rows for word in row.split()]
    if len(rows) == 1 and (len(words) == 1 or (words and max(map(len, words)) == 1)):
        flat = ["flat"] if options.size is not None else []
        return [*flat, *(["grouped", "spaced"] if _uneven(rows[0]) else [])]
    if not any(" " in row or "\t" in row for row in rows):
        return []
    even = all(map(len, words)) and max(map(len, words)) == 1 and not any(map(_uneven, rows))
    holes = ["compact", "spaced"] * (len({len(row.split()) for row in rows}) > 1)
    return holes if even else ["lines", "grouped", "spaced", "compact"]


def read_layout(text: str, options: ReadOptions, form: str) -> list[PuzzlePart]:
    """Parse a text in the named layout.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    read = _read_places if form.startswith("places") else _read
    return [PuzzlePart(1, partial(read, text, options, form))]


def _grouped(rows: Sequence[str], _: str | None) -> list[str]:
    """Remove the blanks from rows in which they only separate groups of characters."""
    reject(
        len({tuple(found.span() for found in re.finditer(r"\S+", row)) for row in rows}) > 1,
        "the groups do not stand below each other",
        line=1,
    )
    return ["".join(row.split()) for row in rows]


def _spaced(rows: Sequence[str], _: str | None) -> list[str]:
    """Return the characters at a fixed distance in each row, with ``~`` for missing ones."""
    at = sorted({found.start() for row in rows for found in re.finditer(r"\S", row)})
    step = min((right - left for left, right in pairwise(at)), default=1)
    reject(
        step < 2 or any((place - at[0]) % step for place in at),
        "the glyphs do not stand a fixed number of blanks apart",
        line=1,
    )
    return [row.rstrip()[at[0] :: step].replace(" ", "~") for row in rows]


def _flat(rows: Sequence[str], size: str | None) -> list[str]:
    """Cut a single line of all cells into rows of the length that ``--size`` gives."""
    height, width = _size(size, "places in one line need their size: --size ROWSxCOLUMNS")
    glyphs = re.sub(r"[\s,]", "", "".join(rows))
    reject(
        len(glyphs) != height * width,
        f"a {height} x {width} board has {height * width} places, the text has {len(glyphs)}",
        line=1,
    )
    return [glyphs[low : low + width] for low in range(0, len(glyphs), width)]


_LAYOUTS: dict[str, tuple[Callable[[Sequence[str], str | None], list[str]], str]] = {
    "compact": (
        lambda rows, _: [row.rstrip().replace(" ", "~") for row in rows],
        "{} x {} places, blanks are holes",
    ),
    "grouped": (_grouped, "{} x {} places, blanks part groups"),
    "spaced": (_spaced, "{} x {} places, one glyph or hole a column"),
    "lines": (
        lambda rows, _: [row for line in rows for row in _rows_in(line.strip())],
        "{} rows of {}, side by side",
    ),
    "flat": (_flat, "{} rows of {}, one behind the other"),
}
"""Function that rewrites the rows of each layout, and a note on the interpretation."""


def _size(said: str | None, wanted: str) -> tuple[int, int]:
    """Parse the value of ``--size``; raise an error with the message ``wanted`` if it is None."""
    if said is None:
        raise InputError(wanted, line=1)
    with of_option("size"):
        return parse_size(Line(said, 0))


def _read_places(text: str, options: ReadOptions, form: str) -> AnyPuzzle:
    """Parse a list of lit cells, whose rows and columns are numbered from 0 or from 1.

    Raises:
        InputError: When a place is not on the board, or both numberings are possible.
    """
    height, width = _size(
        options.size,
        "these may be lit places, which need the size of their board: --size ROWSxCOLUMNS; "
        "--as board reads rows of two",
    )
    _, rows = _split(text)
    if found := re.search(r"[A-Za-z]\S*", " ".join(rows)):
        raise InputError(
            f"lit places are numbers here, row and column; got {printable(found[0], 40)!r}"
        )
    numbers = [
        int(word) if len(word) < 10 else -1 for word in re.findall(r"[0-9]+", " ".join(rows))
    ]
    places = list(zip(numbers[::2], numbers[1::2], strict=False))
    reject(
        len(numbers) % 2 or len(set(places)) < len(places),
        "lit places are two numbers each, row and column, all different",
        line=1,
    )
    firsts = [
        first
        for first in (0, 1)
        if form in ("places", f"places{first}")
        and all(0 <= r - first < height and 0 <= c - first < width for r, c in places)
    ]
    reject(not firsts, f"a place is not on a board of {height} x {width}", line=1)
    reject(
        len(firsts) == 2,
        "the places may be numbered from 0 (--as places0) | from 1 (--as places1); say which",
        line=1,
    )
    reject(
        options.legend is not None or height * width > LONGEST_REREAD,
        "lit places have no legend, and a board of a million places",
        line=1,
    )
    values = np.zeros((height, width), dtype=np.int64)
    values[tuple(np.transpose(places) - firsts[0])] = 1
    return with_note(
        drawn_board(Drawn(values), options),
        f"read as {len(places)} lit places, (row, column) from {firsts[0]}",
    )


def with_note(puzzle: AnyPuzzle, note: str) -> AnyPuzzle:
    """Return the puzzle with a note about the interpretation of its text."""
    layout = copy(puzzle.layout)
    vars(layout)["note"] = note  # `replace` would compute the position numbers of a `FullLayout`
    return replace(puzzle, layout=layout)


def _read(text: str, options: ReadOptions, form: str) -> AnyPuzzle:
    """Parse a text as a board after rewriting its rows for the layout named ``form``."""
    header, rows = _split(text)
    reject(not rows, "there is no board", line=1)
    rewritten, about = _LAYOUTS[form]
    body = rewritten(rows, options.size)
    widths = {len(row) for row in body}
    reject(
        len(widths) > 1 or not body,
        "all rows are equally long, read so; holes are written ~",
        line=1,
    )
    reject(
        body[0].startswith("[") or re.fullmatch("0[xX].*", body[0]),
        "a list or a number is not read so",
        line=1,
    )
    note = f"read as {about.format(len(body), widths.pop())}"
    return with_note(read_board("\n".join([*header, *body]), options=options), note)


def _split(text: str) -> tuple[list[str], list[str]]:
    """Split a text into header lines and board rows, without margin and padded to one length."""
    lines = split_lines(text)
    _, body = parse_header(lines, KEYS)
    header = [line.text for line in lines[: len(lines) - len(body)]]
    rows = [line.text.rstrip().replace("\t", " ") for line in board_lines(body)]
    margin = min((len(row) - len(row.lstrip()) for row in rows), default=0)
    width = max(map(len, rows), default=0)
    return header, [row[margin:].ljust(width) for row in rows]


def _rows_in(line: str) -> list[str]:
    """Split a line into rows at blanks, commas, bars or backslashes."""
    mark = next((mark for mark in _STRONG if mark in line), None)
    pieces = line.strip(mark).split(mark)
    if mark is None:
        pieces = [word.strip(",") for word in pieces]
        reject(
            len(pieces) > 1 and any("," in word for word in pieces),
            "blanks beside some commas may part rows",
            line=1,
        )
        pieces = [word for word in ",".join(pieces).split(",") if word]
    rows = [re.sub(r"[\s,]", "", piece) for piece in pieces]
    # refuse rows of one cell: ``| 0 | 1 |`` may be a single row of a table
    reject(len(rows) < 2 or max(map(len, rows)) < 2, "there are no rows in one line", line=1)
    return rows


def _uneven(row: str) -> bool:
    """Return whether a row has gaps of different widths, all multiples of the smallest."""
    gaps = gaps_in(row)
    return len(gaps) > 1 and all(gap % min(gaps) == 0 for gap in gaps)


def _lines_of_two(rows: Sequence[str]) -> bool:
    return len(rows) > 1 and all(_TWO.fullmatch(row.strip()) for row in rows)


def _pairs(rows: Sequence[str]) -> bool:
    """Return whether the rows consist of distinct pairs of numbers."""
    text = "\n".join(rows)
    listed = _PAIRS.fullmatch(text) and all(
        text.count(left) == text.count(right) for left, right in ("[]", "()", "{}")
    )
    if not (listed or _lines_of_two(rows)):
        return False
    numbers = re.findall("[0-9]+", text, re.ASCII)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return len(set(pairs)) == len(pairs)
