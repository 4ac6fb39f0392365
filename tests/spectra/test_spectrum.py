"""Spectra, what is near the minimum, and samples: puzzles of every kind against enumeration."""

import random
from collections import Counter

import numpy as np
import pytest

import lo_exact
from lo_exact.counters import counters_of
from lo_exact.errors import LimitReached, UsageError
from lo_exact.puzzle import ANY
from lo_exact.solver.questions import solutions_within
from lo_exact.spectra.spectrum import sample_minima, spectrum
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.truth.enumeration import Truth, cost


def test_puzzles_of_every_kind_agree_with_enumeration():
    rng = random.Random(5)
    met = Counter()
    for number in range(80):
        puzzle = random_puzzle(rng, 300, binary=number % 3 == 0)
        truth = Truth(puzzle)
        found = spectrum(puzzle)
        assert found.counts == Counter(cost(puzzle, x) for x in truth.solutions)
        assert list(found.counts) == sorted(found.counts)
        assert (found.witness is None) == bool(truth.solutions)
        excess = rng.choice([0, 1, 2, 5])
        near = [(cost(puzzle, x), x) for x in truth.solutions]
        wanted = sorted(one for one in near if one[0] <= truth.weight + excess)
        assert list(solutions_within(puzzle, excess).solutions) == wanted
        chosen = sample_minima(puzzle, 3, seed=number).solutions
        assert len(chosen) == (3 if truth.solutions else 0)
        assert all(x in truth.minima for _, x in chosen)
        met[bool(truth.solutions)] += 1
    assert min(met.values()) > 5


SEVENTY = np.zeros((9, 33), dtype=np.int64)
SEVENTY[0, :5] = SEVENTY[1, 5:12] = SEVENTY[2, 12:14] = 1
SEVENTY[3:6, 14:26] = np.random.default_rng(8).integers(0, 2, (3, 12))
SEVENTY[6:, 26:] = np.eye(3, 7, dtype=np.int64)
"""Five, seven and two buttons that do the same: 70 minima, beside lights that need nothing."""


@pytest.mark.large
@pytest.mark.parametrize(
    ("puzzle", "minima", "bound"),
    [
        (grid_puzzle(np.ones((5, 5), dtype=np.int64)), 4, 27.9),
        # four single buttons do for one light, and one does something else
        (matrix_puzzle([[1, 1, 1, 1, 0], [0, 0, 0, 0, 1]], [1, 1]), 4, 27.9),
        (matrix_puzzle(SEVENTY, [1, 1, 1, 0, 0, 0, 0, 0, 0]), 70, 134.6),
    ],
    ids=["5x5", "4 buttons", "70 minima"],
)
def test_samples_are_uniform(puzzle, minima, bound):
    many = 4000 if minima == 4 else 10_000
    seen = Counter(x for _, x in sample_minima(puzzle, many, seed=3).solutions)
    assert len(seen) == minima
    # chi-squared with 3 degrees of freedom passes 27.9, and with 69 passes 134.6, once in 250,000
    # times
    expected = many / minima
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < bound


def test_minima_of_a_narrow_board_are_sampled_by_ways():
    puzzle = grid_puzzle(np.random.default_rng(2).integers(0, 2, (4, 26)))
    target = puzzle.target.copy()
    target[np.random.default_rng(2).choice(104, 34, replace=False)] = ANY
    puzzle = lo_exact.Puzzle(puzzle.activation, puzzle.state, target)
    listed = lo_exact.all_minima(puzzle)
    chosen = sample_minima(puzzle, 2000, seed=1).solutions
    seen = Counter(x for _, x in chosen)
    assert {weight for weight, _ in chosen} == {listed.weight}
    assert len(listed.solutions) == listed.minimum_solutions > 20
    assert set(seen) == set(listed.solutions)
    assert spectrum(puzzle).counts[listed.weight] == listed.minimum_solutions


def test_equal_seeds_give_equal_samples():
    board = np.ones((5, 5), dtype=np.int64)
    first, again, other = (lo_exact.sample_minima(board, 20, seed=s).solutions for s in (1, 1, 2))
    assert first == again != other


def test_an_array_is_a_board_and_counters_are_refused():
    assert lo_exact.spectrum(np.ones((5, 5), dtype=np.int64)).counts == {15: 4}
    assert len(lo_exact.solutions_within(np.ones((5, 5), dtype=np.int64), 0).solutions) == 4
    with pytest.raises(UsageError, match="spectrum"):
        spectrum(counters_of(matrix_puzzle([[1, 1]], [2], colours=2**31)))


def test_a_time_limit_gives_nothing_rather_than_a_part():
    rng = np.random.default_rng(2)
    matrix = rng.integers(0, 2, (40, 70))
    puzzle = matrix_puzzle(matrix, matrix[:, 0])
    with pytest.raises(LimitReached, match="time limit"):
        spectrum(puzzle, time_limit=0.0)


def test_none_of_the_minima_is_sampled_where_none_is_wanted():
    found = sample_minima(matrix_puzzle([[1, 1, 1]], [1]), 0)
    assert (found.solutions, found.weight) == ((), 1)
