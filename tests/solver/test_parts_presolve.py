"""Presolve: what it settles is settled in some minimum, and its parts are independent."""

from collections.abc import Iterator

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import Puzzle, System
from lo_exact.solver.parts import Presolved, minimise_parts, presolve
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
    outcome = minimise_parts(settled, "auto", Wanted(10**6, True, True), Watch()).outcome
    if not truth.solutions:
        assert outcome.status is Status.INFEASIBLE
        return
    assert outcome.weight == truth.weight
    assert outcome.count == len(truth.minima)
    assert sorted(x[: puzzle.buttons] for x in outcome.minima) == truth.minima
    assert outcome.minima[0][: puzzle.buttons] == truth.minima[0]


def answered(system: System) -> Outcome:
    """Return all minima by enumeration."""
    return find_engine("exhaustive").minimise(system, Wanted(10**6, True, True), Watch())


NUMBERS = pytest.mark.parametrize("number", [8, pytest.param(60, marks=pytest.mark.large)])


def random_parts(seed: int, number: int) -> Iterator[tuple[Presolved, list[System], Truth]]:
    """Yield random solvable puzzles after presolve that fall into several parts."""
    rng = np.random.default_rng(seed)
    found = 0
    for puzzle in random_matrix_puzzles(rng, max_vectors=1500):
        settled, truth = presolve(puzzle.system), Truth(puzzle)
        if truth.solutions and len(settled.parts) > 1:
            yield settled, [part.system for part in settled.parts], truth
            found += 1
        if found == number:
            return


@NUMBERS
def test_minima_of_the_parts_lift_to_those_of_the_whole(number):
    for settled, systems, truth in random_parts(1, number):
        outcomes = [answered(system) for system in systems]
        whole = settled.lift(outcomes, 10**6)
        assert (whole.weight, whole.count) == (truth.weight, len(truth.minima))
        buttons = len(truth.minima[0])
        assert sorted(x[:buttons] for x in whole.minima) == truth.minima
        assert settled.lift(outcomes, 1).minima == whole.minima[:1]


@NUMBERS
def test_a_solution_cut_into_its_shares_and_lifted_is_itself(number):
    for settled, systems, _ in random_parts(2, number):
        presses = settled.lift([answered(system) for system in systems]).minima[0]
        known = Known(0, presses, settled.system.weight(np.array(presses)))
        lifted = settled.lift_known([settled.share(part, known) for part in settled.parts])
        assert (lifted.presses, lifted.weight) == (presses, known.weight)


@NUMBERS
def test_bounds_of_the_parts_add_up_and_presses_need_all_parts(number):
    for settled, systems, truth in random_parts(3, number):
        weights = [answered(system).weight for system in systems]
        fixed = truth.weight - sum(weights)
        lifted = settled.lift_known([Known(weight) for weight in weights])
        assert lifted == Known(truth.weight)
        assert settled.lift_known([Known() for _ in weights]) == Known(fixed)


def flooded(matrix: np.ndarray) -> int:
    """Return the number of components of lights and buttons, by a plain flood."""
    left, found = {("light", i) for i in range(len(matrix))}, 0
    left |= {("button", j) for j in range(matrix.shape[1])}
    while left:
        found += 1
        waiting = [left.pop()]
        while waiting:
            kind, at = waiting.pop()
            line = matrix[at] if kind == "light" else matrix[:, at]
            other = "button" if kind == "light" else "light"
            near = {(other, int(k)) for k in np.flatnonzero(line)} & left
            left -= near
            waiting += near
    return found


def test_a_system_is_left_whole_exactly_when_it_hangs_together_and_nothing_is_settled():
    rng = np.random.default_rng(6)
    whole = 0
    for _ in range(400):
        n, m = rng.integers(1, 9, 2)
        matrix = (rng.random((m, n)) < rng.choice([0.2, 0.4, 0.7])).astype(np.int64)
        matrix = matrix[matrix.any(axis=1)]  # a light without buttons is nobody's
        if not matrix.size:
            continue
        found = presolve(system(matrix, np.zeros(len(matrix), dtype=np.int64), 2))
        together = flooded(matrix) == 1 and matrix.sum(axis=1).min() > 1
        assert together == (len(found.parts) == 1 and found.parts[0].unknowns.size == n)
        whole += together
    assert 40 < whole < 360


def test_a_long_chain_hangs_together():
    chain = np.zeros((300, 301), dtype=np.int64)
    chain[np.arange(300), np.arange(300)] = chain[np.arange(300), np.arange(300) + 1] = 1
    found = presolve(system(chain, np.ones(300, dtype=np.int64), 2))
    assert [part.unknowns.size for part in found.parts] == [301]
