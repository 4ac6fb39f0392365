"""Signed sums over the elements of a kernel over GF(2), and hill climbing for a large value."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.coset.search import Words

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class SignedSum:
    """Function S(z) = sum amounts[i] * (-1)^<columns[i], z> of a bit vector z."""

    places: tuple[int, ...]
    """Of each bit of z, from the highest, the bit's worth in the whole key; descending."""
    columns: Words
    """(classes,) uint64, distinct, 1..2^k - 1."""
    amounts: IntArray
    """(classes,) int64, none 0, absolute values summing to less than 2^62."""

    @property
    def width(self) -> int:
        """Number of bits of z, 0..62."""
        return len(self.places)

    def value(self, z: int) -> int:
        """Return the value S(z)."""
        odd = parity(self.columns & np.uint64(z))
        return int(self.amounts.sum()) - 2 * int(self.amounts[odd].sum())


def parity(words: Words) -> NDArray[np.bool_]:
    """Return whether each word has an odd number of bits."""
    folded = words ^ (words >> np.uint64(32))
    for shift in (16, 8, 4, 2, 1):
        folded = folded ^ (folded >> np.uint64(shift))
    return (folded & np.uint64(1)).astype(bool)


def climbed(target: SignedSum, starts: int) -> int:
    """Return a local maximum, found by flipping the best bit from several starting elements."""
    bits = np.arange(target.width, dtype=np.uint64)
    # floating-point numbers only guide the search
    has = ((target.columns[:, None] >> bits) & np.uint64(1)).astype(np.float64)
    elements = np.arange(starts, dtype=np.uint64) * _GOLDEN >> np.uint64(64 - max(target.width, 1))
    odd = np.array([parity(target.columns & z) for z in elements]).reshape(starts, -1)
    terms = np.where(odd, -1.0, 1.0) * target.amounts
    for _ in range(target.width * 4):
        gains = -(terms @ has)
        which = gains.argmax(axis=1) if target.width else np.zeros(starts, dtype=np.int64)
        better = np.flatnonzero(gains[np.arange(starts), which] > 0) if target.width else which[:0]
        if not better.size:
            break
        elements[better] ^= np.uint64(1) << which[better].astype(np.uint64)
        terms[better] *= 1 - 2 * has[:, which[better]].T
    return max((int(z) for z in elements), key=target.value)
