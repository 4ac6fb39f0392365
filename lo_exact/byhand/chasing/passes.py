"""Both passes of light chasing over a board, with the first-row presses between them."""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase
from lo_exact.outcome import Presses
from lo_exact.solution import solved

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
