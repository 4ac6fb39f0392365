"""Windows against enumeration: weights, counts, lists, bounds, prices, any plan."""

import random
from functools import partial

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.compiled import has_numba
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.windows import engine as windows
from lo_exact.engines.windows import search
from lo_exact.engines.windows.plan import Planner
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from lo_exact.solver.running import ways
from tests.engines.windows.systems import (
    ASKED,
    dense_system,
    faults,
    plans_at_random,
    random_system,
    stopped,
)
from tests.truth.systems import truth

LOOPS = [False, pytest.param(True, marks=pytest.mark.skipif(not has_numba(), reason="numba"))]


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(k, marks=pytest.mark.large) for k in range(1, 4))]
)
@pytest.mark.parametrize("compiled", LOOPS)
def test_random_systems_with_plans_at_random_against_enumeration(block, compiled, monkeypatch):
    rng = random.Random(block)
    monkeypatch.setattr(Planner, "plans", plans_at_random(rng, compiled=compiled))
    engine = find_engine("windows")
    for _ in range(15 if block else 6):
        system = random_system(rng)
        if said := engine.refusal(system):
            assert "cost nothing" in said or "too heavy" in said
            continue
        right = truth(system)
        for wanted in ASKED:
            assert faults(engine.minimise, system, right, wanted) == ""


@pytest.mark.parametrize("block", range(3))
def test_a_stopped_search_knows_a_bound_and_a_solution(block, monkeypatch):
    rng = random.Random(100 + block)
    monkeypatch.setattr(Planner, "plans", plans_at_random(rng, compiled=False))
    for _ in range(15):
        system = random_system(rng)
        right = truth(system)
        if right.weight < 0 or windows.refusal(system):
            continue
        bound, weight = stopped(windows.minimise, system, Wanted(), rng.randrange(30))
        assert bound <= right.weight <= weight


def test_little_memory_lists_less_and_finds_the_same(monkeypatch):
    system = dense_system(40, 24)
    plenty = windows.minimise(system, Wanted(count=True), Watch())
    monkeypatch.setattr("lo_exact.engines.windows.window.LIST_BYTES", 2**10)
    little = windows.minimise(system, Wanted(count=True, memory=2**12), Watch())
    other = find_engine("syndrome").minimise(system, Wanted(count=True), Watch())
    assert (plenty.weight, plenty.count) == (little.weight, little.count)
    assert (plenty.weight, plenty.count) == (other.weight, other.count)


@pytest.mark.parametrize(
    ("system", "weight", "count"),
    [
        (dense_system(80, 40), 9, 1),
        (dense_system(100, 68), 6, 2),
        (dense_system(60, 20, colours=3), 23, 5),
    ],
    ids=["80, 2^40", "100, 2^68", "60, 3^20"],
)
def test_auto_takes_it_for_dense_systems(system, weight, count):
    first = next(way for way in ways(system, Wanted()) if not way.trial)
    assert first.engines[0] == "windows"
    bounds = []
    found = windows.minimise(system, Wanted(count=True), Watch(on_bound=bounds.append))
    assert (found.weight, found.count) == (weight, count)
    assert bounds == sorted(bounds)
    assert bounds[-1] == weight


@pytest.mark.parametrize(
    ("system", "said"),
    [
        (
            System(from_dense([[1, 2]], 300), np.array([1]), np.ones(2, dtype=np.int64)),
            "300 colours are more than 256",
        ),
        (
            System(from_dense([[1] * 40], 200), np.array([1]), np.ones(40, dtype=np.int64)),
            "7960 presses",
        ),
        (dense_system(300, 100), "sets and pairs of them"),
        (
            System(from_dense([[1] * 20], 6), np.array([1]), np.arange(20) // 15),
            "cost nothing",
        ),
    ],
)
def test_a_system_that_does_not_fit_is_refused_in_one_line(system, said):
    assert said in windows.refusal(system)


def test_pieces_give_what_one_search_gives_and_a_ledger_is_resumed(monkeypatch, tmp_path):
    rng = random.Random(5)
    monkeypatch.setattr(search, "WORTH_PIECES", 0)
    for number in range(8):
        system = random_system(rng)
        if windows.refusal(system):
            continue
        right, kept = truth(system), tmp_path / str(number)
        kept.mkdir()
        for where in (Where(jobs=1, ledger=kept), Where(jobs=1, ledger=kept), Where(pieces=1)):
            for wanted in ASKED:
                asked = partial(windows.minimise, where=where)
                assert not faults(asked, system, right, wanted), system


def test_a_search_that_was_stopped_goes_on_from_its_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "WORTH_PIECES", 0)
    system, where = dense_system(60, 30), Where(jobs=1, ledger=tmp_path)
    right = find_engine("windows").minimise(system, ASKED[1], Watch())
    looks = []
    windows.minimise(system, ASKED[1], Watch(stop=lambda *at: looks.append(at)), where)
    for path in tmp_path.iterdir():
        path.unlink()
    asked = partial(windows.minimise, where=where)
    bound, weight = stopped(asked, system, ASKED[1], len(looks) // 2)
    assert 0 < bound <= right.weight <= weight
    lines = {path: path.read_text() for path in tmp_path.iterdir()}
    assert asked(system, ASKED[1], Watch()) == right
    assert lines
    assert all(path.read_text().startswith(text) for path, text in lines.items())


def test_pieces_are_done_by_other_processes(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "WORTH_PIECES", 300)
    monkeypatch.setattr("lo_exact.runners.collect.WORTH_CHILDREN", 0.0)
    system = dense_system(70, 35)
    right = find_engine("windows").minimise(system, ASKED[1], Watch())
    found = windows.minimise(system, ASKED[1], Watch(), Where(jobs=2, pieces=3, ledger=tmp_path))
    assert found == right
    assert len(list(tmp_path.iterdir())) > 1
