"""Evidence by the middle: up to which weight presses are listed; the checker does the rest.

What the engine `middle` does is short to say and short to do again, so the evidence is one number.
It is written where the checker's lists stay short: minima that are light among few buttons, however
many solutions there are and however dense the matrix.
"""

from __future__ import annotations

import numpy as np

from lo_exact.certificate.checker import MAX_MET, MAX_MET_BITS, MAX_MIDDLE
from lo_exact.certificate.claims import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.engines.middle.engine import MAX_COLOURS
from lo_exact.engines.middle.sums import ColumnSums

CHEAP_STEPS = 2**25
"""Up to so many steps it is written unasked: some seconds of checking."""

MAX_WEIGHT = 64
"""Lists of heavier presses are never short."""


def best_listed(draft: Draft) -> tuple[int, int]:
    """Return (weight up to which presses are listed, steps of the checker, about), the fewest.

    Steps are -1 where no weight leaves lists that the checker holds.
    """
    claim, system = draft.claim, draft.system
    assert isinstance(claim, MinimumClaim | LowerBoundClaim)
    bound = claim.weight if isinstance(claim, MinimumClaim) else claim.bound
    limit, c = bound - 1 + draft.counted, system.colours
    if limit > MAX_WEIGHT or (system.prices.size and int(system.prices.min()) < 1):
        return 0, -1
    times = np.arange(1, c)
    costs = np.outer(system.prices, np.minimum(times, 1) if system.per_button else times).ravel()
    sums = ColumnSums(np.zeros(costs.size, dtype=np.uint64), costs, each=c - 1)
    bits = system.lights * (1 if c == 2 else (c - 1).bit_length() + 1)
    most = min(MAX_MET, MAX_MET_BITS // (bits + 1))
    best = (0, -1)
    if costs.size > MAX_MET or costs.size * bits > MAX_MET_BITS:
        return best
    for listed in range(max(limit, 0) + 1):
        # a choice is put to half of the presses; those gone through weigh less than the rest
        upper = sum(map(sums.size, range(listed + 1)))
        lower = sum(map(sums.size, range(max(limit - listed, 0))))
        steps = (upper + lower + 2) * (costs.size + 1) * (1 + bits // 2048)
        if upper + 2 * costs.size * (listed + 1) > most:
            break
        if best[1] < 0 or steps < best[1]:
            best = (listed, steps)
    return best


def why_no_middle(draft: Draft, most: int) -> str:
    """Say why the checker would not list and go through choices of presses, or ``""``."""
    if draft.system.colours > MAX_COLOURS:
        return f"sums that meet in the middle are for {MAX_COLOURS} colours at most"
    _, steps = best_listed(draft)
    if steps < 0:
        return "sums that meet in the middle are too many, or buttons cost nothing"
    return f"{steps} steps to the middle are more than {most}" if steps > most else ""


def refusal(draft: Draft) -> str:
    """Say why the checker would not do it, or ``""``."""
    return why_no_middle(draft, MAX_MIDDLE)


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked, or ``""``."""
    return why_no_middle(draft, CHEAP_STEPS)


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    return {"by": "middle", "listed": best_listed(draft)[0]}
