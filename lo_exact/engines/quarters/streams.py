"""A group's largest sums without a table of all its sums: for ranks above 26.

All sums are still made, a block at a time, but only those far above the mean are kept.  What was
not kept is made once more when it is asked for.  Costs about 6 ns for each form, 25 s for a rank of
32, and the memory of what is kept.

A single sum is looked up from the bits <u, z> themselves: they are linear in z, so those of a pair
are the exclusive or of two rows of words, and the sum is the amounts' total less twice the amounts
of the bits that differ from the amounts' signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.quarters.forms import Forms, added_up, blocks_of, pivots_of

DEVIATIONS = 2.6
"""Sums so many standard deviations above 0 are kept at first, 1 of 200."""

MAX_KEPT = 2**24
"""The most sums of a group that are kept, 12 bytes each; more of them raise the bar."""

ROWS = 2**14
"""Rows of words compared together."""

Words = NDArray[np.uint64]


class Stream:
    """One group's sums, made when they are wanted.

    Attributes:
        pivots: independent columns; bit i of a form is <pivots[i], z>.
        low: the least sum that is counted.
        high: the largest sum.
        counts: how many forms have each sum from ``low`` to ``high``; an estimate below ``bar``.
        bar: sums from here on are kept.
        start: the sum of form 0.
    """

    def __init__(self, width: int, columns: Forms, amounts: IntArray, pause: Callable[[], object]):
        self._columns, amounts = added_up(columns, amounts)
        self.pivots, self._places = pivots_of(width, self._columns)
        self._amounts, self._pause = amounts, pause
        speaking = amounts != 0
        self._columns, amounts = self._columns[speaking], amounts[speaking]
        weights = np.abs(amounts)
        self.start, self._total = int(amounts.sum()), int(weights.sum())
        self._negative = words_of(amounts < 0)
        self._slices = [
            (1 << bit, words_of(weights >> bit & 1))
            for bit in range(int(weights.max(initial=0)).bit_length())
        ]
        deviation = max(sqrt(float((amounts.astype(np.float64) ** 2).sum())), 1.0)
        self.bar = ceil(DEVIATIONS * deviation)
        self._forms, self._sums = self._kept()
        self.high = int(self._sums.max(initial=self.bar))
        self.low = -self.high
        self.counts = self._counted(deviation)

    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Return the forms with sums from the bar on, and the sums; raise the bar for too many."""
        forms, sums, size = [], [], 0
        for first, block in blocks_of(len(self.pivots), self._places, self._amounts, self._pause):
            here = np.flatnonzero(block >= self.bar)
            forms.append(here.astype(np.uint64) + np.uint64(first))
            sums.append(block[here].astype(np.int32))
            size += here.size
            if size > MAX_KEPT:
                values = np.concatenate(sums)
                self.bar = int(np.partition(values, size // 2)[size // 2]) + 1
                good = values >= self.bar
                forms, sums = [np.concatenate(forms)[good]], [values[good]]
                size = sums[0].size
        return np.concatenate(forms), np.concatenate(sums)

    def _counted(self, deviation: float) -> IntArray:
        """Return how many forms have each sum: as kept, or of a normal distribution."""
        values = np.arange(self.low, self.high + 1)
        density = np.exp(-((values / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))
        counts = (density * 2.0 ** (len(self.pivots) + 1)).astype(np.int64) + 1
        counts[values % 2 != self._total % 2] = 0
        counts[self.bar - self.low :] = 0
        kept = np.bincount(self._sums - self.bar, minlength=self.high - self.bar + 1)
        counts[self.bar - self.low :] = kept
        return counts

    def least_from(self, sum_: int) -> int:
        """Return a sum that no form's from ``sum_`` on is below; above all where none is."""
        there = np.flatnonzero(self.counts[max(sum_ - self.low, 0) :])
        return max(sum_, self.low) + int(there[0]) if there.size else self.high + 1

    def between(self, low: int, high: int, most: int) -> Iterator[tuple[Forms, IntArray]]:
        """Yield forms with sums from ``low`` to ``high`` and the sums, about ``most`` at a time."""
        if low >= self.bar:
            here = np.flatnonzero((self._sums >= low) & (self._sums <= high))
            for start in range(0, here.size, most):
                some = here[start : start + most]
                yield self._forms[some], self._sums[some].astype(np.int64)
            return
        forms, sums, size = [], [], 0
        for first, block in blocks_of(len(self.pivots), self._places, self._amounts, self._pause):
            here = np.flatnonzero((block >= low) & (block <= high))
            forms.append(here.astype(np.uint64) + np.uint64(first))
            sums.append(block[here].astype(np.int64))
            size += here.size
            if size >= most:
                yield np.concatenate(forms), np.concatenate(sums)
                forms, sums, size = [], [], 0
        if size:
            yield np.concatenate(forms), np.concatenate(sums)

    def images(self, vectors: Sequence[int]) -> Words:
        """Return (vectors, words) the bits <u, vector> for all columns u."""
        rows = [
            words_of(np.bitwise_count(self._columns & np.uint64(vector)) & 1) for vector in vectors
        ]
        return np.array(rows, dtype=np.uint64).reshape(len(vectors), self._negative.size)

    def handles(self, images: Words, forms: Forms) -> Words:
        """Return (forms, words) the sum of the images of each form's bits."""
        out = np.zeros((forms.size, images.shape[1]), dtype=np.uint64)
        for start in range(0, images.shape[0], 8):
            table = np.zeros((1, images.shape[1]), dtype=np.uint64)
            for image in images[start : start + 8]:
                table = np.concatenate([table, table ^ image])
            out ^= table[(forms >> np.uint64(start)).astype(np.intp) & (table.shape[0] - 1)]
        return out

    def at(self, x: Words, i: NDArray[np.intp], y: Words, j: NDArray[np.intp]) -> IntArray:
        """Return the sums at the vectors that belong to the pairs of handles x[i] and y[j]."""
        out = np.empty(i.size, dtype=np.int64)
        for start in range(0, i.size, ROWS):
            some = slice(start, start + ROWS)
            differ = x[i[some]]
            differ ^= y[j[some]]
            differ ^= self._negative
            lost = np.zeros(differ.shape[0], dtype=np.int64)
            for scale, mask in self._slices:
                part = differ if len(self._slices) == 1 else differ & mask
                lost += scale * np.bitwise_count(part).sum(axis=1, dtype=np.int64)
            out[some] = self._total - 2 * lost
        return out


def words_of(bits: NDArray[Any]) -> Words:
    """Pack bits into words of 64, filled with zeros."""
    padded = np.zeros(-(-bits.size // 64) * 64, dtype=np.uint8)
    padded[: bits.size] = bits
    return np.packbits(padded, bitorder="little").view(np.uint64)
