"""Sums of columns by their price: lists made from shorter lists, and which columns made a sum.

A list holds the sums of all sets of columns of one price, sets with the lower greatest column
first.  So the sets below some column are the first ones of their list, and the list of price v is
the parts of shorter lists with one more column on top:

    list(v) = for each column j in turn: the sets of list(v - price_j) below j, each plus column j

With more than two colours a button has a column for each number of presses, one after the other,
and a set has one of them at most: "below j" is then below the first column of j's button.

A list too long to be kept is gone through in blocks the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.middle.words import LaneWords, Words

BLOCK = 2**18
"""Sums that are looked at together."""

SORTED_TOGETHER = 2**22
"""Sums that are sorted without a look at the clock: 0.1 to 0.4 seconds."""


def _no_pause() -> None:
    """Go on."""


class ColumnSums:
    """The lists of sums of columns.

    Args:
        columns: (columns,) each as the bits of a word.
        prices: (columns,) whole numbers >= 1.
        each: how many columns a button has, one after the other.
        words: how columns are added.
        pause: called some times a second while lists are made; it may raise.
    """

    def __init__(
        self,
        columns: Words,
        prices: IntArray,
        *,
        each: int = 1,
        words: LaneWords | None = None,
        pause: Callable[[], object] = _no_pause,
    ):
        self.pause = pause
        self.columns: Words = columns
        self.each = each
        self.words: LaneWords = words or LaneWords(2)
        self.prices: list[int] = prices.tolist()
        self._below = [np.ones(len(self.prices) + 1, dtype=object)]
        self._kept: list[Words] = [np.zeros(1, dtype=np.uint64)]

    def first(self, column: int) -> int:
        """Return the first column of a column's button."""
        return column - column % self.each

    def below(self, price: int) -> NDArray[np.object_]:
        """Return for each column, and behind the last, how many sets of columns before there are.

        Args:
            price: of the sets.
        """
        for more in range(len(self._below), price + 1):
            row = [0]
            for j, own in enumerate(self.prices):
                before = self._below[more - own][self.first(j)] if own <= more else 0
                row.append(row[-1] + before)
            self._below.append(np.array(row, dtype=object))
        return self._below[price]

    def size(self, price: int) -> int:
        """Return how many sets have a price."""
        return int(self.below(price)[-1])

    @property
    def kept(self) -> int:
        """Lists up to this price are kept."""
        return len(self._kept) - 1

    def keep(self, price: int) -> Words:
        """Return the list of a price, and keep all up to it."""
        for more in range(len(self._kept), price + 1):
            made = np.empty(self.size(more), dtype=np.uint64)
            for j, own in enumerate(self.prices):
                if own <= more:
                    self.pause()
                    fewer = self._kept[more - own][: self.below(more - own)[self.first(j)]]
                    start = self.below(more)[j]
                    made[start : start + fewer.size] = self.words.sum(fewer, self.columns[j])
            self._kept.append(made)
        return self._kept[price]

    def blocks(self, price: int, columns: int = -1) -> Iterator[tuple[Words, int]]:
        """Yield the list of a price piece by piece: sums, and the place of the first of them.

        Args:
            price: of the sets.
            columns: how many columns may be in them; by default all.
        """
        count = len(self.prices) if columns < 0 else columns
        if price <= self.kept:
            whole = self._kept[price][: self.below(price)[count]]
            for low in range(0, whole.size, BLOCK):
                yield whole[low : low + BLOCK], low
            return
        for j in range(count):
            if self.prices[j] <= price:
                start = self.below(price)[j]
                for sums, place in self.blocks(price - self.prices[j], self.first(j)):
                    yield self.words.sum(sums, self.columns[j]), start + place

    def sets(self, price: int, places: IntArray) -> tuple[NDArray[np.bool_], IntArray, IntArray]:
        """Return the sets whose sums stand at some places of a list.

        Args:
            price: of the sets.
            places: (sets,) places in the list.

        Returns:
            (sets, columns) which columns are in them, and the greatest and the least of each; for
            the empty set -1 and the number of columns.
        """
        size, columns = places.size, len(self.prices)
        chosen = np.zeros((size, columns), dtype=np.bool_)
        top = np.full(size, -1, dtype=np.int64)
        bottom = np.full(size, columns, dtype=np.int64)
        place = places.astype(np.int64)
        left = np.full(size, price, dtype=np.int64)
        cost = np.array(self.prices, dtype=np.int64)
        while left.any():
            for value in np.unique(left[left > 0]).tolist():
                here = np.flatnonzero(left == value)
                row = self.below(value).astype(np.int64)
                # the last column with no more sets below it than the place
                column = np.searchsorted(row, place[here], side="right") - 1
                chosen[here, column] = True
                bottom[here] = column
                top[here] = np.where(top[here] < 0, column, top[here])
                place[here] -= row[column]
                left[here] -= cost[column]
        return chosen, top, bottom


class SortedSums:
    """A list of sums in which others are looked up: a table of bytes first, then a search.

    Args:
        sums: The list.
        pause: called some times a second while the list is sorted and searched; it may raise.
    """

    SPREAD = np.uint64(0x9E3779B97F4A7C15)
    MOST_BITS = 27

    def __init__(self, sums: Words, pause: Callable[[], object] = _no_pause):
        self.sums = sums
        self.pause = pause
        self._sorted = np.empty_like(sums)
        for low in range(0, sums.size, SORTED_TOGETHER):
            pause()
            part = slice(low, low + SORTED_TOGETHER)
            self._sorted[part] = sums[part]
        self._sort(self._sorted)
        bits = min(max(int(sums.size).bit_length() + 3, 8), self.MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._there = np.zeros(1 << bits, dtype=np.bool_)
        for low in range(0, sums.size, BLOCK):
            pause()
            self._there[self._slots(sums[low : low + BLOCK])] = True

    def _sort(self, part: Words) -> None:
        """Sort in place, by halves, so that no step is long: `sort` alone does not pause."""
        self.pause()
        if part.size > SORTED_TOGETHER:
            middle = part.size // 2
            part.partition(middle)
            self._sort(part[:middle])
            self._sort(part[middle:])
        else:
            part.sort()

    def _slots(self, sums: Words) -> Words:
        return (sums * self.SPREAD) >> self._shift

    def held(self, wanted: Words) -> IntArray:
        """Return the places of those of some sums that are in the list."""
        near = np.flatnonzero(self._there[self._slots(wanted)])
        values = wanted[near]
        place = np.searchsorted(self._sorted, values)
        place[place == self._sorted.size] = 0
        held: IntArray = near[self._sorted[place] == values]
        return held

    def pairs(self, wanted: Words) -> tuple[IntArray, IntArray]:
        """Return (place in ``wanted``, place in the list) of all pairs that are equal.

        One pass over the list: for few sums that are in it.
        """
        order = np.argsort(wanted, kind="stable")
        ascending = wanted[order]
        first, second = [], []
        for low in range(0, self.sums.size, BLOCK):
            self.pause()
            block = self.sums[low : low + BLOCK]
            start = np.searchsorted(ascending, block, side="left")
            many = np.searchsorted(ascending, block, side="right") - start
            total = int(many.sum())
            if total:
                within = np.arange(total) - np.repeat(np.cumsum(many) - many, many)
                first.append(order[np.repeat(start, many) + within])
                second.append(np.repeat(np.arange(low, low + block.size), many))
        if not first:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        return np.concatenate(first), np.concatenate(second)
