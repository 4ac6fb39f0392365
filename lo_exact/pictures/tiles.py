"""Pictures of grids of squares, with fill colours, digits, dots for presses and names at the edges.

The squares shrink as their number grows; below `READABLE` pixels nothing is written in them, so a
board of 300 x 300 stays a picture that opens at once.  Costs about 1 us a square.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.pictures.marks import (
    DEEP,
    DOT,
    FAINT,
    FILLS,
    INK,
    NONE,
    PAPER,
    WHITE,
    Bitmap,
    Dots,
    Mark,
    Points,
    Squares,
    Words,
    fill_number,
)
from lo_exact.pictures.scene import Scene

LARGE, SMALL = 36, 4
"""Largest and smallest side of a square in pixels."""

BOARD_PIXELS = 1200
"""Width or height of a large board in pixels, if its squares can still be drawn."""

READABLE = 9
"""Least side of a square, in pixels, in which something is written."""

MAX_TILES = 250_000
"""Squares of the largest grid that is drawn as squares; larger ones are drawn as pixels."""

NOTHING = -1
"""In `Tiles.fills`: no square; in `Tiles.digits`: no digit."""


@dataclass(frozen=True, eq=False)
class Tiles:
    """Contents of a grid of squares: fill colours, digits, dots and names.

    Attributes:
        fills: (rows, columns) indices into `FILLS`, `NOTHING` in holes.
        digits: (rows, columns) int64 >= 0 or `NOTHING`; None: no digits.
        dots: (rows, columns) int64: number of presses of each cell; None: no dots.
        counted: whether to write its number in each dot.
        rings: (rows, columns) bool: highlighted squares, drawn with a heavy outline.
        row_names, column_names: names at the left and at the top; may be empty.
        signs: (row, column, text) of small letters in a corner of squares.
    """

    fills: IntArray
    digits: IntArray | None = None
    dots: IntArray | None = None
    counted: bool = False
    rings: NDArray[np.bool_] | None = None
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    signs: tuple[tuple[int, int, str], ...] = ()


def letters(number: int) -> str:
    """Return the letters that name a column: A, B, ..., Z, AA, AB, ...

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def side_of(rows: int, columns: int, *, at_most: int = LARGE) -> int:
    """Return the side of a square in pixels, chosen by the size of the grid."""
    return int(min(at_most, max(SMALL, BOARD_PIXELS // max(rows, columns, 1))))


def tiles_scene(tiles: Tiles, *, side: int = 0, title: str = "", description: str = "") -> Scene:
    """Return the picture of a grid of squares.

    Args:
        tiles: The grid.
        side: side of a square in pixels; 0: automatic.
        title: one line.
        description: description of the picture.
    """
    rows, columns = tiles.fills.shape
    side = side or side_of(rows, columns)
    if rows * columns > MAX_TILES:
        marks, width, height = _pixels(tiles)
        return Scene(width, height, marks, title, description)
    named = side >= READABLE
    left = side * 0.9 if named and tiles.row_names else 1
    top = side * 0.75 if named and tiles.column_names else 1
    marks = (
        *_squares(tiles, side, left, top),
        *_names(tiles, side, left, top, named=named),
        *(_digits(tiles, side, left, top) if named else ()),
        *_rings(tiles, side, left, top),
        *_dots(tiles, side, left, top),
        *(_signs(tiles, side, left, top) if named else ()),
    )
    return Scene(left + columns * side + 1, top + rows * side + 1, marks, title, description)


def _corners(where: IntArray, side: float, left: float, top: float) -> Points:
    """Return the upper left corners (squares, 2) of squares that are given by row and column."""
    corners: Points = where[:, ::-1] * side + np.array([left, top])
    return corners


def _squares(tiles: Tiles, side: float, left: float, top: float) -> list[Mark]:
    used = np.unique(tiles.fills[tiles.fills >= 0]).tolist()
    return [
        Squares(_corners(np.argwhere(tiles.fills == fill), side, left, top), side, FILLS[fill])
        for fill in used
    ]


def _rings(tiles: Tiles, side: float, left: float, top: float) -> list[Mark]:
    if tiles.rings is None or not tiles.rings.any():
        return []
    corners = _corners(np.argwhere(tiles.rings), side, left, top)
    return [
        Squares(corners + 1.5, side - 3, NONE, DOT),
        Squares(corners + 2.5, side - 5, NONE, DOT),
    ]


def _digits(tiles: Tiles, side: float, left: float, top: float) -> list[Mark]:
    """Return the digits as text, in the middle of a square, or in its corner beside a dot."""
    if tiles.digits is None:
        return []
    deep = np.array([ink.is_deep for ink in FILLS])[tiles.fills]
    dotted = np.zeros(tiles.fills.shape, dtype=bool) if tiles.dots is None else tiles.dots > 0
    shown = (tiles.digits >= 0) & (tiles.fills >= 0)
    marks: list[Mark] = []
    # paper and unlit squares follow the reader's colour theme, so their text must follow it too
    plain = tiles.fills == 0
    for on_dot in (False, True):
        for ink, here in ((FAINT, plain), (WHITE, deep & ~plain), (DEEP, ~deep & ~plain)):
            where = np.argwhere(shown & here & (dotted == on_dot))
            if not len(where):
                continue
            texts = tuple(map(str, tiles.digits[where[:, 0], where[:, 1]].tolist()))
            longest = max(map(len, texts))
            size = side * min(0.5, 1.4 / longest) * (0.6 if on_dot else 1)
            at = (0.16, 0.17 + 0.36 * size / side) if on_dot else (0.5, 0.5 + 0.36 * size / side)
            places = _corners(where, side, left, top) + np.array(at) * side
            marks.append(Words(places, texts, size, ink))
    return marks


def _dots(tiles: Tiles, side: float, left: float, top: float) -> list[Mark]:
    if tiles.dots is None or not (tiles.dots > 0).any():
        return []
    where = np.argwhere(tiles.dots > 0)
    # a digit at the upper left leaves less space for a dot with a number
    aside = tiles.counted and tiles.digits is not None
    centres = _corners(where, side, left, top) + side * (0.56 if aside else 0.5)
    radius = side * (0.31 if tiles.counted else 0.24)
    marks: list[Mark] = [Dots(centres, radius, DOT, PAPER if side >= READABLE else NONE)]
    if tiles.counted and side >= READABLE:
        texts = tuple(map(str, tiles.dots[where[:, 0], where[:, 1]].tolist()))
        size = side * min(0.42, 0.95 / max(map(len, texts)))
        places = centres + np.array([0, 0.36 * size])
        marks.append(Words(places, texts, size, WHITE, bold=True))
    return marks


def _signs(tiles: Tiles, side: float, left: float, top: float) -> list[Mark]:
    """Return ``tiles.signs``, short texts, as marks in the upper left corners of their squares."""
    marks: list[Mark] = []
    size = side * 0.34
    for row, column, text in tiles.signs:
        fill = FILLS[tiles.fills[row, column]]
        ink = FAINT if fill is FILLS[0] else WHITE if fill.is_deep else DEEP
        corner = _corners(np.array([[row, column]]), side, left, top)
        place = corner + np.array([0.06 * side, 0.08 * side + 0.72 * size])
        marks.append(Words(place, (text,), size, ink, anchor="start", bold=True))
    return marks


def _names(tiles: Tiles, side: float, left: float, top: float, *, named: bool) -> list[Mark]:
    size = min(side * 0.4, 14.0)
    marks: list[Mark] = []
    if named and tiles.column_names:
        rights = left + side * (np.arange(len(tiles.column_names)) + 0.5)
        places = np.stack([rights, np.full(rights.size, top - side * 0.22)], axis=1)
        marks.append(Words(places, tiles.column_names, size, FAINT))
    if named and tiles.row_names:
        downs = top + side * (np.arange(len(tiles.row_names)) + 0.5) + 0.36 * size
        places = np.stack([np.full(downs.size, left - side * 0.25), downs], axis=1)
        marks.append(Words(places, tiles.row_names, size, FAINT, anchor="end"))
    return marks


def _pixels(tiles: Tiles) -> tuple[tuple[Mark, ...], float, float]:
    """Draw a large grid with one pixel for each position, showing fill colours or presses."""
    fills = np.where(tiles.fills < 0, 0, tiles.fills)
    if tiles.dots is not None:
        fills = np.where(tiles.dots > 0, fill_number(INK), fills)
    rows, columns = fills.shape
    return (Bitmap(fills.astype(np.uint8), 0, 0, 1),), columns, rows


FACES = {(0, 1): "U", (1, 0): "L", (1, 1): "F", (1, 2): "R", (1, 3): "B", (2, 1): "D"}
"""Usual letter of each face of a cube, by its row and column in the net.

U up, D down, F front, B back, L left, R right: `lo_exact.topology.cube` lays the net out so.
"""


def face_at(shape: tuple[int, int], row: int, column: int) -> str:
    """Return the letter of the face that contains a position of the net.

    Args:
        shape: (3 n, 4 n) of the net.
        row: of the place, from 0.
        column: of the place, from 0.

    >>> face_at((9, 12), 0, 4)
    'U'
    """
    side = shape[0] // 3
    return FACES[row // side, column // side]


def face_corners(shape: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    """Return the row and column of each face's first position, and the face's letter."""
    side = shape[0] // 3
    return tuple((row * side, column * side, letter) for (row, column), letter in FACES.items())
