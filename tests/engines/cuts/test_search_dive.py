"""Dives: they end where all is whole, and leave the relaxation as they found it but for cuts."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.cuts.exact import checks_of
from lo_exact.engines.cuts.relaxation import Relaxation
from lo_exact.engines.cuts.search import dive, first_cuts
from lo_exact.puzzle import System
from tests.truth.systems import truth


def systems(count, rng):
    """Yield solvable sparse systems with prices, and what they cost at least."""
    while count:
        matrix = (rng.random((7, 13)) < 0.3).astype(np.int64)
        syndrome = matrix @ rng.integers(0, 2, 13) % 2
        system = System(from_dense(matrix, 2), syndrome, rng.integers(1, 9, 13))
        yield system, truth(system).weight
        count -= 1


def begun(system):
    """Return checks, the relaxation over the first cuts, and the box of all values."""
    checks = checks_of(system)
    relaxation = Relaxation(system.prices, lambda: None)
    relaxation.add(first_cuts(checks))
    n = system.unknowns
    return checks, relaxation, np.zeros(n, np.int8), np.ones(n, np.int8)


@pytest.mark.parametrize("number", [12, pytest.param(150, marks=pytest.mark.large)])
def test_what_a_dive_ends_with_solves_the_system(number):
    ended = exact = 0
    for system, weight in systems(number, np.random.default_rng(3)):
        checks, relaxation, low, high = begun(system)
        values = dive(relaxation, checks, relaxation.solve().values, low, high, np.inf)
        assert not relaxation.low.any()
        assert relaxation.high.all()
        after = relaxation.solve()  # cuts hold everywhere
        assert after.objective * relaxation.unit <= weight + 1e-6
        if values is not None:
            x = np.rint(values).astype(np.int64)
            assert system.solves(x)
            assert system.weight(x) >= weight
            ended += 1
            exact += system.weight(x) == weight
    assert ended > number * 2 // 3
    assert exact >= (number * 2 // 5 + 1 if number > 12 else 4)


@pytest.mark.parametrize("number", [8, pytest.param(30, marks=pytest.mark.large)])
def test_what_is_too_dear_is_not_dived_for(number):
    for system, weight in systems(number, np.random.default_rng(4)):
        if weight:
            checks, relaxation, low, high = begun(system)
            most = (weight - 0.5) / relaxation.unit
            half = np.full(system.unknowns, 0.5)
            assert dive(relaxation, checks, half, low, high, most) is None


@pytest.mark.parametrize("solves", [0, 1])
def test_a_dive_ends_after_so_many_relaxations(solves):
    system, _ = next(one for one in systems(40, np.random.default_rng(5)) if one[1] > 6)
    checks, relaxation, low, high = begun(system)
    half = np.full(system.unknowns, 0.5)
    assert dive(relaxation, checks, half, low, high, np.inf, max_solves=solves) is None
    assert not relaxation.low.any()
