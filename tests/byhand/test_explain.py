"""The hand method, explained as a person would."""

import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.byhand.explain import explain
from lo_exact.errors import LimitReached, UsageError
from lo_exact.puzzle import Puzzle
from tests.boards.puzzles import grid_puzzle
from tests.certificate.shapes import board, numbers


def test_the_hand_method_is_explained_as_a_person_would():
    assert explain(grid_puzzle(1, 2), (1, 0)) == (
        "This 1 press solves it. There is 1 quiet pattern: buttons that change nothing when "
        "pressed together.\n"
        "Every other solution is this one with a quiet pattern added.\n"
        "buttons 0\n\n"
        "Quiet pattern 1 covers 1 pressed and 1 unpressed: the same.\n"
        "buttons 0, 1\n\n"
        "So 1 press is the minimum, and 1 more solution is as cheap."
    )


def test_the_hand_method_sees_what_can_be_saved():
    three = Puzzle(from_dense([[1, 1, 1]], 2), numbers(1), numbers(0))
    said = explain(three, (1, 1, 1), draw=lambda puzzle, x: "".join(map(str, x)))
    assert said.splitlines()[:5] == [
        "These 3 presses solve it. There are 3 quiet patterns: buttons that change nothing when "
        "pressed together.",
        "Every other solution is this one with a quiet pattern added.",
        "111",
        "",
        "Quiet pattern 1 covers 2 pressed and 0 unpressed: 2 fewer.",
    ]
    assert said.splitlines()[-1] == "So they are not a minimum: 2 can be saved."


def test_the_hand_method_counts_prices():
    said = explain(board("prices"), (0, 0, 1))
    assert said.splitlines()[0].startswith("These presses cost 7 and solve it. There are 3 quiet")
    assert "covers 7 pressed and 0 unpressed in price: 7 fewer." in said
    assert explain(board("prices"), (0, 1, 0)).splitlines()[-1] == (
        "So a price of 0 is the minimum, and no other solution is as cheap."
    )


def test_the_hand_method_without_quiet_patterns():
    said = explain(grid_puzzle(3, 3), (1, 0, 1, 0, 1, 0, 1, 0, 1))
    assert said.splitlines()[0] == (
        "These 5 presses solve it, and no pattern of buttons is quiet: there is no other solution."
    )


@pytest.mark.parametrize(
    ("puzzle", "presses", "reason"),
    [
        (grid_puzzle(5, 5), (0,) * 25, "these presses do not solve the puzzle"),
        (grid_puzzle(39, 39, state=[0] * 39**2), (0,) * 39**2, "here are about 10^9; ask for"),
    ],
)
def test_what_is_not_for_the_hand_is_refused(puzzle, presses, reason):
    with pytest.raises((UsageError, LimitReached)) as caught:
        explain(puzzle, presses)
    assert reason in str(caught.value)
