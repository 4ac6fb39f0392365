"""Presses as a user writes them: places like A1 C3x2, rows written out, or a file of either."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_exact.algebra import IntArray
    from lo_exact.puzzle import Puzzle


def read_pressed(text: str, puzzle: "Puzzle") -> "IntArray":
    """Return presses: places, rows written out, or a file's."""
    import os

    from lo_exact.formats.files import read_text

    if text == "-" or os.path.exists(text):
        return _of(read_text(text), puzzle, text)
    return _of(text.replace("/", "\n") if "[" not in text else text, puzzle, "PRESSES")


def _of(text: str, puzzle: "Puzzle", source: str) -> "IntArray":
    from lo_exact.byhand.pressing import read_spots
    from lo_exact.formats.board.drawing import read_presses

    found = read_spots(text, puzzle)
    return read_presses(text, puzzle, source=source) if found is None else found
