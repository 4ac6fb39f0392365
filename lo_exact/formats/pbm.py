"""Bitmaps in PBM format (netpbm), P4 binary or P1 text; black pixels are on.

The format for large boards: a row of a P4 file is the integer that a row of the board is, so 10^10
lights are read in the time that the file takes.  A bitmap says nothing but size and colours; rule,
surface and target come from options.  http://netpbm.sourceforge.net/doc/pbm.html
"""

import io
import re
from typing import BinaryIO

from lo_exact.algebra.packed import PACKED_PLACES, BitRows, Packed
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.keys import read_neighbourhood, read_objective, read_size, read_topology
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import of_option
from lo_exact.formats.board.reader import read_board
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Puzzle
from lo_exact.topology.packed_board import (
    check_packed_size,
    packed_puzzle,
    packs,
)

MAX_SIDE = 2**31 - 1
_HEADER_BYTES = 4096
_SPARE_BYTES = 2**20
_FIELD = re.compile(rb"\s(?:\s|#[^\n\r]*[\n\r])*([0-9]+)(?=\s|\Z)")
"""A number of the header, between blanks; comments begin behind one."""

_MAGIC = (b"P1", b"P4")


def read_bitmap(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read a bitmap without delay, because standard input can be closed later."""
    puzzle = read_pbm(file, options=options)
    return [PuzzlePart(1, lambda: puzzle)]


def read_pbm_text(text: str, *, options: ReadOptions | None = None) -> Puzzle:
    """Parse a P1 bitmap."""
    return read_pbm(io.BytesIO(text.encode("utf-8")), options=options)


def read_pbm(file: BinaryIO, *, options: ReadOptions | None = None) -> Puzzle:
    """Read a PBM bitmap into a puzzle.

    Args:
        file: At its beginning.
        options: What the caller says beside it.

    Raises:
        InputError: When it is no bitmap, or not of the size it says.
        UsageError: When an option does not fit.
    """
    asked = options or ReadOptions()
    magic, width, height, begun = _header(file)
    if asked.colours not in (None, 2):
        raise InputError(f"a bitmap has 2 colours, the option says {asked.colours}", line=1)
    size = read_size(None, asked.size)
    if size not in (None, (height, width)):
        raise InputError(f"the bitmap has {height} x {width} places, not {asked.size}", line=1)
    check_packed_size(height, width)
    rows = (
        _raw(file, begun, width, height) if magic == b"P4" else _plain(file, begun, width, height)
    )
    return _puzzle(BitRows(width, rows), asked)


def write_pbm(rows: BitRows, file: BinaryIO) -> None:
    """Write rows of bits as a P4 bitmap.

    Args:
        rows: what to write.
        file: where to, opened for bytes.
    """
    width = rows.shape[1]
    file.write(b"P4\n%d %d\n" % rows.shape[::-1])
    spare, length = -width % 8, row_bytes(width)
    for row in rows.rows:
        file.write((row << spare).to_bytes(length, "big"))


def row_bytes(columns: int) -> int:
    """Return the number of bytes in a row."""
    return (columns + 7) // 8


def _header(file: BinaryIO) -> tuple[bytes, int, int, bytes]:
    """Return magic, width, height, and any bytes of the bitmap that were read with the header."""
    start = file.read(_HEADER_BYTES)
    magic, at = start[:2], 2
    sides = []
    for what in ("width", "height"):
        found = _FIELD.match(start, at)
        if magic not in _MAGIC or found is None:
            raise InputError(
                f"a bitmap begins with P1 or P4, width and height, got no {what} in "
                f"'{printable(start[:20].decode('ascii', 'replace'), 30)}'",
                line=1,
            )
        digits = found[1].lstrip(b"0")
        value = int(digits[:11] or b"0")
        if not 1 <= value <= MAX_SIDE:
            raise InputError(f"the {what} of a bitmap is 1..{MAX_SIDE}, got {value}", line=1)
        sides.append(value)
        at = found.end()
    if magic == b"P4":
        if not start[at : at + 1].isspace():
            raise InputError(
                "after the height of a P4 bitmap stands one blank, then its bits", line=1
            )
        at += 1
    return magic, sides[0], sides[1], start[at:]


def _read(file: BinaryIO, most: int) -> bytes:
    """Read up to a number of bytes, allocating memory only for bytes that exist."""
    blocks = []
    while most > 0 and (block := file.read(min(most, _SPARE_BYTES))):
        blocks.append(block)
        most -= len(block)
    return b"".join(blocks)


def _raw(file: BinaryIO, begun: bytes, width: int, height: int) -> list[int]:
    length, spare = row_bytes(width), -width % 8
    rows = []
    for number in range(height):
        data, begun = begun[:length], begun[length:]
        if len(data) < length:
            data += _read(file, length - len(data))
        if len(data) < length:
            raise _short(width, height, number + 1)
        rows.append(int.from_bytes(data, "big") >> spare)
    if begun or file.read(1):
        raise (InputError(f"there is more after the {height} rows of the bitmap"))
    return rows


def _short(width: int, height: int, row: int) -> InputError:
    return InputError(
        f"a P4 bitmap of {width} x {height} has {row_bytes(width) * height} bytes of bits, this "
        f"one ends in row {row}"
    )


def _plain(file: BinaryIO, begun: bytes, width: int, height: int) -> list[int]:
    most = 4 * width * height + _SPARE_BYTES
    body = begun + _read(file, most)
    if len(body) >= most:
        raise InputError(
            f"a P1 bitmap of {width} x {height} has at most {most} bytes, comments included"
        )
    if b"#" in body:
        body = re.sub(rb"#[^\n\r]*", b"", body)
    digits = body.translate(None, delete=b" \t\n\v\f\r")
    if other := digits.translate(None, delete=b"01"):
        line = body[: body.index(other[:1])].count(b"\n")
        raise InputError(
            f"a P1 bitmap has digits 0 and 1, got {printable(chr(other[0]), 4)!r} "
            f"{line} lines below its size"
        )
    if len(digits) != width * height:
        raise InputError(
            f"a P1 bitmap of {width} x {height} has {width * height} digits, this one {len(digits)}"
        )
    return [int(digits[at : at + width], 2) for at in range(0, len(digits), width)]


def _puzzle(rows: Packed, options: ReadOptions) -> Puzzle:
    neighbourhood = read_neighbourhood(None, options.neighbourhood)
    topology = read_topology(None, options.topology)
    goal = options.target or "0"
    if rows.size >= PACKED_PLACES and goal in ("0", "1") and packs(neighbourhood, topology):
        with of_option("objective"):
            objective = read_objective(None, False, options.objective)
        return packed_puzzle(
            rows, neighbourhood=neighbourhood, topology=topology, target=int(goal),
            objective=objective,
        )  # fmt: skip
    assert isinstance(rows, BitRows)
    width = rows.shape[1]
    found = read_board("\n".join(format(row, f"0{width}b") for row in rows.rows), options=options)
    assert isinstance(found, Puzzle)  # a bitmap never contains counters
    return found
