"""Boards in PNG pictures: a clean screenshot of squares (or rounded ones, or discs) with gaps.

The picture is taken as it is, nothing is straightened or guessed. `lattice` finds rows and columns,
`squares` the colour of each place, and `meaning` which colour is which number; what is not certain
is refused with what was seen.  Pillow (extra ``png``) unpacks the pixels, after their number was
checked.
"""

from __future__ import annotations

import io
import struct
import warnings
from typing import BinaryIO

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, MissingPackageError, printable
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.pictures.lattice import PixelLattice, Pixels, find_lattice
from lo_exact.formats.pictures.meaning import meant_colours, own_colours
from lo_exact.formats.pictures.squares import WRITTEN, square_colours

MAGIC = b"\x89PNG\r\n\x1a\n"
MAX_PIXELS = 2**24
"""A screen of 5120 x 2880 has fewer."""

MAX_BYTES = 2**26
_MODES = ("1", "L", "P", "RGB", "RGBA", "LA")


def read_picture(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read a board from a PNG picture.

    Raises:
        InputError: When it is no clean picture of a board, with what was seen.
        MissingPackageError: When Pillow is not installed.
    """
    pixels = _pixels(file)
    lattice = find_lattice(pixels)
    values = _own(pixels, lattice, options)
    if values is None:
        values = meant_colours(square_colours(pixels, lattice), options)
    board = drawn_board(Drawn(values), options)
    return [PuzzlePart(1, lambda: board)]


def _own(pixels: Pixels, lattice: PixelLattice, options: ReadOptions) -> IntArray | None:
    """Return the board on one of our own pictures, None when it is none."""
    try:
        seen = square_colours(pixels, lattice, WRITTEN)
    except InputError:
        return None
    return own_colours(seen, options)


def _pixels(file: BinaryIO) -> Pixels:
    """Return (height, width, 3) of red, green, blue."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"a picture has at most {MAX_BYTES} bytes")
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise InputError("this PNG picture is broken: it has no header")
    width, height = struct.unpack(">II", data[16:24])
    if not 1 <= width * height <= MAX_PIXELS:
        raise InputError(f"a picture has 1..{MAX_PIXELS} pixels, this one {width} x {height}")
    try:
        from PIL import Image
    except ImportError:
        raise MissingPackageError(
            "reading PNG pictures needs Pillow: pip install 'lo-exact[png]'"
        ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
                if getattr(image, "n_frames", 1) != 1:
                    raise InputError("this picture moves: save one frame of it")
                if image.mode not in _MODES or image.size != (width, height):
                    raise InputError(f"pictures of the kind {image.mode} are not read")
                clear = image.has_transparency_data
                full = np.asarray(image.convert("RGBA" if clear else "RGB"))
    except InputError:
        raise
    except Exception as error:  # Pillow lets through whatever a broken file does to it
        said = printable(" ".join(str(error).split()), 60)
        raise InputError(f"this PNG picture is broken: {said}") from None
    if clear and bool((full[:, :, 3] < 255).any()):
        raise InputError("this picture is transparent in places: save it on a ground of one colour")
    return np.ascontiguousarray(full[:, :, :3])
