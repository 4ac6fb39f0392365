"""Boards that a text describes in words; a word that may change something leaves nothing read."""

import pytest

from lo_exact.errors import InputError
from lo_exact.formats import ReadOptions
from lo_exact.formats.reading import parse_parts


def puzzle(text, **options):
    (part,) = parse_parts(text, options=ReadOptions(**options))
    return part.read()


def rows(text, **options):
    """Return the rows of a board as strings of digits, and its surface."""
    read = puzzle(text, **options)
    values = read.state[read.layout.light_at].tolist()
    return ["".join(map(str, row)) for row in values], read.layout.topology


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("a 3x3 torus, all on", (["111"] * 3, "torus")),
        ("3x2 board, all lights on", (["11"] * 3, "plane")),
        ("3x3 board that wraps around\n#.#\n.#.\n...\n", (["101", "010", "000"], "torus")),
        ("The board wraps around.\n\n101\n010\n101\n", (["101", "010", "101"], "torus")),
        ("Level 1 (torus)\n101\n010\n", (["101", "010"], "torus")),
        ("# torus\nboard = [[1,0,1],[0,1,0],[1,0,1]]\n", (["101", "010", "101"], "torus")),
        ("The game starts on a 2x2 board with all lights on.", (["11", "11"], "plane")),
        ('{"rows": 2, "cols": 2, "lit": [{"row": 0, "col": 1}, {"row": 1, "col": 0}]}',
         (["01", "10"], "plane")),
        ("r,c,on\n0,0,1\n0,1,0\n1,0,1\n1,1,1\n", (["10", "11"], "plane")),
        ("levels[12]={\n {0,1,0},\n {1,1,1},\n}", (["010", "111"], "plane")),
        ("bool[,] b = new bool[2, 3]\n{\n { true, false, false },\n { false, false, true }\n};",
         (["100", "001"], "plane")),
        ("so\n```\n3\n0 1 0\n1 1 1\n0 1 0\n```\nit is", (["010", "111", "010"], "plane")),
        ("3x3 torus, lit: (0, 0), (1, 1)", (["100", "010", "000"], "torus")),
        ("(row, col, lit): (0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 1)", (["10", "11"], "plane")),
        ("(x, y, on): (1, 1, 1) (2, 1, 1) (1, 2, 0) (2, 2, 0) (3, 1, 0) (3, 2, 0)",
         (["110", "000"], "plane")),
    ],
)  # fmt: skip
def test_boards_in_words(text, board):
    assert rows(text) == board


@pytest.mark.parametrize(
    "text",
    [
        "a 3x3 torus",
        "a 3x3 torus?, all on",
        "is this a 3x3 torus? all on",
        "not a 3x3 torus, all on",
        "3x3 board, not all on",
        "3x3 board, all on but the corner",
        "3x3 board, turn all on",
        "3x3 board, all lit cells",
        "3x3 board that wraps around horizontally\n#.#\n.#.\n...\n",
        "3x3 board that wraps around at the rows\n#.#\n.#.\n...\n",
        "3x3 board that never wraps around\n#.#\n.#.\n...\n",
        "it wraps around, or not\n#.#\n.#.\n...\n",
        "3x3 torus or Klein bottle, all on",
        "The number of times each light is pressed.\n\n1 0 1\n0 0 1\n1 0 0\n",
        "Nodes: a, b\nEdges: a-b\nLit: c",
        "Nodes: a, b\nEdges: a-b\nLit: not a",
        "levels[12]={\n {0,1,0},\n {11,1},\n}",
        "Nodes: a, b\nEdges: a-b\nLit: ",
        'std::bitset<3> b[] = {std::bitset<3>("101"), std::bitset<3>("01")};',
        'std::bitset<3> b[] = {std::bitset<3>("101"), std::bitset<3>(2), std::bitset<3>("110")};',
        "never\n\n101\n010\n",
        "half of the lights\n\n101\n010\n",
        "unless pressed\nboard = [[1,0,1],[0,1,0]]\n",
        "all but one\n\n101\n010\n",
        "[x][ ][]\n[ ][x][x]\n",
        "(row, col, lit): (0, 0, 1), (0, 0, 0)",
        "(0, 0, 1)\n(0, 1, 0)\n(1, 0, 1)\n(1, 1, 1)\n",
        "[(0,0,1),(0,1,0),(1,0,1),(1,1,1)]",
    ],
)
def test_a_word_that_may_change_the_board_leaves_nothing_read(text):
    with pytest.raises(InputError):
        rows(text)


def test_lit_places_without_a_size_say_the_option():
    for text in ("lit: (0, 1), (2, 2)", "The lit cells are (1,2) and (3,3).", "all lights on"):
        with pytest.raises(InputError, match="--size ROWSxCOLUMNS"):
            rows(text)
    assert rows("all lights on", size="1x2") == (["11"], "plane")


def test_a_surface_beside_another_option_is_refused():
    with pytest.raises(InputError):
        rows("a 3x3 torus, all on", topology="klein")


def test_rows_of_bitset_are_as_long_as_they_say():
    row = 'std::bitset<3>("101")'
    assert rows(f"std::bitset<3> b[] = {{{row}, {row}}};") == (["101"] * 2, "plane")
    with pytest.raises(InputError):
        rows(f"std::bitset<4> b[] = {{{row}, {row}}};".replace("<3>", "<4>"))


@pytest.mark.parametrize("text", [";01;10\n11\n10\n", "10;\n;01\n", "10\n;01;\n", ";01\n10\n11\n"])
def test_a_row_behind_a_leading_semicolon_is_not_dropped(text):
    """Rows of the board's length behind the sign of a comment were left out in silence."""
    with pytest.raises(InputError, match="reads two ways: a row"):
        rows(text)


def test_an_answer_of_a_million_digits_is_refused():
    from lo_exact.formats.answers import read_answers

    with pytest.raises(InputError):
        read_answers("1" * 5000, puzzle("11\n11\n"))


def test_the_matrix_of_the_rule_is_also_a_check_matrix():
    near = [[abs(i // 3 - j // 3) + abs(i % 3 - j % 3) < 2 for j in range(9)] for i in range(9)]
    lines = "\n".join(f"[{' '.join('01'[x] for x in row)}]" for row in near)
    with pytest.raises(InputError, match="the matrix of the rule on 3 x 3 lights"):
        rows(f"lights out\n\n{lines}")


def test_three_colours_of_which_the_text_says_one():
    text = "% three stages: 0 is off\nboard = [1 2 0\n         0 0 2];"
    assert rows(text, colours=3) == (["120", "002"], "plane")
