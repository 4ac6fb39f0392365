"""Boards on which buttons have different rules, given by a list of rules and a map.

The matrix of every rule is made for its own buttons and the columns are put in order, so it costs
as much as one rule for each of them.  The way back finds rules for the columns of any grid: names
first, then the drawing of the button that changes most lights, which serves all buttons that do
the same, also those that the board's edge cuts short.  What is found is built and compared entry
by entry.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, residue_dtype
from lo_exact.errors import InputError, PuzzleError, printable
from lo_exact.puzzle import Puzzle
from lo_exact.topology.grid import (
    STENCILS,
    Grid,
    check_amounts,
    check_entries,
    find_surface,
    parse_stencil,
)
from lo_exact.topology.recognition import grid_of, same_matrix, suggested_stencil
from lo_exact.topology.rules import find_rule, grid_matrix, rule_name, stencil_name

MAX_RULES = 52
"""Largest number of rules: one for each letter."""

MAX_MAP_PLACES = 2**18
"""Largest number of places of a board whose buttons differ (512 x 512)."""

_NAMES = (*STENCILS, "row+column")
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class RuleMap:
    """Map from each button of a grid to its rule."""

    rules: tuple[str, ...]
    """Names and drawn stencils, in canonical spelling."""
    which: IntArray
    """(rows, columns) int64: index of the rule of the button in each cell, -1 without a button."""

    def __post_init__(self) -> None:
        if self.which.ndim != 2 or self.which.size > MAX_MAP_PLACES:
            raise PuzzleError(
                f"a board whose buttons differ has at most {MAX_MAP_PLACES} places, got the shape "
                f"{self.which.shape}"
            )
        if not 1 <= len(self.rules) <= MAX_RULES:
            raise PuzzleError(f"a map has 1..{MAX_RULES} rules, got {len(self.rules)}")
        if self.which.size and not -1 <= self.which.min() <= self.which.max() < len(self.rules):
            raise PuzzleError(f"a map of {len(self.rules)} rules holds -1..{len(self.rules) - 1}")

    @property
    def buttons(self) -> NDArray[np.bool_]:
        """Mask of the positions with a button, of shape (rows, columns)."""
        return self.which >= 0


def map_rule(neighbourhood: str, colours: int) -> str:
    """Return the canonical spelling of a rule that is permitted in a map.

    Raises:
        InputError: When it is unknown, or needs its own board as ``hex`` does; the position is
            within a drawing's rows.
    """
    rule = find_rule(neighbourhood)
    if rule is not None and rule.joins:
        raise PuzzleError(f"{printable(rule.name)} is for whole boards: a map takes no such rule")
    if rule is None or not rule.matrix:
        rows = neighbourhood.split("/")
        check_amounts(STENCILS.get(neighbourhood) or parse_stencil(rows), colours)
    return rule_name(neighbourhood)


def mixed_matrix(
    lights: NDArray[np.bool_], rules: RuleMap, topology: str, colours: int
) -> SparseMatrix:
    """Return the activation matrix of a grid whose buttons have different rules.

    Args:
        lights: (rows, columns) cells with lights.
        rules: Rule of each button.
        topology: A surface's name.
        colours: c.

    Raises:
        PuzzleError: When they do not fit each other, or the matrix would be too large.
    """
    of_button = rules.which[rules.buttons]
    parts = []
    for number, rule in enumerate(rules.rules):
        mine = np.flatnonzero(of_button == number)
        if mine.size:
            grid = Grid(lights, rules.which == number)
            parts.append((mine, grid_matrix(grid, map_rule(rule, colours), topology, colours)))
            check_entries(sum(part.entries for _, part in parts))
    counts = np.zeros(of_button.size, dtype=np.int64)
    for mine, part in parts:
        counts[mine] = np.diff(part.starts)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
    rows = np.empty(int(starts[-1]), dtype=np.int32)
    values = np.empty(int(starts[-1]), dtype=residue_dtype(colours))
    for mine, part in parts:
        shift = np.repeat(starts[mine] - part.starts[:-1], np.diff(part.starts))
        at = np.arange(part.entries, dtype=np.int64) + shift
        rows[at], values[at] = part.rows, part.values
    return SparseMatrix((int(lights.sum()), of_button.size), colours, starts, rows, values)


def recognise_map(puzzle: Puzzle) -> tuple[RuleMap, str] | None:
    """Return a rule for each button of a puzzle on a grid, and the topology, or None.

    The lights and buttons must be numbered row by row, as `lo_exact.topology.grid_puzzle` does.
    """
    grid = grid_of(puzzle)
    if grid is None or grid.lights.size > MAX_MAP_PLACES or not puzzle.buttons:
        return None
    topology = puzzle.layout.topology or "plane"
    matrix = puzzle.activation
    seen, counts = _signs(matrix), np.diff(matrix.starts)
    of_button = np.full(puzzle.buttons, -1, dtype=np.int64)
    rules: list[str] = []
    signs: dict[str, NDArray[np.uint64]] = {}
    for name in _NAMES:
        try:
            signs[name] = _signs(grid_matrix(grid, name, topology, puzzle.colours))
        except InputError:
            continue
    while (of_button < 0).any():
        free = of_button < 0
        fits = {name: free & (sign == seen) for name, sign in signs.items()}
        name = max(fits, key=lambda name: int(fits[name].sum()), default="")
        if not name or not fits[name].any():
            name = _drawn(matrix, grid, topology, int(np.where(free, counts, -1).argmax()))
            if not name:
                return None
            mine = _signs(grid_matrix(grid, name, topology, puzzle.colours))
            fits[name] = free & (mine == seen)
        if not fits[name].any() or len(rules) == MAX_RULES:
            return None
        of_button[fits[name]] = len(rules)
        rules.append(name)
    which = np.full(grid.shape, -1, dtype=np.int64)
    which[grid.buttons] = of_button
    found = RuleMap(tuple(rules), which)
    built = mixed_matrix(grid.lights, found, topology, puzzle.colours)
    return (found, topology) if same_matrix(built, matrix) else None


def _drawn(matrix: SparseMatrix, grid: Grid, topology: str, button: int) -> str:
    """Return the drawn stencil of one button, or ``""`` if it would be too large."""
    found = suggested_stencil(matrix, grid, find_surface(topology), button)
    return stencil_name(found) if found is not None else ""


def _signs(matrix: SparseMatrix) -> NDArray[np.uint64]:
    """Return a hash of each matrix column, so that different columns almost surely differ."""
    key = matrix.rows.astype(np.uint64) * np.uint64(2**32) + matrix.values.astype(np.uint64)
    key = (key + _MIX) * _MIX
    key = (key ^ (key >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(32)
    running = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(key, dtype=np.uint64)])
    signs: NDArray[np.uint64] = running[matrix.starts[1:]] - running[matrix.starts[:-1]]
    return signs
