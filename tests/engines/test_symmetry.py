"""Symmetries: those that are found are true."""

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.engines.symmetry import permutations
from lo_exact.puzzle import System
from tests.boards.systems import plus_board, take


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


def test_prices_of_a_button_take_its_symmetries_away():
    system = plus_board(9)
    lopsided = System(
        system.matrix, system.syndrome, system.prices + (np.arange(system.unknowns) == 3)
    )
    assert len(permutations(lopsided)) < 8


def test_a_board_without_symmetry_has_the_identity_alone():
    system = plus_board(9)
    state = system.matrix.dot(np.random.default_rng(0).integers(0, 2, 81))
    system = System(system.matrix, state, system.prices)
    assert not isinstance(system.solutions, Unsolvable)
    assert len(permutations(system)) == 1
    # thousands of equal buttons: too many ways, nothing is tried
    many = System(from_dense(np.ones((1, 3000)), 2), np.array([1]), np.ones(3000, dtype=np.int64))
    assert len(permutations(many)) == 1
