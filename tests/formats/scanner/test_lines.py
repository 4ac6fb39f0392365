"""Boards as they stand in pages, programs and printouts, pasted with what is around them."""

import numpy as np
import pytest

from lo_exact.errors import InputError
from lo_exact.formats import parse_puzzle
from lo_exact.formats.reading import parse_parts
from tests.formats.reading import puzzle, refusal

PASTED = {
    "a code fence": "```\n101\n010\n101\n```",
    "a code fence with a language": "```text\n1 0 1\n0 1 0\n1 0 1\n```\n",
    "a comment as in C": "// level 3\n101\n010\n101",
    "a block comment": "/* level 3,\n   hard */\n1 0 1\n0 1 0\n1 0 1",
    "a comment as in MATLAB": "% board\n1 0 1\n0 1 0\n1 0 1",
    "a comment as in SQL": "-- board\n101\n010\n101",
    "a comment as in Python": "# board\n101\n010\n101",
    "comments behind rows": "1 0 1  // first row\n0 1 0  // second\n1 0 1",
    "quoted lines": '"101",\n"010",\n"101"',
    "CSV": "1,0,1\n0,1,0\n1,0,1",
    "CSV with quotes": '"1","0","1"\n"0","1","0"\n"1","0","1"',
    "CSV with a head": "a,b,c\n1,0,1\n0,1,0\n1,0,1",
    "CSV with semicolons": "1;0;1\n0;1;0\n1;0;1",
    "Markdown": "| 1 | 0 | 1 |\n|---|---|---|\n| 0 | 1 | 0 |\n| 1 | 0 | 1 |",
    "Markdown with labels": (
        "|   | A | B | C |\n|---|---|---|---|\n"
        "| 1 | 1 | 0 | 1 |\n| 2 | 0 | 1 | 0 |\n| 3 | 1 | 0 | 1 |"
    ),
    "box drawings": "┌─┬─┬─┐\n│1│0│1│\n├─┼─┼─┤\n│0│1│0│\n├─┼─┼─┤\n│1│0│1│\n└─┴─┴─┘",
    "a box of signs": (
        "+---+---+---+\n| 1 | 0 | 1 |\n+---+---+---+\n| 0 | 1 | 0 |\n+---+---+---+\n"
        "| 1 | 0 | 1 |\n+---+---+---+"
    ),
    "boxes with nothing in some": "+-+-+-+\n|X| |X|\n+-+-+-+\n| |X| |\n+-+-+-+\n|X| |X|\n+-+-+-+",
    "signs between bars": "|#| |#|\n| |#| |\n|#| |#|",
    "a frame": "+---+\n|101|\n|010|\n|101|\n+---+",
    "R": "     [,1] [,2] [,3]\n[1,]    1    0    1\n[2,]    0    1    0\n[3,]    1    0    1",
    "Julia": "3×3 Matrix{Bool}:\n 1  0  1\n 0  1  0\n 1  0  1",
    "Julia, typed": "3x3 Matrix{Int64}:\n 1  0  1\n 0  1  0\n 1  0  1",
    "MATLAB's window": "board =\n\n     1     0     1\n     0     1     0\n     1     0     1\n",
    "labels": "  A B C\n1 1 0 1\n2 0 1 0\n3 1 0 1",
    "labels beside signs": "  a b c\n1 # . #\n2 . # .\n3 # . #",
    "middle dots": "#·#\n·#·\n#·#",
    "squares": "■口■\n口■口\n■口■",
    "JSON board": '{"name": "Level 4", "board": [[1,0,1],[0,1,0],[1,0,1]]}',
    "JSON of booleans": '{"grid": [[true,false,true],[false,true,false],[true,false,true]]}',
    "JSON of strings": '{"lights": ["101", "010", "101"]}',
    "JSON with its size": '{"width": 3, "height": 3, "cells": [1,0,1,0,1,0,1,0,1]}',
}


@pytest.mark.parametrize("kind", PASTED)
def test_what_a_person_reads_at_once_is_read(kind):
    found = puzzle(PASTED[kind])
    assert found.layout.light_at.shape == (3, 3)
    assert found.state.tolist() == [1, 0, 1, 0, 1, 0, 1, 0, 1]


def test_it_is_said_what_was_taken_off():
    assert puzzle(PASTED["a code fence"]).layout.note == ""
    told = puzzle("Can you solve this?\n\n101\n010\n101\n\nThanks!\n").layout.note
    assert told == "read as the drawing in the text; passed over: you, Thanks"


@pytest.mark.parametrize(
    "text",
    [
        "+-+-+-+\n|X| |.|\n+-+-+-+\n| |X| |\n+-+-+-+",  # a hole, or off
        "| 1 |   | 1 |\n|---|---|---|\n| 0 | 1 | 0 |",
        "1,0\n0,1",  # places, or rows
        "edges =\n\n 0 1 1\n 1 0 0\n",
        "| 1 | 0 | 1 |\n|---|---|---|\n| 0 | 1 |",
        "3×2 Matrix{Bool}:\n 1  0  1\n 0  1  0\n 1  0  1",  # another size than it says
        "     [,1] [,2]\n[1,]    1    0\n[3,]    0    1",
        '{"board": [[1,0],[0,1]], "wrap": true}',
        '{"board": [[1,0],[0,1]], "grid": [[1,1],[0,1]]}',
        '{"board": [[1,0],[0,1]], "board": [[1,1],[0,1]]}',
        '{"board": [[1,0],[0,1]], "rows": 3}',
        '{"board": [1,0,0,1]}',
        '{"board": [[1,0],[0]]}',
        "~~~~\n101\n~~~~",
        "```\n101\n```\n```\n010\n```",
        "// only a comment",
        ".·.\n·#·\n.·.",  # two signs for off
    ],
)
def test_what_may_mean_more_or_something_else_is_refused(text):
    assert refusal(text)


def test_random_boards_in_every_wrapping_are_the_boards():
    """A board of random size in each wrapping, the expected places written down beside it."""
    rng = np.random.default_rng(31)
    for _ in range(25):
        rows, columns = (int(n) for n in rng.integers(3, 7, 2))
        lit = rng.integers(0, 2, (rows, columns)).tolist()
        bars = ["|" + "|".join(f" {x} " for x in row) + "|" for row in lit]
        plain = [" ".join(map(str, row)) for row in lit]
        heads = " ".join("ABCDEFG"[:columns])
        texts = [
            "\n".join(["```", *plain, "```"]),
            "\n".join(["/* a level */", *plain]),
            "\n".join(",".join(map(str, row)) for row in lit),
            "\n".join([bars[0], "|" + "---|" * columns, *bars[1:]]),
            "\n".join([f"{rows}x{columns} Matrix{{Int64}}:", *(f" {row}" for row in plain)]),
            "\n".join([f"  {heads}", *(f"{k} {row}" for k, row in enumerate(plain, 1))]),
        ]
        for text in texts:
            found = puzzle(text)
            assert found.layout.light_at.shape == (rows, columns), text
            assert found.state.reshape(rows, columns).tolist() == lit, text


@pytest.mark.parametrize(
    "text",
    ["0,0,1\n0,1,0\n1,0,1\n1,1,1\n", "0;0;1\n1;0;0\n2;0;1\n", "1,1,0\n1,2,1\n2,1,1\n2,2,0\n"],
)
def test_rows_that_may_be_places_with_their_colours_are_refused(text):
    """Row, column and colour of every place once: as likely as a board of three columns."""
    with pytest.raises(InputError):
        parse_puzzle(text)


@pytest.mark.parametrize(
    "text",
    [
        "my board\n- - * -\n- - - -\n* * - *\n",
        "my board\n- * -\n* - -\n- - -\n",
        "my board\n1 0 1\n- - -\n0 1 0\n",
    ],
)
def test_dashes_as_wide_as_the_rows_are_a_row_or_a_rule(text):
    with pytest.raises(InputError, match="a line of dashes is a row or a rule"):
        parse_parts(text)


def test_a_drawing_that_begins_like_a_nested_list_keeps_all_its_rows():
    (part,) = parse_parts("- - * -\n- - - -\n* * - *\n")
    assert part.read().state.tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1]
