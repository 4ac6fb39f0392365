"""Puzzles given only by size and rule, with all lights off, for analyses that cover every state."""

import re

import numpy as np

from lo_exact.errors import InputError
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.topology import HOLE, cube_grid, grid_puzzle

MAX_LIGHTS = 250_000
"""Largest number of lights of a board to eliminate."""


def described(
    size: str,
    *,
    neighbourhood: str = "plus",
    topology: str = "plane",
    colours: int = 2,
    objective: str = "presses",
) -> Puzzle:
    """Return the puzzle of a full grid or a cube's surface, with all lights off.

    Args:
        size: ``ROWSxCOLUMNS``; for the rule ``cube`` rows and columns of one face, or of the net.
        neighbourhood: a rule's name or a drawn stencil.
        topology: a surface's name.
        colours: c.
        objective: ``presses`` or ``buttons``.

    Raises:
        InputError: When the arguments do not describe a puzzle.

    >>> described("3x3", neighbourhood="cube").buttons
    54
    """
    found = re.fullmatch(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})", size)
    if found is None:
        raise InputError(f"a size is written like 5x7, got {size[:40]!r}")
    if objective not in ("presses", "buttons"):
        raise InputError(f"the objective is presses or buttons, got {objective[:40]!r}")
    rows, columns = int(found[1]), int(found[2])
    if rows * columns > MAX_LIGHTS:
        raise InputError(f"boards of more than {MAX_LIGHTS} lights are refused, got {size}")
    state = np.zeros((rows, columns), dtype=np.int64)
    if neighbourhood == "cube":
        side = rows if rows == columns else rows // 3
        state = np.where(cube_grid(side).lights, 0, HOLE)
        if rows != columns and state.shape != (rows, columns):
            raise InputError(f"a cube is 3x3 (a face) or 9x12 (its net), got {size}")
    return grid_puzzle(
        state,
        colours=colours,
        neighbourhood=neighbourhood,
        topology=topology,
        objective=Objective(objective),
    )
