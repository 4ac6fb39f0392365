"""Boards as pictures: read and write bitmaps in PBM format, and read screenshots in PNG.

`read_pbm` and `write_pbm` are for large boards: PBM of netpbm, P4 binary or P1 text; black pixels
are on.  A row of a P4 file is the integer that a row of the board is, so 10^10 lights are read in
the time that the file takes.  A bitmap contains only size and colours; rule, surface and target
come from options.  http://netpbm.sourceforge.net/doc/pbm.html

`read_picture` reads a clean screenshot of squares, rounded squares or discs.  The picture is taken
as it is: nothing is straightened or guessed, and an uncertain picture is refused with a description
of what was seen.  Pillow (extra ``png``) unpacks the pixels, after their number was checked.  There
are three steps:

- `find_lattice` finds rows and columns of squares.
- `square_colours` finds the colour of each square.
- The number of each colour comes from a legend (``--legend``), from this program's own palette
  (`own_colours`), or from a strong, bright colour beside a dark one, which is on.  Everything else
  can be read two ways (white and black, blue and white); it is refused with the legend that would
  decide it, ready to paste.
"""

import io
import re
import struct
import warnings
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.sparse import IntArray
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats.board.header import read_size
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, reject
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart, said_by
from lo_exact.packages import require
from lo_exact.pictures.marks import HUES, LINE, OFF, rgb
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size
from lo_exact.topology.packed_board import check_packed_size

MAX_SIDE = 2**31 - 1
"""Width and height of a bitmap, as of a matrix."""

_HEADER_BYTES = 4096
"""Bytes of a bitmap's header, including its comments."""

_SPARE_BYTES = 2**20
"""Bytes of one read, and of what a text bitmap may hold beyond four for each pixel."""

_FIELD = re.compile(rb"\s(?:\s|#[^\n\r]*[\n\r])*([0-9]+)(?=\s|\Z)")
"""Pattern of a header field after a blank; comments may precede it."""

_MAGIC = (b"P1", b"P4")


def read_bitmap(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read a bitmap now instead of on demand, because standard input can be closed later."""
    puzzle = read_pbm(file, options=options)
    return [PuzzlePart(1, lambda: puzzle)]


def read_pbm_text(text: str, *, options: ReadOptions | None = None) -> Puzzle:
    """Parse a P1 bitmap; refuse comments that may state another puzzle."""
    from lo_exact.formats.scanner.doubts import judge_remarks

    judge_remarks(re.findall(r"(?m)^[^#\n]*#(.*)$", text), text)
    return read_pbm(io.BytesIO(text.encode("utf-8")), options=options)


def read_pbm(file: BinaryIO, *, options: ReadOptions | None = None) -> Puzzle:
    """Read a PBM bitmap into a puzzle.

    Args:
        file: The open file, at its beginning.
        options: The reading options.

    Raises:
        InputError: When it is not a bitmap, or not of the stated size.
        UsageError: When an option does not fit.
    """
    asked = options or ReadOptions()
    magic, width, height, begun = _header(file)
    reject(
        asked.colours not in (None, 2),
        f"a bitmap has 2 colours, the option says {asked.colours}",
        line=1,
    )
    reject(
        read_size(None, asked.size) not in (None, (height, width)),
        f"the bitmap has {height} x {width} places, not {asked.size}",
        line=1,
    )
    check_packed_size(height, width)
    rows = (
        _raw(file, begun, width, height) if magic == b"P4" else _plain(file, begun, width, height)
    )
    return drawn_board(BitRows(width, rows), asked)


def write_pbm(rows: BitRows, file: BinaryIO) -> None:
    """Write rows of bits as a P4 bitmap.

    Args:
        rows: rows of bits.
        file: output file, opened in binary mode.
    """
    width = rows.shape[1]
    file.write(b"P4\n%d %d\n" % rows.shape[::-1])
    spare, length = -width % 8, (width + 7) // 8
    for row in rows.rows:
        file.write((row << spare).to_bytes(length, "big"))


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
        value = int(found[1].lstrip(b"0")[:11] or b"0")
        reject(
            not 1 <= value <= MAX_SIDE,
            f"the {what} of a bitmap is 1..{MAX_SIDE}, got {value}",
            line=1,
        )
        sides.append(value)
        at = found.end()
    if magic == b"P4":
        reject(
            not start[at : at + 1].isspace(),
            "after the height of a P4 bitmap stands one blank, then its bits",
            line=1,
        )
        at += 1
    return magic, sides[0], sides[1], start[at:]


def _read(file: BinaryIO, most: int) -> bytes:
    """Read at most ``most`` bytes in blocks, so that memory grows only with the bytes received."""
    blocks = []
    while most > 0 and (block := file.read(min(most, _SPARE_BYTES))):
        blocks.append(block)
        most -= len(block)
    return b"".join(blocks)


def _raw(file: BinaryIO, begun: bytes, width: int, height: int) -> list[int]:
    length, spare = (width + 7) // 8, -width % 8
    rows = []
    for number in range(height):
        data, begun = begun[:length], begun[length:]
        if len(data) < length:
            data += _read(file, length - len(data))
        reject(
            len(data) < length,
            f"a P4 bitmap of {width} x {height} has {length * height} bytes of bits, this one "
            f"ends in row {number + 1}",
        )
        rows.append(int.from_bytes(data, "big") >> spare)
    reject(begun or file.read(1), f"there is more after the {height} rows of the bitmap")
    return rows


def _plain(file: BinaryIO, begun: bytes, width: int, height: int) -> list[int]:
    most = 4 * width * height + _SPARE_BYTES
    body = begun + _read(file, most)
    reject(
        len(body) >= most,
        f"a P1 bitmap of {width} x {height} has at most {most} bytes, comments included",
    )
    body = re.sub(rb"#[^\n\r]*", b"", body)
    digits = body.translate(None, delete=b" \t\n\v\f\r")
    if other := digits.translate(None, delete=b"01"):
        line = body[: body.index(other[:1])].count(b"\n")
        raise InputError(
            f"a P1 bitmap has digits 0 and 1, got {printable(chr(other[0]), 4)!r} "
            f"{line} lines below its size"
        )
    reject(
        len(digits) != width * height,
        f"a P1 bitmap of {width} x {height} has {width * height} digits, this one {len(digits)}",
    )
    return [int(digits[at : at + width], 2) for at in range(0, len(digits), width)]


PLAIN = 6
"""Largest difference, of 255, between pixels of a line with one colour."""

SLACK = 1
"""Largest difference, in pixels, between the sizes of squares, since pictures are scaled."""

LEAST = 6
"""Least side of a square in pixels."""

EDGE = 2
"""Pixels at a board's edge that may be smoothed into its margin."""

Pixels = NDArray[np.uint8]
Band = tuple[int, int]


@dataclass(frozen=True)
class PixelLattice:
    """The pixel positions of the squares of a board."""

    rows: tuple[Band, ...]
    """First pixel and end of each row of squares, from the top."""
    columns: tuple[Band, ...]
    """First pixel and end of each column of squares, from the left."""
    between: tuple[int, int, int]
    """(red, green, blue) of the gaps."""


def find_lattice(pixels: Pixels) -> PixelLattice:
    """Find the lattice of squares in a picture.

    A line of pixels that is one colour from end to end is *plain*.  Between a board's squares there
    are plain lines, gaps or drawn lines, in both directions; between two of them is a band of
    squares.  Bands must be equally wide, and so must gaps, to a pixel, in both directions.  So a
    picture is refused if it is turned, blurred, cut through, or shows anything else beside the
    board.  The names of rows and columns, at the left and above, are cut off first.  Costs one look
    at each pixel.

    Args:
        pixels: (height, width, 3).

    Raises:
        InputError: When there is none, or no certain one, with the reason.
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
    down, down_ink = _bands(shown, "rows")
    across, across_ink = _bands(shown.swapaxes(0, 1), "columns")
    reject(
        int(np.abs(down_ink - across_ink).max()) > 2 * PLAIN,
        "the lines between rows and those between columns differ in colour",
    )
    _same("squares", [high - low for low, high in (*down, *across)])
    gaps = [b[0] - a[1] for run in (down, across) for a, b in pairwise(run)]
    _same("gaps", gaps)
    side = min(high - low for low, high in (*down, *across))
    reject(
        side < LEAST or 2 * max(gaps) > side,
        f"squares of {side} pixels with gaps of {max(gaps)} were seen: squares have {LEAST} "
        "pixels and more, and gaps less than half of that; places that are as the ground are "
        "not seen",
    )
    return PixelLattice(
        tuple((top + low, top + high) for low, high in down),
        tuple((left + low, left + high) for low, high in across),
        (int(down_ink[0]), int(down_ink[1]), int(down_ink[2])),
    )


def _inside(pixels: Pixels) -> tuple[int, int, int, int]:
    """Return the bounds of the picture without its margin, which has the corners' colour."""
    other = _differ(pixels, pixels[0, 0])
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    reject(not rows.size, "the picture has one colour: there is no board")
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    reject(
        min(top, left, pixels.shape[0] - bottom, pixels.shape[1] - right) == 0
        and other[0, -1] | other[-1, 0] | other[-1, -1],
        "the four corners of the picture differ: it shows more than a board",
    )
    return int(top), int(bottom), int(left), int(right)


def _named_edge(board: Pixels, ground: NDArray[np.uint8]) -> int:
    """Return the pixel row between column names and the board below them; 0 without column names.

    The rows of a board are bands of one size, so none of them is mistaken for names.
    """
    *names, last = _runs(_differ(board, ground).any(axis=1))
    small = names and 2 * max(b - a for a, b in names) <= last[1] - last[0]
    return (names[-1][1] + last[0]) // 2 if small else 0


def _differ(pixels: Pixels, ground: NDArray[np.uint8]) -> Any:
    """Return a boolean array (height, width), true where the colour differs from ``ground``."""
    return np.abs(pixels.astype(np.int16) - ground.astype(np.int16)).max(axis=2) > PLAIN


def _runs(mask: NDArray[np.bool_]) -> list[Band]:
    """Return the start and the end of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def _bands(board: Pixels, what: str) -> tuple[list[Band], NDArray[Any]]:
    """Return the (start, end) pixels of rows of squares, and the colour of the lines between."""
    inside = board[:, EDGE : board.shape[1] - EDGE] if board.shape[1] > 2 * LEAST else board
    low, high = inside.min(axis=1).astype(np.int16), inside.max(axis=1).astype(np.int16)
    plain = (high - low).max(axis=1) <= PLAIN
    bands = _runs(~plain)
    reject(
        len(bands) < 2,
        f"{len(bands)} {what} of squares with a line or gap between them were seen, and a "
        "board has 2 and more: is this a clean picture of the board alone?",
    )
    # take the middle pixel of a line, since its edges may be smoothed
    middles = [(a[1] + b[0]) // 2 for a, b in pairwise(bands)]
    inks = (low[middles] + high[middles]) // 2
    reject(
        int(np.ptp(inks, axis=0).max()) > 2 * PLAIN, f"the lines between {what} differ in colour"
    )
    return bands, inks[0]


def _same(what: str, sizes: list[int]) -> None:
    reject(
        max(sizes) - min(sizes) > SLACK,
        f"{what} differ in size ({min(sizes)} to {max(sizes)} pixels): crop the picture to the "
        "board alone, straight and not blurred",
    )


NEAR = 8
"""Largest difference, of 255, within one colour."""

LEAST_DIFFERENCE = 24
"""Least difference, of 255, between two colours."""

MAX_PICTURE_COLOURS = 6
"""Largest number of colours of a board in a picture."""

MIDDLE = (0.25, 0.98)
"""Share of a square ignored at each side, and least share of the rest with one
colour, for squares without signs; they may be discs.
"""

WRITTEN = (0.08, 0.5)
"""The same for squares with digits or presses, which have corners."""


@dataclass(frozen=True, eq=False)
class Seen:
    """The colours of the squares that were found in a picture."""

    kinds: IntArray
    """(rows, columns) index of the colour of each square."""
    colours: IntArray
    """(colours, 3): red, green, blue of each colour, most frequent first."""

    @property
    def words(self) -> str:
        """Describe the colours that were found."""
        rows, columns = self.kinds.shape
        counts = np.bincount(self.kinds.ravel(), minlength=len(self.colours)).tolist()
        listed = ", ".join(f"{hex_of(c)} ({n})" for c, n in zip(self.colours, counts, strict=True))
        return f"{rows} x {columns} squares in {len(self.colours)} colours: {listed}"


def hex_of(colour: IntArray) -> str:
    """Format a colour as ``#rrggbb``."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def away(colours: Any, others: Any) -> IntArray:
    """Return the distance between colours: the largest difference of red, green or blue.

    Args:
        colours: (colours, 3) red, green and blue.
        others: (others, 3), at least one.

    Returns:
        (colours, others).
    """
    apart: IntArray = np.abs(np.array(colours)[:, None] - np.array(others)[None]).max(axis=2)
    return apart


def square_colours(pixels: Pixels, lattice: PixelLattice, cut: float, share: float) -> Seen:
    """Group the squares of a picture by colour.

    Only the middle of a square counts, so rounded corners, rims and smoothed edges are ignored.  A
    middle must be of one colour.  Squares of one colour differ by little, those of different
    colours by much; a difference in between is refused.

    Args:
        pixels: (height, width, 3).
        lattice: positions of the squares.
        cut: share of a square ignored at each side.
        share: least share of the rest with one colour.

    Raises:
        InputError: When a square has several colours, or two colours are too similar.
    """
    shape = (len(lattice.rows), len(lattice.columns))
    check_grid_size(*shape)
    found = np.empty((*shape, 3), dtype=np.int64)
    down, across = ([_middle(band, cut) for band in bands]
                    for bands in (lattice.rows, lattice.columns))  # fmt: skip
    for r, c in np.ndindex(shape):
        found[r, c], alike = _main_colour(pixels[down[r], across[c]].reshape(-1, 3))
        if alike < share:
            raise InputError(
                f"the square in row {r + 1}, column {c + 1} is not of one colour: only "
                f"{alike:.0%} of its middle is {hex_of(found[r, c])}"
            )
    seen = _grouped(found)
    for colour in seen.colours[away(seen.colours, [lattice.between])[:, 0] < LEAST_DIFFERENCE // 2]:
        raise InputError(
            f"some squares are {hex_of(colour)} like what lies between them: are they lights?"
        )
    return seen


def _middle(band: Band, part: float) -> slice:
    cut = int((band[1] - band[0]) * part)
    return slice(band[0] + cut, band[1] - cut)


def _main_colour(middle: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """Return the most frequent of the colours (pixels, 3), and the fraction of pixels near it."""
    whole = middle.astype(np.int64)
    values, counts = np.unique(whole @ np.array([65536, 256, 1]), return_counts=True)
    main = int(values[counts.argmax()])
    colour = np.array([main >> 16, main >> 8 & 255, main & 255])
    return colour, float((np.abs(whole - colour).max(axis=1) <= NEAR).mean())


def _grouped(found: NDArray[Any]) -> Seen:
    """Return the colour group of each square, and the groups' colours, most frequent first."""
    values, back, counts = np.unique(
        found.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    leaders: list[IntArray] = []
    kind_of = np.full(len(values), -1, dtype=np.int64)
    for k in np.argsort(-counts, kind="stable"):
        far = away([values[k]], leaders)[0] if leaders else np.array([LEAST_DIFFERENCE])
        if far.min() >= LEAST_DIFFERENCE:
            leaders.append(values[k])
        elif far.min() > NEAR:
            raise InputError(
                f"squares of {hex_of(values[k])} and of {hex_of(leaders[far.argmin()])} were seen: "
                "one colour or two? the picture must be clean"
            )
        kind_of[k] = far.argmin() if far.min() <= NEAR else len(leaders) - 1
        reject(
            len(leaders) > MAX_PICTURE_COLOURS,
            f"more than {MAX_PICTURE_COLOURS} colours of squares were seen",
        )
    return Seen(kind_of[back.reshape(found.shape[:2])], np.array(leaders))


WORDS = {"off": 0, "on": 1, "hole": HOLE}
_PAIR = re.compile(r"(#[0-9a-fA-F]{6})=(\w+)", re.ASCII)
_LISTED = 2
"""Number of legends to suggest."""


def own_colours(seen: Seen, between: tuple[int, int, int]) -> list[int] | None:
    """Return the colour numbers if this program drew the picture, otherwise None."""
    far = away(seen.colours, [rgb(ink.light) for ink in (OFF, *HUES)])
    most = max(int(away([between], [rgb(LINE.light)]).max()), int(far.min(axis=1).max()))
    return None if most > 1 else [int(number) for number in far.argmin(axis=1)]


def _lamps(seen: Seen, colours: int) -> list[int]:
    """Return the states of two colours in their order: 1 for the bright one, 0 for the dark one.

    Raises:
        InputError: For other colours, with suggested legends.
    """
    high, low = seen.colours.max(axis=1), seen.colours.min(axis=1)
    on = (high >= 200) & (high - low >= 80) & (high[::-1] <= 110)
    if len(on) == colours == 2 and on.any():
        return [int(lit) for lit in on]
    names = [hex_of(colour) for colour in seen.colours]
    words = ["on", "off"] if colours == 2 and len(names) <= 2 else [*map(str, range(len(names)))]
    orders = list(permutations(words, len(names)))[:_LISTED]
    said = (" ".join(map("=".join, zip(names, order, strict=True))) for order in orders)
    offers = " or ".join(f"--legend '{legend}'" for legend in said)
    raise InputError(f"{seen.words}; which is which? say it: {offers}")


def _by_legend(seen: Seen, legend: str) -> list[int]:
    said: dict[tuple[int, int, int], int] = {}
    for word in Line(legend, 0).words():
        found = _PAIR.fullmatch(word.text)
        if found is None:
            raise UsageError(f"legend: a picture's is '#rrggbb=on ...', got {quoted(word.text)}")
        value = WORDS.get(found[2])
        if value is None:
            try:
                value = natural(word._replace(text=found[2]), "a colour", 0, 9)
            except InputError as error:
                raise UsageError(f"legend: {error.problem}; or on, off, hole") from None
        said[rgb(found[1].lower())] = value
    near = away(seen.colours, [*said] or [(-NEAR - 1,) * 3]) <= NEAR
    for colour in seen.colours[near.sum(axis=1) != 1]:
        raise UsageError(f"legend: nothing certain about {hex_of(colour)}; {seen.words}")
    return [[*said.values()][k] for k in near.argmax(axis=1)]


MAX_PIXELS = 2**24
"""Largest number of pixels; a screen of 5120 x 2880 has fewer."""

MAX_BYTES = 2**26
"""Bytes of a PNG file."""

_MODES = ("1", "L", "P", "RGB", "RGBA", "LA")


def read_picture(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read a board from a PNG picture.

    Raises:
        InputError: When it is not a clear picture of a board, with the reason.
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
    reject(
        len({board.sha256 for board in boards}) > 1,
        "this picture is transparent, and is one board on white and another on black: save it "
        "on a ground of one colour",
    )
    return [PuzzlePart(1, lambda: boards[0])]


def _board(pixels: Pixels, options: ReadOptions) -> AnyPuzzle:
    lattice = find_lattice(pixels)
    meaning = None
    if options.legend is None:
        with suppress(InputError):
            seen = square_colours(pixels, lattice, *WRITTEN)
            meaning = own_colours(seen, lattice.between)
    if meaning is None:
        seen = square_colours(pixels, lattice, *MIDDLE)
        meaning = (
            _lamps(seen, options.colours or 2)
            if options.legend is None
            else _by_legend(seen, options.legend)
        )
    reject(
        options.colours is None and max(meaning) > 1,
        f"{seen.words}; say how many colours the puzzle has: --colours C",
    )
    return drawn_board(Drawn(np.array(meaning, dtype=np.int64)[seen.kinds]), options)


def _pixels(file: BinaryIO) -> tuple[Pixels, ...]:
    """Return RGB arrays (height, width, 3): one, or for transparency two, on white and on black."""
    data = file.read(MAX_BYTES + 1)
    reject(len(data) > MAX_BYTES, f"a picture has at most {MAX_BYTES} bytes")
    reject(len(data) < 33 or data[12:16] != b"IHDR", "this PNG picture is broken: it has no header")
    width, height = struct.unpack(">II", data[16:24])
    reject(
        not 1 <= width * height <= MAX_PIXELS,
        f"a picture has 1..{MAX_PIXELS} pixels, this one {width} x {height}",
    )
    require("reading a PNG picture", "PIL")
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
                reject(
                    getattr(image, "n_frames", 1) != 1, "this picture moves: save one frame of it"
                )
                reject(
                    image.mode not in _MODES or image.size != (width, height),
                    f"pictures of the kind {image.mode} are not read",
                )
                clear = image.has_transparency_data
                full = np.asarray(image.convert("RGBA" if clear else "RGB"))
    except InputError:
        raise
    except Exception as error:  # Pillow does not catch the exceptions that a broken file causes
        raise InputError(f"this PNG picture is broken: {said_by(error, 60)}") from None
    seen_through = clear and bool((full[:, :, 3] < 255).any())
    return (
        (_laid(full, 255), _laid(full, 0))
        if seen_through
        else (np.ascontiguousarray(full[:, :, :3]),)
    )


def _laid(full: Pixels, ground: int) -> Pixels:
    """Return a transparent picture composed onto white (255) or black (0)."""
    share = full[:, :, 3:].astype(np.int64)  # products up to 255 * 255 overflow uint8
    laid = (full[:, :, :3] * share + ground * (255 - share) + 127) // 255
    return np.ascontiguousarray(laid.astype(np.uint8))
