"""Rule of light chasing: for each light left over, the first-row buttons to press.

The echelon basis of the solvable last rows has a *pivot* light in each row: the first light that
shows anything.  Where every row is 0 at the others' pivots and 1 at its own (always for prime c),
all lines are applied at once; otherwise one after another, with a chase between them, because each
line changes what the next light shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase


@dataclass(frozen=True, eq=False)
class RuleLine:
    """Line of the rule: a light left over, and the first-row presses for it."""

    light: int
    """Which of the lights left over decides, by its place among them."""
    step: int
    """What it shows is a multiple of this, on a solvable board."""
    presses: IntArray
    """(tried,) to press for each step that it shows."""


@dataclass(frozen=True, eq=False)
class ChaseRule:
    """Lines of the rule, and whether all can be applied after a single chase."""

    lines: tuple[RuleLine, ...]
    at_once: bool


def chase_rule(chase: Chase) -> ChaseRule:
    """Return the rule of a chase, with the fewest presses for each line."""
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
    return ChaseRule(tuple(lines), _at_once([row for _, _, row in rows], [p for p, _, _ in rows]))


def _at_once(rows: Sequence[IntArray], pivots: Sequence[int]) -> bool:
    """Return whether each row is 1 at its own pivot and 0 at the pivots of all other rows."""
    if not rows:
        return True
    square = np.array([row[list(pivots)] for row in rows])
    return bool(np.array_equal(square, np.eye(len(pivots), dtype=np.int64)))
