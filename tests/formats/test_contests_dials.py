"""Coupled dials against published turns, with brute force beside."""

import itertools

import pytest

from lo_exact import solver
from tests.formats.reading import puzzle, refusal

TURNS = {1: (1, 2, 4), 2: (1, 2, 3), 3: (2, 3, 4), 4: (1, 3, 4)}
TEXT = "2 1 1 3\n" + "".join(f"{k}: {' '.join(map(str, v))}\n" for k, v in TURNS.items())


def test_four_cubes_need_three_turns():
    answer = solver.minimum(puzzle(TEXT, colours=4))
    assert (answer.weight, answer.presses) == (3, (0, 2, 1, 0))


def test_brute_force_agrees():
    def shown(x):
        dials = [2, 1, 1, 3]
        for button, times in zip(TURNS, x, strict=True):
            for dial in TURNS[button]:
                dials[dial - 1] = (dials[dial - 1] + times) % 4
        return dials

    fine = [x for x in itertools.product(range(4), repeat=4) if len(set(shown(x))) == 1]
    assert min(map(sum, fine)) == 3


def test_commas_and_a_line_of_colours():
    text = "colours: 4\n" + TEXT.replace(" ", ",").replace(":,", ": ")
    assert puzzle(text).sha256 == puzzle(TEXT, colours=4).sha256


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TEXT, "how many sides"),
        ("colours: 3\n" + TEXT, "a dial must be 0..2"),
        ("colours: 4\n" + TEXT + "5: 1\n", "4 dials, and 5"),
        ("colours: 4\n" + TEXT.replace("4: 1", "4: 9"), "a dial must be 1..4"),
        ("colours: 4\n" + TEXT.replace("4: 1", "5: 1"), "dial 4 is written"),
        ("colours: 4\n" + TEXT.replace("1: 1", "1: 2"), "twice"),
    ],
)
def test_bad_dials_are_refused(text, problem):
    assert problem in refusal(text)
