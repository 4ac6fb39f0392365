"""Panels of UVa 10318, against plain enumeration written here."""

import itertools

import numpy as np
import pytest

from lo_exact.formats import write_puzzle
from tests.formats.reading import puzzle, puzzles, refusal, weights


def enumerated(rows, columns, stencil):
    """Return the least presses that turn all on, None where none do."""
    places = list(np.ndindex(rows, columns))
    lit = []
    for r, c in places:
        board = np.zeros((rows + 2, columns + 2), dtype=int)
        for k, sign in enumerate("".join(stencil)):
            board[r + k // 3, c + k % 3] = sign == "*"
        lit.append(board[1:-1, 1:-1].ravel())
    for count in range(len(places) + 1):
        for chosen in itertools.combinations(lit, count):
            if (sum(chosen, np.zeros(len(places), dtype=int)) % 2).all():
                return count
    return None


def test_panels_are_those_of_enumeration():
    rng = np.random.default_rng(3)
    cases = []
    for _ in range(40):
        stencil = ["".join(row) for row in rng.choice(["*", "."], (3, 3))]
        cases.append((*(int(k) for k in rng.integers(1, 4, 2)), stencil))
    text = "".join(f"{r} {c}\n" + "\n".join(stencil) + "\n" for r, c, stencil in cases)
    wanted = [enumerated(*case) for case in cases]
    assert weights(f"{text}0 0\n") == wanted
    assert None in wanted
    assert len(set(wanted)) > 4
    assert weights(text, form="panel") == wanted  # the end is needed to be recognised alone


def test_the_plus_on_a_square_is_a075464():
    text = "".join(f"{n} {n}\r\n.*.\r\n***\r\n.*.\r\n" for n in (1, 2, 3, 4, 5))
    assert weights(f"{text}0 0\r\n") == [1, 4, 5, 4, 15]


def test_panels_are_written_and_read_back():
    for one in puzzles("2 5\n**.\n.*.\n..*\n1 1\n...\n.*.\n...\n0 0\n"):
        assert puzzle(write_puzzle(one, "panel")).sha256 == one.sha256


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2 2\n***\n***\n", "3:1: a panel has its size"),
        ("2\n***\n***\n***\n", "1:1: a panel's size is two numbers"),
        ("2 2\n***\n**\n***\n", "3:1: a stencil's row is three"),
        ("2 2\n***\n*#*\n***\n", "3:1: a stencil's row is three"),
        ("2 0\n***\n***\n***\n", "1:3: columns must be 1.."),
        ("9999 9999\n***\n***\n***\n", "1:1: a grid has at most"),
        ("9" * 5000 + " 1\n***\n***\n***\n", "1:1: rows must be 1.."),
    ],
)
def test_bad_panels_are_refused(text, problem):
    assert refusal(text, form="panel").startswith(problem)
