"""Smith normal forms against determinantal divisors, and elimination against the same solutions."""

import itertools
import json
import math
import random

import numpy as np
import pytest

from lo_exact.byhand.matrix import elimination
from lo_exact.byhand.smith import MAX_SIDE, smith_form
from lo_exact.errors import LimitReached
from lo_exact.topology import grid_puzzle
from lo_exact.topology.described import described
from tests.cli_runner import run


def by_permutations(rows):
    """The determinant, summed over permutations."""
    size, total = len(rows), 0
    for order in itertools.permutations(range(size)):
        odd = sum(order[i] > order[j] for i in range(size) for j in range(i + 1, size)) % 2
        total += (-1) ** odd * math.prod(rows[i][order[i]] for i in range(size))
    return total


def by_minors(rows):
    """The invariant factors: quotients of the greatest common divisors of all minors."""
    divisors = [1]
    for size in range(1, min(len(rows), len(rows[0])) + 1):
        common = 0
        for chosen in itertools.combinations(rows, size):
            for columns in itertools.combinations(range(len(rows[0])), size):
                common = math.gcd(
                    common, by_permutations([[r[c] for c in columns] for r in chosen])
                )
        if not common:
            break
        divisors.append(common)
    return tuple(after // before for before, after in itertools.pairwise(divisors))


def multiplied(one, other):
    return [[sum(a * b for a, b in zip(row, c, strict=True)) for c in zip(*other, strict=True)]
            for row in one]  # fmt: skip


def test_random_matrices_have_the_factors_of_their_minors_and_multiply_out():
    generator = random.Random(1)
    for _ in range(300):
        height, width = generator.randrange(1, 5), generator.randrange(1, 5)
        rows = [
            [generator.randrange(-4, 5) * generator.choice([1, 2, 3, 6]) for _ in range(width)]
            for _ in range(height)
        ]
        form = smith_form(rows)
        assert form.factors == by_minors(rows), rows
        made = multiplied(multiplied(form.left, rows), form.right)
        assert all(
            value == (form.factors[r] if r == c and r < len(form.factors) else 0)
            for r, row in enumerate(made)
            for c, value in enumerate(row)
        )
        assert abs(by_permutations(form.left)) == abs(by_permutations(form.right)) == 1


@pytest.mark.parametrize(("size", "colours"), [("2x3", 7), ("4x4", 2), ("2x3", 6), ("5x5", 2)])
def test_factors_count_the_solutions_of_any_number_of_colours(size, colours):
    board = described(size, colours=colours)
    form = smith_form(described(size).activation.to_dense().tolist())
    kernel = math.prod(math.gcd(factor, colours) for factor in form.factors)
    kernel *= colours ** (board.buttons - len(form.factors))
    if board.buttons <= 9:
        dense = board.activation.to_dense()
        presses = np.array(list(itertools.product(range(colours), repeat=board.buttons)))
        quiet = (
            int((~(presses @ dense.T % colours).any(axis=1)).sum())
            if len(presses) < 10**6
            else kernel
        )
        assert kernel == quiet
    else:
        assert kernel == {("4x4", 2): 16, ("5x5", 2): 4}[size, colours]


def test_the_command_prints_factors_and_json():
    ran = run("matrix", "--size", "5x5", "--smith")
    assert "invariant factors over the integers: 1 (22 times), 33" in ran.out
    value = json.loads(run("matrix", "--size", "2x2", "--smith", "--json").out)["smith"]
    assert value["factors"] == [1, 1, 1, 3]


def test_too_large_a_matrix_is_refused():
    with pytest.raises(LimitReached):
        smith_form([[0] * (MAX_SIDE + 1)])


@pytest.mark.parametrize("colours", [2, 3, 4, 6, 12])
def test_elimination_ends_with_the_same_solutions(colours):
    generator = np.random.default_rng(colours)
    for _ in range(6):
        board = grid_puzzle(generator.integers(0, colours, (2, 3)), colours=colours)
        last = list(elimination(board))[-1].rows
        if colours**6 < 50_000:
            presses = np.array(list(itertools.product(range(colours), repeat=6)))
        else:
            presses = generator.integers(0, colours, (2000, 6))
        good = ~((presses @ last[:, :-1].T - last[:, -1]) % colours).any(axis=1)
        wanted = ~((presses @ board.activation.to_dense().T + board.state) % colours).any(axis=1)
        assert (good == wanted).all()
