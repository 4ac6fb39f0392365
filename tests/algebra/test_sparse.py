"""Integers of any dtype are taken as they are, everything else is refused: nothing is rounded."""

import numpy as np
import pytest

from lo_exact import grid_puzzle, kernel, matrix_puzzle, minimum, prove, solve, solve_many
from lo_exact.algebra.sparse import whole
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.solver import count

PLUS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]
DTYPES = ["int8", "uint8", "int16", "uint32", "int64", "uint64", "bool", "object"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_integers_of_any_dtype_are_a_board(dtype):
    board = np.array(PLUS, dtype=dtype)
    assert minimum(grid_puzzle(board)).weight == 1
    assert minimum(board).weight == 1
    assert solve(board).presses == prove(board).presses == (0, 0, 0, 0, 1, 0, 0, 0, 0)
    assert count(board).solutions_total == 1
    assert kernel(board).size == 1


@pytest.mark.parametrize("dtype", DTYPES)
def test_dense_arrays_are_matrices(dtype):
    matrix = np.array([[1, 0, 1], [0, 1, 1]], dtype=dtype)
    found = minimum(matrix_puzzle(matrix, np.array([1, 1], dtype=dtype)))
    assert found.presses == (0, 0, 1)
    other = matrix_puzzle(np.array([[2, 1]], dtype=np.uint8), np.array([2], np.uint8), colours=3)
    assert minimum(other).weight == 1
    with pytest.raises(PuzzleError, match="mod 3"):
        matrix_puzzle(other.activation, [1], colours=2)


@pytest.mark.parametrize("dtype", ["uint8", "bool", "int64"])
def test_many_states_of_any_dtype(dtype):
    states = np.array([np.ravel(PLUS), np.zeros(9)], dtype=dtype)
    puzzle = grid_puzzle(PLUS)
    assert [found.weight for found in solve_many(puzzle, states)] == [1, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        [[0.5, 1.9]],
        [[float("nan"), 1]],
        [[1.0, 0.0]],
        [["1", "0"]],
        [[None, 1]],
        [[1, 0], [1]],
        [[2**70, 0]],
        np.array([[2**63]], dtype=np.uint64),
        [[1j, 0]],
    ],
)
def test_everything_else_is_refused_in_one_sentence(wrong):
    for make in (grid_puzzle, lambda values: matrix_puzzle(values, [0])):
        with pytest.raises(PuzzleError, match="must be whole numbers") as caught:
            make(wrong)
        assert "\n" not in str(caught.value)


def test_targets_prices_and_states_are_not_rounded_either():
    for more in ({"target": 0.5}, {"prices": [[0.5, 1.0]]}, {"buttons": [[0.5, 1.0]]}):
        with pytest.raises(PuzzleError, match="whole numbers"):
            grid_puzzle([[0, 1]], **more)
    with pytest.raises(PuzzleError, match="whole numbers"):
        list(solve_many(grid_puzzle([[0, 1]]), [[0.5, 1.0]]))


@pytest.mark.parametrize("wrong", [[1, 0], "11", None, np.zeros(4, dtype=int)])
def test_a_question_about_something_else_is_refused(wrong):
    with pytest.raises(UsageError, match="Puzzle"):
        minimum(wrong)


def test_what_holds_nothing_has_no_dtype():
    assert whole("state", []).dtype == np.int64
    assert whole("state", np.zeros((0, 3))).shape == (0, 3)
