"""Boards whose rows were read elsewhere: drawn values and the options beside them make a puzzle."""

from lo_exact.errors import InputError
from lo_exact.formats.board.keys import (
    read_colours_entry,
    read_neighbourhood,
    read_objective,
    read_size,
    read_topology,
)
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import of_option
from lo_exact.formats.board.reader import Context, read_target, target_entry
from lo_exact.formats.board.rows import Drawn, first_place
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE, grid_puzzle


def drawn_board(drawn: Drawn, options: ReadOptions) -> Puzzle:
    """Return the puzzle of a drawn state.

    Args:
        drawn: The state, (rows, columns).
        options: What the caller says beside it; it must not contradict the rest.

    Raises:
        InputError: With its place.
        UsageError: When the target cannot be.
    """
    c, hint = read_colours_entry(None, options.colours)
    size = read_size(None, options.size)
    if size is not None and size != drawn.shape:
        raise drawn.error(
            f"the size is {options.size}, the board has {drawn.shape[0]}x{drawn.shape[1]} places",
            0,
            0,
        )
    large = drawn.values >= c
    if large.any():
        row, column = first_place(large)
        value = int(drawn.values[row, column])
        raise drawn.error(f"a colour must be 0..{c - 1}, got {value}{hint}", row, column)
    if not (drawn.values != HOLE).any():
        raise InputError("the board has no light", line=1)
    with of_option("target"):
        wanted = target_entry(None, options.target)
        context = Context(c, {}, None, hint, shifted=False)
        target, uniform = read_target(wanted, context, drawn.values != HOLE)
    return grid_puzzle(
        drawn.values,
        colours=c,
        neighbourhood=read_neighbourhood(None, options.neighbourhood),
        topology=read_topology(None, options.topology),
        target=target,
        uniform=uniform,
        objective=read_objective(None, False, options.objective),
    )
