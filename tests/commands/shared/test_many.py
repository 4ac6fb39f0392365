"""Many puzzles: in a file and in many, sums, JSON lines, jobs, going on after a bad one."""

import json

import pytest

from lo_exact.solver import questions
from tests.cli_runner import run, run_program
from tests.formats.test_contests_machines import SAMPLE


@pytest.fixture
def machines(tmp_path):
    path = tmp_path / "machines.txt"
    path.write_text(SAMPLE)
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_of_machines_is_answered_line_by_line_with_the_sum(machines, jobs):
    first = run("min", machines, "--jobs", jobs)
    assert first.code == 0
    assert "#1: optimal: 2 presses" in first.out
    assert first.out.endswith("\nsum of the 3 solvable puzzles: 7\n")
    assert run("min", machines, "--jobs", jobs, "--colours", "none").out.endswith(": 33\n")


def test_json_lines_have_sources_and_the_last_one_is_the_sum(machines):
    lines = [json.loads(line) for line in run("min", machines, "--json").out.splitlines()]
    assert lines[-1] == {"puzzles": 3, "solved": 3, "unsolvable": 0, "weight": 7}
    assert [line["source"]["number"] for line in lines[:-1]] == [1, 2, 3]
    assert {line["source"]["file"] for line in lines[:-1]} == {machines}
    assert [line["weight"] for line in lines[:-1]] == [2, 3, 2]


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("all", "sum of the 3 solvable puzzles: 7"),
        ("count", "sum of the 3 solvable puzzles: 7"),
        ("prove", "sum of the 3 solvable puzzles: "),
        ("solve", "sum of the 3 solvable puzzles: "),
        ("show", "(counted from 0)"),
    ],
)
def test_every_question_takes_many(machines, command, end):
    done = run(command, machines)
    assert done.code == 0
    assert end in done.out
    assert len(run(command, machines, "--json").out.splitlines()) == 4


def test_many_files_are_answered_in_their_order(tmp_path, machines):
    board = tmp_path / "board.txt"
    board.write_text("##\n##\n")
    done = run("min", str(board), machines)
    assert done.out.endswith("sum of the 4 solvable puzzles: 11\n")
    assert done.out.index("board.txt #1") < done.out.index("machines.txt #1")


def test_a_bad_puzzle_stops_unless_told_to_keep_going(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text(SAMPLE.replace("(2,3) (0,4)", "(2,9) (0,4)"))
    stopped = run("min", str(path))
    assert stopped.code == 3
    assert f"{path}:2:" in stopped.err
    assert stopped.out.splitlines()[0].startswith(f"{path} #1: optimal: 2 presses")
    assert stopped.out.endswith(
        f"\nsum of the 1 solvable puzzle: 2; stopped at {path} #2, the rest was not asked\n"
    )
    assert stopped.err.endswith("--keep-going answers the others\n")
    went_on = run("min", str(path), "--keep-going")
    assert went_on.code == 3
    assert f"{path}:2:" in went_on.err
    assert went_on.out.endswith("sum of the 2 solvable puzzles: 4; 1 puzzle is not settled\n")
    missing = run("min", str(tmp_path / "none.txt"), str(path), "--keep-going", "--json")
    assert missing.code == 3
    assert json.loads(missing.out.splitlines()[-1]) == {
        "puzzles": 4, "solved": 2, "unsolvable": 0, "weight": 4,
    }  # fmt: skip


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_in_json_the_last_line_says_where_it_stopped(jobs, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text(SAMPLE.replace("(2,3) (0,4)", "(2,9) (0,4)"))
    done = run("min", str(path), "--json", "--jobs", jobs)
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 3
    assert [line.get("status") for line in lines] == ["optimal", "error", None]
    assert lines[-1] == {
        "puzzles": 1,
        "solved": 1,
        "unsolvable": 0,
        "weight": 2,
        "stopped": f"{path} #2",
    }


def test_a_file_that_is_missing_behind_others_leaves_their_sum(machines, tmp_path):
    missing = str(tmp_path / "none.txt")
    done = run("min", machines, missing, machines)
    assert done.code == 3
    assert "none.txt: the file cannot be read" in done.err
    assert done.out.endswith(
        f"\nsum of the 3 solvable puzzles: 7; stopped at {missing}, the rest was not asked\n"
    )


def test_ctrl_c_leaves_a_sum_that_says_so(machines, monkeypatch):
    true, asked = questions.minimum, []

    def interrupted(puzzle, **how):
        asked.append(puzzle)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return true(puzzle, **how)

    monkeypatch.setattr(questions, "minimum", interrupted)
    done = run("min", machines)
    assert done.code == 130
    assert done.out.endswith(
        "\nsum of the 1 solvable puzzle: 2; interrupted, the rest was not asked\n"
    )


def test_the_sum_says_that_it_is_not_of_all(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("[#.] (1) {1,0}\n[#] (0) {1}\n")
    done = run("min", str(path))
    assert done.out.endswith("sum of the 1 solvable puzzle: 1; 1 puzzle is unsolvable\n")
    assert done.code == 1
    done = run("min", str(path), "--json")
    last = {"puzzles": 2, "solved": 1, "unsolvable": 1, "weight": 1}
    assert (done.code, json.loads(done.out.splitlines()[-1])) == (1, last)
    japanese = run("min", str(path), "--lang", "ja").out
    assert japanese.endswith("解ける 1 問の合計：1。1 問は解けません\n")
    assert run("prove", str(path)).code == 1
    assert run("min", str(path), "--expect-solvable").code == 1


def test_one_puzzle_is_answered_as_ever(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("[#] (0) {1}\n")
    assert run("min", str(path)).out.startswith("optimal: 1 press")
    assert "source" not in json.loads(run("min", str(path), "--json").out)


def test_a_certificate_is_of_one_puzzle(machines, tmp_path):
    done = run("min", machines, "--certificate", str(tmp_path / "proof.json"))
    assert done.code == 2
    assert "takes one puzzle" in done.err


def test_other_commands_say_that_they_take_one(machines):
    done = run("kernel", machines)
    assert done.code == 3
    assert "holds 3 puzzles" in done.err


def test_standard_input_may_hold_many():
    done = run_program("min", "-", text=SAMPLE)
    assert done.out.endswith(": 7\n")


def test_the_wrong_name_of_a_format_is_bad_usage(machines):
    assert run("min", machines, "--as", "csv").code == 2
    assert run("min", machines, "--colours", "some").code == 2
