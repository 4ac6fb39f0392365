"""Rows of glyphs of a large board become packed rows by translation tables, line by line.

Only compact rows without holes are read here; whatever else a drawing has is left to `rows`.  Costs
about 4 ns a place.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from lo_exact.algebra.packed import PACKED_PLACES, BitRows, Packed, ResidueRows
from lo_exact.formats.board.glyphs import GlyphError, decide
from lo_exact.formats.board.places import Line
from lo_exact.topology.packed_board import check_packed_size


def read_packed_rows(
    lines: Sequence[Line], colours: int, legend: Mapping[str, int], *, from_off: bool
) -> Packed | None:
    """Return large compact rows of certain colours as packed rows, None for any others.

    Args:
        lines: The rows of a drawing.
        colours: c <= 10.
        legend: Meanings of glyphs.
        from_off: As for `decide`.
    """
    width = len(lines[0].text)
    if len(lines) * width < PACKED_PLACES or any(len(line.text) != width for line in lines):
        return None
    seen = _glyphs(lines)
    try:
        meaning = decide(seen, colours, legend, from_off=from_off) if seen else {}
    except GlyphError:
        return None
    if not seen or any(not 0 <= meaning[glyph] < colours for glyph in seen):
        return None
    check_packed_size(len(lines), width, colours)
    codes = range(256)
    values_of = bytes(meaning[chr(code)] if chr(code) in seen else 0 for code in codes)
    if colours == 2:
        digits = bytes(b"01"[value] for value in values_of)
        return BitRows(
            width, [int(line.text.encode("ascii").translate(digits), 2) for line in lines]
        )
    values = np.empty((len(lines), width), dtype=np.uint8)
    for row, line in zip(values, lines, strict=True):
        row[:] = np.frombuffer(line.text.encode("ascii").translate(values_of), dtype=np.uint8)
    return ResidueRows(colours, values)


def _glyphs(lines: Iterable[Line]) -> set[str]:
    """Return the glyphs of ASCII rows; none when there are blanks or other characters."""
    known = b""
    for line in lines:
        if not line.text.isascii():
            return set()
        if new := line.text.encode("ascii").translate(None, delete=known):
            known += bytes(set(new))
            if any(chr(code).isspace() for code in known):
                return set()
    return set(known.decode("ascii"))
