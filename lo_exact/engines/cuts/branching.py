"""Which button is settled next: in the tree what costs most either way, in a dive what is likely.

Candidates of the tree are the fractional buttons nearest to 1/2; a few dual simplex steps with each
settled either way say about how much the relaxation would rise (strong branching; Applegate, Bixby,
Chvatal and Cook 1995).

A dive finds good solutions early: what the relaxation likes best is settled, the cuts that its new
values break are added, and so on until all is whole, nothing is left or nothing good can come.  It
costs a few warm relaxations; the cuts stay, for they hold everywhere.  Only advice is taken from
it: solutions are multiplied out by whoever asked.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.cuts.checks import Checks
from lo_exact.engines.cuts.parity import WHOLE, broken_cuts
from lo_exact.engines.cuts.relaxation import Floats, Relaxation, Relaxed

CANDIDATES = 8
STEPS = 30
LITTLE = 1e-6


@dataclass(frozen=True)
class ButtonBranch:
    """A button to branch on, and the value to look at first."""

    button: int
    first: int


def choose_branch(
    relaxation: Relaxation, relaxed: Relaxed, free: NDArray[np.bool_], likely: float
) -> ButtonBranch:
    """Choose a free button.

    Args:
        relaxation: as it stands.
        relaxed: what it said.
        free: (buttons,) at least one.
        likely: an objective beyond which nothing is of interest.
    """
    x = relaxed.values
    fractional = np.flatnonzero(free & (x > WHOLE) & (x < 1 - WHOLE))
    if not fractional.size:
        open_ones = np.flatnonzero(free)
        button = int(open_ones[x[open_ones].argmax()])
        return ButtonBranch(button, round(x[button]))
    nearest = fractional[np.argsort(np.abs(x[fractional] - 0.5), kind="stable")][:CANDIDATES]
    best, score = ButtonBranch(int(nearest[0]), 0), -1.0
    for button in nearest.tolist():
        down, up = (relaxation.look(button, value, STEPS) for value in (0, 1))
        rise = [min(after, likely) - relaxed.objective for after in (down, up)]
        found = max(rise[0], LITTLE) * max(rise[1], LITTLE)
        if found > score:
            best, score = ButtonBranch(button, int(up < down)), found
        if min(down, up) >= likely:
            break
    return best


MAX_SOLVES = 60
"""Relaxations solved in one dive."""


def dive(
    relaxation: Relaxation, checks: Checks, values: Floats, low: NDArray[np.int8],
    high: NDArray[np.int8], most: float, *, max_solves: int = MAX_SOLVES,
) -> Floats | None:  # fmt: skip
    """Return whole values of at most some weight that keep to all cuts, or None.

    Args:
        relaxation: as it stands; in the end it is restricted to the box again.
        checks: all checks.
        values: (buttons,) what it said last.
        low: (buttons,) of the box.
        high: (buttons,) of the box.
        most: an objective beyond which nothing is of interest.
        max_solves: relaxations solved at most.
    """
    inside, outside = low.copy(), high.copy()
    try:
        for _ in range(max_solves):
            cuts = broken_cuts(checks, values)
            relaxation.add(cuts)
            if not cuts:
                free = (values > WHOLE) & (values < 1 - WHOLE)
                if not free.any():
                    return values
                inside[values >= 1 - WHOLE] = 1
                inside[int(np.where(free, values, -1.0).argmax())] = 1
                relaxation.restrict(inside, outside)
            relaxed = relaxation.solve()
            if relaxed.empty or relaxed.objective > most:
                return None
            values = relaxed.values
        return None
    finally:
        relaxation.restrict(low, high)
