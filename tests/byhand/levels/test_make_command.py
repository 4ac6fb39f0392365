"""Boards made on the command line."""

import numpy as np
import pytest

from tests.cli_runner import ALL_ON, run


def test_make_full_of_one_colour():
    assert run("make", "full", "--size", "2x3").out == "111\n111\n"
    ran = run("make", "full", "--size", "2x3", "--colour", "2", "--colours", "3")
    assert ran.out.endswith("222\n222\n")
    assert run("make", "full", "--size", "2x3", "--colour", "2").code == 3


def test_make_random_is_repeatable_and_solvable():
    first = run("make", "random", "--size", "5x5", "--seed", "7")
    assert first.out == run("make", "random", "--size", "5x5", "--seed", "7").out
    assert first.out != run("make", "random", "--size", "5x5", "--seed", "8").out
    assert run("prove", "-", text=first.out).code == 0
    unsaid = run("make", "random", "--size", "5x5")
    seed = unsaid.err.removeprefix("seed ").strip()
    assert run("make", "random", "--size", "5x5", "--seed", seed).out == unsaid.out
    assert run("make", "random", "--size", "5x5", "-q").err == ""


def test_make_unsolvable_is_unsolvable_or_refused():
    made = run("make", "unsolvable", "--size", "5x5", "--seed", "7")
    assert run("prove", "-", text=made.out).code == 1
    ran = run("make", "unsolvable", "--size", "3x3")
    assert (ran.code, ran.out) == (2, "")


def test_make_the_board_that_given_presses_solve(tmp_path):
    presses = tmp_path / "presses.txt"
    presses.write_text("010\n000\n000\n")
    ran = run("make", "pressed", "--size", "3x3", "--presses", str(presses))
    assert ran.out == "111\n010\n000\n"


def test_make_takes_its_rules_from_a_file():
    assert run("make", "full", "--like", ALL_ON, "--colour", "0").out == "00000\n" * 5


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["beautiful", "--size", "3x3"],
        ["random"],
        ["pressed", "--size", "3x3"],
        ["full", "--size", "3x3", "--seed", "1"],
        ["random", "--size", "3x3", "--colour", "1"],
        ["random", "--size", "3x3", "--presses", "x"],
    ],
)
def test_make_refuses_bad_usage(options):
    ran = run("make", *options)
    assert (ran.code, ran.out) == (2, "")


def test_presses_are_given_as_places_too():
    made = run("make", "pressed", "--size", "3x3", "--presses", "A1 B2")
    wanted = np.zeros((3, 3), dtype=int)
    for row, column in ((0, 0), (1, 1)):
        for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + down < 3 and 0 <= column + right < 3:
                wanted[row + down, column + right] ^= 1
    assert made.out.split() == ["".join(map(str, row)) for row in wanted.tolist()]
