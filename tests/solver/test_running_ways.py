"""Which engines answer, in which order, and when others join; what is printed is what is run."""

import time
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.engine import Offer
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import ANY, System
from lo_exact.solver import running
from lo_exact.solver import running as ways_module
from lo_exact.solver.forecast import plan
from lo_exact.solver.running import CORES, late_after, run_ways, ways
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.boards.codes import gross_code


def all_on(n: int, **options: object) -> System:
    return grid_puzzle(np.ones((n, n), dtype=np.int64), **options).system


def sparse(lights: int, buttons: int, pressed: int, seed: int = 3) -> System:
    """A random matrix of three lights a button: too many checks for a sparse code."""
    rng = np.random.default_rng(seed)
    matrix = np.zeros((lights, buttons), dtype=np.int64)
    for j in range(buttons):
        matrix[rng.choice(lights, 3, replace=False), j] = 1
    x = np.zeros(buttons, dtype=np.int64)
    x[rng.choice(buttons, pressed, replace=False)] = 1
    return System(from_dense(matrix, 2), matrix @ x % 2, np.ones(buttons, dtype=np.int64))


def test_an_engine_that_is_sure_to_finish_runs_alone():
    (way,) = ways(all_on(30), Wanted())
    assert (way.engines, way.patience, way.trial) == (("coset",), inf, False)


def test_an_engine_that_is_not_sure_to_finish_in_time_has_company(monkeypatch):
    slow = (find_engine("coset"), Offer("slow", 20.0, 1, 0))
    monkeypatch.setattr(ways_module, "_offers", lambda *asked: [slow])
    monkeypatch.setattr(ways_module, "TRIAL_SHARE", 0.0)  # nobody is tried before
    (alone,) = ways(all_on(9, neighbourhood="x"), Wanted())
    assert (alone.engines, alone.patience) == (("coset",), inf)
    alone, joining = ways(all_on(9, neighbourhood="x"), Wanted(), seconds=10.0)
    assert (alone.engines, alone.patience) == (("coset",), 0.0)
    assert joining.engines
    assert "coset" not in joining.engines


def test_a_guess_is_late_by_its_own_word_and_by_half_of_the_limit():
    first, joining = ways(all_on(61), Wanted())
    assert (first.engines, first.patience) == (("quarters",), first.offer.late)
    assert first.offer.late >= 4 * first.offer.seconds
    assert joining.engines == ("direct:rc2", "xor:cryptominisat")
    assert next(ways(all_on(61), Wanted(), seconds=1.0)).patience == 0.5


def test_cores_are_tried_for_a_tenth_of_a_long_search():
    trial, main, joining = ways(all_on(40, topology="torus"), Wanted())
    assert (trial.engines, trial.trial) == ((CORES,), True)
    assert main.engines == ("quarters",)
    assert trial.patience == pytest.approx(main.offer.seconds / 10)
    assert joining.bounds


def test_a_trial_that_fails_leaves_the_main_engine_and_one_that_ends_is_the_answer(monkeypatch):
    monkeypatch.setattr(ways_module, "LONG_SECONDS", 0.0)
    monkeypatch.setattr(ways_module, "TRIAL_SHARE", 1000.0)
    system = all_on(30)
    trial, main = ways(system, Wanted())
    assert (trial.trial, main.engines) == (True, ("coset",))
    asked = []

    def over(self, system, wanted, watch):
        asked.append(self.name)
        raise LimitReached("the trial is over")

    def at_once(self, system, wanted, watch):
        return Outcome(Status.OPTIMAL, 1, ((1,),))

    with monkeypatch.context() as patched:
        patched.setattr(type(find_engine(CORES)), "minimise", over)
        with pytest.raises(LimitReached):
            run_ways(system, Wanted(), Watch())
        assert asked == [CORES, "coset"]
        patched.setattr(type(find_engine(CORES)), "minimise", at_once)
        found = run_ways(system, Wanted(), Watch())
        assert (found.engines, found.outcome.weight) == ((CORES,), 1)


def test_where_nobody_knows_a_way_cores_go_first():
    system = sparse(255, 300, 4)
    cores, others = ways(system, Wanted())
    assert (cores.engines, cores.trial, cores.offer) == ((CORES,), False, None)
    assert (others.engines, others.bounds) == (("xor:cryptominisat",), True)
    found = run_ways(system, Wanted(), Watch(60))
    assert found.outcome.weight <= 4
    assert found.engines == (CORES,)


@pytest.mark.large
def test_others_join_cores_that_are_late(monkeypatch):
    monkeypatch.setattr(ways_module, "CORES_LATE_SECONDS", 0.0)
    seen = []
    monkeypatch.setattr(running, "_bound", lambda *_, **__: seen.append("bounds"))
    with pytest.raises(LimitReached):
        run_ways(sparse(255, 300, 60), Wanted(), Watch(2.0))
    assert seen == ["bounds"]


def test_a_minimum_that_was_seen_is_carried_by_the_offer():
    gross = gross_code()
    x = np.zeros(gross.shape[1], dtype=np.int64)
    x[[3, 40]] = 1
    system = System(from_dense(gross, 2), gross @ x % 2, np.ones(x.size, dtype=np.int64))
    first = next(ways(system, Wanted()))
    assert (first.engines, first.outcome.weight) == (("cuts",), 2)
    assert "elimination" not in vars(system)
    assert next(ways(system, Wanted(count=True))).outcome is None


def test_the_plan_holds_the_ways_that_are_run():
    puzzle = grid_puzzle(np.ones((61, 61), dtype=np.int64))
    (part,) = plan(puzzle).parts
    again = tuple(ways(puzzle.system, Wanted()))
    assert [replace(way, outcome=None) for way in part.ways] == list(again)


def test_no_solution_and_one_solution_are_eliminations():
    corner = np.zeros((5, 5), dtype=np.int64)
    corner[0, 0] = 1
    (none,) = ways(grid_puzzle(corner).system, Wanted())
    assert (none.engines, none.outcome.status) == (("elimination",), Status.INFEASIBLE)
    (only,) = ways(all_on(6), Wanted())
    assert (only.engines, only.outcome.weight) == (("elimination",), 28)


def test_lateness_is_measured_in_cpu_time():

    late = late_after(0.2)
    time.sleep(0.4)
    assert not late()
    late, end = late_after(0.2), time.process_time() + 0.5
    while time.process_time() < end:
        pass
    assert late()


def test_a_narrow_board_is_swept_after_a_short_trial_however_it_is_numbered():
    rng = np.random.default_rng(1)
    puzzle = grid_puzzle(rng.integers(0, 2, (8, 60)))
    target = puzzle.target.copy()
    target[rng.choice(480, 120, replace=False)] = ANY
    for numbering in (np.arange(480), rng.permutation(480)):
        system = replace(puzzle, target=target).system
        system = replace(system, matrix=system.matrix.take_columns(numbering))
        first, *others = ways(system, Wanted())
        assert first.trial
        assert first.patience < 1.0
        main = next(way for way in others if not way.trial)
        assert (main.engines, main.patience) == (("syndrome",), inf)


def test_who_takes_seconds_joins_early_a_leader_that_guesses():
    rng = np.random.default_rng(5)
    matrix = np.zeros((120, 150), dtype=np.int64)
    for button in range(150):
        matrix[rng.choice(120, 3, replace=False), button] = 1
    puzzle = matrix_puzzle(matrix, matrix @ rng.integers(0, 2, 150) % 2)
    leader, second = ways(puzzle.system, Wanted())
    assert leader.engines == ("cuts",)
    assert leader.early < leader.patience
    assert second.soon
    assert "windows" in second.engines


def test_windows_lead_where_many_buttons_are_on_each_light_and_cores_only_guess():
    rng = np.random.default_rng(5)
    quiet = np.zeros((9, 9), dtype=np.int64)
    activation = grid_puzzle(quiet, topology="torus", neighbourhood="king").activation
    state = activation.dot(rng.integers(0, 2, 81)).reshape(9, 9)
    puzzle = grid_puzzle(state, topology="torus", neighbourhood="king")
    assert next(ways(puzzle.system, Wanted())).engines == ("windows",)
