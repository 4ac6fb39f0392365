"""Each refusal of a text says what to do next."""

import json

import pytest

from lo_exact.errors import InputError
from lo_exact.formats.reading import parse_parts
from tests.cli_runner import run

BOARD = "⚪🟡⚪\n🟡🟡⚪\n⚪⚪🟡\n"

STEPS = {
    "ragged rows": ("Level 1:\n\n****\n****\n***\n", "~ for a place without a light"),
    "a negative cell": ("b = [[0, -1], [1, 1]]\n", "~ for a place without a light"),
    "another size": ("size 4x4\n.#.\n##.\n.##\n", "correct one of the two, or leave"),
    "an open bracket": ("b = [[0, 1], [1, 0]\n", "give the rows of the board alone"),
    "a board that is changed": ("b = [[0, 1], [1, 1]]\nb[0][0] = 1\n", "as it is then, and give"),
    "a sign without a meaning": (
        "Поле, + горит, . не горит\n\n...++\n..++.\n",
        "--legend '+=off .=on' or --legend '+=on .=off'",
    ),
    "no board": ("hello", "write rows of signs or digits below each other"),
}


@pytest.mark.parametrize(("text", "step"), STEPS.values(), ids=STEPS)
def test_a_refusal_says_what_to_do(text, step):
    with pytest.raises(InputError) as refused:
        parse_parts(text)
    assert step in refused.value.problem


def test_words_and_signs_that_are_not_known_are_told_in_one_message():
    """Each of the two options that the message names is needed, and both read the board."""
    text = f"🟡 світиться, ⚪ ні. Треба все вимкнути\n{BOARD}"
    refused = run("min", "-", text=text)
    both = ["--as", "alone", "--legend", "⚪=off 🟡=on"]
    assert refused.code == 3
    assert "(--as alone)" in refused.err
    assert "--legend '⚪=off 🟡=on'" in refused.err
    answer = json.loads(run("min", "-", *both, "--json", text=text).out)
    assert (
        answer["presses"]
        == json.loads(
            run("min", "-", "--json", text=BOARD.replace("⚪", ".").replace("🟡", "#")).out
        )["presses"]
    )
