"""The race of external solvers: the first proof wins, bounds that meet are one, limits stop all."""

import os
import sys
import time
from functools import partial
from threading import current_thread

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import (
    ChildDied,
    DisagreementError,
    LimitReached,
    MissingPackageError,
    SolverError,
    UsageError,
)
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.processes import racing
from lo_exact.puzzle import Puzzle
from lo_exact.solver.running import run_ways, ways
from lo_exact.topology.random_puzzles import Range, random_matrix_puzzles
from tests.truth.enumeration import Truth

NAMES = ["chain:rc2", "chain:cadical"]


def race(runners, watch, *, later=None, **options):
    """Race runners that are functions of a watch, by name."""
    known = dict(runners)

    def more(watch):
        found = later(watch)
        known.update(found)
        return list(found)

    return racing.race(
        runners,
        lambda name, watch: known[name](watch),
        watch,
        later=None if later is None else more,
        **options,
    )


@pytest.mark.parametrize("races", [4, pytest.param(40, marks=pytest.mark.large)])
def test_the_race_proves_what_enumeration_proves(races):
    rng = np.random.default_rng(5)
    puzzles = random_matrix_puzzles(rng, colours=Range(2, 2), buttons=Range(1, 6))
    for _, puzzle in zip(range(races), puzzles, strict=False):
        truth = Truth(puzzle)
        system = puzzle.system
        runners = {name: partial(find_engine(name).minimise, system, Wanted()) for name in NAMES}
        outcome, (winner, *_) = race(runners, Watch())
        if not truth.solutions:
            assert (outcome.status, winner in NAMES) == (Status.INFEASIBLE, True)
        else:
            assert (outcome.status, outcome.weight) == (Status.OPTIMAL, truth.weight)
            assert outcome.minima[0][: puzzle.buttons] in truth.minima


def hard_puzzle() -> Puzzle:
    """A dense random system: 2^120 solutions, no short spans, beyond every engine."""
    rng = np.random.default_rng(11)
    matrix = rng.integers(0, 2, (120, 240))
    state = matrix @ rng.integers(0, 2, 240) % 2
    return Puzzle(from_dense(matrix, 2), state.astype(np.int64), np.zeros(120, np.int64))


@pytest.mark.large
def test_a_limit_ends_all_runners_with_a_true_bound():
    system = hard_puzzle().system
    watch = Watch(1.0)
    started = time.monotonic()
    with pytest.raises(LimitReached):
        run_ways(system, Wanted(), watch)
    assert time.monotonic() - started < 10
    assert 0 <= watch.lower_bound <= watch.best_weight
    assert system.solves(np.array(watch.best))


def test_hard_systems_are_given_to_two_kinds_of_solvers():
    (way,) = ways(hard_puzzle().system, Wanted())
    assert len(way.engines) == 2
    assert (way.offer, way.bounds) == (None, True)


def test_bounds_that_meet_are_a_proof_when_one_minimum_is_wanted():
    """Sixty lights that share no button: the covering bound is the minimum, cosets are huge."""
    matrix = np.kron(np.eye(60, dtype=np.int64), np.ones((1, 3), dtype=np.int64))
    puzzle = Puzzle(from_dense(matrix, 2), np.ones(60, np.int64), np.zeros(60, np.int64))
    outcome = run_ways(puzzle.system, Wanted(), Watch(60.0)).outcome
    assert (outcome.status, outcome.weight) == (Status.OPTIMAL, 60)


def race_of(answer: Outcome | Exception, watch: Watch) -> Outcome:
    """Two runners that say what they are told to say."""

    def runner(watch: Watch) -> Outcome:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return race({"a": runner, "b": runner}, watch, meeting=False)[0]


def test_runners_that_die_are_not_waited_for():
    with pytest.raises(MemoryError):
        race_of(MemoryError(), Watch(20.0))


def failing(**failures: Exception) -> str:
    """Say how a race ends in which every runner fails."""

    def runner(failure: Exception, watch: Watch) -> Outcome:
        raise failure

    runners = {name: partial(runner, failure) for name, failure in failures.items()}
    try:
        race(runners, Watch(20.0))
    except Exception as end:
        return f"{type(end).__name__}: {end}"
    return "no failure"


def test_a_refusal_inside_a_race_is_a_limit_that_says_who_and_why():
    assert failing(a=UsageError("a: too large"), b=LimitReached("too slow")) == (
        "LimitReached: nobody could prove it: a: too large; b: too slow"
    )
    assert failing(a=MissingPackageError("no such package"), b=ChildDied("was killed")) == (
        "LimitReached: nobody could prove it: a: no such package; b: was killed"
    )
    assert failing(b=UsageError("too large"), a=UsageError("too large")) == (
        "LimitReached: nobody could prove it: b and a: too large"
    )


def test_a_broken_solver_is_not_hidden_behind_a_refusal():
    assert failing(a=UsageError("too large"), b=SolverError("wrong presses")) == (
        "SolverError: wrong presses"
    )


def test_a_proof_against_known_presses_or_a_bound_is_a_disagreement():
    optimal, infeasible = Outcome(Status.OPTIMAL, 1, ((1, 0),)), Outcome(Status.INFEASIBLE)
    better, higher = Watch(20.0), Watch(20.0)
    better.improved((0, 0), 0)
    higher.bound(2)
    for answer, watch in ((optimal, better), (optimal, higher), (infeasible, better)):
        with pytest.raises(DisagreementError):
            race_of(answer, watch)
    assert race_of(optimal, Watch(20.0)).weight == 1


class Timed:
    """Runners by name: seconds until the answer, and the answer."""

    def __init__(self, **runners: tuple[float, Outcome | Exception]):
        self.runners, self.started = runners, []

    def of(self, names):
        return {name: partial(self._run, name) for name in names}

    def _run(self, name: str, watch: Watch) -> Outcome:
        self.started.append(name)
        seconds, answer = self.runners[name]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            watch.check()
            time.sleep(0.01)
        if isinstance(answer, Exception):
            raise answer
        return answer


ONE = Outcome(Status.OPTIMAL, 1, ((1, 0),))


def after(seconds):
    """Return what says that a runner is late when so much time is over."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def staged(timed, names, later, head_start=0.1, watch=None):
    proof, winners = race(
        timed.of(names),
        watch or Watch(20.0),
        later=(lambda inner: timed.of(later(inner))) if later is not None else None,
        late=after(head_start),
    )
    return proof, *winners


def test_who_answers_in_the_head_start_has_no_company():
    timed = Timed(a=(0.0, ONE), b=(0.0, ONE))
    assert staged(timed, ["a"], lambda watch: ["b"], head_start=10.0) == (ONE, "a")
    assert timed.started == ["a"]


def test_others_join_after_the_head_start_and_may_win():
    timed = Timed(a=(15.0, ONE), b=(0.0, ONE))
    assert staged(timed, ["a"], lambda watch: ["a", "b"]) == (ONE, "b")
    assert timed.started == ["a", "b"]


@pytest.mark.parametrize("failure", [MemoryError(), LimitReached("too large"), ValueError()])
def test_who_cannot_name_the_others_does_not_stop_who_runs(failure):
    timed = Timed(a=(0.5, ONE))

    def later(watch):
        raise failure

    assert staged(timed, ["a"], later) == (ONE, "a")
    timed = Timed(a=(0.5, ValueError("first")))
    with pytest.raises((type(failure), ValueError)):
        staged(timed, ["a"], later)


def test_a_proof_during_the_search_for_bounds_ends_it():
    timed = Timed(a=(0.3, ONE))

    def later(watch):
        while True:
            watch.check()
            time.sleep(0.01)

    assert staged(timed, ["a"], later) == (ONE, "a")


def test_a_deadline_during_the_search_for_bounds_is_said_as_one():
    timed = Timed(a=(15.0, ONE))

    def later(watch):
        while True:
            watch.check()
            time.sleep(0.01)

    with pytest.raises(LimitReached, match=r"after 0\.[5-9] s|after 1"):
        staged(timed, ["a"], later, watch=Watch(0.5))


def test_bounds_that_cross_are_a_disagreement():
    timed = Timed(a=(15.0, ONE))
    watch = Watch(20.0)
    watch.improved((0, 1), 1)
    watch.bound(2)
    with pytest.raises(DisagreementError, match="lower bound of 2"):
        staged(timed, ["a"], None, watch=watch)


def test_who_is_alone_runs_in_the_thread_of_the_caller():
    seen = []

    def runner(watch):
        seen.append(current_thread())
        return ONE

    race({"a": runner}, Watch(20.0), later=lambda watch: {}, late=after(10.0))
    assert seen == [current_thread()]


def test_what_is_no_failure_of_a_lone_runner_ends_the_race():
    def runner(watch):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        race({"a": runner}, Watch(20.0), later=lambda watch: {}, late=after(10.0))


def test_what_the_outer_watch_raises_ends_a_lone_runner_and_the_race():
    class Cancelled(Exception):
        pass

    def cancel(progress):
        raise Cancelled

    timed = Timed(a=(15.0, ONE), b=(0.0, ONE))
    with pytest.raises(Cancelled):
        staged(timed, ["a"], lambda watch: ["b"], head_start=10.0, watch=Watch(20.0, cancel))
    assert timed.started == ["a"]


def telling(bound):
    """Return a runner that tells presses of weight 1 and a bound, and never ends by itself."""

    def runner(watch):
        watch.improved((1, 0), 1)
        watch.bound(bound)
        while True:
            watch.check()
            time.sleep(0.01)

    return runner


@pytest.mark.parametrize("head_start", [0.1, 10.0])
def test_presses_and_a_bound_that_meet_end_a_lone_runner(head_start):
    watch = Watch(20.0)
    late = after(head_start)
    met, names = race({"a": telling(1)}, watch, later=lambda w: {}, late=late)
    assert (met.status, met.weight, met.minima, names) == (Status.OPTIMAL, 1, ((1, 0),), ("a",))
    assert watch.told() == ((1, 0), 1)


def test_a_lone_runner_whose_bound_crosses_is_a_disagreement():
    with pytest.raises(DisagreementError, match="lower bound of 2"):
        race({"a": telling(2)}, Watch(20.0), later=lambda w: {}, late=after(10.0))


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_who_joins_runs_at_low_priority_and_who_leads_does_not():
    seen = {}

    def runner(name, seconds, watch):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            watch.check()
            time.sleep(0.01)
        seen[name] = os.getpriority(os.PRIO_PROCESS, 0)
        return ONE

    own = os.getpriority(os.PRIO_PROCESS, 0)
    race(
        {"a": partial(runner, "a", 1.0)},
        Watch(20.0),
        later=lambda watch: {"b": partial(runner, "b", 0.0)},
        late=after(0.0),
    )
    assert seen["b"] > own
    assert os.getpriority(os.PRIO_PROCESS, 0) == seen.get("a", own) == own


def test_others_are_asked_at_once_when_a_lone_runner_gives_up():
    timed = Timed(a=(0.0, LimitReached("too large")), b=(0.0, ONE))
    started = time.monotonic()
    assert staged(timed, ["a"], lambda watch: ["b"], head_start=10.0) == (ONE, "b")
    assert time.monotonic() - started < 5
