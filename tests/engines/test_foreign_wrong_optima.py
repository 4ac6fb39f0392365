"""Puzzles that a foreign solver gets wrong: two for which SCIP 10.0 proves too much.

PySCIPOpt 6.3 with SCIP 10.0 calls 3 errors optimal, with its own XOR constraints and as an integer
program; 2 explain the syndrome.  With XOR constraints it says that nothing solves a board of
14 x 14 with the king's neighbourhood; 67 presses do.
"""

from pathlib import Path

import numpy as np

from lo_exact.formats import read_puzzle
from lo_exact.solver import minimum

REFEREE = Path(__file__).parents[2] / "data" / "referee"
SHOT = REFEREE / "surface-3-shot.json"
KING = REFEREE / "king-14x14.txt"
TWO = (36, 209)


def test_two_errors_explain_it_and_one_does_not():
    system = read_puzzle(SHOT).system
    columns = [set(system.matrix.column(j)[0].tolist()) for j in range(system.unknowns)]
    wrong = set(np.flatnonzero(system.syndrome).tolist())
    assert columns[TWO[0]] ^ columns[TWO[1]] == wrong
    assert wrong not in columns
    assert minimum(read_puzzle(SHOT)).weight == 2


def test_the_board_that_scip_calls_unsolvable_takes_67_presses():
    assert minimum(read_puzzle(KING)).weight == 67
