"""The engine `dual` against enumeration and other engines, and what it refuses."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.dual import engine as dual
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.weights.dual import krawtchouk
from lo_exact.errors import LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from tests.campaigns.dual import judge


def dense(rank, buttons):
    """A random system of two colours."""
    rng = np.random.default_rng([rank, buttons])
    matrix = rng.integers(0, 2, (rank, buttons))
    presses = rng.integers(0, 2, buttons)
    return System(from_dense(matrix, 2), matrix @ presses % 2, np.ones(buttons, dtype=np.int64))


def test_small_systems_agree_with_enumeration():
    rng = np.random.default_rng(28)
    seen = [one for _ in range(60) for one in judge(rng, None)]
    assert not [wrong for _, wrong in seen if wrong]
    assert {kind for kind, _ in seen} == {"solvable", "unsolvable", "spectrum"}


@pytest.mark.parametrize(("rank", "buttons"), [(14, 60), (18, 130)])
def test_larger_systems_agree_with_other_engines(rank, buttons):
    system, wanted = dense(rank, buttons), Wanted(minima=500, count=True, canonical=True)
    found = find_engine("dual").minimise(system, wanted, Watch())
    other = find_engine("syndrome").minimise(system, wanted, Watch())
    assert (found.weight, found.count, found.minima) == (other.weight, other.count, other.minima)
    assert found.canonical


def test_more_minima_than_are_drawn_leave_the_minimum_proved(monkeypatch):
    # 40 buttons on one light: each alone is a minimum
    monkeypatch.setattr(dual, "MAX_LISTED", 39)
    ones = np.ones(40, dtype=np.int64)
    system = System(from_dense(ones.reshape(1, -1), 2), np.array([1]), ones)
    found = find_engine("dual").minimise(system, Wanted(count=True, canonical=True), Watch())
    assert (found.weight, len(found.minima)) == (1, 1)
    assert found.stopped == "40 minima are too many to be found one by one by chance"
    assert find_engine("dual").minimise(system, Wanted(count=True), Watch()).count == 40


def test_what_it_does_not_take_is_refused_in_one_line():
    assert dual.refusal(dense(41, 60)) == "2^41 sums of rows are more than 2^40"
    ones = np.ones((1, 3), dtype=np.int64)
    three = System(from_dense(ones, 3), np.ones(1, dtype=np.int64), ones[0])
    assert dual.refusal(three) == "it is for two colours"
    priced = System(from_dense(ones, 2), np.ones(1, dtype=np.int64), np.array([1, 2, 1]))
    assert dual.refusal(priced) == "it is for buttons of one price, more than 0"
    with pytest.raises(LimitReached, match="one price"):
        find_engine("dual").minimise(priced, Wanted(), Watch())


def test_no_offer_is_made_where_minima_are_to_be_listed():
    system = dense(14, 60)
    assert dual.offer(system, Wanted(minima=5)) is None
    offered = dual.offer(system, Wanted(count=True))
    assert offered.work == 2**14


def test_coefficients_are_those_of_the_product():
    for n in range(9):
        for size in range(n + 1):
            row = np.array([1], dtype=object)
            for k in range(n):
                row = np.convolve(row, [1, -1 if k < size else 1])
            assert krawtchouk(n, size) == row.tolist()
