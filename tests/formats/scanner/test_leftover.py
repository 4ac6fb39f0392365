"""Texts that were misread once, or refused though a person reads them; each row is one text."""

import json
from pathlib import Path

import pytest

from lo_exact.errors import LoExactError
from lo_exact.formats.reading import parse_parts
from tests.marks import in_blocks

OWN = json.loads((Path(__file__).parent / "own.json").read_text(encoding="utf-8"))
"""One board in 79 writings, and about 100 texts that may mean another board."""

BOARD = ["101", "010", "110"]


def boards(text):
    """Return the rows of each board of a text; None where it is refused."""
    try:
        puzzles = [part.read() for part in parse_parts(text)]
    except LoExactError:
        return None
    return [
        ["".join(map(str, row)) for row in puzzle.state[puzzle.layout.light_at].tolist()]
        for puzzle in puzzles
    ]


@pytest.mark.parametrize("kinds", in_blocks(OWN["read"]))
def test_one_board_in_every_writing(kinds):
    found = {kind: boards(OWN["read"][kind]) for kind in kinds}
    assert found == {kind: [BOARD] for kind in kinds}


@pytest.mark.parametrize("texts", in_blocks(OWN["refused"]))
def test_a_text_that_may_mean_another_board_is_refused(texts):
    assert not {text: found for text in texts if (found := boards(text)) is not None}


MISREAD = {
    "0\t1\t1\n1\t110\n0\t0\t1\n": None,
    "cells:\n   - [1, 0, 1]\n   - [0, 1, 0]\n  - [1, 0, 1]\n": None,
    "·#··;##··;····;": [["0100", "1100", "0000"]],
    "⬛🟩;🟩🟩;": [["01", "11"]],
    "np.array([1,0,1,0,1,0]).reshape(3,2)": None,
    "b = [[1,0,1],[0,1,0]][::-1]": None,
    "[[1,0,1],[0,1,0]].map(r => r.reverse())": None,
    "swap([[1,0,1],[0,1,0]])": None,
    "!([[1,0,1],[0,1,0]])": None,
    "a = [[1,0,1],[0,1,0]]\nb = [[1,1,1],[0,1,0]]\nboard = a ^ b": None,
    "board(c(0,1,,,1,1))": None,
    "[1 0 0.; 0 1 1]": [["100", "011"]],
    "[1 1 0.; 0 0 1]": [["110", "001"]],
    "###\nlevel 3\n": None,
    "A = [[1,0,1],[0,1,0]]": None,
    "M = {{1,0,1},{0,1,0}}": None,
    "f(c(0,1,1,0))": None,
    "size 4x4\n101\n010\n101\n": None,
    "b = [[1,0,1],[0,1,0]] # 1 = off": None,
    "start=[[1,0,1],[0,1,0]]\nend=[[0,0,0],[0,0,0]]": [["101", "010"]],
    "start=[[1,0,1],[0,1,0]]\nend=[[0,0,1],[0,0,0]]": None,
    "before:\n101\n010\nafter:\n000\n000\n": None,
    "assert f([[1,0,1],[0,1,0]]) == [[0,0,0],[0,0,0]]": None,
    "The rows are from the bottom up:\n101\n010\n": None,
    "last row missing\n101\n010\n": None,
    "5 2\n1 2\n3 4\n": None,
    "1,0, 0,1": None,
    "[1,0,1]\n[0,1,0]\n\n[1,1,1]\n": None,
    "a = [[1,0,1],[0,1,0]]; b = [[1,1,1],[0,1,0]]": [["101", "010"], ["111", "010"]],
    "1 0 1    0 1 0\n0 1 0    1 1 1\n": None,
    "r = [| 1 | 0 |];": [["1", "0"]],
    "row 1: 0 1\nrow 2: 0 1 0\nrow 3: 1 1 0\n": None,
    "'#.#',\n'.#.''##.'\n": [["101", "010", "110"]],
    "b = `\n#.#\n\n##.\n`": None,
    "+---+---+\n| # | . |\n+---+---+\n| # . |\n+---+---+\n| # | # |\n+---+---+\n": None,
    "[1 0 1]\n[0 1 0]\n[1 ;0]\n": None,
    "b = [[1,0,1], // [1,1,1],\n [0,1,0]]": None,
}


@pytest.mark.parametrize("text", MISREAD)
def test_what_was_misread_is_refused_or_read_right(text):
    assert boards(text) == MISREAD[text]


REFUSED_ONCE = {
    "|1 0 1|\n|0 1 0|\n": [["101", "010"]],
    "⎡1 0 1⎤\n⎣0 1 0⎦\n": [["101", "010"]],
    "1. 101\n2. 010\n": [["101", "010"]],
    "- 101\n- 010\n": [["101", "010"]],
    "* #.#\n* .#.\n": [["101", "010"]],
    "My grid (1 = lit):\n101\n010\n": [["101", "010"]],
    "Start position\n1 0 1\n0 1 0\nAny ideas?": [["101", "010"]],
    "n = 2\n10\n11\n": [["10", "11"]],
    "grid: 2x3\n101\n010\n": [["101", "010"]],
    "{101, 010}": [["101", "010"]],
    '{"grid":"101010","rows":2,"cols":3}': [["101", "010"]],
    "#.#\n.#.\n\n##.\n.#.\n": [["101", "010"], ["110", "010"]],
    "#.#|.#.\n##.|.#.\n": [["101", "010"], ["110", "010"]],
    "L = ['#.#|.#.', '##.|.#.']": [["101", "010"], ["110", "010"]],
    '<plist version="1.0"><array><string>#.#|.#.</string></array></plist>': [["101", "010"]],
    'b = [["o","."],[".","o"],["o","o"]]': [["10", "01", "11"]],
    "{size: 2, cells: [1,0,0,1]}": [["10", "01"]],
    "[O][O]\n[ ][O]\n": [["11", "01"]],
    "|#| |\n| |#|\n": [["10", "01"]],
    "[[Z(2)^0, 0*Z(2)], [0*Z(2), Z(2)^0], [Z(2)^0, 0*Z(2)]]": [["10", "01", "10"]],
    "2 3\nX.X\n.X.\n": [["101", "010"]],
    "# H\n1 0 1\n0 1 1\n": [["101", "011"]],
    "1.000e+00 0.000e+00\n1.000e+00 1.000e+00\n1.000e+00 0.000e+00\n": [["10", "11", "10"]],
}


@pytest.mark.parametrize("text", REFUSED_ONCE)
def test_what_a_person_reads_at_once_is_read(text):
    assert boards(text) == REFUSED_ONCE[text]


@pytest.mark.parametrize(
    "text",
    [
        '"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}",\n',
        "// [.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n",
        "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)\n",
    ],
)
def test_a_machine_may_stand_in_quotes_or_a_comment(text):
    (part,) = parse_parts(text)
    assert (part.read().lights, part.read().buttons) == (4, 6)


def test_machines_beside_a_word_of_a_change_are_no_machines():
    assert boards("reversed: [.##.] (3) (1,3) (2) {3,5,4,7}\n") is None


@pytest.mark.parametrize(
    "code",
    [
        "solve(g[1:])",
        "solve(g[::-1])",
        "print(solve(g[1:3]))",
        "solve(g[1])",
        "solve(list(map(list, g))[2:])",
        "solve(np.array(g)[:, 1:])",
        "inner = [r[1:-1] for r in g[1:-1]]",
        "inner = g[1:]\nsolve(inner)",
        "h = [r[::-1] for r in g]\nsolve(h)",
        "solve([r[1:] for r in g])",
        "del g[0]\nsolve(g)",
    ],
)
def test_an_array_of_which_a_part_is_taken_later_is_refused(code):
    assert boards(f"g = [[0,1,0,1],[0,0,1,1],[0,1,0,0]]\n{code}\n") is None


@pytest.mark.parametrize("code", ["solve(g)", "for row in g:\n    print(row)", "print(len(g[0]))"])
def test_an_array_that_is_used_as_it_is_is_read(code):
    assert boards(f"g = [[0,1,0],[0,0,1]]\n{code}\n") == [["010", "001"]]


@pytest.mark.parametrize(
    "sentence",
    [
        "(last row is cut off in my screenshot, sorry)",
        "sorry, my screenshot ends here",
        "(the fourth row is hidden behind the ad banner)",
        "(and two more rows below, same as the top ones)",
        "(I could not copy the rest, sorry)",
        "(top row cropped)",
        "ignore the first row, it is the score bar",
        "These are the ones I have to press:",
        "the dark ones are the 1 here",
    ],
)
def test_a_drawing_of_which_a_sentence_says_that_it_is_another_is_refused(sentence):
    drawing = "1 0 0 1 0\n0 1 1 0 1\n1 0 0 0 0\n"
    assert boards(f"{drawing}{sentence}\n") is None
    assert boards(f"{sentence}\n{drawing}") is None
