"""Solutions, kernel and evidence of unsolvability of a uniform board of two colours.

With the unknown first rows v, the conditions at the last rows of lights are M v = r over the ring
of the board's rows, GF(2)[t] / P.  Here r is what is missing when v = 0.

`diagonalise` brings M to a diagonal form L M V = D, with L and V invertible.  It runs Euclid's
algorithm on pairs of rows and of columns, as for Smith's normal form without its chain of divisors.
The pivot only loses factors, so it ends.  There are at most four rows, so a few dozen products.

`UniformPart` reads the answers off.  Each entry of D is one equation modulo P, and d = gcd(entry,
P) settles it.  It has deg d quiet patterns, V (P/d) t^i with i < deg d.  It is solvable exactly
when d divides the entry of L r.  Where it is not, t^i (P/d) L is a combination of conditions that M
cannot reach.  Chased backwards, the combination becomes the witness of the whole board: the left
kernel obeys the transposed recurrence, and only its last rows act on r.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import bits_of, integers
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.polynomials.band import Band, make_band
from lo_exact.algebra.polynomials.bit_ring import BitRing, divided, half_gcd, multiplied, remainder
from lo_exact.algebra.sparse import IntArray
from lo_exact.algebra.uniform_matrix import Uniform

Matrix = list[list[int]]


@dataclass(frozen=True, eq=False)
class Diagonal:
    """Diagonal form L M V = D of a square matrix M over the ring."""

    left: Matrix
    """Left factor L."""
    right: Matrix
    """Right factor V."""
    entries: list[int]
    """The diagonal of D."""


def diagonalise(ring: BitRing, matrix: Matrix) -> Diagonal:
    """Return the diagonal form of a square matrix over the ring."""
    size = len(matrix)
    rows = [list(row) for row in matrix]
    left, right = _unit(size), _unit(size)
    for k in range(size):
        while True:
            for i in range(k + 1, size):
                _clear(ring, rows, left, k, i)
            if not any(rows[k][j] for j in range(k + 1, size)):
                break
            rows, right = _turned(rows), _turned(right)
            for j in range(k + 1, size):
                _clear(ring, rows, right, k, j)
            rows, right = _turned(rows), _turned(right)
    return Diagonal(left, right, [rows[k][k] for k in range(size)])


def _clear(ring: BitRing, rows: Matrix, with_them: Matrix, k: int, i: int) -> None:
    """Make rows[i][k] 0 by a row operation; apply the same operation to a second matrix."""
    a, b = rows[k][k], rows[i][k]
    if not b:
        return
    if a:
        quotient, rest = divided(b, a)
        if not rest:
            for matrix in (rows, with_them):
                pairs = zip(matrix[k], matrix[i], strict=True)
                matrix[i] = [y ^ ring.mul(quotient, x) for x, y in pairs]
            return
    gcd, u = half_gcd(a, b)
    v = divided(gcd ^ multiplied(u, a), b)[0]
    p, q = divided(a, gcd)[0], divided(b, gcd)[0]
    u, v = ring.mod(u), ring.mod(v)
    for matrix in (rows, with_them):
        both = list(zip(matrix[k], matrix[i], strict=True))
        matrix[k] = [ring.mul(u, x) ^ ring.mul(v, y) for x, y in both]
        matrix[i] = [ring.mul(p, y) ^ ring.mul(q, x) for x, y in both]


def _turned(matrix: Matrix) -> Matrix:
    return [list(row) for row in zip(*matrix, strict=True)]


def _unit(size: int) -> Matrix:
    return [[int(i == j) for j in range(size)] for i in range(size)]


@dataclass(frozen=True, eq=False)
class Failure:
    """Reason why no presses produce a syndrome."""

    entry: int
    """The diagonal entry that causes the contradiction."""
    missing: tuple[int, ...]
    """Missing amounts in the rows of lights of `Band.left` with v = 0."""


@dataclass(frozen=True, eq=False)
class UniformPart:
    """Solver for a uniform board of two colours, by polynomials."""

    band: Band
    """Recurrence of the board."""

    modulus = 2

    @cached_property
    def _diagonal(self) -> Diagonal:
        return diagonalise(self.band.ring, self.band.conditions())

    @cached_property
    def _factors(self) -> list[tuple[int, int]]:
        """Pairs (d, u) per diagonal entry, with d = gcd(entry, P) and u * entry = d (mod P)."""
        ring = self.band.ring
        return [half_gcd(entry, ring.modulus) for entry in self._diagonal.entries]

    @cached_property
    def nullity(self) -> int:
        """Dimension of the kernel, the number of independent quiet patterns."""
        return sum(d.bit_length() - 1 for d, _ in self._factors)

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, all 2."""
        return (2,) * self.nullity

    def kernel_rows(self) -> Iterator[list[int]]:
        """Yield a basis of the kernel, each quiet pattern as a list of its rows."""
        for first in self.kernel_first_rows():
            yield self.band.chase(first, None)

    def kernel_first_rows(self) -> Iterator[list[int]]:
        """Yield the first rows of each quiet pattern in a kernel basis; they determine the rest."""
        ring = self.band.ring
        for k, (d, _) in enumerate(self._factors):
            if d == 1:
                continue
            rest = divided(ring.modulus, d)[0]
            rows = [ring.row(ring.mul(rest, line[k])) for line in self._diagonal.right]
            for _ in range(d.bit_length() - 1):
                yield rows
                rows = [ring.act(row, {1}) for row in rows]

    def solve_rows(self, syndrome: Sequence[int]) -> list[int] | Failure:
        """Return all rows of one solution, or the reason why there is none.

        Args:
            syndrome: the wanted rows of lights.
        """
        first = self.first_rows(syndrome)
        return first if isinstance(first, Failure) else self.band.chase(first, syndrome)

    def first_rows(self, syndrome: Sequence[int]) -> list[int] | Failure:
        """Return the first rows, which determine a solution, or the reason why there is none.

        Args:
            syndrome: the wanted rows of lights, read from the first to the last, then
                those of `Band.left` again.
        """
        band, ring = self.band, self.band.ring
        missing = band.residual([0] * band.unknown, syndrome)
        wanted = self._combined(self._diagonal.left, [ring.element(row) for row in missing])
        found = []
        for k, (d, u) in enumerate(self._factors):
            quotient, rest = divided(wanted[k], d)
            if rest:
                return Failure(k, tuple(missing))
            found.append(remainder(multiplied(u, quotient), divided(ring.modulus, d)[0]))
        return [ring.row(q) for q in self._combined(self._diagonal.right, found)]

    def witness_rows(self, failure: Failure) -> list[int]:
        """Return a vector y, a mask for each row, that proves s unsolvable: y A = 0, y . s = 1."""
        band, ring = self.band, self.band.ring
        rest = divided(ring.modulus, self._factors[failure.entry][0])[0]
        rows = [ring.row(ring.mul(rest, q)) for q in self._diagonal.left[failure.entry]]
        if ring.joined:  # in the scalar product, the transpose of a rotation is its inverse
            rows = [ring.reversed_row(row) for row in rows]
        turn = ring.transposed({1})
        for _ in range(ring.width):
            pairs = zip(rows, failure.missing, strict=True)
            if sum((row & other).bit_count() for row, other in pairs) & 1:
                break
            rows = [ring.act(row, turn) for row in rows]
        else:
            raise AssertionError("what cannot be reached has a witness")
        out = [0] * band.rows
        for i, row in enumerate(band.transposed.chased(rows[::-1], None)):
            out[(band.left[-1] - i) % band.rows] = row
        return out

    def generators(self) -> NDArray[Any]:
        """Return a basis of the kernel, zeros and ones (generators, buttons)."""
        band = self.band
        out = np.zeros((self.nullity, band.rows * band.ring.width), np.uint8)
        for line, rows in zip(out, self.kernel_rows(), strict=True):
            line[:] = bits_of(rows, band.ring.width).ravel()
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Failure]]:
        """Return solutions (count, buttons), and a failure for each unsolvable syndrome."""
        band, ring = self.band, self.band.ring
        out = np.zeros(syndromes.shape, np.uint8)
        failures: dict[int, Failure] = {}
        for number, syndrome in enumerate(syndromes):
            found = self.solve_rows(integers(syndrome.reshape(band.rows, ring.width)))
            if isinstance(found, Failure):
                failures[number] = found
            else:
                out[number] = bits_of(found, ring.width).ravel()
        return out, failures

    def kernel_packed(self) -> Iterator[BitRows]:
        """Yield a basis of the kernel as packed vectors."""
        return map(self._packed, self.kernel_rows())

    def solve_packed(self, syndrome: BitRows) -> BitRows | Failure:
        """Return one solution as a packed vector, or the reason why there is none."""
        found = self.solve_rows(syndrome.rows)
        return found if isinstance(found, Failure) else self._packed(found)

    def witness_packed(self, failure: Failure) -> BitRows:
        """Return the witness y of an unsolvable syndrome as a packed vector."""
        return self._packed(self.witness_rows(failure))

    def _packed(self, rows: list[int]) -> BitRows:
        return BitRows(self.band.ring.width, rows)

    def witness(self, failure: Failure) -> IntArray:
        """Return a proof y that the failed syndrome s is unsolvable: y A = 0 and y . s != 0."""
        return self._packed(self.witness_rows(failure)).array()

    def _combined(self, matrix: list[list[int]], vector: list[int]) -> list[int]:
        mul = self.band.ring.mul
        return [reduce(xor, map(mul, line, vector), 0) for line in matrix]


def polynomial_part(board: Uniform) -> UniformPart | None:
    """Return the polynomial solver of a board mod 2, or None if it has none.

    Args:
        board: the board, its modulus even.
    """
    if board.rows == 0 or board.columns == 0:
        return None
    band = make_band(board.reduced(2))
    return None if band is None else UniformPart(band)
