"""Which button to branch on: the one whose two settlings both cost most.

Candidates are the fractional buttons nearest to 1/2; a few dual simplex steps with each settled
either way say about how much the relaxation would rise (strong branching; Applegate, Bixby, Chvatal
and Cook 1995).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.cuts.redundant import WHOLE
from lo_exact.engines.cuts.relaxation import Relaxation, Relaxed

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
