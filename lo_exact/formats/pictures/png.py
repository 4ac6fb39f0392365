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
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.pictures.lattice import PixelLattice, Pixels, find_lattice
from lo_exact.formats.pictures.meaning import meant_colours, own_colours
from lo_exact.formats.pictures.squares import WRITTEN, square_colours
from lo_exact.packages import require

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
    boards, refused = [], []
    for pixels in _pixels(file):
        try:
            boards.append(_board(pixels, options))
        except InputError as error:
            refused.append(error)
    if not boards and len(refused) == 1:
        raise refused[0]
    if not boards:
        raise InputError(f"this picture is transparent, and laid on white {refused[0]}")
    if len({board.sha256 for board in boards}) > 1:
        raise InputError(
            "this picture is transparent, and is one board on white and another on black: save it "
            "on a ground of one colour"
        )
    return [PuzzlePart(1, lambda: boards[0])]


def _board(pixels: Pixels, options: ReadOptions) -> AnyPuzzle:
    lattice = find_lattice(pixels)
    values = _own(pixels, lattice, options)
    if values is None:
        values = meant_colours(square_colours(pixels, lattice), options)
    return drawn_board(Drawn(values), options)


def _own(pixels: Pixels, lattice: PixelLattice, options: ReadOptions) -> IntArray | None:
    """Return the board on one of our own pictures, None when it is none."""
    try:
        seen = square_colours(pixels, lattice, WRITTEN)
    except InputError:
        return None
    return own_colours(seen, options)


def _pixels(file: BinaryIO) -> tuple[Pixels, ...]:
    """Return (height, width, 3) of red, green, blue; a transparent one on white and on black."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"a picture has at most {MAX_BYTES} bytes")
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise InputError("this PNG picture is broken: it has no header")
    width, height = struct.unpack(">II", data[16:24])
    if not 1 <= width * height <= MAX_PIXELS:
        raise InputError(f"a picture has 1..{MAX_PIXELS} pixels, this one {width} x {height}")
    require("reading a PNG picture", "PIL")
    from PIL import Image

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
        return _laid(full, 255), _laid(full, 0)
    return (np.ascontiguousarray(full[:, :, :3]),)


def _laid(full: Pixels, ground: int) -> Pixels:
    """Return a transparent picture laid on white (255) or black (0)."""
    share = full[:, :, 3:].astype(np.int64)  # 255 * 255 at most
    laid = (full[:, :, :3] * share + ground * (255 - share) + 127) // 255
    return np.ascontiguousarray(laid.astype(np.uint8))
