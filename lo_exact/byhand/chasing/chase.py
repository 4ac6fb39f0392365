"""Light chasing: from what is left over after a chase to the presses with which to begin again.

All presses of a chase are affine in the *tried* buttons p (usually the first row), and so is what
the lights left over (usually the last row) still show: d = d0 - M p, after a first chase without
any of them d0.  So a board is solvable exactly when d0 = M p for some p; those p are pressed, the
board is chased once more, and every light is out.  The images M p are the *solvable last rows*;
their echelon basis (Howell, so for every c) is the rule that a person learns by heart.

Costs lights x (tried + 1) steps for M; the table, all c^tried first rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import (
    IntArray,
    Kernel,
    Unsolvable,
    eliminate,
    from_dense,
    nullspace_orders,
)
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.byhand.chasing.chase_plan import SmallPlan, chase_plan
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses
from lo_exact.pictures.notebook import html_table
from lo_exact.puzzle import Puzzle

MAX_WORK = 2**26
"""The largest chase: buttons times tried buttons."""

MAX_COMPARED = 2**21
"""The most first rows of equal effect that are compared for the shortest."""

MAX_TRIALS = 2**18
"""The most first rows that are tried one by one for a table."""


@dataclass(frozen=True, eq=False)
class Chase:
    """A board's chase, worked out.

    Attributes:
        puzzle: the board.
        plan: the order of the chase.
        presses: (buttons, tried + 1) int64: presses of a whole chase for each tried button
            alone, and, last, for the board itself with none of them.
        shows: (left, tried) int64, M: by how much pressing a tried button once, and chasing,
            lowers what the lights left over show.
        shown: (left,) int64, d0: how far past their targets they are after the first chase.
    """

    puzzle: Puzzle
    plan: SmallPlan
    presses: IntArray
    shows: IntArray
    shown: IntArray

    def __repr__(self) -> str:
        tried, left = len(self.plan.tried), len(self.plan.left)
        return f"Chase({tried} buttons tried, {left} lights left over, of {self.puzzle!r})"

    @property
    def colours(self) -> int:
        """The modulus c."""
        return self.puzzle.colours

    @cached_property
    def image_size(self) -> int:
        """The number of solvable last rows, the dark one too, and of first rows to try."""
        tried = len(self.plan.tried)
        orders = nullspace_orders(from_dense(self.shows, self.colours)) if tried else ()
        return int(self.colours**tried) // prod(orders)

    @cached_property
    def basis(self) -> Basis:
        """Echelon rows (left + tried,): a last row, then first-row presses that put it out."""
        tried = len(self.plan.tried)
        rows = np.hstack([self.shows.T, np.eye(tried, dtype=np.int64)])
        return echelon(Kernel(self.colours, rows, (self.colours,) * tried))

    def first_row_for(self, shown: IntArray) -> IntArray | None:
        """Return (tried,) presses that put out a last row, the shortest, or None.

        Args:
            shown: (left,) how far past its target each light left over is.
        """
        return shortest(self.shows, shown, self.colours)

    def all_presses(self, first: IntArray) -> Presses:
        """Return (buttons,) presses of the whole solution with these tried buttons."""
        total = self.presses[:, -1].copy()
        for k in np.flatnonzero(first).tolist():
            total = (total + self.presses[:, k] * int(first[k])) % self.colours
        return tuple(total.tolist())


def chase(puzzle: Puzzle) -> Chase:
    """Work out the chase of a board.

    Args:
        puzzle: a board whose rows can be chased.

    Returns:
        The chase: what each button of the first row does to the last.

    Raises:
        UsageError: When the board cannot be chased, with the reason.
        LimitReached: When it is too large.

    Example:
        >>> import lo_exact
        >>> lo_exact.chase(lo_exact.grid_puzzle([[1] * 3] * 3)).plan.left
        (6, 7, 8)
    """
    plan = chase_plan(puzzle)
    system, c = puzzle.system, puzzle.colours
    tried = len(plan.tried)
    if puzzle.buttons * (tried + 1) > MAX_WORK:
        raise LimitReached(
            f"chasing this board compares {puzzle.buttons} buttons with {tried} tried ones; "
            f"at most {MAX_WORK} pairs are worked out"
        )
    by_light = system.matrix.transpose()
    presses = np.zeros((puzzle.buttons, tried + 1), dtype=np.int64)
    presses[list(plan.tried), np.arange(tried)] = 1
    wanted = np.zeros(tried + 1, dtype=np.int64)

    def missing(light: int) -> IntArray:
        """Return what a light still needs, for each column, with all presses so far."""
        buttons, amounts = by_light.column(light)
        wanted[-1] = system.syndrome[light]
        # each product is below 2**62 and reduced before the few of a light are added
        done = presses[buttons] * amounts.astype(np.int64)[:, None] % c
        need: IntArray = (wanted - done.sum(axis=0)) % c
        return need

    for chaser in plan.chasers:
        amount = int(system.matrix.column(chaser.button)[1][
            system.matrix.column(chaser.button)[0] == chaser.light
        ][0])  # fmt: skip
        need = missing(chaser.light)
        presses[chaser.button] = need * pow(amount, -1, c) % c
    rest = [missing(light) for light in plan.left]
    needs = np.array(rest, dtype=np.int64).reshape(len(plan.left), tried + 1)
    # what is needed is the negative of what is shown
    return Chase(puzzle, plan, presses, needs[:, :-1], -needs[:, -1] % c)


def shortest(matrix: IntArray, wanted: IntArray, colours: int) -> IntArray | None:
    """Return the fewest presses p with M p = wanted, the first of them in order, or None.

    Where more than `MAX_COMPARED` first rows do the same, any of them is returned.

    Args:
        matrix: (left, tried) M.
        wanted: (left,).
        colours: c.
    """
    from lo_exact.solver import minimum
    from lo_exact.topology import matrix_puzzle

    sparse = from_dense(matrix, colours)
    elimination = eliminate(sparse)
    if prod(elimination.orders) > MAX_COMPARED:
        any_ = elimination.solve(wanted)
        return None if isinstance(any_, Unsolvable) else np.asarray(any_)
    found = minimum(matrix_puzzle(sparse, -wanted % colours), canonical=True)
    return None if found.presses is None else np.array(found.presses, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Table:
    """Every solvable last row with the fewest first-row presses that put it out.

    Attributes:
        last_rows: (rows, left) ascending, the dark one left out.
        first_rows: (rows, tried).
    """

    last_rows: IntArray
    first_rows: IntArray

    def __repr__(self) -> str:
        return f"Table({len(self.last_rows)} solvable last rows)"

    def __str__(self) -> str:
        return "\n".join("  ".join(row) for row in self._cells())

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        return html_table(["last row", "first row"], self._cells())

    def _cells(self) -> list[list[str]]:
        pairs = zip(self.last_rows.tolist(), self.first_rows.tolist(), strict=True)
        return [[" ".join(map(str, last)), " ".join(map(str, first))] for last, first in pairs]


def chase_table(found: Chase) -> Table:
    """Return the table of a chase.

    Raises:
        LimitReached: When there are more than `MAX_TRIALS` first rows.
    """
    c, tried = found.colours, len(found.plan.tried)
    if c**tried > MAX_TRIALS:
        raise LimitReached(f"there are {c}^{tried} first rows; a table tries at most {MAX_TRIALS}")
    number = np.arange(c**tried, dtype=np.int64)
    rows = number[:, None] // c ** np.arange(tried - 1, -1, -1, dtype=np.int64) % c
    # at most 18 products of numbers below 2**18 meet: far below 2**63
    images = rows @ found.shows.T % c
    weights = rows.sum(axis=1)
    order = np.lexsort((number, weights, *images.T[::-1]))
    images, rows = images[order], rows[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (images[1:] != images[:-1]).any(axis=1)
    lit: NDArray[np.bool_] = new & images.any(axis=1)
    return Table(images[lit], rows[lit])
