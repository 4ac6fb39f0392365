"""Puzzles as they are published elsewhere, pasted: contests, lessons, solvers' examples."""

import itertools

import pytest

from lo_exact import solver
from lo_exact.formats import write_puzzle
from tests.cli_runner import run
from tests.formats.reading import minima, puzzle, refusal, weights

A075464 = {1: 1, 2: 4, 3: 5, 4: 4, 5: 15, 10: 44, 15: 117, 16: 104}
"""OEIS A075464, all on to all off on n x n; the sizes of PyCSP3's LitPuzzle among them."""


@pytest.mark.parametrize(("side", "least"), A075464.items())
def test_all_lights_of_a_square(side, least):
    assert weights("state: 1\n", size=f"{side}x{side}") == [least]


@pytest.mark.parametrize(
    ("presses", "lights"),
    [
        ("1 0 0\n0 0 0\n0 0 1\n", "001/010/100"),
        ("1 0 1\n8 8 8\n2 0 3\n", "010/011/100"),
    ],
)
def test_codeforces_275a_gives_presses_and_wants_the_lights(presses, lights):
    """All on at first; even numbers of presses are none."""
    dark = "111\n111\n111\n"
    odd = "\n".join(
        "".join(str(int(word) % 2) for word in row.split()) for row in presses.splitlines()
    )
    shown = run("press", "-", odd.replace("\n", "/"), "--json", text=dark)
    assert shown.code == 0, shown.err
    assert "[" + ", ".join(f"[{', '.join(row)}]" for row in lights.split("/")) + "]" in shown.out


def test_uva_10309_has_lights_that_are_off_as_hashes():
    """Ten rows of # (off) and O (on): a legend says so, else both readings are told."""
    rows = "##########\n" * 4 + "#O########\nOOO#######\n#O########\n" + "##########\n" * 3
    assert weights(f"legend: #=off O=on\n\n{rows}") == [1]
    assert weights(rows, legend="#=off O=on") == [1]
    assert "two ways" in refusal(rows)


def test_kalvelagens_example_of_rows_and_columns():
    """Nine switches, and only one way."""
    text = "neighbourhood: row+column\n\n1000\n0000\n0100\n0010\n"
    assert minima(text)[:2] == (9, 1)


def test_flipping_bits_turns_whole_rows_and_columns():
    """Rosetta Code's game: buttons are rows and columns, so it is a matrix with names."""
    start, goal = ["010", "110", "101"], ["001", "101", "001"]
    cells = [(r, c) for r in range(3) for c in range(3)]
    lines = ["graph: incidence"]
    lines.append("state: " + " ".join(f"r{r}c{c}={start[r][c]}" for r, c in cells))
    lines.append("buttons: A B C 1 2 3")
    lines.append("target: " + " ".join(f"r{r}c{c}={goal[r][c]}" for r, c in cells))
    lines += ["", *(f"{'ABC'[c]} r{r}c{c}\n{r + 1} r{r}c{c}" for r, c in cells)]
    least = min(
        (
            sum(x)
            for x in itertools.product((0, 1), repeat=6)
            if all(
                (int(start[r][c]) + x[c] + x[3 + r] - int(goal[r][c])) % 2 == 0 for r, c in cells
            )
        ),
        default=None,
    )
    assert weights("\n".join(lines) + "\n") == [least]


def test_pymatchings_example_with_its_prices():
    """H, prices and syndrome of its README: cost 5 by the presses 00110, and no other way."""
    text = (
        "%%MatrixMarket matrix coordinate pattern general\n% lo-exact prices: 4 3 2 3 4\n4 5 8\n"
        "1 1\n1 2\n2 2\n2 3\n3 3\n3 4\n4 4\n4 5\n"
    )
    asked = puzzle(text, target="0101")
    answer = solver.count(asked)
    assert (answer.weight, answer.minimum_solutions) == (5, 1)
    assert answer.presses == (0, 0, 1, 1, 0)
    assert puzzle(write_puzzle(asked, "mtx")).sha256 == asked.sha256
    assert "5 numbers" in refusal(text.replace("4 3 2 3 4", "4 3 2"))


MTXE = """%%MatrixMarket matrix coordinate complex general
% 5-qubit code
4 5 16
1 1 1 0
1 2 0 1
"""


def test_stabilisers_of_mtxe_are_refused_by_name():
    assert "complex matrices (MTXE's stabiliser pairs) are not read" in refusal(MTXE)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("P2\n3 3\n1\n1 0 1\n0 1 0\n1 1 1\n", "grey or coloured picture of netpbm"),
        ("P6 3 3 255 abc\n", "grey or coloured picture of netpbm"),
        ('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>\n', "an SVG picture"),
        ('<?xml version="1.0"?>\n<svg/>\n', "an SVG picture"),
        (
            "/** Levels */\nconst L = (function() {\n const data = [\n"
            ' {"gridSize": 2, "initialState": [[1,0],[0,0]]}\n ];\n return data; })();\n',
            "a program around its levels",
        ),
        ("set i /1*4/;\ntable t\n", "a GAMS model"),
        ("(define (problem lights) (:domain x))\n", "a PDDL problem"),
    ],
)
def test_known_formats_that_are_not_read_are_refused_by_name(text, name):
    assert f"this is {name}" in refusal(text) or f"this is a {name}" in refusal(text)
