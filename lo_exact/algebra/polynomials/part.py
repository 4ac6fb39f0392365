"""Solutions, kernel and evidence of unsolvability of a uniform board over GF(p).

With the unknown first rows v, the conditions at the last rows of lights are M v = r over the ring,
r being what is missing when v = 0.  In diagonal form L M V = D each entry is one equation modulo P,
and d = gcd(entry, P) says everything: deg d quiet patterns, V (P/d) t^i with i < deg d; solvable
exactly when d divides the entry of L r; and where it does not, t^i (P/d) L is a combination of
conditions that M cannot reach.  Chased backwards it becomes the witness of the whole board: the
left kernel obeys the transposed recurrence, and only its last rows meet what is missing.

Small matrices over GF(p)[t] / P, made diagonal: L M V = D with L and V invertible.

Euclid's algorithm on pairs of rows and of columns, as for Smith's normal form without its chain of
divisors: the pivot only loses factors, so it ends.  At most four rows, so a few dozen products.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.packed import BitRows, Packed, ResidueRows
from lo_exact.algebra.polynomials.band import Band
from lo_exact.algebra.polynomials.ring import Poly, Ring, Row
from lo_exact.algebra.sparse import IntArray, residue_dtype

Matrix = list[list[Poly]]


@dataclass(frozen=True, eq=False)
class Diagonal:
    """Diagonal form L M V = D of a square matrix M over the ring."""

    left: Matrix
    """Left factor L."""
    right: Matrix
    """Right factor V."""
    entries: list[Poly]
    """The diagonal of D."""


def diagonalise(ring: Ring, matrix: Matrix) -> Diagonal:
    """Return the diagonal form of a square matrix over the ring."""
    field, size = ring.field, len(matrix)
    rows = [list(row) for row in matrix]
    left, right = _unit(field, size), _unit(field, size)
    for k in range(size):
        while True:
            for i in range(k + 1, size):
                _clear(ring, rows, left, k, i)
            if all(field.is_zero(rows[k][j]) for j in range(k + 1, size)):
                break
            rows, right = _turned(rows), _turned(right)
            for j in range(k + 1, size):
                _clear(ring, rows, right, k, j)
            rows, right = _turned(rows), _turned(right)
    return Diagonal(left, right, [rows[k][k] for k in range(size)])


def _clear(ring: Ring, rows: Matrix, with_them: Matrix, k: int, i: int) -> None:
    """Make rows[i][k] 0 by a row operation, and apply the operation to a second matrix."""
    field = ring.field
    a, b = rows[k][k], rows[i][k]
    if field.is_zero(b):
        return
    if not field.is_zero(a):
        quotient, rest = field.divmod(b, a)
        if field.is_zero(rest):
            for matrix in (rows, with_them):
                matrix[i] = [
                    field.sub(y, ring.mul(quotient, x))
                    for x, y in zip(matrix[k], matrix[i], strict=True)
                ]
            return
    gcd, u = field.half_gcd(a, b)
    v = field.divmod(field.sub(gcd, field.mul(u, a)), b)[0]
    p, q = field.divmod(a, gcd)[0], field.divmod(b, gcd)[0]
    u, v = ring.mod(u), ring.mod(v)
    for matrix in (rows, with_them):
        pairs = list(zip(matrix[k], matrix[i], strict=True))
        matrix[k] = [field.add(ring.mul(u, x), ring.mul(v, y)) for x, y in pairs]
        matrix[i] = [field.sub(ring.mul(p, y), ring.mul(q, x)) for x, y in pairs]


def _turned(matrix: Matrix) -> Matrix:
    return [list(row) for row in zip(*matrix, strict=True)]


def _unit(field: object, size: int) -> Matrix:
    zero, one = field.zero, field.one  # type: ignore[attr-defined]
    return [[one if i == j else zero for j in range(size)] for i in range(size)]


@dataclass(frozen=True, eq=False)
class Failure:
    """Reason why no presses produce a syndrome."""

    entry: int
    """The diagonal entry that causes the contradiction."""
    missing: tuple[Row, ...]
    """Missing amounts in the rows of lights of `Band.left` with v = 0."""


@dataclass(frozen=True, eq=False)
class UniformPart:
    """Solver for a uniform board over GF(p), by polynomials."""

    band: Band
    """Recurrence of the board."""

    @property
    def modulus(self) -> int:
        """The prime modulus p."""
        prime: int = self.band.ring.field.prime
        return prime

    @cached_property
    def _diagonal(self) -> Diagonal:
        return diagonalise(self.band.ring, self.band.conditions())

    @cached_property
    def _factors(self) -> list[tuple[Poly, Poly]]:
        """Pairs (d, u) with d = gcd(entry, P) and u * entry = d (mod P), by diagonal entry."""
        ring = self.band.ring
        return [ring.field.half_gcd(entry, ring.modulus) for entry in self._diagonal.entries]

    @cached_property
    def nullity(self) -> int:
        """Dimension of the kernel, the number of independent quiet patterns."""
        return sum(self.band.ring.field.degree(d) for d, _ in self._factors)

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, all p."""
        return (self.modulus,) * self.nullity

    def kernel_rows(self) -> Iterator[list[Row]]:
        """Yield a basis of the kernel, each quiet pattern as a list of its rows."""
        for first in self.kernel_first_rows():
            yield self.band.chase(first, None)

    def kernel_first_rows(self) -> Iterator[list[Row]]:
        """Yield the unknown first rows of each quiet pattern in a basis of the kernel."""
        ring, field = self.band.ring, self.band.ring.field
        for k, (d, _) in enumerate(self._factors):
            if field.degree(d) == 0:
                continue
            rest = field.divmod(ring.modulus, d)[0]
            rows = [ring.row(ring.mul(rest, line[k])) for line in self._diagonal.right]
            for _ in range(field.degree(d)):
                yield rows
                rows = [ring.act(row, {1: 1}) for row in rows]

    def solve_rows(self, syndrome: Sequence[Row]) -> list[Row] | Failure:
        """Return all rows of one solution, or the reason why there is none.

        Args:
            syndrome: the wanted rows of lights.
        """
        first = self.first_rows(syndrome)
        return first if isinstance(first, Failure) else self.band.chase(first, syndrome)

    def first_rows(self, syndrome: Sequence[Row]) -> list[Row] | Failure:
        """Return the unknown first rows of one solution, or the reason why there is none.

        Args:
            syndrome: the wanted rows of lights, read from the first to the last, then
                those of `Band.left` again.
        """
        band, ring = self.band, self.band.ring
        field = ring.field
        missing = band.residual([ring.zero_row()] * band.unknown, syndrome)
        wanted = self._combined(self._diagonal.left, [ring.element(row) for row in missing])
        found = []
        for k, (d, u) in enumerate(self._factors):
            quotient, rest = field.divmod(wanted[k], d)
            if not field.is_zero(rest):
                return Failure(k, tuple(missing))
            found.append(field.mod(field.mul(u, quotient), field.divmod(ring.modulus, d)[0]))
        return [ring.row(q) for q in self._combined(self._diagonal.right, found)]

    def witness_rows(self, failure: Failure) -> list[Row]:
        """Return the rows of evidence y for a failure: y A = 0 and y . s != 0, s the syndrome."""
        band, ring = self.band, self.band.ring
        rest = ring.field.divmod(ring.modulus, self._factors[failure.entry][0])[0]
        rows = [ring.row(ring.mul(rest, q)) for q in self._diagonal.left[failure.entry]]
        if ring.joined:  # in the scalar product, the transpose of a rotation is its inverse
            rows = [ring.reversed_row(row) for row in rows]
        turn = ring.transposed({1: 1})
        for _ in range(ring.width):
            if sum(map(ring.dot, rows, failure.missing)) % self.modulus:
                break
            rows = [ring.act(row, turn) for row in rows]
        else:
            raise AssertionError("what cannot be reached has a witness")
        out: list[Row] = [None] * band.rows
        for i, row in enumerate(band.transposed.chased(rows[::-1], None)):
            out[(band.left[-1] - i) % band.rows] = row
        return out

    def generators(self) -> NDArray[Any]:
        """Return a basis of the kernel, residues mod p (generators, buttons)."""
        band = self.band
        out = np.zeros((self.nullity, band.rows * band.ring.width), residue_dtype(self.modulus))
        for line, rows in zip(out, self.kernel_rows(), strict=True):
            line[:] = band.ring.unpack(rows).ravel()
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Failure]]:
        """Return solutions (count, buttons), and a failure for each unsolvable syndrome."""
        band, ring = self.band, self.band.ring
        out = np.zeros(syndromes.shape, dtype=residue_dtype(self.modulus))
        failures: dict[int, Failure] = {}
        for number, syndrome in enumerate(syndromes):
            found = self.solve_rows(ring.pack(syndrome.reshape(band.rows, ring.width)))
            if isinstance(found, Failure):
                failures[number] = found
            else:
                out[number] = ring.unpack(found).ravel()
        return out, failures

    def kernel_packed(self) -> Iterator[Packed]:
        """Yield a basis of the kernel as packed vectors."""
        return map(self._packed, self.kernel_rows())

    def solve_packed(self, syndrome: Packed) -> Packed | Failure:
        """Return one solution as a packed vector, or the reason why there is none."""
        ring = self.band.ring
        if isinstance(syndrome, BitRows):
            found = self.solve_rows(syndrome.rows)
        else:
            assert isinstance(syndrome, ResidueRows)
            found = self.solve_rows(ring.pack(syndrome.values))
        return found if isinstance(found, Failure) else self._packed(found)

    def witness_packed(self, failure: Failure) -> Packed:
        """Return the witness y of an unsolvable syndrome as a packed vector."""
        return self._packed(self.witness_rows(failure))

    def _packed(self, rows: list[Row]) -> Packed:
        ring = self.band.ring
        if self.modulus == 2:
            return BitRows(ring.width, rows)
        return ResidueRows(self.modulus, ring.unpack(rows))

    def witness(self, failure: Failure) -> IntArray:
        """Return evidence y for a failure of `solve`: y A = 0 and y . s != 0, s the syndrome."""
        return self.band.ring.unpack(self.witness_rows(failure)).ravel().astype(np.int64)

    def _combined(self, matrix: list[list[Poly]], vector: list[Poly]) -> list[Poly]:
        ring = self.band.ring
        out = []
        for line in matrix:
            total = ring.field.zero
            for a, b in zip(line, vector, strict=True):
                total = ring.field.add(total, ring.mul(a, b))
            out.append(total)
        return out
