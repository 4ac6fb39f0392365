"""Factors of polynomials over GF(2), and subspaces that symmetries keep."""

import numpy as np

from lo_exact.algebra.gf2 import Span
from lo_exact.engines.orbits.action import AffineMap, composed
from lo_exact.engines.orbits.quotient import orbit_labels
from lo_exact.engines.orbits.submodules import (
    divided_by,
    irreducible_factors,
    remainder,
    small_submodules,
    spun,
)


def times(a, b):
    """Product of polynomials, bit by bit."""
    return 0 if not b else times(a << 1, b >> 1) ^ (a if b & 1 else 0)


def is_irreducible(polynomial):
    """By trial division with everything smaller."""
    size = polynomial.bit_length() - 1
    return size > 0 and all(
        remainder(polynomial, other) for other in range(2, 1 << (size // 2 + 1))
    )


def test_factors_multiply_to_the_polynomial_and_are_irreducible():
    for polynomial in range(2, 600):
        factors = irreducible_factors(polynomial)
        product = 1
        for factor in factors:
            product = times(product, factor)
        assert product == polynomial
        assert all(map(is_irreducible, factors))


def test_a_root_of_unity_of_order_31_has_six_polynomials_of_degree_5():
    # x^31 - 1 = (x - 1) and the six irreducible polynomials of degree 5
    assert sorted(irreducible_factors((1 << 31) | 1)) == [
        0b11, 0b100101, 0b101001, 0b101111, 0b110111, 0b111011, 0b111101
    ]  # fmt: skip


def test_division_is_undone_by_multiplication():
    for dividend in range(200):
        for divisor in range(1, 40):
            rest = remainder(dividend, divisor)
            assert times(divided_by(dividend, divisor), divisor) ^ rest == dividend
            assert rest.bit_length() < divisor.bit_length()


def shift(width, by=0):
    """The map that turns a word round by one bit, and adds something."""
    rows = tuple(1 << ((bit + 1) % width) for bit in range(width))
    return AffineMap(width, rows, by)


def test_submodules_of_a_ring_are_its_cyclic_codes():
    # x^15 - 1 has irreducible factors of degrees 1, 2, 4, 4, 4: the dimensions of what is smallest
    found = small_submodules([shift(15)], 15)
    assert {len(forms) for forms in found} >= {1, 2, 4}
    for forms in found:
        assert len(spun(forms, [shift(15)])) == len(forms) == len(Span(forms))


def test_labels_are_the_least_words_of_orbits():
    # turning five bits, and five bits with one of them changed
    for one in (shift(5), shift(5, by=0b101)):
        labels = orbit_labels(5, [one])
        for word in range(32):
            orbit, here = {word}, word
            while True:
                turned = 0
                for bit in range(5):
                    turned |= (here >> (bit + 1) % 5 & 1) << bit
                here = turned ^ one.shift
                if here in orbit:
                    break
                orbit.add(here)
            assert labels[word] == min(orbit)


def test_composed_maps_are_one_after_the_other():
    words = np.arange(128, dtype=np.uint64)
    first, second = shift(7, by=9), composed(shift(7, by=64), shift(7))
    both = composed(second, first)
    assert np.array_equal(both.image(words), second.image(first.image(words)))
