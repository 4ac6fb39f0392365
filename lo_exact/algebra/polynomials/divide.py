"""Dividing rows by a unit of the ring, such as what the next row of buttons does to a row.

A single term is a factor and a rotation.  With open sides a + b T is a band of three places, and
its equation a power series division: 1 / f comes with all powers of t at once, over GF(2) as
f(t) f(t^2) f(t^4) ... (Frobenius), one shift and sum a factor.  Otherwise rows are multiplied by
the inverse, n digits each.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from lo_exact.algebra.polynomials.bit_ring import BitRing
from lo_exact.algebra.polynomials.ring import Poly, Ring, Row, Terms
from lo_exact.algebra.sparse import IntArray


class Divide:
    """Division of rows by a unit; made by `Divide.by`."""

    def __init__(self, ring: Ring, terms: Terms):
        self.ring = ring
        self.terms = terms

    @classmethod
    def by(cls, ring: Ring, terms: Terms) -> Divide | None:
        """Return the division by a short polynomial, None when it is no unit."""
        if not terms:
            return None
        made = cls(ring, terms)
        if made.is_term:
            return made
        field = ring.field
        unit = ring.mod(field.from_terms(terms))
        return made if field.degree(field.gcd(ring.modulus, unit)) == 0 else None

    @property
    def is_term(self) -> bool:
        """Return whether the unit is a single term whose inverse is one."""
        return len(self.terms) == 1 and (self.ring.joined or 0 in self.terms)

    @cached_property
    def inverse(self) -> Terms:
        """The inverse of a single term."""
        ((power, amount),) = self.terms.items()
        back = -power % self.ring.width if self.ring.joined else 0
        return {back: pow(amount, -1, self.ring.field.prime)}

    @cached_property
    def element(self) -> Poly:
        """The inverse in the ring."""
        ring, field = self.ring, self.ring.field
        gcd, factor = field.half_gcd(ring.mod(field.from_terms(self.terms)), ring.modulus)
        assert field.degree(gcd) == 0
        return ring.mod(factor)

    def power(self, exponent: int) -> Poly:
        """Return the exponent-th power of the inverse in the ring."""
        return self.ring.power(self.element, exponent)

    def __call__(self, row: Row) -> Row:
        """Return the row divided by the unit."""
        ring = self.ring
        if self.is_term:
            return row if self.terms == {0: 1} else ring.act(row, self.inverse)
        if ring.joined:
            return ring.row(ring.mul(ring.element(row), self.element))
        if isinstance(ring, BitRing):
            return self._by_bits(row)
        return self._by_series(row)

    def _by_bits(self, row: int) -> int:
        """Solve x[i-1] + u x[i] + x[i+1] = row[i]: as series x f = x[0] + t row, f = 1 + u t + t^2.

        The factor of T is 1, or a single term would have been given.
        """
        size = self.ring.width + 1
        found = self._bits_over_f(row << 1, size)
        if found >> (size - 1):
            found ^= self._ones
        return found & ((1 << (size - 1)) - 1)

    @cached_property
    def _ones(self) -> int:
        return self._bits_over_f(1, self.ring.width + 1)

    def _bits_over_f(self, row: int, size: int) -> int:
        mask = (1 << size) - 1
        step = 1
        while step < size:
            shifted = row ^ row << 2 * step
            row = (shifted ^ row << step if 0 in self.terms else shifted) & mask
            step *= 2
        return row

    def _by_series(self, row: IntArray) -> IntArray:
        """Solve b x[i-1] + a x[i] + b x[i+1] = row[i] by the series 1 / (b + a t + b t^2)."""
        prime, size = self.ring.field.prime, self.ring.width + 1
        series = self._series
        found = np.zeros(size, dtype=np.int64)
        found[1:] = np.convolve(row, series[:-1])[: size - 1] % prime
        missing = -int(found[-1]) * pow(int(series[-1]), -1, prime) % prime
        out: IntArray = (found + missing * series)[:-1] % prime
        return out

    @cached_property
    def _series(self) -> IntArray:
        prime = self.ring.field.prime
        a, b = self.terms.get(0, 0), self.terms[1]
        inverse = pow(b, -1, prime)
        found = [inverse, -inverse * inverse * a % prime]
        while len(found) <= self.ring.width:
            found.append(-inverse * (a * found[-1] + b * found[-2]) % prime)
        return np.array(found[: self.ring.width + 1], dtype=np.int64)
