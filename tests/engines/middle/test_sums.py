"""Sums of columns by price: every set once, in its order, and found again by its place."""

from itertools import combinations

import numpy as np
import pytest

from lo_exact.engines.middle import sums as module
from lo_exact.engines.middle.sums import ColumnSums, SortedSums

PRICES = [[1] * 9, [1, 2, 1, 3, 2, 1, 4], [2, 2, 5], [3], []]


def made(prices, seed=1):
    columns = np.random.default_rng(seed).integers(0, 2**60, len(prices), dtype=np.uint64)
    return columns, ColumnSums(columns, np.array(prices, dtype=np.int64))


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
@pytest.mark.parametrize("kept", [0, 1, 3])
def test_every_set_stands_once_at_its_place(prices, kept, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 7)
    columns, sums = made(prices)
    sums.keep(kept)
    for price in range(sum(prices) + 2):
        wanted = sets_of(prices, price)
        assert sums.size(price) == len(wanted)
        held = {}
        for block, start in sums.blocks(price):
            held |= {start + k: int(value) for k, value in enumerate(block.tolist())}
        expected = [int(np.bitwise_xor.reduce(columns[list(c)], initial=0)) for c in wanted]
        assert [held[k] for k in sorted(held)] == expected
        chosen, top, bottom = sums.sets(price, np.arange(len(wanted)))
        assert [tuple(np.flatnonzero(row)) for row in chosen] == wanted
        assert top.tolist() == [max(c, default=-1) for c in wanted]
        assert bottom.tolist() == [min(c, default=len(prices)) for c in wanted]


@pytest.mark.parametrize("seed", range(5))
def test_equal_sums_are_found_in_all_pairs(seed):
    rng = np.random.default_rng(seed)
    listed = rng.integers(0, 40, 60, dtype=np.uint64)
    others = rng.integers(0, 60, 50, dtype=np.uint64)
    table = SortedSums(listed)
    expected = {(i, j) for i, a in enumerate(others) for j, b in enumerate(listed) if a == b}
    assert set(table.held(others).tolist()) == {i for i, _ in expected}
    first, second = table.pairs(others)
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == expected
    assert len(first) == len(expected)
