"""Polynomials over GF(2) and rows of bits, both as Python integers.

Polynomials over GF(2) and rows of bits as Python integers: bit i is the coefficient of t^i.

Sums are XOR, 64 coefficients a step.  Products go through windows of eight bits: n / 8 shifts and
sums of n bits (10,000 digits 0.4 ms, 100,000 digits 30 ms).  Division and Euclid's algorithm take
one shift and sum a digit.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import bits_of, integers
from lo_exact.algebra.polynomials.ring import Ring, Terms

WINDOW = 8
"""Coefficients of a factor that are multiplied at once, looked up in a table of 256."""


class Bits:
    """Polynomial arithmetic over GF(2) on integers; `Residues` does the same mod p."""

    prime = 2
    zero = 0
    one = 1

    def is_zero(self, a: int) -> bool:
        """Return whether a polynomial is 0."""
        return not a

    def degree(self, a: int) -> int:
        """Return the degree of a polynomial, -1 for 0."""
        return a.bit_length() - 1

    def add(self, a: int, b: int) -> int:
        """Return the sum a + b of two polynomials."""
        return a ^ b

    def sub(self, a: int, b: int) -> int:
        """Return the difference a - b of two polynomials."""
        return a ^ b

    def scale(self, a: int, factor: int) -> int:
        """Return a polynomial times an integer factor."""
        return a if factor & 1 else 0

    def shift(self, a: int, power: int) -> int:
        """Return a polynomial times t^power."""
        return a << power

    def split(self, a: int, power: int) -> tuple[int, int]:
        """Return (low, high) with a = low + t^power * high, low of degree < power."""
        high = a >> power
        return a ^ (high << power), high

    def coefficients(self, a: int, size: int) -> list[int]:
        """Return the ``size`` coefficients of a polynomial, that of t^(size - 1) first."""
        return list(format(a, f"0{size}b").encode().translate(_DIGITS)) if size else []

    def from_terms(self, terms: Mapping[int, int]) -> int:
        """Return the polynomial with the given {power: coefficient}."""
        return sum(1 << power for power, amount in terms.items() if amount & 1)

    def mul(self, a: int, b: int) -> int:
        """Return the product a * b of two polynomials."""
        if a.bit_length() > b.bit_length():
            a, b = b, a
        if a.bit_length() < 64:
            product = 0
            while a:
                low = a & -a
                product ^= b << (low.bit_length() - 1)
                a ^= low
            return product
        table = [0, b]
        for i in range(2, 1 << WINDOW):
            table.append(table[i >> 1] << 1 ^ (b if i & 1 else 0))
        product = 0
        for index, byte in enumerate(a.to_bytes((a.bit_length() + 7) // 8, "big")):
            product = product << WINDOW ^ table[byte]
            if not index & 4095:
                tick()
        return product

    def divmod(self, a: int, b: int) -> tuple[int, int]:
        """Return the quotient and the remainder of a divided by b; b must not be 0."""
        size = b.bit_length()
        quotient = 0
        while (gap := a.bit_length() - size) >= 0:
            quotient |= 1 << gap
            a ^= b << gap
        return quotient, a

    def mod(self, a: int, b: int) -> int:
        """Return the remainder of a divided by b."""
        size = b.bit_length()
        while (gap := a.bit_length() - size) >= 0:
            a ^= b << gap
        return a

    def gcd(self, a: int, b: int) -> int:
        """Return the greatest common divisor of two polynomials."""
        while b:
            a, b = b, self.mod(a, b)
        return a

    def half_gcd(self, a: int, b: int) -> tuple[int, int]:
        """Return (d, u) with d = gcd(a, b) and u * a = d (mod b)."""
        u, v = 1, 0
        size, other = a.bit_length(), b.bit_length()
        steps = 0
        while b:
            # swap both sides without copying
            if size < other:
                a, b, u, v, size, other = b, a, v, u, other, size
                if not b:
                    break
            gap = size - other
            a ^= b << gap
            u ^= v << gap
            size = a.bit_length()
            steps += 1
            if not steps & 4095:
                tick()
        return a, u


_DIGITS = bytes.maketrans(b"01", b"\0\1")


_ONE = {0: 1}


class BitRing(Ring):
    """Rows of bits as integers, with the action of GF(2)[t] / P on them."""

    field: Bits = Bits()

    def __init__(self, width: int, *, joined: bool):
        super().__init__(width, joined=joined)
        self._mask = (1 << width) - 1

    def times(self, a: int, terms: Terms) -> int:
        """Return a polynomial times a sparse polynomial, mod P."""
        out = 0
        for power in terms:
            out ^= a << power
        if self.joined:
            while out > self._mask:
                out = (out & self._mask) ^ (out >> self.width)
            return out
        while (gap := out.bit_length() - 1 - self.width) >= 0:
            out ^= self.modulus << gap
        return out

    def act(self, row: int, terms: Terms) -> int:
        """Apply a sparse polynomial in the column step to a row."""
        if terms == _ONE:
            return row
        out = 0
        for power in terms:
            if not power:
                out ^= row
            elif self.joined:
                out ^= (row << power & self._mask) ^ (row >> (self.width - power))
            else:
                step = row
                for _ in range(power):
                    step = (step << 1 & self._mask) ^ (step >> 1)
                out ^= step
        return out

    def minus(self, row: int, other: int) -> int:
        """Return the difference of two rows."""
        return row ^ other

    def dot(self, row: int, other: int) -> int:
        """Return the scalar product of two rows, 0 or 1."""
        return (row & other).bit_count() & 1

    def zero_row(self) -> int:
        """Return a row whose entries are all 0."""
        return 0

    def element(self, row: int) -> int:
        """Return the polynomial q that represents a row: row = q(step) e, e the first unit row."""
        if self.joined:
            return row
        now, after = 0, 0
        for k, digit in enumerate(self.field.coefficients(row, self.width)):
            now, after = now << 1 ^ after ^ digit, now
            if not k & 1023:
                tick()
        return now

    def row(self, element: int) -> int:
        """Return the row q(step) e that a polynomial q represents, e being the first unit row."""
        if self.joined:
            return element
        mask, out = self._mask, 0
        for k, digit in enumerate(self.field.coefficients(element, self.width)):
            out = (out << 1 & mask) ^ (out >> 1) ^ digit
            if not k & 1023:
                tick()
        return out

    def reversed_row(self, row: int) -> int:
        """Return the row of q(1/z) for a row of q(z), on boards with joined sides."""
        digits = format(row, f"0{self.width}b")
        return int(digits[-1] + digits[:-1][::-1], 2)

    def pack(self, values: NDArray[Any]) -> list[int]:
        """Return the rows of an array (rows, columns) of zeros and ones, each an integer."""
        return integers(values)

    def unpack(self, rows: Sequence[int]) -> NDArray[np.uint8]:
        """Return rows as a uint8 array (rows, columns) of zeros and ones."""
        return bits_of(rows, self.width)
