"""Engine that visits every solution with a cheap pattern on some window (set of buttons).

Two known methods are its extremes.  Brouwer and Zimmermann's information sets (Zimmermann 1996,
Grassl 2006) are windows of as many buttons as the kernel has dimensions.  Meeting in the middle
(Horowitz and Sahni 1974) is one window of all buttons.  Windows between these are much faster than
both.  (Stern 1989 and Dumer 1991 search there at random; here nothing is left to chance.)  `plan`
chooses windows, `search` has the theorem, `window` visits patterns.

Good where many buttons are on each light, however many solutions there are: 100 buttons with 2^40
solutions take tenths of a second, 150 with 2^68 some seconds.  The bound is valid at any moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

if TYPE_CHECKING:
    from lo_exact.engines.windows.plan import WindowPlan
    from lo_exact.runners.work import Where

MAX_COLUMNS = 4096
"""Presses, counted for each button and each number of times: the sums of all are listed."""

MAX_COLOURS = 256
"""Colours, so that a 64-bit word has room for seven residues or more."""

MAX_SECONDS = 20_000.0
"""Largest forecast, in CPU seconds."""

FIRST_SECONDS = 0.02
"""CPU seconds for planning and for making windows."""

BYTES = 2**24
"""Bytes of memory besides lists."""

_LATE_FACTOR = 8.0
"""Times its forecast after which it counts as late: one press more costs as much."""


def refusal(system: System) -> str:
    """Return the reason why the system is too large for windows, or ``""``."""
    if system.colours > MAX_COLOURS:
        return f"{system.colours} colours are more than {MAX_COLOURS}"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed, and their minima are not light"
    columns = system.unknowns * (system.colours - 1)
    if columns > MAX_COLUMNS:
        return f"{columns} presses, of any button any number, are more than {MAX_COLUMNS}"
    if isinstance(system.first, Unsolvable):
        return ""
    plan = _forecast(system, Wanted())
    if plan is None:
        return "minima are too heavy for windows, or too many buttons cost nothing"
    if plan.seconds > MAX_SECONDS:
        return f"windows take {number_in_words(int(plan.pairs + plan.sets))} sets and pairs of them"
    return ""


def _forecast(system: System, wanted: Wanted) -> WindowPlan | None:
    """Return the fastest plan for the minimum weight expected of a random system of this size."""
    from lo_exact.engines.windows.plan import Planner, WindowProblem

    problem = WindowProblem(system)
    planner = Planner(problem, wanted.memory)
    assert not isinstance(system.first, Unsolvable)
    weight = min(planner.likely(), system.weight(system.first) // problem.unit)
    return next(iter(planner.plans(weight, ties=wanted.more_than_one)), None)


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Estimate the cost, assuming the minimum weight expected of a random system of this size."""
    plan = _forecast(system, wanted)
    if plan is None:
        return None
    fold = f", {plan.fold} for each button" if plan.windows > 1 else ""
    why = f"{plan.windows} windows of {plan.size} buttons{fold}"
    seconds = FIRST_SECONDS + float(plan.seconds)
    work, memory = int(plan.pairs + plan.sets), int(plan.memory) + BYTES
    return Offer(why, seconds, work, memory, least=BYTES, late=_LATE_FACTOR * seconds)


def minimise(system: System, wanted: Wanted, watch: Watch, where: Where | None = None) -> Outcome:
    """Visit windows until the lower bound equals the weight of the best solution."""
    from lo_exact.engines.windows.plan import WindowProblem
    from lo_exact.engines.windows.search import WindowSearch
    from lo_exact.runners.work import HERE

    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    if said := refusal(system):
        raise LimitReached(said)
    watch.improved(as_tuple(first), system.weight(first))
    search = WindowSearch(WindowProblem(system), wanted, watch, where=where or HERE)
    search.run()
    best, weight = watch.told()
    if not wanted.more_than_one:
        return Outcome(Status.OPTIMAL, weight, (best,))
    minima = tuple(map(tuple, search.minima))
    return Outcome(Status.OPTIMAL, weight, minima, search.count, canonical=True)
