"""The solver's own promises: statuses at limits, interrupts, floating-point optima, JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra import from_dense, from_entries
from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.counters import Counters
from lo_exact.engines.engine_table import Engine, find_engine
from lo_exact.errors import DisagreementError, SolverError, UsageError
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solution import refuted, solved
from lo_exact.solver import minimum, parts, questions, solve
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.boards.puzzles import edges_of_a_grid
from tests.cli_runner import skip_without_slice


def all_on(n: int, **options: object) -> Puzzle:
    return grid_puzzle(np.ones((n, n), dtype=np.int64), **options)


def hard() -> Puzzle:
    rng = np.random.default_rng(11)
    matrix = rng.integers(0, 2, (60, 120))
    state = matrix @ rng.integers(0, 2, 120) % 2
    return Puzzle(from_dense(matrix, 2), state.astype(np.int64), np.zeros(60, np.int64))


def test_a_limit_never_says_optimal_and_keeps_what_is_known():
    puzzle = hard()
    found = minimum(puzzle, time_limit=0.5)
    assert found.status is Status.FEASIBLE
    assert "limit" in found.stopped
    assert 0 <= found.lower_bound <= found.weight == sum(found.presses)
    assert not ((puzzle.activation.dot(np.array(found.presses)) + puzzle.state) % 2).any()


def test_an_interrupt_keeps_what_is_known(monkeypatch):
    def interrupted(system, wanted, watch):
        watch.improved(tuple(system.solutions.particular.tolist()), 15)
        watch.bound(3)
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "run_ways", interrupted)
    found = minimum(all_on(5))
    assert (found.status, found.stopped) == (Status.FEASIBLE, "interrupted")
    assert (found.weight, found.lower_bound) == (15, 3)


def test_an_integer_programs_optimum_is_proved_again():
    found = minimum(all_on(5), engine="slack:highs")
    assert (found.status, found.weight) == (Status.OPTIMAL, 15)
    assert found.engine == "slack:highs, confirmed by coset"
    with pytest.raises(UsageError, match="slack:highs finds one minimum: it neither counts"):
        minimum(all_on(5), engine="slack:highs", count=True)


def test_a_graphs_minimum_by_an_integer_program_is_confirmed_by_matching():
    system = edges_of_a_grid(20, 20, 0, 399).system
    told = minimum(edges_of_a_grid(20, 20, 0, 399))
    claim = parts.FoundOutcome(Outcome(Status.OPTIMAL, 38, (told.presses,)), ("slack:highs",))
    found = parts.confirmed(system, claim, Wanted(), Watch())
    assert found.engine == "slack:highs, confirmed by matching"


def too_large_a_kernel() -> Puzzle:
    """Five lights, nine buttons, 311 colours: no encoding writes so large a kernel."""
    rng = np.random.default_rng(0)
    matrix = rng.integers(1, 311, (5, 9))
    state = -matrix @ np.array([0, 1, 1, 0, 0, 2, 0, 0, 1]) % 311
    return Puzzle(from_dense(matrix, 311), state, np.zeros(5, np.int64))


def test_a_refusal_of_all_who_raced_leaves_best_and_bound():
    puzzle = too_large_a_kernel()
    found = minimum(puzzle, time_limit=60)
    assert (found.status, found.weight) == (Status.FEASIBLE, 5)
    assert 1 <= found.lower_bound <= 5
    assert not ((puzzle.activation.dot(np.array(found.presses)) + puzzle.state) % 311).any()
    assert "kernel:rc2 and kernel:cadical: the kernel of 4 generators takes" in found.stopped


def test_an_integer_programs_optimum_that_nobody_can_confirm_is_the_best_known():
    found = minimum(too_large_a_kernel(), engine="slack:highs", time_limit=60)
    assert (found.status, found.weight) == (Status.FEASIBLE, 5)
    assert "kernel:rc2" in found.stopped or "limit" in found.stopped


def wrong_engine(monkeypatch, outcome: Outcome) -> None:
    row = replace(find_engine("slack:highs"), floating=False)
    monkeypatch.setattr(questions, "find_engine", lambda name: row)
    monkeypatch.setattr(Engine, "minimise", lambda self, system, wanted, watch: outcome)


def test_a_wrong_floating_point_optimum_is_a_disagreement():
    """A solution that is one quiet pattern away from the minimum, claimed to be it."""
    puzzle = replace(all_on(5), state=all_on(5).activation.dot(np.eye(25)[0]))
    quiet = solver.kernel(puzzle).generators[0].astype(np.int64)
    heavy = tuple(int(v) for v in (np.eye(25, dtype=np.int64)[0] + quiet) % 2)
    assert sum(heavy) > 1
    claim = parts.FoundOutcome(Outcome(Status.OPTIMAL, sum(heavy), (heavy,)), ("slack:highs",))
    with pytest.raises(DisagreementError, match=r"highs says .* 11, coset proves .* 1:"):
        parts.confirmed(puzzle.system, claim, Wanted(), Watch())


def test_an_answer_and_a_refusal_say_how_many_seconds_passed():
    unsolvable = Puzzle(
        from_dense(np.zeros((1, 1), np.int64), 2), np.ones(1, int), np.zeros(1, int)
    )
    for found, status in (
        (minimum(all_on(5)), Status.OPTIMAL),
        (minimum(unsolvable), Status.INFEASIBLE),
        (solver.prove(unsolvable), Status.INFEASIBLE),
        (solver.prove(all_on(40), time_limit=0), Status.UNKNOWN),
    ):
        assert found.status is status
        assert 0 < found.seconds < 60


def test_presses_that_do_not_solve_never_leave():
    puzzle = all_on(2)
    with pytest.raises(SolverError, match="do not solve"):
        solved(puzzle, (1, 0, 0, 0), 1)
    with pytest.raises(SolverError, match="cost 4, not 3"):
        solved(puzzle, (1, 1, 1, 1), 3)
    with pytest.raises(SolverError, match="do not solve"):
        solved(puzzle, (3, 1, 1, 1), 6)


def test_no_presses_on_a_lit_board_never_leave():
    """Each light is off by the same amount, which solves a uniform puzzle and no other."""
    with pytest.raises(SolverError, match="do not solve"):
        solved(all_on(2), (0, 0, 0, 0), 0)


def test_wrong_presses_of_a_uniform_puzzle_never_leave():
    puzzle = replace(all_on(2), uniform=True)
    assert solved(puzzle, (0, 0, 0, 0, 1), 0) == (0, 0, 0, 0)
    with pytest.raises(SolverError, match="do not solve"):
        solved(puzzle, (1, 0, 0, 0, 0), 1)


def test_lights_of_three_colours_go_on_from_their_state_to_their_target():
    """With two colours, sums and differences are the same."""
    one = np.ones(1, dtype=np.int64)
    puzzle = Puzzle(from_dense(np.ones((1, 1), np.int64), 3), one, 0 * one)
    assert solved(puzzle, (2,), 2) == (2,)
    with pytest.raises(SolverError, match="do not solve"):
        solved(puzzle, (1,), 1)


def test_a_witness_that_proves_nothing_never_leaves():
    puzzle = all_on(2)
    with pytest.raises(SolverError, match="proves nothing"):
        refuted(puzzle, (1, 0, 0, 0))


def test_infeasible_without_a_reason_is_found_out(monkeypatch):
    wrong_engine(monkeypatch, Outcome(Status.INFEASIBLE))
    with pytest.raises(SolverError, match="elimination finds a solution"):
        minimum(all_on(3), engine="slack:highs")


def test_an_engine_that_cannot_take_the_puzzle_says_why():
    with pytest.raises(UsageError, match="cannot take this puzzle"):
        minimum(all_on(3, colours=3), engine="xor:cryptominisat")
    with pytest.raises(UsageError, match="no engine is called"):
        minimum(all_on(3), engine="magic")


def test_json_keys_are_in_the_documented_order():
    keys = list(minimum(all_on(5), count=True, limit=9).to_json())
    assert keys == [
        "status", "weight", "lower_bound", "presses", "minimum_solutions", "solutions",
        "colours", "lights", "buttons", "engine", "seconds", "puzzle_sha256", "canonical",
    ]  # fmt: skip
    assert json.dumps(minimum(all_on(3)).to_json())


def test_any_solution_is_optimal_only_when_it_is_the_only_one():
    assert solve(all_on(3)).status is Status.OPTIMAL
    found = solve(all_on(5))
    assert (found.status, found.lower_bound, found.solutions_total) == (Status.FEASIBLE, 0, 4)


def test_a_puzzle_without_buttons_or_lights_has_an_answer():
    none = Puzzle(from_dense(np.zeros((0, 0)), 5), np.zeros(0, np.int64), np.zeros(0, np.int64))
    found = minimum(none, count=True)
    assert (found.status, found.weight, found.minimum_solutions) == (Status.OPTIMAL, 0, 1)
    lit = Puzzle(from_dense(np.zeros((1, 0)), 5), np.ones(1, np.int64), np.zeros(1, np.int64))
    assert minimum(lit).status is Status.INFEASIBLE
    assert minimum(lit).witness == (1,) or minimum(lit).witness[0] % 5


def test_an_elimination_stops_at_the_time_limit():
    rng = np.random.default_rng(1)
    n = 2500
    rows, columns = np.nonzero(rng.random((n, n)) < 0.002)
    matrix = from_entries((n, n), 5, rows, columns, rng.integers(1, 5, rows.size))
    puzzle = matrix_puzzle(matrix, matrix.dot(rng.integers(0, 5, n)))
    found = minimum(puzzle, time_limit=0.1)
    assert (found.status, found.stopped[:10]) == (Status.UNKNOWN, "time limit")
    assert found.lower_bound >= np.count_nonzero(puzzle.state) / np.diff(matrix.starts).max()


@pytest.mark.parametrize("kind", [Puzzle, Counters])
def test_arrays_changed_after_a_question_change_no_answer(kind):
    if kind is Counters:
        skip_without_slice(["counters"])
    modulus = 5 if kind is Puzzle else MAX_MODULUS
    whole, prices = np.zeros((2, 3), dtype=np.int64), np.array([1, 2, 3])
    target, wanted = np.array([3, 4, 2]), whole[1]
    matrix = from_dense(np.eye(3, dtype=np.int64), modulus)
    wanted.flags.writeable = False  # and still it changes with the array it is a view of
    puzzle = kind(matrix, wanted, target, objective=Objective.PRICES, prices=prices)
    before = minimum(puzzle), puzzle.sha256
    whole += 1
    target -= 1
    prices *= 7
    after = kind(matrix, puzzle.state, puzzle.target, objective=Objective.PRICES,
                 prices=puzzle.prices)  # fmt: skip
    assert (before[0].weight, before[0].presses) == (17, (3, 4, 2))
    for asked in (puzzle, after):
        assert (minimum(asked).weight, asked.sha256) == (17, before[1])
    for array in (puzzle.state, puzzle.target, puzzle.prices, matrix.values, matrix.rows):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
