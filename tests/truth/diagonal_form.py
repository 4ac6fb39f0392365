"""Diagonal form of a dense matrix over Z/p^e: the reference that elimination is tested against.

Pivot on an entry of least p-adic valuation in the whole rest: then every remaining entry is
divisible by it, and its row and column are cleared exactly, also where it is not a unit.  The
result U A V = D with U, V invertible answers every question: A x = s is solvable when each
d_i = p^v divides (U s)_i; the columns of V span the kernel (times p^(e - v) at a pivot that is not
a unit); the rows of U that fail to divide are witnesses.  Smith (1861), over a local ring.

Costs lights x buttons x rank steps, vectorised.  All residues are below 2**31, so products fit
int64.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True, eq=False)
class Diagonal:
    """U A V = D over Z/p^e, with D = diag(p^valuations) and zeros after.

    Attributes:
        prime: p.
        exponent: e.
        left: U, (lights, lights), invertible.
        right: V, (buttons, buttons), invertible.
        valuations: v_0 <= v_1 <= ...; the diagonal of D is p^v_i, for i below the rank.
    """

    prime: int
    exponent: int
    left: IntArray
    right: IntArray
    valuations: tuple[int, ...]

    @property
    def modulus(self) -> int:
        """p^e."""
        return int(self.prime**self.exponent)


def diagonalise(matrix: IntArray, prime: int, exponent: int) -> Diagonal:
    """Bring a matrix to diagonal form over Z/p^e.

    Args:
        matrix: (lights, buttons) int64, taken mod p^e; not changed.
        prime: p, a prime.
        exponent: e >= 1, with p^e <= 2**31.
    """
    modulus = prime**exponent
    lights, buttons = matrix.shape
    work = np.mod(matrix, modulus)
    left = np.eye(lights, dtype=np.int64)
    right = np.eye(buttons, dtype=np.int64)
    valuations: list[int] = []
    valuation = 0
    for step in range(min(lights, buttons)):
        pivot: tuple[int, int] | None = None
        while valuation < exponent and pivot is None:
            hits = work[step:, step:] % prime ** (valuation + 1) != 0
            by_row = hits.any(axis=1)
            if by_row.any():
                row = int(by_row.argmax())
                pivot = (step + row, step + int(hits[row].argmax()))
            else:
                valuation += 1
        if pivot is None:
            break
        row, column = pivot
        work[[step, row]] = work[[row, step]]
        left[[step, row]] = left[[row, step]]
        work[:, [step, column]] = work[:, [column, step]]
        right[:, [step, column]] = right[:, [column, step]]
        scale = prime**valuation
        unit = pow(int(work[step, step]) // scale, -1, modulus)
        work[step] = work[step] * unit % modulus
        left[step] = left[step] * unit % modulus
        # clear the column by row steps; the quotients are exact because the pivot divides the rest
        quotients = work[:, step] // scale
        quotients[: step + 1] = 0
        for other in np.flatnonzero(quotients):
            work[other] = (work[other] - quotients[other] * work[step]) % modulus
            left[other] = (left[other] - quotients[other] * left[step]) % modulus
        # clear the row by column steps: only the pivot stands in the pivot column by now
        quotients = work[step] // scale
        quotients[: step + 1] = 0
        targets = np.flatnonzero(quotients)
        if targets.size:
            change = right[:, step, None] * quotients[targets] % modulus
            right[:, targets] = (right[:, targets] - change) % modulus
            work[step, targets] = 0
        valuations.append(valuation)
    return Diagonal(prime, exponent, left, right, tuple(valuations))
