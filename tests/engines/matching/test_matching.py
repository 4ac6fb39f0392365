"""The matching engine against plain enumeration and against shortest paths done by hand."""

import time

import networkx
import numpy as np
import pytest

from lo_exact.algebra import from_columns, from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.matching import engine as matching
from lo_exact.engines.matching.engine import MatchingSizes
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
    prices = rng.integers(0, highest + 1, buttons)
    if rng.random() < 0.3:
        prices[:] = highest
    return System(matrix, syndrome, prices, bool(rng.random() < 0.3))


WAYS = {
    "here": MatchingSizes(),
    "in a child": MatchingSizes(terminals_here=0),
    "by networkx": MatchingSizes(longest=0),
    "searched": MatchingSizes(counted_vertices=0),
}
"""What is made to happen by which sizes."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("canonical", [False, True])
@pytest.mark.parametrize("cases", [80, pytest.param(250, marks=pytest.mark.large)])
def test_the_engine_agrees_with_enumeration(cases, canonical, way):
    rng = np.random.default_rng([int(canonical), list(WAYS).index(way)])
    for number in range(cases):
        system = graph_system(rng, int(rng.integers(0, 7)), int(rng.integers(0, 10)))
        assert matching.refusal(system) == ""
        true = truth(system)
        outcome = matching.minimise(system, Wanted(canonical=canonical), Watch(), sizes=WAYS[way])
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


def torus(n, syndrome, prices):
    """Return the system of the edges of an n x n torus that have odd degree where it says."""
    place = np.arange(n * n).reshape(n, n)
    ends = [
        (int(a), int(b))
        for axis in (0, 1)
        for a, b in zip(place.ravel(), np.roll(place, -1, axis).ravel(), strict=True)
    ]
    return System(from_columns(n * n, 2, [{a: 1, b: 1} for a, b in ends]), syndrome, prices)


@pytest.mark.parametrize("highest", [1, pytest.param(50, marks=pytest.mark.large)])
def test_tori_take_what_networkx_says_of_all_distances(highest):
    rng = np.random.default_rng(highest)
    n = 14
    for _ in range(4):
        prices = rng.integers(1, highest + 1, 2 * n * n)
        syndrome = np.zeros(n * n, dtype=np.int64)
        syndrome[rng.choice(n * n, 60, replace=False)] = 1
        system = torus(n, syndrome, prices)
        graph = networkx.Graph()
        for j in range(system.unknowns):
            a, b = system.matrix.column(j)[0].tolist()
            graph.add_edge(a, b, weight=int(prices[j]))
        far = dict(networkx.all_pairs_dijkstra_path_length(graph))
        odd = np.flatnonzero(syndrome).tolist()
        pairs = networkx.Graph()
        pairs.add_weighted_edges_from((a, b, far[a][b]) for a in odd for b in odd if a < b)
        least = networkx.min_weight_matching(pairs)
        weight = sum(far[a][b] for a, b in least)
        assert matching.minimise(system, Wanted(), Watch()).weight == weight


def test_a_torus_of_odd_length_and_no_price_is_paired_up_all_the_same():
    """Steps say nothing where they are free."""
    syndrome = np.zeros(25, dtype=np.int64)
    syndrome[[0, 3, 7, 9, 18, 24]] = 1
    assert (
        matching.minimise(torus(5, syndrome, np.zeros(50, np.int64)), Wanted(), Watch()).weight == 0
    )


def test_pairs_that_do_not_fit_the_memory_are_refused_beforehand():
    syndrome = np.zeros(100, dtype=np.int64)
    syndrome[:40] = 1
    system = torus(10, syndrome, np.ones(200, np.int64))
    assert matching.minimise(system, Wanted(memory=200 * 800), Watch()).weight > 0
    with pytest.raises(LimitReached, match="pairing 40 lights up takes 1 MiB, more than 0 MiB"):
        matching.minimise(system, Wanted(memory=200 * 800 - 1), Watch())


@pytest.mark.large
def test_more_terminals_than_fit_here_can_be_stopped():
    sizes = MatchingSizes(terminals_here=10)
    syndrome = np.ones(40 * 40, dtype=np.int64)
    system = torus(40, syndrome, np.ones(2 * 40 * 40, np.int64))
    began = time.monotonic()
    with pytest.raises(LimitReached):
        matching.minimise(system, Wanted(), Watch(seconds=1.5), sizes=sizes)
    assert time.monotonic() - began < 15  # 1,600 terminals take longer


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
