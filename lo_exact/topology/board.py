"""Puzzles on grids, built from a state drawn in rows and a rule for the buttons.

Everything here is checked for size before memory is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, whole
from lo_exact.errors import PuzzleError
from lo_exact.puzzle import ANY, Layout, Objective, Puzzle
from lo_exact.topology.grid import Grid, Mask, check_colours, check_grid_size
from lo_exact.topology.rules import grid_matrix

if TYPE_CHECKING:
    from lo_exact.topology.mixed import RuleMap

HOLE = -2
"""Value of a cell without a light in a drawn state or target."""


def grid_puzzle(
    state: Any,
    *,
    colours: int = 2,
    neighbourhood: str | RuleMap = "plus",
    topology: str = "plane",
    buttons: NDArray[Any] | None = None,
    target: Any = 0,
    uniform: bool = False,
    objective: Objective = Objective.PRESSES,
    prices: Any = None,
) -> Puzzle:
    """Return the puzzle of a grid with a given state and rule.

    Args:
        state: (rows, columns) integers: the current colours, 0..c-1, `HOLE` without a light;
            without holes and with the rule ``hex``, rows of hexagons, which are drawn shifted.
        colours: c, 2..2**31.
        neighbourhood: A name of `lo_exact.topology.RULES`, a drawn stencil, or a map of several,
            which also places the buttons.
        topology: A name of `lo_exact.topology.SURFACES`.
        buttons: (rows, columns) bool: cells with buttons; by default those with lights.
        target: The goal: a colour, or (rows, columns) integers: 0..c-1, `ANY` where a light does
            not matter (values in holes are ignored).
        uniform: Whether the target may be shifted, target + k on all lights that matter.
        objective: Cost to minimise.
        prices: A price for each button, or (rows, columns) integers, for ``Objective.PRICES``.

    Returns:
        The puzzle.

    Raises:
        PuzzleError: When sizes, colours or the rule do not fit.

    Example:
        >>> puzzle = grid_puzzle([[1, 1], [1, 0]])
        >>> puzzle.lights, puzzle.activation.to_dense()[0].tolist()
        (4, [1, 1, 1, 0])
    """
    check_colours(colours)
    now, target, buttons, prices = _spread(neighbourhood, state, target, buttons, prices)
    if now.ndim != 2:
        raise PuzzleError(f"a grid's state has rows and columns, got {now.ndim} dimensions")
    check_grid_size(*now.shape)
    lights: Mask = now != HOLE
    grid = _grid(lights, buttons, neighbourhood)
    wanted = whole("target", target)
    if wanted.shape not in ((), now.shape):
        raise PuzzleError(f"the target has shape {wanted.shape}, the state has {now.shape}")
    _check_state(now, lights, colours)
    return Puzzle(
        activation=_matrix(grid, neighbourhood, topology, colours),
        state=now[lights],
        target=np.broadcast_to(wanted, now.shape)[lights],
        uniform=uniform,
        objective=objective,
        prices=_prices(prices, grid),
        layout=grid_layout(grid, neighbourhood, topology),
    )


def _grid(lights: Mask, buttons: NDArray[Any] | None, neighbourhood: str | RuleMap) -> Grid:
    if isinstance(neighbourhood, str):
        return Grid(lights, lights if buttons is None else whole("buttons", buttons) != 0)
    if buttons is not None:
        raise PuzzleError("a map of rules says where buttons are, and so does buttons")
    return Grid(lights, neighbourhood.buttons)


def _matrix(grid: Grid, neighbourhood: str | RuleMap, topology: str, colours: int) -> SparseMatrix:
    if isinstance(neighbourhood, str):
        return grid_matrix(grid, neighbourhood, topology, colours)
    from lo_exact.topology.mixed import mixed_matrix

    return mixed_matrix(grid.lights, neighbourhood, topology, colours)


def _spread(neighbourhood: str | RuleMap, state: Any, *others: Any) -> tuple[Any, ...]:
    """Return a board's arrays; for rule ``hex``, insert gaps between hexagons if it has none."""
    now = whole("state", state)
    if neighbourhood != "hex" or now.ndim != 2 or now.size < 2 or (now == HOLE).any():
        return (now, *others)
    from lo_exact.topology.hexes import spread_hexagons

    placed = [
        spread_hexagons(np.asarray(other), 0) if np.shape(other) == now.shape else other
        for other in others
    ]
    return (spread_hexagons(now, HOLE), *placed)


def grid_layout(grid: Grid, neighbourhood: str | RuleMap = "", topology: str = "") -> Layout:
    """Return the layout of a grid: positions of lights and buttons, rules and topology."""
    light_at = grid.light_at
    button_at = light_at if grid.buttons is grid.lights else grid.button_at
    return Layout(
        light_at=light_at,
        button_at=button_at,
        neighbourhood=neighbourhood if isinstance(neighbourhood, str) else "",
        topology=topology,
        rules=() if isinstance(neighbourhood, str) else neighbourhood.rules,
    )


def _check_state(drawn: IntArray, lights: Mask, colours: int) -> None:
    wrong = lights & ((drawn < 0) | (drawn >= colours))
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        raise PuzzleError(
            f"with {colours} colours a state is 0..{colours - 1}, got "
            f"{int(drawn[row, column])} in row {row + 1}, column {column + 1}"
        )


def _prices(prices: Any, grid: Grid) -> IntArray:
    if prices is None:
        return np.zeros(0, dtype=np.int64)
    drawn = whole("prices", prices)
    if drawn.shape not in ((), grid.shape):
        raise PuzzleError(f"prices have shape {drawn.shape}, the grid has {grid.shape}")
    return np.broadcast_to(drawn, grid.shape)[grid.buttons].copy()


__all__ = ["ANY", "HOLE", "grid_layout", "grid_puzzle"]
