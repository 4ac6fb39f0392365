"""Game IDs of Flip in all their forms."""

import pytest

from lo_exact import solver
from tests.formats.reading import puzzle, puzzles, refusal

MATRIX, GRID = "d074191345d1644c17058", "798"
IDS = [
    f"3x3:{MATRIX},{GRID}",
    f"3:{MATRIX},{GRID}",
    f"3x3c:{MATRIX},{GRID}",
    f"3x3r:{MATRIX},{GRID}",
]


@pytest.mark.parametrize("text", IDS)
def test_every_form_of_an_id_is_the_same_board(text):
    answer = solver.minimum(puzzle(text))
    assert answer.weight == 3
    assert [j for j, x in enumerate(answer.presses) if x] == [1, 3, 7]  # the program's own answer


def test_ids_on_lines_are_many_boards():
    assert len(puzzles("\n".join(IDS))) == 4


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5x5c#12345", "random seed"),
        ("5x5q:0,0", "WxH:MATRIX,GRID"),
        ("SAVEFILE:4:Flip\nVERSION :1:1\n", "copy the game's ID from it"),
        ("2 4\n*..\n**.\n...\n0 0\n", "a panel of UVa 10318"),
    ],
)
def test_what_is_no_game_of_flip_is_refused_by_name(text, problem):
    assert problem in refusal(text)
