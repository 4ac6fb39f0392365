"""The referee names the first failing board of each classic bug, and passes the right solver."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.errors import DisagreementError, InputError, UsageError
from lo_exact.judging.campaign import referee
from lo_exact.judging.judge import judge_answer
from lo_exact.judging.tally import RefereeTally
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import Solution
from lo_exact.topology import grid_puzzle
from lo_exact.topology.random_puzzles import Range, random_matrix_puzzles
from tests.cli_runner import PYTHON

SOLVER = Path(__file__).parents[1] / "truth" / "linear_solver.py"


def write(puzzle: Puzzle) -> str:
    columns = []
    for j in range(puzzle.buttons):
        rows, amounts = puzzle.activation.column(j)
        columns.append([list(pair) for pair in zip(rows.tolist(), amounts.tolist(), strict=True)])
    return json.dumps(
        {
            "colours": puzzle.colours,
            "lights": puzzle.lights,
            "buttons": puzzle.buttons,
            "columns": columns,
            "state": puzzle.state.tolist(),
            "target": puzzle.target.tolist(),
        }
    )


def campaign(bug: str, boards: int):
    rng = np.random.default_rng(7)
    puzzles = random_matrix_puzzles(
        rng,
        lights=Range(1, 4),
        buttons=Range(1, 4),
        colours=Range(2, 9),
        max_vectors=700,
        plain=True,
    )
    command = f"{PYTHON} {shlex.quote(str(SOLVER))}" + (f" --bug {bug}" if bug else "")
    return referee(command, (p for _, p in zip(range(boards), puzzles, strict=False)), write)


def test_a_right_solver_passes():
    judged = list(campaign("", 24))
    assert len(judged) == 24
    assert all(board.judgement.right for board in judged)
    assert {board.judgement.verdict for board in judged} == {"minimal", "unsolvable"}


@pytest.mark.parametrize(
    ("bug", "verdicts"),
    [
        ("transposed", {"not a solution", "wrongly unsolvable"}),
        ("wrong-row", {"not a solution", "wrongly unsolvable", "not minimal"}),
        ("as-if-prime", {"not a solution", "wrongly unsolvable", "not minimal"}),
        pytest.param("not-minimal", {"not minimal"}, marks=pytest.mark.large),
    ],
)
def test_a_broken_solver_is_caught_on_a_named_board(bug, verdicts):
    for board in campaign(bug, 80):
        if not board.judgement.minimal:
            assert board.judgement.verdict in verdicts
            assert board.judgement.sentence
            return
    pytest.fail(f"{bug} was not caught in 80 boards")


def plus_3x1() -> Puzzle:
    """Three lights in a row; the middle one is on: pressing the outer two and the middle."""
    matrix = from_dense([[1, 1, 0], [1, 1, 1], [0, 1, 1]], 2)
    return Puzzle(matrix, np.array([1, 1, 1]), np.zeros(3, np.int64))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("0 1 0", "minimal"),
        ("010", "minimal"),
        ("presses\n010\n", "minimal"),
        ("[0, 1, 0]", "minimal"),
        ('{"presses": [0, 1, 0]}', "minimal"),
        ("0\n1\n0", "minimal"),
        ("1 1 0", "not a solution"),
        ("unsolvable", "wrongly unsolvable"),
        ("Infeasible.", "wrongly unsolvable"),
        ("The presses are:\n0 1 0\n", "minimal"),
        ("press button 1 (counted from 0)", "minimal"),
        ([0, 1, 0], "minimal"),
        (np.array([0, 1, 0], dtype=np.uint8), "minimal"),
        (np.array([False, True, False]), "minimal"),
    ],
)
def test_answers_are_judged(answer, verdict):
    assert judge_answer(plus_3x1(), answer).verdict == verdict


@pytest.mark.parametrize(
    "answer",
    [
        "0 1",
        "0 2 0",
        "",
        "٠١٠",
        "[0, 1, 0",
        "[" * 100_000,
        "0 1 99999999999999999999",
        "-0 1 0",
        "nonsense",
        None,
        [0, 1],
        [0, 2, 0],
        [0, -1, 0],
        np.array([0.0, 1.0, 0.0]),
        [[0, 1], [0]],
        ["0", "1", "0"],
    ],
)
def test_what_cannot_be_read_is_bad_input_and_never_a_verdict(answer):
    with pytest.raises(InputError):
        judge_answer(plus_3x1(), answer)


def test_a_solution_that_is_not_minimal_says_by_how_much():
    puzzle = Puzzle(from_dense([[1, 1]], 3), np.array([1]), np.zeros(1, np.int64))
    verdict = judge_answer(puzzle, "0 2")
    assert (verdict.weight, verdict.minimum, verdict.right) == (2, 2, True)
    verdict = judge_answer(puzzle, "1 1")
    assert verdict.right
    puzzle = Puzzle(from_dense([[1, 2]], 3), np.array([1]), np.zeros(1, np.int64))
    verdict = judge_answer(puzzle, "2 0")
    assert (verdict.verdict, verdict.weight, verdict.minimum) == ("not minimal", 2, 1)
    assert judge_answer(puzzle, "2 0").passes(minimal=False)


def test_a_lone_number_of_two_digits_is_one_number():
    puzzle = Puzzle(from_dense([[1]], 12), np.array([1]), np.zeros(1, np.int64))
    assert judge_answer(puzzle, "11").verdict == "minimal"
    board = grid_puzzle(np.array([[1], [1]]), colours=12)
    assert judge_answer(board, "11\n0").verdict == "minimal"
    assert judge_answer(board, "0\n10").verdict == "not a solution"


def test_ctrl_c_is_no_verdict(monkeypatch):
    def interrupted(puzzle: Puzzle) -> Solution:
        return Solution(puzzle, Status.UNKNOWN, lower_bound=0, stopped="interrupted")

    monkeypatch.setattr("lo_exact.judging.judge.minimum", interrupted)
    with pytest.raises(KeyboardInterrupt):
        judge_answer(plus_3x1(), "unsolvable")


def test_an_answer_below_the_proved_minimum_is_a_disagreement(monkeypatch):
    def wrong(puzzle: Puzzle) -> Solution:
        return Solution(puzzle, Status.OPTIMAL, 2, 2, (1, 0, 1))

    monkeypatch.setattr("lo_exact.judging.judge.minimum", wrong)
    with pytest.raises(DisagreementError):
        judge_answer(plus_3x1(), "010")


def test_a_command_that_cannot_start_is_one_line():
    with pytest.raises(UsageError, match="cannot be started"):
        list(referee("no-such-solver-anywhere", [plus_3x1()], write))
    with pytest.raises(UsageError, match="empty"):
        list(referee("  ", [plus_3x1()], write))


def test_a_solver_that_crashes_or_hangs_is_a_failed_board():
    crash = f"{PYTHON} -c 'import sys; sys.exit(3)'"
    (board,) = referee(crash, [plus_3x1()], write)
    assert board.judgement.verdict == "crashed"
    hang = f"{PYTHON} -c 'import time; time.sleep(60)'"
    (board,) = referee(hang, [plus_3x1()], write, seconds=0.3)
    assert "no answer" in board.judgement.sentence
    assert board.judgement.verdict == "timed out"


def test_a_solver_that_never_stops_printing_is_stopped(monkeypatch):
    monkeypatch.setattr("lo_exact.judging.campaign.MAX_ANSWER", 2**20)
    endless = f"{PYTHON} -c 'while True: print(\"0\" * 1000)'"
    (board,) = referee(endless, [plus_3x1()], write, seconds=30)
    assert "printed more than" in board.judgement.sentence


def test_a_function_is_a_solver_too():
    boards = [plus_3x1()] * 4
    answers = iter([np.array([0, 1, 0]), "unsolvable", None, [0, 1, 0]])

    def solver(puzzle: Puzzle) -> object:
        return next(answers)

    judged = [board.judgement for board in referee(solver, boards)]
    verdicts = ["minimal", "wrongly unsolvable", "unreadable", "minimal"]
    assert [judgement.verdict for judgement in judged] == verdicts
    assert [judgement.right for judgement in judged] == [True, False, False, True]
    (broken,) = referee(lambda puzzle: 1 // 0, boards[:1])
    assert broken.judgement.verdict == "crashed"
    assert "ZeroDivisionError" in broken.judgement.sentence


def test_a_tally_counts_right_answers_and_finds_the_worst():
    board = grid_puzzle(np.zeros((5, 5), dtype=int))
    quiet = np.array([[1, 0, 1, 0, 1]] * 2 + [[0] * 5] + [[1, 0, 1, 0, 1]] * 2)
    answers = iter([quiet * 0, quiet, "unsolvable"])
    found = RefereeTally()
    for judged in referee(lambda puzzle: next(answers), [board] * 3):
        found.add(judged)
    assert (found.boards, found.right, found.excess) == (3, 2, 12)
    assert found.worst.number == 2
    assert found.failed.number == 3
    assert found.verdicts == {"minimal": 1, "not minimal": 1, "wrongly unsolvable": 1}
