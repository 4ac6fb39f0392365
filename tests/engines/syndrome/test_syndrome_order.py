"""Orders of buttons: few open lights on what is long, and the same minima in every order."""

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.engines.syndrome import engine as first
from lo_exact.engines.syndrome import engine as syndrome
from lo_exact.engines.syndrome.engine import bounded_steps, narrow_order, open_lights
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.topology import grid_puzzle
from tests.boards.systems import take
from tests.marks import with_large
from tests.truth.systems import truth


def strip(rows: int, columns: int, **options: object) -> System:
    return grid_puzzle(np.ones((rows, columns), dtype=np.int64), **options).system


def test_lights_are_open_from_their_first_button_to_their_last():
    matrix = from_dense([[1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0]], 2)
    assert open_lights(matrix, np.arange(4)).tolist() == [1, 2, 3, 1]
    assert open_lights(matrix, np.array([1, 2, 0, 3])).tolist() == [1, 2, 1, 1]
    assert bounded_steps(matrix, np.arange(4)) == 2 + 4 + 8 + 2


@pytest.mark.parametrize(
    ("rows", "columns", "options", "most"),
    [
        (5, 40, {}, 12),
        (40, 5, {}, 12),
        (4, 30, {"neighbourhood": "king"}, 12),
        (4, 30, {"topology": "cylinder"}, 18),
        (3, 30, {"topology": "torus"}, 18),
        (3, 25, {"colours": 3}, 7),
    ],
)
def test_a_long_board_has_few_open_lights_in_whatever_order_it_is_numbered(
    rows, columns, options, most
):
    matrix = strip(rows, columns, **options).matrix
    size = rows * columns
    for numbering in (np.arange(size), np.random.default_rng(2).permutation(size)):
        shuffled = matrix.take_columns(numbering)
        order = narrow_order(shuffled)
        assert sorted(order.tolist()) == list(range(size))
        assert open_lights(shuffled, order).max() <= most


@pytest.mark.parametrize("seed", with_large(range(3), range(1, 3)))
def test_every_order_of_the_buttons_gives_the_same_minima(seed):
    rng = np.random.default_rng(seed)
    for system in take(150, 700 + seed):
        found = system.solutions
        if isinstance(found, Unsolvable):
            continue
        true = truth(system)
        ordered = syndrome.ordered_by(found, system.prices, rng.permutation(system.unknowns))
        wanted = Wanted(int(rng.integers(1, 6)), count=True, canonical=bool(rng.integers(2)))
        outcome = syndrome.minimise_ordered(ordered, wanted, Watch(), per_button=system.per_button)
        assert (outcome.weight, outcome.count) == (true.weight, len(true.minima))
        assert len(set(outcome.minima)) == min(wanted.minima, len(true.minima))
        assert set(outcome.minima) <= set(true.minima)
        assert outcome.canonical >= wanted.canonical
        if outcome.canonical:
            assert outcome.minima[0] == true.minima[0]
        if len(true.minima) <= wanted.minima:
            assert outcome.minima == true.minima


def test_where_minima_pass_too_many_states_the_least_is_not_looked_for(monkeypatch):
    monkeypatch.setattr(first, "MAX_MINIMA_EDGES", 10)
    system = System(
        from_dense(np.ones((1, 20), dtype=np.int64), 2), np.array([1]), np.ones(20, dtype=np.int64)
    )
    ordered = syndrome.ordered_by(system.solutions, system.prices, np.arange(20)[::-1].copy())
    outcome = syndrome.minimise_ordered(ordered, Wanted(canonical=True), Watch(), per_button=False)
    assert outcome.weight == 1
    assert not outcome.canonical
    assert "more than 10" in outcome.stopped
