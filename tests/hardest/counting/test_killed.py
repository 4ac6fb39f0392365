"""Children that count and are killed are replaced; nothing is counted twice or lost."""

import os
import signal

import numpy as np
import pytest

from lo_exact.errors import LimitReached
from lo_exact.hardest.census import take_census
from lo_exact.hardest.counting import ranges
from lo_exact.hardest.counting.plan import plan_counting
from lo_exact.topology import grid_puzzle


def counted(kills: int) -> tuple[dict[int, int], int]:
    """Count the 4 x 4 board in four ranges by two children, the first killed so many times."""
    puzzle = grid_puzzle(np.zeros((4, 4), dtype=np.int64))
    plan = plan_counting(take_census(puzzle))
    step = -(-plan.parts // 4)
    wanted = [(low, min(low + step, plan.parts)) for low in range(0, plan.parts, step)]
    seen = []
    with ranges._Children(puzzle, 2) as children:
        for low, high in wanted:
            children.start(low, high)
        while children.busy:
            if kills:
                os.kill(next(iter(children._pool._processes)), signal.SIGKILL)
                kills -= 1
            seen += children.results()
    assert sorted((low, high) for low, high, _ in seen) == wanted
    terms: dict[int, int] = {}
    for _, _, found in seen:
        for weight, number in found.terms.items():
            terms[weight] = terms.get(weight, 0) + number
    return terms, plan.census.class_presses


@pytest.mark.parametrize("kills", [0, 1, 2])
def test_a_killed_child_is_replaced_and_the_sums_stay_right(kills):
    terms, presses = counted(kills)
    assert sum(terms.values()) == presses
    # 4 x 4 has 2^12 solvable boards, of 2^4 solutions each: 2^16 press vectors
    assert presses == 2**16


def test_children_killed_again_and_again_end_in_a_sentence(monkeypatch):
    monkeypatch.setattr(ranges, "MAX_DEATHS", 0)
    with pytest.raises(LimitReached, match="killed 1 times in a row"):
        counted(1)
