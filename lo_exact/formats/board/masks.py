"""Two-colour boards as one hexadecimal number: ``0x1ffffff``, bit 0 is the top left light.

Bits go row by row, left to right; 1 is on.  The number does not say the size.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.formats.board.places import Line
from lo_exact.formats.board.rows import Drawn
from lo_exact.topology.grid import check_size


def read_mask(word: Line, colours: int, size: tuple[int, int] | None) -> Drawn:
    """Read a hexadecimal number as a board.

    Args:
        word: The number, ``0x`` and hexadecimal digits.
        colours: c, must be 2.
        size: (rows, columns).

    Raises:
        InputError: With its place.
    """
    if colours != 2:
        raise word.error(f"a hexadecimal board has 2 colours, here there are {colours}")
    if size is None:
        raise word.error("a hexadecimal board needs a size: a line size: 5x5, or --size 5x5")
    check_size(*size)
    places = size[0] * size[1]
    bits = int(word.text, 16)
    if bits >> places:
        raise word.error(
            f"a {size[0]} x {size[1]} board has {places} lights, the number has "
            f"{bits.bit_length()} bits"
        )
    data = bits.to_bytes((places + 7) // 8, "little")
    lit = np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little")[:places]
    return Drawn(lit.astype(np.int64).reshape(size))


def mask_of(state: IntArray) -> str:
    """Return the number of a two-colour state.

    Args:
        state: (lights,) 0 or 1, row by row.

    >>> mask_of(np.ones(25, dtype=np.int64))
    '0x1ffffff'
    """
    data = np.packbits(state.astype(np.uint8), bitorder="little").tobytes()
    return hex(int.from_bytes(data, "little"))
