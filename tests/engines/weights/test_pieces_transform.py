"""Values of signed sums, counted: against one sum after another."""

from collections import Counter

import numpy as np
import pytest

from lo_exact.engines.coset.binary_levels import SignedSum
from lo_exact.engines.weights import pieces as transform
from lo_exact.engines.weights.pieces import SignedHistogram
from lo_exact.outcome import Watch


def random_sum(rng, most):
    """A sum over at most 40 classes of at most 9 bits."""
    bits = int(rng.integers(1, 10))
    size = int(rng.integers(1, 40))
    columns = np.unique(rng.integers(1, 1 << bits, size, dtype=np.uint64))
    amounts = rng.integers(1, most + 1, columns.size) * rng.choice([-1, 1], columns.size)
    return SignedSum(tuple(1 << i for i in reversed(range(bits))), columns, amounts)


@pytest.mark.parametrize("counts", [2**22, 8])
def test_values_are_counted_as_one_by_one(counts, monkeypatch):
    monkeypatch.setattr(transform, "MAX_COUNTS", counts)  # with 8 all values are sorted
    rng = np.random.default_rng(counts)
    for _ in range(30):
        target = random_sum(rng, int(rng.choice([1, 3, 2**40])) if counts == 8 else 3)
        bits = len(target.places)
        width = int(rng.integers(0, bits + 1))
        histogram = SignedHistogram(target, width, int(rng.choice([1, 8, 64, 4096])))
        total = Counter()
        for part in range(1 << (bits - width)):
            total.update(histogram.count(part, Watch()))
        assert total == Counter(map(target.value, range(1 << bits)))


def test_a_sum_that_is_too_wide_for_an_array_is_sorted():
    # 2^21 and 1: values 2^21 + 1, 2^21 - 1 and the opposites
    target = SignedSum((2, 1), np.array([1, 2], dtype=np.uint64), np.array([2**21, 1]))
    found = SignedHistogram(target, 2).count(0, Watch())
    assert found == {-(2**21) - 1: 1, -(2**21) + 1: 1, 2**21 - 1: 1, 2**21 + 1: 1}
    assert transform.value_seconds(2**21) > transform.value_seconds(2**20)
