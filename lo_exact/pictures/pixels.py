"""A matrix as pixels: one for each number, larger ones while the matrix is small."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.pictures.inks import HUES, INK, OFF, PAPER, STEPS, fill_number
from lo_exact.pictures.marks import Bitmap
from lo_exact.pictures.scene import Scene

WIDE = 640
"""What a small matrix is wide or high, in pixels."""

LARGE = 24
"""The most pixels a number is wide."""

MAX_SET_OFF = 256
"""Up to so many rows and columns a matrix of two colours has a ground of its own."""


def pixel_scene(
    values: NDArray[Any], colours: int, *, title: str = "", description: str = ""
) -> Scene:
    """Return a matrix of residues as pixels; 0 is paper, with two colours 1 is ink.

    Args:
        values: (rows, columns) integers in 0..c-1.
        colours: c.
        title: one line.
        description: what it shows.
    """
    if colours == 2:
        fills = np.multiply(values != 0, fill_number(INK), dtype=np.uint8)
    elif colours <= len(HUES) + 1:
        fills = values.astype(np.uint8)
    else:
        ramp = 1 + len(HUES) + (values.astype(np.int64) - 1) * (STEPS - 1) // (colours - 2)
        fills = np.where(values > 0, ramp, 0).astype(np.uint8)
    rows, columns = values.shape
    # a small matrix is set off from the paper; a large one takes one bit a pixel
    ground = OFF if colours > 2 or max(rows, columns) <= MAX_SET_OFF else PAPER
    scale = int(max(1, min(LARGE, WIDE // max(rows, columns, 1))))
    return Scene(
        columns * scale, rows * scale, (Bitmap(fills, 0, 0, scale, ground),), title, description
    )
