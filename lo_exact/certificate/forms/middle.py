"""Evidence by the middle: up to which weight sets of buttons are listed; the checker does the rest.

What the engine `middle` does is short to say and short to do again, so the evidence is one number.
It is written where the checker's sets stay few: minima that are light among few buttons, however
many solutions there are and however dense the matrix.
"""

from __future__ import annotations

import numpy as np

from lo_exact.certificate.checker import MAX_MET, MAX_MIDDLE
from lo_exact.certificate.claims import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.engines.middle.sums import ColumnSums

CHEAP_STEPS = 2**25
"""Up to so many steps it is written unasked: some seconds of checking."""

MAX_WEIGHT = 64
"""Lists of heavier sets are never short."""


def best_listed(draft: Draft) -> tuple[int, int]:
    """Return (weight up to which sets are listed, steps of the checker, about), the fewest steps.

    Steps are -1 where no weight leaves sets that the checker holds.
    """
    claim, prices = draft.claim, draft.system.prices
    assert isinstance(claim, MinimumClaim | LowerBoundClaim)
    bound = claim.weight if isinstance(claim, MinimumClaim) else claim.bound
    limit = bound - 1 + draft.counted
    if draft.system.colours != 2 or limit > MAX_WEIGHT or (prices.size and int(prices.min()) < 1):
        return 0, -1
    sums = ColumnSums(np.zeros(prices.size, dtype=np.uint64), prices)
    lights = 1 + draft.system.lights // 2048
    best = (0, -1)
    for listed in range(max(limit, 0) + 1):
        # a set is put to half of the buttons; sets that are gone through weigh less than the rest
        upper = sum(map(sums.size, range(listed + 1)))
        lower = sum(map(sums.size, range(max(limit - listed, 0))))
        steps = (upper + lower + 2) * (prices.size + 1) * lights
        if upper + 2 * prices.size * (listed + 1) > MAX_MET:
            break
        if best[1] < 0 or steps < best[1]:
            best = (listed, steps)
    return best


def why_no_middle(draft: Draft, most: int) -> str:
    """Say why the checker would not list and go through sets, or ``""``."""
    if draft.system.colours != 2:
        return f"sets that meet in the middle are for 2 colours, not {draft.system.colours}"
    _, steps = best_listed(draft)
    if steps < 0:
        return "sets that meet in the middle are too many, or buttons cost nothing"
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
