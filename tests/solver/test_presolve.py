"""Presolve: what it settles is settled in some minimum, and its parts are independent."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import Puzzle, System
from lo_exact.solver.parts import minimise_parts
from lo_exact.solver.presolve import presolve
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.truth.enumeration import Truth


def system(matrix, syndrome, c, prices=None):
    matrix = np.array(matrix, dtype=np.int64).reshape(len(syndrome), -1)
    prices = np.ones(matrix.shape[1], np.int64) if prices is None else np.array(prices)
    return System(from_dense(matrix, c), np.array(syndrome, dtype=np.int64), prices)


def test_a_light_with_one_unit_button_forces_it_and_the_next_one():
    found = presolve(system([[2, 0], [1, 3]], [1, 2], 5))
    assert found.values.tolist() == [3, 3]
    assert found.parts == ()


def test_a_non_unit_amount_forces_nothing():
    found = presolve(system([[2]], [2], 4))
    assert len(found.parts) == 1


def test_a_button_without_lights_is_never_pressed_when_it_costs_something():
    found = presolve(system([[0, 1, 1], [0, 1, 2]], [1, 1], 3))
    assert found.values[0] == 0
    assert [part.unknowns.tolist() for part in found.parts] == [[1, 2]]


def test_a_free_button_without_lights_keeps_all_its_minima():
    found = presolve(system([[0, 1, 1]], [1], 3, prices=[0, 1, 1]))
    assert [part.unknowns.tolist() for part in found.parts] == [[0], [1, 2]]


def test_components_share_no_light_and_no_button():
    found = presolve(system([[1, 0, 1, 0], [0, 1, 0, 1]], [1, 0], 2))
    assert [part.unknowns.tolist() for part in found.parts] == [[0, 2], [1, 3]]


def test_a_lit_light_without_buttons_is_a_contradiction():
    assert presolve(system([[0], [1]], [1, 0], 2)).contradiction


@pytest.mark.parametrize("seed", range(3))
def test_minimum_and_count_survive_presolve(seed):
    rng = np.random.default_rng(seed)
    for _, puzzle in zip(range(150), random_matrix_puzzles(rng, max_vectors=1500), strict=False):
        check(puzzle)


def check(puzzle: Puzzle) -> None:
    truth = Truth(puzzle)
    settled = presolve(puzzle.system)
    if settled.contradiction:
        assert not truth.solutions
        return
    outcome = minimise_parts(
        puzzle.system, settled, "auto", Wanted(10**6, True, True), Watch()
    ).outcome
    if not truth.solutions:
        assert outcome.status is Status.INFEASIBLE
        return
    assert outcome.weight == truth.weight
    assert outcome.count == len(truth.minima)
    assert sorted(x[: puzzle.buttons] for x in outcome.minima) == truth.minima
    assert outcome.minima[0][: puzzle.buttons] == truth.minima[0]
