"""Exact matrix products mod q from floating point products.

A product of residues is a sum of k terms below q^2.  While that stays below 2^53 (2^24 in single
precision) every partial sum is an integer that the float holds exactly, in whatever order BLAS
adds.  Beyond that, one factor is split into halves of `HALF_BITS` bits, and k into runs of
`RUN_TERMS` terms: 2^31 x 2^16 x 2^5 = 2^52.  Dumas, Giorgi and Pernet (2008) do the same for finite
fields.

Products are cut into tiles that OpenBLAS leaves to one thread: its other threads wait actively, and
on a busy machine cost up to 20 times the work.
"""

from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray

RUN_TERMS = 32
"""Terms that are added up before the sum is reduced, see above."""

HALF_BITS = 16
"""Bits of a half of a factor, see above."""

TILE = 2**18
"""Multiplications in a tile; above this OpenBLAS starts threads."""


def product(left: NDArray[Any], right: NDArray[Any], modulus: int) -> IntArray:
    """Return left @ right mod modulus, exactly.

    Args:
        left: (a, k) integers in 0..modulus-1.
        right: (k, b) integers in 0..modulus-1.
        modulus: at most 2**31.

    Returns:
        (a, b) int64 in 0..modulus-1.
    """
    terms = left.shape[1]
    largest = terms * (modulus - 1) ** 2
    if largest < 2**53:
        kind = np.float32 if largest < 2**24 else np.float64
        out: IntArray = _multiply(left.astype(kind), right.astype(kind)).astype(np.int64)
        out %= modulus
        return out
    out = np.zeros((left.shape[0], right.shape[1]), dtype=np.int64)
    for low in range(0, terms, RUN_TERMS):
        a = left[:, low : low + RUN_TERMS].astype(np.float64)
        b = right[low : low + RUN_TERMS].astype(np.int64)
        upper = _multiply(a, (b >> HALF_BITS).astype(np.float64)).astype(np.int64) % modulus
        lower = _multiply(a, (b & (1 << HALF_BITS) - 1).astype(np.float64)).astype(np.int64)
        out += ((upper << HALF_BITS) + lower) % modulus
        out %= modulus
    return out


def _multiply(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """Return the matrix product of two float arrays, computed tile by tile."""
    # BLAS kernels also compute on padding, which can set the "invalid" flag.  All entries here
    # are finite integers with sums below 2**53, so no entry of the result is ever invalid.
    with np.errstate(invalid="ignore"):
        return _multiply_tiles(left, right)


def _multiply_tiles(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    (height, terms), width = left.shape, right.shape[1]
    if height * terms * width <= TILE:
        small: NDArray[Any] = left @ right
        return small
    side = max(8, isqrt(TILE // terms))
    down = min(height, side)
    across = min(width, max(8, TILE // (terms * down)))
    down = min(height, max(8, TILE // (terms * across)))
    out = np.empty((height, width), dtype=left.dtype)
    for i in range(0, height, down):
        for j in range(0, width, across):
            out[i : i + down, j : j + across] = left[i : i + down] @ right[:, j : j + across]
    return out
