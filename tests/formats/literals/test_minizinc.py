"""MiniZinc arrays and Picat's braces: boards of hakank's pages, refusals, round trips."""

import pytest

from lo_exact.formats import write_puzzle
from tests.formats.reading import puzzle, refusal, weights

ROWS = ["00001", "11101", "10101", "01111", "00101"]
ITEMS = ",".join(",".join(row) for row in ROWS)


@pytest.mark.parametrize(
    "text",
    [
        f"n = 5;\nr = array2d(1..n,1..n,[{ITEMS},]); % his board\n",
        f"int: n = 5;\narray[1..n,1..n] of int: r = array2d(1..5, 1..5, [{ITEMS}]);\n",
        f"r = [| {' | '.join(','.join(row) for row in ROWS)} |];\n",
        f"r = [|{'|'.join(','.join(row) for row in ROWS)}|]",
        "{" + ",\n".join("{" + ",".join(row) + "}" for row in ROWS) + "} % Picat",
    ],
)
def test_the_board_of_the_page_needs_8(text):
    assert weights(text) == [8]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("r = [| 0,1 | 1 |];", "equally long"),
        ("r = [| 0,1 | 1,2 |];", "a colour must be 0..1, got 2"),
        ("r = [| 0,1 | 1,1 ];", "an array has no ']'"),
        ("r = array2d(1..2,1..2,[0,1,1]);", "the list has 3"),
        ("r = array2d(1..k,1..2,[0,1,1,1]);", "a size must be"),
        ("r = [| 0 |]; s = [| 1 |];", "got 2"),
    ],
)
def test_bad_arrays_are_refused(text, problem):
    assert problem in refusal(text)


def test_a_board_is_written_and_read_back():
    board = puzzle("##.\n.#.\n")
    assert write_puzzle(board, "dzn") == "r = [| 1,1,0 | 0,1,0 |];\n"
    assert puzzle(write_puzzle(board, "dzn")).sha256 == board.sha256
