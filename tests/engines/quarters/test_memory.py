"""What a search may hold: less memory gives the same answer, too little is refused beforehand."""

import tracemalloc

import numpy as np
import pytest

from lo_exact.engines.quarters import engine
from lo_exact.engines.quarters.memory import (
    BEGINNING,
    LEAST,
    HeldSizes,
    QuartersSizes,
    fitting,
    needed,
)
from lo_exact.errors import LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.topology import grid_puzzle
from tests.marks import with_large


@pytest.mark.parametrize("rank", [8, 20, 26, 28, 32, 34])
@pytest.mark.parametrize("apart", [False, True])
def test_less_memory_is_kept_to_until_it_is_refused(rank, apart):
    search = HeldSizes([rank] * 4, [apart] * 4, 2, 1000)
    for shift in range(24, 36):
        sizes = fitting(search, 2**shift)
        if sizes is None:
            assert needed(search, LEAST) > 2**shift
            continue
        assert needed(search, sizes) <= 2**shift
    assert fitting(search, 2**36) == QuartersSizes()
    assert fitting(search, BEGINNING) is None


def test_groups_of_rank_32_fit_into_2_gib_as_they_are():
    assert fitting(HeldSizes([31, 31, 30, 32], [True] * 4, 2, 45_000), 2**31) == QuartersSizes()


def test_too_little_memory_is_refused_before_anything_is_made():
    system = grid_puzzle(np.ones((61, 61), dtype=np.int64)).system
    with pytest.raises(LimitReached, match="MiB at least, more than 50 MiB"):
        engine.minimise(system, Wanted(memory=50 * 2**20), Watch())


@pytest.mark.parametrize("mib", with_large([80, 128, 256, 2048], {128, 256}))
def test_a_search_stays_below_its_memory_and_finds_the_same(mib):
    """61 x 61, all lights on: 2^40 solutions, 1629 presses, 8 ways (found by `coset` before)."""
    system = grid_puzzle(np.ones((61, 61), dtype=np.int64)).system
    engine.plan_of(system)
    tracemalloc.start()
    try:
        outcome = engine.minimise(system, Wanted(count=True, memory=mib * 2**20), Watch())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (outcome.weight, outcome.count) == (1629, 8)
    assert peak <= mib * 2**20 - BEGINNING
