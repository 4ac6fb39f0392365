"""A board of hexagons: what fills each, a digit, a dot for a press, a ring.

Hexagons stand with a point upwards on every second place of a row, as text draws them.  Costs about
1 us a hexagon.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.pictures.inks import DEEP, DOT, FAINT, FILLS, NONE, PAPER, WHITE, Ink
from lo_exact.pictures.marks import Dots, Hexagons, Mark, Points, Words
from lo_exact.pictures.scene import Scene
from lo_exact.pictures.tiles import READABLE, Tiles, side_of


def hexes_scene(tiles: Tiles, *, side: int = 0, title: str = "", description: str = "") -> Scene:
    """Return the picture of a board of hexagons.

    Args:
        tiles: The board on its places; names at the edges are left out.
        side: width of a hexagon in pixels; 0: as fits.
        title: one line.
        description: what it shows.
    """
    rows, columns = tiles.fills.shape
    width = float(side or side_of(rows, (columns + 1) // 2))
    radius = width / sqrt(3)

    def centres(where: IntArray) -> Points:
        x = 1 + (where[:, 1] + 1) * width / 2
        y = 1 + radius + where[:, 0] * 1.5 * radius
        return np.stack([x, y], axis=1)

    marks: list[Mark] = []
    for fill in np.unique(tiles.fills[tiles.fills >= 0]).tolist():
        marks.append(Hexagons(centres(np.argwhere(tiles.fills == fill)), radius, FILLS[fill]))
    if tiles.rings is not None and tiles.rings.any():
        marks.append(Hexagons(centres(np.argwhere(tiles.rings)), radius * 0.86, NONE, DOT))
    dots = np.zeros_like(tiles.fills) if tiles.dots is None else tiles.dots
    if tiles.digits is not None and width >= READABLE:
        for k in np.unique(tiles.fills[tiles.digits >= 0]).tolist():
            ink = FAINT if k == 0 else WHITE if FILLS[k].is_deep else DEEP
            here = (tiles.fills == k) & (tiles.digits >= 0)
            # above a dot a digit is small
            for where, size, up in (
                (np.argwhere(here & (dots <= 0)), width * 0.42, 0.0),
                (np.argwhere(here & (dots > 0)), width * 0.22, width * 0.4),
            ):
                if len(where):
                    at = centres(where) - np.array([0, up])
                    marks.append(_written(at, tiles.digits, where, size, ink))
    if (dots > 0).any():
        where = np.argwhere(dots > 0)
        marks.append(Dots(centres(where), width * (0.29 if tiles.counted else 0.22), DOT, PAPER))
        if tiles.counted and width >= READABLE:
            marks.append(_written(centres(where), dots, where, width * 0.36, WHITE))
    height = 2 + radius * (1.5 * rows + 0.5)
    return Scene(2 + (columns + 1) * width / 2, height, tuple(marks), title, description)


def _written(at: Points, numbers: IntArray, where: IntArray, size: float, ink: Ink) -> Words:
    texts = tuple(map(str, numbers[where[:, 0], where[:, 1]].tolist()))
    size = size * min(1.0, 2.0 / max(map(len, texts)))
    return Words(at + np.array([0, 0.36 * size]), texts, size, ink)
