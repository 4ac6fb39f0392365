"""Whether a puzzle is solvable, asked of an engine that is named, and stopped."""

import numpy as np
import pytest

from lo_exact.outcome import Status
from lo_exact.solver import minimum, prove
from lo_exact.topology import grid_puzzle


def test_an_engine_stops_at_its_first_presses():
    board = grid_puzzle(np.ones((23, 23), dtype=int))  # 2^14 solutions
    first = prove(board, engine="coset")
    assert first.status is Status.FEASIBLE
    assert first.engine == "coset"
    assert first.weight >= minimum(board).weight
    assert first.lower_bound == 0


@pytest.mark.parametrize("engine", ["elimination", "direct:cadical"])
def test_at_a_time_limit_nothing_is_claimed(engine):
    board = grid_puzzle(np.ones((40, 40), dtype=int))
    answer = prove(board, engine=engine, time_limit=0)
    assert answer.status is Status.UNKNOWN
    assert (answer.presses, answer.witness, answer.engine) == (None, None, engine)
    assert answer.stopped.startswith("time limit reached")
