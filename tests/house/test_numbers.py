"""Numbers from users: out of range, not whole, not numbers; every public function, every parameter.

An answer or an error of ours comes back at once, never anything else.
"""

import tracemalloc

import numpy as np
import pytest

import lo_exact
from lo_exact import errors
from lo_exact.engines.clusters import engine as clusters
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import Objective
from tests.cli_runner import is_taken_out
from tests.house.odd_numbers import check_odd_numbers

PUZZLE = lo_exact.matrix_puzzle([[1, 1, 1]], [1])
PRICES = {"objective": Objective.PRICES}
CALLS = {
    # function: what it is called with; each number in it, and each numeric option, is replaced
    "all_minima": {"puzzle": PUZZLE},
    "certify": {"claim": "plus-4x4"},
    "chase": {"puzzle": lo_exact.grid_puzzle([[1, 1]])},
    "count": {"puzzle": PUZZLE},
    "crosscheck_puzzle": {"puzzle": PUZZLE, "names": ["exhaustive"]},
    "distance": {"code": np.array([[1, 1, 0], [0, 1, 1]])},
    "explain": {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    "graph_puzzle": {
        "edges": ["ab"], "state": {"a": 1, "b": 0}, "target": [0, 1], "prices": [1, 2], **PRICES,
    },
    "grid_puzzle": {
        "state": [[1, 0]], "target": [[0, 1]], "prices": [[1, 2]], "buttons": [[1, 1]], **PRICES,
    },
    "hardest": {"puzzle": PUZZLE},
    "hints": {"puzzle": PUZZLE, "solution": lo_exact.minimum(PUZZLE)},
    "histogram": {"puzzle": PUZZLE},
    "judge_answer": {"puzzle": PUZZLE, "answer": [1, 0, 0]},
    "kernel": {"puzzle": np.array([[1, 0]])},
    "levels": {"puzzles": [PUZZLE]},
    "make_levels": {"rules": PUZZLE, "count": 1, "presses": [0, 1]},
    "matrix_puzzle": {
        "activation": [[1, 1]], "state": [1], "target": [0], "prices": [1, 2], **PRICES,
    },
    "minimum": {"puzzle": PUZZLE},
    "minimum_batch": {"puzzle": PUZZLE, "states": [[1], [0]]},
    "picture": {
        "puzzle": PUZZLE, "lights": [1], "presses": [1, 0, 0], "fills": [1], "rings": [1, 0, 0],
    },
    "place": {"puzzle": PUZZLE, "name": "button 1"},
    "press": {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    "prove": {"puzzle": PUZZLE},
    "read_puzzle": {"text_or_path": "10\n"},
    "referee": {"solver": lambda puzzle: [1, 0, 0], "puzzles": [PUZZLE]},
    "solutions_within": {"puzzle": PUZZLE, "excess": 1},
    "solve": {"puzzle": PUZZLE},
    "solve_many": {"puzzle": PUZZLE, "states": [[1]]},
    "sample_minima": {"puzzle": PUZZLE, "count": 2},
    "spectrum": {"puzzle": PUZZLE},
    "steps": {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    "write_picture": {"scene": lo_exact.picture(PUZZLE), "path": "x.none"},
    "write_puzzle": {"puzzle": PUZZLE},
}  # fmt: skip
CALLS = {name: call for name, call in CALLS.items() if not is_taken_out(name)}
VALUES = {
    "Decoder",
    "ErrorClass",
    "LoExactError",
    "Puzzle",
    "Solution",
    "Status",
    "errors",
    "__version__",
}
"""What holds answers, Puzzle, which takes int64 arrays alone, and what tests/codes crosses."""


def test_every_public_function_is_crossed():
    assert {*lo_exact.__all__} - VALUES <= {*CALLS}


@pytest.mark.parametrize("name", CALLS)
def test_odd_numbers_are_answered_or_refused_by_an_error_of_ours(name):
    check_odd_numbers(getattr(lo_exact, name), CALLS[name])


def test_a_limit_below_0_is_refused_and_does_not_cut_the_list_from_behind():
    with pytest.raises(errors.UsageError, match="limit must be a whole number, 0 or more; got -1"):
        lo_exact.all_minima(PUZZLE, limit=-1)


@pytest.mark.parametrize("limit", [10**8, 2**63 - 1])
def test_clusters_take_memory_for_the_minima_that_exist(limit):
    puzzle = lo_exact.matrix_puzzle(np.ones((1, 9), dtype=int), [1])
    tracemalloc.start()
    try:
        found = lo_exact.all_minima(puzzle, limit=limit, engine="clusters")
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()
    assert len(found.solutions) == found.minimum_solutions == 9


def test_clusters_list_more_minima_than_they_keep_at_first():
    puzzle = lo_exact.matrix_puzzle(np.kron(np.eye(4, dtype=int), np.ones(9, dtype=int)), [1] * 4)
    found = clusters.minimise(puzzle.system, Wanted(2**40, count=True), Watch())
    assert len(set(found.minima)) == found.count == 9**4
    with pytest.raises(errors.LimitReached, match="the minima take 3 MiB, and 1 are allowed"):
        clusters.minimise(puzzle.system, Wanted(2**40, count=True, memory=2**20), Watch())
