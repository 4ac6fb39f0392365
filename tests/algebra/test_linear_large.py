"""Boards of tens of thousands of buttons: everything multiplied out, memory under control."""

import tracemalloc

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, eliminate, from_entries, nullspace_orders, solve_linear
from lo_exact.algebra.elimination.residues import rows
from lo_exact.errors import LimitReached
from tests.boards.matrices import KING, KNIGHT, PLUS, grid, shuffled, without


def verify(matrix, rng):
    colours = matrix.modulus
    elimination = eliminate(matrix)
    made = matrix.dot(rng.integers(0, colours, matrix.shape[1]))
    assert np.array_equal(matrix.dot(elimination.solve(made)), made)
    for generator in elimination.kernel.generators[:3]:
        assert generator.any()
        assert not matrix.dot(generator).any()
    wild = rng.integers(0, colours, matrix.shape[0])
    found = elimination.solve(wild)
    if isinstance(found, Unsolvable):
        assert not matrix.left_dot(found.witness).any()
        assert (found.witness.astype(object) * wild).sum() % colours
    else:
        assert np.array_equal(matrix.dot(found), wild)
    return elimination


@pytest.mark.parametrize("rule", [PLUS, KING, KNIGHT])
@pytest.mark.parametrize("torus", [False, True])
def test_two_colours_every_rule(rule, torus):
    verify(grid(120, 120, 2, rule, torus=torus), np.random.default_rng(1))


@pytest.mark.parametrize("colours", [3, 4, 6, 12, 65537, 2**31 - 1, 2**31])
def test_a_board_of_100_x_100(colours):
    verify(grid(100, 100, colours), np.random.default_rng(2))


@pytest.mark.parametrize("colours", [2, 3])
def test_a_tenth_of_the_lights_missing(colours):
    rng = np.random.default_rng(3)
    verify(without(grid(120, 120, colours), 0.1, rng), rng)


@pytest.mark.parametrize("colours", [2, 3])
def test_numbering_at_random_costs_little(colours):
    rng = np.random.default_rng(4)
    part = verify(shuffled(grid(60, 80, colours), rng), rng)._parts[0]
    assert part.plan.width < 100


@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.large)])
def test_half_of_the_lights_do_not_matter(most):
    """Thousands of free parameters pass through, but few are in use at once."""
    rng = np.random.default_rng(5)
    for colours in range(2, most + 1):
        matrix = grid(80, 80, colours)
        matrix = matrix.take_rows(np.flatnonzero(rng.random(6400) < 0.5))
        elimination = verify(matrix, rng)
        assert len(elimination.orders) > 3000
        assert elimination._parts[0].width < 1200


def test_coefficients_without_units_stay_small():
    for amounts in ([2] * 5, [1, 2, 2, 2, 2], [2, 1, 1, 1, 1]):
        verify(grid(30, 30, 4, amounts=amounts), np.random.default_rng(6))


def test_a_thousand_syndromes_at_once():
    rng = np.random.default_rng(7)
    for colours in (2, 3, 6):
        matrix = grid(20, 20, colours)
        asked = np.array([matrix.dot(rng.integers(0, colours, 400)) for _ in range(1000)])
        found = eliminate(matrix).solve_batch(asked)
        assert all(np.array_equal(matrix.dot(x), s) for x, s in zip(found, asked, strict=True))


@pytest.mark.parametrize("buttons", [200_000, pytest.param(10**6, marks=pytest.mark.large)])
def test_a_kernel_too_large_to_write_out_is_refused_before_memory_is_taken(buttons):
    matrix = from_entries((1, buttons), 2, [0], [5], [1])
    tracemalloc.start()
    with pytest.raises(LimitReached, match=f"{buttons - 1} generators") as refused:
        solve_linear(matrix, np.array([1]))
    assert tracemalloc.get_traced_memory()[1] < 400 * buttons
    tracemalloc.stop()
    assert "\n" not in str(refused.value)
    assert nullspace_orders(matrix) == (2,) * (buttons - 1)
    assert np.flatnonzero(eliminate(matrix).solve(np.array([1]))).tolist() == [5]


def test_an_elimination_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(rows, "MAX_BYTES", 10**5)
    with pytest.raises(LimitReached, match="rows of"):
        eliminate(grid(100, 100, 3))


@pytest.mark.large
def test_memory_of_a_large_board_is_its_width_not_its_size():
    matrix = grid(400, 400)
    tracemalloc.start()
    eliminate(matrix)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # all sums at once would be 160,000 x 400 bits = 8 MB more than the plan's 20 bytes an entry
    assert peak < 40e6
