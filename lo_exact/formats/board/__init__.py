"""Reader and writer of board text, and drawings of presses and states.

Names are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.formats.board.drawing import (
        button_names,
        draw_presses,
        draw_state,
        light_names,
    )
    from lo_exact.formats.board.options import ReadOptions
    from lo_exact.formats.board.reader import read_board
    from lo_exact.formats.board.writer import write_board

__all__ = [
    "ReadOptions",
    "button_names",
    "draw_presses",
    "draw_state",
    "light_names",
    "read_board",
    "write_board",
]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "drawing": ("button_names", "draw_presses", "draw_state", "light_names"),
        "options": ("ReadOptions",),
        "reader": ("read_board",),
        "writer": ("write_board",),
    },
)
