"""Kernel, solutions and witnesses of small systems against plain enumeration."""

from itertools import product

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, eliminate, from_dense, nullspace_orders, solve_linear
from lo_exact.errors import PuzzleError
from tests.boards.matrices import random_dense

LARGEST = 3000


def images(dense, colours):
    """Return {syndrome: set of all its solutions} from every press vector, in Python integers."""
    rows = [[int(v) for v in row] for row in dense]
    out = {}
    for x in product(range(colours), repeat=dense.shape[1]):
        syndrome = tuple(sum(a * b for a, b in zip(row, x, strict=True)) % colours for row in rows)
        out.setdefault(syndrome, set()).add(x)
    return out


def elements(kernel, start):
    """Return the set of ``start`` plus all combinations of the generators."""
    c = kernel.modulus
    out = set()
    for z in product(*(range(order) for order in kernel.orders)):
        x = [int(v) for v in start]
        for times, generator in zip(z, kernel.generators, strict=True):
            x = [(v + times * int(g)) % c for v, g in zip(x, generator, strict=True)]
        out.add(tuple(x))
    return out


def refutes(dense, witness, syndrome, colours):
    y = [int(v) for v in witness]
    columns = [[int(v) for v in column] for column in dense.T]
    quiet = all(
        sum(a * b for a, b in zip(y, column, strict=True)) % colours == 0 for column in columns
    )
    return quiet and sum(a * int(b) for a, b in zip(y, syndrome, strict=True)) % colours != 0


@pytest.mark.parametrize("cases", [10, pytest.param(30, marks=pytest.mark.large)])
@pytest.mark.parametrize("colours", [2, 3, 4, 5, 6, 8, 9, 12])
def test_solutions_kernel_and_witness_equal_enumeration(colours, cases):
    rng = np.random.default_rng(colours)
    most = int(np.log(LARGEST) / np.log(colours))
    for _ in range(cases):
        lights, buttons = int(rng.integers(0, 6)), int(rng.integers(0, most + 1))
        dense = random_dense(rng, lights, buttons, colours)
        matrix = from_dense(dense, colours)
        truth = images(dense, colours)
        elimination = eliminate(matrix)
        kernel = elimination.kernel
        assert elements(kernel, [0] * buttons) == truth[(0,) * lights]
        assert kernel.size == len(truth[(0,) * lights])
        assert nullspace_orders(matrix) == kernel.orders
        assert all(order > 1 and colours % order == 0 for order in kernel.orders)
        assert list(kernel.orders) == sorted(kernel.orders, reverse=True)
        hit = [list(truth)[k] for k in rng.integers(0, len(truth), 3)]
        wild = rng.integers(0, colours, (5, lights)).tolist()
        asked = np.array([*hit, *wild], dtype=np.int64).reshape(8, lights)
        for syndrome, found in zip(asked, elimination.solve_batch(asked), strict=True):
            if isinstance(found, Unsolvable):
                assert tuple(syndrome.tolist()) not in truth
                assert refutes(dense, found.witness, syndrome, colours)
            else:
                assert found.dtype == np.int64
                assert tuple(found.tolist()) in truth[tuple(syndrome.tolist())]
        single = solve_linear(matrix, asked[0])
        assert elements(single.kernel, single.particular) == truth[tuple(asked[0].tolist())]


@pytest.mark.parametrize("colours", [2, 3, 12, 2**31 - 1, 2**31])
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (0, 90), (90, 0), (90, 90)])
def test_matrices_without_entries(colours, shape):
    lights, buttons = shape
    elimination = eliminate(from_dense(np.zeros(shape, dtype=np.int64), colours))
    assert elimination.orders == (colours,) * buttons
    assert np.array_equal(
        np.abs(elimination.kernel.generators.astype(np.int64)).sum(axis=0), np.ones(buttons)
    )
    calm = elimination.solve(np.zeros(lights, dtype=np.int64))
    assert calm.tolist() == [0] * buttons
    if lights:
        syndrome = np.zeros(lights, dtype=np.int64)
        syndrome[-1] = colours - 1
        found = elimination.solve(syndrome)
        assert isinstance(found, Unsolvable)
        assert int(found.witness[-1]) * (colours - 1) % colours


def test_a_light_without_buttons_and_a_button_without_lights():
    dense = np.array([[1, 0, 0], [0, 0, 0]])
    for colours in (2, 3, 6):
        elimination = eliminate(from_dense(dense, colours))
        assert elimination.orders == (colours, colours)
        assert not elimination.kernel.generators[:, 0].any()
        assert elimination.solve(np.array([1, 0])).tolist() == [1, 0, 0]
        assert elimination.solve(np.array([1, 1])).witness[0] == 0


def test_syndromes_are_taken_modulo_the_colours_and_not_changed():
    matrix = from_dense(np.array([[1, 1], [0, 1]]), 6)
    syndrome = np.array([-1, 13])
    found = solve_linear(matrix, syndrome)
    assert found.particular.tolist() == [4, 1]
    assert syndrome.tolist() == [-1, 13]


@pytest.mark.parametrize("size", [2, 4])
def test_a_syndrome_of_another_length_is_refused(size):
    for colours in (2, 3):
        matrix = from_dense(np.eye(3, dtype=np.int64), colours)
        with pytest.raises(PuzzleError, match="must be 3 numbers"):
            solve_linear(matrix, np.zeros(size, dtype=np.int64))


def test_no_syndromes_no_answers():
    for colours in (2, 12):
        matrix = from_dense(np.eye(3, dtype=np.int64), colours)
        assert eliminate(matrix).solve_batch(np.zeros((0, 3), dtype=np.int64)) == []


def test_the_same_input_gives_the_same_output():
    dense = random_dense(np.random.default_rng(1), 20, 25, 12)
    matrix = from_dense(dense, 12)
    first, second = eliminate(matrix), eliminate(from_dense(dense.copy(), 12))
    syndrome = matrix.dot(np.arange(25))
    assert np.array_equal(first.kernel.generators, second.kernel.generators)
    assert np.array_equal(first.solve(syndrome), second.solve(syndrome))
