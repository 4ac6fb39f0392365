"""Light solutions by looking, against enumeration, with honest and with absurd potentials."""

from itertools import islice

import numpy as np
import pytest

from lo_exact.algebra import from_columns
from lo_exact.engines.cuts.exact import checks_of, rounded, scale_of
from lo_exact.engines.cuts.light import feasible, light_solution, shares, wishes_of
from lo_exact.engines.cuts.minimum import glance
from lo_exact.engines.cuts.search import first_cuts
from lo_exact.puzzle import System
from tests.campaigns.cuts import minima, sparse_systems


def potentials_of(kind: str, rng: np.random.Generator, system: System) -> np.ndarray:
    scale, lights = scale_of(system.prices), system.lights
    if kind == "none":
        return np.zeros(lights, dtype=np.int64)
    highest = int(system.prices.max(initial=1)) or 1
    wishes = rng.integers(0, scale * highest + 1, lights)
    return wishes * 50 if kind == "too high" else wishes


@pytest.mark.parametrize("kind", ["none", "fair", "too high"])
def test_what_is_reached_first_is_a_minimum(kind):
    rng = np.random.default_rng(len(kind))
    reached = 0
    for number, system in enumerate(islice(sparse_systems(rng), 250)):
        checks, scale = checks_of(system), scale_of(system.prices)
        potentials = feasible(checks, system.prices, potentials_of(kind, rng, system), scale)
        weight, listed = minima(system)
        limit = sum(system.prices.tolist())
        looked = light_solution(checks, system.prices, potentials, scale, limit, steps=10**7)
        if weight < 0:
            assert (looked.pressed, looked.bound) == (None, limit + 1), number
            continue
        assert looked.bound == weight, number
        assert tuple(int(j in looked.pressed) for j in range(system.unknowns)) in listed, number
        below = light_solution(checks, system.prices, potentials, scale, weight - 1, steps=10**7)
        assert (below.pressed, below.bound) == (None, weight), number
        reached += 1
    assert reached > 100


def test_past_the_budget_the_bound_is_still_true():
    rng = np.random.default_rng(4)
    stopped = 0
    for system in islice(sparse_systems(rng), 250):
        weight, _ = minima(system)
        checks, scale = checks_of(system), scale_of(system.prices)
        potentials = feasible(checks, system.prices, potentials_of("fair", rng, system), scale)
        limit = sum(system.prices.tolist())
        looked = light_solution(checks, system.prices, potentials, scale, limit, steps=5)
        if weight >= 0:
            assert looked.bound <= weight
            stopped += looked.pressed is None
    assert stopped > 20


@pytest.mark.parametrize("factor", [1, 3, 10**6])
def test_potentials_above_a_price_are_shrunk_until_no_button_exceeds_its_own(factor):
    columns = [{0: 1, 1: 1}, {1: 1, 2: 1}, {0: 1, 1: 1, 2: 1}]
    zeros = np.zeros(3, dtype=np.int64)
    system = System(from_columns(3, 2, columns), zeros, np.array([1, 2, 2]))
    wishes = np.array([5, 3, 4]) * factor
    found = feasible(checks_of(system), system.prices, wishes, 8)
    assert found.max() > 0
    for column, price in zip(columns, (1, 2, 2), strict=True):
        assert sum(int(found[i]) for i in column) <= 8 * price


def test_a_button_that_costs_nothing_leaves_no_potential():
    zeros = np.zeros(2, dtype=np.int64)
    system = System(from_columns(2, 2, [{0: 1, 1: 1}, {0: 1}]), zeros, np.array([0, 3]))
    found = feasible(checks_of(system), system.prices, np.array([2, 2]), 4)
    assert found.tolist() == [0, 0]


def test_a_glance_sees_minima_or_nothing():
    rng = np.random.default_rng(9)
    seen = 0
    for number, system in enumerate(islice(sparse_systems(rng), 250)):
        outcome, (weight, listed) = glance(system, flat=False), minima(system)
        if outcome is None:
            continue
        assert outcome.weight == weight, number
        assert outcome.minima[0] in listed, number
        seen += 1
    assert seen > 150


def test_shares_of_lights_never_exceed_what_a_button_costs():
    rng = np.random.default_rng(10)
    for system in islice(sparse_systems(rng), 100):
        checks, scale = checks_of(system), scale_of(system.prices)
        found = shares(checks, system.prices, scale)
        assert (found >= 0).all()
        assert (system.matrix.to_dense().T @ found <= system.prices * scale).all()


def absurd_duals(kind: str, rng: np.random.Generator, size: int) -> np.ndarray:
    top = float(2**60 - 2**8)
    among = {
        "huge": [top, 2.0**59],
        "mixed": [np.nan, np.inf, -np.inf, 1e300, -1e300, -3.0, top, 0.7, 2.0**40],
    }[kind]
    return rng.choice(np.array(among), size)


@pytest.mark.parametrize("kind", ["huge", "mixed"])
def test_absurd_duals_do_not_wrap_around_to_potentials_that_a_button_exceeds(kind):
    rng = np.random.default_rng(len(kind))
    lights, buttons = 12, 7
    for _ in range(40):
        columns = [
            {int(i): 1 for i in rng.permutation(lights)[: rng.integers(1, lights + 1)]}
            for _ in range(buttons)
        ]
        x = rng.integers(0, 2, buttons)
        matrix = from_columns(lights, 2, columns)
        system = System(matrix, matrix.dot(x), rng.integers(0, 5, buttons))
        checks, scale = checks_of(system), scale_of(system.prices)
        cuts = first_cuts(checks) * 3
        multipliers = rounded(cuts, absurd_duals(kind, rng, len(cuts)))
        potentials = feasible(checks, system.prices, wishes_of(multipliers, lights), scale)
        exact = potentials.tolist()
        assert min(exact) >= 0
        for column, price in zip(columns, system.prices.tolist(), strict=True):
            assert sum(exact[i] for i in column) <= price * scale
        weight, listed = minima(system)
        looked = light_solution(checks, system.prices, potentials, scale, weight, steps=10**7)
        assert looked.bound == weight
        assert tuple(int(j in looked.pressed) for j in range(buttons)) in listed
