"""Lightest errors by dual sets: moats grown around the wrong lights, then a deepening search.

The bound is that of Edmonds' blossoms carried over to buttons on any number of lights, the theorem
stands in `lo_exact.compiled.moats`.  Where minima are light it meets the minimum, or nearly, and
the search that is left visits some tens of nodes: microseconds with numba.  A search that goes on
for longer is handed over, with its bound, to `cuts`.

Minima are counted and listed by keeping ties; only where no button is for nothing, for such buttons
can be added to a minimum without being on the way to one.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.compiled import has_numba
from lo_exact.engines.cuts import engine as cuts
from lo_exact.engines.engine import Offer
from lo_exact.engines.moats.moat_tables import MoatTables, size_refusal
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.packages import is_installed
from lo_exact.puzzle import System

NODES = 2**15
"""Of a search before it is handed over: some 50 ms."""

PLAIN_NODES = 2**11
"""Without numba: some 0.3 s."""

LISTED = 2**12
"""Minima that are listed at most; more are handed over."""


def refusal(system: System) -> str:
    """Say why the system has more colours or larger numbers than fit, or ``""``."""
    if system.colours != 2:
        return f"moats are for 2 colours, not {system.colours}"
    return size_refusal(system.matrix, system.prices)


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Make no offer: the shots of a `Decoder` are its work."""
    return None


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum.

    Raises:
        UsageError: When the system is refused.
        LimitReached: At the watch's deadline, or where the search is too long and `cuts` cannot
            take it.
    """
    if said := refusal(system):
        raise UsageError(said)
    ties = wanted.more_than_one
    if ties and not system.prices.all():
        return _hand_over(system, wanted, watch)
    room = min(wanted.minima, LISTED) if not wanted.canonical else LISTED
    found = MoatTables(system.matrix, system.prices).solve(
        np.flatnonzero(system.syndrome), NODES if has_numba() else PLAIN_NODES, max(room, 1),
        ties=ties,
    )  # fmt: skip
    minima = sorted(_pressed(buttons, system.unknowns) for buttons in found.minima)
    whole = ties and len(minima) == found.count
    match found.status:
        case 3:
            return Outcome(Status.INFEASIBLE, witness=_witness(system, found.alone))
        case 2 if whole or not (wanted.canonical or (wanted.minima > len(minima) and ties)):
            count = found.count if ties else None
            kept = tuple(minima[: max(wanted.minima, 1)])
            return Outcome(Status.OPTIMAL, found.weight, kept, count, canonical=whole)
        case _:
            watch.bound(found.bound)
            if minima:
                watch.improved(minima[0], found.weight)
            return _hand_over(system, wanted, watch)


def _hand_over(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Let branch and cut answer what is too long."""
    watch.check()
    if said := cuts.refusal(system):
        raise LimitReached(f"the search is too long, and {said}")
    if not is_installed("highspy"):
        raise LimitReached("the search is too long, and cuts, which would take it, needs highspy")
    return cuts.minimise(system, wanted, watch)


def _pressed(buttons: IntArray, unknowns: int) -> Presses:
    presses = np.zeros(unknowns, dtype=np.int64)
    presses[buttons] = 1
    return tuple(presses.tolist())


def _witness(system: System, alone: IntArray) -> Presses:
    """Return a sum of lights that no button changes: the odd set, else elimination's."""
    if alone.size:
        witness = np.zeros(system.lights, dtype=np.int64)
        witness[alone] = 1
        return tuple(witness.tolist())
    found = system.first
    assert isinstance(found, Unsolvable)
    return as_tuple(found.witness)
