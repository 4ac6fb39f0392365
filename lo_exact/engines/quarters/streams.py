"""Largest signed sums of a group of columns without a table, for groups of rank above 26.

All sums are still computed, a block at a time, but only those far above the mean are stored.  The
others are computed again when needed.  Costs about 6 ns for each form, 25 s for a rank of 32, and
the memory of the stored sums.
"""

from collections.abc import Callable, Iterator
from math import ceil, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.quarters.forms import Forms, Listing, added_up, blocks_of, independent_columns
from lo_exact.engines.quarters.memory import USUAL, QuartersSizes


class Stream:
    """One group's sums: the largest are stored, the others are recomputed on demand.

    Attributes:
        pivots: independent columns; bit i of a form is <pivots[i], z>.
        low: no sum is less.
        high: the largest sum.
        counts: number of forms with each sum from ``low`` to ``high``; an estimate below ``bar``.
        bar: least stored sum.
        start: sum of form 0.
    """

    def __init__(
        self,
        width: int,
        columns: Forms,
        amounts: IntArray,
        pause: Callable[[], object],
        sizes: QuartersSizes = USUAL,
    ):
        """Compute all sums once and store the largest ones.

        Args:
            width: number of bits.
            columns: bit vectors.
            amounts: (columns,) int64; their absolute values add up to less than 2^31.
            pause: called several times a second.
            sizes: no more than ``kept`` sums are kept, 12 bytes each; more of them raise the bar.
        """
        columns, amounts = added_up(columns, amounts)
        self.pivots: tuple[int, ...]
        self.pivots, self._places = independent_columns(width, columns)
        self._amounts, self._pause, self._sizes = amounts, pause, sizes
        self.start: int = int(amounts.sum())
        deviation = max(sqrt(float((amounts.astype(np.float64) ** 2).sum())), 1.0)
        self.low: int = -int(np.abs(amounts).sum())
        # with few amounts, -low (the largest possible sum) is the smaller of the two
        self.bar: int = min(ceil(sizes.deviations * deviation), -self.low)
        self._forms, self._sums = self._kept()
        self.high: int = int(self._sums.max(initial=self.bar))
        self.counts: IntArray = self._counted(deviation)

    def _blocks(self) -> Iterator[tuple[int, NDArray[Any]]]:
        """Compute all signed sums of the group again; yield blocks (first index, sums)."""
        rank, bits = len(self.pivots), self._sizes.block_bits
        return blocks_of(rank, self._places, self._amounts, self._pause, bits)

    def _kept(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Return all sums >= ``bar`` with their indices; raise ``bar`` if there are too many."""
        forms, sums, size = [], [], 0
        for first, block in self._blocks():
            here = np.flatnonzero(block >= self.bar)
            forms.append(here.astype(np.uint64) + np.uint64(first))
            sums.append(block[here].astype(np.int32))
            size += here.size
            if size > self._sizes.kept:
                values = np.concatenate(sums)
                self.bar = int(np.partition(values, size // 2)[size // 2]) + 1
                good = values >= self.bar
                forms, sums = [np.concatenate(forms)[good]], [values[good]]
                size = sums[0].size
        return np.concatenate(forms), np.concatenate(sums)

    def _counted(self, deviation: float) -> IntArray:
        """Count how often each sum occurs; counts of sums below ``bar`` are estimates."""
        values = np.arange(self.low, self.high + 1)
        density = np.exp(-((values / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))
        counts = np.rint(density * 2.0 ** (len(self.pivots) + 1)).astype(np.int64)
        counts[values % 2 != self.start % 2] = 0
        counts[self.bar - self.low :] = 0
        kept = np.bincount(self._sums - self.bar, minlength=self.high - self.bar + 1)
        counts[self.bar - self.low :] = kept
        return counts

    def octets(self) -> tuple[NDArray[np.uint8], int]:
        """Return a table of all sums, clipped to one byte each, and the sum that byte 0 stands for.

        A byte is (sum - ``below``) // 2, clipped; ``below`` is 510 less than the largest sum.  All
        sums are even or all are odd.  Takes one pass more and a byte a form.
        """
        table = np.zeros(1 << len(self.pivots), dtype=np.uint8)
        below = self.high - 2 * 255
        below += (self.start - below) % 2
        for first, block in self._blocks():
            part = np.clip(block, below, below + 2 * 255) - below
            table[first : first + block.size] = part >> 1
        return table, below

    def at_least(self, low: int, most: int) -> Iterator[Listing]:
        """Yield all sums of at least ``low`` with their indices (bits <pivot, z>), in batches.

        Args:
            low: the least sum.
            most: largest number of forms in a batch.
        """
        if low >= self.bar:
            here = np.flatnonzero(self._sums >= low)
            for begin in range(0, here.size, most):
                some = here[begin : begin + most]
                yield self._forms[some], self._sums[some]
            return
        forms, sums, size = [], [], 0
        for start, block in self._blocks():
            here = np.flatnonzero(block >= low)
            forms.append(here.astype(np.uint64) + np.uint64(start))
            sums.append(block[here])
            size += here.size
            if size >= most:
                yield np.concatenate(forms), np.concatenate(sums)
                forms, sums, size = [], [], 0
        if size:
            yield np.concatenate(forms), np.concatenate(sums)
