"""Least weights of all syndromes, against enumeration and a published table."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.syndrome.sweep import SweepSizes
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards import least_weights
from lo_exact.outcome import Watch
from lo_exact.puzzle import System
from tests.boards.systems import plus_board, take


def counted_weights(*arguments, **sizes):
    """Return how many syndromes have each least weight."""
    return least_weights.tally_of_weights(least_weights.least_weights(*arguments, **sizes))


@pytest.mark.parametrize("seed", range(2))
def test_the_histogram_agrees_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    for system in take(120, 600 + seed, vectors=600):
        sizes = SweepSizes(1 << int(rng.integers(0, 6)), 1 << int(rng.integers(0, 6)))
        if system.prices.max(initial=0) > 300:
            continue
        c, n = system.colours, system.unknowns
        dense = system.matrix.to_dense()
        least: dict[bytes, int] = {}
        for x in product(range(c), repeat=n):
            there = (dense @ np.array(x, dtype=np.int64) % c).tobytes()
            weight = system.weight(np.array(x, dtype=np.int64))
            least[there] = min(weight, least.get(there, weight))
        expected = Counter(least.values())
        counted = counted_weights(
            system.matrix, system.prices, system.per_button, Watch(), sizes=sizes
        )
        assert counted == tuple(expected[w] for w in range(max(expected) + 1))


def test_published_histograms():
    # M. Hiroi (2022): 5x5 plus boards by their minimum number of presses
    data = Path(__file__).parents[2] / "data" / "published.json"
    published = json.loads(data.read_text(encoding="utf-8"))["histogram_5x5_c2"]
    board = plus_board(5)
    counted = counted_weights(board.matrix, board.prices, False, Watch())
    assert list(counted) == published["boards_by_minimum_presses"]


def test_too_many_syndromes_are_refused_with_numbers():
    board = plus_board(6)
    with pytest.raises(LimitReached, match=r"2\^36.0 syndromes are more than 2\^28"):
        counted_weights(board.matrix, board.prices, False, Watch())
    wide = System(from_dense(np.eye(1), 2), np.array([1]), np.array([2**31 - 1]))
    with pytest.raises(LimitReached, match="weights up to 2147483647"):
        counted_weights(wide.matrix, wide.prices, False, Watch())
