"""Random machines of the contest against HiGHS; the campaign is `tests.campaigns.machines`."""

from dataclasses import replace

import numpy as np
import pytest

from lo_exact import solver
from tests.campaigns import machines
from tests.campaigns.machines import Machine, campaign, least_by_highs
from tests.cli_runner import run

SAMPLE = Machine([0, 1, 1, 0], [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]], [3, 5, 4, 7])


def test_25_machines_are_proved_and_agree():
    report = campaign(25, seed=9)
    assert report.wrong == []
    assert report.tally["certificates accepted"] == 25
    assert report.tally["part two: optimal"] > 10


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
