"""Runner of the strategies for a system; the next strategy joins if the first is late."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import ChildDied, LimitReached, MissingPackageError, UsageError
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.ways import BOUNDED_SECONDS, Way, ways

LOOK_SECONDS = 0.1
"""How often the CPU time of the leader is looked at."""

SEED = 1
"""Of the local search for a first solution: equal input gives equal output."""

MAX_BOUNDED = 2**22
"""Larger systems get no bounds beside a first solution: they would take minutes and gigabytes."""


@dataclass(frozen=True)
class FoundOutcome:
    """Outcome for a system, with the names of the engines that proved it."""

    outcome: Outcome
    """Proved."""
    engines: tuple[str, ...]
    """Who proved it, by name; several where bounds met, or each proved a part."""
    notes: tuple[str, ...] = ()
    """Why they were asked, one line each."""
    confirmed_by: tuple[str, ...] = ()
    """Who proved it again, where its optimum rested on floating-point numbers."""

    @property
    def engine(self) -> str:
        """Names of the engines that found the outcome, in one line."""
        again = f", confirmed by {'+'.join(self.confirmed_by)}" if self.confirmed_by else ""
        return "+".join(self.engines) + again


def run_ways(system: System, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Return the outcome for a system, by running the strategies of `ways` in order.

    Raises:
        LimitReached: When no engine can take the system, or the time is over.
    """
    listed_ways = ways(system, wanted, watch.remaining())
    for way in listed_ways:
        if way.outcome is not None and (watch.remaining() > 0 or way.engines == ("elimination",)):
            return FoundOutcome(way.outcome, way.engines, (way.why,))
        _tell_first(system, watch)
        if way.bounds:
            _bound(
                system, watch,
                long=way.offer is not None and watch.remaining() > BOUNDED_SECONDS,
            )  # fmt: skip
            if watch.best_weight == watch.lower_bound and not wanted.more_than_one:
                best, weight = watch.told()
                return FoundOutcome(
                    Outcome(Status.OPTIMAL, weight, (best,)), ("bounds",), (way.why,)
                )
            if not way.engines:
                raise LimitReached(f"no engine can prove this: {way.why}")
        if way.trial:
            outcome = _tried(way, system, wanted, watch)
            if outcome is None:
                continue
            return FoundOutcome(outcome, way.engines, (way.why,))
        if way.patience == np.inf and len(way.engines) == 1:
            (name,) = way.engines
            watch.asking(name)
            outcome = find_engine(name).minimise(system, wanted, watch)
            return FoundOutcome(outcome, way.engines, (way.why,))
        return _raced(way, listed_ways, system, wanted, watch)
    raise AssertionError("the last way is run to its end")


def _tell_first(system: System, watch: Watch) -> None:
    """Report the solution by elimination to the watch, if it has been computed."""
    first = system.__dict__.get("first")
    if first is not None and not isinstance(first, Unsolvable):
        watch.improved(as_tuple(first), system.weight(first))


def _tried(way: Way, system: System, wanted: Wanted, watch: Watch) -> Outcome | None:
    """Run an engine for a limited CPU time, and return None if it does not finish."""
    late = late_after(way.patience)

    def stop(done: int, total: int) -> None:
        if late():
            raise LimitReached("the trial is over")

    (name,) = way.engines
    watch.asking(name)
    try:
        return find_engine(name).minimise(system, wanted, watch.child(stop=stop))
    except (LimitReached, ChildDied, UsageError, MissingPackageError):
        watch.check()
        return None


def _raced(
    way: Way, others: Iterator[Way], system: System, wanted: Wanted, watch: Watch
) -> FoundOutcome:
    """Race the engines of a strategy, and let the next strategy join if they are late."""
    why = way.why
    early, overdue = late_after(way.early), late_after(way.patience)
    joining: Way | None = None

    def late() -> bool:
        nonlocal joining
        if overdue():
            return True
        if joining is None and early():
            joining = next(others, None)
        return joining is not None and joining.soon

    def later(inner: Watch) -> Iterable[str]:
        nonlocal why, joining
        joining = joining or next(others, None)
        if joining is None:
            return ()
        first = system.first
        assert not isinstance(first, Unsolvable)
        inner.improved(as_tuple(first), system.weight(first))
        if joining.bounds:
            _bound(system, inner, long=False)
        why = f"{way.why}; when it was late: {joining.why}"
        return joining.engines

    found = race_engines(
        way.engines, system, wanted, watch,
        later=later if way.patience < np.inf else None, late=late,
    )  # fmt: skip
    return FoundOutcome(found.outcome, found.engines, (why,))


def race_engines(
    names: Iterable[str],
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    later: Callable[[Watch], Iterable[str]] | None = None,
    late: Callable[[], bool] = lambda: False,
) -> FoundOutcome:
    """Run engines in a race on a system, and return the first proved outcome.

    Args:
        names: engines that do not refuse the system; one, where others may join.
        system: what to solve.
        wanted: what to find out.
        watch: told everything any of them finds.
        later: names more engines.
        late: says when.
    """
    from lo_exact.processes.racing import Runner, race

    def runner(name: str) -> Runner[Outcome]:
        return lambda watch: find_engine(name).minimise(system, wanted, watch)

    def runners(names: Iterable[str]) -> dict[str, Runner[Outcome]]:
        return {name: runner(name) for name in names}

    finish = race(
        runners(names),
        watch,
        weigh=lambda proved: None if proved.status is Status.INFEASIBLE else proved.weight,
        meeting=not wanted.more_than_one,
        later=(lambda inner: runners(later(inner))) if later is not None else None,
        late=late,
    )
    outcome = finish.proof
    if outcome is None:  # bounds met
        best, weight = watch.told()
        outcome = Outcome(Status.OPTIMAL, weight, (tuple(int(v) for v in best),))
    return FoundOutcome(outcome, finish.names)


def late_after(seconds: float) -> Callable[[], bool]:
    """Return a function that is true once the given CPU seconds have been used, from now on."""
    from lo_exact.processes.worker import cpu_seconds

    began, used = time.monotonic(), cpu_seconds()
    next_look = began + seconds  # one thread cannot use more CPU time than wall-clock time

    def late() -> bool:
        nonlocal next_look
        if time.monotonic() < next_look:
            return False
        next_look = time.monotonic() + LOOK_SECONDS
        return cpu_seconds() - used >= seconds

    return late


def _bound(system: System, watch: Watch, *, long: bool) -> None:
    """Report an upper and a lower bound to the watch, both found in moderate time."""
    from lo_exact.solver.bounds import lower_bound, upper_bound

    if system.unknowns > MAX_BOUNDED:
        return
    found = system.solutions
    assert isinstance(found, Coset)
    upper_bound(system, found, np.random.default_rng(SEED), watch)
    lower_bound(system, watch, long=long)
