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
    ],
)
def test_crosscheck_judges_an_answer(text, code, said):
    ran = run("crosscheck", ALL_ON, "--answer", "-", text=text)
    assert ran.code == code
    assert said in ran.out


@pytest.mark.parametrize("text", ["nonsense", "", "01\n10", "0 1 0", "[[1, 2], [3]]"])
def test_an_answer_that_cannot_be_read_is_bad_input(text, tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text(text)
    ran = run("crosscheck", ALL_ON, "--answer", str(answer))
    assert (ran.code, ran.out) == (3, "")
    assert str(answer) in ran.err
    assert "wrong" not in ran.err


def test_what_min_prints_is_a_right_answer():
    for options in ([], ["--count"], ["--json"], ["-q"]):
        said = run("min", ALL_ON, *options).out
        ran = run("crosscheck", ALL_ON, "--answer", "-", text=said)
        assert (ran.code, ran.out) == (0, "right: a minimum solution (15)\n")
    ran = run("import-answer", ALL_ON, text=run("min", ALL_ON).out)
    assert ran.out == "right: a minimum solution (15)\n"


@pytest.mark.parametrize(
    ("bug", "seed"), [("transposed", 1), ("wrong-row", 1), ("as-if-prime", 2), ("not-minimal", 1)]
)
def test_crosscheck_names_the_first_board_that_a_broken_solver_fails(bug, seed):
    """The seeds are those that need fewest boards: a board costs a start of the solver."""
    solver = f"{sys.executable} {ROOT / 'tests/truth/linear_solver.py'}"
    ran = run(
        "crosscheck", "--solver", f"{solver} --bug {bug}", "--random", "6", "--seed", str(seed),
        "--colours", "2..9", "--format", "json", "-q",
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
    assert answer["worst_excess"] == 0
    assert run("crosscheck", "-", "--solver", solver, text="10\n11\n").code == 0


def test_without_options_a_solver_gets_boards_of_two_colours(tmp_path):
    program = tmp_path / "strict.py"
    program.write_text(
        "import sys; text = sys.stdin.read(); rows = text.split()\n"
        "assert not set(text) - set('01\\n'), text\n"
        "assert len(set(map(len, rows))) == 1 and 2 <= len(rows) <= 7, text\n"
        "print('unsolvable')\n"
    )
    ran = run("crosscheck", "--solver", f"{sys.executable} {program}", "--json")
    assert json.loads(ran.out)["boards"] == 100
    assert "crashed" not in json.loads(ran.out)["verdicts"]


def test_all_boards_are_judged_and_a_table_stands_at_the_end(tmp_path):
    """A solver of 2 x 2 boards that presses what is on: right by luck alone."""
    program = tmp_path / "luck.py"
    program.write_text("import sys; print('presses'); print(sys.stdin.read())")
    asked = ["--random", "30", "--size", "2x2", "--seed", "1"]
    ran = run("crosscheck", "--solver", f"{sys.executable} {program}", *asked)
    assert ran.code == 1
    rows = dict(line.rsplit(None, 1) for line in ran.out.split("\n\n")[-1].strip().splitlines())
    assert rows["boards"] == "30"
    assert int(rows["right"]) + int(rows["not a solution"]) == 30
    assert 0 < int(rows["right"]) < 30


def test_many_boards_on_one_standard_input(tmp_path):
    program = tmp_path / "solver.py"
    one = GRID_SOLVER.replace("sys.stdin.read()", "board").replace("\n", "\n    ")
    loop = "import sys\nfor board in sys.stdin.read().split('\\n\\n'):\n    "
    program.write_text(f"{loop}{one}\n    print()\n")
    asked = ["--solver", f"{sys.executable} {program}", "--random", "9", "--size", "2x2..3x3",
             "--seed", "2", "--json", "--together"]  # fmt: skip
    ran = run("crosscheck", *asked)
    answer = json.loads(ran.out)
    assert (ran.code, answer["boards"], answer["right"]) == (0, 9, True)
    program.write_text("print('00')")
    ran = run("crosscheck", *asked)
    assert ran.code == 1
    assert "9 boards were asked, 1 answers came" in ran.out


def test_a_solver_that_answers_nothing_is_asked_three_times():
    dead = f"{sys.executable} -c 'import sys; sys.exit(3)'"
    ran = run("crosscheck", "--solver", dead, "--random", "50", "--json")
    assert json.loads(ran.out)["verdicts"] == {"crashed": 3}


def test_an_endless_answer_is_not_echoed(tmp_path):
    program = tmp_path / "endless.py"
    program.write_text("print('0 1\\n' * 100_000)")
    ran = run("crosscheck", "--solver", f"{sys.executable} {program}", "--random", "1")
    assert ran.code == 3
    assert len(ran.out) < 10_000
    assert "more lines)" in ran.out


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
        ["--random", "3", "--together"],
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
