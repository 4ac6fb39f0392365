"""The checker's own linear algebra, against spans written out."""

import random

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected


@pytest.mark.parametrize(
    ("c", "powers"),
    [
        (2, [(2, 1)]),
        (9, [(3, 2)]),
        (12, [(2, 2), (3, 1)]),
        (360, [(2, 3), (3, 2), (5, 1)]),
        (2**31 - 1, [(2**31 - 1, 1)]),
        (2**31, [(2, 31)]),
        (46337 * 46327, [(46327, 1), (46337, 1)]),
        (46337**2, [(46337, 2)]),
    ],
)
def test_prime_powers(c, powers):
    assert checker.prime_powers(c) == powers


def span_size(vectors, q):
    """Count all sums of multiples by closing a set."""
    span = {(0,) * len(vectors[0])}
    for vector in vectors:
        span = {
            tuple((a + k * b) % q for a, b in zip(old, vector, strict=True))
            for old in span
            for k in range(q)
        }
    return len(span)


@pytest.mark.parametrize("seed", range(150))
def test_the_span_of_vectors_is_counted_rightly(seed):
    rng = random.Random(seed)
    p, e = rng.choice([(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)])
    length = rng.randrange(1, 5)
    pool = [0, 0, *range(p**e), *[p ** rng.randrange(e)] * 3]
    vectors = [[rng.choice(pool) for _ in range(length)] for _ in range(rng.randrange(1, 6))]
    sparse = [dict(enumerate(v)) for v in vectors]
    assert p ** checker.span_exponent(sparse, p, e) == span_size(vectors, p**e)
    if (p, e) == (2, 1):
        bits = [checker.bits_of(v) for v in vectors]
        assert 2 ** checker.rank_of_bits(bits) == span_size(vectors, 2)


@pytest.mark.parametrize("seed", range(60))
def test_the_span_over_higher_powers_is_counted_rightly(seed):
    rng = random.Random(seed)
    p, e = rng.choice([(2, 4), (2, 5), (3, 3), (5, 2)])
    pool = [0, *range(p**e), *[p**v for v in range(e)] * 5]
    vectors = [[rng.choice(pool) for _ in range(2)] for _ in range(rng.randrange(1, 4))]
    sparse = [dict(enumerate(v)) for v in vectors]
    assert p ** checker.span_exponent(sparse, p, e) == span_size(vectors, p**e)
    # 8 times the first is what is left when its 2 is gone
    assert checker.span_exponent([{0: 2, 1: 1}], 2, 4) == 4


def test_bits_are_numbered_from_the_first():
    assert checker.bits_of([]) == 0
    assert checker.bits_of([1, 0, 1, 1]) == 13


@pytest.mark.parametrize(
    ("vectors", "steps"),
    [
        ([{0: 1}], 1),
        # the second meets the first: 1 left, 2 kept, and 1; then the rest leads anew
        ([{0: 1, 1: 1}, {0: 1}], 1 + 4 + 1),
        ([{0: 1, 1: 1}, {0: 1}, {0: 1}], 6 + 4 + 2),
    ],
)
def test_the_steps_of_elimination_are_bounded(vectors, steps, monkeypatch):
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    checker.span_exponent(vectors, 3, 1)
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.span_exponent(vectors, 3, 1)


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        ([1, 1], 1),
        ([1 << 4094 | 1, 1 << 4094], 2),
        ([1 << 4095 | 1, 1 << 4095], 3),
        ([1 << 4095 | 1, 1 << 4095, 1 << 4095], 3 + 3 + 1),
    ],
)
def test_the_steps_of_elimination_with_bits_are_bounded(rows, steps, monkeypatch):
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    checker.rank_of_bits(rows)
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.rank_of_bits(rows)
