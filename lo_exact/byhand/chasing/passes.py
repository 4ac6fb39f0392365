"""Memorisable rules for light chasing, and the passes over a board that apply them.

`chase_rule` makes the rule: for each light left over, the buttons to press first.

`chase_board` chases a board: the first pass, the first-row presses after it, and the second pass.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase
from lo_exact.outcome import Presses
from lo_exact.solution import solved


@dataclass(frozen=True, eq=False)
class RuleLine:
    """Line of a rule: first-row presses for one light that the first pass leaves unsolved."""

    light: int
    """Index of the deciding light among the lights left over."""
    step: int
    """Common divisor of the light's values on solvable boards."""
    presses: IntArray
    """(tried,) presses for each such step of its value."""


@dataclass(frozen=True, eq=False)
class ChaseRule:
    """Rule of a chase: its lines, and whether all are applied together or one after another."""

    lines: tuple[RuleLine, ...]
    at_once: bool


def chase_rule(chase: Chase) -> ChaseRule:
    """Return the rule of a chase, with the fewest possible presses in each line.

    The echelon basis of the solvable last rows has a *pivot* light in each row: its first light
    that is not 0.  If every row is 0 at the others' pivots and 1 at its own (always for prime c),
    all lines are applied together.  Otherwise they are applied one after another, with a chase
    between them, because each line changes the state of the next light.
    """
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
    # all lines can be applied at once if each row is 1 at its own pivot, 0 at all other pivots
    pivots = [pivot for pivot, _, _ in rows]
    square = np.array([row[pivots] for _, _, row in rows]).reshape(len(rows), len(rows))
    at_once = np.array_equal(square, np.eye(len(rows), dtype=np.int64))
    return ChaseRule(tuple(lines), at_once)


Pressed = tuple[int, int, int]
"""Light of the system, button, number of presses."""


@dataclass(frozen=True, eq=False)
class Passes:
    """Presses of a whole chase: first pass, then first-row presses, then second pass."""

    first: tuple[Pressed, ...]
    """Presses of the first pass, in order."""
    begin: IntArray | None
    """(tried,) first-row presses after it; None if the board is unsolvable."""
    second: tuple[Pressed, ...]
    """Presses of the second pass, in order."""
    presses: Presses
    """(buttons,) all presses together, mod c, verified; empty if unsolvable."""
    pressed: int
    """Number of presses of both passes, not reduced."""


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
