"""Boards as pictures: read and write bitmaps in PBM format, and read screenshots in PNG.

`read_pbm_text`, `read_bitmap` and `write_pbm` are for large boards: PBM of netpbm, P1 text or P4
binary; black pixels are on.  A row of a P4 file is the integer that a row of the board is, so 10^10
lights are read in the time that the file takes.  A bitmap contains only size and colours; rule,
surface and target come from options.  http://netpbm.sourceforge.net/doc/pbm.html

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
from lo_exact.formats.board.places import quoted, reject
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart
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

_FIELD = rb"\s(?:\s|#[^\n\r]*[\n\r])*([0-9]+)(?=\s|\Z)"
"""Pattern of a header field after a blank; comments may precede it."""

_PLAIN = re.compile(rb"P1" + _FIELD + _FIELD)
_RAW = re.compile(rb"P4" + _FIELD + _FIELD + rb"\s")
"""Patterns of a bitmap's header: its kind, width and height; one blank is before bits."""

_REMARK = re.compile(
    r"(?im)^[^#\n]*#(?![ \t]*(?:(?:creator|created by)\b"
    r"|(?!\w*(?:torus|wrap|hex|knight|diag|goal|press|answer|sol))[\w-]+\.p[bn]m[ \t]*$))(.*)$"
)
"""Pattern of a comment that does not name the file or the program that wrote it."""


def read_pbm_text(text: str, *, options: ReadOptions) -> Puzzle:
    """Read a P1 bitmap; refuse comments that may state another puzzle.

    Raises:
        InputError: When it is not a bitmap, or not of the stated size.
        UsageError: When an option does not fit.
    """
    from lo_exact.formats.scanner.doubts import judge_remarks

    judge_remarks(_REMARK.findall(text), text)
    data = text.encode("utf-8")
    width, height, end = _size(data[:_HEADER_BYTES], _PLAIN, options)
    body = re.sub(rb"#[^\n\r]*", b"", data[end:])
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
    rows = [int(digits[at : at + width], 2) for at in range(0, len(digits), width)]
    return drawn_board(BitRows(width, rows), options)


def read_bitmap(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read a P4 bitmap now instead of on demand, because standard input can be closed later.

    Args:
        file: The open file, at its beginning.
        options: The reading options.

    Raises:
        InputError: When it is not a bitmap, or not of the stated size.
        UsageError: When an option does not fit.
    """
    start = file.read(_HEADER_BYTES)
    width, height, end = _size(start, _RAW, options)
    begun = start[end:]
    length, spare = (width + 7) // 8, -width % 8
    rows = []
    for number in range(height):
        data = begun[:length] + file.read(max(length - len(begun), 0))
        begun = begun[length:]
        reject(
            len(data) < length,
            f"a P4 bitmap of {width} x {height} has {length * height} bytes of bits, this one "
            f"ends in row {number + 1}",
        )
        rows.append(int.from_bytes(data, "big") >> spare)
    reject(begun or file.read(1), f"there is more after the {height} rows of the bitmap")
    puzzle = drawn_board(BitRows(width, rows), options)
    return [PuzzlePart(1, lambda: puzzle)]


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


def _size(start: bytes, header: re.Pattern[bytes], options: ReadOptions) -> tuple[int, int, int]:
    """Return width and height of a bitmap, and the end of its header; check the options."""
    found = header.match(start)
    if found is None:
        raise InputError(
            "a bitmap begins with P1 or P4, its width and its height, and P4 has one blank before "
            f"its bits; got '{printable(start[:20].decode('ascii', 'replace'), 30)}'",
            line=1,
        )
    width, height = (int(side.lstrip(b"0")[:11] or b"0") for side in found.groups())
    reject(
        not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE),
        f"width and height of a bitmap are 1..{MAX_SIDE}, got {width} and {height}",
        line=1,
    )
    reject(
        options.colours not in (None, 2),
        f"a bitmap has 2 colours, the option says {options.colours}",
        line=1,
    )
    reject(
        read_size(None, options.size) not in (None, (height, width)),
        f"the bitmap has {height} x {width} places, not {options.size}",
        line=1,
    )
    check_packed_size(height, width)
    return width, height, found.end()


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
    """A picture with the pixel positions of the squares of its board."""

    pixels: Pixels
    """(height, width, 3) red, green, blue."""
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
        return find_lattice(pixels[top + above :, left + beside :])
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
        shown, tuple(down), tuple(across), (int(down_ink[0]), int(down_ink[1]), int(down_ink[2]))
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


def square_colours(lattice: PixelLattice, cut: float, share: float) -> Seen:
    """Group the squares of a picture by colour.

    Only the middle of a square counts, so rounded corners, rims and smoothed edges are ignored.  A
    middle must be of one colour.  Squares of one colour differ by little, those of different
    colours by much; a difference in between is refused.

    Args:
        lattice: the picture and the positions of its squares.
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
        found[r, c], alike = _main_colour(lattice.pixels[down[r], across[c]].reshape(-1, 3))
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
    _, first, counts = np.unique(
        whole @ np.array([65536, 256, 1]), return_index=True, return_counts=True
    )
    colour = whole[first[counts.argmax()]]
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


MEANINGS = {"off": 0, "on": 1, "hole": HOLE} | {str(colour): colour for colour in range(10)}
_PAIR = re.compile("(#[0-9a-fA-F]{6})=(.*)")
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
    for word in legend.split():
        found = _PAIR.fullmatch(word)
        if found is None or found[2] not in MEANINGS:
            raise UsageError(
                f"legend: a picture's is '#rrggbb=on ...', with on, off, hole or a colour 0..9, "
                f"got {quoted(word)}"
            )
        said[rgb(found[1])] = MEANINGS[found[2]]
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
            seen = square_colours(lattice, *WRITTEN)
            meaning = own_colours(seen, lattice.between)
    if meaning is None:
        seen = square_colours(lattice, *MIDDLE)
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
    require("reading a PNG picture", "PIL")
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=["PNG"]) as image:  # pixels are read below
                width, height = image.size
                reject(
                    width * height > MAX_PIXELS,
                    f"a picture has at most {MAX_PIXELS} pixels, this one {width} x {height}",
                )
                reject(
                    getattr(image, "n_frames", 1) != 1, "this picture moves: save one frame of it"
                )
                reject(image.mode not in _MODES, f"pictures of the kind {image.mode} are not read")
                shown = image.convert("RGBA")
    except InputError:
        raise
    except Exception:  # Pillow does not catch the exceptions that a broken file causes
        raise InputError(
            f"this PNG picture is broken or much too large: it has at most {MAX_PIXELS} pixels"
        ) from None
    seen_through = bool((np.asarray(shown.getchannel("A")) < 255).any())
    grounds = ("white", "black") if seen_through else ("white",)
    laid = [
        Image.alpha_composite(Image.new("RGBA", shown.size, ground), shown) for ground in grounds
    ]
    return tuple(np.asarray(picture.convert("RGB")) for picture in laid)
