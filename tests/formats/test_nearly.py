"""What is nearly in a format is refused by that format's name, with the place; boards are not."""

import pytest

from lo_exact.formats import find_format
from tests.formats.reading import refusal

ALIST = find_format("alist").example


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ALIST.rsplit("\n", 2)[0] + "\n", "13:1: read as alist: an alist of 7 columns and 3 rows"),
        (ALIST.replace("3 5 6 7", "3 5 6"), "14:1: read as alist"),
        ("[.##.] (3) (1,3) (2) (0,1} {3,5,4,7}\n", "1:1: read as aoc: a machine is"),
        ("3\n0 1 0\n0 1 0\n", "1:1: read as judge: a judge's file has"),
        ("2\n" + "0 1 1 0 1 0\n" * 5, "1:1: read as judge"),
        ("3 4\n0110\n0110\n", "1:1: read as judge"),
        ("IheA@GUA\n", "1:2: read as graph6: a graph6 of 10 vertices goes on for 8 characters"),
        (":DaY_~~~~~\n", "1:3: read as sparse6: a vertex beyond"),
    ],
)
def test_the_format_is_named_and_the_board_too(text, said):
    told = refusal(text)
    assert told.startswith(said)
    assert " | as board text: " in told


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 0\n1 1 1\n",
        "1 0 1\n1 0\n1 1 1\n",
        "010\n1111\n010\n",
        "hello\n",
        "[1, 0, 1\n",
        "| 0 | 1 |\n",
        "12 3\n1 1\n2 2 2\n",
    ],
)
def test_boards_and_words_are_not_taken_for_anything_else(text):
    assert "read as" not in refusal(text)
