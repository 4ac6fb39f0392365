"""``;`` between digits ends a row; where it could begin a comment too, both readings are said."""

import re

import numpy as np
import pytest

from lo_exact.errors import InputError
from lo_exact.formats import ReadOptions
from lo_exact.formats.answers import read_presses
from lo_exact.formats.board.reader import read_board
from tests.cli_runner import run

PLUS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


def state_of(text: str) -> list[list[int]]:
    puzzle = read_board(text)
    return puzzle.state[puzzle.layout.light_at].tolist()


def test_rows_in_one_line_are_all_rows():
    ran = run("min", "-", text="0 1 0; 1 1 1; 0 1 0\n")
    assert ran.out.startswith("optimal: 1 press,")


@pytest.mark.parametrize(
    "text",
    [
        "0 1 0; 1 1 1; 0 1 0",
        "0 1 0;1 1 1;0 1 0;",
        "010;111;010",
        "010 ; 111 ; 010 ; three rows",
        "; a board\n010;111;010\n; its end",
        "0 1 0;\n1 1 1;\n0 1 0;",
        "state: 0 1 0; 1 1 1; 0 1 0",
        "state: 010;111;010  ; a plus",
        "state:\n  010;111;010",
        "０１０；１１１；０１０",
        ".#.;###;.#.",
    ],
)
def test_all_ways_to_end_a_row_are_the_same(text):
    assert state_of(text) == PLUS


@pytest.mark.parametrize(
    "text",
    [
        "010 ; the first\n111 ; the second\n010",
        "010 ; 1\n111 ; 2\n010 ; 3",
        "; 1 to 3\n010\n; row 2\n111\n010",
        "010 ; 1st\n111 ; 2nd\n010",
    ],
)
def test_comments_beside_rows_stay_comments(text):
    assert state_of(text) == PLUS


@pytest.mark.parametrize(
    ("text", "line", "column", "first"),
    [
        ("010;111;01", 1, 4, "3 rows of unequal length"),
        ("0 1 0; 1 1", 1, 6, "2 rows of unequal length"),
        ("010\n;111\n010", 2, 1, "a row"),
        ("010;;111", 1, 4, "3 rows of unequal length"),
        ("010 ; 5", 1, 5, "2 rows of unequal length"),
        ("010 ; 111\n111\n010", 1, 5, "2 rows"),
        ("010\n1 1 1 ; 0 1 0", 2, 7, "2 rows"),
        ("010;111\n010;111", 1, 4, "2 rows"),
        ("colours: 3\nstate: 01/11;10", 2, 13, "2 rows"),
        ("target: 0 1; 1\n\n01\n11", 1, 12, "2 rows of unequal length"),
    ],
)
def test_what_reads_two_ways_is_refused_with_both(text, line, column, first):
    with pytest.raises(InputError, match=f"two ways: {re.escape(first)}, ';' ending") as caught:
        read_board(text)
    assert "a comment, ';' beginning it" in caught.value.problem
    assert (caught.value.line, caught.value.column) == (line, column)


def test_numbers_of_several_digits_are_words():
    puzzle = read_board("colours: 12\n10 3; 4 11")
    assert puzzle.state.tolist() == [10, 3, 4, 11]


def test_targets_and_prices_have_rows_too():
    board = "target: 1 0; 0 1\nprices: 10 2; 3 4\n\n00\n00"
    puzzle = read_board(board)
    assert puzzle.target.tolist() == [1, 0, 0, 1]
    assert puzzle.prices.tolist() == [10, 2, 3, 4]
    asked = read_board("00\n00", options=ReadOptions(target="1 0; 0 1"))
    assert asked.target.tolist() == [1, 0, 0, 1]


def test_presses_may_stand_in_one_line():
    assert np.array_equal(read_presses("1 0; 0 1", read_board("00\n00"))[0], [1, 0, 0, 1])
