"""Light minima of sparse parity systems: branch and cut over the parity polytope.

What the field calls maximum-likelihood decoding by linear programming: HiGHS solves relaxations,
inequalities of parity checks and of sums of checks tighten them, and what is left is branched on
(Helmling, Rosnes, Ruzika and Scholl 2014).  Relaxations only advise: every bound that prunes is
computed again in integers (`exact`).

Milliseconds to seconds where minima are light and checks short, as on sparse codes, whatever the
nullity; exponential on grids with random states, where the relaxation says little.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lo_exact.engines.engine import Offer
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.outcome import Outcome, Presses, Wanted, Watch
from lo_exact.puzzle import System

if TYPE_CHECKING:
    from lo_exact.engines.cuts.search import Node

MAX_ENTRIES = 2**22
MAX_BITS = 2**25
"""Of a matrix that is eliminated without a look at the clock: a second or two."""

MAX_RATE = 0.8
"""Checks for each button: grids have one."""

MAX_TOUCHED = 12
"""Lights that a button touches on average."""

SECONDS = 0.1
"""CPU time of many a syndrome; nobody knows beforehand."""


def refusal(system: System) -> str:
    """Say why the system is no parity system of a size that fits, or ``""``."""
    if system.colours != 2:
        return f"cuts are for 2 colours, not {system.colours}"
    if system.matrix.entries > MAX_ENTRIES:
        return f"{system.matrix.entries} entries are more than {MAX_ENTRIES}"
    bits = system.lights * min(system.unknowns, 4 * system.lights)
    if bits > MAX_BITS:
        return f"eliminating {system.lights} lights takes {bits} bits, more than {MAX_BITS}"
    return ""


def offer(system: System) -> Offer | None:
    """Say what it would take, for a system that is not refused; None where others are better.

    It fits sparse codes: light columns, and by far more buttons than checks.  What it takes is not
    known beforehand; of 345 syndromes of codes from the literature, 331 ended at the root.
    """
    buttons, nullity = system.unknowns, len(system.elimination.orders)
    rank = buttons - nullity
    heavy = system.matrix.entries > MAX_TOUCHED * buttons
    if rank > MAX_RATE * buttons or heavy:
        return None
    return Offer(f"{rank} independent checks of {buttons} buttons: a sparse code", SECONDS)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by branch and cut.

    Raises:
        UsageError: When the system is refused.
        MissingPackageError: Without highspy.
        LimitReached: At the watch's deadline.
    """
    _check(system)
    from lo_exact.engines.cuts import minimum

    return minimum.minimise(system, wanted, watch)


def refute(system: System, limit: int, watch: Watch, but: Sequence[Presses] = ()) -> Node | None:
    """Prove that no solution has a weight of at most ``limit``, or none but some that are known.

    Returns:
        The proof; None when there is another such solution, which the watch was told.

    Raises:
        UsageError: When the system is refused.
        MissingPackageError: Without highspy.
        LimitReached: At the watch's deadline.
    """
    _check(system)
    from lo_exact.engines.cuts import minimum

    return minimum.refute(system, limit, watch, but)


def _check(system: System) -> None:
    if said := refusal(system):
        raise UsageError(said)
    if find_spec("highspy") is None:
        raise MissingPackageError("cuts needs highspy: pip install 'highspy>=1.15'")
