"""Many boards of one matrix: each answer is the one of its own board."""

from dataclasses import replace

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.errors import PuzzleError
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solver.batch.batch import minimum_batch
from lo_exact.solver.questions import minimum, solve_many
from lo_exact.topology import grid_puzzle, matrix_puzzle
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.boards.codes import bicycle
from tests.boards.puzzles import edges_of_a_grid
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


def test_one_array_yielded_again_and_again_is_many_boards():
    """Three lights of three colours, a button for each: what is missing is pressed."""
    puzzle = Puzzle(from_dense(np.eye(3, dtype=np.int64), 3), np.zeros(3, int), np.zeros(3, int))
    state = np.zeros(3, dtype=np.int64)

    def states():
        for light in range(3):
            state[:] = 0
            state[light] = 1 + light % 2
            yield state

    answers = list(solve_many(puzzle, states()))
    assert [answer.presses for answer in answers] == [(2, 0, 0), (0, 1, 0), (0, 0, 2)]
    assert [answer.puzzle.state.tolist() for answer in answers] == [[1, 0, 0], [0, 2, 0], [0, 0, 1]]


def test_weights_beyond_64_bits_are_exact_one_by_one_and_refused_in_arrays():
    """Three lights, each with a button of its own, and one button for all, for nothing."""
    colours, price = 2**31, 2**31
    dear, free = (
        matrix_puzzle(matrix, (1, 1, 1), colours=colours, objective=Objective.PRICES, prices=prices)
        for matrix, prices in (
            (np.eye(3, dtype=np.int64), [price] * 3),
            (np.column_stack([np.eye(3, dtype=np.int64), [1, 1, 1]]), [price] * 3 + [0]),
        )
    )
    most = 3 * (colours - 1) * price
    assert [answer.weight for answer in solve_many(dear, [(1, 1, 1), (0, 0, 0)])] == [most, 0]
    assert next(solve_many(free, [(1, 1, 1)])).weight == 0
    for one in (dear, free):
        with pytest.raises(PuzzleError, match=f"weights up to {most} .* 64 bits"):
            minimum_batch(one, np.array([[1, 1, 1]]))


def test_no_boards_are_no_answers():
    puzzle = next(random_matrix_puzzles(np.random.default_rng(0)))
    assert list(solve_many(puzzle, [])) == []


def test_boards_of_a_sparse_code_are_answered_together():
    """[[72,12,6]]: five light errors, one of nine, one unsolvable."""
    matrix = bicycle((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])
    zeros = np.zeros(36, dtype=np.int64)
    puzzle = Puzzle(from_dense(matrix, 2), zeros, zeros)
    states = [matrix[:, j] for j in range(5)]
    states.append(matrix[:, :9].sum(axis=1) % 2)
    states.append(np.eye(36, dtype=np.int64)[0])
    answers = list(solve_many(puzzle, states))
    assert [a.weight for a in answers[:5]] == [1] * 5
    assert answers[5].status is Status.OPTIMAL
    assert answers[6].status is Status.INFEASIBLE
    assert answers[6].witness


def test_boards_that_only_matching_proves_at_once():
    """On a grid's edges two lights are put out by a shortest way between them."""
    puzzle = edges_of_a_grid(20, 20)
    states = np.zeros((3, 400), dtype=np.int64)
    states[0, [0, 399]] = states[1, [5, 8]] = states[2, [0]] = 1
    answers = list(solve_many(puzzle, states))
    assert [answer.weight for answer in answers] == [38, 3, None]
    assert answers[2].status is Status.INFEASIBLE


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_arrays_and_solutions_are_the_same_answers(colours):
    """The lexicographically least minima through either door."""
    puzzle = grid_puzzle(np.ones((4, 4), dtype=np.int64), colours=colours)
    rng = np.random.default_rng(colours)
    states = rng.integers(0, colours, (40, 16))
    listed, answers = list(solve_many(puzzle, states)), minimum_batch(puzzle, states)
    assert answers.proved == 40
    for solution, presses, canonical in zip(
        listed, answers.pressed(), answers.canonical, strict=True
    ):
        solvable = solution.status is Status.OPTIMAL
        assert canonical == solvable
        if solvable:
            truth = minimum(solution.puzzle, engine="exhaustive" if colours == 2 else "coset")
            assert solution.presses == tuple(presses.tolist()) == truth.presses
            assert solution.canonical
        else:
            assert solution.witness is not None
