"""Polynomials against elimination, multiplication and published nullities."""

import random
from collections import Counter
from math import prod

import numpy as np
import pytest

from lo_exact.algebra import Elimination, Unsolvable, eliminate, from_dense
from lo_exact.algebra.elimination.bits import inactivation as bits
from lo_exact.algebra.polynomials.part import polynomial_part
from lo_exact.algebra.uniform_matrix import Uniform
from lo_exact.topology import STENCILS, SURFACES, Grid, Stencil
from lo_exact.topology.grid import written_matrix

PLUS = STENCILS["plus"].steps

A159257 = [
    0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0,
    20, 16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40,
    24, 0, 28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10, 0,
    0, 20, 0, 4, 62, 0, 0, 20, 16, 0, 18, 0, 0, 4, 0, 0, 6, 0, 8, 0, 0, 0, 2, 4, 0, 0, 0, 8, 46, 0,
    0, 0, 80, 4, 50, 56, 0, 56, 56, 0,
]  # fmt: skip
"""OEIS A159257, n = 1..130."""

A165738 = [
    0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24,
    40, 0, 44, 32, 8, 16, 0, 0, 4, 64, 0, 8, 0, 0, 12, 0, 0, 64, 0, 16, 20, 0, 0, 8, 8, 0, 4, 0, 0,
    48, 0, 80, 52, 0, 56, 88, 0, 64, 4, 16, 0, 32, 0, 0, 12, 0, 0, 8, 0, 128, 4, 0, 0, 16, 24, 0, 4,
    0, 0, 24,
]  # fmt: skip
"""OEIS A165738, n = 1..90."""


def matrix(board):
    """The matrix entry by entry: a rule that is known would be answered by polynomials again."""
    full = np.ones((board.rows, board.columns), dtype=bool)
    names = {(False, False): "plane", (False, True): "cylinder", (True, True): "torus"}
    surface = SURFACES[names[board.rows_joined, board.columns_joined]]
    return written_matrix(Grid(full, full), Stencil(board.steps), surface, board.modulus)


def nullity(side, *, torus=False):
    return len(polynomial_part(Uniform(side, side, 2, PLUS, torus, torus)).orders)


def symmetric(rng, colours):
    """A stencil of three rows that looks the same from both sides."""
    drawn = {}
    for row in (-1, 0, 1):
        middle, side = rng.randrange(colours), rng.randrange(colours)
        drawn |= {(row, 0): middle, (row, -1): side, (row, 1): side}
    return tuple((r, c, a) for (r, c), a in sorted(drawn.items()) if a)


def crooked(rng, colours):
    """Any stencil of up to five rows and three columns."""
    up, down = rng.randint(0, 2), rng.randint(0, 2)
    return tuple(
        (r, c, rng.randrange(1, colours))
        for r in range(-up, down + 1) for c in (-1, 0, 1) if rng.random() < 0.5
    )  # fmt: skip


def random_board(rng, largest):
    colours = 2
    kind = rng.choice(["plus", "plus", "cross", "x", "king", "knight", "symmetric", "crooked"])
    if kind in STENCILS:
        steps = STENCILS[kind].steps
    else:
        steps = {"symmetric": symmetric, "crooked": crooked}[kind](rng, colours)
    joined = rng.choice([(False, False), (False, True), (True, True)])
    size = rng.randint(1, largest), rng.randint(1, largest)
    return kind, Uniform(*size, colours, steps, *joined)


def check_against_elimination(board, elimination, rng, seen):
    """Kernel, a solvable and a random board, all multiplied out."""
    activation = matrix(board)
    reference = eliminate(activation)
    assert elimination.orders == reference.orders, board
    kernel, colours = elimination.kernel, board.modulus
    assert not any(activation.dot(word).any() for word in kernel.generators), board
    if kernel.orders:  # they span as much as the reference's: they are its kernel
        words = kernel.generators.astype(np.int64)
        spent = prod(eliminate(from_dense(words.T, colours)).orders)
        assert colours ** len(words) // spent == reference.kernel.size, board
    places = board.rows * board.columns
    presses = np.array([rng.randrange(colours) for _ in range(places)])
    anything = np.array([rng.randrange(colours) for _ in range(places)])
    for syndrome in (activation.dot(presses), anything):
        found = elimination.solve(syndrome)
        assert isinstance(found, Unsolvable) == isinstance(reference.solve(syndrome), Unsolvable)
        if isinstance(found, Unsolvable):
            witness = found.witness
            assert not activation.left_dot(witness).any(), board
            assert int(witness @ syndrome) % colours, board
            seen["unsolvable"] += 1
        else:
            assert np.array_equal(activation.dot(found), syndrome), board
            seen["solvable"] += 1


def run(seed, boards, largest):
    rng = random.Random(seed)
    seen = Counter()
    while seen["taken"] < boards:
        kind, board = random_board(rng, largest)
        part = polynomial_part(board)
        if part is None:
            seen["left"] += 1
            continue
        seen["taken"] += 1
        seen[kind] += 1
        seen["nullity"] += bool(part.orders)
        check_against_elimination(board, Elimination(matrix(board), (part,)), rng, seen)
    return seen


@pytest.mark.large
@pytest.mark.parametrize("boards", [450, pytest.param(900, marks=pytest.mark.large)])
def test_equal_to_elimination_on_small_boards_of_every_rule_and_surface(boards):
    seen = run(1, boards, 9)
    for kind in ("plus", "cross", "x", "king", "knight", "symmetric", "crooked"):
        assert seen[kind] > boards // 30, seen
    assert min(seen["unsolvable"], seen["nullity"]) > boards // 9, seen


@pytest.mark.parametrize("boards", [30, pytest.param(250, marks=pytest.mark.large)])
def test_equal_to_elimination_on_boards_to_40(boards):
    seen = run(2, boards, 40)
    assert min(seen["solvable"], seen["unsolvable"]) > boards * 2 // 25, seen


def test_published_nullities_of_squares():
    assert [nullity(n) for n in range(1, 131)] == A159257


def test_published_nullities_of_tori():
    assert [nullity(n, torus=True) for n in range(1, 91)] == A165738


def test_nullities_of_tori_follow_from_those_of_squares():
    """Buchholz's formula in OEIS A165738."""
    found = [nullity(n + 1, torus=True) for n in range(2, 130)]
    assert found == [2 * A159257[n - 1] + (4 if n % 3 == 2 else 0) for n in range(2, 130)]


def test_nullities_of_squares_to_200_equal_elimination():
    for n in range(131, 201, 8):
        activation = matrix(Uniform(n, n, 2, PLUS))
        assert nullity(n) == len(bits.inactivate(activation).orders)


def test_large_nullities_equal_elimination():
    assert nullity(500) == len(eliminate(matrix(Uniform(500, 500, 2, PLUS))).orders)


@pytest.mark.parametrize("joined", [False, True])
def test_long_and_wide_boards_are_the_same(joined):
    wide = Uniform(3, 400, 2, PLUS, joined, joined)
    found = polynomial_part(wide)
    assert found.orders == polynomial_part(Uniform(400, 3, 2, PLUS, joined, joined)).orders
    assert found.orders == eliminate(matrix(wide)).orders
    rng = random.Random(4)
    check_against_elimination(wide, Elimination(matrix(wide), (found,)), rng, Counter())


def test_what_polynomials_cannot_answer_is_left():
    plane_knight = Uniform(9, 9, 2, STENCILS["knight"].steps)
    assert polynomial_part(plane_knight) is None
    assert polynomial_part(Uniform(9, 9, 2, ())) is None
    assert polynomial_part(Uniform(0, 9, 2, PLUS)) is None
