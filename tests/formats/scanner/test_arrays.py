"""Arrays as programs write them: published boards, every language's brackets, refusals."""

import numpy as np
import pytest

from tests.formats.reading import minima, puzzle, refusal, weights

CODY = {
    "0 1 0 0 0 1 1 1 0 1 0 1 0 1 1 1 0 0 0 1 1 1 0 0 0": 3,
    "1 0 1 0 1 1 0 1 0 1 0 0 0 0 0 1 0 1 0 1 1 0 1 0 1": 6,
    "0 0 1 0 0 0 0 1 1 0 1 1 0 1 1 0 1 1 0 0 0 0 1 0 0": 6,
    "0 1 1 1 1 1 1 0 1 1 1 0 1 0 0 0 0 0 1 0 0 1 0 1 0": 6,
    "0 1 0 0 0 1 1 0 0 0 0 0 1 0 0 0 0 0 1 1 0 0 0 1 0": 3,
}


def test_boards_of_the_vcopt_page():
    assert minima("lights = ['---#-','---##','--##-','#-###','##-##']")[:2] == (8, 1)
    assert weights("lights = ['----#','-#--#','-#--#','##-#-','--##-']") == [6]


def test_the_board_of_seven_colours_of_the_hiroi_page():
    board = puzzle("[[6, 6, 6], [6, 6, 6], [6, 0, 0]]", colours=7)
    assert weights("[[6, 6, 6], [6, 6, 6], [6, 0, 0]]", colours=7) == [2]
    assert board.lights == 9


@pytest.mark.parametrize(("numbers", "least"), CODY.items())
def test_boards_of_matlab_cody(numbers, least):
    assert weights(f"[{numbers}]", form="matlab") == [least]
    assert weights(f"x = [{numbers}];", size="5x5") == [least]
    assert weights(f"x = [{numbers}];", form="matlab") == [least]


def test_a_flat_array_without_a_certain_order_is_refused():
    said = refusal("x = [0, 1, 0, 0]")
    assert "--size" in said
    assert weights("x = [0, 1, 0, 0]", size="2x2") == [3]


def test_leetcode_1284():
    assert weights("mat = [[0,0],[0,1]]") == [3]
    assert weights("[[0]]") == [0]


def test_the_board_of_the_page_that_says_13_needs_9():
    rows = ["01010", "10101", "01110", "10101", "01010"]
    assert weights(f"[{'; '.join(' '.join(row) for row in rows)}]") == [9]


BOARD = np.array([[0, 1, 1], [1, 0, 0]])
WRITTEN = [
    "[[0, 1, 1], [1, 0, 0]]",
    "b = [[0, 1, 1], [1, 0, 0]]",
    "const b = [[0, 1, 1], [1, 0, 0]];",
    "b: list[list[int]] = [[0, 1, 1], [1, 0, 0]]",
    "int b[2][3] = {{0, 1, 1}, {1, 0, 0}};",
    "std::vector<std::vector<int>> b = {{0,1,1},{1,0,0}};",
    "{{0,1,1},\n {1,0,0}}",
    "((0, 1, 1), (1, 0, 0))",
    "array([[0, 1, 1],\n       [1, 0, 0]])",
    "board = np.array([[0, 1, 1], [1, 0, 0]], dtype=np.uint8)",
    "[[0. 1. 1.]\n [1. 0. 0.]]",
    "[[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]",
    "[[false, true, true], [true, false, false]]",
    "[[False, True, True], [True, False, False]]",
    '["011", "100"]',
    "['.##', '#..']",
    'char b[2][4] = {".##", "#.."};',
    "[['0', '1', '1'], ['1', '0', '0']]",
    "[0 1 1; 1 0 0]",
    "b = [0, 1, 1; 1, 0, 0];",
    "b = [\n  0 1 1\n  1 0 0\n];",
    "b = [0 1 1 0 1 ... % by columns\n 0]; ",
    "b = [[0, 1, 1],  # first\n     [1, 0, 0]]  # second",
    "const b = [ // rows\n  [0, 1, 1],\n  [1, 0, 0],\n];",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_every_language_gives_the_same_board(text):
    wide = {"size": "2x3"} if "by columns" in text else {}
    one = puzzle(text, **wide)
    assert one.layout.light_at.shape == BOARD.shape
    assert np.array_equal(one.state[one.layout.light_at], BOARD)


def test_a_nested_list_of_one_row_is_a_board_of_one_row():
    """Found by writing and reading back: it was taken for a flat list."""
    for text in ("b = [[1, 0, 1]]", "int b[1][3] = {{1, 0, 1}};", "[['1', '0', '1']]"):
        assert puzzle(text).layout.shape == (1, 3)


def test_null_is_a_hole():
    assert puzzle("b = [[1, null], [None, 0]]").lights == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("b = [[0.5, 1], [1, 0]]", "1:7: a cell is a whole number"),
        ("b = [[1, 2], [1, 0]]", "1:10: a colour must be 0..1, got 2"),
        ("b = [[1, 0], [1]]", "row 2 has 1 places"),
        ("b = [[1, 0], [1, 0]", "1:5: the brackets of this text do not pair"),
        ("b = [[1, 0], [1, 0]] + 1", "behind the array stands '+'"),
        ("b = [[[1], [0]], [[1], [0]]]", "list of rows"),
        ("b = [[1, -1], [1, 0]]", "1:10: a cell is a whole number from 0, got '-1'"),
        ("b = [[1, nan], [1, 0]]", "1:6: a row is not like the others"),
        ("b = [[1, nan]]", "there is no board in this text: 'b = [[1, nan]]'"),
        ("b = ['##', '#']", "equally long"),
        ("b = ['##', 1]", "strings and numbers"),
        ("[1 0; 1]", "row 2 has 1"),
        ("[1 0;; 1 1]", "a cell is missing"),
        ("[1 0; 0 0.5]", "whole number"),
    ],
)
def test_bad_arrays_are_refused_at_their_place(text, problem):
    assert problem in refusal(text)


def test_a_string_that_looks_like_a_bracket_is_none():
    """Found by mutation: a string '[' opened an array."""
    assert "no row of a board" in refusal("b = '[', '##'", form="literal")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("b = np.array([[1, 0], [0, 1], [1, 1]]).T", "stands '.T'"),
        ("b = np.array([[1, 0], [0, 1]]) ^ 1", "behind the array stands '^'"),
        ("b = np.array([[1, 0]]), np.array([[0, 1]])", "one row alone"),
        ("b = np.flipud([[1, 0], [0, 1], [1, 1]])", "stands 'flipud'"),
        ("b = padded([[1, 0], [0, 1], [1, 1]])", "what 'padded' does"),
        ("b = logical_not([[1, 0], [0, 1]])", "what 'logical_not' does"),
        ("solve([[1, 0], [0, 1]], [[1, 1], [1, 1]])", "several arrays"),
        ("array([[1, 0], [0, 1]], [[1, 1], [1, 1]])", "several arrays"),
    ],
)
def test_what_is_done_with_an_array_is_not_passed_over(text, problem):
    """A transposed array was read as it stood, and of two arguments the first."""
    assert problem in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "torch.tensor([[1, 0], [0, 1]], dtype=torch.uint8, device='cuda:0');",
        "list([[1, 0], [0, 1]])",
    ],
)
def test_calls_that_give_the_array_as_it_is_are_read(text):
    assert puzzle(text).state.tolist() == [1, 0, 0, 1]


LIT = "2 x 2 board (--as literal) | lit places, row and column each (--size ROWSxCOLUMNS)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[(0, 0), (1, 1)]", LIT), ("{(0, 0), (1, 1)}", "may be places"), ("((0, 1), (1, 0))", LIT),
        ("lights = [(0, 0), (0, 1)]", LIT), ("{(0, 1, 1), (1, 0, 0)}", "may be places"),
    ],
)  # fmt: skip
def test_pairs_may_be_places(text, said):
    """Lists of the places that are on were read as boards of two columns."""
    assert said in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "solution = [[0, 1], [1, 0]]", "target = [[0, 1], [1, 0]]",
        "goal_board = ['#.', '.#']", "int adjacency[2][2] = {{0, 1}, {1, 0}};",
        "minPresses = [0 1; 1 0]", "let targetState = [[true, false], [false, true]];",
    ],
)  # fmt: skip
def test_an_array_that_is_called_something_else_is_no_board(text):
    assert "reads two ways: a board | what its name" in refusal(text)


@pytest.mark.parametrize(
    "text", ['b = ["", ".#.", "#.#"]', 'b = ["", ""]', 'char *b[] = {"" ".#."};']
)
def test_a_row_that_is_an_empty_string_is_refused(text):
    assert refusal(text)


@pytest.mark.parametrize("name", ["A", "M", "H", "G", "Hx", "H_z"])
@pytest.mark.parametrize(
    "array", ["[[1, 1, 0], [0, 1, 1]]", "[1 1 0; 0 1 1];", "np.array([[1, 1, 0], [0, 1, 1]])"]
)
def test_an_array_that_is_called_as_matrices_are_is_a_board_or_a_matrix(name, array):
    text = f"{name} = {array}"
    said = refusal(text)
    assert "2 x 3 board (--as " in said
    assert "2 x 3 check matrix (--as checks)" in said
    board = puzzle(text, form=said.split("--as ")[1].split(")")[0])
    assert board.state.tolist() == [1, 1, 0, 0, 1, 1]
    assert board.layout.shape == (2, 3)
    checks = puzzle(text, form="checks")
    assert checks.activation.to_dense().tolist() == [[1, 1, 0], [0, 1, 1]]


@pytest.mark.parametrize(
    "text",
    [
        "[0, 1, 1, 0]", "[0 1 1 0]", "(0, 1, 1, 0)", "np.array([0, 1, 1, 0])",
        "solve([0, 1, 1, 0])", "x = [0 1 1 0];",
    ],
)  # fmt: skip
def test_a_flat_list_is_a_row_or_a_square(text):
    """The row needs 4 presses, the square 2."""
    said = refusal(text)
    assert "1 x 4 places (--size 1x4)" in said
    assert "(--size 2x2)" in said
    assert weights(text, size="1x4") == [4]
    assert weights(text, size="2x2") == [2]


def test_a_flat_list_is_a_row_or_any_rectangle():
    said = refusal("[1, 1, 0, 0, 1, 1]")
    assert all(f"(--size {size})" in said for size in ("1x6", "2x3", "3x2"))
    assert puzzle("[1, 1, 1]").layout.shape == (1, 3)
    assert puzzle("b = [[0, 1, 1, 0]]").layout.shape == (1, 4)
