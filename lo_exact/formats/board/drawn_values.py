"""Boards whose rows were read elsewhere: drawn values and the options beside them make a puzzle."""

import re

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
from lo_exact.topology.grid import Mask


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
        target = goal_of_option(options.target, drawn.values != HOLE, c)
        uniform = options.target == "any"
    return grid_puzzle(
        drawn.values,
        colours=c,
        neighbourhood=read_neighbourhood(rule, options.neighbourhood),
        topology=read_topology(None, options.topology),
        target=target,
        uniform=uniform,
        objective=read_objective(None, False, options.objective),
    )


def goal_of_option(said: str, lights: Mask, colours: int) -> IntArray | int:
    """Return the goal that an option says: one colour, or rows of them.

    Args:
        said: ``any``, a colour, rows separated by ``/``, or places as `goal_at_places` takes them.
        lights: (rows, columns) where lights are.
        colours: c.

    Raises:
        UsageError: When it is none of these.
    """
    if said == "any":
        return 0
    with of_option("target"):
        named = goal_at_places(said, lights, colours)
        if named is not None:
            return named
        if "/" not in said:
            return natural(Line(said, 0), "a target colour", 0, colours - 1)
        rows = [row.words() for row in Line(said, 0).split("/")]
        if all(len(row) == 1 for row in rows) and colours <= 10:
            rows = [[Line(glyph, 0) for glyph in row[0].text] for row in rows]
        if [len(row) for row in rows] != [lights.shape[1]] * lights.shape[0]:
            raise InputError(f"a drawing has {lights.shape[0]} rows of {lights.shape[1]} colours")
        return np.array(
            [[natural(word, "a target colour", 0, colours - 1) for word in row] for row in rows],
            dtype=np.int64,
        )


def goal_at_places(said: str, lights: Mask, colours: int) -> IntArray | None:
    """Return the rows of a goal like ``B2 C3=2``, all other lights 0; None: these are no places.

    Raises:
        InputError: When there is no light at a place, or a colour is none.
    """
    from lo_exact.pictures.tiles import letters

    words = said.replace(",", " ").split()
    found = [_PLACE.fullmatch(word) for word in words]
    if not found or None in found:
        return None
    goal = np.where(lights, np.int64(0), np.int64(HOLE))
    number = {letters(column): column for column in range(lights.shape[1])}
    for place in filter(None, found):
        row, column = int(place[2]) - 1, number.get(place[1].upper(), -1)
        if column < 0 or row >= lights.shape[0] or not lights[row, column]:
            raise InputError(f"there is no light {place[1]}{place[2]}")
        goal[row, column] = natural(Line(place[3] or "1", 0), "a colour", 0, colours - 1)
    return goal


_PLACE = re.compile(r"([A-Za-z]{1,4})([1-9][0-9]{0,5})(?:=([0-9]+))?")
"""A light of a grid, as answers write it, and the colour wanted."""


def _entry(key: str, value: str, drawn: Drawn) -> Entry:
    """Return what a format says as a header's line would."""
    line = drawn.lines[0].number if drawn.lines else 1
    return Entry(key, Line(key, line), tuple(Line(value, line).split("/")))
