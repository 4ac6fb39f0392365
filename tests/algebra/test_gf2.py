"""Elimination over GF(2) and packing, against sums written out."""

from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import pytest

from lo_exact.algebra import gf2
from lo_exact.algebra.gf2 import Span, reduce_tagged


def sums(vectors: list[int]) -> set[int]:
    """Return all sums of some of the vectors."""
    return {
        reduce(xor, (v for v, taken in zip(vectors, chosen, strict=True) if taken), 0)
        for chosen in product((0, 1), repeat=len(vectors))
    }


def test_tags_say_what_rows_were_made_of():
    rng = np.random.default_rng(6)
    sums = [int(rng.integers(0, 2**9)) for _ in range(12)]
    basis, vanished = reduce_tagged(sums)
    for pivot, row in basis.items():
        value, tag = row >> 12, row & 2**12 - 1
        assert value == reduce(xor, (sums[i] for i in range(12) if tag >> i & 1), 0)
        assert value.bit_length() - 1 == pivot
        assert all(not value >> other & 1 for other in basis if other != pivot)
    assert len(basis) + len(vanished) == 12
    for tag in vanished:
        assert reduce(xor, (sums[i] for i in range(12) if tag >> i & 1), 0) == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_span_holds_the_sums_of_its_vectors_and_nothing_else(seed):
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 7))
    vectors = [int(v) for v in rng.integers(0, 1 << width, int(rng.integers(0, 8)))]
    inside = sums(vectors)
    span = Span(vectors)
    assert 1 << len(span) == len(inside)
    assert {v for v in range(1 << width) if not span.reduced(v)} == inside
    rows = span.echelon()
    assert list(rows) == sorted(rows)
    assert sums(list(rows.values())) == inside
    for pivot, row in rows.items():
        assert row.bit_length() == pivot + 1
        assert [other for other in rows if row >> other & 1] == [pivot]


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_is_all_that_meets_every_vector_evenly(seed):
    rng = np.random.default_rng(seed)
    width = int(rng.integers(0, 8))
    vectors = [int(v) for v in rng.integers(0, 1 << width, int(rng.integers(0, 8)))]
    found = gf2.kernel_of_bits(vectors, width)
    even = {z for z in range(1 << width) if not any((z & v).bit_count() % 2 for v in vectors)}
    assert sums(found) == even
    assert len(even) == 1 << len(found)


@pytest.mark.parametrize("seed", range(20))
def test_eliminated_rows_span_what_was_given_and_keep_what_they_carry(seed):
    rng = np.random.default_rng(seed)
    m, k, more = (int(v) for v in rng.integers(0, 9, 3))
    bits = rng.integers(0, 2, (m, k + more)).astype(bool)
    rows, pivots = gf2.eliminate_bits(bits, k)
    r = len(pivots)
    assert pivots == sorted(pivots)
    assert rows.shape == bits.shape
    assert np.array_equal(rows[:, pivots], np.eye(m, r))
    assert not rows[r:, :k].any()
    before, after = (
        [int("0" + "".join(map(str, row)), 2) for row in some.astype(int).tolist()]
        for some in (bits, rows)
    )
    assert sums(before) == sums(after)
    assert gf2.rank(bits[:, :k]) == r
    reduced, first = gf2.reduced_rows(bits[:, :k])
    assert first == tuple(pivots)
    assert np.array_equal(reduced, rows[:r, :k])


@pytest.mark.parametrize("columns", [0, 1, 7, 8, 9, 63, 64, 65, 200])
@pytest.mark.parametrize("rows", [0, 1, 5])
def test_packed_bits_are_the_bits(rows, columns):
    rng = np.random.default_rng(columns)
    bits = rng.integers(0, 2, (rows, columns))
    big = [int("0" + "".join(map(str, row)), 2) for row in bits.tolist()]
    little = [sum(bit << j for j, bit in enumerate(row)) for row in bits.tolist()]
    assert (gf2.integers(bits), gf2.integers(bits, "little")) == (big, little)
    assert np.array_equal(gf2.bits_of(big, columns), bits)
    assert np.array_equal(gf2.bits_of(little, columns, "little"), bits)
    words = gf2.pack(bits)
    assert words.shape == (rows, max(-(-columns // 64), 1))
    assert [sum(int(w) << 64 * i for i, w in enumerate(row)) for row in words] == little
    assert np.array_equal(gf2.unpack(words, columns), bits)
