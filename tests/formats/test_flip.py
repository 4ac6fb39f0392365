"""Game IDs of Flip in all their forms, and saved games."""

import pytest

from lo_exact import solver
from tests.formats.reading import puzzle, puzzles, refusal, weights

MATRIX, GRID = "d074191345d1644c17058", "798"
IDS = [
    f"3x3:{MATRIX},{GRID}",
    f"3:{MATRIX},{GRID}",
    f"3x3c:{MATRIX},{GRID}",
    f"3x3r:{MATRIX},{GRID}",
]


def saved(*moves, states=None, position=None, game="Flip"):
    states = len(moves) + 1 if states is None else states
    position = states if position is None else position
    lines = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", game),
        ("PARAMS", "3x3c"), ("CPARAMS", "3x3c"), ("SEED", "12345"), ("DESC", f"{MATRIX},{GRID}"),
        ("AUXINFO", "abc"), ("NSTATES", str(states)), ("STATEPOS", str(position)),
        *(("SOLVE" if move[0] == "S" else "MOVE", move) for move in moves),
    ]  # fmt: skip
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in lines)


@pytest.mark.parametrize("text", IDS)
def test_every_form_of_an_id_is_the_same_board(text):
    answer = solver.minimum(puzzle(text))
    assert answer.weight == 3
    assert [j for j, x in enumerate(answer.presses) if x] == [1, 3, 7]  # the program's own answer


def test_ids_on_lines_are_many_boards():
    assert len(puzzles("\n".join(IDS))) == 4


def test_a_saved_game_shows_its_position():
    assert weights(saved()) == [3]
    assert weights(saved("M1,0")) == [2]
    assert weights(saved("M1,0", "S010100010", "M0,1")) == [1]
    assert weights(saved("M1,0", "M0,1", position=2)) == [2]
    assert weights(saved("M1,0", "M0,1", position=1)) == [3]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5x5c#12345", "random seed"),
        ("5x5q:0,0", "type c or r"),
        (saved(game="Net"), "only Flip is read"),
        (saved(states=3), "come of 2 moves"),
        (saved(position=9), "STATEPOS must be 1..1"),
        (saved("M3,0"), "a column must be 0..2"),
        (saved("X"), "a move is Mx,y"),
        (saved().replace("GAME    :4", "GAME    :5"), "its length says 5"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", "no GAME"),
    ],
)
def test_what_is_no_game_of_flip_is_refused_by_name(text, problem):
    assert problem in refusal(text)


def test_a_long_key_of_a_save_file_is_said_in_short():
    said = refusal(f"SAVEFILE:1:x\n{'K' * 5000}:7:x\n", form="flip-save")
    assert len(said) < 200
