"""A minimum that is proved stays so when what was asked beside it is stopped."""

from itertools import combinations

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra import Unsolvable
from lo_exact.outcome import Status
from lo_exact.solver import parts
from lo_exact.topology import grid_puzzle
from lo_exact.whole_numbers.search import CountersSearch
from tests.cli_runner import run
from tests.whole_numbers.test_whole_numbers import counters

# a button for each two of six lights: 900 presses, shared out in more ways than anybody counts
PAIRS = list(combinations(range(6), 2))
MANY = counters([[int(light in pair) for pair in PAIRS] for light in range(6)], [300] * 6)
LINE = f"[......] {' '.join(f'({a},{b})' for a, b in PAIRS)} {{{','.join(['300'] * 6)}}}\n"


def interrupt(*_):
    raise KeyboardInterrupt


def told_and_stopped(monkeypatch, bound: int, stop: type[BaseException]):
    def stopped(system, wanted, watch):
        watch.improved(tuple(system.solutions.particular.tolist()), 15)
        watch.bound(bound)
        raise stop

    monkeypatch.setattr(parts, "run_ways", stopped)
    return grid_puzzle(np.ones((5, 5), dtype=np.int64))


def test_bounds_that_met_before_a_count_was_stopped_are_an_optimum(monkeypatch):
    puzzle = told_and_stopped(monkeypatch, 15, KeyboardInterrupt)
    answer = solver.minimum(puzzle, count=True)
    assert (answer.status, answer.weight, answer.lower_bound) == (Status.OPTIMAL, 15, 15)
    assert answer.minimum_solutions is None
    assert answer.stopped == "interrupted"
    assert solver.all_minima(puzzle).status is Status.OPTIMAL
    assert solver.count(puzzle).status is Status.OPTIMAL


def test_bounds_that_did_not_meet_are_none(monkeypatch):
    puzzle = told_and_stopped(monkeypatch, 14, KeyboardInterrupt)
    assert solver.minimum(puzzle, count=True).status is Status.FEASIBLE


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


def test_a_solution_by_elimination_is_told_where_a_solver_had_no_time_for_any():
    puzzle = grid_puzzle(np.ones((5, 5), dtype=np.int64))
    unknown = solver.minimum(puzzle, engine="chain:cadical", time_limit=0)
    assert (unknown.status, unknown.presses) == (Status.UNKNOWN, None)
    assert not isinstance(puzzle.system.first, Unsolvable)
    found = solver.minimum(puzzle, engine="chain:cadical", time_limit=0)
    assert found.status is Status.FEASIBLE
    assert found.presses is not None
    assert sum(found.presses) == found.weight >= 15  # the published minimum
