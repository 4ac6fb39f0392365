"""Every promise of an engine, broken by a toy engine, is an internal error with its name."""

import sys
from types import ModuleType

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.engine import Engine, Offer
from lo_exact.errors import SolverError
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver import minimum
from lo_exact.topology import matrix_puzzle
from tests.cli_runner import ALL_ON, run

ALL = Wanted(10, count=True, canonical=True)
FIRST = ((0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0))
"""All minima of one light that four buttons change."""


def one_light(syndrome: int = 1, lights: int = 1) -> System:
    ones = np.ones((lights, 4), dtype=np.int64)
    state = np.zeros(lights, dtype=np.int64)
    state[0] = syndrome
    return System(from_dense(ones, 2), state, ones[0])


@pytest.fixture
def toy(monkeypatch):
    """Make an engine that returns what it is given, after telling its watch what it is given."""

    def made(outcome, *, bound=0, presses=None, raw=False) -> Engine:
        def minimise(system, wanted, watch):
            watch.bound(bound)
            if presses is not None:
                watch.improved(presses, sum(presses))
            return outcome

        door = ModuleType("toy_door")
        door.refusal, door.minimise = (lambda system: ""), minimise
        monkeypatch.setitem(sys.modules, "toy_door", door)
        return Engine("toy", "breaks its promises", "toy_door", raw=raw)

    return made


def optimal(*minima, weight=1, count=None, canonical=False) -> Outcome:
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical)


def test_an_engine_that_keeps_its_promises_passes_and_its_watch_knows_the_minimum(toy):
    for outcome, wanted in (
        (optimal(FIRST[2]), Wanted()),
        (optimal(*FIRST, count=4, canonical=True), ALL),
        (optimal(*FIRST[:2], count=4, canonical=True), Wanted(2, count=True, canonical=True)),
        (optimal(FIRST[1], count=4), Wanted(count=True)),
    ):
        watch = Watch()
        assert toy(outcome).minimise(one_light(), wanted, watch) is outcome
        assert (watch.best, watch.best_weight, watch.lower_bound) == (outcome.minima[0], 1, 1)


@pytest.mark.parametrize(
    ("outcome", "wanted", "sentence"),
    [
        (optimal(), Wanted(), "without a proof"),
        (Outcome(Status.FEASIBLE, 1, FIRST[:1]), Wanted(), "without a proof"),
        (optimal((1, 1, 0, 0), weight=2), Wanted(), "do not solve"),
        (optimal((0, 0, 3, 0), weight=3), Wanted(), "do not solve"),
        (optimal((1, 0, 0)), Wanted(), "do not solve"),
        (optimal(FIRST[0], weight=0), Wanted(), "claims weight 0, the presses have 1"),
        (optimal(*FIRST[:2], FIRST[1]), Wanted(3), "twice"),
        (optimal(*FIRST[:3], (1, 1, 0, 0)), Wanted(4), "do not solve"),
        (optimal(*FIRST[:3], (1, 1, 1, 0)), Wanted(4), "claims weight 1"),
        (optimal(*FIRST[:3], (1, 2, 0, 0)), Wanted(4), "do not solve"),
        (optimal(*FIRST[:3], (1, 0)), Wanted(4), "do not solve"),
        (optimal(*FIRST[:2]), Wanted(), "listed 2 minima, 1 were wanted"),
        (optimal(*FIRST, canonical=True), ALL, "did not count"),
        (optimal(*FIRST, count=3, canonical=True), ALL, "counted 3 minima, listed 4"),
        (optimal(*FIRST[:3], count=4, canonical=True), ALL, "counted 4 minima, listed 3"),
        (optimal(*FIRST, count=4), ALL, "lexicographically least"),
        (optimal(*FIRST[::-1], count=4, canonical=True), ALL, "which it is not"),
        (Outcome(Status.INFEASIBLE), Wanted(), "without a witness"),
        (Outcome(Status.INFEASIBLE, witness=(1,)), Wanted(), "a witness that proves nothing"),
    ],
)
def test_a_broken_promise_is_an_error_that_names_the_engine(toy, outcome, wanted, sentence):
    with pytest.raises(SolverError, match=f"^toy .*{sentence}"):
        toy(outcome).minimise(one_light(), wanted, Watch())


def test_what_an_engine_told_may_not_contradict_its_end(toy):
    heavy = optimal((1, 1, 1, 0), weight=3)
    with pytest.raises(SolverError, match=r"^toy claims weight 1, and told a bound of 2"):
        toy(optimal(FIRST[0]), bound=2).minimise(one_light(), Wanted(), Watch())
    with pytest.raises(SolverError, match=r"^toy claims weight 3, and told presses of 1"):
        toy(heavy, presses=FIRST[0]).minimise(one_light(), Wanted(), Watch())
    none = Outcome(Status.INFEASIBLE, witness=(1, 1))
    with pytest.raises(SolverError, match=r"^toy says that nothing solves .* and told presses"):
        toy(none, presses=FIRST[0]).minimise(one_light(lights=2), Wanted(), Watch())


def test_what_an_offer_carries_is_held_against_the_same_promises(toy):
    engine = toy(optimal(FIRST[0]))
    door = sys.modules["toy_door"]
    door.offer = lambda system, wanted: Offer("seen", 0.0, outcome=optimal(FIRST[0]))
    assert engine.offer(one_light()).outcome.weight == 1
    door.offer = lambda *asked: Offer("seen", 0.0, outcome=optimal((1, 1, 0, 0), weight=2))
    with pytest.raises(SolverError, match=r"^toy gave presses that do not solve"):
        engine.offer(one_light())


def test_no_solution_needs_a_witness_but_of_raw_engines(toy):
    system = one_light(lights=2)
    none = Outcome(Status.INFEASIBLE, witness=(1, 1))
    assert toy(none).minimise(system, Wanted(), Watch()) is none
    assert toy(Outcome(Status.INFEASIBLE), raw=True).minimise(system, Wanted(), Watch())
    with pytest.raises(SolverError, match="a witness that proves nothing"):
        toy(Outcome(Status.INFEASIBLE, witness=(1, 0)), raw=True).minimise(
            system, Wanted(), Watch()
        )


def test_many_minima_with_many_colours_are_multiplied_out_exactly(toy):
    c = 2**31 - 1
    nothing, ones = np.zeros(2, np.int64), np.ones(2, np.int64)
    system = System(from_dense([[1, c - 1], [0, 0]], c), nothing, ones, per_button=True)
    minima = tuple((k, k) for k in range(c - 5, c))
    assert toy(optimal(*minima, weight=2)).minimise(system, Wanted(5), Watch())
    wrong = (*minima[:4], (c - 1, c - 2))
    with pytest.raises(SolverError, match="do not solve"):
        toy(optimal(*wrong, weight=2)).minimise(system, Wanted(5), Watch())


def test_a_count_left_out_does_not_pass_in_silence(monkeypatch):
    from lo_exact.engines.coset import engine as coset

    answer = coset.minimise

    def without_count(system, wanted, watch):
        found = answer(system, wanted, watch)
        return Outcome(found.status, found.weight, found.minima, None, found.canonical)

    monkeypatch.setattr(coset, "minimise", without_count)
    with pytest.raises(SolverError, match=r"^coset did not count"):
        minimum(matrix_puzzle(np.array([[1, 1]]), [1], colours=2), count=True, engine="coset")
    ran = run("min", ALL_ON, "--count", "--engine", "coset")
    assert ran.code == 70
    assert "coset" in ran.err
