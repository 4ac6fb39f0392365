"""Engines side by side: they share the time that there is in all."""

import numpy as np

from lo_exact.judging.crosscheck import crosscheck_puzzle
from lo_exact.topology import grid_puzzle


def test_engines_share_the_time_that_there_is_in_all():
    puzzle = grid_puzzle(np.ones((3, 3), dtype=np.int64))
    found = crosscheck_puzzle(puzzle, names=("coset", "exhaustive"), time_in_all=0.0)
    assert [row.note for row in found.rows] == ["no time was left"] * 2
    assert crosscheck_puzzle(puzzle, names=("coset",), time_in_all=30.0).proved == 1
