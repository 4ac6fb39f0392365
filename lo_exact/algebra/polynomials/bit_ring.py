"""Rows of a board as polynomials over GF(2) in the column step, modulo a polynomial P.

Open sides: T adds the two neighbours (the adjacency of a path).  From the first unit vector e the
others follow by e' = T e - e'', so every row is q(T) e for one q of degree < n; P is the
characteristic polynomial of T.  Joined sides: the step is a rotation z, P = z^n - 1, and a row is
its own polynomial.  Coordinate 0 is the last column, so that rows of bits read as binary numbers.

Turning a row into its polynomial (Clenshaw's scheme) and back (Horner's) takes n shifts and sums
of n digits; with joined sides nothing.  Clenshaw, Math. Tables Aids Comput. 9 (1955).

Rows and polynomials are Python integers: bit i is the coefficient of t^i.  Sums are XOR, 64
coefficients a step.  Products go through windows of eight bits: n / 8 shifts and sums of n bits
(10,000 digits 0.4 ms, 100,000 digits 30 ms).  Division and Euclid's algorithm take one shift and
sum a digit.
"""

from collections.abc import Set
from functools import cached_property

from lo_exact.algebra.elimination import tick

WINDOW = 8
"""Coefficients of a factor multiplied together by a table of 256 products."""

Terms = Set[int]
"""A sparse polynomial: the powers of the step that it adds up."""


def multiplied(a: int, b: int) -> int:
    """Return the product a * b of two polynomials."""
    if a.bit_length() > b.bit_length():
        a, b = b, a
    if a.bit_length() < 64:
        found = 0
        while a:
            low = a & -a
            found ^= b << (low.bit_length() - 1)
            a ^= low
        return found
    table = [0, b]
    for i in range(2, 1 << WINDOW):
        table.append(table[i >> 1] << 1 ^ (b if i & 1 else 0))
    found = 0
    for index, byte in enumerate(a.to_bytes((a.bit_length() + 7) // 8, "big")):
        found = found << WINDOW ^ table[byte]
        if not index & 4095:
            tick()
    return found


def divided(a: int, b: int) -> tuple[int, int]:
    """Return the quotient and the remainder of a divided by b; b must not be 0."""
    size = b.bit_length()
    quotient = 0
    while (gap := a.bit_length() - size) >= 0:
        quotient |= 1 << gap
        a ^= b << gap
    return quotient, a


def remainder(a: int, b: int) -> int:
    """Return the remainder of a divided by b."""
    size = b.bit_length()
    while (gap := a.bit_length() - size) >= 0:
        a ^= b << gap
    return a


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor of two polynomials."""
    while b:
        a, b = b, remainder(a, b)
    return a


def half_gcd(a: int, b: int) -> tuple[int, int]:
    """Return (d, u) with d = gcd(a, b) and u * a = d (mod b)."""
    u, v = 1, 0
    size, other = a.bit_length(), b.bit_length()
    steps = 0
    while b:
        # let a be the longer polynomial; swapping the names copies nothing
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


def from_terms(terms: Terms) -> int:
    """Return a sparse polynomial, a set of exponents, as an integer with these bits set."""
    return sum(1 << power for power in terms)


_DIGITS = bytes.maketrans(b"01", b"\0\1")


class BitRing:
    """Polynomial ring GF(2)[t] / P and its action on rows of n places.

    Args:
        width: n.
        joined: whether the sides are joined.
    """

    def __init__(self, width: int, *, joined: bool):
        self.width = width
        self.joined = joined
        self._mask = (1 << width) - 1

    @cached_property
    def modulus(self) -> int:
        """Polynomial P of degree n, the modulus of the ring."""
        if self.joined:
            return 1 << self.width ^ 1
        before, now = 0, 1
        for k in range(self.width):
            before, now = now, now << 1 ^ before
            if not k & 1023:
                tick()
        return now

    def mod(self, a: int) -> int:
        """Return a polynomial reduced mod P."""
        if not self.joined:
            return remainder(a, self.modulus)
        while a > self._mask:
            a = (a & self._mask) ^ (a >> self.width)
        return a

    def mul(self, a: int, b: int) -> int:
        """Return the product a * b of two polynomials mod P."""
        return self.mod(multiplied(a, b))

    def power(self, a: int, exponent: int) -> int:
        """Return a power of a polynomial mod P."""
        out = 1
        while exponent:
            if exponent & 1:
                out = self.mul(out, a)
            exponent >>= 1
            a = self.mul(a, a) if exponent else a
        return out

    def product(self, one: Terms, other: Terms) -> Terms:
        """Return the product of two sparse polynomials, reduced mod P if the sides are joined."""
        out: set[int] = set()
        for p in one:
            out ^= {(p + q) % self.width if self.joined else p + q for q in other}
        return out

    def transposed(self, terms: Terms) -> Terms:
        """Return the polynomial of the transposed action, with steps reversed on joined sides."""
        return {-p % self.width for p in terms} if self.joined else terms

    def times(self, a: int, terms: Terms) -> int:
        """Return a polynomial times a sparse polynomial, mod P."""
        out = 0
        for power in terms:
            out ^= a << power
        return self.mod(out)

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

    def element(self, row: int) -> int:
        """Return the polynomial q with row = q(step) e, where e is the first unit row."""
        if self.joined:
            return row
        now, after = 0, 0
        for k, digit in enumerate(self._digits(row)):
            now, after = now << 1 ^ after ^ digit, now
            if not k & 1023:
                tick()
        return now

    def row(self, element: int) -> int:
        """Return the row q(step) e of a polynomial q, where e is the first unit row."""
        if self.joined:
            return element
        mask, out = self._mask, 0
        for k, digit in enumerate(self._digits(element)):
            out = (out << 1 & mask) ^ (out >> 1) ^ digit
            if not k & 1023:
                tick()
        return out

    def reversed_row(self, row: int) -> int:
        """Return the row of q(1/z) for a row of q(z), on boards with joined sides."""
        digits = format(row, f"0{self.width}b")
        return int(digits[-1] + digits[:-1][::-1], 2)

    def _digits(self, a: int) -> bytes:
        """Return the n bits of a row or polynomial as n bytes 0 or 1, the highest first."""
        return format(a, f"0{self.width}b").encode().translate(_DIGITS)


_ONE = {0}
