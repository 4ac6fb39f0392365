"""Sparse codes by `auto`: nothing is eliminated for them, and cores get the flat ones."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.cuts.engine import is_flat
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.running import by_structure, run_ways
from tests.boards.codes import gross_code


def coded(matrix: np.ndarray, errors: list[int]) -> System:
    pressed = np.zeros(matrix.shape[1], dtype=np.int64)
    pressed[errors] = 1
    ones = np.ones(matrix.shape[1], dtype=np.int64)
    return System(from_dense(matrix, 2), matrix @ pressed % 2, ones)


def torus(side: int) -> np.ndarray:
    """Return the vertex checks of a toric code: an edge to the right and one down each."""
    checks = np.zeros((side * side, 2 * side * side), dtype=np.int64)
    for i in range(side):
        for j in range(side):
            at = i * side + j
            checks[[at, i * side + (j + 1) % side], 2 * at] = 1
            checks[[at, (i + 1) % side * side + j], 2 * at + 1] = 1
    return checks


def triangles(side: int) -> np.ndarray:
    """Return checks on a torus of squares, each button three of them: flat."""
    checks = np.zeros((side * side, 2 * side * side), dtype=np.int64)
    for i in range(side):
        for j in range(side):
            at = i * side + j
            right, down = i * side + (j + 1) % side, (i + 1) % side * side + j
            across = (i + 1) % side * side + (j + 1) % side
            checks[[at, right, across], 2 * at] = 1
            checks[[at, down, across], 2 * at + 1] = 1
    return checks


def test_a_code_is_answered_without_elimination():
    system = coded(gross_code(), [3, 40, 77, 101, 143])
    found = run_ways(system, Wanted(), Watch())
    assert (found.outcome.weight, found.engines) == (5, ("cuts",))
    assert "elimination" not in vars(system)


def test_a_code_whose_syndrome_nothing_explains_gets_its_witness():
    matrix = np.vstack([gross_code(), gross_code()[:1]])
    system = coded(matrix, [3, 40])
    system.syndrome[-1] ^= 1
    found = run_ways(system, Wanted(), Watch())
    assert found.outcome.status is Status.INFEASIBLE
    assert system.refutes(np.array(found.outcome.witness, dtype=np.int64))


def test_errors_of_a_torus_are_matched():
    few, many = coded(torus(12), [5]), coded(torus(12), list(range(0, 288, 5)))
    for system in (few, many):
        engine, _ = by_structure(system, Wanted())[0]
        assert engine.name == "matching"
    assert run_ways(few, Wanted(), Watch()).outcome.weight == 1


@pytest.mark.parametrize(
    ("matrix", "flat"), [(triangles(12), True), (gross_code(), False), (torus(12), False)]
)
def test_flat_is_what_lies_in_a_plane_with_three_lights_a_button(matrix, flat):
    assert is_flat(coded(matrix, [0])) == flat


def test_a_flat_code_gets_a_glance_and_then_cores():
    light = run_ways(coded(triangles(12), [7]), Wanted(), Watch())
    assert (light.outcome.weight, light.engines) == (1, ("cuts",))
    rng = np.random.default_rng(2)
    errors = np.flatnonzero(rng.random(288) < 0.09).tolist()
    heavy = run_ways(coded(triangles(12), errors), Wanted(), Watch())
    assert heavy.engines == ("direct:rc2",)
    assert heavy.outcome.weight <= len(errors)


def test_without_any_time_a_code_still_gets_a_solution_or_its_witness():
    system, watch = coded(gross_code(), [3, 40, 77]), Watch(-1)
    with pytest.raises(LimitReached):
        run_ways(system, Wanted(), watch)
    assert system.solves(np.array(watch.best))
    bad = coded(np.vstack([gross_code(), gross_code()[:1]]), [3, 40])
    bad.syndrome[-1] ^= 1
    found = run_ways(bad, Wanted(), Watch(-1))
    assert found.outcome.status is Status.INFEASIBLE
    assert bad.refutes(np.array(found.outcome.witness, dtype=np.int64))
