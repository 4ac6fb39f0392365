"""Two-colour boards as one hexadecimal number, ``0x1ffffff`` with a size.

Written as board text whose state is the number, so that the size and the rule stand beside it;
reading is board text's.
"""

from __future__ import annotations

from lo_exact.errors import UsageError
from lo_exact.formats.board.masks import mask_of
from lo_exact.formats.board.writer import board_header
from lo_exact.puzzle import Puzzle


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
