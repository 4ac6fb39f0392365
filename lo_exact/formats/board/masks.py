"""Two-colour boards as one hexadecimal number: ``0x1ffffff``, bit 0 is the top left light.

Bits go row by row, left to right; 1 is on.  With ``bits: msb`` the highest bit is the top left
light, and a note says so wherever the two differ.  The number does not say the size, so it is
written as board text whose state is the number.
"""

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.formats.board.places import Line
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.board.writer import board_header
from lo_exact.puzzle import Puzzle
from lo_exact.topology.grid import check_grid_size


def read_mask(
    word: Line, colours: int, size: tuple[int, int] | None, bits: str | None
) -> tuple[Drawn, str]:
    """Read a hexadecimal number as a board.

    Args:
        word: The number, ``0x`` and hexadecimal digits.
        colours: c, must be 2.
        size: (rows, columns).
        bits: ``lsb``, ``msb`` or None: which bit is the top left light.

    Returns:
        The board, and how it was read where that makes a difference and was not said.

    Raises:
        InputError: With its place.
    """
    if colours != 2:
        raise word.error(f"a hexadecimal board has 2 colours, here there are {colours}")
    if size is None:
        raise word.error("a hexadecimal board needs a size: a line size: 5x5, or --size 5x5")
    check_grid_size(*size)
    places = size[0] * size[1]
    value = int(word.text, 16)
    if value >> places:
        raise word.error(
            f"a {size[0]} x {size[1]} board has {places} lights, the number has "
            f"{value.bit_length()} bits"
        )
    data = value.to_bytes((places + 7) // 8, "little")
    lit = np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little")[:places]
    differs = bits is None and not np.array_equal(lit, lit[::-1])
    if bits == "msb":
        lit = lit[::-1]
    note = "the lowest bit is the top left light; --bits msb: the highest" if differs else ""
    return Drawn(lit.astype(np.int64).reshape(size)), note


def mask_of(state: IntArray) -> str:
    """Return the number of a two-colour state.

    Args:
        state: (lights,) 0 or 1, row by row.

    >>> mask_of(np.ones(25, dtype=np.int64))
    '0x1ffffff'
    """
    data = np.packbits(state.astype(np.uint8), bitorder="little").tobytes()
    return hex(int.from_bytes(data, "little"))


def write_mask(puzzle: Puzzle) -> str:
    """Return a board's header, size and number.

    Raises:
        UsageError: When it is not a two-colour grid without holes.
    """
    light_at = puzzle.layout.light_at
    if puzzle.colours != 2 or not puzzle.layout.is_grid or light_at.min() < 0:
        raise UsageError("a mask is a two-colour grid without holes: write board or json instead")
    rows, columns = light_at.shape
    lines = [*board_header(puzzle), f"size: {rows}x{columns}", "", mask_of(puzzle.state)]
    return "\n".join(lines) + "\n"
