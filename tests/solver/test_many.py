"""Many boards of one matrix: each answer is the one of its own board."""

from dataclasses import replace

import numpy as np
import pytest

from lo_exact.outcome import Status
from lo_exact.solver.many import solve_many
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.truth.enumeration import Truth


@pytest.mark.parametrize("seed", range(2))
def test_every_board_gets_the_minimum_of_enumeration(seed):
    rng = np.random.default_rng(seed)
    for _, puzzle in zip(range(25), random_matrix_puzzles(rng, max_vectors=400), strict=False):
        states = [rng.integers(0, puzzle.colours, puzzle.lights) for _ in range(7)]
        answers = list(solve_many(puzzle, states))
        assert len(answers) == 7
        for state, answer in zip(states, answers, strict=True):
            truth = Truth(replace(puzzle, state=state))
            if not truth.solutions:
                assert answer.status is Status.INFEASIBLE
            else:
                assert (answer.status, answer.weight) == (Status.OPTIMAL, truth.weight)
                assert answer.presses == truth.minima[0]


def test_no_boards_are_no_answers():
    puzzle = next(random_matrix_puzzles(np.random.default_rng(0)))
    assert list(solve_many(puzzle, [])) == []
