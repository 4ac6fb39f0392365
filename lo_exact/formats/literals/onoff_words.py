"""Boards of words and boxes: ``ON OFF``, ``true false``, ``T F``, ``[x] [ ]``."""

from __future__ import annotations

import re

import numpy as np

from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.places import Line, split_lines
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Puzzle
from lo_exact.topology.grid import check_grid_size

PAIRS = (("off", "on"), ("false", "true"), ("f", "t"), ("no", "yes"), ("[ ]", "[x]"))
"""What is off and what is on; upper case is the same."""

_WORD = re.compile(r"\[[ xX]\]|[A-Za-z]+|\S")
_COMPACT = re.compile(r"[TFtf]+")


def looks_like(text: str) -> bool:
    """Return whether a text is rows of the words of one pair."""
    lines = [line for line in split_lines(text[: 1 << 16]) if line.text.strip()]
    # the last line may be cut off
    return bool(_pair([word.text for line in lines[:-1] or lines for word in _words(line)]))


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read the board.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read(text, options))]


def _read(text: str, options: ReadOptions) -> Puzzle:
    lines = [line for line in split_lines(text) if line.text.strip()]
    rows = [_words(line) for line in lines]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise lines[number - 1].error(
                f"all rows are equally long: row {number} has {len(row)} words, row 1 has "
                f"{len(rows[0])}"
            )
    check_grid_size(len(rows), len(rows[0]))
    pair = _pair([word.text for row in rows for word in row])
    if not pair:
        raise lines[0].error("a board of words has two: on and off, true and false, T and F")
    values = np.array([[pair.index(word.text.lower()) for word in row] for row in rows])
    places = np.array([[(word.number, word.column) for word in row] for row in rows])
    return drawn_board(Drawn(values.astype(np.int64), places=places), options)


def _words(line: Line) -> list[Line]:
    pattern = re.compile(r"\S") if _COMPACT.fullmatch(line.text.strip()) else _WORD
    return [
        Line(found[0], line.number, line.column + found.start())
        for found in pattern.finditer(line.text)
    ]


def _pair(words: list[str]) -> tuple[str, ...]:
    seen = {word.lower() for word in words}
    return next((pair for pair in PAIRS if seen and seen <= set(pair)), ())
