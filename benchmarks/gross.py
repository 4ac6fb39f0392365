"""The memory circuit of a bivariate bicycle code, and distances of codes as boards.

Syndrome extraction of depth eight as in Bravyi et al., Nature 627 (2024), checks of one kind:
twelve noisy rounds of the [[144,12,12]] code and a last one without noise give 936 detectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.int64]

X_ORDER = (None, 1, 4, 3, 5, 0, 2)
Z_ORDER = (3, 5, 0, 1, 2, 4, None)
"""Which of its six neighbours a check meets in each layer."""


def memory(
    shape: tuple[int, int],
    left: list[tuple[int, int]],
    right: list[tuple[int, int]],
    rounds: int,
    rate: float,
) -> Any:
    """Return a Stim circuit that keeps logical zeros for some rounds, every location noisy.

    Args:
        shape: of the two tori of data qubits.
        left: monomials (x, y) of the polynomial A.
        right: of B.
        rounds: with noise.
        rate: of depolarisation after gates and idling, and of flips of resets and measurements.
    """
    import stim

    place = np.arange(shape[0] * shape[1]).reshape(shape)
    size = place.size
    x_checks, z_checks = np.arange(size), np.arange(size) + size
    data = np.arange(2 * size) + 2 * size

    def moved(monomial: tuple[int, int], sign: int) -> Matrix:
        moves = (-sign * monomial[0], -sign * monomial[1])
        return np.roll(place, moves, axis=(0, 1)).ravel()

    x_meets = [data[moved(t, 1)] for t in left] + [data[size + moved(t, 1)] for t in right]
    z_meets = [data[moved(t, -1)] for t in right] + [data[size + moved(t, -1)] for t in left]
    circuit = stim.Circuit()

    def layer(x: int | None, z: int | None, noise: float) -> None:
        busy: list[int] = []
        for check, meets, order in ((x_checks, x_meets, x), (z_checks, z_meets, z)):
            if order is None:
                continue
            pairs = np.stack([check, meets[order]], axis=1)
            busy += meets[order].tolist()
            flat = (pairs if check is x_checks else pairs[:, ::-1]).ravel().tolist()
            circuit.append("CX", flat)
            if noise:
                circuit.append("DEPOLARIZE2", flat, noise)
        idle = np.setdiff1d(data, busy).tolist()
        if noise and idle:
            circuit.append("DEPOLARIZE1", idle, noise)

    def extract(noise: float) -> None:
        circuit.append("RX", x_checks.tolist())
        circuit.append("R", z_checks.tolist())
        if noise:
            circuit.append("Z_ERROR", x_checks.tolist(), noise)
            circuit.append("X_ERROR", z_checks.tolist(), noise)
        for x, z in zip(X_ORDER, Z_ORDER, strict=True):
            layer(x, z, noise)
        if noise:
            circuit.append("DEPOLARIZE1", data.tolist(), noise)
            circuit.append("Z_ERROR", x_checks.tolist(), noise)
            circuit.append("X_ERROR", z_checks.tolist(), noise)
        circuit.append("MX", x_checks.tolist())
        circuit.append("M", z_checks.tolist())

    circuit.append("R", data.tolist())
    for number in range(rounds + 1):
        extract(rate if number < rounds else 0.0)
        for i in range(size):
            records = [stim.target_rec(i - size)]
            if number:
                records.append(stim.target_rec(i - 3 * size))
            circuit.append("DETECTOR", records)
    return circuit


def logical(checks: Matrix, stabilisers: Matrix) -> Matrix:
    """Return a row that is orthogonal to the stabilisers' rows, and no sum of checks.

    Args:
        checks: (rows, columns), the checks that errors are to pass.
        stabilisers: (rows, columns), the errors that do nothing; orthogonal to the checks.
    """
    reduced, pivots = _reduced(stabilisers)
    own, own_pivots = _reduced(checks)
    for free in np.setdiff1d(np.arange(checks.shape[1]), pivots):
        word = np.zeros(checks.shape[1], dtype=np.int64)
        word[free] = 1
        word[pivots] = reduced[: len(pivots), free]
        rest = word.copy()
        for row, pivot in zip(own, own_pivots, strict=False):
            if rest[pivot]:
                rest ^= row
        if rest.any():
            return word
    raise ValueError("the code has no logical operator")


def _reduced(matrix: Matrix) -> tuple[Matrix, list[int]]:
    rows, pivots = matrix.copy() % 2, []
    for column in range(rows.shape[1]):
        at = len(pivots)
        having = np.flatnonzero(rows[at:, column]) + at
        if not having.size:
            continue
        rows[[at, having[0]]] = rows[[having[0], at]]
        others = np.flatnonzero(rows[:, column])
        rows[others[others != at]] ^= rows[at]
        pivots.append(column)
        if len(pivots) == rows.shape[0]:
            break
    return rows, pivots
