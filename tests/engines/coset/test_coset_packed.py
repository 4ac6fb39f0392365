"""Minima of boards held packed are those of the same boards written out and eliminated."""

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra import linear
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.sparse import SparseMatrix
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective
from lo_exact.solver import parts
from lo_exact.topology import grid_puzzle
from lo_exact.topology.packed_board import packed_puzzle

BOARDS = [
    ((33, 33), "plus", "plane"), ((35, 59), "plus", "plane"), ((36, 36), "plus", "torus"),
    ((39, 30), "plus", "cylinder"), ((32, 34), "plus", "plane"), ((36, 30), "cross", "torus"),
    ((32, 47), "cross", "plane"),
]  # fmt: skip
"""Boards with none to sixteen quiet patterns."""


def both(shape, rule, surface, seed, objective=Objective.PRESSES):
    """A solvable board packed, and the same written out and eliminated; the number of words."""
    rng = np.random.default_rng(seed)
    how = {"neighbourhood": rule, "topology": surface, "objective": objective}
    pressed = rng.integers(0, 2, shape[0] * shape[1])
    plain = grid_puzzle(np.zeros(shape, dtype=np.int64), colours=2, **how)
    state = plain.activation.dot(pressed).reshape(shape)
    return packed_puzzle(BitRows.of(state), **how), grid_puzzle(state, colours=2, **how)


@pytest.fixture(autouse=True)
def _left_whole(monkeypatch):
    """Small boards are not split, as large ones are not."""
    monkeypatch.setattr(parts, "MAX_ENTRIES", 100)


@pytest.mark.parametrize(("shape", "rule", "surface"), BOARDS)
@pytest.mark.parametrize("objective", [Objective.PRESSES, Objective.BUTTONS])
def test_minima_counts_and_the_least_are_the_same(shape, rule, surface, objective, eliminating):
    large, plain = both(shape, rule, surface, 5, objective)
    found = solver.minimum(large, engine="coset", count=True)
    expected = eliminating(lambda puzzle: solver.minimum(puzzle, engine="coset", count=True), plain)
    assert found.status is expected.status is Status.OPTIMAL
    assert (found.weight, found.minimum_solutions) == (expected.weight, expected.minimum_solutions)
    assert tuple(found.presses) == tuple(expected.presses)
    assert isinstance(found.presses, BitRows)
    assert "generators" not in vars(large.system.elimination.kernel)


def test_what_cannot_be_solved_is_proved_so():
    large = packed_puzzle(BitRows(33, [1, *[0] * 32]))
    found = solver.minimum(large, engine="coset")
    assert found.status is Status.INFEASIBLE
    assert isinstance(found.witness, BitRows)


def test_all_minima_are_listed_in_order(eliminating):
    """All on: 8 minima on the 33 x 33 plane, 90 on the 36 x 36 torus."""
    for side, surface, count in ((33, "plane", 8), (36, "torus", 90)):
        large = packed_puzzle(BitRows(side, [2**side - 1] * side), topology=surface)
        plain = grid_puzzle(np.ones((side, side), dtype=np.int64), colours=2, topology=surface)
        found, expected = solver.all_minima(large), eliminating(solver.all_minima, plain)
        assert len(found.solutions) == found.minimum_solutions == count
        assert [tuple(x) for x in found.solutions] == [tuple(x) for x in expected.solutions]


def test_no_button_gets_a_number_of_its_own(monkeypatch):
    """Neither the matrix nor the kernel nor presses are written out on the way to a minimum."""

    def refuse(*_):
        raise AssertionError("written out")

    large, _ = both((33, 33), "plus", "plane", 7)
    for kind, name in ((BitRows, "array"), (SparseMatrix, "columns_of_entries")):
        monkeypatch.setattr(kind, name, refuse)
    monkeypatch.setattr(linear.Elimination, "_generators", refuse)
    found = solver.minimum(large, engine="coset", count=True)
    assert found.status is Status.OPTIMAL
