"""Answers judged: presses, words, and what solvers say to an exported formula."""

import json

import pytest

from lo_exact.formats import read_puzzle
from lo_exact.outcome import Status
from lo_exact.solution import Solution
from tests.cli_runner import ALL_ON, ROOT, run


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("unsolvable", 1, "called unsolvable"),
        ("00000\n" * 5, 1, "not a solution: 25 of 25"),
    ],
)
def test_presses_and_the_word_unsolvable_are_judged(text, code, said):
    ran = run("judge", ALL_ON, "-", text=text)
    assert ran.code == code
    assert said in ran.out


@pytest.mark.parametrize("text", ["nonsense", "", "01\n10", "0 1 0", "[[1, 2], [3]]"])
def test_an_answer_that_cannot_be_read_is_bad_input(text, tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text(text)
    ran = run("judge", ALL_ON, str(answer))
    assert (ran.code, ran.out) == (3, "")
    assert str(answer) in ran.err
    assert "wrong" not in ran.err


def test_what_min_prints_is_a_right_answer():
    for options in ([], ["--count"], ["--json"], ["-q"]):
        said = run("min", ALL_ON, *options).out
        ran = run("judge", ALL_ON, "-", text=said)
        assert (ran.code, ran.out) == (0, "right: a minimum solution (15)\n")
    ran = run("judge", ALL_ON, "-", "--format", "wcnf", text=run("min", ALL_ON).out)
    assert ran.out == "right: a minimum solution (15)\n"


def test_a_minimum_of_rc2_is_judged(tmp_path):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    path = tmp_path / "board.wcnf"
    path.write_text(run("export", ALL_ON, "--format", "wcnf").out)
    with RC2(WCNF(from_file=str(path))) as rc2:
        values = rc2.compute()
        assert rc2.cost == 15
    answer = f"s OPTIMUM FOUND\nv {' '.join(map(str, values))} 0\n"
    ran = run("judge", ALL_ON, "-", "--format", "wcnf", text=answer)
    assert (ran.code, ran.out) == (0, "right: a minimum solution (15)\n")
    flipped = (
        answer.replace("v -1 ", "v 1 ") if "v -1 " in answer else answer.replace("v 1 ", "v -1 ")
    )
    ran = run("judge", ALL_ON, "-", "--format", "wcnf", "--json", text=flipped)
    assert ran.code == 1
    assert json.loads(ran.out)["verdict"] == "not a solution"


@pytest.mark.parametrize(
    ("bound", "code"), [(["--bound", "14"], 0), (["--bound", "15"], 1), ([], 1)]
)
def test_unsatisfiable_is_judged_with_the_bound(bound, code):
    ran = run("judge", ALL_ON, "-", "--format", "cnf", *bound, text="s UNSATISFIABLE\n")
    assert ran.code == code
    assert ran.out.startswith("right: " if code == 0 else "wrong: ")


@pytest.mark.parametrize("text", ["", "hello\n", "v 1 2 x y 0\n", "s UNKNOWN\n"])
def test_an_answer_that_says_nothing_is_bad_input(text):
    ran = run("judge", ALL_ON, "-", "--format", "cnf", text=text)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


def test_the_stored_answer_is_a_solution():
    ran = run("judge", ALL_ON, str(ROOT / "data/answers/all-on-5x5.txt"), "--format", "cnf")
    assert ran.code == 0
    assert ran.out.startswith("right: a")


def test_values_beyond_the_bound_are_wrong(tmp_path):
    """A solution of 15 was called right for a formula that allows 14."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    path = tmp_path / "board.cnf"
    path.write_text(run("export", ALL_ON, "--format", "cnf").out)
    with Solver("cadical153", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve()
        values = " ".join(map(str, solver.get_model()))
    said = f"s SATISFIABLE\nv {values} 0\n"
    assert run("judge", ALL_ON, "-", "--format", "cnf", text=said).code == 0
    ran = run("judge", ALL_ON, "-", "--format", "cnf", "--bound", "14", text=said)
    assert (ran.code, "and the formula allows 14 at most" in ran.out) == (1, True)
    ran = run(
        "judge", ALL_ON, "-", "--format", "cnf", text=said.replace("SATISFIABLE", "UNSATISFIABLE")
    )
    assert (ran.code, "has values and says UNSATISFIABLE" in ran.err) == (3, True)


@pytest.mark.parametrize(("bound", "verdict"), [(4, "unsolvable"), (5, "undecided")])
def test_nothing_known_is_no_proof_that_none_weighs_so_little(monkeypatch, bound, verdict):
    """A minimum that was stopped before it had presses counted as unsolvable."""
    puzzle = read_puzzle(ALL_ON)
    stopped = Solution(puzzle, Status.UNKNOWN, lower_bound=5, engine="x", stopped="no memory")
    monkeypatch.setattr("lo_exact.solver.minimum", lambda asked: stopped)
    ran = run(
        "judge",
        ALL_ON,
        "-",
        "--format",
        "cnf",
        "--bound",
        str(bound),
        "--json",
        text="s UNSATISFIABLE\n",
    )
    assert json.loads(ran.out)["verdict"] == verdict
    assert ran.code == (verdict == "undecided")
