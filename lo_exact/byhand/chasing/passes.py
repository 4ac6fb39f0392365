"""A board chased: the presses of the first pass, what to press then, and the second pass.

The rule that a person learns by heart: for each light left over, which buttons to press first.

The echelon basis of the solvable last rows has a *pivot* light in each row: the first light that
shows anything.  Where every row is 0 at the others' pivots and 1 at its own (always for prime c),
all lines are applied at once; otherwise one after another, with a chase between them, because each
line changes what the next light shows.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase
from lo_exact.outcome import Presses
from lo_exact.solution import solved


@dataclass(frozen=True, eq=False)
class RuleLine:
    """One line of the rule."""

    light: int
    """Which of the lights left over decides, by its place among them."""
    step: int
    """What it shows is a multiple of this, on a solvable board."""
    presses: IntArray
    """(tried,) to press for each step that it shows."""


@dataclass(frozen=True, eq=False)
class ChaseRule:
    """All lines, and whether they are applied at once after one chase."""

    lines: tuple[RuleLine, ...]
    at_once: bool


def chase_rule(chase: Chase) -> ChaseRule:
    """Return the rule of a chase; its presses are the fewest for each line."""
    left = len(chase.plan.left)
    basis = chase.basis
    rows = [
        (pivot, step, np.asarray(row, dtype=np.int64))
        for pivot, step, row in zip(basis.pivots, basis.steps, basis.rows, strict=True)
        if pivot < left
    ]
    lines = []
    for pivot, step, row in rows:
        presses = chase.first_row_for(row[:left])
        assert presses is not None, "a row of the image's basis is an image"
        lines.append(RuleLine(pivot, step, presses))
    # at once: each row is 1 at its own pivot and 0 at all others
    pivots = [pivot for pivot, _, _ in rows]
    square = np.array([row[pivots] for _, _, row in rows]).reshape(len(rows), len(rows))
    at_once = np.array_equal(square, np.eye(len(rows), dtype=np.int64))
    return ChaseRule(tuple(lines), at_once)


Pressed = tuple[int, int, int]
"""Light of the system, button, how often."""


@dataclass(frozen=True, eq=False)
class Passes:
    """Presses of both passes over a board, and of the first row between them."""

    first: tuple[Pressed, ...]
    """Presses of the first pass, in order."""
    begin: IntArray | None
    """(tried,) presses after it; None when nothing puts out what is left over."""
    second: tuple[Pressed, ...]
    """Presses of the second pass, in order."""
    presses: Presses
    """(buttons,) all of them together, mod c; multiplied out; empty when unsolvable."""
    pressed: int
    """How many presses both passes take as they stand."""


def chase_board(chase: Chase) -> Passes:
    """Chase a board, press the right first-row buttons, and chase it again."""
    puzzle, c = chase.puzzle, chase.colours
    first = _in_order(chase, chase.presses[:, -1])
    begin = chase.first_row_for(chase.shown)
    if begin is None:
        return Passes(first, None, (), (), sum(count for _, _, count in first))
    total = np.array(chase.all_presses(begin), dtype=np.int64)
    presses = solved(puzzle, tuple(total.tolist()), puzzle.system.weight(total))
    second = _in_order(chase, (total - chase.presses[:, -1]) % c)
    pressed = sum(count for _, _, count in (*first, *second)) + int(begin.sum())
    return Passes(first, begin, second, presses, pressed)


def _in_order(chase: Chase, presses: IntArray) -> tuple[Pressed, ...]:
    return tuple(
        (chaser.light, chaser.button, int(presses[chaser.button]))
        for chaser in chase.plan.chasers
        if presses[chaser.button]
    )
