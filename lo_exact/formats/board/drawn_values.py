"""Boards whose rows were read elsewhere: drawn values and the options beside them make a puzzle."""

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.keys import (
    read_colours_entry,
    read_neighbourhood,
    read_objective,
    read_size,
    read_topology,
)
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, of_option
from lo_exact.formats.board.rows import Drawn, first_place
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE, grid_puzzle


def drawn_board(
    drawn: Drawn,
    options: ReadOptions,
    *,
    colours: int | None = None,
    neighbourhood: str | None = None,
    target: IntArray | int = 0,
    uniform: bool = False,
) -> Puzzle:
    """Return the puzzle of a drawn state.

    Args:
        drawn: The state, (rows, columns).
        options: What the caller says beside it; it must not contradict the rest.
        colours: c, where the format says it.
        neighbourhood: The rule, where the format says it.
        target: The colours wanted, unless the options say it.
        uniform: Whether the target may be shifted.

    Raises:
        InputError: With its place.
    """
    said = None if colours is None else _entry("colours", str(colours), drawn)
    c, hint = read_colours_entry(said, options.colours)
    rule = None if neighbourhood is None else _entry("neighbourhood", neighbourhood, drawn)
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
    if options.target is not None:
        target, uniform = _target(options.target, c), options.target == "any"
    return grid_puzzle(
        drawn.values,
        colours=c,
        neighbourhood=read_neighbourhood(rule, options.neighbourhood),
        topology=read_topology(None, options.topology),
        target=target,
        uniform=uniform,
        objective=read_objective(None, False, options.objective),
    )


def _target(said: str, colours: int) -> IntArray | int:
    if said == "any":
        return 0
    with of_option("target"):
        if "/" not in said:
            return natural(Line(said, 0), "a target colour", 0, colours - 1)
        rows = [row.words() for row in Line(said, 0).split("/")]
        if all(len(row) == 1 for row in rows) and colours <= 10:
            rows = [[Line(glyph, 0) for glyph in row[0].text] for row in rows]
        if len({len(row) for row in rows}) > 1:
            raise InputError("all rows of the target are equally long")
        return np.array(
            [[natural(word, "a target colour", 0, colours - 1) for word in row] for row in rows],
            dtype=np.int64,
        )


def _entry(key: str, value: str, drawn: Drawn) -> Entry:
    """Return what a format says as a header's line would."""
    line = drawn.lines[0].number if drawn.lines else 1
    return Entry(key, Line(key, line), tuple(Line(value, line).split("/")))
