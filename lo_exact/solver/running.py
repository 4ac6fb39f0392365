"""Choice of the engines for a system, and a runner that starts further engines if one is late.

Where there is one solution, elimination is the proof.  Otherwise built-in engines make offers, and
the cheapest leads.  The next steps depend on its forecast, on how certain that is, and on the time
that is left.  An engine that is certain to finish in time runs alone.  One whose forecast is a
guess is joined by others when it is late by its own estimate.  That is measured in CPU time, so a
busy machine does not start them too early; they run at low priority.  Cores (core-guided MaxSAT)
find light minima quickly wherever the minimum is light, so they are tried for a tenth of a long
search's time, and then stopped.  Where no built-in engine fits, two external solvers race, after
lower and upper bounds that may already be equal.

The list of engines is made only as far as needed: nothing is eliminated for a sparse code while the
engine that fits it is not late.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from math import inf, prod

import numpy as np

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.counters import WholeSystem
from lo_exact.engines.engine import Engine, Offer, number_in_words
from lo_exact.engines.engine_table import OWN_ENGINES, find_engine
from lo_exact.errors import ChildDied, LimitReached, MissingPackageError, UsageError
from lo_exact.outcome import Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

CORES = "direct:rc2"
"""Core-guided MaxSAT on parities written out: it refuses lights with many buttons."""

CORES_SECONDS_A_BUTTON = 1.3e-4
"""CPU seconds of MaxSAT cores for each button of a sparse code (0.1 s for 721 buttons)."""

CORES_LATE_SECONDS = 2.0
"""CPU seconds that MaxSAT cores run alone when chosen first; most end much earlier."""

ENCODING_SECONDS_AN_ENTRY = 1e-5
"""CPU seconds for each entry to write the formula for MaxSAT cores."""

LONG_SECONDS = 2.0
"""Forecast seconds from which on a trial of MaxSAT cores comes first."""

TRIAL_SHARE = 0.1
"""Largest share of a long search's forecast that the trial may take."""

FEW_SOLUTIONS = 2**24
"""Number of solutions that can be enumerated in about 20 ms."""

CHILD_SECONDS, FEW_BUTTONS, MANY_LIGHTS = 0.35, 256, 5
"""CPU seconds to start a child process; numbers of buttons and of lights per button up to which
windows give a forecast if the leader's is a guess: branch and cut is slow there.
"""

WORTH_ORDER_SECONDS = 0.02
"""Forecast seconds of another engine below which the search over syndromes is not considered."""

EARLY_SECONDS, EARLY_WORTH = 1.0, 10.0
"""CPU seconds after which windows may join a leader with few buttons whose forecast is a guess,
and the largest forecast to join then: random 120 x 150 with three lights a button take
branch and cut 14 s, windows 1.6.
"""

SECOND_SECONDS = 600.0
"""Largest forecast (seconds) with which a built-in engine joins a late one before external ones."""

BOUNDED_SECONDS, BOUNDED_UNKNOWNS = 10.0, 2048
"""Forecast seconds above which, and unknowns up to which, bounds are computed first (half a
second), so that an interrupted search has some."""

NO_SOLUTION = "there is no solution: a witness proves it"
ONE_SOLUTION = "there is one solution only"


@dataclass(frozen=True)
class Way:
    """Strategy: engines that run together, and the condition for the next strategy to start."""

    engines: tuple[str, ...]
    """Names of the engines; empty if none fits."""
    why: str
    """Reason in one line, for users."""
    offer: Offer | None = None
    """Forecast of the first engine, or None if unpredictable."""
    patience: float = inf
    """CPU seconds after which the next strategy starts, or ``inf``."""
    trial: bool = False
    """Whether these engines are then stopped; otherwise the next ones join them."""
    bounds: bool = False
    """Whether to compute bounds first, which may already be equal."""
    early: float = inf
    """CPU seconds after which to consider joining the next strategy, once."""
    soon: bool = False
    """Whether it may then join: its forecast is short, and the earlier forecast was a guess."""
    outcome: Outcome | None = None
    """The proved answer, if choosing the strategy has found it."""


def ways(system: System, wanted: Wanted, seconds: float = inf) -> Generator[Way, None, None]:
    """Yield the strategies for a system in order; each starts when the one before is late.

    Args:
        system: the system.
        wanted: the request.
        seconds: remaining time; if limited, a first solution is found
            before anything else, so that there is an answer at the limit.
    """
    if isinstance(system, WholeSystem):
        yield Way(("counters",), "whole numbers, without a modulus")
        return
    lights, unknowns = system.matrix.shape
    spare = min(max(unknowns - lights, 0), 64)
    many = seconds == inf and system.matrix.modulus**spare > FEW_SOLUTIONS
    if not many:
        settled = _settled(system)
        if settled is not None:
            yield settled
            return
    fitting: list[tuple[Engine, Offer]] = []
    if many or many_solutions(system):
        fitting = by_structure(system, wanted)
    if not fitting:
        yield from _by_work(system, wanted, seconds)
        return
    (leader, offer), *others = fitting
    narrow = _narrow_seconds(system, offer)
    if narrow < inf:
        settled = _settled(system)
        if settled is not None:
            yield settled
            return
        yield Way((leader.name,), offer.why, offer, patience=narrow, trial=True)
        yield from _by_work(system, wanted, seconds)
        return
    yield Way(
        (leader.name,), offer.why, offer, patience=_patience(offer, seconds),
        outcome=offer.outcome, early=EARLY_SECONDS if system.unknowns <= FEW_BUTTONS else inf,
    )  # fmt: skip
    if isinstance(system.first, Unsolvable):
        return
    main = next(way for way in _by_work(system, wanted, seconds) if not way.trial)
    names = [engine.name for engine, _ in others]
    cores = [CORES] if find_engine(CORES).takes(system) else []
    joining = dict.fromkeys([*names, *cores, *main.engines])
    joining.pop(leader.name, None)
    soon = main.offer is not None and main.offer.seconds < EARLY_WORTH
    yield Way(tuple(joining), main.why, main.offer, bounds=main.offer is None, soon=soon)


def _narrow_seconds(system: System, offer: Offer) -> float:
    """Return the CPU seconds before a syndrome search joins an engine with a guessed forecast.

    That is the worst case of the search; ``inf`` if it is slow or the forecast is no guess.
    """
    if offer.late is None or offer.outcome is not None or offer.seconds < WORTH_ORDER_SECONDS:
        return inf
    from lo_exact.engines.syndrome.engine import forecast_by_structure

    seconds = forecast_by_structure(system)
    return seconds if seconds <= offer.late else inf


def many_solutions(system: System) -> bool:
    """Return whether a solvable system has too many solutions to visit them all quickly."""
    return prod(system.elimination.orders) > FEW_SOLUTIONS


def by_structure(system: System, wanted: Wanted) -> list[tuple[Engine, Offer]]:
    """Return the engines that suit a system's structure, with their forecasts, cheapest first.

    No large system is expanded for it, and mostly nothing is eliminated.  Cores come first where
    the other engines forecast that they are slow: in flat codes.
    """
    made: list[tuple[Engine, Offer]] = []
    for engine in OWN_ENGINES:
        if engine.by_structure and (offer := engine.offer(system, wanted)) is not None:
            made.append((engine, offer))
            if offer.outcome is not None:
                return made[::-1]
    made.sort(key=lambda one: one[1].seconds)
    child = made and made[0][0].packages and made[0][1].late is not None
    dense_enough = system.matrix.entries >= MANY_LIGHTS * system.unknowns
    if made and system.matrix.reach()[1] > 2:
        slowest, cores = made[0][1], CORES_SECONDS_A_BUTTON * system.unknowns
        engine = find_engine(CORES)
        if cores < slowest.seconds and engine.takes(system):
            made.insert(0, (engine, Offer(slowest.why, cores, late=CORES_LATE_SECONDS)))
    if child and dense_enough and system.unknowns <= FEW_BUTTONS:
        # the forecast of the first engine is a guess, and it runs in a child process; the engine
        # `windows` may find the answer before that process has started
        dense = find_engine("windows")
        offer = dense.offer(system, wanted)
        if offer is not None and offer.seconds < CHILD_SECONDS:
            made.insert(0, (dense, offer))
    return made


def _settled(system: System) -> Way | None:
    """Return the result of elimination if there is no solution or only one, else None."""
    found = system.first
    if isinstance(found, Unsolvable):
        none = Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
        return Way(("elimination",), NO_SOLUTION, Offer(NO_SOLUTION, 0.0, 0, 0), outcome=none)
    if system.elimination.orders:
        return None
    only = Outcome(Status.OPTIMAL, system.weight(found), (as_tuple(found),), 1, canonical=True)
    return Way(("elimination",), ONE_SOLUTION, Offer(ONE_SOLUTION, 0.0, 1, 0), outcome=only)


def _by_work(system: System, wanted: Wanted, seconds: float) -> Iterator[Way]:
    """Yield the strategies for a system without special structure, the shortest forecast first.

    If built-in engines fit the system but not the memory limit, no solver runs: external solvers
    have no memory limit.
    """
    made = _offers(system, wanted, seconds)
    inside = [one for one in made if not one[1].too_large(wanted.memory)]
    if not inside and made:
        engine, offer = made[0]
        yield Way((), f"{engine.name}: {offer.too_large(wanted.memory)}", bounds=True)
        return
    if not inside:
        size = number_in_words(prod(system.elimination.orders))
        why = f"{size} solutions are too many to visit, and so are the syndromes"
        solvers = solvers_for(system)
        if CORES in solvers:
            first = "sparse, and its cores may be found at once"
            yield Way((CORES,), first, patience=min(CORES_LATE_SECONDS, seconds / 2))
            solvers = tuple(name for name in solvers if name != CORES)
        yield Way(solvers, why, bounds=True)
        return
    (leader, offer), *others = inside
    if offer.memory is not None:
        offer = replace(offer, memory=min(offer.memory, wanted.memory))
    trial = TRIAL_SHARE * min(offer.seconds, seconds)
    writing = ENCODING_SECONDS_AN_ENTRY * system.matrix.entries
    if offer.seconds > LONG_SECONDS and trial > writing and find_engine(CORES).takes(system):
        yield Way((CORES,), "light minima are seen at once", patience=trial, trial=True)
    patience = _patience(offer, seconds)
    bounds = offer.seconds > BOUNDED_SECONDS and system.unknowns <= BOUNDED_UNKNOWNS
    yield Way((leader.name,), offer.why, offer, patience=patience, bounds=bounds)
    if patience < inf:
        second = [engine.name for engine, other in others if other.seconds < SECOND_SECONDS][:1]
        why = "the one of ours that is next" if second else "solvers of other kinds"
        yield Way(tuple(second) or solvers_for(system), why, bounds=True)


def _patience(offer: Offer, seconds: float) -> float:
    """Return the CPU seconds after which other engines join, ``inf`` for never."""
    if offer.late is not None:
        return min(offer.late, seconds / 2)
    return inf if offer.seconds < seconds else 0.0


def _offers(system: System, wanted: Wanted, seconds: float) -> list[tuple[Engine, Offer]]:
    """Return the engines that can forecast their work, with the forecasts, cheapest first.

    An offer takes up to a second on large dense systems; after ``seconds`` no other is requested.
    """
    made: list[tuple[Engine, Offer]] = []
    least, end = inf, time.monotonic() + seconds
    for engine in OWN_ENGINES:
        if engine.raw or engine.by_structure or engine.asking > least or time.monotonic() > end:
            continue
        offer = engine.offer(system, wanted)
        if offer is not None:
            made.append((engine, offer))
            if not offer.too_large(wanted.memory):
                least = min(least, offer.seconds)
    return sorted(made, key=lambda one: one[1].seconds)


def solvers_for(system: System) -> tuple[str, ...]:
    """Return up to two external engines of different kinds, for a system too large to search.

    Cores first: they win where minima are light, as on sparse codes.  Then SAT: with XOR
    constraints for c = 2, with the solutions' parameters for more colours.  Integer programming is
    left out, since its optimum rests on floating-point numbers.
    """
    if system.colours == 2:
        kinds = [["direct:rc2", "chain:rc2"], ["xor:cryptominisat", "chain:cadical"]]
    else:
        kinds = [["sum:rc2", "kernel:rc2"], ["kernel:cadical", "sum:cadical"]]
    fitting = ([name for name in names if find_engine(name).takes(system)][:1] for names in kinds)
    return tuple(name for names in fitting for name in names)


LOOK_SECONDS = 0.1
"""Seconds between two checks of the leader's CPU time."""

SEARCH_SEED = 1
"""Seed of the local search for a first solution: equal input gives equal output."""

MAX_BOUNDED = 2**22
"""Most unknowns of a system that gets bounds with its first solution; more need gigabytes."""


@dataclass(frozen=True)
class FoundOutcome:
    """Outcome for a system, with the names of the engines that proved it."""

    outcome: Outcome
    """The proved outcome."""
    engines: tuple[str, ...]
    """Names of the engines that proved it; several if bounds met or each proved a component."""
    notes: tuple[str, ...] = ()
    """Why these engines were chosen, one line each."""
    confirmed_by: tuple[str, ...] = ()
    """Engines that proved it again after a solver with floating-point numbers."""

    @property
    def engine(self) -> str:
        """Names of the engines that found the outcome, in one line."""
        again = f", confirmed by {'+'.join(self.confirmed_by)}" if self.confirmed_by else ""
        return "+".join(self.engines) + again


def run_ways(system: System, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Return the outcome for a system, by running the strategies of `ways` in order.

    Raises:
        LimitReached: When no engine can take the system, or the time limit is reached.
    """
    with closing(ways(system, wanted, watch.remaining())) as listed_ways:
        for way in listed_ways:
            if way.outcome is not None and (
                watch.remaining() > 0 or way.engines == ("elimination",)
            ):
                return FoundOutcome(way.outcome, way.engines, (way.why,))
            watch.heard(first_known(system))
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


def first_known(system: System) -> Known:
    """Return the solution found by elimination, or `Known()` if it has not been computed."""
    first = system.__dict__.get("first")
    if first is None or isinstance(first, Unsolvable):
        return Known()
    return Known(0, as_tuple(first), system.weight(first))


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
    from lo_exact.processes.racing import race

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

    outcome, names = race(
        way.engines, lambda name, lane: find_engine(name).minimise(system, wanted, lane), watch,
        meeting=not wanted.more_than_one,
        later=later if way.patience < np.inf else None, late=late,
    )  # fmt: skip
    return FoundOutcome(outcome, names, (why,))


def late_after(seconds: float) -> Callable[[], bool]:
    """Return a function that checks whether the given CPU seconds were used since this call."""
    from lo_exact.processes.worker import cpu_seconds

    began, used = time.monotonic(), cpu_seconds()
    next_look = began + seconds  # not earlier: CPU time of one thread <= wall-clock time

    def late() -> bool:
        nonlocal next_look
        if time.monotonic() < next_look:
            return False
        next_look = time.monotonic() + LOOK_SECONDS
        return cpu_seconds() - used >= seconds

    return late


def _bound(system: System, watch: Watch, *, long: bool) -> None:
    """Compute an upper and a lower bound by quick methods, and report both to the watch."""
    from lo_exact.solver.bounds import lower_bound, upper_bound

    if system.unknowns > MAX_BOUNDED:
        return
    found = system.solutions
    assert isinstance(found, Coset)
    upper_bound(system, found, np.random.default_rng(SEARCH_SEED), watch)
    lower_bound(system, watch, long=long)
