"""Marks that make up a picture, and their colours.

Coordinates are pixels from the upper left corner.  Every kind of figure is made of the marks below,
and every writer (SVG, PNG) knows only these marks.  Marks of one ink and kind are stored together
in arrays, so a board of 100,000 squares is a handful of marks.  Text is stored unchanged; the
writers escape it.

The hues of lights are those of Okabe and Ito (2008), which people with any colour vision can
distinguish.  From nine colours on a ramp from light to dark is used, and digits give the colour.
Off is nearly the paper's own colour, so that only lit or pressed squares are conspicuous.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True)
class Ink:
    """Named colour, given as ``#rrggbb`` for light and for dark backgrounds."""

    name: str
    light: str
    dark: str

    @property
    def is_deep(self) -> bool:
        """Return whether the colour is so dark that text on it must be white."""
        red, green, blue = rgb(self.light)
        return 299 * red + 587 * green + 114 * blue < 128_000


PAPER = Ink("paper", "#ffffff", "#17191c")
WORDS = Ink("words", "#222222", "#e8e8e8")
FAINT = Ink("faint", "#6b6b6b", "#a8a8a8")
LINE = Ink("line", "#c4c4c4", "#4a4f55")
OFF = Ink("off", "#f5f5f2", "#26292d")
MAYBE = Ink("maybe", "#dcdcdc", "#3a3f45")
"""Colour of a light that does not matter."""
NONE = Ink("none", "none", "none")
DEEP = Ink("deep", "#000000", "#000000")
WHITE = Ink("white", "#ffffff", "#ffffff")
DOT = Ink("dot", "#0072b2", "#2f8fcb")
"""Colour of a press."""
TINT = Ink("tint", "#56b4e9", "#56b4e9")
"""Colour of highlighted cells, such as a quiet pattern under presses."""
INK = Ink("ink", "#222222", "#e8e8e8")
"""Colour of the set pixels of a matrix."""

HUES = tuple(
    Ink(f"hue{k}", colour, colour)
    for k, colour in enumerate(
        ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"], start=1
    )
)
"""Okabe and Ito's seven hues, in the order of the colours 1, 2, ...."""

STEPS = 16
"""Shades from pale to dark, for boards of nine colours and more."""

_PALE, _STRONG = (255, 237, 160), (102, 37, 6)


def _ramp(step: int) -> Ink:
    parts = [round(a + (b - a) * step / (STEPS - 1)) for a, b in zip(_PALE, _STRONG, strict=True)]
    colour = "#" + "".join(f"{part:02x}" for part in parts)
    return Ink(f"ramp{step + 1}", colour, colour)


RAMP = tuple(_ramp(step) for step in range(STEPS))
"""Colours of boards with nine or more colours, from pale to dark."""

FILLS = (OFF, *HUES, *RAMP, MAYBE, TINT, INK, PAPER)
"""Possible fills of a square; arrays contain indices into this table."""


def fill_number(ink: Ink) -> int:
    """Return the index of a colour in `FILLS`."""
    return FILLS.index(ink)


def fills_of(values: IntArray, colours: int) -> IntArray:
    """Return the fill colour of each value, as indices into `FILLS`.

    Args:
        values: any shape, int64: 0..c-1, or -1 for a light that does not matter.
        colours: c.
    """
    if colours <= len(HUES) + 1:
        numbers = values.copy()
    else:
        # no overflow: values are below 2**31, so the products are below 2**35
        ramp = 1 + len(HUES) + (values - 1) * (STEPS - 1) // (colours - 2)
        numbers = np.where(values > 0, ramp, values)
    return np.where(values < 0, fill_number(MAYBE), numbers)


def rgb(colour: str) -> tuple[int, int, int]:
    """Convert ``#rrggbb`` to three integers 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of one colour, given by their upper left corners, an array of shape (squares, 2)."""

    corners: Points
    side: float
    fill: Ink
    outline: Ink = LINE


@dataclass(frozen=True, eq=False)
class Hexagons:
    """Hexagons with a vertex at the top, given by a radius and the centres (hexagons, 2)."""

    centres: Points
    radius: float
    fill: Ink
    outline: Ink = LINE

    @property
    def corners(self) -> Points:
        """Vertices (x, y) of each hexagon, in order from the top, of shape (hexagons, 6, 2)."""
        turns = np.arange(6) * np.pi / 3
        around = self.radius * np.stack([np.sin(turns), -np.cos(turns)], axis=1)
        corners: Points = self.centres[:, None, :] + around
        return corners


@dataclass(frozen=True, eq=False)
class Dots:
    """Discs of one colour with a rim, given by their centres, an array of shape (dots, 2)."""

    centres: Points
    radius: float
    fill: Ink = DOT
    rim: Ink = PAPER


@dataclass(frozen=True, eq=False)
class Lines:
    """Straight lines, given by their end points (x, y, x, y), an array of shape (lines, 4)."""

    ends: Points
    ink: Ink = LINE
    width: float = 1.0


@dataclass(frozen=True, eq=False)
class Bars:
    """Upright rectangles (x, y, width, height) of shape (bars, 4), with optional tooltips."""

    boxes: Points
    fill: Ink = DOT
    words: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Words:
    """Short texts of one colour and size."""

    places: Points
    """(texts, 2) of x and the baseline's y."""
    texts: tuple[str, ...]
    """The texts, unescaped."""
    size: float
    """Height of the letters in pixels."""
    ink: Ink = WORDS
    """Colour of the letters."""
    anchor: str = "middle"
    """``start``, ``middle`` or ``end``: the part of a text at its x."""
    bold: bool = False
    """Whether the letters are bold."""


@dataclass(frozen=True, eq=False)
class Bitmap:
    """Matrix drawn with one pixel block for each entry.

    Attributes:
        fills: (rows, columns) indices into `FILLS`; 0 is not drawn.
        x, y: upper left corner.
        scale: pixels for each entry.
    """

    fills: NDArray[Any]
    x: float
    y: float
    scale: int
    ground: Ink = PAPER


@dataclass(frozen=True, eq=False)
class Group:
    """Group of marks with its own origin and scale."""

    x: float
    y: float
    marks: tuple[Mark, ...]
    scale: float = 1.0


Mark = Squares | Hexagons | Dots | Lines | Bars | Words | Bitmap | Group


def points(pairs: Sequence[Any]) -> Points:
    """Convert pairs of numbers to a float64 array of shape (points, 2)."""
    return np.array(pairs, dtype=np.float64).reshape(-1, 2)
