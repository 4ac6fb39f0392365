"""Lists of sets: every set once, in its order, found again by its place; sums of lanes."""

from itertools import combinations

import numpy as np
import pytest

from lo_exact.engines.windows.sets import Lanes, SetLists
from lo_exact.outcome import Watch

PRICES = [[1] * 9, [1, 2, 1, 3, 2, 1, 4], [2, 2, 5], [3], []]


def sets_of(prices, price):
    """All sets of a price, those with the lower greatest column first, then likewise below it."""
    found = [
        chosen
        for size in range(len(prices) + 1)
        for chosen in combinations(range(len(prices)), size)
        if sum(prices[j] for j in chosen) == price
    ]
    return sorted(found, key=lambda chosen: chosen[::-1])


@pytest.mark.parametrize("prices", PRICES, ids=str)
def test_every_set_stands_once_at_its_place(prices):
    columns = np.random.default_rng(1).integers(0, 2**60, (2, len(prices)), dtype=np.uint64)
    lists = SetLists(Lanes(2), columns, np.array(prices, dtype=np.int64))
    lists.extend(sum(prices) + 1, Watch())
    for price in range(sum(prices) + 2):
        wanted = sets_of(prices, price)
        sums = [np.bitwise_xor.reduce(columns[:, list(c)], axis=1, initial=0) for c in wanted]
        assert lists.words[price].T.tolist() == [s.tolist() for s in sums]
        assert lists.bottoms[price].tolist() == [min(c, default=len(prices)) for c in wanted]
        presses = lists.presses(price, np.arange(len(wanted)))
        assert [tuple(np.flatnonzero(row)) for row in presses] == wanted
        assert lists.sizes(price)[-1] == len(wanted)


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_heads_and_shorter_lists_are_all_sets(kept):
    columns = np.random.default_rng(1).integers(0, 2**60, (1, 7), dtype=np.uint64)
    lists = SetLists(Lanes(2), columns, np.ones(7, dtype=np.int64))
    lists.extend(kept, Watch())
    right = [int(np.bitwise_xor.reduce(columns[0, list(c)])) for c in sets_of([1] * 7, 5)]
    none = np.zeros(1, dtype=np.uint64)
    for low, high in [(0, 99), (0, 21), *((low, low + 4) for low in range(-3, 25))]:
        met = [
            int(word ^ start[0])
            for left, start, part, _ in lists.heads(5, kept, none, 7, low, high)
            for word in lists.words[left][0, part]
        ]
        assert met == right[max(low, 0) : high]


def residues(words, lanes, bits):
    return [[word >> bits * lane & ((1 << bits) - 1) for lane in range(lanes)] for word in words]


@pytest.mark.parametrize("colours", [2, 3, 4, 5, 6, 8, 9, 16, 17, 256, 2**31])
def test_sums_and_negatives_are_those_of_each_lane(colours):
    arithmetic = Lanes(colours)
    lanes, bits = arithmetic.count, arithmetic.bits
    rng = np.random.default_rng(colours)
    one, other = rng.integers(0, colours, (2, lanes, 200))
    one[:, :2], other[:, :2] = 0, [0, colours - 1]
    one[:, 2:4], other[:, 2:4] = colours - 1, [0, colours - 1]
    (first,), (second,) = arithmetic.packed(one), arithmetic.packed(other)
    total = arithmetic.added(first, second).tolist()
    assert residues(total, lanes, bits) == ((one + other) % colours).T.tolist()
    missing = arithmetic.negative(first).tolist()
    assert residues(missing, lanes, bits) == (-one % colours).T.tolist()
