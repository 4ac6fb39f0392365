"""The matching engine against plain enumeration and against shortest paths done by hand."""

import numpy as np
import pytest

from lo_exact.algebra import from_columns, from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.matching import engine as matching
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.truth.systems import truth


def graph_system(rng: np.random.Generator, lights: int, buttons: int) -> System:
    columns = []
    for _ in range(buttons):
        touched = rng.choice(
            lights, size=min(int(rng.choice([0, 1, 2, 2, 2, 2])), lights), replace=False
        )
        columns.append({int(i): 1 for i in touched})
    matrix = from_columns(lights, 2, columns)
    syndrome = matrix.dot(rng.integers(0, 2, buttons))
    if lights and rng.random() < 0.15:
        syndrome = rng.integers(0, 2, lights)
    highest = int(rng.choice([1, 3, 2**31]))
    return System(matrix, syndrome, rng.integers(0, highest + 1, buttons), bool(rng.random() < 0.3))


@pytest.mark.parametrize("canonical", [False, True])
def test_the_engine_agrees_with_enumeration(canonical):
    rng = np.random.default_rng(int(canonical))
    for number in range(250):
        system = graph_system(rng, int(rng.integers(0, 7)), int(rng.integers(0, 10)))
        assert matching.refusal(system) == ""
        true = truth(system)
        outcome = matching.minimise(system, Wanted(canonical=canonical), Watch())
        if true.weight < 0:
            assert outcome.status is Status.INFEASIBLE, number
            assert system.refutes(np.array(outcome.witness, dtype=np.int64))
            continue
        assert outcome.status is Status.OPTIMAL, number
        assert outcome.weight == true.weight, number
        assert outcome.minima[0] in true.minima, number
        if canonical:
            assert outcome.canonical
            assert outcome.minima[0] == true.minima[0], number


def test_all_minima_are_listed_in_order_and_counted():
    rng = np.random.default_rng(20)
    for number in range(60):
        system = graph_system(rng, int(rng.integers(0, 6)), int(rng.integers(0, 9)))
        true = truth(system)
        if true.weight >= 0:
            outcome = matching.minimise(system, Wanted(minima=4, count=True), Watch())
            assert outcome.minima == true.minima[:4], number
            assert outcome.count == len(true.minima), number


def test_larger_graphs_agree_with_the_coset_engine():
    rng = np.random.default_rng(4)
    for _ in range(12):
        system = graph_system(rng, 40, 52)
        if coset.refusal(system):
            continue
        expected = coset.minimise(system, Wanted(), Watch())
        outcome = matching.minimise(system, Wanted(canonical=True), Watch())
        assert (outcome.status, outcome.weight) == (expected.status, expected.weight)
        assert outcome.minima == expected.minima


def test_a_long_path_is_settled_from_its_ends():
    n = 30_000
    system = System(
        from_columns(n, 2, [{i: 1, i + 1: 1} for i in range(n - 1)]),
        (np.arange(n) % (n - 1) == 0).astype(np.int64),
        np.ones(n - 1, dtype=np.int64),
    )
    outcome = matching.minimise(system, Wanted(), Watch())
    assert outcome.weight == n - 1


def test_two_far_corners_of_a_grid_are_joined_by_a_shortest_path():
    n = 60
    number = np.arange(n * n).reshape(n, n)
    ends = np.concatenate(
        [
            np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()], axis=1),
            np.stack([number[:-1].ravel(), number[1:].ravel()], axis=1),
        ]
    )
    syndrome = np.zeros(n * n, dtype=np.int64)
    syndrome[[0, n * n - 1]] = 1
    system = System(
        from_columns(n * n, 2, [{int(a): 1, int(b): 1} for a, b in ends]),
        syndrome,
        np.ones(len(ends), dtype=np.int64),
    )
    assert matching.minimise(system, Wanted(), Watch()).weight == 2 * (n - 1)


def test_what_is_no_matching_problem_is_refused():
    three = System(from_dense(np.ones((3, 1)), 2), np.ones(3, dtype=np.int64), np.ones(1, int))
    assert matching.refusal(three) == "button 0 touches 3 lights; matching allows 2"
    colours = System(from_dense(np.ones((1, 1)), 3), np.ones(1, dtype=np.int64), np.ones(1, int))
    assert matching.refusal(colours) == "matching needs 2 colours, not 3"
    with pytest.raises(UsageError, match="3 lights"):
        matching.minimise(three, Wanted(), Watch())


def test_the_clock_is_watched():
    system = System(
        from_columns(4, 2, [{i: 1, (i + 1) % 4: 1} for i in range(4)]),
        np.array([1, 1, 1, 1]),
        np.ones(4, dtype=np.int64),
    )
    with pytest.raises(LimitReached):
        matching.minimise(system, Wanted(), Watch(seconds=-1))
