"""Small matrices over GF(p)[t] / P, made diagonal: L M V = D with L and V invertible.

Euclid's algorithm on pairs of rows and of columns, as for Smith's normal form without its chain of
divisors: the pivot only loses factors, so it ends.  At most four rows, so a few dozen products.
"""

from __future__ import annotations

from dataclasses import dataclass

from lo_exact.algebra.polynomials.ring import Poly, Ring

Matrix = list[list[Poly]]


@dataclass(frozen=True, eq=False)
class Diagonal:
    """L M V = D.

    Attributes:
        left: L.
        right: V.
        entries: the diagonal of D.
    """

    left: Matrix
    right: Matrix
    entries: list[Poly]


def diagonalise(ring: Ring, matrix: Matrix) -> Diagonal:
    """Return a square matrix in diagonal form."""
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
    """Make rows[i][k] 0 by a step on rows k and i; the same step is done on another matrix."""
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
