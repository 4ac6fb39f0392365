"""Polynomials over GF(p), p > 2: int64 arrays of coefficients, that of t^0 first, no 0 at the end.

Products are numpy's exact integer convolution; sums of n products stay below 2^62 (`fits`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.sparse import IntArray


def fits(prime: int, size: int) -> bool:
    """Say whether sums of ``size`` products of residues stay below 2^62."""
    return prime * prime * max(size, 64) < 2**62


class Residues:
    """Arithmetic over GF(p); the twin of `Bits`."""

    zero: IntArray = np.zeros(0, dtype=np.int64)
    one: IntArray = np.ones(1, dtype=np.int64)

    def __init__(self, prime: int):
        self.prime = prime

    def is_zero(self, a: IntArray) -> bool:
        """Say whether a polynomial is 0."""
        return not a.size

    def degree(self, a: IntArray) -> int:
        """Return the degree, -1 for 0."""
        return a.size - 1

    def trimmed(self, a: IntArray) -> IntArray:
        """Return residues 0..p-1 without zeros at the end."""
        if a.size and a[-1]:
            return a
        used = np.flatnonzero(a)
        return a[: int(used[-1]) + 1] if used.size else self.zero

    def add(self, a: IntArray, b: IntArray) -> IntArray:
        """Return a + b."""
        if a.size < b.size:
            a, b = b, a
        out = a.copy()
        out[: b.size] += b
        return self.trimmed(out % self.prime)

    def sub(self, a: IntArray, b: IntArray) -> IntArray:
        """Return a - b."""
        return self.add(a, -b)

    def scale(self, a: IntArray, factor: int) -> IntArray:
        """Return factor * a."""
        return self.trimmed(a * (factor % self.prime) % self.prime)

    def shift(self, a: IntArray, power: int) -> IntArray:
        """Return t^power * a."""
        return np.concatenate([np.zeros(power, dtype=np.int64), a]) if a.size else a

    def split(self, a: IntArray, power: int) -> tuple[IntArray, IntArray]:
        """Return (low, high) with a = low + t^power * high, low of degree < power."""
        return self.trimmed(a[:power]), a[power:]

    def coefficients(self, a: IntArray, size: int) -> list[int]:
        """Return the coefficients of t^(size - 1), ..., t, 1; the degree is below ``size``."""
        digits: list[int] = a[::-1].tolist()
        return [0] * (size - a.size) + digits

    def from_terms(self, terms: Mapping[int, int]) -> IntArray:
        """Return the polynomial of {power: coefficient}."""
        out = np.zeros(max(terms, default=-1) + 1, dtype=np.int64)
        for power, amount in terms.items():
            out[power] = amount % self.prime
        return self.trimmed(out)

    def mul(self, a: IntArray, b: IntArray) -> IntArray:
        """Return a * b."""
        if not a.size or not b.size:
            return self.zero
        return self.trimmed(np.convolve(a, b) % self.prime)

    def divmod(self, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
        """Return quotient and remainder; b is not 0."""
        inverse = pow(int(b[-1]), -1, self.prime)
        rest = a.copy()
        quotient = np.zeros(max(a.size - b.size + 1, 0), dtype=np.int64)
        for gap in range(a.size - b.size, -1, -1):
            factor = int(rest[gap + b.size - 1]) * inverse % self.prime
            if factor:
                quotient[gap] = factor
                part = rest[gap : gap + b.size]
                part -= factor * b
                part %= self.prime
        return self.trimmed(quotient), self.trimmed(rest)

    def mod(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the remainder of a by b."""
        return a if a.size < b.size else self.divmod(a, b)[1]

    def gcd(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the greatest common divisor, leading coefficient 1 (0 for two zeros)."""
        while b.size:
            a, b = b, self.mod(a, b)
        return self.scale(a, pow(int(a[-1]), -1, self.prime)) if a.size else a

    def half_gcd(self, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
        """Return (d, u): d = gcd(a, b) with leading coefficient 1, and u * a = d (mod b)."""
        u, v = self.one, self.zero
        while b.size:
            quotient, rest = self.divmod(a, b)
            a, b = b, rest
            u, v = v, self.sub(u, self.mul(quotient, v))
            tick()
        if not a.size:
            return a, u
        inverse = pow(int(a[-1]), -1, self.prime)
        return self.scale(a, inverse), self.scale(u, inverse)
