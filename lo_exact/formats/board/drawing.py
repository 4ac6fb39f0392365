"""Plain-text drawings of presses; `lo_exact.formats.answers` parses presses.

A grid is drawn as rows of digits (of numbers in columns when one is above 9), ``~`` where there is
nothing; a graph or a plain matrix as ``name: count`` lines.
"""

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.puzzle import Layout


def draw_presses(layout: Layout, presses: IntArray) -> str:
    r"""Draw the number of presses of each button.

    Args:
        layout: Where the buttons are, or their names.
        presses: (buttons,) integers >= 0.

    Returns:
        Lines separated by newlines, none at the end.  Without a grid only pressed buttons stand
        there, so the text is empty when nothing is pressed.

    >>> draw_presses(Layout(names=("a", "b", "c")), np.array([0, 2, 1]))
    'b: 2\nc: 1'
    """
    if layout.is_grid:
        return draw_places(layout.button_at, presses)
    names = button_names(layout, presses.size)
    return "\n".join(f"{names[j]}: {int(presses[j])}" for j in np.flatnonzero(presses))


def draw_places(number_at: IntArray, values: IntArray) -> str:
    """Draw values on a grid as text.

    Args:
        number_at: (rows, columns) which value stands on each place, -1 for none.
        values: (values,) integers >= 0.
    """
    drawn = np.full(number_at.shape, -1, dtype=np.int64)
    drawn[number_at >= 0] = values[number_at[number_at >= 0]]
    largest = int(drawn.max(initial=0))
    if largest > 9:
        width = len(str(largest))
        rows: list[list[int]] = [row.tolist() for row in drawn]
        glyph = {value: str(value).rjust(width) for row in rows for value in set(row)}
        glyph[-1] = "~".rjust(width)
        return "\n".join(" ".join(glyph[value] for value in row) for row in rows)
    glyphs = np.frombuffer(b"0123456789~", dtype=np.uint8)[drawn]
    lines = np.concatenate(
        [glyphs, np.full((glyphs.shape[0], 1), ord("\n"), dtype=np.uint8)], axis=1
    )
    return lines.tobytes()[:-1].decode("ascii")


def button_names(layout: Layout, buttons: int) -> tuple[str, ...]:
    """Return the names of all buttons; unnamed ones have their numbers."""
    for names in (layout.button_names, layout.names):
        if len(names) == buttons:
            return names
    return tuple(map(str, range(buttons)))
