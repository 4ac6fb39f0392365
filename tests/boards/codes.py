"""Check matrices of codes that tests share."""

import numpy as np


def bicycle(
    size: tuple[int, int], first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> np.ndarray:
    """Return the check matrix of a bivariate bicycle code (Bravyi et al., Nature 627, 2024)."""
    rows, columns = size
    place = np.arange(rows * columns).reshape(rows, columns)

    def block(powers: list[tuple[int, int]]) -> np.ndarray:
        matrix = np.zeros((place.size, place.size), dtype=np.int64)
        for x, y in powers:
            matrix[place.ravel(), np.roll(place, (-x, -y), axis=(0, 1)).ravel()] ^= 1
        return matrix

    return np.hstack([block(first), block(second)])


def gross_code() -> np.ndarray:
    """Return the X checks of [[144,12,12]]."""
    return bicycle((12, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])


def surface_code(distance: int, *, closed: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return HX and HZ of the planar surface code, or of the toric code, as hypergraph products."""
    checks = np.eye(distance, dtype=np.int64)[: distance if closed else -1]
    checks = checks + np.roll(checks, 1, axis=1)
    one, other = np.eye(distance, dtype=np.int64), np.eye(len(checks), dtype=np.int64)
    x = np.hstack([np.kron(checks, one), np.kron(other, checks.T)])
    z = np.hstack([np.kron(one, checks), np.kron(checks.T, other)])
    return x, z
