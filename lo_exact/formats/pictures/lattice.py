"""Rows and columns of squares in a picture: found by the lines between them.

A line of pixels that is one colour from end to end is *plain*.  Between a board's squares there are
plain lines, gaps or drawn lines, in both directions; between two of them lies a band of squares.
Bands must be equally wide, and so must gaps, to a pixel, in both directions: a picture that is
turned, blurred, cut through, or that shows anything else beside the board is refused; the names of
rows and columns, at the left and above, are cut off first.  Costs one look at each pixel.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import InputError

PLAIN = 6
"""Parts of 255 that the pixels of a plain line may differ by."""

SLACK = 1
"""Pixels that bands may differ by: a picture may be drawn at any size."""

LEAST = 6
"""The least side of a square in pixels."""

EDGE = 2
"""Pixels at a board's edge that may be smoothed into its margin."""

Pixels = NDArray[np.uint8]
Band = tuple[int, int]


@dataclass(frozen=True)
class PixelLattice:
    """The places of the squares."""

    rows: tuple[Band, ...]
    """First pixel and last but one of each row of squares, from the top."""
    columns: tuple[Band, ...]
    """The same from the left."""
    between: tuple[int, int, int]
    """(red, green, blue) of the gaps."""


def find_lattice(pixels: Pixels) -> PixelLattice:
    """Return the lattice of a picture.

    Args:
        pixels: (height, width, 3).

    Raises:
        InputError: When there is none, or not a certain one, with what was seen.
    """
    top, bottom, left, right = _inside(pixels)
    shown, ground = pixels[top:bottom, left:right], pixels[0, 0]
    above, beside = _named_edge(shown, ground), _named_edge(shown.swapaxes(0, 1), ground)
    if above or beside:
        y, x = top + above, left + beside
        inner = find_lattice(pixels[y:, x:])
        return PixelLattice(
            tuple((low + y, high + y) for low, high in inner.rows),
            tuple((low + x, high + x) for low, high in inner.columns),
            inner.between,
        )
    board = pixels[top:bottom, left:right]
    down, down_ink = _bands(board, "rows")
    across, across_ink = _bands(board.swapaxes(0, 1), "columns")
    if int(np.abs(down_ink - across_ink).max()) > 2 * PLAIN:
        raise InputError("the lines between rows and those between columns differ in colour")
    _same("squares", [high - low for low, high in (*down, *across)])
    gaps = [b[0] - a[1] for run in (down, across) for a, b in pairwise(run)]
    _same("gaps", gaps)
    side = min(high - low for low, high in (*down, *across))
    if side < LEAST or 2 * max(gaps) > side:
        raise InputError(
            f"squares of {side} pixels with gaps of {max(gaps)} were seen: squares have {LEAST} "
            "pixels and more, and gaps less than half of that; places that are as the ground are "
            "not seen"
        )
    return PixelLattice(
        tuple((top + low, top + high) for low, high in down),
        tuple((left + low, left + high) for low, high in across),
        (int(down_ink[0]), int(down_ink[1]), int(down_ink[2])),
    )


def _inside(pixels: Pixels) -> tuple[int, int, int, int]:
    """Return the part without the margin, which has the colour of the corners."""
    corner = pixels[0, 0].astype(np.int16)
    other = np.abs(pixels.astype(np.int16) - corner).max(axis=2) > PLAIN
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if not rows.size:
        raise InputError("the picture has one colour: there is no board")
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    margins = (top, left, pixels.shape[0] - bottom, pixels.shape[1] - right)
    if min(margins) == 0 and other[0, -1] | other[-1, 0] | other[-1, -1]:
        raise InputError("the four corners of the picture differ: it shows more than a board")
    return int(top), int(bottom), int(left), int(right)


def _named_edge(board: Pixels, ground: NDArray[np.uint8]) -> int:
    """Return where a board begins below names: small bands, then ground, then one large band.

    0 where there are none.  A board's own rows are bands of one size, so none is taken for names.
    """
    other = (np.abs(board.astype(np.int16) - ground.astype(np.int16)).max(axis=2) > PLAIN).any(
        axis=1
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[False], other, [False]]).astype(np.int8)))
    bands = [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
    *names, last = bands
    if not names or 2 * max(b - a for a, b in names) > last[1] - last[0]:
        return 0
    return (names[-1][1] + last[0]) // 2


def _bands(board: Pixels, what: str) -> tuple[list[Band], NDArray[Any]]:
    """Return the bands between plain lines, and the lines' colour."""
    inside = board[:, EDGE : board.shape[1] - EDGE] if board.shape[1] > 2 * LEAST else board
    low, high = inside.min(axis=1).astype(np.int16), inside.max(axis=1).astype(np.int16)
    plain = (high - low).max(axis=1) <= PLAIN
    edges = np.flatnonzero(np.diff(np.concatenate([[True], plain, [True]]).astype(np.int8)))
    bands = [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
    inner = np.flatnonzero(plain)
    if len(bands) < 2 or not inner.size:
        raise InputError(
            f"{len(bands)} {what} of squares with a line or gap between them were seen, and a "
            "board has 2 and more: is this a clean picture of the board alone?"
        )
    # where a line's edge is smoothed, its middle still has its colour
    middles = [(a[1] + b[0]) // 2 for a, b in pairwise(bands)]
    inks = (low[middles] + high[middles]) // 2
    if int(np.ptp(inks, axis=0).max()) > 2 * PLAIN:
        raise InputError(f"the lines between {what} differ in colour")
    return bands, inks[0]


def _same(what: str, sizes: list[int]) -> None:
    if max(sizes) - min(sizes) > SLACK:
        raise InputError(
            f"{what} differ in size ({min(sizes)} to {max(sizes)} pixels): crop the picture to the "
            "board alone, straight and not blurred"
        )
