"""The polynomial solver of a uniform board, if there is one.

Rows of residues as arrays, and their ring over GF(p), p > 2; the twin of `bit_ring`.

Polynomials over GF(p), p > 2: int64 arrays of coefficients, that of t^0 first, no 0 at the end.

Products are numpy's exact integer convolution; sums of n products stay below 2^62 (`fits`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.polynomials.band import make_band
from lo_exact.algebra.polynomials.bit_ring import BitRing
from lo_exact.algebra.polynomials.part import UniformPart
from lo_exact.algebra.polynomials.ring import Ring, Terms
from lo_exact.algebra.sparse import IntArray
from lo_exact.algebra.uniform_matrix import Uniform


def fits(prime: int, size: int) -> bool:
    """Return whether sums of ``size`` products of residues mod the prime stay below 2^62."""
    return prime * prime * max(size, 64) < 2**62


class Residues:
    """Polynomial arithmetic over GF(p) on arrays; `Bits` does the same mod 2."""

    zero: IntArray = np.zeros(0, dtype=np.int64)
    one: IntArray = np.ones(1, dtype=np.int64)

    def __init__(self, prime: int):
        self.prime = prime

    def is_zero(self, a: IntArray) -> bool:
        """Return whether a polynomial is 0."""
        return not a.size

    def degree(self, a: IntArray) -> int:
        """Return the degree of a polynomial, -1 for 0."""
        return a.size - 1

    def trimmed(self, a: IntArray) -> IntArray:
        """Return coefficients reduced to 0..p-1 without zeros at the end."""
        if a.size and a[-1]:
            return a
        used = np.flatnonzero(a)
        return a[: int(used[-1]) + 1] if used.size else self.zero

    def add(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the sum a + b of two polynomials."""
        if a.size < b.size:
            a, b = b, a
        out = a.copy()
        out[: b.size] += b
        return self.trimmed(out % self.prime)

    def sub(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the difference a - b of two polynomials."""
        return self.add(a, -b)

    def scale(self, a: IntArray, factor: int) -> IntArray:
        """Return a polynomial times an integer factor."""
        return self.trimmed(a * (factor % self.prime) % self.prime)

    def shift(self, a: IntArray, power: int) -> IntArray:
        """Return a polynomial times t^power."""
        return np.concatenate([np.zeros(power, dtype=np.int64), a]) if a.size else a

    def split(self, a: IntArray, power: int) -> tuple[IntArray, IntArray]:
        """Return (low, high) with a = low + t^power * high, low of degree < power."""
        return self.trimmed(a[:power]), a[power:]

    def coefficients(self, a: IntArray, size: int) -> list[int]:
        """Return the ``size`` coefficients of a polynomial, that of t^(size - 1) first."""
        digits: list[int] = a[::-1].tolist()
        return [0] * (size - a.size) + digits

    def from_terms(self, terms: Mapping[int, int]) -> IntArray:
        """Return the polynomial with the given {power: coefficient}."""
        out = np.zeros(max(terms, default=-1) + 1, dtype=np.int64)
        for power, amount in terms.items():
            out[power] = amount % self.prime
        return self.trimmed(out)

    def mul(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the product a * b of two polynomials."""
        if not a.size or not b.size:
            return self.zero
        return self.trimmed(np.convolve(a, b) % self.prime)

    def divmod(self, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
        """Return the quotient and the remainder of a divided by b; b must not be 0."""
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
        """Return the remainder of a divided by b."""
        return a if a.size < b.size else self.divmod(a, b)[1]

    def gcd(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the monic greatest common divisor of two polynomials, 0 if both are 0."""
        while b.size:
            a, b = b, self.mod(a, b)
        return self.scale(a, pow(int(a[-1]), -1, self.prime)) if a.size else a

    def half_gcd(self, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
        """Return (d, u) with d = gcd(a, b) monic and u * a = d (mod b)."""
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


class ResidueRing(Ring):
    """Rows of residues mod an odd prime p, with the action of GF(p)[t] / P on them."""

    def __init__(self, prime: int, width: int, *, joined: bool):
        super().__init__(width, joined=joined)
        self.field: Residues = Residues(prime)
        self._prime = prime

    def times(self, a: IntArray, terms: Terms) -> IntArray:
        """Return a polynomial times a sparse polynomial, mod P."""
        if self.joined:
            return self.field.trimmed(self.act(self._padded(a), terms))
        top = max(terms, default=0)
        out = np.zeros(self.width + top, dtype=np.int64)
        for power, amount in terms.items():
            out[power : power + a.size] += amount * a
        out %= self._prime
        for power in range(top - 1, -1, -1):
            leading = int(out[self.width + power])
            if leading:
                part = out[power : power + self.width + 1]
                part -= leading * self.modulus
                part %= self._prime
        return self.field.trimmed(out[: self.width])

    def act(self, row: IntArray, terms: Terms) -> IntArray:
        """Apply a sparse polynomial in the column step to a row."""
        out = np.zeros(self.width, dtype=np.int64)
        for power, amount in terms.items():
            if not power:
                out += amount * row
            elif self.joined:
                out[power:] += amount * row[: self.width - power]
                out[:power] += amount * row[self.width - power :]
            else:
                step = row
                for _ in range(power):
                    step = self._neighbours(step)
                out += amount * step
        out %= self._prime
        return out

    def _neighbours(self, row: IntArray) -> IntArray:
        out = np.zeros(self.width, dtype=np.int64)
        out[1:] = row[:-1]
        out[:-1] += row[1:]
        return out

    def minus(self, row: IntArray, other: IntArray) -> IntArray:
        """Return the difference of two rows."""
        out: IntArray = (row - other) % self._prime
        return out

    def dot(self, row: IntArray, other: IntArray) -> int:
        """Return the scalar product of two rows, 0..p-1."""
        return int((row * other % self._prime).sum()) % self._prime

    def zero_row(self) -> IntArray:
        """Return a row whose entries are all 0."""
        return np.zeros(self.width, dtype=np.int64)

    def element(self, row: IntArray) -> IntArray:
        """Return the polynomial q that represents a row: row = q(step) e, e the first unit row."""
        if self.joined:
            return self.field.trimmed(row.astype(np.int64))
        now = np.zeros(self.width + 1, dtype=np.int64)
        after = now.copy()
        for used, digit in enumerate(row[::-1].tolist()):
            # set `after` to t * now - after + digit, then swap it with `now`
            np.negative(after[: used + 1], out=after[: used + 1])
            after[1 : used + 1] += now[:used]
            after[0] += digit
            after[: used + 1] %= self._prime
            now, after = after, now
            if not used & 255:
                tick()
        return self.field.trimmed(now[: self.width])

    def row(self, element: IntArray) -> IntArray:
        """Return the row q(step) e that a polynomial q represents, e being the first unit row."""
        if self.joined:
            return self._padded(element)
        out = self.zero_row()
        for digit in element[::-1].tolist():
            out = self._neighbours(out)
            out[0] += digit
            out %= self._prime
        return out

    def reversed_row(self, row: IntArray) -> IntArray:
        """Return the row of q(1/z) for a row of q(z), on boards with joined sides."""
        return np.concatenate([row[:1], row[:0:-1]])

    def pack(self, values: NDArray[Any]) -> list[IntArray]:
        """Return the rows of an array (rows, columns) of residues, each an array."""
        return list(values[:, ::-1].astype(np.int64))

    def unpack(self, rows: Sequence[IntArray]) -> IntArray:
        """Return rows as an int64 array (rows, columns) of residues."""
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.width)[:, ::-1]

    def _padded(self, a: IntArray) -> IntArray:
        out = np.zeros(self.width, dtype=np.int64)
        out[: a.size] = a
        return out


def polynomial_part(board: Uniform, prime: int, exponent: int) -> UniformPart | None:
    """Return the polynomial solver of a board over Z/p^e, or None if it has none.

    Args:
        board: the board, its modulus a multiple of p^e.
        prime: p.
        exponent: e; only boards over a field are solved by polynomials.
    """
    if exponent > 1 or board.rows == 0 or board.columns == 0:
        return None
    if not fits(prime, max(board.rows, board.columns)):
        return None
    ring: Ring
    if prime == 2:
        ring = BitRing(board.columns, joined=board.columns_joined)
    else:
        ring = ResidueRing(prime, board.columns, joined=board.columns_joined)
    band = make_band(board.reduced(prime), ring)
    return None if band is None else UniformPart(band)
