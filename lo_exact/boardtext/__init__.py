"""Floor 3: board text, read and written, and drawings of presses and states."""

from lo_exact.boardtext.options import ReadOptions
from lo_exact.boardtext.reader import read_board

__all__ = ["ReadOptions", "read_board"]
