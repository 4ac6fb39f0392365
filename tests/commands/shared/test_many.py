"""Many puzzles: in a file and in many, sums, JSON lines, jobs, going on after a bad one."""

import json

import pytest

from lo_exact import solver
from tests.cli_runner import run, run_program
from tests.formats.contests.test_aoc import SAMPLE


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
    assert first.out.endswith("3 puzzles, 3 solved, 7 in all\n")
    assert run("min", machines, "--jobs", jobs, "--colours", "none").out.endswith(" 33 in all\n")


def test_json_lines_have_sources_and_the_last_one_is_the_sum(machines):
    lines = [json.loads(line) for line in run("min", machines, "--json").out.splitlines()]
    assert lines[-1] == {"puzzles": 3, "solved": 3, "weight": 7}
    assert [line["source"]["number"] for line in lines[:-1]] == [1, 2, 3]
    assert {line["source"]["file"] for line in lines[:-1]} == {machines}
    assert [line["weight"] for line in lines[:-1]] == [2, 3, 2]


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("all", "3 puzzles, 3 solved, 7 in all"),
        ("count", "3 puzzles, 3 solved, 7 in all"),
        ("prove", "3 solved"),
        ("solve", "3 solved"),
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
    assert done.out.endswith("4 puzzles, 4 solved, 11 in all\n")
    assert done.out.index("board.txt #1") < done.out.index("machines.txt #1")


def test_a_bad_puzzle_stops_unless_told_to_keep_going(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text(SAMPLE.replace("(2,3) (0,4)", "(2,9) (0,4)"))
    stopped = run("min", str(path))
    assert stopped.code == 3
    assert f"{path}:2:" in stopped.err
    assert stopped.out.splitlines()[0].startswith(f"{path} #1: optimal: 2 presses")
    assert stopped.out.endswith(
        f"\n1 puzzle, 1 solved, 2 until then; stopped at {path} #2, the rest was not asked\n"
    )
    assert stopped.err.endswith("--keep-going answers the others\n")
    went_on = run("min", str(path), "--keep-going")
    assert went_on.code == 3
    assert f"{path}:2:" in went_on.err
    assert went_on.out.endswith("3 puzzles, 2 solved, 4 in all\n")
    missing = run("min", str(tmp_path / "none.txt"), str(path), "--keep-going", "--json")
    assert missing.code == 3
    assert json.loads(missing.out.splitlines()[-1]) == {"puzzles": 4, "solved": 2, "weight": 4}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_in_json_the_last_line_says_where_it_stopped(jobs, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text(SAMPLE.replace("(2,3) (0,4)", "(2,9) (0,4)"))
    done = run("min", str(path), "--json", "--jobs", jobs)
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 3
    assert [line.get("status") for line in lines] == ["optimal", "error", None]
    assert lines[-1] == {"puzzles": 1, "solved": 1, "weight": 2, "stopped": f"{path} #2"}


def test_a_file_that_is_missing_behind_others_leaves_their_sum(machines, tmp_path):
    missing = str(tmp_path / "none.txt")
    done = run("min", machines, missing, machines)
    assert done.code == 3
    assert "none.txt: the file cannot be read" in done.err
    assert done.out.endswith(
        f"\n3 puzzles, 3 solved, 7 until then; stopped at {missing}, the rest was not asked\n"
    )


def test_ctrl_c_leaves_a_sum_that_says_so(machines, monkeypatch):
    true, asked = solver.minimum, []

    def interrupted(puzzle, **how):
        asked.append(puzzle)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return true(puzzle, **how)

    monkeypatch.setattr(solver, "minimum", interrupted)
    done = run("min", machines)
    assert done.code == 130
    assert done.out.endswith(
        "\n1 puzzle, 1 solved, 2 until then; interrupted, the rest was not asked\n"
    )


def test_an_unsolvable_one_is_an_answer_and_not_solved(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("[#.] (1) {1,0}\n[#] (0) {1}\n")
    assert run("min", str(path)).out.endswith("2 puzzles, 1 solved, 1 in all\n")
    assert run("min", str(path)).code == 0
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
    assert done.out.endswith("7 in all\n")


def test_the_wrong_name_of_a_format_is_bad_usage(machines):
    assert run("min", machines, "--as", "csv").code == 2
    assert run("min", machines, "--colours", "some").code == 2
