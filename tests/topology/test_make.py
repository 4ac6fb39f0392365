"""Boards made: what was promised about each, by plain enumeration."""

import itertools

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_exact.algebra import from_dense
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.puzzle import ANY
from lo_exact.topology import (
    grid_puzzle,
    matrix_puzzle,
    one_colour,
    pressed,
    random_board,
    random_residues,
    random_solvable,
    random_unsolvable,
    seeded,
    with_state,
)


def solvable(puzzle):
    """Try every press vector, and every shift of the target where it may be shifted."""
    dense = puzzle.activation.to_dense()
    matters = puzzle.target != ANY
    for shift in range(puzzle.colours if puzzle.uniform else 1):
        goal = (puzzle.target + shift - puzzle.state)[matters] % puzzle.colours
        for presses in itertools.product(range(puzzle.colours), repeat=puzzle.buttons):
            if (
                (dense @ np.array(presses, dtype=np.int64))[matters] % puzzle.colours == goal
            ).all():
                return True
    return False


def small_puzzle(lights, buttons, colours, uniform, unknown, seed):
    random = np.random.default_rng(seed)
    target = random.integers(0, colours, lights)
    target[random.random(lights) < unknown] = ANY
    return matrix_puzzle(
        from_dense(random.integers(0, colours, (lights, buttons)), colours),
        np.zeros(lights, dtype=np.int64),
        target=target,
        uniform=uniform,
    )


@settings(max_examples=50, deadline=None)
@given(
    lights=st.integers(0, 4),
    buttons=st.integers(0, 3),
    colours=st.sampled_from([2, 3, 4, 6]),
    uniform=st.booleans(),
    unknown=st.sampled_from([0.0, 0.3]),
    seed=st.integers(0, 2**32),
)
def test_random_boards_are_solvable_or_not_as_promised(
    lights, buttons, colours, uniform, unknown, seed
):
    puzzle = small_puzzle(lights, buttons, colours, uniform, unknown, seed)
    assert solvable(random_solvable(puzzle, seeded(seed)))
    boards = itertools.product(range(colours), repeat=lights)
    hopeless = not all(solvable(with_state(puzzle, np.array(b, np.int64))) for b in boards)
    if hopeless:
        assert not solvable(random_unsolvable(puzzle, seeded(seed)))
    else:
        with pytest.raises(UsageError, match="every board of this puzzle is solvable"):
            random_unsolvable(puzzle, seeded(seed))


def test_pressed_boards_are_solved_by_their_presses():
    puzzle = grid_puzzle([[0, 0], [0, 0]], colours=4, target=3, neighbourhood="[1]2")
    made = pressed(puzzle, np.array([1, 2, 3, 0]))
    # lights: a gets x0, b gets x1 + 2 x0, c gets x2, d gets x3 + 2 x2
    assert made.state.tolist() == [(3 - 1) % 4, (3 - 2 - 2) % 4, (3 - 3) % 4, (3 - 0 - 6) % 4]
    for wrong in (np.zeros(3), np.array([4, 0, 0, 0]), np.array([-1, 0, 0, 0])):
        with pytest.raises(PuzzleError, match=r"presses must be 4 numbers 0\.\.3"):
            pressed(puzzle, wrong)


def test_one_colour():
    puzzle = grid_puzzle([[0, 1]], colours=3)
    assert one_colour(puzzle, 2).state.tolist() == [2, 2]
    with pytest.raises(PuzzleError):
        one_colour(puzzle, 3)


def test_equal_seeds_give_equal_boards_on_every_machine():
    # the raw words of PCG64(7), which numpy keeps for ever
    words = [11530976094092348043, 16550673365885938325, 14308875409591826786]
    for colours in (2, 3, 10, 1000, 2**31):
        residues = random_residues(seeded(7), 3, colours)
        assert residues.tolist() == [word % colours for word in words]
    board = random_board(grid_puzzle(np.zeros((2, 4), int), colours=5), seeded(2024))
    assert board.state.tolist() == [1, 1, 0, 2, 3, 0, 1, 0]


def test_words_of_the_last_incomplete_run_are_rejected():
    class Words:
        def __init__(self, words):
            self.words = words

        def random_raw(self, size):
            taken, self.words = self.words[:size], self.words[size:]
            return np.array(taken, dtype=np.uint64)

    class Fixed:
        bit_generator = Words([2**64 - 1, 5, 2**64 - 2, 7])

    # 2^64 = 1 mod 3: only the word 2^64 - 1 is beyond the last whole run
    assert random_residues(Fixed(), 3, 3).tolist() == [2, (2**64 - 2) % 3, 1]


@pytest.mark.parametrize("colours", [2, 3, 7])
def test_residues_are_uniform(colours):
    residues = random_residues(seeded(1), 60_000, colours)
    counts = np.bincount(residues, minlength=colours)
    assert counts.sum() == 60_000
    assert (abs(counts - 60_000 / colours) < 5 * (60_000 / colours) ** 0.5).all()


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
def test_a_matrix_of_scipy_makes_the_puzzle_of_its_dense_array(form):
    dense = np.random.default_rng(3).integers(0, 5, (4, 6))
    state = [1, 0, 4, 2]
    wanted = matrix_puzzle(dense, state, colours=5)
    for kind in (scipy.sparse.csr_matrix, scipy.sparse.coo_array):
        assert matrix_puzzle(kind(dense).asformat(form), state, colours=5).sha256 == wanted.sha256


def test_entries_that_scipy_stores_twice_are_what_scipy_says_they_are():
    twice = scipy.sparse.coo_matrix(([True, True, True], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert matrix_puzzle(twice, 0).activation.to_dense().tolist() == twice.toarray().tolist()
    with pytest.raises(PuzzleError, match="whole numbers"):
        matrix_puzzle(scipy.sparse.eye(2) / 2, 0)
