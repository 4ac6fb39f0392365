"""Drawings of grids, and lists of named values, as plain text.

A grid is drawn row by row, holes blank.  With two colours ``#`` is on or pressed, ``.`` is not;
up to ten colours are digits; more are numbers in columns.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import printable

REVERSE, PLAIN = "\x1b[7m", "\x1b[0m"


def draw_grid(
    places: IntArray, values: Sequence[int], colours: int | None, colour: bool = False
) -> str:
    """Return a grid drawn as text, row by row.

    Args:
        places: (rows, columns) index of the value in each cell, -1 in holes.
        values: numbers 0..c-1, or -1 for a light that does not matter, drawn as ``?``.
        colours: c; None for integers without a modulus.
        colour: set nonzero values in reverse video (for a terminal).
    """
    numbers = np.append(np.asarray(values, dtype=np.int64), 0)[places]
    if colours is None or colours > 10:
        return _draw_wide(places, numbers, colour)
    glyphs = np.frombuffer((b".#" if colours == 2 else b"0123456789") + b"?", dtype=np.uint8)
    drawn = np.where(places < 0, np.uint8(ord(" ")), glyphs[numbers])
    lines = [row.tobytes().decode("ascii").rstrip() for row in drawn]
    if colour:
        marks = "#123456789"
        lines = ["".join(f"{REVERSE}{g}{PLAIN}" if g in marks else g for g in r) for r in lines]
    return "\n".join(lines)


def _draw_wide(places: IntArray, numbers: NDArray[Any], colour: bool) -> str:
    width = len(str(int(numbers.max(initial=0))))
    lines = []
    for row, holes in zip(numbers.tolist(), (places < 0).tolist(), strict=True):
        cells = [
            " " * width if hole else ("?" if v < 0 else str(v)).rjust(width)
            for v, hole in zip(row, holes, strict=True)
        ]
        if colour:
            cells = [
                f"{REVERSE}{text}{PLAIN}" if v > 0 and not hole else text
                for text, v, hole in zip(cells, row, holes, strict=True)
            ]
        lines.append(" ".join(cells).rstrip())
    return "\n".join(lines)


def listed_amounts(values: Sequence[int], names: Sequence[str], kind: str) -> str:
    """List nonzero values as text: the name or number of each, then the value if it is not 1."""
    said = [
        (printable(names[k]) if names else str(k)) + (f" x{v}" if v != 1 else "")
        for k, v in enumerate(values)
        if v
    ]
    if not said:
        return "nothing"
    plural = "" if len(said) == 1 else "s"
    return ", ".join(said) if names else f"{kind}{plural} {', '.join(said)} (counted from 0)"


def drawn_amounts(
    layout: Any, values: Sequence[int], kind: str, colours: int | None, *, colour: bool = False
) -> str:
    """Draw the value of each button or light on a grid; without a grid, list the values by name."""
    if layout.light_at.size:  # only a grid has positions
        places = layout.button_at if kind == "button" else layout.light_at
        return draw_grid(places, values, colours, colour)
    own = layout.button_names if kind == "button" else ()
    return listed_amounts(values, own or layout.names, kind)
