"""Engines compared, and other people's solvers and answers judged."""

import json
import sys

import pytest

from tests.cli_runner import ALL_ON, ROOT, run


def test_crosscheck_compares_the_engines_asked_for():
    names = ["coset", "exhaustive", "slack:highs", "chain:rc2"]
    asked = [word for name in names for word in ("--engine", name)]
    ran = run("crosscheck", "-", *asked, "--json", text="111\n111\n111\n")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert [row["engine"] for row in answer["engines"]] == names
    assert {(row["weight"], row["minimum_solutions"]) for row in answer["engines"]} == {(5, 1)}
    assert answer["proved"] == 4


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("unsolvable", 1, "called unsolvable"),
        ("00000\n" * 5, 1, "not a solution: 25 of 25"),
        ("nonsense", 1, "cannot be read"),
    ],
)
def test_crosscheck_judges_an_answer(text, code, said):
    ran = run("crosscheck", ALL_ON, "--answer", "-", text=text)
    assert ran.code == code
    assert said in ran.out


@pytest.mark.parametrize("bug", ["transposed", "wrong-row", "as-if-prime", "not-minimal"])
def test_crosscheck_names_the_first_board_that_a_broken_solver_fails(bug):
    solver = f"{sys.executable} {ROOT / 'tests/truth/linear_solver.py'}"
    ran = run(
        "crosscheck", "--solver", f"{solver} --bug {bug}", "--random", "200", "--seed", "3",
        "--colours", "2..9", "-q",
    )  # fmt: skip
    assert ran.code == 1
    assert ran.out.startswith("wrong on board ")
    assert "its answer:" in ran.out


GRID_SOLVER = """
import itertools, sys
rows = [line for line in sys.stdin.read().split() if line.isdigit()]
places = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
near = lambda p, q: abs(p[0] - q[0]) + abs(p[1] - q[1]) <= 1
found = []
for x in itertools.product((0, 1), repeat=len(places)):
    pressed = [p for p, v in zip(places, x) if v]
    if all(sum(near(p, q) for p in pressed) % 2 == int(rows[q[0]][q[1]]) for q in places):
        found.append(x)
if found:
    best = min(found, key=sum)
    for r in range(len(rows)):
        print(*(best[places.index((r, c))] for c in range(len(rows[0]))), sep="")
else:
    print("unsolvable")
"""
"""Every press vector of a small grid, as somebody might write it in a minute."""


def test_crosscheck_passes_a_right_solver_on_grids_and_on_one_board(tmp_path):
    program = tmp_path / "solver.py"
    program.write_text(GRID_SOLVER)
    solver = f"{sys.executable} {program}"
    ran = run(
        "crosscheck", "--solver", solver, "--random", "12", "--size", "1x2..3x3",
        "--colours", "2", "--seed", "4", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.out
    answer = json.loads(ran.out)
    assert answer["boards"] == 12
    assert sum(answer["verdicts"].values()) == 12
    assert run("crosscheck", "-", "--solver", solver, text="10\n11\n").code == 0


def test_random_grids_are_solvable_mostly_and_repeatable(tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("import sys; print(sys.stdin.read())")
    solver = f"{sys.executable} {program}"
    asked = ["crosscheck", "--solver", solver, "--random", "3", "--size", "4x4", "--seed", "9"]
    first = run(*asked)
    assert first.code == 1
    assert first.out == run(*asked).out
    assert first.out != run(*asked[:-1], "10").out


@pytest.mark.parametrize(
    "options",
    [
        [],
        [ALL_ON, "--random", "3"],
        ["--random", "3", "--size", "5"],
        ["--random", "3", "--size", "5x5..2x2"],
        ["--random", "3", "--colours", "9..2"],
        ["--random", "3", "--neighbourhood", "king"],
        [ALL_ON, "--solver", "no-such-solver-anywhere"],
        [ALL_ON, "--solver", ""],
        [ALL_ON, "--solver", "'"],
    ],
)
def test_crosscheck_refuses_bad_usage(options):
    ran = run("crosscheck", *options)
    assert (ran.code, ran.out) == (2, "")


def test_a_disagreement_is_saved_and_ends_with_6(monkeypatch, tmp_path):
    from dataclasses import replace

    from lo_exact import crosscheck, solver

    def lying(puzzle, *, engine, **options):
        found = solver.minimum(puzzle, engine=engine, **options)
        return replace(found, weight=4, lower_bound=4) if engine == "exhaustive" else found

    monkeypatch.setattr(crosscheck, "minimum", lying)
    monkeypatch.chdir(tmp_path)
    ran = run(
        "crosscheck", "-", "--engine", "coset", "--engine", "exhaustive", text="111\n111\n111\n"
    )
    assert (ran.code, ran.out, ran.err.count("\n")) == (6, "", 1)
    (path,) = tmp_path.glob("lo-exact-disagreement-*.json")
    assert path.name in ran.err
    saved = json.loads(path.read_text())
    assert {row["weight"] for row in saved["answers"]} == {4, 5}
    board = tmp_path / "board.json"
    board.write_text(json.dumps(saved["puzzle"]))
    shown = json.loads(run("show", str(board), "--json").out)
    assert shown["puzzle_sha256"] == saved["puzzle_sha256"]
