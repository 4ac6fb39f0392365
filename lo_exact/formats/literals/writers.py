"""Boards written as programs write arrays: two colours, the plus rule, to be off, no holes."""

from __future__ import annotations

import json

from lo_exact.algebra.sparse import IntArray
from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import UsageError
from lo_exact.topology import grid_puzzle


def write_literal(puzzle: AnyPuzzle) -> str:
    """Return a board as a list of rows, as Python and JavaScript write it.

    Raises:
        UsageError: When it is more than its lights.
    """
    rows = [json.dumps(row) for row in _plain(puzzle, "literal").tolist()]
    return "board = [" + ",\n         ".join(rows) + "]\n"


def write_matlab(puzzle: AnyPuzzle) -> str:
    """Return a board as MATLAB writes it.

    Raises:
        UsageError: When it is more than its lights.
    """
    rows = [" ".join(map(str, row)) for row in _plain(puzzle, "matlab").tolist()]
    if len(rows) == 1:
        raise UsageError("a MATLAB array of one row reads column by column: write board instead")
    return f"board = [{'; '.join(rows)}];\n"


def write_minizinc(puzzle: AnyPuzzle) -> str:
    """Return a board as data of MiniZinc.

    Raises:
        UsageError: When it is more than its lights.
    """
    rows = [",".join(map(str, row)) for row in _plain(puzzle, "dzn").tolist()]
    return f"r = [| {' | '.join(rows)} |];\n"


def write_level_object(puzzle: AnyPuzzle) -> str:
    """Return a square board as a level object: gridSize, stateCount, initialState.

    Raises:
        UsageError: When it is no square, or more than its lights and colours.
    """
    given = of_colours(puzzle, "levels")
    drawn = _plain(given, "levels", given.colours)
    if drawn.shape[0] != drawn.shape[1]:
        raise UsageError("a level is a square: write board or json instead")
    value = {
        "gridSize": drawn.shape[0], "stateCount": given.colours, "initialState": drawn.tolist(),
    }  # fmt: skip
    return json.dumps(value) + "\n"


def _plain(puzzle: AnyPuzzle, what: str, colours: int = 2) -> IntArray:
    """Return (rows, columns) of a board of which the lights say all."""
    given = of_colours(puzzle, what)
    at = given.layout.light_at
    if at.size and at.min() >= 0 and given.colours == colours:
        drawn: IntArray = given.state[at]
        if grid_puzzle(drawn, colours=colours).sha256 == given.sha256:
            return drawn
    raise UsageError(
        f"a board in the format {what} has the plus rule and no holes, shall be off, and has two "
        "colours unless the format says them: write board or json instead"
    )
