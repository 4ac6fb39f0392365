"""The pieces the elimination is made of, each against plain Python."""

from functools import reduce
from operator import or_, xor

import numpy as np
import pytest

from lo_exact.algebra import from_dense, prime_powers
from lo_exact.algebra.elimination.bits import spans as bit_steps
from lo_exact.algebra.elimination.elimination_plan import make_plan, position_spans
from lo_exact.algebra.elimination.order import breadth_first
from lo_exact.algebra.elimination.residues import spans as residue_steps
from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.elimination.residues.rows import Rows
from lo_exact.algebra.gf2 import bits_of, combine, integers
from tests.boards.matrices import grid, shuffled


# one product of residues mod 6000 needs 26 bits, mod 126,000,000 54 bits: just too many for floats
@pytest.mark.parametrize("modulus", [2, 3, 251, 4096, 6000, 2**16, 126_000_000, 2**31 - 1, 2**31])
def test_products_of_the_largest_residues_are_exact(modulus):
    for shape in ((0, 0, 0), (2, 0, 3), (9, 1, 9), (7, 100, 9), (70, 90, 80)):
        a, k, b = shape
        rng = np.random.default_rng(modulus)
        left = modulus - 1 - rng.integers(0, 2, (a, k))
        right = modulus - 1 - rng.integers(0, 2, (k, b))
        truth = left.astype(object) @ right.astype(object) % modulus if k else np.zeros((a, b))
        assert np.array_equal(product(left, right, modulus), truth)


@pytest.mark.parametrize("modulus", [2, 3, 7, 9, 51, 52, 128, 255, 256, 257, 2**16, 2**31])
@pytest.mark.parametrize("factor", ["same", "negative", "mixed"])
def test_combinations_of_rows_do_not_overflow(modulus, factor):
    for terms in (0, 1, 2, 5, 40):
        rng = np.random.default_rng(terms)
        rows = Rows(60, 3, modulus)
        numbers = np.arange(1, 50)
        rows.add(numbers)
        values = modulus - 1 - rng.integers(0, 2, (49, 3)) % modulus
        rows.write(numbers, values)
        sources = rng.integers(1, 50, (4, terms))
        factors = {
            "same": np.full((4, terms), modulus // 2),
            "negative": np.full((4, terms), modulus - 1),
            "mixed": rng.integers(0, modulus, (4, terms)),
        }[factor]
        constants = rng.integers(0, modulus, (4, 3))
        truth = [
            [
                (
                    int(constants[i, lane])
                    + sum(
                        int(f) * int(values[s - 1, lane])
                        for s, f in zip(sources[i], factors[i], strict=True)
                    )
                )
                % modulus
                for lane in range(3)
            ]
            for i in range(4)
        ]
        assert rows.combine(sources, factors, constants).tolist() == truth
        ends = np.cumsum(np.full(4, terms))
        for targets in (np.arange(50, 54), np.arange(54, 58)):
            rows.add(targets)
            rows.chain(targets, ends, sources.ravel(), factors.ravel(), constants)
            assert rows.read(targets).tolist() == truth


def test_slots_are_given_back_and_rows_grow():
    rows = Rows(2000, 2, 5)
    for low in range(0, 2000, 10):
        numbers = np.arange(low, low + 10)
        rows.add(numbers)
        rows.write(numbers, low % 5)
        assert (rows.read(numbers) == low % 5).all()
        rows.drop(numbers)
    rows.add(np.array([7]))
    rows.write(np.array([7]), [[3, 4]])
    rows.widen(40)
    assert rows.read(np.array([7])).tolist() == [[3, 4] + [0] * 38]


@pytest.mark.parametrize("lanes", [1, 2, 7, 8, 9, 64, 1000])
def test_combine_is_the_sum_of_the_selected(lanes):
    for masks in (0, 1, 31, 32, 100):
        for count in (0, 1, 8, 77):
            rng = np.random.default_rng(lanes)
            values = [int.from_bytes(rng.bytes(lanes), "little") % 2**lanes for _ in range(count)]
            sets = [int.from_bytes(rng.bytes(20), "little") % 2**count for _ in range(masks)]
            truth = [
                reduce(xor, (v for i, v in enumerate(values) if mask >> i & 1), 0) for mask in sets
            ]
            assert combine(sets, values, lanes) == truth


def test_extract_and_lanes_are_plain_bits():
    rng = np.random.default_rng(5)
    columns = [3, 70, 0, 41, 199]
    for count in (3, 2000):
        sums = [int.from_bytes(rng.bytes(25), "little") for _ in range(count)]
        truth = [sum((v >> c & 1) << i for i, c in enumerate(columns)) for v in sums]
        assert bit_steps.extract(sums, columns) == truth
    bits = rng.integers(0, 2, (11, 6))
    packed = integers(bits.T, "little")
    assert packed == [sum(int(bits[k, j]) << k for k in range(11)) for j in range(6)]
    assert np.array_equal(bits_of(packed, 11, "little").T, bits)


@pytest.mark.parametrize("colours", [2, 3, 4, 2**31])
def test_a_plan_uses_every_equation_once_and_only_earlier_buttons(colours):
    rng = np.random.default_rng(7)
    dense = rng.integers(0, colours, (15, 12)) * (rng.random((15, 12)) < 0.3)
    matrix = from_dense(dense, colours)
    prime = prime_powers(colours)[0][0]
    plan = make_plan(matrix, prime)
    used = [*plan.claim[plan.claim >= 0].tolist(), *plan.residuals.tolist(), *plan.empty.tolist()]
    assert sorted(used) == list(range(15))
    for place, equation in enumerate(plan.claim.tolist()):
        if equation >= 0:
            part = slice(int(plan.starts[equation]), int(plan.starts[equation + 1]))
            assert int(plan.places[part][-1]) == place
            assert int(plan.values[part][-1]) % prime
            assert plan.values[part].tolist() == [
                int(dense[equation, plan.order[p]]) for p in plan.places[part]
            ]
    seen = np.concatenate([span.dying for span in position_spans(plan, 1)])
    assert sorted(seen.tolist()) == list(range(plan.unknowns))


def test_on_a_grid_the_light_above_decides_and_the_last_row_is_left():
    plan = make_plan(grid(6, 7), 2)
    assert plan.claim.tolist() == [-1] * 7 + list(range(35))
    assert sorted(plan.residuals.tolist()) == list(range(35, 42))
    assert plan.width == 7


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_concentrated_sums_mean_the_same_in_fewer_columns(first):
    for seed in range(first, first + 5):
        rng = np.random.default_rng(seed)
        count, width = int(rng.integers(1, 12)), int(rng.integers(1, 30))
        wide = (rng.integers(0, 2, (count, 5)) @ rng.integers(0, 2, (5, width))) % 2
        sums = [sum(int(bit) << k for k, bit in enumerate(row)) for row in wide]
        x = list(sums)
        step = bit_steps.concentrate(x, range(count))
        assert len({*step.columns}) == len(step.columns) <= 5
        assert reduce(or_, x, 0) == sum(1 << column for column in step.columns)
        for _ in range(10):
            # any new meaning of the columns gives the old ones, and with them the same sums
            new = int.from_bytes(rng.bytes(5), "little") % 2**width
            old = new
            for column, mask in zip(step.columns, step.sums, strict=True):
                bit = (mask & new).bit_count() & 1
                old = old & ~(1 << column) | bit << column
            assert [(v & new).bit_count() & 1 for v in x] == [
                (v & old).bit_count() & 1 for v in sums
            ]


@pytest.mark.parametrize("modulus", [3, 8, 2**31])
def test_concentrated_rows_mean_the_same_in_fewer_columns(modulus):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        prime = prime_powers(modulus)[0][0]
        count, width = int(rng.integers(1, 12)), int(rng.integers(1, 30))
        sums = rng.integers(0, 40, (count, 5)) @ rng.integers(0, 40, (5, width)) % modulus
        rows = Rows(count + 1, width, modulus)
        numbers = np.arange(1, count + 1)
        rows.add(numbers)
        rows.write(numbers, sums)
        step = residue_steps.concentrate(rows, numbers, 3, prime)
        after = rows.read(numbers).astype(object)
        others = np.setdiff1d(np.arange(width), step.columns)
        assert step.columns.size <= 5
        assert not (after[:, others] % prime).any()
        new = rng.integers(0, modulus, (width, 10)).astype(object)
        old = new.copy()
        old[step.columns] = step.sums.astype(object) @ new % modulus
        assert np.array_equal(after @ new % modulus, sums.astype(object) @ old % modulus)


def test_breadth_first_finds_a_narrow_order_and_keeps_components_together():
    rng = np.random.default_rng(8)
    matrix = shuffled(grid(30, 40), rng)
    order = breadth_first(matrix)
    assert sorted(order.tolist()) == list(range(1200))
    assert make_plan(matrix, 2).width > 300
    assert make_plan(matrix, 2, order).width <= 33
    pairs = shuffled(from_dense(np.kron(np.eye(50, dtype=int), [[1, 1], [0, 1]]), 2), rng)
    assert make_plan(pairs, 2, breadth_first(pairs)).width <= 1
