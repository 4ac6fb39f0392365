"""Other people's solvers, run on boards and judged."""

import json
import re
import shlex

import pytest

from tests.cli_runner import ALL_ON, PYTHON, ROOT, run

BUGS = {"transposed": 1, "wrong-row": 1, "as-if-prime": 2, "not-minimal": 1}
"""Of each bug the seed that needs fewest boards: a board costs a start of the solver."""


@pytest.mark.parametrize(
    ("bug", "boards", "seed"),
    [
        *((bug, 6, seed) for bug, seed in BUGS.items()),
        *(pytest.param(bug, 60, 3, marks=pytest.mark.large) for bug in BUGS),
    ],
)
def test_referee_names_the_first_board_that_a_broken_solver_fails(bug, boards, seed):
    solver = f"{PYTHON} {shlex.quote(str(ROOT / 'tests/truth/linear_solver.py'))}"
    ran = run(
        "referee", f"{solver} --bug {bug}", "--random", str(boards), "--seed", str(seed),
        "--colours", "2..9", "--format", "json", "-q",
    )  # fmt: skip
    assert ran.code == 1
    word = "not minimal" if bug == "not-minimal" else "wrong"
    assert ran.out.startswith(f"{word} on board ")
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


def test_referee_passes_a_right_solver_on_grids_and_on_one_board(tmp_path):
    program = tmp_path / "solver.py"
    program.write_text(GRID_SOLVER)
    solver = f"{PYTHON} {shlex.quote(str(program))}"
    ran = run(
        "referee", solver, "--random", "12", "--size", "1x2..3x3",
        "--colours", "2", "--seed", "4", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.out
    answer = json.loads(ran.out)
    assert answer["boards"] == 12
    assert sum(answer["verdicts"].values()) == 12
    assert answer["longer_by"] == 0
    assert run("referee", solver, "-", text="10\n11\n").code == 0


@pytest.mark.large
def test_without_options_a_solver_gets_boards_of_two_colours(tmp_path):
    program = tmp_path / "strict.py"
    program.write_text(
        "import sys; text = sys.stdin.read(); rows = text.split()\n"
        "assert not set(text) - set('01\\n'), text\n"
        "assert len(set(map(len, rows))) == 1 and 2 <= len(rows) <= 7, text\n"
        "print('unsolvable')\n"
    )
    ran = run("referee", f"{PYTHON} {shlex.quote(str(program))}", "--json")
    assert json.loads(ran.out)["boards"] == 100
    assert "crashed" not in json.loads(ran.out)["verdicts"]


def test_all_boards_are_judged_and_a_table_stands_at_the_end(tmp_path):
    """A solver of 2 x 2 boards that presses what is on: right by luck alone."""
    program = tmp_path / "luck.py"
    program.write_text("import sys; print('presses'); print(sys.stdin.read())")
    asked = ["--random", "30", "--size", "2x2", "--seed", "1"]
    ran = run("referee", f"{PYTHON} {shlex.quote(str(program))}", *asked)
    assert ran.code == 1
    rows = dict(re.findall(r"(?m)^ *([a-z][a-z ]*?)  +([0-9]+)", ran.out.split("\n\n")[-1]))
    assert rows["boards"] == "30"
    assert int(rows["right"]) + int(rows["not a solution"]) == 30
    assert 0 < int(rows["right"]) < 30


def test_many_boards_on_one_standard_input(tmp_path):
    program = tmp_path / "solver.py"
    one = GRID_SOLVER.replace("sys.stdin.read()", "board").replace("\n", "\n    ")
    loop = "import sys\nfor board in sys.stdin.read().split('\\n\\n'):\n    "
    program.write_text(f"{loop}{one}\n    print()\n")
    asked = [f"{PYTHON} {shlex.quote(str(program))}", "--random", "9", "--size", "2x2..3x3",
             "--seed", "2", "--json", "--together"]  # fmt: skip
    ran = run("referee", *asked)
    answer = json.loads(ran.out)
    assert (ran.code, answer["boards"], answer["right"]) == (0, 9, 9)
    program.write_text("print('00')")
    ran = run("referee", *asked)
    assert ran.code == 1
    assert "9 boards were asked, 1 answers came" in ran.out


def test_a_solver_that_answers_nothing_is_asked_three_times():
    dead = f"{PYTHON} -c 'import sys; sys.exit(3)'"
    ran = run("referee", dead, "--random", "50", "--json")
    assert json.loads(ran.out)["verdicts"] == {"crashed": 3}


@pytest.mark.large
def test_an_endless_answer_is_not_echoed(tmp_path):
    program = tmp_path / "endless.py"
    program.write_text("print('0 1\\n' * 20_000)")
    ran = run("referee", f"{PYTHON} {shlex.quote(str(program))}", "--random", "1")
    assert ran.code == 3
    assert len(ran.out) < 10_000
    assert "more lines)" in ran.out


def test_random_grids_are_solvable_mostly_and_repeatable(tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("import sys; print(sys.stdin.read())")
    solver = f"{PYTHON} {shlex.quote(str(program))}"
    asked = ["referee", solver, "--random", "3", "--size", "4x4", "--seed", "9"]
    first = run(*asked)
    assert first.code == 1

    def untimed(ran):
        return ran.out.partition("median seconds")[0]

    assert untimed(first) == untimed(run(*asked))
    assert untimed(first) != untimed(run(*asked[:-1], "10"))


def test_boards_of_several_files_are_judged_in_turn(tmp_path):
    program, first, second = (tmp_path / name for name in ("solver.py", "1.txt", "2.txt"))
    program.write_text(GRID_SOLVER)
    first.write_text("10\n11\n")
    second.write_text("111\n111\n111\n")
    ran = run("referee", f"{PYTHON} {shlex.quote(str(program))}", str(first), str(second), "--json")
    assert (ran.code, json.loads(ran.out)["boards"]) == (0, 2)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["true", ALL_ON, "--random", "3"],
        ["true", "--random", "3", "--size", "5"],
        ["true", ALL_ON, "--colours", "2..3"],
        ["no-such-solver-anywhere", ALL_ON],
        ["", ALL_ON],
        ["'", ALL_ON],
    ],
)
def test_referee_refuses_bad_usage(options):
    ran = run("referee", *options)
    assert (ran.code, ran.out) == (2, "")
