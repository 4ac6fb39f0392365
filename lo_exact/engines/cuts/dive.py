"""Dives: the relaxation with one button after the other pressed, for good solutions early.

What the relaxation likes best is settled, the cuts that its new values break are added, and so on
until all is whole, nothing is left or nothing good can come.  Costs a few warm relaxations; the
cuts stay, for they hold everywhere.  Only advice is taken from it: solutions are multiplied out by
whoever asked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.cuts.checks import Checks
from lo_exact.engines.cuts.parity import broken_cuts
from lo_exact.engines.cuts.redundant import WHOLE
from lo_exact.engines.cuts.relaxation import Floats, Relaxation

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
