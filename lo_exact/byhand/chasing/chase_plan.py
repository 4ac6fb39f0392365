"""In which order a board is chased: which lights are put out by which buttons, one after another.

A light whose buttons are all decided but one is put out by that one, its *chaser*.  On a board
with the plus rule the chaser of a light is the button below it, once the first row is decided; the
last row is what is left over.  So it is for every rule that reaches one row up and down and whose
buttons below act on one light above each: *straight*.  Otherwise buttons are peeled off: whenever
no light has one open button only, the first open button is set aside, to be *tried*.  A light
whose buttons were all decided otherwise is *left over*.

Where edges are joined the first row waits for the last: the chase begins a row later there.
Costs one pass over the matrix.  (The method: light chasing; in general, inactivation decoding.)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from lo_exact.algebra import IntArray, SparseMatrix
from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle
from lo_exact.solver.button_names import positions


@dataclass(frozen=True)
class Chaser:
    """A light of the system (row of its matrix) and the button that puts it out."""

    light: int
    button: int


@dataclass(frozen=True, eq=False)
class SmallPlan:
    """The plan by which a board is chased.

    Attributes:
        tried: buttons decided before the chase, in reading order.
        chasers: lights and their buttons, in the order of the chase.
        left: rows of the system's matrix that are left over, in reading order.
        straight: whether every chaser is right below its light.
        first_row: the row of lights the chase begins with, from 0.
    """

    tried: tuple[int, ...]
    chasers: tuple[Chaser, ...]
    left: tuple[int, ...]
    straight: bool
    first_row: int


def chase_plan(puzzle: Puzzle) -> SmallPlan:
    """Return how the puzzle is chased.

    Raises:
        UsageError: With the reason, when it cannot be.
    """
    row, column = _places(puzzle)
    button_row, _ = positions(puzzle.layout.button_at)
    matrix = puzzle.system.matrix
    rows = puzzle.layout.light_at.shape[0]
    wraps = _check_reach(matrix, row, button_row, rows)
    first = 1 if wraps else 0
    order = np.lexsort((column, (row - first) % rows))
    plan = _straight(puzzle, matrix, order, row, column, first) or _peeled(
        matrix, order, row, first
    )
    if not plan.chasers:
        raise UsageError("this board cannot be chased: no light is put out by one button alone")
    return plan


def _places(puzzle: Puzzle) -> tuple[IntArray, IntArray]:
    """Return (lights that matter,) row and column."""
    if not puzzle.layout.is_grid:
        raise UsageError("chasing goes row by row: this puzzle has no rows")
    if puzzle.uniform:
        raise UsageError("chasing wants one colour as the target, not any: give --target")
    row, column = positions(puzzle.layout.light_at)
    return row[puzzle.matters], column[puzzle.matters]


def _check_reach(matrix: SparseMatrix, row: IntArray, button_row: IntArray, rows: int) -> bool:
    """Return whether the first row depends on the last; refuse a rule that reaches farther.

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
    """Chase every light by the button right below it, or return None where that is not one."""
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
    return SmallPlan(tuple(tried), chasers, left, True, first) if chasers else None


def _peeled(matrix: SparseMatrix, order: IntArray, row: IntArray, first: int) -> SmallPlan:
    """Chase in whatever order leaves one open button to a light; set aside what does not."""
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
            ready = [light for light in here if _one_unit(open_[light], matrix.modulus)]
            if ready:
                button = next(iter(open_[ready[0]]))
                chasers.append(Chaser(ready[0], button))
                here.remove(ready[0])
                decided.add(button)
            elif here:
                aside = min(button for light in here for button in open_[light])
                tried.append(aside)
                decided.add(aside)
    return SmallPlan(tuple(sorted(tried)), tuple(chasers), tuple(sorted(left)), False, first)


def _open(by_light: SparseMatrix, light: int, decided: set[int]) -> dict[int, int]:
    """Return the buttons of a light that are not decided, with their amounts."""
    buttons, amounts = by_light.column(light)
    pairs = zip(buttons.tolist(), amounts.tolist(), strict=True)
    return {button: amount for button, amount in pairs if button not in decided}


def _one_unit(open_: dict[int, int], modulus: int) -> bool:
    return len(open_) == 1 and gcd(next(iter(open_.values())), modulus) == 1
