"""What a search tells on the way: presses of the whole puzzle, bounds, how far it is."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.engine_table import all_engines
from lo_exact.errors import LimitReached, PuzzleError, UsageError
from lo_exact.outcome import Progress, Status, Watch
from lo_exact.puzzle import Puzzle
from lo_exact.solver import all_minima, count, minimum
from lo_exact.topology import grid_puzzle

LISTING = "chain:cadical"


def hard_in_parts(colours: int = 2) -> Puzzle:
    """A button that is forced, then two dense systems that nobody finishes in a second."""
    rng = np.random.default_rng(4)
    dense = rng.integers(0, colours, (2, 100, 200))
    matrix = np.zeros((201, 401), dtype=np.int64)
    matrix[0, 0] = 1
    matrix[1:101, 1:201], matrix[101:, 201:] = dense
    state = -matrix @ rng.integers(0, colours, 401) % colours
    return Puzzle(from_dense(matrix, colours), state, np.zeros(201, dtype=np.int64))


def solves(puzzle: Puzzle, presses: tuple[int, ...]) -> bool:
    """Whether presses bring all lights that matter to the target, or alike away from it."""
    matrix = np.zeros((puzzle.lights, puzzle.buttons), dtype=np.int64)
    for j in range(puzzle.buttons):
        lights, amounts = puzzle.activation.column(j)
        matrix[lights, j] = amounts
    missing = (puzzle.target - puzzle.state - matrix @ np.array(presses)) % puzzle.colours
    return len(presses) == puzzle.buttons and set(missing.tolist()) <= {int(missing[0])}


class Listening(Watch):
    """A watch that keeps what it is told, and a search's progress without waiting a second."""

    def __init__(self, seconds: float = inf):
        self.moments: list[Progress] = []
        super().__init__(seconds, self.moments.append)
        self._next_report = 0.0
        self.told: list[tuple[tuple[int, ...], int]] = []

    def improved(self, presses, weight):
        self.told.append((presses, weight))
        super().improved(presses, weight)


@pytest.mark.large
@pytest.mark.parametrize("uniform", [False, True])
def test_progress_carries_presses_of_the_whole_puzzle(uniform):
    puzzle = replace(hard_in_parts(), uniform=uniform)
    watch = Listening(2.0)
    found = minimum(puzzle, watch=watch)
    assert (found.status, found.stopped[:10]) == (Status.FEASIBLE, "time limit")
    assert watch.told
    for presses, weight in watch.told:
        assert solves(puzzle, presses)
        assert sum(presses) == weight
    carried = [moment for moment in watch.moments if moment.presses is not None]
    assert carried
    for moment in carried:
        assert solves(puzzle, moment.presses)
        assert sum(moment.presses) == moment.best
        assert moment.lower_bound <= moment.best
    assert (watch.best, watch.best_weight) == (found.presses, found.weight)
    assert watch.lower_bound == found.lower_bound


@pytest.mark.parametrize("ask", [minimum, all_minima, count])
def test_a_watch_knows_the_answer_in_the_end(ask):
    watch = Watch()
    found = ask(grid_puzzle(np.ones((5, 5), dtype=np.int64)), watch=watch)
    assert (watch.best, watch.best_weight, watch.lower_bound) == (found.presses, 15, 15)


def test_a_watch_may_end_the_search():
    class Ending(Watch):
        def check(self, done=0, total=0):
            raise KeyboardInterrupt

    found = minimum(hard_in_parts(), watch=Ending())
    assert found.stopped == "interrupted"


@pytest.mark.large
def test_a_child_says_how_many_minima_it_has():
    """Twenty lights with two buttons each: 2^20 minima, listed one by one by a SAT solver."""
    matrix = np.kron(np.eye(20, dtype=np.int64), np.ones((1, 2), dtype=np.int64))
    puzzle = Puzzle(from_dense(matrix, 2), np.ones(20, np.int64), np.zeros(20, np.int64))
    watch = Listening(2.5)
    found = count(puzzle, engine=LISTING, watch=watch)
    assert (found.status, found.weight, found.lower_bound) == (Status.OPTIMAL, 20, 20)
    assert (bool(found.stopped), found.minimum_solutions) == (True, None)
    assert any(moment.done > 10 for moment in watch.moments)


class StopsWhenAsked(Watch):
    """Its time is over as soon as somebody begins to search."""

    def check(self, done: int = 0, total: int = 0) -> None:
        if self.asked:
            raise LimitReached("time limit reached")


def test_a_stopped_search_names_the_engines_that_ran():
    puzzle = hard_in_parts()
    stopped = minimum(puzzle, watch=StopsWhenAsked())
    assert stopped.stopped == "time limit reached"
    names = stopped.engine.split("+")
    assert names
    assert set(names) <= {engine.name for engine in all_engines()}
    assert minimum(puzzle, time_limit=0, engine="slack:cbc").engine == "slack:cbc"
    assert minimum(puzzle, time_limit=0).engine == "auto"


def test_lists_of_rows_are_boards():
    assert minimum([[1] * 5] * 5).weight == 15  # the published minimum
    assert count(([1, 1], [1, 0])).solutions_total == 1
    with pytest.raises(PuzzleError, match="rows of unequal length"):
        minimum([[1], [1, 2]])
    with pytest.raises(UsageError, match="got list"):
        minimum([1, 2])
