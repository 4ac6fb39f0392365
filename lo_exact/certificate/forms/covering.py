"""Evidence by a covering: dual variables (shares), one per light, that prove a lower bound.

Read as integers, light i's equation says sum_j a_ij x_j >= s_i.  Shares y_i >= 0 with
sum_i a_ij y_i <= price_j for every button prove that every solution costs at least sum_i y_i s_i,
by linear duality.  Where a pressed button costs its price once, a_ij and s_i count as 1.

The shares are found greedily, in integers: prices are multiplied by `_SCALE`, the shares divided by
what they have in common.  Costs a few passes over the matrix.
"""

from dataclasses import dataclass
from math import gcd

import numpy as np

from lo_exact.certificate.draft import Draft, Json, MinimumClaim
from lo_exact.puzzle import System

_SCALE = 2**20
"""Unit of a share: prices are multiplied by it, so that shares are whole numbers."""


@dataclass(frozen=True)
class Covering:
    """Dual variables of the lights (shares), and the lower bound that they prove."""

    shares: tuple[int, ...]
    """(lights that matter,) share of each light, times ``scale``."""
    scale: int
    """Common denominator of the shares."""
    bound: int
    """Lower bound on the weight."""


def covering_shares(system: System) -> Covering:
    """Return greedy dual variables (shares), one per light, and the lower bound they prove."""
    rows = system.matrix.transpose()
    wrong = np.flatnonzero(system.syndrome).tolist()
    lines = {}
    for light in wrong:
        buttons, amounts = (part.tolist() for part in rows.column(light))
        lines[light] = [
            (j, 1 if system.per_button else a) for j, a in zip(buttons, amounts, strict=True)
        ]
    whole = [int(price) * _SCALE for price in system.prices.tolist()]
    demanded = [0] * system.unknowns
    for line in lines.values():
        for j, amount in line:
            demanded[j] += amount
    left = list(whole)
    shares = [0] * system.syndrome.size
    # lights with few buttons first; pass 1 takes equal parts of each price, pass 2 the remainder
    for fair in (True, False):
        for light in sorted(wrong, key=lambda i: len(lines[i])):
            parts = (
                min(left[j] // amount, whole[j] // demanded[j] if fair else left[j])
                for j, amount in lines[light]
            )
            share = min(parts, default=0)
            shares[light] += share
            for j, amount in lines[light]:
                left[j] -= amount * share
    common = gcd(_SCALE, *shares)
    needs = [min(s, 1) if system.per_button else s for s in system.syndrome.tolist()]
    total = sum(y * s for y, s in zip(shares, needs, strict=True))
    return Covering(tuple(y // common for y in shares), _SCALE // common, -(-total // _SCALE))


def refusal(draft: Draft) -> str:
    """Return the reason why a covering does not prove the claimed minimum, or ``""``."""
    claim = draft.claim
    if not isinstance(claim, MinimumClaim):
        return ""
    if draft.counted:
        return "a covering proves no number of minima"
    shown = covering_shares(draft.system).bound
    less = shown < claim.weight
    return f"a covering shows a bound of {shown} here, not of {claim.weight}" if less else ""


def too_dear(draft: Draft) -> str:
    """Return the reason why a covering is not written by default."""
    return "the bound of a covering is seldom the minimum"


def write(draft: Draft) -> dict[str, Json]:
    """Return covering evidence: a dual variable for each light, 0 for one that does not matter."""
    puzzle, found = draft.puzzle, covering_shares(draft.system)
    shares = [0] * puzzle.lights
    for light, share in zip(puzzle.matters.tolist(), found.shares, strict=True):
        shares[light] = share
    return {"by": "covering", "scale": found.scale, "shares": shares}
