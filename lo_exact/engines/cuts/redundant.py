"""Sums of checks whose cuts the relaxation breaks: elimination on the fractional buttons.

Single checks leave most relaxations fractional.  Elimination over GF(2) on the fractional columns,
those nearest to 1/2 first, makes sums of checks with few fractional buttons; one with a single
fractional button is always broken (Zhang and Siegel 2012; Tanatmis et al. 2010).  Only fractional
columns are eliminated, and only checks that meet one: buttons at 0 or 1 count by parity alone.

Costs a pass over the packed rows for each fractional column.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra.gf2 import eliminate
from lo_exact.engines.cuts.checks import Checks, Cut
from lo_exact.engines.cuts.parity import BROKEN_BY, nearest_cut
from lo_exact.engines.cuts.relaxation import Floats

WHOLE = 1e-6
"""A value this near to 0 or 1 counts as such."""

MAX_CUTS = 40
"""The most that are added at once: those broken most for their length."""


def redundant_cuts(checks: Checks, values: Floats) -> list[Cut]:
    """Return broken cuts of sums of checks."""
    fractional = np.flatnonzero((values > WHOLE) & (values < 1 - WHOLE))
    if not fractional.size:
        return []
    fractional = fractional[np.argsort(np.abs(values[fractional] - 0.5), kind="stable")]
    rows, owner = checks.entries(fractional)
    met, row = np.unique(rows, return_inverse=True)
    k, count = fractional.size, met.size
    bits = np.zeros((count, k + count), dtype=bool)
    bits[row, owner] = True
    bits[np.arange(count), k + np.arange(count)] = True
    bits = eliminate(bits, k)[0].astype(bool)
    sums = bits[:, k:]
    ones = np.flatnonzero(values >= 1 - WHOLE)
    pressed_in, _ = checks.entries(ones)
    odd = (checks.parity + np.bincount(pressed_in, minlength=checks.lights)) % 2
    parity = (sums @ odd[met]) % 2
    part, at = bits[:, :k], values[fractional]
    upper = at > 0.5
    missing = part @ np.where(upper, 1 - at, at)
    even = (part @ upper.astype(np.int64) + parity) % 2 == 0
    change = np.where(part, np.abs(2 * at - 1), np.inf).min(axis=1)
    missing[even] += change[even]
    # buttons at 0 and 1 are not quite there
    broken = np.flatnonzero(missing < 1 - 10 * BROKEN_BY)
    pressed = values > 0.5
    cuts = []
    for i in broken[np.argsort(missing[broken], kind="stable")][:MAX_CUTS].tolist():
        summed = met[sums[i]].tolist()
        cut = nearest_cut(checks, summed, values, pressed, change_one=bool(even[i]))
        if cut is not None and cut.signs @ values[cut.columns] < cut.side - BROKEN_BY:
            cuts.append(cut)
    return cuts
