"""Numbers from users of the decoder: out of range, not whole, not numbers."""

from itertools import product
from math import inf, nan

import numpy as np
import pytest

import lo_exact
from lo_exact import Decoder, errors
from tests.house.odd_numbers import check_odd_numbers

PUZZLE = lo_exact.matrix_puzzle([[1, 1, 1]], [1])
MODEL = "error(0.1) D0 L0\nerror(0.01) D0 D1\nerror(0.1) D1"


def decoder(**more):
    return Decoder.from_check_matrix([[1, 1]], probabilities=[0.1, 0.2], **more)


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
        lambda rows: decoder().decode(rows),
        lambda rows: decoder().decode_batch(rows),
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


CALLS = {
    # function: what it is called with; each number in it, and each numeric option, is replaced
    Decoder: {
        "detectors": [[0], [0]], "observables": [[0], [0]], "shape": [1, 1], "weights": [1.0, 2.0],
        "chances": [0.1, 0.2],
    },
    Decoder.from_check_matrix: {
        "matrix": [[1, 1]], "weights": [1.0, 2.0], "observables": [[1, 0]],
    },
    Decoder.from_detector_error_model: {"model": MODEL},
    Decoder.from_stabilizers: {"stabilizers": ["XZ"], "probabilities": [0.1, 0.2]},
    Decoder.decode: {"syndrome": [1]},
    Decoder.decode_batch: {"shots": [[1]]},
    Decoder.most_likely_class: {"syndrome": [1]},
}  # fmt: skip


def decodes(found):
    if isinstance(found, Decoder):
        found.decode([1] if found.num_detectors == 1 else [1, 0])


def test_every_method_is_crossed():
    names = {function.__name__ for function in CALLS}
    assert {name for name in vars(Decoder) if not name.startswith("_")} - {"errors"} <= names


@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__qualname__)
def test_odd_numbers_are_answered_or_refused_by_an_error_of_ours(function):
    # a decoder is made here, not in the table: while tests are being found nothing may compile
    of_one = function in (Decoder.decode, Decoder.decode_batch, Decoder.most_likely_class)
    called = function.__get__(decoder()) if of_one else function
    check_odd_numbers(called, CALLS[function], decodes)
