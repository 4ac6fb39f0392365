"""Numbers from users: out of range, not whole, not numbers; every public function, every parameter.

An answer or an error of ours comes back at once, never anything else.
"""

import inspect
import signal
import tracemalloc
from contextlib import suppress
from itertools import product
from math import inf, nan

import numpy as np
import pytest

import lo_exact
from lo_exact import Decoder, errors
from lo_exact.engines.clusters import engine as clusters
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import Objective

NUMBERS = [0, -1, 2**31, 2**63, 10**30, inf, -inf, nan, 1e19, 0.5, "3", None]
HANGS = 60
"""Seconds; the loops may be compiled first."""

OURS = errors.UsageError, errors.InputError, errors.LimitReached

PUZZLE = lo_exact.matrix_puzzle([[1, 1, 1]], [1])
PRICES = {"objective": Objective.PRICES}
MODEL = "error(0.1) D0 L0\nerror(0.01) D0 D1\nerror(0.1) D1"


def decoder(**more):
    return Decoder.from_check_matrix([[1, 1]], probabilities=[0.1, 0.2], **more)


CALLS = {
    # function: what it is called with; each number in it, and each numeric option, is replaced
    lo_exact.all_minima: {"puzzle": PUZZLE},
    lo_exact.certify: {"claim": "plus-4x4"},
    lo_exact.chase: {"puzzle": lo_exact.grid_puzzle([[1, 1]])},
    lo_exact.count: {"puzzle": PUZZLE},
    lo_exact.crosscheck_puzzle: {"puzzle": PUZZLE, "names": ["exhaustive"]},
    lo_exact.distance: {"code": np.array([[1, 1, 0], [0, 1, 1]])},
    lo_exact.explain: {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    lo_exact.graph_puzzle: {
        "edges": ["ab"], "state": {"a": 1, "b": 0}, "target": [0, 1], "prices": [1, 2], **PRICES,
    },
    lo_exact.grid_puzzle: {
        "state": [[1, 0]], "target": [[0, 1]], "prices": [[1, 2]], "buttons": [[1, 1]], **PRICES,
    },
    lo_exact.hardest: {"puzzle": PUZZLE},
    lo_exact.hints: {"puzzle": PUZZLE, "solution": lo_exact.minimum(PUZZLE)},
    lo_exact.histogram: {"puzzle": PUZZLE},
    lo_exact.judge_answer: {"puzzle": PUZZLE, "answer": [1, 0, 0]},
    lo_exact.kernel: {"puzzle": np.array([[1, 0]])},
    lo_exact.levels: {"puzzles": [PUZZLE]},
    lo_exact.make_levels: {"rules": PUZZLE, "count": 1, "presses": [0, 1]},
    lo_exact.matrix_puzzle: {
        "activation": [[1, 1]], "state": [1], "target": [0], "prices": [1, 2], **PRICES,
    },
    lo_exact.minimum: {"puzzle": PUZZLE},
    lo_exact.minimum_batch: {"puzzle": PUZZLE, "states": [[1], [0]]},
    lo_exact.picture: {
        "puzzle": PUZZLE, "lights": [1], "presses": [1, 0, 0], "fills": [1], "rings": [1, 0, 0],
    },
    lo_exact.place: {"puzzle": PUZZLE, "name": "button 1"},
    lo_exact.press: {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    lo_exact.prove: {"puzzle": PUZZLE},
    lo_exact.read_puzzle: {"text_or_path": "10\n"},
    lo_exact.referee: {"solver": lambda puzzle: [1, 0, 0], "puzzles": [PUZZLE]},
    lo_exact.solutions_within: {"puzzle": PUZZLE, "excess": 1},
    lo_exact.solve: {"puzzle": PUZZLE},
    lo_exact.solve_many: {"puzzle": PUZZLE, "states": [[1]]},
    lo_exact.steps: {"puzzle": PUZZLE, "presses": [1, 0, 0]},
    lo_exact.write_picture: {"scene": lo_exact.picture(PUZZLE), "path": "x.none"},
    lo_exact.write_puzzle: {"puzzle": PUZZLE},
    Decoder: {
        "detectors": [[0], [0]], "observables": [[0], [0]], "shape": [1, 1], "weights": [1.0, 2.0],
        "chances": [0.1, 0.2],
    },
    Decoder.from_check_matrix: {
        "matrix": [[1, 1]], "weights": [1.0, 2.0], "observables": [[1, 0]],
    },
    Decoder.from_detector_error_model: {"model": MODEL},
    decoder().decode: {"syndrome": [1]},
    decoder().decode_batch: {"shots": [[1]]},
    decoder().most_likely_class: {"syndrome": [1]},
}  # fmt: skip
OF_SPECTRA = {"sample_minima": {"puzzle": PUZZLE, "count": 2}, "spectrum": {"puzzle": PUZZLE}}
CALLS |= {
    getattr(lo_exact, name): given for name, given in OF_SPECTRA.items() if name in lo_exact.__all__
}
VALUES = {"ErrorClass", "LoExactError", "Puzzle", "Solution", "Status", "errors", "__version__"}
"""What holds answers, and Puzzle, which takes int64 arrays alone."""


def replaced(given, number):
    """Yield the value with each of its numbers replaced, one at a time."""
    if isinstance(given, dict):
        yield from ({**given, key: new} for key in given for new in replaced(given[key], number))
    elif isinstance(given, list):
        for at, one in enumerate(given):
            yield from ([*given[:at], new, *given[at + 1 :]] for new in replaced(one, number))
    elif isinstance(given, int | float) and not isinstance(given, bool):
        yield number


def crossed(function):
    """Yield calls of a function, each with one odd number."""
    call = CALLS[function]
    for name, number in product(inspect.signature(function).parameters, NUMBERS):
        kind = str(inspect.signature(function).parameters[name].annotation)
        if name in call:
            for value in replaced(call[name], number):
                yield call | {name: value}
        elif kind.split(" |")[0] in ("int", "float") or kind == "Any":
            yield call | {name: number}


def test_every_public_function_is_crossed():
    names = {getattr(function, "__name__", "") for function in CALLS}
    assert {*lo_exact.__all__} - VALUES <= names
    methods = {name for name in vars(Decoder) if not name.startswith("_")}
    assert methods - {"errors"} <= names


@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__qualname__)
def test_odd_numbers_are_answered_or_refused_by_an_error_of_ours(function):
    def hangs(*_):
        raise AssertionError(f"{function.__qualname__} hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    try:
        for call in crossed(function):
            signal.alarm(HANGS)
            try:
                with suppress(*OURS):
                    found = function(**call)
                    if isinstance(found, Decoder):
                        found.decode([1] if found.num_detectors == 1 else [1, 0])
                    elif inspect.isgenerator(found):
                        list(found)
            except Exception as error:
                raise AssertionError(f"{call}: {type(error).__name__}: {error}") from error
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("weight", [1e19, -1e19, 1e300])
def test_huge_weights_are_refused_and_do_not_mean_that_nothing_explains_a_shot(weight):
    for weights in ([weight], [weight, 2]):
        with pytest.raises(errors.PuzzleError, match=r"or more; take smaller weights"):
            Decoder.from_check_matrix([[1] * len(weights)], weights=weights)


@pytest.mark.parametrize("first", [-inf, inf, -3, 0, 2**31])
def test_weights_give_one_answer_in_decode_and_decode_batch(first):
    made = Decoder.from_check_matrix([[1, 1]], weights=[first, 2])
    for syndrome in (0, 1):
        # -inf happens for nothing, inf does not; else the cheaper sum of each syndrome
        sums = {
            e: e[0] * (first if abs(first) < inf else 0) + 2 * e[1]
            for e in product((0, 1), repeat=2)
            if sum(e) % 2 == syndrome and not (first == inf and e[0]) and (first > -inf or e[0])
        }
        best = min(sums, key=sums.__getitem__)
        flipped, weight = made.decode([syndrome], return_weight=True)
        assert (tuple(flipped), weight) == (best, sums[best])
        flipped, weights = made.decode_batch([[syndrome]], return_weights=True)
        assert (tuple(flipped[0]), weights[0]) == (best, sums[best])


@pytest.mark.parametrize("scale", [0, -5, inf, nan, 10**30, 0.5])
def test_a_scale_that_makes_no_prices_is_refused(scale):
    with pytest.raises(errors.UsageError, match="scale must be a whole number, 1 to"):
        Decoder.from_check_matrix([[1]], probabilities=[0.1], scale=scale)


@pytest.mark.parametrize(
    "ask",
    [
        Decoder.from_check_matrix,
        decoder().decode,
        decoder().decode_batch,
        lambda rows: lo_exact.minimum_batch(PUZZLE, rows),
        lo_exact.distance,
    ],
)
def test_rows_of_unequal_length_are_refused(ask):
    with pytest.raises(errors.PuzzleError, match="rows of unequal length"):
        ask([[1, 1], [1]])


def test_a_code_may_be_given_as_lists():
    assert lo_exact.distance([[1, 1, 0], [0, 1, 1]]).lower_bound == 3
    assert lo_exact.distance(hx=[[1] * 4], hz=[[1] * 4]).lower_bound == 2


def test_a_detector_below_0_is_not_another_one():
    with pytest.raises(errors.PuzzleError, match=r"detectors are 0\.\.1, got -1\.\.-1"):
        Decoder([[-1]], [[0]], (2, 1), np.array([-1.0]))


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
