"""Every seam of the elimination crossed: tiny spans, batches, blocks and thresholds.

The judge is the dense diagonal form of `tests.truth.diagonal_form`, another algorithm altogether.
"""

from math import prod

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, eliminate, from_dense, gf2, linear, prime_powers
from lo_exact.algebra.elimination import elimination_plan, order
from lo_exact.algebra.elimination.bits import inactivation as bit_inactivation
from lo_exact.algebra.elimination.residues import inactivation as residue_inactivation
from lo_exact.algebra.elimination.residues import rows
from lo_exact.algebra.elimination.residues import spans as residue_spans
from tests.boards.matrices import KING, KNIGHT, PLUS, grid, random_dense, shuffled, without
from tests.marks import with_large
from tests.truth.diagonal_form import diagonalise

CHOICES = {
    "SPAN": ([elimination_plan], [1, 3, 7, 4096]),
    "BATCH": ([residue_inactivation, bit_inactivation], [1, 2, 5, 64]),
    "BLOCK": ([rows, residue_spans], [1, 50, 2**20]),
    "KEEP": ([bit_inactivation], [0, 2**18]),
    "SPARE": ([bit_inactivation, residue_inactivation], [-1000, -5, 64]),
    "MAX_SMALL_CELLS": ([gf2], [0, 1500]),
    "TABLE_COST": ([residue_spans], [0, 400, 10**9]),
    "LONG": ([rows], [0, 100, 10**9]),
    "GOOD_WIDTH": ([order], [0, 64]),
    "GOOD_FACTOR": ([order], [0, 3]),
}


def settle(monkeypatch, rng):
    for name, (modules, values) in CHOICES.items():
        value = int(rng.choice(values))
        for module in modules:
            monkeypatch.setattr(module, name, value)


def orders_by_diagonal_form(dense, colours):
    listed = []
    for prime, exponent in prime_powers(colours):
        form = diagonalise(dense, prime, exponent)
        orders = [prime**exponent] * (dense.shape[1] - len(form.valuations))
        listed.append(orders + [prime**v for v in reversed(form.valuations) if v])
    longest = max(map(len, listed))
    return tuple(prod(o[i] for o in listed if i < len(o)) for i in range(longest))


def size_of_span(generators, colours):
    """Return how many elements the generators span, from the diagonal form of their matrix."""
    size = 1
    for prime, exponent in prime_powers(colours):
        form = diagonalise(generators.astype(np.int64), prime, exponent)
        size *= prod(prime ** (exponent - v) for v in form.valuations)
    return size


def check(matrix, rng, syndromes):
    colours, (lights, buttons) = matrix.modulus, matrix.shape
    elimination = eliminate(matrix)
    kernel = elimination.kernel
    assert kernel.orders == orders_by_diagonal_form(matrix.to_dense(), colours)
    assert kernel.generators.shape == (len(kernel.orders), buttons)
    for generator, size in zip(kernel.generators, kernel.orders, strict=True):
        assert not matrix.dot(generator).any()
        assert not (generator.astype(object) * size % colours).any()
    assert size_of_span(kernel.generators, colours) == kernel.size
    made = [matrix.dot(rng.integers(0, colours, buttons)) for _ in range(syndromes)]
    wild = rng.integers(0, colours, (syndromes, lights))
    asked = np.array([*made, *wild], dtype=np.int64).reshape(2 * syndromes, lights)
    for k, (syndrome, found) in enumerate(zip(asked, elimination.solve_batch(asked), strict=True)):
        if isinstance(found, Unsolvable):
            assert k >= syndromes
            assert not matrix.left_dot(found.witness).any()
            assert (found.witness.astype(object) * syndrome).sum() % colours
        else:
            assert np.array_equal(matrix.dot(found), syndrome)


@pytest.mark.parametrize("seed", with_large(range(30), range(10, 30)))
def test_grids_with_every_seam(monkeypatch, seed):
    rng = np.random.default_rng(seed)
    for _ in range(3):
        settle(monkeypatch, rng)
        colours = int(rng.choice([2, 2, 2, 3, 4, 5, 6, 8, 9, 12, 27, 2**31, 2**31 - 1]))
        height, width = map(int, rng.integers(1, 9, 2))
        rule = (PLUS, KING, KNIGHT)[int(rng.integers(0, 3))]
        amounts = rng.integers(0, colours, 9) if rng.random() < 0.5 else None
        torus = bool(rng.random() < 0.5)
        matrix = grid(height, width, colours, rule, torus=torus, amounts=amounts)
        if rng.random() < 0.6:
            matrix = without(matrix, float(rng.choice([0.1, 0.3])), rng)
        if rng.random() < 0.3:
            matrix = matrix.take_rows(np.flatnonzero(rng.random(matrix.shape[0]) < 0.8))
        if rng.random() < 0.3:
            matrix = matrix.take_columns(np.flatnonzero(rng.random(matrix.shape[1]) < 0.8))
        if rng.random() < 0.3:
            matrix = shuffled(matrix, rng)
        check(matrix, rng, int(rng.choice([1, 3, 40])))


@pytest.mark.parametrize("seed", with_large(range(40), range(16, 40)))
def test_matrices_of_every_kind_with_every_seam(monkeypatch, seed):
    rng = np.random.default_rng(1000 + seed)
    for _ in range(4):
        settle(monkeypatch, rng)
        colours = int(
            rng.choice([2, 3, 4, 6, 8, 9, 12, 16, 30, 36, 256, 257, 2**16, 65537, 3**19, 2**31])
        )
        lights, buttons = map(int, rng.integers(0, 14, 2))
        dense = random_dense(rng, lights, buttons, colours)
        check(from_dense(dense, colours), rng, 2)


@pytest.mark.parametrize("seed", range(10))
def test_bits_and_residues_agree_on_two_colours(monkeypatch, seed):
    rng = np.random.default_rng(2000 + seed)
    monkeypatch.setattr(gf2, "MAX_SMALL_CELLS", 0)
    matrix = without(grid(12, 11, 2, torus=True), 0.1, rng)
    bits = eliminate(matrix)
    part = residue_inactivation.inactivate(matrix, 2, 1)
    other = linear.Elimination(matrix, (part,))
    assert bits.orders == other.orders
    asked = rng.integers(0, 2, (20, matrix.shape[0]))
    for a, b in zip(bits.solve_batch(asked), other.solve_batch(asked), strict=True):
        assert isinstance(a, Unsolvable) == isinstance(b, Unsolvable)
