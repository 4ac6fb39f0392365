"""Boards on which buttons have different rules, given by a list of rules and a map.

The matrix of every rule is made for its own buttons, and then the columns are put in order, so the
cost is that of one rule for each button.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, residue_dtype
from lo_exact.errors import PuzzleError, printable
from lo_exact.topology.grid import (
    STENCILS,
    Grid,
    check_amounts,
    check_entries,
    parse_stencil,
)
from lo_exact.topology.rules import find_rule, grid_matrix, rule_name

MAX_RULES = 52
"""Largest number of rules: one for each letter."""

MAX_MAP_PLACES = 2**18
"""Largest number of places of a board whose buttons differ (512 x 512)."""


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
    """Check that a rule is permitted in a map, and return its canonical spelling.

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
