"""Light solutions by looking, against enumeration, with potentials and without."""

from itertools import islice

import numpy as np
import pytest

from lo_exact.engines.cuts.exact import checks_of, scale_of
from lo_exact.engines.cuts.light import light_solution, shares
from lo_exact.engines.cuts.minimum import glance
from tests.campaigns.cuts import minima, sparse_systems


@pytest.mark.parametrize("kind", ["none", "shares"])
def test_what_is_reached_first_is_a_minimum(kind):
    rng = np.random.default_rng(len(kind))
    reached = 0
    for number, system in enumerate(islice(sparse_systems(rng), 250)):
        checks, scale = checks_of(system), scale_of(system.prices)
        potentials = shares(checks, system.prices, scale) * (kind == "shares")
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
        potentials = shares(checks, system.prices, scale)
        limit = sum(system.prices.tolist())
        looked = light_solution(checks, system.prices, potentials, scale, limit, steps=5)
        if weight >= 0:
            assert looked.bound <= weight
            stopped += looked.pressed is None
    assert stopped > 20


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
