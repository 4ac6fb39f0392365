"""Symmetries of drawings: known groups, and boards that look as they should."""

import numpy as np
import pytest

from lo_exact.byhand.levels.make_command import SYMMETRIC
from lo_exact.byhand.levels.symmetric import FLIPS, board_symmetries, random_symmetric
from lo_exact.errors import UsageError
from lo_exact.puzzle import Objective
from lo_exact.topology import HOLE, grid_puzzle, matrix_puzzle, seeded

LOOKS = {
    "h": lambda board: [row[::-1] for row in board],
    "v": lambda board: board[::-1],
    "r180": lambda board: [row[::-1] for row in board[::-1]],
    "d4": lambda board: [list(row) for row in zip(*board, strict=True)],
}
"""Each kind's move, on rows of plain numbers."""


def test_the_kinds_have_the_names_that_are_completed():
    assert tuple(FLIPS) == SYMMETRIC == tuple(LOOKS)


@pytest.mark.parametrize(
    ("rows", "columns", "options", "order"),
    [
        (3, 3, {}, 8),  # the dihedral group of the square
        (2, 3, {}, 4),  # of the rectangle
        (1, 3, {}, 2),
        (4, 5, {"topology": "torus"}, 4 * 20),  # with all shifts
        (5, 5, {"topology": "torus"}, 8 * 25),
        (3, 4, {"topology": "cylinder"}, 4 * 4),
        (3, 3, {"neighbourhood": "cube"}, None),
        (4, 4, {"neighbourhood": "#../.[#]./..."}, 2),  # one diagonal
        (4, 4, {"neighbourhood": "##./.[#]./#.."}, 1),
    ],
)
def test_groups_of_symmetries_have_the_known_orders(rows, columns, options, order):
    if options.get("neighbourhood") == "cube":
        rows, columns, order = 9, 12, None
        state = np.full((9, 12), HOLE)
        state[:3, 3:6] = state[6:, 3:6] = state[3:6, :] = 0
    else:
        state = np.zeros((rows, columns), dtype=int)
    puzzle = grid_puzzle(state, **options)
    found = board_symmetries(puzzle)
    dense = puzzle.activation.to_dense()
    for symmetry in found:
        assert (dense[np.ix_(symmetry.lights, symmetry.buttons)] == dense).all()
    if order is not None:
        assert len(found) == order


def test_prices_holes_and_lights_that_do_not_matter_take_symmetries_away():
    assert len(board_symmetries(grid_puzzle([[0, 0, HOLE], [0, 0, 0], [0, 0, 0]]))) == 2
    prices = np.array([[1, 2], [1, 2]])
    assert (
        len(
            board_symmetries(
                grid_puzzle(np.zeros((2, 2), dtype=int), objective=Objective.PRICES, prices=prices)
            )
        )
        == 2
    )
    assert len(board_symmetries(matrix_puzzle([[1, 1], [1, 1]], [0, 0]))) == 1


@pytest.mark.parametrize("colours", [2, 3, 6])
@pytest.mark.parametrize("kind", SYMMETRIC)
def test_symmetric_boards_look_the_same_after_their_move(kind, colours):
    rules = grid_puzzle(np.zeros((4, 4), dtype=int), colours=colours)
    boards = {
        random_symmetric(rules, kind, seeded(seed), weight).state.tobytes()
        for seed in range(6)
        for weight in (None, 5)
    }
    assert len(boards) > 1
    for data in boards:
        board = np.frombuffer(data, dtype=np.int64).reshape(4, 4).tolist()
        assert LOOKS[kind](board) == board
        if kind == "d4":
            assert all(LOOKS[other](board) == board for other in SYMMETRIC)


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (grid_puzzle(np.zeros((2, 3), dtype=int)), "d4"),
        (grid_puzzle(np.zeros((3, 3), dtype=int), neighbourhood="#../.[#]./..."), "h"),
        (grid_puzzle(np.zeros((1, 2), dtype=int), target=np.array([[0, 1]])), "h"),
        (matrix_puzzle([[1]], [0]), "h"),
        (grid_puzzle(np.zeros((2, 2), dtype=int)), "r90"),
    ],
)
def test_what_is_not_symmetric_is_refused(puzzle, kind):
    with pytest.raises(UsageError):
        random_symmetric(puzzle, kind, seeded(1))
