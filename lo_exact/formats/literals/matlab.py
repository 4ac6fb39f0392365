"""MATLAB arrays: ``[0 1 0; 1 1 1; 0 1 0]``, rows parted by ``;`` or line ends.

A flat array, ``x = [0 1 0 0 1 ...];``, holds a board column by column, as MATLAB keeps it; it is a
square unless a size is given.  Without a ``;`` it might be somebody's list row by row, and only
``--as matlab`` reads it.
"""

from __future__ import annotations

import re
from math import isqrt

from lo_exact.counters import AnyPuzzle
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.keys import read_size
from lo_exact.formats.board.places import Line, quoted
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.literals.reader import drawn_words
from lo_exact.formats.literals.tokens import Token, assigned, check_name, tokens

MAX_TEXT = 1 << 22
"""No longer text is looked at."""

_CONTINUED = re.compile(r"\.\.\.[^\n]*(?:\n|\Z)")
_ARRAY = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=\s*)?\[([^\[\]{}()\"'|]*)\]\s*('?\s*;?)\s*\Z")


def looks_like(text: str) -> bool:
    """Return whether a text is an array that only MATLAB writes."""
    if len(text) > MAX_TEXT:
        return False
    found = _ARRAY.fullmatch(re.sub(r"%.*", "", _CONTINUED.sub(" ", text)))
    if found is None or not re.match(r"\s*[0-9]", found[1]):
        return False
    many = ";" in found[1] or "\n" in found[1].strip()
    return many or (";" in found[2] and "," not in found[1] and " " in found[1].strip())


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read an array.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read(text, options))]


def _read(text: str, options: ReadOptions) -> AnyPuzzle:
    listed = list(tokens(_CONTINUED.sub(" ", text)))
    name, value = assigned(listed)
    check_name(name, listed[0].piece)
    rows = _rows([token for token in value if token.kind != "end" or token is not value[-1]])
    if len(rows) == 1 and (len(rows[0]) > 1 or options.size is not None):
        rows = _by_columns(rows[0], options)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise row[-1].error(
                f"all rows of the array are equally long: row {number} has {len(row)} places, "
                f"row 1 has {len(rows[0])}"
            )
    return drawn_board(drawn_words(rows), options)


def _rows(value: list[Token]) -> list[list[Line]]:
    """Return the words of each row."""
    rows: list[list[Line]] = [[]]
    inside = ended = False
    for token in value:
        if token.kind == "end":
            if inside and rows[-1]:
                rows.append([])
        elif not inside and not ended:
            if token.text != "[":
                raise token.piece.error(f"a MATLAB array begins with [, got {quoted(token.text)}")
            inside = True
        elif ended:
            if token.text != ";":
                raise token.piece.error(f"the array has ended, got {quoted(token.text)} after it")
        elif token.text == "]" and token.kind == "mark":
            inside, ended = False, True
        elif token.text == ";" and token.kind == "mark":
            if not rows[-1]:
                raise token.piece.error("a row is missing before ';'")
            rows.append([])
        elif token.kind == "word":
            rows[-1].append(token.piece)
        elif token.text != ",":
            raise token.piece.error(f"a MATLAB array has no {quoted(token.text)}")
    rows = [row for row in rows if row]
    if not ended or not rows:
        last = value[-1].piece if value else Line("", 1)
        raise last.error("the array does not end" if not ended else "the array is empty")
    return rows


def _by_columns(words: list[Line], options: ReadOptions) -> list[list[Line]]:
    size = read_size(None, options.size)
    if size is None:
        side = isqrt(len(words))
        if side * side != len(words):
            raise words[0].error(
                f"a flat array of {len(words)} numbers is no square: give --size ROWSxCOLUMNS"
            )
        size = side, side
    if size[0] * size[1] != len(words):
        raise words[0].error(
            f"a {size[0]} x {size[1]} board has {size[0] * size[1]} places, the array has "
            f"{len(words)}"
        )
    return [words[r :: size[0]] for r in range(size[0])]
