"""What other people's programs print, pasted as it stands: read and judged."""

import json

import numpy as np
import pytest

from lo_exact.errors import InputError
from lo_exact.formats import read_puzzle
from lo_exact.formats.answers import read_answers, read_presses
from lo_exact.topology import grid_puzzle
from tests.cli_runner import ALL_ON, ROOT, run

PRINTED = ROOT / "data/answers/printed"


@pytest.mark.parametrize(
    ("name", "board", "code", "said"),
    [
        ("h_out", "all-on-5x5", 0, "right: 4 answers, all minimal; 4 of the 4 minima"),
        ("h_out0", "all-on-5x5", 0, "right: 4 answers, all minimal; 4 of the 4 minima"),
        ("nlo2", "all-on-5x5", 0, "right: a minimum solution (15), one of 4 solutions as it says"),
        (
            "nlo3",
            "last-colour-5x5-c3",
            0,
            "right: a minimum solution (21), one of 27 solutions as it says",
        ),
        (
            "nlo6",
            "last-colour-5x5-c6",
            0,
            "right: a minimum solution (45), one of 108 solutions as it says",
        ),
        ("gafull0", "genetic-1-5x5", 1, "right, not minimal: a solution, but 12 instead of 8"),
        ("gaans1", "genetic-1-5x5", 1, "right, not minimal: a solution, but 12 instead of 8"),
        ("gafull1", "genetic-1-5x5", 0, "right: a minimum solution (8)"),
        ("gapara1", "genetic-1-5x5", 0, "right: a minimum solution (8)"),
        ("garun1", "genetic-1-5x5", 0, "right: a minimum solution (8)"),
    ],
)
def test_printouts_are_judged_as_they_stand(name, board, code, said):
    ran = run("judge", str(ROOT / f"data/boards/{board}.txt"), str(PRINTED / f"{name}.txt"))
    assert (ran.code, ran.out) == (code, f"{said}\n")


BOARD = read_puzzle(ROOT / "data/boards/genetic-1-5x5.txt")
ROWS = [[1, 0, 0, 0, 0], [1, 1, 0, 1, 0], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 1]]
FLAT = [value for row in ROWS for value in row]
"""As the tutorial prints it (gafull1)."""

PAIRS = [(r, c) for r in range(5) for c in range(5) if ROWS[r][c]]
COMPACT = ["".join(map(str, row)) for row in ROWS]


def named(pattern: str, separator: str = " ") -> str:
    return separator.join(pattern.format(r=r + 1, c=c + 1, letter="ABCDE"[c]) for r, c in PAIRS)


SHAPES = {
    "rows": "\n".join(COMPACT),
    "rows in words": "\n".join(" ".join(row) for row in COMPACT),
    "A1": named("{letter}{r}"),
    "A1, commas": named("{letter}{r}", ", "),
    "A1 in a list": f"[{named('{letter}{r}', ', ')}]",
    "R1C1": named("R{r}C{c}"),
    "row, column": named("row {r}, column {c}", "\n"),
    "steps": "\n".join(f" {k}. press {'ABCDE'[c]}{r + 1}" for k, (r, c) in enumerate(PAIRS, 1)),
    "pairs from 0": "\n".join(f"{r} {c}" for r, c in PAIRS),
    "pairs from 1": "\n".join(f"{r + 1} {c + 1}" for r, c in PAIRS),
    "pairs, commas": "\n".join(f"({r + 1}, {c + 1})" for r, c in PAIRS),
    "tuples": str(PAIRS),
    "tuples from 1": str([(r + 1, c + 1) for r, c in PAIRS]),
    "braces": "{" + ", ".join(f"{{{r},{c}}}" for r, c in PAIRS) + "}",
    "objects": json.dumps({"moves": [{"row": r, "col": c} for r, c in PAIRS]}),
    "objects from 1": json.dumps({"moves": [{"row": r + 1, "col": c + 1} for r, c in PAIRS]}),
    "numbers from 0": " ".join(str(5 * r + c) for r, c in PAIRS),
    "numbers from 1": str([5 * r + c + 1 for r, c in PAIRS]),
    "Tatham": "S" + "".join(COMPACT),
    "MiniZinc": f"x = array2d(1..5, 1..5, {FLAT});\n----------\n==========\n",
    "Picat": "X:\n" + "\n".join("{" + ",".join(row) + "}" for row in COMPACT),
    "bars": "|".join(COMPACT),
    "letters": "\n".join(row.replace("1", "Y").replace("0", "N") for row in COMPACT),
    "sum and count": f"{np.array(ROWS)} 8 1",
    "heading": "手数 8\n" + "\n".join(COMPACT),
    "result beside it": f"ans:\n{np.array(ROWS)}\nresult:\n{np.zeros((5, 5), dtype=int)}\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_one_answer_in_many_shapes(shape):
    found = read_answers(SHAPES[shape], BOARD)
    assert found.sure
    assert [presses.tolist() for presses in found.presses] == [FLAT]


def test_where_places_are_counted_from_is_said():
    assert "counted from 0" in read_answers(SHAPES["pairs from 0"], BOARD).how
    assert "counted from 1" in read_answers(SHAPES["numbers from 1"], BOARD).how
    assert "counted" not in read_answers(SHAPES["A1"], BOARD).how
    ran = run("judge", str(ROOT / "data/boards/genetic-1-5x5.txt"), "-", text=SHAPES["tuples"])
    assert ran.code == 0
    assert ran.out.endswith("(read as places (row, column), counted from 0)\n")


def test_places_that_solve_nothing_are_wrong_however_they_are_read():
    ran = run("judge", ALL_ON, "-", text="3 4\n2 2\n")
    assert ran.code == 1
    assert "however it is read" in ran.out
    with pytest.raises(InputError, match="several ways"):
        read_presses("3 4\n2 2\n", read_puzzle(ALL_ON))


def test_places_that_solve_counted_from_0_and_from_1_are_refused_with_both():
    """Other buttons would be pressed, though as many of them."""
    places = ((1, 1), (1, 2), (1, 3), (2, 3), (3, 3))
    lit = [[0] * 4 for _ in range(4)]
    for row, column in places:
        for r, c in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1),
                     (row, column + 1)):  # fmt: skip
            if 0 <= r < 4 and 0 <= c < 4:
                lit[r][c] ^= 1
    with pytest.raises(InputError, match=r"each solves: .*from 1 .*from 0"):
        read_answers(str(list(places)), grid_puzzle(lit))


def test_rows_that_fit_are_rows_even_where_places_would_solve():
    board = grid_puzzle([[1, 1], [1, 1]])
    assert read_presses("[[1, 1], [1, 1]]", board)[0].tolist() == [1, 1, 1, 1]
    solo = grid_puzzle([[3]], colours=4, target=2)
    assert read_presses("0", solo)[0].tolist() == [0]


def test_a_wrong_figure_is_wrong():
    text = (PRINTED / "nlo2.txt").read_text()
    for wrong, said in (
        (" 15 5", "it says that there are 5, there are 4 minima"),
        (" 14 4", "it says 14 presses"),
    ):
        ran = run("judge", ALL_ON, "-", "--json", text=text.replace(" 15 4", wrong))
        assert ran.code == 1
        judged = json.loads(ran.out)
        assert (judged["verdict"], judged["right"]) == ("wrong figure", False)
        assert said in judged["sentence"]


def test_one_wrong_answer_among_several_is_wrong_and_named():
    text = (PRINTED / "h_out0.txt").read_text().replace(". O O . O", "O O O . O", 1)
    ran = run("judge", ALL_ON, "-", "--json", text=text)
    judged = json.loads(ran.out)
    assert (ran.code, judged["verdict"]) == (1, "not a solution")
    assert [one["right"] for one in judged["answers"]] == [False, True, True, True]


def test_several_lines_of_places_are_several_answers_where_each_solves():
    board = grid_puzzle([[0, 0, 0, 0, 0]] * 5)
    quiet = "A1 C1 E1 A2 C2 E2 A4 C4 E4 A5 C5 E5"
    other = "A1 B1 D1 E1 A3 B3 D3 E3 A5 B5 D5 E5"
    assert len(read_answers(f"Solution 1: {quiet}\nSolution 2: {other}", board).presses) == 2
    assert len(read_answers(SHAPES["steps"], BOARD).presses) == 1


def test_presses_are_several_arguments_too():
    ran = run("press", ALL_ON, "D1", "E1", "--json")
    assert json.loads(ran.out) == json.loads(run("press", ALL_ON, "D1, E1", "--json").out)
