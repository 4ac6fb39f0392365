"""Kernels held packed against the same kernels as arrays."""

import numpy as np
import pytest

from lo_exact.algebra import Kernel
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.packed_kernel import count_classes, packed_basis, summed

SHAPES = [(1, 30), (7, 8), (5, 13), (40, 3), (9, 16)]


def words_of(rng, shape, count):
    """Independent random words that begin late, so that pivots stand anywhere."""
    while True:
        words = rng.integers(0, 2, (count, shape[0] * shape[1]), dtype=np.uint8)
        for i, word in enumerate(words):
            word[: i * 2] = 0
        if np.linalg.matrix_rank(words.astype(float)) == count:
            try:
                return words, echelon(Kernel(2, words, (2,) * count))
            except AssertionError:
                continue  # dependent mod 2


def packed(words, shape):
    return packed_basis(shape, len(words), [BitRows.of(word.reshape(shape)) for word in words])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(6))
def test_the_echelon_form_is_that_of_arrays(shape, seed):
    rng = np.random.default_rng(seed)
    words, expected = words_of(rng, shape, 1 + 2 * seed)
    basis = packed(words, shape)
    assert basis.pivots == expected.pivots
    assert basis.places == expected.places
    rows = np.unpackbits(basis.words, axis=2)[:, :, : shape[1]].reshape(words.shape)
    assert np.array_equal(rows, expected.rows)
    x = rng.integers(0, 2, words.shape[1], dtype=np.int64)
    least = basis.reduced(BitRows.of(x.reshape(shape)))
    assert np.array_equal(least.array(), expected.reduced(x))
    for key in rng.integers(0, expected.size, 9).tolist():
        wanted = expected.solution(expected.reduced(x), key)
        assert np.array_equal(basis.solution(least, key).array(), wanted)


def counted(columns, amounts):
    """Add up amounts by column, without the column 0, by a dictionary."""
    found = {}
    for column, amount in zip(columns, amounts, strict=True):
        if column:
            found[column] = found.get(column, 0) + amount
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_classes_are_formed_row_by_row(shape, monkeypatch):
    monkeypatch.setattr("lo_exact.algebra.packed_kernel.PLACES", 2 * shape[1])
    monkeypatch.setattr("lo_exact.algebra.packed_kernel._KEPT", 5)
    rng = np.random.default_rng(3)
    words, expected = words_of(rng, shape, 5)
    basis = packed(words, shape)
    least = basis.reduced(BitRows.of(rng.integers(0, 2, shape)))
    down, across = np.arange(shape[0]) % 2, np.arange(shape[1]) % 3
    found = basis.classes(least, down, across)
    kinds = across.max() + 1
    assert len(found) == (down.max() + 1) * kinds
    columns = [int("".join(map(str, line)), 2) for line in expected.rows.T]
    amounts = (1 - 2 * least.array()).tolist()
    for number, (some, sums) in enumerate(found):
        inside = (down[:, None] == number // kinds) & (across[None, :] == number % kinds)
        places = np.flatnonzero(inside.ravel())
        wanted = counted([columns[j] for j in places], [amounts[j] for j in places])
        assert list(zip(some.tolist(), sums.tolist(), strict=True)) == sorted(wanted.items())


def test_nothing_adds_up_to_nothing():
    none = np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    assert [some.size for some in summed(*none)] == [0, 0]


def test_sixty_four_words_fill_a_column():
    shape = (8, 9)
    words = np.zeros((64, 72), dtype=np.uint8)
    words[np.arange(64), np.arange(64)] = 1
    basis = packed(words[::-1], shape)
    assert basis.pivots == tuple(range(64))
    columns = basis.columns(0, 8).ravel()
    assert columns[:64].tolist() == [1 << i for i in reversed(range(64))]
    assert not columns[64:].any()


@pytest.mark.parametrize("count", [1, 5, 8, 9, 64, 65, 70])
def test_classes_of_any_number_of_words_are_counted(count, monkeypatch):
    monkeypatch.setattr("lo_exact.algebra.packed_kernel.PLACES", 40)
    shape = (12, 20)
    rng = np.random.default_rng(count)
    few = rng.integers(0, 2, (3, 240), dtype=np.uint8)
    words = rng.integers(0, 2, (count, 3)) @ few % 2
    found = count_classes(shape, [BitRows.of(word.reshape(shape)) for word in words])
    columns = [tuple(column) for column in words.T.tolist()]
    nothing = (0,) * count
    assert found == (len(set(columns) - {nothing}), columns.count(nothing))
