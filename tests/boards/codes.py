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


def wifi_code() -> np.ndarray:
    """Return the checks of the (648,540) code of IEEE 802.11n, rate 5/6: shifts of 27 x 27."""
    shifts = """
        17 13  8 21  9  3 18 12 10  0  4 15 19  2  5 10 26 19 13 13  1  0  -  -
         3 12 11 14 11 25  5 18  0  9  2 26 26 10 24  7 14 20  4  2  -  0  0  -
        22 16  4  3 10 21 12  5 21 14 19  5  -  8  5 18 11  5  5 15  0  -  0  0
         7  7 14 14  4 16 16 24 24 10  1  7 15  6 10 26  8 18 21 14  1  -  -  0
    """
    one = np.eye(27, dtype=np.int64)
    rows = [line.split() for line in shifts.strip().splitlines()]
    return np.block(
        [[one * 0 if k == "-" else np.roll(one, int(k), axis=1) for k in row] for row in rows]
    )
