"""Sums of columns packed in words of 64 bits: XOR for two colours, lanes mod c for more.

A lane holds a residue below c in the fewest bits b with c <= 2^(b-1).  Two residues add up to
2c - 2 at most, which stays inside the lane; 2^(b-1) - c more sets its highest bit exactly where the
sum is c or more, and there c is taken away.  So a sum of words is six operations, whatever the
number of lanes: 21 for three colours, 16 for four.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

WORD_BITS = 64


class LaneWords:
    """Arithmetic of words whose lanes are residues mod c.

    Args:
        colours: c, 2..2^31.

    Attributes:
        lanes: how many a word has.
    """

    def __init__(self, colours: int):
        self.colours: int = colours
        self._bits = 1 if colours == 2 else (colours - 1).bit_length() + 1
        self.lanes: int = WORD_BITS // self._bits
        ones = sum(1 << self._bits * lane for lane in range(self.lanes))
        self._high = np.uint64(ones << (self._bits - 1))
        self._lift = np.uint64(ones * ((1 << (self._bits - 1)) - colours) if colours > 2 else 0)
        self._all = np.uint64(ones * colours if colours > 2 else 0)
        self._shift, self._colours = np.uint64(self._bits - 1), np.uint64(colours)

    def packed(self, residues: NDArray[np.int64]) -> Words:
        """Return (columns,) words of (lanes or fewer, columns) residues 0..c-1."""
        places = np.arange(len(residues), dtype=np.uint64) * np.uint64(self._bits)
        shifted = residues.T.astype(np.uint64) << places
        found: Words = shifted.sum(axis=1, dtype=np.uint64)
        return found

    def sum(self, words: Words, other: np.uint64 | Words) -> Words:
        """Return words + other, lane by lane mod c."""
        if self.colours == 2:
            return words ^ other
        total = words + other
        over = ((total + self._lift) & self._high) >> self._shift
        total -= over * self._colours
        return total

    def missing(self, words: Words, wanted: np.uint64) -> Words:
        """Return wanted - words, lane by lane mod c."""
        if self.colours == 2:
            return words ^ wanted
        # c - 0 is c, which a sum with 0 brings back to 0
        return self.sum(self.sum(self._all - words, np.uint64(0)), wanted)
