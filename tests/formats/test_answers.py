"""The one reader of presses: what programs and people print, and what reads two ways."""

import json
import time

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_columns
from lo_exact.errors import InputError
from lo_exact.formats.answers import read_answers, read_presses
from lo_exact.topology import HOLE, graph_puzzle, grid_puzzle, matrix_puzzle

GRID = grid_puzzle([[0, 0, 0], [0, 0, 0]])
WANTED = [1, 0, 1, 0, 1, 0]
ROWS = np.array(WANTED).reshape(2, 3)


@pytest.mark.parametrize(
    "text",
    [
        "101\n010",
        "1 0 1\n0 1 0\n",
        "1, 0, 1\n0, 1, 0,",
        "#.#\n.#.",
        "O.O\n.O.",
        "■□■\n□■□",
        "X_X\n_X_",
        "x - x\n- x -",
        "  #.#\n  .#.",
        "\x1b[7m#\x1b[0m.\x1b[7m#\x1b[0m\n.\x1b[7m#\x1b[0m.",
        "１０１\n０１０",
        "Solved in 3 steps:\n\n101\n010\n\nThat is 3 presses.",
        "optimal: 3 presses, proved to be the minimum\n4 minimum solutions\n\n#.#\n.#.\n",
        "=====\n101\n010\n=====",
        "2 3\n\n101\n010",
        str(ROWS),
        repr(ROWS),
        str(ROWS.astype(bool)),
        str(ROWS.astype(float)),
        repr(ROWS.astype(float)),
        repr(ROWS.astype(np.uint8)),
        str(ROWS.ravel()),
        str(ROWS.tolist()),
        "The presses:\n" + json.dumps(ROWS.tolist()),
        json.dumps({"status": "optimal", "presses": ROWS.tolist()}),
        "1 0 1 0 1 0",
        "101010",
        "1 0 1; 0 1 0",
        "[1/2] eliminating 12 equations\n[2/2] rank 12\nSolution (3 presses):\n101\n010",
        "x = [1 0 1\n 0 1 0]",
        "presses = {{1, 0, 1}, {0, 1, 0}}",
        "[1, 0, 1]\n[0, 1, 0]",
        "True False True\nFalse True False",
        "[x] [ ] [x]\n[ ] [x] [ ]",
        "| 1 | 0 | 1 |\n| 0 | 1 | 0 |",
        "row 1: 1 0 1\nrow 2: 0 1 0",
        '["101",\n "010"]',
        '"101"\n"010"',
        "YNY\nNYN",
        "101|010",
        "  A B C\n1 1 0 1\n2 0 1 0",
        "YES\n1 0 1 0 1 0\n3",
        "board:\n#.#\n###\nanswer:\n[[1, 0, 1], [0, 1, 0]]",
        "board = [[0, 1, 0],\n [1, 1, 1]]\nanswer = [[1, 0, 1],\n [0, 1, 0]]",
        "I pressed (1, 1), (1, 3), (2, 2)",
        "1. (1, 1)\n2. (1, 3)\n3. (2, 2)",
        '[{"row": 0, "col": 0}, {"row": 0, "col": 2}, {"row": 1, "col": 1}]',
        "S101010",
    ],
)
def test_all_of_these_are_the_same_presses(text):
    assert read_presses(text, GRID)[0].tolist() == WANTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("101\n010\n\n101\n011", "there are 2 answers, one is wanted"),
        ("OOO\nOOO", "two ways: 'O' is a press | 'O' is the digit 0"),
        ("1O1\n010", "two ways: 'O' is on, digits are colours | 'O' is the digit 0"),
        ("XOX\nOXO", "two ways: 'X' and 'O' are both on | 'X' is no light"),
        ("1.1\n010", "two ways: '.' is off, digits are colours | '.' is no light"),
        ("#1#\n1#1", "two ways: '#' is on, digits are colours | '#' is no light"),
        ("-11\n111", "two ways: '-' is off, digits are colours | '-' is no light"),
        ("101\n01", "row 2 has 2 places, row 1 has 3"),
        ("101\n010\n111", "2 rows of 3 places are wanted, got 3 rows"),
        ("1~1\n010", "got none"),
        ("121\n010", "each is 0..1, and 0 where no button is, got 2"),
        ("1q1\n010", "this line is no row of presses: '1q1'"),
        ("[[1, 0, 1], [0, 1, 0]] five 5", "other text is behind it"),
        ("board:\n[[1, 0, 1], [0, 1, 0]]\nanswer:\n", "2 rows of 3 places are wanted, got none"),
        ("101\n010\n11", "row 3 has 2 places, row 1 has 3"),
        ("step 1: press (1, 1)\nstep 2: press (2, 21", "2 rows of 3 places are wanted"),
        ("[, 4]", "a cell is missing"),
        ("[[1, 0], [0, 1]]", "2 rows of 3 places are wanted, got 2 rows of 2"),
        ("[[1, 0.5, 1], [0, 1, 0]]", "a cell is a whole number"),
        ('{"presses": 5}', "a list presses"),
        ("{", "begins like JSON"),
        ("nothing to see", "2 rows of 3 places are wanted, got none"),
        ("", "there are no presses"),
        ("; 101", "2 rows of 3 places are wanted, got none"),
        ("[[1, 0], [0]]", "equally long"),
        ("[[1, 0, 1], [0, 1, 0]", "do not pair"),
        ("1 0 1\n0 1 0)", "this line is no row of presses: '0 1 0)'"),
    ],
)
def test_what_cannot_be_read_or_reads_two_ways_is_refused(text, said):
    with pytest.raises(InputError) as caught:
        read_presses(text, GRID, source="a.txt")
    assert said in str(caught.value)
    assert str(caught.value).startswith("a.txt:1") or "line" in said or caught.value.line


def test_holes_hold_no_presses():
    board = grid_puzzle([[HOLE, 0, 0], [0, HOLE, HOLE], [HOLE, 0, HOLE]])
    wanted = [1, 0, 1, 0]
    for text in (
        "~10\n1~~\n~0~",
        " #.\n#\n .",
        "[[null, 1, 0], [1, 0, 0], [0, 0, 0]]",
    ):
        assert read_presses(text, board)[0].tolist() == wanted
    with pytest.raises(InputError, match="no button"):
        read_presses("110\n1~~\n~0~", board)


def test_rows_without_buttons_may_be_empty_lines():
    board = grid_puzzle([[0, 0], [HOLE, HOLE], [0, 0]])
    for text in ("#.\n\n.#", "10\n~~\n01", "10\n01"):
        assert read_presses(text, board)[0].tolist() == [1, 0, 0, 1]


def test_many_colours_are_numbers_in_words():
    board = grid_puzzle([[0, HOLE], [0, 0]], colours=12)
    for text in ("1 ~\n10 3", "presses:\n1 0\n10 3"):
        assert read_presses(text, board)[0].tolist() == [1, 10, 3]
    three = grid_puzzle([[0, 0, 0]], colours=3)
    assert read_presses("2.1", three)[0].tolist() == [2, 0, 1]
    with pytest.raises(InputError, match="may be any of"):
        read_presses("#.#", three)


def test_graphs_and_matrices():
    graph = graph_puzzle([("a", "b")], {"a": 0, "b": 1, "a x2": 0}, colours=3)
    assert read_presses("press b x2", graph)[0].tolist() == [0, 2, 0]
    assert read_presses("optimal: 2\n\npress a, b\n", graph)[0].tolist() == [1, 1, 0]
    assert read_presses("press nothing", graph)[0].tolist() == [0, 0, 0]
    with pytest.raises(InputError, match="two ways"):
        read_presses("press a x2", graph)
    plain = matrix_puzzle(np.ones((1, 4), dtype=int), [1])
    for text in ("press buttons 1, 3 (counted from 0)", "0101", "0 1 0 1", "0\n1\n0\n1", ".#.#"):
        assert read_presses(text, plain)[0].tolist() == [0, 1, 0, 1]
    for text in (
        "press buttons 1, 9 (counted from 0)",
        "01",
        "press button 1, 1",
        "9: 1",
        "press ",
    ):
        with pytest.raises(InputError):
            read_presses(text, plain)


@pytest.mark.parametrize("text", ["[" * 100_000, "({" * 50_000 + "1 0 1"])
def test_brackets_that_nothing_closes_are_refused_at_once(text):
    """This took half a minute: from each bracket on, the rest was searched for its end."""
    began = time.process_time()
    with pytest.raises(InputError):
        read_presses(text, GRID)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("text", ["[]", "[[]]", "presses\n", '{"presses": []}'])
def test_a_puzzle_without_buttons_has_one_answer_without_presses(text):
    puzzle = matrix_puzzle(from_columns(1, 2, []), 0)
    assert [presses.tolist() for presses in read_answers(text, puzzle).presses] == [[]]
