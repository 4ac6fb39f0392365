"""Engine for light minima of sparse parity systems, by branch and cut over the parity polytope.

What the field calls maximum-likelihood decoding by linear programming: HiGHS solves relaxations,
inequalities of parity checks and of sums of checks tighten them, and what is left is branched on
(Helmling, Rosnes, Ruzika and Scholl 2014).  Relaxations only advise: every bound that prunes is
computed again in integers (`exact`).  HiGHS works in a child process that can be killed.

Milliseconds to seconds where minima are light and checks short, as on sparse codes, whatever the
nullity; exponential on grids with random states, where the relaxation says little.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lo_exact.engines.engine import Offer
from lo_exact.errors import UsageError
from lo_exact.outcome import Outcome, Presses, Wanted, Watch
from lo_exact.packages import require
from lo_exact.puzzle import System

if TYPE_CHECKING:
    from lo_exact.engines.cuts.search import SearchNode

MAX_RELAXED_ENTRIES = 2**22
"""Entries of the matrix of a system that is given to the relaxation."""

MAX_BITS = 2**25
"""Largest matrix size in bits for elimination without time checks: one or two seconds."""

MAX_RATE = 0.8
"""Largest number of checks per button; grids have one."""

MAX_TOUCHED = 12
"""Largest mean number of lights of a button."""

SECONDS_A_BUTTON = 5e-5
"""Mean CPU seconds for each button; that of one syndrome cannot be predicted.
`python -m benchmarks.forecasts` refits it."""

LATE_SECONDS = 40.0
"""CPU seconds after which other engines join: most syndromes over 6 s end by then, and
other engines seldom end sooner."""

SLOWER_ON_FLAT = 20
"""Slow-down on colour codes (planar lights, three to a button), where the relaxation is weak."""

SLOWER_ON_PAIRS = 100
"""Slow-down where buttons touch at most two lights: 0.05 to 25 s for 1,800 buttons."""

FLAT = 0.6
"""Distance of lights, divided by the square root of their number, from which on a code counts
as flat; in random codes it is much smaller."""


MAX_REMEMBERED = 2**16
"""Largest number of entries of a matrix whose flatness is cached."""


def refusal(system: System) -> str:
    """Return the reason why the system does not have two colours or is too large, or ``""``."""
    if system.colours != 2:
        return f"cuts are for 2 colours, not {system.colours}"
    if system.matrix.entries > MAX_RELAXED_ENTRIES:
        return f"{system.matrix.entries} entries are more than {MAX_RELAXED_ENTRIES}"
    bits = system.lights * min(system.unknowns, 4 * system.lights)
    if bits > MAX_BITS:
        return f"eliminating {system.lights} lights takes {bits} bits, more than {MAX_BITS}"
    return ""


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Estimate the cost for a suitable system; return None if another engine is better suited.

    It fits sparse codes: light columns, and by far more buttons than checks.  The cost cannot be
    predicted; of 345 syndromes of codes from the literature, 331 ended at the root.  A very light
    minimum is found here, without HiGHS, and is part of the offer.
    """
    buttons, checks = system.unknowns, system.lights
    if system.matrix.entries > MAX_TOUCHED * buttons:
        return None
    if checks > MAX_RATE * buttons:  # count independent checks only
        checks = buttons - len(system.elimination.orders)
    if checks > MAX_RATE * buttons:
        return None
    why = f"{checks} checks of {buttons} buttons: a sparse code"
    pairs, flat = system.matrix.reach()[1] <= 2, is_flat(system)
    if not pairs and not wanted.more_than_one:
        from lo_exact.engines.cuts import minimum

        outcome = minimum.glance(system, flat=flat)
        if outcome is not None:
            return Offer(why, SECONDS_A_BUTTON * buttons, outcome=outcome)
    slower = SLOWER_ON_PAIRS if pairs else 1
    if flat:
        slower, why = SLOWER_ON_FLAT, f"{why}, whose lights lie in a plane"
    return Offer(why, SECONDS_A_BUTTON * buttons * slower, late=LATE_SECONDS)


def is_flat(system: System) -> bool:
    """Return whether lights are far apart (see `FLAT`) and some button touches at least 3 of them.

    On such systems (colour codes) the relaxation is weak and cores find minima soon.  Buttons on
    two lights do not count: cuts close the gap that parities of a plane graph leave.
    """
    matrix = system.matrix
    if not system.lights or matrix.reach()[1] < 3:
        return False
    small = matrix.entries <= MAX_REMEMBERED
    looked = _is_flat if small else _is_flat.__wrapped__
    return looked(matrix.shape, matrix.columns_of_entries().tobytes(), matrix.rows.tobytes())


@lru_cache(maxsize=16)
def _is_flat(shape: tuple[int, int], owners: bytes, touched: bytes) -> bool:
    """Return whether a light is `FLAT` * sqrt(lights) or more steps from the first one; cached."""
    lights, buttons = shape
    owner, rows = np.frombuffer(owners, dtype=np.int64), np.frombuffer(touched, dtype=np.int32)
    seen = np.zeros(lights, dtype=bool)
    seen[0] = True
    for step in range(lights):
        if step >= FLAT * lights**0.5:
            return True
        pressed = np.zeros(buttons, dtype=bool)
        pressed[owner[seen[rows]]] = True
        more = seen.copy()
        more[rows[pressed[owner]]] = True
        if np.array_equal(more, seen):
            return False
        seen = more
    return True


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions by branch and cut.

    Raises:
        UsageError: When the system is refused.
        MissingPackageError: Without highspy.
        LimitReached: At the watch's deadline.
        ChildDied: When the child process died.
    """
    _check(system)
    from lo_exact.engines.cuts.child import minimise_cuts_in_child

    return minimise_cuts_in_child(system, wanted, watch)


def refute(
    system: System, limit: int, watch: Watch, but: Sequence[Presses] = ()
) -> list[SearchNode] | None:
    """Prove that no solution, other than the given ones, has a weight of at most ``limit``.

    Returns:
        The nodes of the proof, each before its children, the child at 0 first; None if there is
        another such solution, which the watch receives.

    Raises:
        UsageError: When the system is refused.
        MissingPackageError: Without highspy.
        LimitReached: At the watch's deadline.
    """
    _check(system)
    from lo_exact.engines.cuts.child import refute_in_child

    return refute_in_child(system, limit, but, watch)


def _check(system: System) -> None:
    if said := refusal(system):
        raise UsageError(said)
    require("cuts", "highspy")
