"""Names of buttons and lights, like A5 for column A, row 5."""

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.errors import printable
from lo_exact.languages.phrases import phrase
from lo_exact.pictures.tiles import face_at, letters
from lo_exact.puzzle import Puzzle


def button_words(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a name for each button: a place like ``C2``, its own name, or ``button 7``."""
    return _words(puzzle.layout.button_at, puzzle.layout.button_names or puzzle.layout.names,
                  puzzle.buttons, "button")  # fmt: skip


def button_faces(puzzle: Puzzle) -> tuple[str, ...]:
    """Return for each button the letter of its face on a cube's net, or "" on other boards."""
    places = puzzle.layout.button_at
    if puzzle.layout.neighbourhood != "cube":
        return ("",) * puzzle.buttons
    rows, columns = positions(places)
    shape = (places.shape[0], places.shape[1])
    return tuple(
        face_at(shape, row, column)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    )


def light_words(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a name for each light: a place like ``C2``, its own name, or ``light 7``."""
    return _words(puzzle.layout.light_at, puzzle.layout.names, puzzle.lights, "light")


def spots(places: IntArray) -> tuple[str, ...]:
    """Return a cell name like ``A1`` (column, then row) for each button or light number in a grid.

    Args:
        places: (rows, columns) of 0, 1, ..., each once, and -1 in empty cells.
    """
    rows, columns = positions(places)
    return tuple(
        f"{letters(column)}{row + 1}"
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    )


def positions(places: IntArray) -> tuple[IntArray, IntArray]:
    """Return the row and column in a grid at which each number is, -1 for missing numbers."""
    count = int(places.max(initial=-1)) + 1
    row, column = np.full(count, -1), np.full(count, -1)
    at = np.argwhere(places >= 0)
    row[places[places >= 0]], column[places[places >= 0]] = at[:, 0], at[:, 1]
    return row, column


def _words(places: IntArray, names: Sequence[str], count: int, kind: str) -> tuple[str, ...]:
    if places.size:
        row, _ = positions(places)
        if row.size == count and (row >= 0).all():
            return spots(places)
    if len(names) == count:
        return tuple(map(printable, names))
    return tuple(f"{kind} {number}" for number in range(count))


def joined_by_and(parts: Sequence[str]) -> str:
    """Join words into a phrase: ``a``, ``a and b``, ``a, b and c``.

    >>> joined_by_and(["D1", "E1", "F1"])
    'D1, E1 and F1'
    """
    if len(parts) < 2:
        return "".join(parts)
    return phrase(102).join(parts[:-1]) + phrase(103) + parts[-1]
