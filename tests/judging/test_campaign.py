"""Three solvers of linear algebra, written by hand, refereed on 100 boards each."""

import json
import shlex

import numpy as np
import pytest

from lo_exact.formats import write_puzzle
from lo_exact.judging.campaign import referee
from lo_exact.judging.tally import RefereeTally
from lo_exact.topology import grid_puzzle
from tests.cli_runner import PYTHON, ROOT, run
from tests.truth.referees import first_found, minimal, prime_only

SOLVERS = ROOT / "tests/truth/referees"


def boards(colours, most, count=100):
    """Yield boards, of which three in four are made by presses and so are solvable."""
    rng = np.random.default_rng(25)
    for number in range(count):
        rows, columns = (int(n) for n in rng.integers(2, most + 1, 2))
        state = rng.integers(0, colours, (rows, columns))
        if number % 4:
            presses = np.pad(state, 1)
            state = sum(
                presses[1 + i : 1 + i + rows, 1 + j : 1 + j + columns]
                for i, j in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
            )
        yield grid_puzzle(state % colours, colours=colours)


def on_100(solver, colours, most):
    def answer(puzzle):
        return "\n".join(solver(write_puzzle(puzzle)))

    found = RefereeTally()
    for board in referee(answer, boards(colours, most)):
        found.add(board)
    return found


def test_elimination_with_all_quiet_patterns_is_right_and_minimal():
    found = on_100(minimal.answer, 2, 6)
    assert (found.boards, found.right, found.wrong, found.failed) == (100, 100, 0, None)
    assert set(found.verdicts) == {"minimal", "unsolvable"}
    assert found.verdicts["minimal"] >= 75


def test_light_chasing_is_right_and_not_minimal():
    found = on_100(first_found.answer, 2, 6)
    assert (found.right, found.wrong, found.failed) == (100, 0, None)
    assert found.verdicts["not minimal"] > 5
    assert found.excess > 0
    assert found.worst.judgement.right
    assert not found.worst.judgement.minimal


@pytest.mark.large
def test_division_by_fermat_is_right_for_primes_and_wrong_for_composite_colours():
    for colours in (2, 3, 5):
        found = on_100(lambda text, c=colours: prime_only.answer(text, c), colours, 3)
        assert (found.right, found.wrong) == (100, 0), found.verdicts
    for colours in (4, 6):
        found = on_100(lambda text, c=colours: prime_only.answer(text, c), colours, 3)
        assert found.wrong > 30
        assert not found.failed.judgement.right


def test_json_has_all_failures_and_how_much_longer_they_are():
    files = [str(ROOT / f"data/boards/{name}.txt") for name in ("all-on-5x5", "genetic-1-5x5")]
    solver = f"{PYTHON} {shlex.quote(str(SOLVERS / 'first_found.py'))}"
    ran = run("referee", solver, *files, "--json")
    said = json.loads(ran.out)
    longer = said["failures"]
    assert {row["verdict"] for row in longer} <= {"not minimal"}
    for row in longer:
        assert row["weight"] - row["minimum"] == row["longer_by"] > 0
    assert (said["boards"], said["right"], said["wrong"]) == (2, 2, 0)
    assert said["minimal"] == 2 - len(longer)
    assert ran.code == (1 if longer else 0)
    assert run("referee", solver, *files, "--any-solution").code == 0


def test_all_failures_are_in_json_numbered_from_1_and_times_are_told():
    none = f"""{PYTHON} -c 'print("00"); print("00")'"""
    ran = run("referee", none, "--random", "8", "--size", "2x2", "--json")
    said = json.loads(ran.out)
    failed = [one["board"] for one in said["failures"]]
    assert ran.code == 1
    assert len(failed) == said["verdicts"]["not a solution"] == said["wrong"]
    assert set(failed) <= set(range(1, 9))
    assert 0 < said["seconds"]["median"] <= said["seconds"]["worst"]
    shown = run("referee", none, "--random", "8", "--size", "2x2").out
    assert f"wrong on board {failed[0]}: " in shown
    assert "median seconds" in shown
    assert "worst seconds" in shown


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("[1/3] eliminating\n[2/3] solving\n[3/3] done\n101\n010\n101\n", "minimal"),
        ("[INFO] start\n[ 50%] half\n[INFO] end\n[1, 0, 1, 0, 1, 0, 1, 0, 1]\n", "minimal"),
        ("iteration 1: best 9\niteration 2: best 5\n1 0 1\n0 1 0\n1 0 1\n", "minimal"),
        ("10%\r50%\r100%\n101\n010\n101\n", "minimal"),
        ("=== Result ===\nPresses (5):\n1,0,1\n0,1,0\n1,0,1\nTime: 0.002 s\n", "minimal"),
        ("solution #1 (5 presses)\n101\n010\n101\nsolution #2 (5)\n101\n010\n101\n", "minimal"),
        ("step 1: press (1,1)\nstep 2: press (1,3)\nstep 3: press (2,2)\n"
         "step 4: press (3,1)\nstep 5: press (3,3)\ndone\n", "minimal"),
        ("1. Press cell (0, 0)\n2. Press cell (0, 2)\n3. Press cell (1, 1)\n"
         "4. Press cell (2, 0)\n5. Press cell (2, 2)\n", "minimal"),
        ("checking ...\nno solution exists\n", "wrongly unsolvable"),
        ("[1/2] rank 9\nThe board is unsolvable.\n", "wrongly unsolvable"),
        ("Board:\n111\n111\n111\nResult: no solution\n", "wrongly unsolvable"),
    ],
)  # fmt: skip
def test_what_solvers_print_around_an_answer_is_read(printed, verdict):
    (board,) = referee(lambda puzzle: printed, [grid_puzzle(np.ones((3, 3), dtype=int))])
    assert board.judgement.verdict == verdict, board.judgement.sentence


@pytest.mark.parametrize(
    "printed",
    ["101\n010\n101\nno solution\n", "no solution yet\n...\n", "searching\nno solution yet\n"],
)
def test_an_answer_that_says_two_things_or_nothing_is_unreadable(printed):
    (board,) = referee(lambda puzzle: printed, [grid_puzzle(np.ones((3, 3), dtype=int))])
    assert board.judgement.verdict == "unreadable"
