"""Rows of a board as polynomials in the column step, modulo its characteristic polynomial P.

Open sides: T adds the two neighbours (the adjacency of a path).  From the first unit vector e the
others follow by e' = T e - e'', so every row is q(T) e for one q of degree < n; P is the
characteristic polynomial of T.  Joined sides: the step is a rotation z, P = z^n - 1, and a row is
its own polynomial.  Coordinate 0 is the last column, so that rows of bits read as binary numbers.

Turning a row into its polynomial (Clenshaw's scheme) and back (Horner's) takes n shifts and sums
of n digits; with joined sides nothing.  Clenshaw, Math. Tables Aids Comput. 9 (1955).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick

Poly = Any
"""Polynomial: an int over GF(2), a trimmed int64 array over GF(p)."""
Row = Any
"""Row: an int of n bits over GF(2), an int64 array (n,) over GF(p)."""
Terms = Mapping[int, int]
"""Sparse polynomial {power of the step: amount}."""


class Ring(ABC):
    """Polynomial ring GF(p)[t] / P and its action on rows of n places.

    Attributes:
        field: arithmetic of polynomials.
        width: number of places n.
        joined: whether the sides are joined.
    """

    field: Any

    def __init__(self, width: int, *, joined: bool):
        self.width = width
        self.joined = joined

    @cached_property
    def modulus(self) -> Poly:
        """Monic polynomial P of degree n, the modulus of the ring."""
        field = self.field
        if self.joined:
            return field.sub(field.from_terms({self.width: 1}), field.one)
        before, now = field.zero, field.one
        for k in range(self.width):
            before, now = now, field.sub(field.shift(now, 1), before)
            if not k & 1023:
                tick()
        return now

    def mod(self, a: Poly) -> Poly:
        """Return a polynomial reduced mod P."""
        field = self.field
        if not self.joined:
            return field.mod(a, self.modulus) if field.degree(a) >= self.width else a
        while field.degree(a) >= self.width:
            low, high = field.split(a, self.width)
            a = field.add(low, high)
        return a

    def mul(self, a: Poly, b: Poly) -> Poly:
        """Return the product a * b of two polynomials mod P."""
        return self.mod(self.field.mul(a, b))

    def power(self, a: Poly, exponent: int) -> Poly:
        """Return a power of a polynomial mod P."""
        out = self.field.one
        while exponent:
            if exponent & 1:
                out = self.mul(out, a)
            exponent >>= 1
            a = self.mul(a, a) if exponent else a
        return out

    def product(self, one: Terms, other: Terms) -> dict[int, int]:
        """Return the product of two sparse polynomials, reduced mod P if the sides are joined."""
        out: dict[int, int] = {}
        for p, a in one.items():
            for q, b in other.items():
                power = (p + q) % self.width if self.joined else p + q
                out[power] = (out.get(power, 0) + a * b) % self.field.prime
        return {power: amount for power, amount in out.items() if amount}

    def transposed(self, terms: Terms) -> Terms:
        """Return the polynomial of the transposed action, with steps reversed on joined sides."""
        return {-p % self.width: a for p, a in terms.items()} if self.joined else terms

    @abstractmethod
    def times(self, a: Poly, terms: Terms) -> Poly:
        """Return a polynomial times a sparse polynomial, mod P."""

    @abstractmethod
    def act(self, row: Row, terms: Terms) -> Row:
        """Apply a sparse polynomial in the column step to a row."""

    @abstractmethod
    def minus(self, row: Row, other: Row) -> Row:
        """Return the difference of two rows."""

    @abstractmethod
    def dot(self, row: Row, other: Row) -> int:
        """Return the scalar product of two rows, 0..p-1."""

    @abstractmethod
    def zero_row(self) -> Row:
        """Return a row whose entries are all 0."""

    @abstractmethod
    def element(self, row: Row) -> Poly:
        """Return the polynomial q that represents a row: row = q(step) e, e the first unit row."""

    @abstractmethod
    def row(self, element: Poly) -> Row:
        """Return the row q(step) e that a polynomial q represents, e being the first unit row."""

    @abstractmethod
    def reversed_row(self, row: Row) -> Row:
        """Return the row of q(1/z) for a row of q(z), on boards with joined sides."""

    @abstractmethod
    def pack(self, values: NDArray[Any]) -> list[Row]:
        """Return the rows of an array (rows, columns) of residues, in the ring's own format."""

    @abstractmethod
    def unpack(self, rows: Sequence[Row]) -> NDArray[Any]:
        """Return rows in the ring's own format as an array (rows, columns) of residues."""
