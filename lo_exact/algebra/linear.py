"""Linear systems over Z/c, any c: solutions, kernel, witness.

c is split into prime powers, each solved on its own, and the parts are joined by the Chinese
remainder theorem.  The kernel is given as a direct sum of cyclic groups, so every solution is
``particular + sum z_i generator_i`` with ``0 <= z_i < order_i`` in exactly one way, and the number
of solutions is the product of the orders, also for composite c.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.dense import Diagonal, diagonalise
from lo_exact.algebra.modulus import idempotent, prime_powers
from lo_exact.algebra.sparse import IntArray, SparseMatrix, residue_dtype


@dataclass(frozen=True, eq=False)
class Kernel:
    """All x with A x = 0, as a direct sum of cyclic groups.

    Attributes:
        modulus: c.
        generators: (generators, buttons), residues mod c.
        orders: order of each generator, each >= 2 and a divisor of c, descending.
    """

    modulus: int
    generators: NDArray[Any]
    orders: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of elements: the number of solutions of every solvable board."""
        return prod(self.orders)


@dataclass(frozen=True, eq=False)
class Coset:
    """All solutions of A x = s.

    Attributes:
        particular: (buttons,) int64, one solution, 0..c-1.
        kernel: what may be added to it.
    """

    particular: IntArray
    kernel: Kernel


@dataclass(frozen=True, eq=False)
class Unsolvable:
    """A proof that A x = s has no solution.

    Attributes:
        witness: (lights,) int64, 0..c-1: y with y A = 0 and y . s != 0 (mod c).
    """

    witness: IntArray


@dataclass(frozen=True, eq=False)
class Elimination:
    """A matrix eliminated once, ready to answer for many syndromes."""

    matrix: SparseMatrix
    kernel: Kernel
    _parts: tuple[Diagonal, ...]

    def solve(self, syndrome: NDArray[Any]) -> IntArray | Unsolvable:
        """Return one solution of A x = s, or the proof that there is none.

        Args:
            syndrome: (lights,) integers, taken mod c.

        Returns:
            (buttons,) int64 in 0..c-1, or the witness.
        """
        modulus = self.matrix.modulus
        total = np.zeros(self.matrix.shape[1], dtype=np.int64)
        for part in self._parts:
            found = _solve_part(part, np.asarray(syndrome, dtype=np.int64))
            if isinstance(found, Unsolvable):
                return Unsolvable(found.witness * (modulus // part.modulus) % modulus)
            total = (total + found * idempotent(modulus, part.modulus)) % modulus
        return total


def eliminate(matrix: SparseMatrix) -> Elimination:
    """Eliminate a matrix once, for its kernel and for any number of syndromes."""
    dense = matrix.to_dense()
    parts = tuple(diagonalise(dense, p, e) for p, e in prime_powers(matrix.modulus))
    return Elimination(matrix, _join_kernels(matrix.modulus, parts, matrix.shape[1]), parts)


def solve(matrix: SparseMatrix, syndrome: NDArray[Any]) -> Coset | Unsolvable:
    """Return all solutions of A x = s, or the proof that there are none.

    Args:
        matrix: A, (lights, buttons) mod c.
        syndrome: s, (lights,) integers, taken mod c.
    """
    elimination = eliminate(matrix)
    found = elimination.solve(syndrome)
    return found if isinstance(found, Unsolvable) else Coset(found, elimination.kernel)


def _solve_part(part: Diagonal, syndrome: IntArray) -> IntArray | Unsolvable:
    modulus = part.modulus
    image = _multiply(part.left, syndrome % modulus, modulus)
    z = np.zeros(part.right.shape[0], dtype=np.int64)
    for i, value in enumerate(image):
        valuation = part.valuations[i] if i < len(part.valuations) else part.exponent
        scale = part.prime**valuation
        if value % scale:
            return Unsolvable(part.left[i] * (modulus // scale) % modulus)
        if i < len(part.valuations):
            z[i] = value // scale
    return _multiply(part.right, z, modulus)


def _multiply(matrix: IntArray, vector: IntArray, modulus: int) -> IntArray:
    """Return matrix @ vector mod modulus; each product is reduced before it is added."""
    total: IntArray = (matrix * vector % modulus).sum(axis=1)
    return total % modulus


def _join_kernels(modulus: int, parts: tuple[Diagonal, ...], buttons: int) -> Kernel:
    """Join the prime power kernels: the i-th largest generators of all primes become one."""
    listed = [_generators(part) for part in parts]
    count = max(len(generators) for generators in listed)
    joined = np.zeros((count, buttons), dtype=np.int64)
    orders = [1] * count
    for part, generators in zip(parts, listed, strict=True):
        lift = idempotent(modulus, part.modulus)
        for i, (order, generator) in enumerate(generators):
            joined[i] = (joined[i] + generator * lift) % modulus
            orders[i] *= order
    return Kernel(modulus, joined.astype(residue_dtype(modulus)), tuple(orders))


def _generators(part: Diagonal) -> list[tuple[int, IntArray]]:
    """Return (order, generator) of one prime power, orders descending."""
    rank = len(part.valuations)
    free = [(part.modulus, part.right[:, j]) for j in range(rank, part.right.shape[0])]
    torsion = [
        (part.prime**v, part.right[:, j] * part.prime ** (part.exponent - v) % part.modulus)
        for j, v in enumerate(part.valuations)
        if v
    ]
    return free + torsion[::-1]
