"""Subspaces of forms that symmetries keep: small ones first, then sums of the size wanted.

A form is a word f, its value at a key z the parity of ``f & z``.  Symmetries act on forms (`form`
of their map), and a subspace that all of them keep is a *submodule*.  The smallest one that holds
a form is found by spinning: add images until nothing new comes (Parker's MeatAxe, 1984).  Forms in
small submodules are found through a random sum A of products of symmetries: where the minimal
polynomial of a form v under A is ``q r`` with q irreducible, r(A) v is sent to 0 by q(A).

Costs some milliseconds for 60 bits; what is not found makes the search slower, never wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from lo_exact.algebra.gf2 import Span
from lo_exact.engines.orbits.action import AffineMap, composed

TRIES = 24
"""Random operators that are looked at."""

MAX_SMALL = 10
"""Small submodules of which all sums are looked at: 2^10."""

Forms = tuple[int, ...]
"""A basis of a subspace in reduced echelon form, the highest first."""


def spun(forms: Sequence[int], maps: Sequence[AffineMap]) -> Forms:
    """Return the smallest submodule that holds forms."""
    span, waiting = Span(), list(forms)
    while waiting:
        rest = span.add(waiting.pop())
        if rest:
            waiting += [one.form(rest) for one in maps]
    return _reduced(span)


def small_submodules(maps: Sequence[AffineMap], width: int) -> list[Forms]:
    """Return submodules that are not everything, the smallest first; the same for equal maps."""
    draw = np.random.default_rng(width)
    found: set[Forms] = set()
    for _ in range(TRIES):
        words = [_product(maps, draw) for _ in range(int(draw.integers(1, 4)))]

        def operator(form: int, words: list[AffineMap] = words) -> int:
            image = 0
            for one in words:
                image ^= one.form(form)
            return image

        start = int(draw.integers(1, 1 << width))
        powers = _powers(operator, start)
        polynomial = _annihilator(powers)
        for factor in set(irreducible_factors(polynomial)):
            rest = divided_by(polynomial, factor)
            form = 0
            for exponent, power in enumerate(powers):
                if rest >> exponent & 1:
                    form ^= power
            module = spun([form], maps)
            if 0 < len(module) < width:
                found.add(module)
    return sorted(found, key=lambda forms: (len(forms), forms))


def sums_of(modules: Sequence[Forms]) -> list[Forms]:
    """Return all sums of the smallest submodules, by size; none twice."""
    found: set[Forms] = set()
    least = list(modules[:MAX_SMALL])
    for size in range(1, len(least) + 1):
        for some in combinations(least, size):
            found.add(_reduced(Span(form for module in some for form in module)))
    return sorted(found | set(modules), key=lambda forms: (len(forms), forms))


def irreducible_factors(polynomial: int) -> list[int]:
    """Return the irreducible factors of a polynomial over GF(2), bit i the coefficient of t^i.

    Each as often as it divides.  Distinct degrees first, then Cantor and Zassenhaus' trace maps.
    """
    found: list[int] = []
    rest, degree, power = polynomial, 1, 2
    while rest.bit_length() > 2 * degree:
        power = _square(power, rest)  # t^(2^degree)
        common = _gcd(power ^ 2, rest)
        if common > 1:
            for factor in _equal_degrees(common, degree):
                while remainder(rest, factor) == 0:
                    found.append(factor)
                    rest = divided_by(rest, factor)
            power = remainder(power, rest) if rest > 1 else 0
        degree += 1
    return [*found, rest] if rest > 1 else found


def divided_by(dividend: int, divisor: int) -> int:
    """Return the quotient of polynomials over GF(2)."""
    return _divided(dividend, divisor)[0]


def remainder(dividend: int, divisor: int) -> int:
    """Return the remainder of polynomials over GF(2)."""
    return _divided(dividend, divisor)[1]


def _divided(dividend: int, divisor: int) -> tuple[int, int]:
    found, size = 0, divisor.bit_length()
    while dividend.bit_length() >= size:
        step = dividend.bit_length() - size
        found ^= 1 << step
        dividend ^= divisor << step
    return found, dividend


def _equal_degrees(product: int, degree: int) -> list[int]:
    """Split a product of different irreducible polynomials of one degree."""
    if product.bit_length() - 1 == degree:
        return [product]
    start = 2
    while True:
        trace = power = remainder(start, product)
        for _ in range(degree - 1):
            power = _square(power, product)
            trace ^= power
        common = _gcd(trace, product)
        if 1 < common < product:
            other = divided_by(product, common)
            return _equal_degrees(common, degree) + _equal_degrees(other, degree)
        start += 1


def _square(value: int, modulus: int) -> int:
    spread = int(bin(value)[2:].replace("", "0")[1:-1], 2) if value else 0
    return remainder(spread, modulus)


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, remainder(a, b)
    return a


def _product(maps: Sequence[AffineMap], draw: np.random.Generator) -> AffineMap:
    found = maps[int(draw.integers(len(maps)))]
    for _ in range(int(draw.integers(0, 6))):
        found = composed(maps[int(draw.integers(len(maps)))], found)
    return found


def _powers(operator: object, start: int) -> list[int]:
    """Return v, A v, A^2 v, ... up to the first that depends on those before."""
    assert callable(operator)
    span, powers = Span(), [start]
    while span.add(powers[-1]):
        powers.append(operator(powers[-1]))
    return powers


def _annihilator(powers: list[int]) -> int:
    """Return the polynomial that takes the first of some powers to 0, from the last, dependent."""
    size = len(powers)
    span = Span(tag_bits=size)
    for exponent, power in enumerate(powers[:-1]):
        span.add(power << size | 1 << exponent)
    return span.reduced(powers[-1] << size) ^ 1 << (size - 1)


def _reduced(span: Span) -> Forms:
    return tuple(reversed(span.echelon().values()))
