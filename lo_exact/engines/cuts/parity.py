"""Broken cuts: of single checks, at most one for each, found by looking; of sums, by elimination.

Of all odd choices S of a check the one with the buttons above 1/2 is nearest to being broken; where
it is even, the button nearest to 1/2 changes sides.  Only buttons with x > 0 matter: to take
one with x = 0 into S costs 1.  (Taghavi and Siegel 2008; Zhang and Siegel 2012.)

Single checks leave most relaxations fractional.  Elimination over GF(2) on the fractional columns,
those nearest to 1/2 first, makes sums of checks with few fractional buttons; one with a single
fractional button is always broken (Zhang and Siegel 2012; Tanatmis et al. 2010).  Only fractional
columns are eliminated, and only checks that meet one: buttons at 0 or 1 count by parity alone.
Costs a pass over the packed rows for each fractional column.
"""

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import eliminate_bits
from lo_exact.engines.cuts.checks import Checks, Cut
from lo_exact.engines.cuts.relaxation import Floats

BROKEN_BY = 1e-4
"""A cut that is missed by less is not worth adding."""


def first_cuts(checks: Checks) -> list[Cut]:
    """Return the cuts of all odd checks that nothing pressed breaks."""
    none = np.zeros(checks.buttons, dtype=bool)
    found = (checks.cut([int(i)], none) for i in np.flatnonzero(checks.parity))
    return [cut for cut in found if cut is not None]


def broken_cuts(checks: Checks, values: Floats) -> list[Cut]:
    """Return a cut of each check that the values break."""
    used = np.flatnonzero(values > 1e-9)
    rows, owner = checks.entries(used)
    at = values[used][owner]
    lights = checks.lights
    upper = at > 0.5
    missing = np.zeros(lights)
    np.add.at(missing, rows, np.where(upper, 1 - at, at))
    even = (np.bincount(rows[upper], minlength=lights) + checks.parity) % 2 == 0
    change = np.full(lights, np.inf)
    np.minimum.at(change, rows, np.abs(2 * at - 1))
    missing[even] += change[even]
    broken = np.flatnonzero(missing < 1 - BROKEN_BY)
    pressed = values > 0.5
    cuts = []
    for i in broken.tolist():
        cut = nearest_cut(checks, [i], values, pressed, change_one=bool(even[i]))
        if cut is not None:
            cuts.append(cut)
    return cuts


def nearest_cut(
    checks: Checks,
    summed: list[int],
    values: Floats,
    pressed: NDArray[np.bool_],
    *,
    change_one: bool,
) -> Cut | None:
    """Return the cut of a sum of checks that the values break most, or come nearest to breaking.

    Args:
        checks: all checks.
        summed: which ones are added up.
        values: (buttons,) of the relaxation.
        pressed: ``values > 0.5``.
        change_one: whether the button nearest to 1/2 changes sides.
    """
    if not change_one:
        return checks.cut(summed, pressed)
    columns, _ = checks.support(summed)
    if not columns.size:
        return None
    nearest = int(columns[np.abs(values[columns] - 0.5).argmin()])
    pressed[nearest] ^= True
    cut = checks.cut(summed, pressed)
    pressed[nearest] ^= True
    return cut


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
    bits = eliminate_bits(bits, k)[0].astype(bool)
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
