"""Bounds against plain enumeration: never beyond the truth, never random by themselves."""

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_columns, from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.cuts import engine as cuts
from lo_exact.engines.engine import least_shares_bound
from lo_exact.errors import LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver import bounds
from lo_exact.solver.bounds import block_bound
from lo_exact.topology import grid_puzzle
from tests.boards.systems import take
from tests.truth.systems import truth


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.large) for k in (1, 2))])
def test_bounds_enclose_the_truth(seed):
    rng = np.random.default_rng(seed)
    for number, system in enumerate(take(150 if seed else 60, 500 + seed)):
        true = truth(system)
        if true.weight < 0:
            continue
        watch = Watch()
        presses = bounds.upper_bound(system, system.solutions, rng, watch, rounds=3)
        assert system.solves(np.array(presses, dtype=np.int64).reshape(system.unknowns))
        assert system.weight(np.array(presses, dtype=np.int64)) == watch.best_weight
        assert watch.best_weight >= true.weight, number
        assert least_shares_bound(system) <= true.weight, number
        assert bounds.region_bound(system, Watch()) <= true.weight, number
        for bits in (1, 3, 8):
            assert block_bound(system, Watch(), bits=bits) <= true.weight, number
        assert bounds.lower_bound(system, watch) <= true.weight, number
        if system.colours == 2:
            assert bounds.lower_bound(system, Watch(), long=True) <= true.weight, number


def test_the_same_seed_gives_the_same_presses():
    rng = np.random.default_rng(1)
    matrix = rng.integers(0, 2, (60, 160))
    system = System(from_dense(matrix, 2), rng.integers(0, 2, 60), np.ones(160, dtype=np.int64))
    assert not isinstance(system.solutions, Unsolvable)
    first, second, other = (
        bounds.upper_bound(system, system.solutions, np.random.default_rng(seed), Watch())
        for seed in (5, 5, 6)
    )
    assert first == second
    assert sum(first) < system.solutions.particular.sum()
    assert system.solves(np.array(other))


def test_local_search_finds_most_minima_of_middling_kernels():
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(10):
        matrix = rng.integers(0, 2, (30, 44))
        system = System(
            from_dense(matrix, 2), matrix @ rng.integers(0, 2, 44) % 2, np.ones(44, dtype=np.int64)
        )
        least = coset.minimise(system, Wanted(), Watch()).weight
        presses = bounds.upper_bound(system, system.solutions, rng, Watch())
        hits += sum(presses) == least
    assert hits >= 8


def test_a_region_costs_the_cheapest_way_to_what_a_light_misses():
    # c = 10, amounts 4 and 7 at prices 3 and 5: 5 = 4 + 4 + 7 (mod 10) costs 11, 1 = 4 + 7 8
    matrix = from_dense(np.array([[4, 7, 0, 0], [0, 0, 4, 7]]), 10)
    system = System(matrix, np.array([5, 1]), np.array([3, 5, 3, 5]))
    assert bounds.region_bound(system, Watch()) == 19
    # 5 = 7 * 5 and 1 = 7 * 3: one button each
    once = System(matrix, system.syndrome, system.prices, per_button=True)
    assert bounds.region_bound(once, Watch()) == 10
    two_only = System(from_dense([[2]], 4), np.array([1]), np.array([1]))
    assert bounds.region_bound(two_only, Watch()) == 0  # nothing reaches it: no cost is proved


def test_regions_that_share_a_button_are_not_added_up():
    chain = np.zeros((5, 4), dtype=np.int64)
    for j in range(4):
        chain[j : j + 2, j] = 1
    # lights 1 and 3 have buttons 0, 1 and 2, 3: every other light shares one with them
    system = System(from_dense(chain, 6), np.array([1, 5, 5, 5, 1]), np.ones(4, dtype=np.int64))
    assert bounds.region_bound(system, Watch()) == 5 + 5


@pytest.mark.parametrize(("colours", "times"), [
    (6, 1.2),
    *(pytest.param(colours, 1.1, marks=pytest.mark.large) for colours in (10, 12)),
])  # fmt: skip
def test_regions_prove_more_than_covering_where_colours_are_many(colours, times):
    rng = np.random.default_rng(colours)
    states = [rng.integers(0, colours, (12, 12)) for _ in range(4 if colours > 6 else 2)]
    boards = [grid_puzzle(state, colours=colours, topology="torus").system for state in states]
    proved = [bounds.region_bound(system, Watch()) for system in boards]
    assert sum(proved) > times * sum(map(least_shares_bound, boards))


def test_blocks_prove_the_minimum_of_separate_rings():
    # rings of five lights and five buttons, each button on its light and the next: one light wrong
    # twice in each ring, so the cheaper way round costs 2
    columns, syndrome = [], []
    for ring in range(40):
        columns += [{5 * ring + i: 1, 5 * ring + (i + 1) % 5: 1} for i in range(5)]
        syndrome += [1, 0, 1, 0, 0]
    system = System(from_columns(200, 2, columns), np.array(syndrome), np.ones(200, dtype=np.int64))
    assert block_bound(system, Watch(), bits=6) == 80
    assert bounds.lower_bound(system, Watch(), bits=6) == 80
    presses = bounds.upper_bound(system, system.solutions, np.random.default_rng(0), Watch())
    assert sum(presses) == 80


def test_the_clock_is_watched():
    system = take(1, 3, vectors=50)[0]
    system = System(from_dense(np.ones((2, 5)), 2), np.array([1, 1]), np.ones(5, dtype=np.int64))
    with pytest.raises(LimitReached):
        bounds.upper_bound(system, system.solutions, np.random.default_rng(0), Watch(seconds=-1))
    with pytest.raises(LimitReached):
        bounds.lower_bound(system, Watch(seconds=-1))


def test_duals_prove_more_than_covering_and_blocks_where_lights_do_not_matter():
    rng = np.random.default_rng(5)
    beside = np.eye(13, k=1) + np.eye(13, k=-1)
    board = np.kron(np.eye(13), beside) + np.kron(beside, np.eye(13)) + np.eye(169)
    gained = []
    for _ in range(2):
        matrix = board[rng.random(169) < 0.6].astype(np.int64)
        pressed = (rng.random(169) < 0.15).astype(np.int64)
        system = System(from_dense(matrix, 2), matrix @ pressed % 2, np.ones(169, dtype=np.int64))
        others = max(least_shares_bound(system), block_bound(system, Watch()))
        bound = bounds.lower_bound(system, Watch(), long=True)
        assert bound <= cuts.minimise(system, Wanted(), Watch()).weight <= pressed.sum()
        gained.append(bound - others)
    assert min(gained) >= 0
    assert sum(gained) > 0
