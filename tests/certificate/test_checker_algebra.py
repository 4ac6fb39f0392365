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


@pytest.mark.parametrize("first", range(0, 150, 30))
def test_the_span_of_vectors_is_counted_rightly(first):
    for seed in range(first, first + 30):
        rng = random.Random(seed)
        p, e = rng.choice([(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)])
        length = rng.randrange(1, 5)
        pool = [0, 0, *range(p**e), *[p ** rng.randrange(e)] * 3]
        vectors = [[rng.choice(pool) for _ in range(length)] for _ in range(rng.randrange(1, 6))]
        sparse = [dict(enumerate(v)) for v in vectors]
        assert p ** checker.span_exponent(sparse, p, e) == span_size(vectors, p**e)
        if (p, e) == (2, 1):
            bits = [checker.bits_of(v) for v in vectors]
            assert 2 ** len(checker.rows_of_bits(bits)) == span_size(vectors, 2)


@pytest.mark.parametrize("first", range(0, 60, 30))
def test_the_span_over_higher_powers_is_counted_rightly(first):
    for seed in range(first, first + 30):
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
    checker.rows_of_bits(rows)
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.rows_of_bits(rows)


def test_the_bits_that_elimination_holds_are_bounded(monkeypatch):
    rows = [0b11, 0b10, 0b100]  # kept as 11, 1 and 100: two bits, one and three
    monkeypatch.setattr(checker, "MAX_ROW_BITS", 6)
    assert len(checker.rows_of_bits(rows)) == 3
    monkeypatch.setattr(checker, "MAX_ROW_BITS", 5)
    with pytest.raises(Rejected, match=r"^the elimination holds too many bits$"):
        checker.rows_of_bits(rows)


def columns_of(rows, width):
    """Write bit rows as columns of (light, 1)."""
    return [[(i, 1) for i, row in enumerate(rows) if row >> j & 1] for j in range(width)]


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_light_chasing_finds_the_rank(first):
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        lights, buttons = rng.randrange(1, 7), rng.randrange(1, 7)
        rows = [rng.getrandbits(buttons) & rng.getrandbits(buttons) for _ in range(lights)]
        vectors = [[row >> j & 1 for j in range(buttons)] for row in rows]
        assert 2 ** checker.rank_of_lights(columns_of(rows, buttons)) == span_size(vectors, 2)


def test_light_chasing_knows_the_ranks_of_square_boards():
    """Nullities from OEIS A159257."""
    for side, nullity in {4: 4, 5: 2, 6: 0, 7: 0, 8: 0, 9: 8, 19: 16}.items():
        places = [(r, c) for r in range(side) for c in range(side)]
        near = [[(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] for r, c in places]
        columns = [
            sorted((r * side + c, 1) for r, c in some if 0 <= r < side and 0 <= c < side)
            for some in near
        ]
        assert checker.rank_of_lights(columns) == side * side - nullity


def test_the_steps_of_light_chasing_are_bounded(monkeypatch):
    # one parameter, then three lights of two buttons, two of which settle and one is left over
    chain = columns_of([0b011, 0b110, 0b110], 3)
    steps = 3 * (1 + 1)
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    assert checker.rank_of_lights(chain) == 2
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.rank_of_lights(chain)


@pytest.mark.parametrize(("parameters", "steps"), [(255, 1 + 255), (256, 1 + 256 * 2)])
def test_long_sums_of_light_chasing_take_more_steps(parameters, steps, monkeypatch):
    # one light at all buttons: the last is the sum of the others
    wide = columns_of([2 ** (parameters + 1) - 1], parameters + 1)
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    assert checker.rank_of_lights(wide) == 1
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.rank_of_lights(wide)


def test_the_bits_that_light_chasing_holds_are_bounded(monkeypatch):
    # two parameters, and three sums of two bits, one of them left over
    rows = columns_of([0b0111, 0b1011, 0b1011], 4)
    monkeypatch.setattr(checker, "MAX_ROW_BITS", 6)
    assert checker.rank_of_lights(rows) == 2
    monkeypatch.setattr(checker, "MAX_ROW_BITS", 5)
    with pytest.raises(Rejected, match=r"^the elimination holds too many bits$"):
        checker.rank_of_lights(rows)
