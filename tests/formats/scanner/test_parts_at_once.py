"""Texts that a person reads at once, and beside each kind the nearest that means something else.

Boards were written down by hand; rows are digits, the colours of their cells.
"""

import json
from pathlib import Path

import pytest

from lo_exact.errors import LoExactError
from tests.formats.reading import is_refused, puzzle, puzzles, read_or_refusal, refusal
from tests.marks import in_blocks

TEXTS = json.loads(Path(__file__).with_name("at_once.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kinds", in_blocks(TEXTS["read"]))
def test_a_text_is_read_at_once(kinds):
    wrong = {}
    for kind in kinds:
        found = read_or_refusal(TEXTS["read"][kind]["text"])
        if found != TEXTS["read"][kind]["rows"]:
            wrong[kind] = found
    assert not wrong


@pytest.mark.parametrize("kinds", in_blocks(TEXTS["refused"]))
def test_the_nearest_text_that_means_another_board_is_refused(kinds):
    assert not [kind for kind in kinds if not is_refused(TEXTS["refused"][kind])]


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("3 states\n\n101\n010\n", 3),
        ("const colors = 3;\nconst board = [[1,0,1],[0,1,0],[1,0,1]];", 3),
        ("Lights out mod 5:\n\n0 1 2\n1 1 0\n", 5),
        ("Level 1\ncolours: 3\n\n012\n210\n", 3),
    ],
)
def test_a_text_says_its_colours(text, colours):
    found = puzzle(text)
    assert found.colours == colours
    assert f"{colours} colours, as the text says" in found.layout.note


@pytest.mark.parametrize("text", ["3 colours, or 4 colours\n\n012\n210\n", "colors: 3\n\n013\n"])
def test_colours_that_do_not_fit_are_refused(text):
    with pytest.raises(LoExactError):
        puzzles(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            "# there are six of them, and one is called toruss\n# I got all of them from my uncle\n"
            "# this is the one that I like best\nboard = [[1,0,1],[0,1,0]]",
            "toruss",
        ),
        ("Hi all, my nephew got the old toy and we got past this but\n\n101\n010\n", "but"),
    ],
)
def test_a_word_that_was_passed_over_is_named(text, word):
    assert word in puzzle(text).layout.note.split("passed over: ")[1].split(", ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("l0l\n0l0\n", "'l0l' may be a digit or digits that were misread"),
        ("[[1,0,1],[O,1,0]]", "may be a digit or digits that were misread"),
        ("1 2 3\n...\n", "other blanks between them"),
        ("lit = [1, 3, 5]\nn = 3\n", "numbers row by row from 0"),
    ],
)
def test_a_refusal_says_what_is_wrong(text, said):
    assert said in refusal(text)


@pytest.mark.parametrize(
    "question", ["How many presses are needed?", "Presses?", "What is the solution of this one?"]
)
def test_a_board_below_a_question_is_no_answer(question):
    assert "the text draws 2 boards" in refusal(f"Puzzle\n101\n010\n\n{question}\n110\n011\n")
    with pytest.raises(LoExactError):
        puzzles(f"101\n010\n\n{question}\n110\n")


@pytest.mark.parametrize(
    "text",
    [
        "a: [" + "ab " * 40 + "!\nlit = [a]\n",
        "1 " + "0 1 " * 40 + "祊\n",
        "lit: [" + "a" * 45 + "!",
    ],
)
def test_no_text_takes_time_that_doubles_with_each_word(text):
    """The first once took more than a minute, the second more than ten seconds."""
    with pytest.raises(LoExactError):
        puzzles(text)


def test_levels_of_a_numbered_list_are_boards_each():
    found = puzzles("Level 1: easy\n101\n010\n\nLevel 2: hard\n110\n011\n")
    assert [one.state.tolist() for one in found] == [[1, 0, 1, 0, 1, 0], [1, 1, 0, 0, 1, 1]]
