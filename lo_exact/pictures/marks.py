"""Marks that make up a picture, with coordinates in pixels from the upper left corner.

Every kind of figure is made of the marks below, and every way of writing (SVG, PNG) knows these
marks and nothing else.  Marks of one ink and kind are kept together in arrays, so a board of
100,000 squares is a handful of marks.  Text is kept as it came; who writes it, escapes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.pictures.inks import DOT, LINE, PAPER, WORDS, Ink

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of one colour, given by upper left corners of shape (squares, 2)."""

    corners: Points
    side: float
    fill: Ink
    outline: Ink = LINE


@dataclass(frozen=True, eq=False)
class Hexagons:
    """Hexagons with a vertex at the top, given by centres of shape (hexagons, 2) and radius."""

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
    """Upright rectangles (x, y, width, height) of shape (bars, 4), with optional words."""

    boxes: Points
    fill: Ink = DOT
    words: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Words:
    """Short texts of one colour and size."""

    places: Points
    """(texts, 2) of x and the baseline's y."""
    texts: tuple[str, ...]
    """What stands there, unescaped."""
    size: float
    """Height of the letters in pixels."""
    ink: Ink = WORDS
    """Their colour."""
    anchor: str = "middle"
    """``start``, ``middle`` or ``end``: which part of a text stands at its x."""
    bold: bool = False
    """Whether the letters are heavy."""


@dataclass(frozen=True, eq=False)
class Bitmap:
    """Matrix drawn with one pixel block for each entry.

    Attributes:
        fills: (rows, columns) places of `FILLS`; 0 is not drawn.
        x, y: upper left corner.
        scale: pixels a place.
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
