"""Symmetries: found ones are true, untrue ones are not used, and skipping orbits loses nothing."""

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.engines.coset import jobs
from lo_exact.engines.coset.prepared import prepare
from lo_exact.engines.coset.symmetric import OrbitSearchPart, symmetric_search
from lo_exact.engines.symmetry import permutations
from lo_exact.outcome import Outcome, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from tests.boards.systems import plus_board, take


def finish(search, minima: int = 3) -> Outcome:
    wanted = Wanted(minima=minima, count=True)
    return jobs.visit_all(search, wanted, Watch(), where=Where())


def plain(system: System):
    found = system.solutions
    prepared = prepare(found.kernel, system.prices, per_button=system.per_button)
    return prepared.search(found.particular)


def keeps(system: System, p) -> bool:
    """Whether the solutions of A x = s, found by trying all, are mapped to solutions."""
    n = system.unknowns
    numbers = np.arange(2**n)[:, None] >> np.arange(n) & 1
    dense = system.matrix.to_dense()
    solves = ((numbers @ dense.T) % 2 == system.syndrome).all(axis=1)
    moved = np.empty_like(numbers)
    moved[:, p] = numbers
    solves_moved = ((moved @ dense.T) % 2 == system.syndrome).all(axis=1)
    return bool((solves == solves_moved).all() and (system.prices[p] == system.prices).all())


@pytest.mark.parametrize("n", [3, 4, 5, 8, 9, 19])
def test_an_all_on_board_has_the_eight_symmetries_of_the_square(n):
    number = np.arange(n * n).reshape(n, n)
    turns = [np.rot90(number, k) for k in range(4)]
    square = {tuple(t.ravel()) for t in turns} | {tuple(t.T.ravel()) for t in turns}
    assert {tuple(p) for p in permutations(plus_board(n))} == square


def test_proposed_permutations_are_symmetries():
    found = 0
    for system in take(300, 11, vectors=2**7, colours=(2,)):
        proposed = permutations(system)
        assert proposed[0].tolist() == list(range(system.unknowns))
        found += len(proposed) - 1
        assert all(keeps(system, p) for p in proposed)
    assert found > 100


@pytest.mark.parametrize("n", [4, 9, 14, 16])
def test_one_prefix_of_each_orbit_gives_the_same_answer(n):
    system = plus_board(n)
    search = plain(system)
    fewer = symmetric_search(search, system.prices, permutations(system), job_overhead=0)
    assert isinstance(fewer.parts[0], OrbitSearchPart)
    assert fewer.parts[0].elements < search.parts[0].elements
    for minima in (1, 3, 50):
        assert finish(fewer, minima) == finish(search, minima)


def test_random_symmetric_systems_give_the_same_answer():
    rng = np.random.default_rng(6)
    used = 0
    for _ in range(60):
        # a circulant system with a syndrome and prices of a smaller period
        n, period = 12, int(rng.choice([1, 2, 3, 4]))
        row = rng.integers(0, 2, n) * (rng.random(n) < 0.4)
        matrix = np.array([np.roll(row, i) for i in range(0, n, int(rng.choice([1, 2])))])
        syndrome = matrix @ np.resize(rng.integers(0, 2, period), n) % 2
        system = System(from_dense(matrix, 2), syndrome, np.resize(rng.integers(1, 4, period), n))
        search = plain(system)
        fewer = symmetric_search(search, system.prices, permutations(system), job_overhead=0)
        used += fewer is not search
        assert finish(fewer, 4) == finish(search, 4)
    assert used > 5


def test_untrue_permutations_are_not_used():
    system = plus_board(9)
    search = plain(system)
    n = system.unknowns
    rng = np.random.default_rng(1)
    for bad in (
        [rng.permutation(n)],
        [np.zeros(n, dtype=np.intp)],
        [np.roll(np.arange(n), 1)],
        # a quarter turn without the half turn it makes is no group
        [np.rot90(np.arange(n).reshape(9, 9)).ravel()],
    ):
        assert symmetric_search(search, system.prices, bad, job_overhead=0) is search
    lopsided = System(system.matrix, system.syndrome, system.prices + (np.arange(n) == 3))
    search = plain(lopsided)
    untrue = permutations(system)
    assert symmetric_search(search, lopsided.prices, untrue, job_overhead=0) is search
    rest = permutations(lopsided)
    assert len(rest) < 8


def test_a_board_without_symmetry_has_the_identity_alone():
    system = plus_board(9)
    state = system.matrix.dot(np.random.default_rng(0).integers(0, 2, 81))
    system = System(system.matrix, state, system.prices)
    assert not isinstance(system.solutions, Unsolvable)
    assert len(permutations(system)) == 1
    # thousands of equal buttons: too many ways, nothing is tried
    many = System(from_dense(np.ones((1, 3000)), 2), np.array([1]), np.ones(3000, dtype=np.int64))
    assert len(permutations(many)) == 1
