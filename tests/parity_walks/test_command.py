"""``lo-exact walk`` as a user meets it: answers, exit codes, JSON, refusals, Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

from lo_exact.parity_walks.level_text import read_levels
from lo_exact.parity_walks.trails import simulate
from tests.cli_runner import ROOT, command, environment, run, run_program
from tests.parity_walks.random_levels import Recipe, random_level, write_level

LEVELS = str(ROOT / "data/levels/published.txt")
KEYS = [
    "status", "steps", "lower_bound", "walk", "start", "end", "limit", "beats_limit", "engine",
    "seconds",
]  # fmt: skip


@pytest.fixture
def large(tmp_path):
    """A level that takes far longer than any test."""
    path = tmp_path / "large.txt"
    recipe = Recipe(50, 50, 1600, loops=0.9, filled=0.1)
    path.write_text(write_level(random_level(recipe, Random(1))))
    return str(path)


def test_the_answer_stands_alone_on_standard_output():
    done = run("walk", LEVELS, "--only", "needs-four")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "optimal: 8 steps, proved to be the fewest\n"
        "limit 8: met, and nothing beats it\n"
        "start row 1 column 3, end row 1 column 1\n"
        "RLRRLLLL\n\nE───S4─═╴\n\n"
    )


def test_solve_is_the_command_that_need_not_be_named():
    assert run("walk", "solve", LEVELS, "--only", "4").out == run("walk", LEVELS, "--only", "4").out
    assert run("walk", "--only", "4", LEVELS).out == run("walk", LEVELS, "--only", "4").out


def test_json_has_the_documented_keys_in_order():
    done = run("walk", LEVELS, "--only", "level-302", "--json", "--limit", "60")
    answer = json.loads(done.out)
    assert list(answer) == [*KEYS, "name"]
    level = next(one for one in read_levels(Path(LEVELS).read_text()) if one.name == "level-302")
    assert simulate(level, answer["walk"]).solves
    assert answer["status"] == "optimal"
    assert answer["steps"] == answer["lower_bound"] == len(answer["walk"]) == 57
    assert answer["start"] == [8, 7]
    assert (answer["limit"], answer["beats_limit"]) == (60, True)


def test_an_unsolvable_level_is_an_answer_unless_one_expected_another():
    done = run("walk", LEVELS, "--only", "cut-off")
    assert done.code == 0
    assert done.out == (
        "infeasible: 1 cell (row 1 column 4) is not connected with the start, and that is proved\n"
    )
    assert run("walk", LEVELS, "--only", "cut-off", "--expect-solvable").code == 1
    answer = json.loads(run("walk", LEVELS, "--only", "cut-off", "--json", "--limit", "9").out)
    assert list(answer) == [*KEYS, "unpaintable", "name"]
    assert [answer[key] for key in KEYS[:4]] == ["infeasible", None, None, None]
    assert (answer["beats_limit"], answer["unpaintable"]) == (False, [[0, 3]])


@pytest.mark.parametrize(
    ("limit", "said", "beats"),
    [
        (20, "limit 20: beaten by 1", True),
        (19, "limit 19: met, and nothing beats it", False),
        (18, "limit 18: impossible, at least 19 steps are needed", False),
    ],
)
def test_a_limit_is_beaten_met_or_impossible(limit, said, beats):
    asked = ("walk", LEVELS, "--only", "method-1", "--limit", str(limit))
    assert said in run(*asked).out.splitlines()
    assert json.loads(run(*asked, "--json").out)["beats_limit"] is beats


def test_several_levels_are_answered_in_turn():
    lines = run("walk", LEVELS, "--json").out.splitlines()
    answers = [json.loads(line) for line in lines]
    assert [(a["name"], a["steps"]) for a in answers] == [
        ("drawing-1", 74), ("level-302", 57), ("method-1", 19), ("needs-four", 8),
        ("needs-three", 9), ("block", 10), ("cut-off", None),
    ]  # fmt: skip
    assert "\nneeds-three: optimal: 9 steps" in run("walk", LEVELS).out


def test_all_lists_and_counts():
    answer = json.loads(run("walk", LEVELS, "--only", "block", "--all", "--json").out)
    assert list(answer) == [*KEYS[:6], "minimum_solutions", "solutions", *KEYS[6:], "name"]
    assert answer["minimum_solutions"] == len(answer["solutions"]) > 1
    some = run("walk", LEVELS, "--only", "block", "--all", "--limit-solutions", "1")
    assert "more than 1 shortest solutions" in some.out
    capped = json.loads(
        run("walk", LEVELS, "--only", "block", "--all", "--limit-solutions", "1", "--json").out
    )
    assert capped["minimum_solutions"] is None


def test_check_says_yes_or_the_first_step_that_cannot_be_or_what_is_unpainted():
    asked = ("walk", "check", LEVELS, "--only", "needs-three")
    assert run(*asked, "LRRLRDURR").out == (
        "yes: 9 steps paint every cell, and end at row 1 column 5\nlimit 9: kept\n"
    )
    for walk, said in (
        ("LRRLRDUR", "no: after 8 steps 1 cell (row 1 column 5) is not painted\n"),
        ("LLL", "no: step 2, L from row 1 column 1, is not onto a free cell\n"),
    ):
        done = run(*asked, walk)
        assert (done.code, done.out) == (1, said)
    assert json.loads(run(*asked, "LLL", "--json").out) == {
        "solves": False, "steps": 3, "illegal_step": 2, "end": [0, 0],
        "unpainted": [[0, 2], [0, 3], [0, 4], [1, 2]], "limit": 9,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "text", "code", "said"),
    [
        (["-"], "", 3, "-: there is no level"),
        (["-"], "..", 3, "-:1: the level has no start"),
        (["-"], "S.\n.S", 3, "-:2:2: a level has one start"),
        (["-"], "S.\n.?", 3, "-:2:2: a level is drawn with"),
        (["-"], "S" + "." * 10**6, 3, "-:1: a level has at most 250000 places"),
        (["-"], "S\n" * 1 + ".\n" * 10**3 + "." * 10**3, 3, "a level has at most 250000 places"),
        (["check", "-", "UXD"], "S.", 3, "got 'X' at step 2"),
        (["no-such-file"], "", 3, "no-such-file: the file cannot be read"),
        (["."], "", 3, ".: a directory is no file to read"),
        (["-", "--only", "9"], "S.", 2, "no level of 1 is called '9'"),
        (["-", "--time-limit", "-1"], "S.", 2, "--time-limit wants seconds"),
        (["check", "-", "R"], "S.\n\nS.", 2, "here are 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(arguments, text, code, said):
    done = run("walk", *arguments, text=text)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_certificate_is_written_and_judged(tmp_path):
    path = tmp_path / "walk.json"
    done = run("walk", LEVELS, "--only", "method-1", "--certificate", str(path))
    assert done.err == f"certificate written; judge it with: lo-exact check {path}\n"
    judged = run("check", str(path))
    assert judged.code == 0
    assert judged.out.startswith("accepted: the fewest steps are 19, and this walk has them\n")
    path.write_text(path.read_text().replace('"steps":19', '"steps":15'))
    judged = run("check", str(path), "--json")
    assert judged.code == 1
    assert json.loads(judged.out) == {
        "accepted": False, "kind": "rejected", "text": "the walk has 19 steps, not 15",
    }  # fmt: skip


@pytest.mark.large
def test_a_time_limit_ends_with_4_and_a_bound(large):
    done = run("walk", large, "--time-limit", "1", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["status"]) == (4, "feasible")
    assert 0 < answer["lower_bound"] < answer["steps"]
    assert (answer["steps"] - answer["lower_bound"]) % 4 == 0
    said = run("walk", large, "--time-limit", "0")
    assert said.code == 4
    assert said.out.startswith("feasible: ")
    assert "(time limit reached" in said.out.splitlines()[0]


def test_ctrl_c_prints_best_and_bound_and_ends_with_130(large):
    running = subprocess.Popen(
        command("walk", large),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    try:
        first = running.stderr.readline()
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=20)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130, err
    assert first.startswith("1 s, best ")
    assert out.startswith("feasible: ")
    assert "(interrupted)" in out.splitlines()[0]
    assert "Traceback" not in err


def test_colours_are_for_terminals_without_no_color():
    def seen_on_a_terminal(**extra):
        ours, theirs = pty.openpty()
        subprocess.run(
            command("walk", LEVELS, "--only", "block"),
            stdout=theirs,
            env=environment(TERM="xterm", **extra),
            check=True,
        )
        os.close(theirs)
        said = os.read(ours, 10_000).decode()
        os.close(ours)
        return said

    assert "\x1b[" in seen_on_a_terminal(NO_COLOR="")
    assert "\x1b[" not in seen_on_a_terminal(NO_COLOR="1")
    assert "\x1b[" not in run("walk", LEVELS, "--only", "block").out


def test_names_of_others_cannot_write_to_the_terminal():
    text = "name: \x1b]0;gotcha\x07\nS.\n\nname: b\nS."
    done = run("walk", "-", text=text)
    assert "\x1b" not in done.out
    assert done.out.startswith(r"\x1b]0;gotcha\x07: optimal")


def test_help_loads_no_solver_and_no_numpy():
    program = (
        "import sys\nfrom lo_exact.parity_walks.command import app\n"
        "print(sorted({'numpy', 'pysat', 'pulp', 'highspy', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [command()[0], "-c", program], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout == "[]\n"
    helped = run_program("walk", "--help")
    assert helped.code == 0
    assert "solve" in helped.out


def test_the_example_of_the_docs_is_what_is_printed():
    text = (ROOT / "docs/walks.md").read_text()
    asked, printed = re.search(r"\$ lo-exact (walk [^\n]*)\n(.*?)```", text, re.DOTALL).groups()
    arguments = [str(ROOT / word) if "/" in word else word for word in asked.split()]
    assert run(*arguments).out == printed


RING = "S..\n.#.\n#.."


def test_a_walk_ends_where_it_has_to_end():
    closed = run("walk", "-", "--closed", "--json", text=RING)
    answer = json.loads(closed.out)
    assert (closed.code, answer["end"], answer["end_wanted"]) == (0, [0, 0], [0, 0])
    header = json.loads(run("walk", "-", "--json", text=f"end: start\n{RING}").out)
    assert (header["steps"], header["end_wanted"]) == (answer["steps"], [0, 0])
    assert "end_wanted" not in json.loads(run("walk", "-", "--json", text=RING).out)
    other = run("walk", "-", "--end", "B1", text=RING)
    assert (other.code, "other colour of a chessboard" in other.out) == (
        0,
        answer["steps"] % 2 == 0,
    )
    assert run("walk", "-", "--end", "B1", "--closed", text=RING).code == 2
    assert "no free cell" in run("walk", "-", "--end", "B2", text=RING).err


def test_check_says_where_a_walk_should_have_ended():
    line = "S.."
    free, bound = (run("walk", "check", "-", "RR", *end, text=line) for end in ((), ("--closed",)))
    assert (free.code, bound.code) == (0, 1)
    assert (
        bound.out
        == "no: 2 steps paint every cell, but end at row 1 column 3, not at row 1 column 1\n"
    )


def test_a_walk_is_checked_from_a_file(tmp_path):
    level, walk = tmp_path / "level.txt", tmp_path / "walk.txt"
    level.write_text(RING)
    for text in ("RRL", "R R L", "R,R,L", "→→←", "RR\nL\n", "→ R L"):
        walk.write_text(text)
        done = run("walk", "check", str(level), str(walk), "--json")
        assert (done.code, json.loads(done.out)["steps"]) == (1, 3)
    walk.write_text("R R 3")
    wrong = run("walk", "check", str(level), str(walk))
    assert (wrong.code, wrong.out) == (3, "")
    assert f"{walk}: a walk has only the letters U, R, D, L, got '3' at step 3" in wrong.err


def test_a_level_that_is_too_large_for_the_checker_ends_with_4(tmp_path):
    walk = tmp_path / "walk.json"
    walk.write_text(
        json.dumps({"format": "lo-exact walk certificate", "version": 1, "made_by": {},
                    "level": ["S" + "." * 250_000], "claim": {}, "evidence": {}})
    )  # fmt: skip
    assert run("check", str(walk)).code == 4
