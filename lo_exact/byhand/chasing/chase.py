"""Light chasing: the order of the chase, and the first-row presses that solve the remaining lights.

`chase_plan` finds the order: which lights are put out by which buttons, one after another.  A light
whose buttons are all decided but one is put out by that one, its *chaser*.  On a board with the
plus rule the chaser of a light is the button below it, once the first row is decided; the last row
is *left over*.  The same holds for every rule that reaches one row up and down and whose buttons
below act on one light above each: such a chase is *straight*.  On other boards buttons are peeled
off: whenever no light has exactly one open button, the first open button is set aside, to be
*tried*.  A light whose buttons were all decided otherwise is left over.  Where edges are joined the
first row waits for the last, so the chase begins a row later.  Costs one pass over the matrix.
(The method is light chasing; in general, inactivation decoding.)

`chase` computes the effect of the tried buttons.  All presses of a chase are affine in the tried
buttons p (usually the first row).  So are the lights left over (usually the last row): d = d0 - M
p, where d0 is left after a first chase without tried buttons.  So a board is solvable exactly when
d0 = M p for some p.  Those p are pressed, the board is chased once more, and every light is out.
The images M p are the *solvable last rows*; their echelon basis (Howell, so for every c) is the
rule that a person learns by heart.  Costs lights x (tried + 1) steps for M.

`chase_table` lists all solvable last rows, at the cost of all c^tried first rows.
"""

from dataclasses import dataclass
from functools import cached_property
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import (
    IntArray,
    Kernel,
    SparseMatrix,
    Unsolvable,
    eliminate,
    from_dense,
    nullspace_orders,
)
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Presses
from lo_exact.pictures.subject import html_table
from lo_exact.puzzle import Puzzle
from lo_exact.solver.button_names import positions


@dataclass(frozen=True)
class Chaser:
    """Pair of a light (a row of the matrix) and the button that a chase presses to solve it."""

    light: int
    button: int


@dataclass(frozen=True, eq=False)
class SmallPlan:
    """Plan of a chase: buttons to choose beforehand, then lights and buttons that solve them."""

    tried: tuple[int, ...]
    """Buttons decided before the chase, in reading order."""
    chasers: tuple[Chaser, ...]
    """Lights and their buttons, in the order of the chase."""
    left: tuple[int, ...]
    """Rows of the system's matrix that are left over, in reading order."""
    straight: bool
    """Whether every chaser is right below its light."""


def chase_plan(puzzle: Puzzle) -> SmallPlan:
    """Return the order in which a chase solves the lights of a puzzle.

    Raises:
        UsageError: When the puzzle cannot be chased, with the reason.
    """
    row, column = _places(puzzle)
    button_row, _ = positions(puzzle.layout.button_at)
    matrix = puzzle.system.matrix
    rows = puzzle.layout.light_at.shape[0]
    wraps = _check_reach(matrix, row, button_row, rows)
    first = 1 if wraps else 0
    order = np.lexsort((column, (row - first) % rows))
    plan = _straight(puzzle, matrix, order, row, column, first) or _peeled(matrix, order, row)
    if not plan.chasers:
        raise UsageError("this board cannot be chased: no light is put out by one button alone")
    return plan


def _places(puzzle: Puzzle) -> tuple[IntArray, IntArray]:
    """Return the grid row and the grid column of each light that has a target colour."""
    if not puzzle.layout.is_grid:
        raise UsageError("chasing goes row by row: this puzzle has no rows")
    if puzzle.uniform:
        raise UsageError("chasing wants one colour as the target, not any: give --target")
    row, column = positions(puzzle.layout.light_at)
    return row[puzzle.matters], column[puzzle.matters]


def _check_reach(matrix: SparseMatrix, row: IntArray, button_row: IntArray, rows: int) -> bool:
    """Return whether rows wrap around, or raise an error if a press reaches two rows away.

    Raises:
        UsageError: When a press changes a light more than one row away.
    """
    apart = np.abs(row[matrix.rows] - button_row[matrix.columns_of_entries()])
    around = rows - apart
    reach = int(np.minimum(apart, around).max(initial=0))
    if reach > 1:
        raise UsageError(
            "chasing goes row by row: a press may reach one row up and down, here it reaches "
            f"{reach} rows"
        )
    return rows > 2 and bool(((apart > 1) & (around <= 1)).any())


def _straight(
    puzzle: Puzzle, matrix: SparseMatrix, order: IntArray, row: IntArray, column: IntArray,
    first: int,
) -> SmallPlan | None:  # fmt: skip
    """Return the plan that chases each light by the button below it, or None if impossible."""
    button_at = puzzle.layout.button_at
    rows = button_at.shape[0]
    by_light = matrix.transpose()
    below: dict[int, int] = {}
    for light in order.tolist():
        here = int(row[light])
        if here + 1 < rows and here >= first:
            button = int(button_at[here + 1, column[light]])
            buttons, amounts = by_light.column(light)
            amount = dict(zip(buttons.tolist(), amounts.tolist(), strict=True)).get(button, 0)
            if button >= 0 and gcd(amount, matrix.modulus) == 1:
                below[light] = button
    tried = sorted(set(np.unique(matrix.columns_of_entries()).tolist()) - set(below.values()))
    decided = set(tried)
    for light, button in below.items():
        if not set(by_light.column(light)[0].tolist()) - {button} <= decided:
            return None
        decided.add(button)
    chasers = tuple(Chaser(light, button) for light, button in below.items())
    left = tuple(sorted(set(order.tolist()) - set(below)))
    return SmallPlan(tuple(tried), chasers, left, True) if chasers else None


def _peeled(matrix: SparseMatrix, order: IntArray, row: IntArray) -> SmallPlan:
    """Plan a chase row by row; a button that no light determines is to be chosen beforehand."""
    by_light = matrix.transpose()
    decided: set[int] = set()
    tried, left, chasers = [], [], []
    lights = order.tolist()
    while lights:
        here = [light for light in lights if row[light] == row[lights[0]]]
        lights = lights[len(here) :]
        while here:
            open_ = {light: _open(by_light, light, decided) for light in here}
            left += [light for light in here if not open_[light]]
            here = [light for light in here if open_[light]]
            ready = [
                light
                for light in here
                if len(open_[light]) == 1
                and gcd(next(iter(open_[light].values())), matrix.modulus) == 1
            ]
            if ready:
                button = next(iter(open_[ready[0]]))
                chasers.append(Chaser(ready[0], button))
                here.remove(ready[0])
                decided.add(button)
            elif here:
                aside = min(button for light in here for button in open_[light])
                tried.append(aside)
                decided.add(aside)
    return SmallPlan(tuple(sorted(tried)), tuple(chasers), tuple(sorted(left)), False)


def _open(by_light: SparseMatrix, light: int, decided: set[int]) -> dict[int, int]:
    """Return {button: amount added by one press} for the buttons of a light outside ``decided``."""
    buttons, amounts = by_light.column(light)
    pairs = zip(buttons.tolist(), amounts.tolist(), strict=True)
    return {button: amount for button, amount in pairs if button not in decided}


MAX_WORK = 2**26
"""Largest work of a chase: buttons times tried buttons."""

MAX_COMPARED = 2**21
"""Largest number of first rows of equal effect to compare for the shortest."""

MAX_TRIALS = 2**18
"""Largest number of first rows to try one by one for a table."""


@dataclass(frozen=True, eq=False)
class Chase:
    """Computed chase of a board: effect of each first-row button on the lights left unsolved."""

    puzzle: Puzzle
    """The board."""
    plan: SmallPlan
    """The order of the chase."""
    presses: IntArray
    """(buttons, tried + 1) int64: presses of a full chase for each tried button alone and, last,
    for the board without any.
    """
    shows: IntArray
    """(left, tried) int64, M: decrease of the lights left over by pressing a tried button
    once and chasing.
    """
    shown: IntArray
    """(left,) int64, d0: excess of these lights over their targets after the first chase."""

    def __repr__(self) -> str:
        tried, left = len(self.plan.tried), len(self.plan.left)
        return f"Chase({tried} buttons tried, {left} lights left over, of {self.puzzle!r})"

    @property
    def colours(self) -> int:
        """Number of colours c, the modulus of the puzzle."""
        return self.puzzle.colours

    @cached_property
    def image_size(self) -> int:
        """Number of last rows that can be solved, including the dark one."""
        tried = len(self.plan.tried)
        orders = nullspace_orders(from_dense(self.shows, self.colours)) if tried else ()
        return int(self.colours**tried) // prod(orders)

    @cached_property
    def basis(self) -> Basis:
        """Echelon basis of the vectors (state of the last row, first-row presses that solve it)."""
        tried = len(self.plan.tried)
        rows = np.hstack([self.shows.T, np.eye(tried, dtype=np.int64)])
        return echelon(Kernel(self.colours, rows, (self.colours,) * tried))

    def first_row_for(self, shown: IntArray) -> IntArray | None:
        """Return the fewest first-row presses that solve a last row, or None.

        Args:
            shown: (left,) excess of each light left over over its target.
        """
        return shortest(self.shows, shown, self.colours)

    def all_presses(self, first: IntArray) -> Presses:
        """Return the presses (buttons,) of the solution with the given first-row presses."""
        total = self.presses[:, -1].copy()
        for k in np.flatnonzero(first).tolist():
            total = (total + self.presses[:, k] * int(first[k])) % self.colours
        return tuple(total.tolist())


def chase(puzzle: Puzzle) -> Chase:
    """Compute the chase of a board.

    Args:
        puzzle: a board whose rows can be chased.

    Returns:
        The chase: the effect of each first-row button on the last row.

    Raises:
        UsageError: When the board cannot be chased, with the reason.
        LimitReached: When the board is too large.

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
        """Return the amount mod c that a light still needs, for each column of ``presses``."""
        buttons, amounts = by_light.column(light)
        wanted[-1] = system.syndrome[light]
        # each product is below 2**62, and is reduced before the sum over a light's buttons
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
    # the excess over the target is the negative of the amount needed
    return Chase(puzzle, plan, presses, needs[:, :-1], -needs[:, -1] % c)


def shortest(matrix: IntArray, wanted: IntArray, colours: int) -> IntArray | None:
    """Solve ``matrix`` p = ``wanted`` with the fewest presses; None if there is no solution.

    The lexicographically least is returned, or any if more than `MAX_COMPARED` do the same.

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
    """Table of all solvable last rows, each with the fewest first-row presses for it."""

    last_rows: IntArray
    """(rows, left) ascending, without the dark row."""
    first_rows: IntArray
    """(rows, tried) fewest first-row presses for each last row."""

    def __repr__(self) -> str:
        return f"Table({len(self.last_rows)} solvable last rows)"

    def __str__(self) -> str:
        return "\n".join("  ".join(row) for row in self._cells())

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook."""
        return html_table(["last row", "first row"], self._cells())

    def _cells(self) -> list[list[str]]:
        pairs = zip(self.last_rows.tolist(), self.first_rows.tolist(), strict=True)
        return [[" ".join(map(str, last)), " ".join(map(str, first))] for last, first in pairs]


def chase_table(found: Chase) -> Table:
    """Return the table of all solvable last rows of a chase.

    Raises:
        LimitReached: When there are more than `MAX_TRIALS` first rows.
    """
    c, tried = found.colours, len(found.plan.tried)
    if c**tried > MAX_TRIALS:
        raise LimitReached(f"there are {c}^{tried} first rows; a table tries at most {MAX_TRIALS}")
    number = np.arange(c**tried, dtype=np.int64)
    rows = number[:, None] // c ** np.arange(tried - 1, -1, -1, dtype=np.int64) % c
    # sums of at most 18 products of numbers below 2**18, far below 2**63
    images = rows @ found.shows.T % c
    order = np.lexsort((number, rows.sum(axis=1), *images.T[::-1]))
    images, rows = images[order], rows[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (images[1:] != images[:-1]).any(axis=1)
    lit: NDArray[np.bool_] = new & images.any(axis=1)
    return Table(images[lit], rows[lit])
