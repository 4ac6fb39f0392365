"""The colour of every square of a picture, and which squares are of one colour.

What counts is the middle of a square, so rounded corners, rims and smoothed edges are left out.  A
middle must be of one colour.  Squares of one colour differ by little, those of different colours by
much; what lies between is refused.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.pictures.lattice import Band, PixelLattice, Pixels
from lo_exact.topology.grid import check_grid_size

Colour = tuple[int, int, int]

NEAR = 8
"""Parts of 255 that two places of one colour may differ by."""

FAR = 24
"""Parts of 255 that two colours differ by at least."""

MOST = 6
"""Colours of a board that is read from a picture."""


@dataclass(frozen=True)
class Middle:
    """The pixels in the middle of a square."""

    cut: float
    """Part of the square at each side that is left out."""
    share: float
    """Part of the rest that is of one colour."""


MIDDLE = Middle(0.25, 0.98)
"""Nothing stands on the squares; they may be discs."""

WRITTEN = Middle(0.08, 0.5)
"""Digits and presses may stand on the squares, which have corners."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A board as it was seen."""

    kinds: IntArray
    """(rows, columns) which of the colours."""
    colours: tuple[Colour, ...]
    """Each as (red, green, blue), by number of places, most first."""
    between: Colour
    """That of what lies between the squares."""

    @property
    def words(self) -> str:
        """Say what was seen."""
        rows, columns = self.kinds.shape
        counts = np.bincount(self.kinds.ravel(), minlength=len(self.colours)).tolist()
        listed = ", ".join(f"{hex_of(c)} ({n})" for c, n in zip(self.colours, counts, strict=True))
        return f"{rows} x {columns} squares in {len(self.colours)} colours: {listed}"


def hex_of(colour: Colour) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def square_colours(pixels: Pixels, lattice: PixelLattice, middle: Middle = MIDDLE) -> Seen:
    """Return which squares are of which colour.

    Args:
        pixels: (height, width, 3).
        lattice: where the squares are.
        middle: what is looked at.

    Raises:
        InputError: When a square is not of one colour, or two colours are hard to tell apart.
    """
    shape = (len(lattice.rows), len(lattice.columns))
    check_grid_size(*shape)
    found = np.empty((*shape, 3), dtype=np.int64)
    for r, down in enumerate(lattice.rows):
        for c, across in enumerate(lattice.columns):
            rows, columns = slice(*_cut(down, middle.cut)), slice(*_cut(across, middle.cut))
            found[r, c], share = _main_colour(pixels[rows, columns].reshape(-1, 3))
            if share < middle.share:
                raise InputError(
                    f"the square in row {r + 1}, column {c + 1} is not of one colour: only "
                    f"{share:.0%} of its middle is {hex_of(_colour(found[r, c]))}"
                )
    kinds, colours = _grouped(found)
    gap = np.array(lattice.between)
    like_gap = [c for c in colours if int(np.abs(np.array(c) - gap).max()) < FAR // 2]
    if like_gap:
        raise InputError(
            f"some squares are {hex_of(like_gap[0])} like what lies between them: are they lights?"
        )
    return Seen(kinds, colours, lattice.between)


def _cut(band: Band, part: float) -> Band:
    cut = int((band[1] - band[0]) * part)
    return band[0] + cut, band[1] - cut


def _main_colour(middle: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """Return the most frequent colour of pixels, (pixels, 3), and what part of them is near it."""
    packed = middle.astype(np.int64) @ np.array([65536, 256, 1])
    values, counts = np.unique(packed, return_counts=True)
    main = int(values[counts.argmax()])
    colour = np.array([main >> 16, main >> 8 & 255, main & 255])
    near = np.abs(middle.astype(np.int64) - colour).max(axis=1) <= NEAR
    return colour, float(near.mean())


def _grouped(found: NDArray[Any]) -> tuple[IntArray, tuple[Colour, ...]]:
    """Return the kind of each place, and the kinds' colours, most frequent first."""
    flat = found.reshape(-1, 3)
    values, back, counts = np.unique(flat, axis=0, return_inverse=True, return_counts=True)
    leaders: list[NDArray[Any]] = []
    kind_of = np.full(len(values), -1, dtype=np.int64)
    for k in np.argsort(-counts, kind="stable"):
        away = [int(np.abs(values[k] - leader).max()) for leader in leaders]
        if not away or min(away) >= FAR:
            kind_of[k] = len(leaders)
            leaders.append(values[k])
            if len(leaders) > MOST:
                raise InputError(f"more than {MOST} colours of squares were seen")
        elif min(away) <= NEAR:
            kind_of[k] = int(np.argmin(away))
        else:
            near = _colour(leaders[int(np.argmin(away))])
            raise InputError(
                f"squares of {hex_of(_colour(values[k]))} and of {hex_of(near)} were seen: one "
                "colour or two? the picture must be clean"
            )
    return kind_of[back.reshape(found.shape[:2])], tuple(map(_colour, leaders))


def _colour(parts: NDArray[Any]) -> Colour:
    return int(parts[0]), int(parts[1]), int(parts[2])
