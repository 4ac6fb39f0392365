"""Meeting in the middle against enumeration: weights, counts, lists, prices, many lights."""

import random

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.windows import engine as windows
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.ways import ways
from tests.truth.systems import truth

ASKED = (Wanted(), Wanted(count=True, canonical=True), Wanted(minima=1000, count=True))


def dense_system(buttons, dimension, seed=1):
    rng = np.random.default_rng(seed)
    rank = buttons - dimension
    matrix = from_dense(rng.integers(0, 2, (rank, buttons)), 2)
    return System(matrix, rng.integers(0, 2, rank), np.ones(buttons, dtype=np.int64))


def random_system_of_colours(rng):
    c = rng.choice([3, 3, 4, 5, 6, 8, 9])
    n = rng.randrange({3: 8, 4: 7}.get(c, 5))
    m = rng.choice([rng.randrange(5), rng.randrange(5), 25])
    rows = [[rng.randrange(c) for _ in range(n)] for _ in range(min(m, 5))]
    if rng.random() < 0.4:  # far from invertible
        rows = [[value * rng.choice([0, 2, 3]) % c for value in row] for row in rows]
    rows += [rng.choice(rows) for _ in range(m - len(rows))]
    dense = np.array(rows, dtype=np.int64).reshape(m, n)
    pressed = np.array([rng.randrange(c) for _ in range(n)], dtype=np.int64)
    lit = np.array([rng.randrange(c) for _ in range(m)], dtype=np.int64)
    syndrome = dense @ pressed % c if rng.random() < 0.8 else lit
    prices = rng.choice([[1], [0, 1, 1, 2, 3], [2, 4, 6, 10]])
    costs = np.array([rng.choice(prices) for _ in range(n)], dtype=np.int64)
    return System(from_dense(dense, c), syndrome.reshape(m), costs, rng.random() < 0.3)


def random_system(rng):
    n, m = rng.randrange(13), rng.choice([rng.randrange(7), rng.randrange(7), 70])
    share = rng.choice([0.2, 0.5])
    rows = [[int(rng.random() < share) for _ in range(n)] for _ in range(min(m, 6))]
    rows += [rng.choice(rows) for _ in range(m - len(rows))]
    dense = np.array(rows, dtype=np.int64).reshape(m, n)
    pressed = np.array([rng.randrange(2) for _ in range(n)], dtype=np.int64)
    lit = np.array([rng.randrange(2) for _ in range(m)], dtype=np.int64)
    syndrome = dense @ pressed % 2 if rng.random() < 0.8 else lit
    prices = rng.choice([[1], [0, 1, 1, 2, 3], [2, 4, 6, 10]])
    costs = np.array([rng.choice(prices) for _ in range(n)], dtype=np.int64)
    return System(from_dense(dense, 2), syndrome.reshape(m), costs)


@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("lanes", [64, 3])
@pytest.mark.parametrize("made", [random_system, random_system_of_colours])
def test_random_systems_against_enumeration(made, block, lanes, monkeypatch):
    """With words of three lanes nearly every match is a false one, and is multiplied out."""
    monkeypatch.setattr(middle, "MAX_LANES", lanes)
    rng = random.Random(block)
    for _ in range(12):
        system = made(rng)
        if windows.refusal(system):
            free = int((system.prices == 0).sum())
            assert system.colours**free > windows.MAX_TARGETS
            continue
        right = truth(system)
        for wanted in ASKED:
            found = find_engine("windows").minimise(system, wanted, Watch())
            if right.weight < 0:
                assert found.status is Status.INFEASIBLE
                continue
            assert found.weight == right.weight
            if wanted.more_than_one:
                assert found.count == len(right.minima)
                assert found.minima == right.minima[: wanted.minima]


def test_little_memory_lists_less_and_finds_the_same():
    system = dense_system(40, 24)
    plenty = windows.minimise(system, Wanted(count=True), Watch())
    little = windows.minimise(system, Wanted(count=True, memory=windows.TABLE_BYTES + 2**12), Watch())
    assert (plenty.weight, plenty.count) == (little.weight, little.count)
    other = find_engine("syndrome").minimise(dense_system(40, 28), Wanted(count=True), Watch())
    same = windows.minimise(dense_system(40, 28), Wanted(count=True), Watch())
    assert (other.weight, other.count) == (same.weight, same.count)


def test_auto_takes_it_for_many_solutions_and_light_minima():
    system = dense_system(100, 68)
    first = next(way for way in ways(system, Wanted()) if not way.trial)
    assert first.engines[0] == "windows"
    watch = Watch()
    found = windows.minimise(system, Wanted(), watch)
    assert system.solves(np.array(found.minima[0]))
    assert watch.lower_bound <= found.weight == sum(found.minima[0])


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
        (dense_system(300, 100), "sums of columns"),
        (
            System(from_dense([[1] * 8], 2), np.array([1]), np.zeros(8, dtype=np.int64)),
            "cost nothing",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(system, said):
    assert said in windows.refusal(system)
