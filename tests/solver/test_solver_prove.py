"""Whether a puzzle is solvable, stopped."""

import numpy as np

from lo_exact.outcome import Status
from lo_exact.solver import prove
from lo_exact.topology import grid_puzzle


def test_at_a_time_limit_nothing_is_claimed():
    answer = prove(grid_puzzle(np.ones((40, 40), dtype=int)), time_limit=0)
    assert answer.status is Status.UNKNOWN
    assert (answer.presses, answer.witness, answer.engine) == (None, None, "elimination")
    assert answer.stopped.startswith("time limit reached")
