"""Engine for lightest errors: lower bounds from moats (sets of lights), then iterative deepening.

The bound is that of Edmonds' blossoms, extended to buttons on any number of lights; the theorem is
in `lo_exact.compiled.moats`.  Where minima are light, the bound equals the minimum, or nearly, and
the search that is left visits some tens of nodes: microseconds with numba.  A longer search is
passed, with its bound, to `cuts`.

Minima are counted and listed by keeping ties.  This needs that no button has price 0: such a button
can be added to a minimum without being part of the path to one.
"""

import sys
import time

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.compiled import has_numba
from lo_exact.compiled.moats import UNSOLVABLE
from lo_exact.compiled.shots import solve_shots
from lo_exact.engines.cuts import engine as cuts
from lo_exact.engines.engine import Offer
from lo_exact.engines.moats.moat_tables import (
    DUALS_AFTER,
    PLAIN_NODES,
    MoatSearch,
    MoatTables,
    size_refusal,
    still_loading,
)
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.packages import is_installed
from lo_exact.puzzle import System

NODES = 2**15
"""Nodes of a search before branch and cut takes over: about 50 ms."""

OFFERED_NODES = 2**13
"""Nodes of a search for an offer: 4 to 25 ms."""

WORK = 2**26
"""Matrix entries that a search reads between two checks of the time limit: 0.5 to 1 s."""

MAX_MINIMA = 2**12
"""Largest number of minima to list; for more, branch and cut takes over."""


def refusal(system: System) -> str:
    """Return the reason why a system has too many colours or too large numbers, or ``""``."""
    if system.colours != 2:
        return f"moats are for 2 colours, not {system.colours}"
    return size_refusal(system.matrix, system.prices)


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Return an offer if the compiled loops are loaded and a short search found the answer.

    Else None.  To load the loops takes 0.4 s of CPU, once a process (0.2 to import numba, 0.2 for
    its first function), and branch and cut takes less on nearly all single syndromes: 0.02 to 0.9 s
    on circuits and bicycle codes of 144 to 24,483 buttons.  A process that has made a `Decoder`, or
    answered a large batch, has paid for it; there the same searches take 0.2 to 30 ms.
    """
    if not loaded():
        return None
    buttons = system.unknowns
    if (
        system.lights > cuts.MAX_RATE * buttons
        or system.matrix.entries > cuts.MAX_TOUCHED * buttons
    ):
        return None
    began = time.process_time()
    outcome, _ = _search(system, wanted, OFFERED_NODES)
    if outcome is None:
        return None
    why = f"{system.lights} checks of {buttons} buttons: a sparse code, and a light minimum"
    return Offer(why, time.process_time() - began, outcome=outcome)


def loaded() -> bool:
    """Return whether this process has loaded the compiled loops."""
    return "numba" in sys.modules and "compiled" in vars(solve_shots) and not still_loading(0)


def dual_bound(system: System) -> int:
    """Return a lower bound on the weight from a short search with dual values; 0 if none is found.

    Some milliseconds with compiled loops; without them the bound is that of grown moats.
    """
    if refusal(system):
        return 0
    found = MoatTables(system.matrix, system.prices).solve(
        np.flatnonzero(system.syndrome), DUALS_AFTER + 1
    )
    return 0 if found.status == UNSOLVABLE else found.bound


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions with bounds from moats (sets of lights), or by branch and cut.

    Raises:
        UsageError: When the system is refused.
        LimitReached: At the watch's deadline, or when the search is too long and `cuts` cannot
            take it.
    """
    if said := refusal(system):
        raise UsageError(said)
    outcome, found = _search(system, wanted, NODES if has_numba() else PLAIN_NODES)
    if outcome is not None:
        return outcome
    if found is not None:
        watch.bound(found.bound)
        if found.minima:
            watch.improved(_pressed(found.minima[0], system.unknowns), found.weight)
    return _hand_over(system, wanted, watch)


def _search(
    system: System, wanted: Wanted, nodes: int
) -> tuple[Outcome, MoatSearch] | tuple[None, MoatSearch | None]:
    """Search at most ``nodes`` nodes; return the outcome, or None, and the state of the search."""
    ties = wanted.more_than_one
    if ties and not system.prices.all():
        return None, None
    room = min(wanted.minima, MAX_MINIMA) if not wanted.canonical else MAX_MINIMA
    # matrix entries that a node reads: for each light of a button, all buttons of that light
    lights = np.bincount(system.matrix.rows)
    a_node = int((lights**2).sum()) // max(system.unknowns, 1)
    nodes = min(nodes, max(WORK // max(a_node, 1), 1))
    found = MoatTables(system.matrix, system.prices).solve(
        np.flatnonzero(system.syndrome), nodes, max(room, 1), ties=ties
    )
    minima = sorted(_pressed(buttons, system.unknowns) for buttons in found.minima)
    whole = ties and len(minima) == found.count
    match found.status:
        case 3:
            return Outcome(Status.INFEASIBLE, witness=_witness(system, found.alone)), found
        case 2 if whole or not (wanted.canonical or (wanted.minima > len(minima) and ties)):
            count = found.count if ties else None
            kept = tuple(minima[: max(wanted.minima, 1)])
            return Outcome(Status.OPTIMAL, found.weight, kept, count, canonical=whole), found
    return None, found


def _hand_over(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Solve a system by branch and cut after the search of this engine was too long."""
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
    """Return a witness of unsolvability: a set of lights whose odd parity no press changes."""
    if alone.size:
        witness = np.zeros(system.lights, dtype=np.int64)
        witness[alone] = 1
        return tuple(witness.tolist())
    found = system.first
    assert isinstance(found, Unsolvable)
    return as_tuple(found.witness)
