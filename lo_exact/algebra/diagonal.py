"""A dense diagonal form as a part (stand-in)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.dense import Diagonal, diagonalise
from lo_exact.algebra.sparse import IntArray, SparseMatrix


@dataclass(frozen=True, eq=False)
class DiagonalPart:
    """Diagonal form of a matrix."""

    diagonal: Diagonal

    @staticmethod
    def of(matrix: SparseMatrix, prime: int, exponent: int) -> DiagonalPart:
        """Diagonalise."""
        return DiagonalPart(diagonalise(matrix.to_dense(), prime, exponent))

    @property
    def modulus(self) -> int:
        """p^e."""
        return self.diagonal.modulus

    def _listed(self) -> list[tuple[int, IntArray]]:
        part = self.diagonal
        rank = len(part.valuations)
        free = [(part.modulus, part.right[:, j]) for j in range(rank, part.right.shape[0])]
        torsion = [
            (part.prime**v, part.right[:, j] * part.prime ** (part.exponent - v) % part.modulus)
            for j, v in enumerate(part.valuations)
            if v
        ]
        return free + torsion[::-1]

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders."""
        return tuple(order for order, _ in self._listed())

    def generators(self) -> NDArray[Any]:
        """Return generators."""
        rows = [row for _, row in self._listed()]
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.diagonal.right.shape[0])

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Any]]:
        """Solve."""
        part = self.diagonal
        out = np.zeros((len(syndromes), part.right.shape[0]), dtype=np.int64)
        failures: dict[int, Any] = {}
        for lane, syndrome in enumerate(syndromes):
            image = _multiply(part.left, syndrome, part.modulus)
            z = np.zeros(part.right.shape[0], dtype=np.int64)
            for i, value in enumerate(image):
                valuation = part.valuations[i] if i < len(part.valuations) else part.exponent
                scale = part.prime**valuation
                if value % scale:
                    failures[lane] = (i, scale)
                    break
                if i < len(part.valuations):
                    z[i] = value // scale
            else:
                out[lane] = _multiply(part.right, z, part.modulus)
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return y."""
        i, scale = failure
        part = self.diagonal
        witness: IntArray = part.left[i] * (part.modulus // scale) % part.modulus
        return witness


def _multiply(matrix: IntArray, vector: IntArray, modulus: int) -> IntArray:
    total: IntArray = (matrix * vector % modulus).sum(axis=1)
    return total % modulus
