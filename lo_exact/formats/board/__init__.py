"""Floor 3: board text, read and written, and drawings of presses and states."""

from lo_exact.formats.board.drawing import (
    button_names,
    draw_presses,
    draw_state,
    light_names,
    read_presses,
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
    "read_presses",
    "write_board",
]
