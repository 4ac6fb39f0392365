"""The board after presses, beside a toy written apart; clumsy presses are refused."""

import json

import numpy as np
import pytest

import lo_exact
from lo_exact.byhand.pressing import press
from tests.cli_runner import ROOT, run
from tests.truth.hand_chaser import toy_of


@pytest.mark.parametrize(
    "words",
    ["D1 E1 D1", "E1", "e1", "00001/00000/00000/00000/00000", "E1x3", "E1, A1x2"],
)
def test_presses_are_places_or_rows(words):
    board = str(ROOT / "data/boards/all-on-5x5.txt")
    said = json.loads(run("press", board, words, "--json").out)
    toy = toy_of(5, 5, 2)
    toy.lights = dict.fromkeys(toy.lights, 1)
    toy.press("E1")
    assert said["lit"] == sum(toy.lights.values()) == 22
    assert said["state"][0] == [toy.lights[f"{letter}1"] for letter in "ABCDE"]
    assert not said["solved"]


def test_pressing_a_solution_solves_whatever_the_target_is():
    dice = np.random.Generator(np.random.PCG64(3))
    for colours in (2, 3, 4, 6, 12):
        puzzle = lo_exact.grid_puzzle(
            dice.integers(0, colours, (3, 3)), colours=colours, uniform=True
        )
        found = lo_exact.solve(puzzle)
        if not found.witness:
            after = press(puzzle, np.array(found.presses))
            assert after.solved
            assert len(set(after.state.tolist())) == 1


@pytest.mark.parametrize("words", ["", "Z9", "A0", "11", "A1x99999999999999", "[[1]]", "\x1b[0m"])
def test_clumsy_presses_are_refused_in_one_line(words):
    done = run("press", str(ROOT / "data/boards/all-on-5x5.txt"), words)
    assert done.code == 3
    assert len(done.err.splitlines()) == 1
    assert "\x1b" not in done.err


def test_python_takes_what_the_command_line_takes():
    board = lo_exact.grid_puzzle([[1] * 5] * 5)
    assert lo_exact.press(board, "A1 b2").lit == lo_exact.press(board, "a1 b2").lit == 21
    assert lo_exact.place(board, "b2") == lo_exact.place(board, "B2") == 6
    for name in ("F1", "", 6, "A0"):
        with pytest.raises(lo_exact.errors.UsageError, match="the first is A1, the last E5"):
            lo_exact.place(board, name)
    assert next(lo_exact.hints(board)).left == 15
    assert next(lo_exact.hints(lo_exact.grid_puzzle([[0]])), None) is None
