"""Answer a system with the engines that `choose` takes.

The cheapest offer runs alone where it takes what it says.  Where it takes longer than it said,
others race with it, and where there is none, two foreign solvers race with each other, after bounds
from below and above that may already meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import held, listed
from lo_exact.engines.engine import Offer
from lo_exact.engines.table import find_engine
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.choose import (
    CORES,
    NO_SOLUTION,
    ONE_SOLUTION,
    choose,
    choose_by_work,
    fits,
    fits_at_sight,
    fitting,
    is_sparse,
    offers,
    solvers_for,
)

if TYPE_CHECKING:
    from lo_exact.processes.racing import Runner

HEAD_START_SECONDS = 2.0
"""What cores get alone on sparse systems before anything else is tried: many end here.  As much an
engine of ours that takes longer than it said."""

FITTING_SECONDS = 6.0
"""What an engine gets alone that fits by structure: others seldom catch up, and cost as much."""

SECOND_SECONDS = 600.0
"""An engine of ours that takes no longer joins one that is late."""

SEED = 1
"""Of the local search for a first solution: equal input gives equal output."""


@dataclass(frozen=True)
class Found:
    """An outcome over a system, and who found it.

    Attributes:
        outcome: proved.
        engines: who proved it, by name; several where bounds met, or each proved a part.
        notes: why they were asked, one line each.
        confirmed_by: who proved it again, where its optimum rested on floating-point numbers.
    """

    outcome: Outcome
    engines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()

    @property
    def engine(self) -> str:
        """Who found it, in one word or line."""
        again = f", confirmed by {'+'.join(self.confirmed_by)}" if self.confirmed_by else ""
        return "+".join(self.engines) + again


GLANCING = "cuts"
"""It glances at a system before anybody is asked: very light minima are seen so."""

MAX_BOUNDED = 2**22
"""Larger systems get no bounds beside a first solution: they would take minutes and gigabytes."""


def minimise_auto(system: System, wanted: Wanted, watch: Watch) -> Found:
    """Answer with the chosen engines.

    Raises:
        LimitReached: When no engine can take the system, or the time is over.
    """
    if (seen := fits_at_sight(system)) is not None:
        engine, offer = seen
        return _fitting_first(engine.name, offer, system, wanted, watch)
    found = system.first
    if isinstance(found, Unsolvable):
        return _unsolvable(found)
    first = listed(found)
    weight = system.weight(found)
    if not system.elimination.orders:
        only = Outcome(Status.OPTIMAL, weight, (first,), 1, canonical=True)
        return Found(only, ("elimination",), (ONE_SOLUTION,))
    watch.improved(first, weight)
    if (seen := fits(system)) is not None:
        engine, offer = seen
        return _fitting_first(engine.name, offer, system, wanted, watch)
    if is_sparse(system):
        return _cores_first(system, wanted, watch)
    choice = choose(system, wanted)
    if len(choice.engines) == 1 and choice.offer is not None:
        (name,) = choice.engines
        if choice.offer.alone is not None:
            return _with_company(name, choice.offer, system, wanted, watch)
        watch.asking(name)
        outcome = find_engine(name).minimise(system, wanted, watch)
        return Found(outcome, (name,), (choice.why,))
    _bound(system, watch)
    if watch.best_weight == watch.lower_bound and not _more_than_one(wanted):
        best, weight = watch.told()
        return Found(Outcome(Status.OPTIMAL, weight, (best,)), ("bounds",), (choice.why,))
    if not choice.engines:
        raise LimitReached(f"no engine can prove this: {choice.why}")
    return race_engines(choice.engines, system, wanted, watch, why=lambda: choice.why)


def _unsolvable(found: Unsolvable) -> Found:
    witness = listed(held(found, "witness"))
    none = Outcome(Status.INFEASIBLE, witness=witness)
    return Found(none, ("elimination",), (NO_SOLUTION,))


def race_engines(
    names: Iterable[str],
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    why: Callable[[], str] = str,
    later: Callable[[Watch], Iterable[str]] | None = None,
    head_start: float | None = None,
) -> Found:
    """Let engines race on a system.

    Args:
        names: engines that do not refuse the system.
        system: what to solve.
        wanted: what to find out.
        watch: told everything any of them finds.
        why: asked at the end for one line for people.
        later: names more engines, asked after the head start.
        head_start: seconds; by default `HEAD_START_SECONDS`.
    """
    from lo_exact.processes.racing import race

    def runners(names: Iterable[str]) -> dict[str, Runner[Outcome]]:
        return {name: _runner(name, system, wanted) for name in names}

    finish = race(
        runners(names),
        watch,
        weigh=lambda proved: None if proved.status is Status.INFEASIBLE else proved.weight,
        meeting=not _more_than_one(wanted),
        later=(lambda inner: runners(later(inner))) if later is not None else None,
        head_start=HEAD_START_SECONDS if head_start is None else head_start,
    )
    outcome = finish.proof
    if outcome is None:  # bounds met
        best, weight = watch.told()
        outcome = Outcome(Status.OPTIMAL, weight, (tuple(int(v) for v in best),))
    said = why()
    return Found(outcome, finish.names, (said,) if said else ())


def _runner(name: str, system: System, wanted: Wanted) -> Runner[Outcome]:
    return lambda watch: find_engine(name).minimise(system, wanted, watch)


def _cores_first(system: System, wanted: Wanted, watch: Watch) -> Found:
    """Let cores run alone for a moment; then others, with bounds at hand, run beside them."""
    why = "sparse, and its cores were found at once"

    def others(inner: Watch) -> Iterable[str]:
        nonlocal why
        choice = choose(system, wanted)
        why = choice.why
        if choice.offer is None:
            _bound(system, inner)
        return choice.engines

    return race_engines([CORES], system, wanted, watch, why=lambda: why, later=others)


def _fitting_first(name: str, offer: Offer, system: System, wanted: Wanted, watch: Watch) -> Found:
    """Let an engine run that fits by structure; when it is late, cores and others run beside it."""
    why = offer.why
    if isfinite(watch.remaining()):  # so that there is something to say when time is up
        first = system.first
        if isinstance(first, Unsolvable):
            return _unsolvable(first)
        watch.improved(listed(first), system.weight(first))
    if name == GLANCING and not _more_than_one(wanted) and watch.remaining() > 0:
        from lo_exact.engines.cuts import engine as cuts

        flat = cuts.is_flat(system) and find_engine(CORES).takes(system)
        outcome = cuts.glance(system, flat=flat)
        if outcome is not None:
            return Found(outcome, (name,), (why,))
        if flat:
            name, why = CORES, f"{why}, whose lights lie in a plane"

    def others(inner: Watch) -> Iterable[str]:
        nonlocal why
        if isinstance(system.first, Unsolvable):
            return []
        inner.improved(listed(system.first), system.weight(system.first))
        choice = choose_by_work(system, wanted)
        why = f"{offer.why}; when it was late: {choice.why}"
        if choice.offer is None:
            _bound(system, inner)
        cores = [CORES] if find_engine(CORES).takes(system) else []
        own = [engine.name for engine, _ in fitting(system)]
        return dict.fromkeys([*own, *cores, *choice.engines])

    alone = HEAD_START_SECONDS if name == CORES else FITTING_SECONDS
    return race_engines(
        [name], system, wanted, watch, why=lambda: why, later=others, head_start=alone
    )


def _with_company(name: str, offer: Offer, system: System, wanted: Wanted, watch: Watch) -> Found:
    """Let an engine run whose estimate is for random boards; others join when it is late.

    Where it needs a while in any case, others run beside it from the start: an engine of ours that
    may do much better than its estimate, or cores, which are found at once where minima are light.
    """
    from lo_exact.engines.covering import least_shares_bound

    watch.bound(least_shares_bound(system))
    own = [
        (other, engine.name)
        for engine, other in offers(system, wanted.memory)
        if engine.name != name
        and other.seconds < SECOND_SECONDS
        and not other.too_large(wanted.memory)
    ]
    second = min(own, key=lambda made: made[0].seconds, default=None)
    names = [name]
    assert offer.alone is not None
    if offer.seconds > offer.alone:
        if second is not None:
            names.append(second[1])
        elif find_engine(CORES).takes(system):
            names.append(CORES)

    def others(inner: Watch) -> Iterable[str]:
        _bound(system, inner)
        return [second[1]] if second is not None else solvers_for(system)

    return race_engines(names, system, wanted, watch, why=lambda: offer.why, later=others)


def _bound(system: System, watch: Watch) -> None:
    """Tell the watch a good solution and a lower bound, both in moderate time."""
    from lo_exact.solver.bounds import lower_bound, upper_bound

    if system.unknowns > MAX_BOUNDED:
        return
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    upper_bound(system, found, np.random.default_rng(SEED), watch)
    lower_bound(system, watch)


def _more_than_one(wanted: Wanted) -> bool:
    return wanted.count or wanted.canonical or wanted.minima > 1
