"""Random machines of the contest against HiGHS; the campaign is `tests.campaigns.machines`."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.outcome import Status
from lo_exact.whole_numbers.search import CountersSearch
from tests.campaigns import machines
from tests.campaigns.machines import Machine, campaign, least_by_highs
from tests.cli_runner import run
from tests.formats.reading import puzzle, weights
from tests.formats.test_contests_machines import SAMPLE as PUBLISHED
from tests.whole_numbers.test_whole_numbers import counters

SAMPLE = Machine([0, 1, 1, 0], [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]], [3, 5, 4, 7])


def test_25_machines_are_proved_and_agree():
    report = campaign(25, seed=9)
    assert report.wrong == []
    assert report.tally["certificates accepted"] == 25
    assert report.tally["part two: optimal"] > 10


def test_the_sample_of_the_site_gives_33():
    assert weights(PUBLISHED, counters=True) == [10, 12, 11]


@pytest.mark.parametrize(("line", "fewest"), [("[#] (0) {0}", 0), ("[#.] (1) {1,0}", None)])
def test_small_machines(line, fewest):
    assert weights(line, counters=True) == [fewest]


def test_equal_buttons_both_count():
    assert solver.count(puzzle("[#.] (0) (0) {2,0}", counters=True)).solutions_total == 3


def test_machines_of_13_buttons_and_nullity_4():
    report = campaign(5, seed=2, nullity=4)
    assert report.wrong == []
    assert len(report.seconds["part two"]) == 5


def test_the_judge_knows_the_published_sample():
    """Advent of Code 2025, day 10, first machine: 2 presses for the lights, 10 for the counters."""
    assert SAMPLE.line == "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n"
    assert least_by_highs(SAMPLE.matrix, SAMPLE.diagram, 2) == 2
    assert least_by_highs(SAMPLE.matrix, SAMPLE.targets, 0) == 10
    assert least_by_highs(np.array([[2]]), [3], 0) is None


def test_a_wrong_answer_is_reported(monkeypatch):
    true = solver.minimum
    monkeypatch.setattr(
        machines.solver, "minimum", lambda puzzle: replace(true(puzzle), weight=10**6)
    )
    monkeypatch.setattr(machines, "write_proof", lambda answer, path: path.write_text("{}"))
    assert len(campaign(4, seed=1).wrong) == 4 * 3


@pytest.mark.parametrize("board", [SAMPLE.line, "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,6}"])
def test_the_line_beside_a_certificate_is_read_as_what_the_certificate_is_about(board, tmp_path):
    proof, line = tmp_path / "c.json", tmp_path / "machine.txt"
    made = run("min", "-", "--colours", "none", "--certificate", str(proof), text=SAMPLE.line)
    assert made.code == 0
    line.write_text(board)
    ran = run("check", str(proof), str(line))
    assert ran.code == int(board != SAMPLE.line)
    assert ran.out.startswith("accepted" if board == SAMPLE.line else "rejected: the puzzle beside")


# a button for each two of six lights: 900 presses, shared out in more ways than anybody counts
PAIRS = list(combinations(range(6), 2))
MANY = counters([[int(light in pair) for pair in PAIRS] for light in range(6)], [300] * 6)
LINE = f"[......] {' '.join(f'({a},{b})' for a, b in PAIRS)} {{{','.join(['300'] * 6)}}}\n"


def interrupt(*_):
    raise KeyboardInterrupt


def test_counters_stopped_while_counting_have_their_minimum():
    answer = solver.minimum(MANY, count=True, time_limit=0.3)
    assert (answer.status, answer.weight, answer.lower_bound) == (Status.OPTIMAL, 900, 900)
    assert answer.minimum_solutions is None
    assert answer.stopped.startswith("time limit reached")


def test_counters_that_are_only_to_be_minimised_are_not_stopped():
    answer = solver.minimum(MANY, time_limit=0.3)
    assert (answer.status, answer.weight, answer.stopped) == (Status.OPTIMAL, 900, "")


def test_ctrl_c_while_the_first_of_the_minima_is_looked_for(monkeypatch):
    monkeypatch.setattr(CountersSearch, "first_of", interrupt)
    answer = solver.minimum(MANY)
    assert (answer.status, answer.weight, answer.stopped) == (Status.OPTIMAL, 900, "interrupted")
    assert not answer.canonical


@pytest.mark.large
@pytest.mark.parametrize(
    ("command", "seconds", "said"),
    [
        (["min", "--count"], "0.5", "what else was asked is not finished (time limit reached"),
        # five take 0.1 s, and on a busy machine longer
        (["all", "--limit", "5"], "3", "5 minimum solutions were found until then; there may be"),
        (["count"], "0.5", "what else was asked is not finished (time limit reached"),
    ],
)
def test_the_commands_say_optimal_and_what_is_not_finished(command, seconds, said, tmp_path):
    path = tmp_path / "machine.txt"
    path.write_text(LINE)
    name, *options = command
    ran = run(name, str(path), "--colours", "none", "--time-limit", seconds, *options)
    assert ran.out.startswith("optimal: 900 presses, proved to be the minimum; ")
    assert said in ran.out
    assert ran.code == 4


def test_a_count_of_all_solutions_that_is_stopped_keeps_the_number_of_minima(tmp_path):
    buttons = ["(0)", "(1)", "(2)", "(0,1,2)", "(0,1)", "(1,2)", "(0,2)"]
    path = tmp_path / "machine.txt"
    path.write_text(f"[...] {' '.join(buttons)} {{{','.join(['280'] * 3)}}}\n")
    ran = run("count", str(path), "--colours", "none", "--time-limit", "1")
    assert ran.out.splitlines()[0] == "1 minimum solution, with 280 presses"
    assert ran.out.splitlines()[1].startswith("all solutions are not counted (time limit reached")
    assert ran.code == 4
