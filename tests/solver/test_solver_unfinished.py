"""A minimum that is proved stays so when what was asked beside it is stopped."""

import numpy as np

from lo_exact import solver
from lo_exact.algebra import Unsolvable
from lo_exact.outcome import Status
from lo_exact.solver import parts
from lo_exact.topology import grid_puzzle


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


def test_a_solution_by_elimination_is_told_where_a_solver_had_no_time_for_any():
    puzzle = grid_puzzle(np.ones((5, 5), dtype=np.int64))
    unknown = solver.minimum(puzzle, engine="chain:cadical", time_limit=0)
    assert (unknown.status, unknown.presses) == (Status.UNKNOWN, None)
    assert not isinstance(puzzle.system.first, Unsolvable)
    found = solver.minimum(puzzle, engine="chain:cadical", time_limit=0)
    assert found.status is Status.FEASIBLE
    assert found.presses is not None
    assert sum(found.presses) == found.weight >= 15  # the published minimum
