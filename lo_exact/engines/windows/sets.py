"""Sums of sets of columns, listed by cost, in 64-bit words divided into lanes for residues.

A list holds the sets of one cost, those with the lower greatest column first, so the sets below
some column are the first ones of their list, and a list is made from shorter ones:

    list(v) = for each column j in turn: the sets of list(v - cost j) below j's button, each plus j

A button has a column for each number of presses, one after the other, and a set has one of them at
most.

A lane holds a residue below c in the fewest bits b with c <= 2^(b-1).  Two residues add up to
2c - 2 at most, which stays inside the lane; 2^(b-1) - c more sets its highest bit exactly where
the sum is c or more, and there c is taken away.  So a sum of words is six operations, whatever the
number of lanes: 21 for three colours, 16 for four.  For two colours a lane is a bit, and XOR adds.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.outcome import Watch

Words = NDArray[np.uint64]

WORD_BITS = 64
"""Bits of a word, divided into lanes for residues."""


class Lanes:
    """Arithmetic on 64-bit words divided into lanes, each a residue mod c.

    Attributes:
        bits: bits of a lane.
        count: lanes of a word: 64 for two colours, 21 for three, 16 for four and five.
        constants: lift, highest bits, their position, c, c in each lane.
    """

    def __init__(self, colours: int):
        self.colours: int = colours
        self.bits: int = 1 if colours == 2 else (colours - 1).bit_length() + 1
        self.count: int = WORD_BITS // self.bits
        ones, half = sum(1 << self.bits * i for i in range(self.count)), 1 << self.bits - 1
        # with two colours, only the constant c is used
        lift, each = (0, 0) if colours == 2 else (ones * (half - colours), ones * colours)
        numbers = [lift, ones * half, self.bits - 1, colours, each]
        self.constants: Words = np.array(numbers, dtype=np.uint64)

    def packed(self, residues: IntArray) -> Words:
        """Pack residues of shape (lanes, columns) into words of shape (words, columns)."""
        rows, columns = residues.shape
        words = max(-(-rows // self.count), 1)
        filled = np.zeros((words * self.count, columns), dtype=np.uint64)
        filled[:rows] = residues
        places = np.arange(self.count, dtype=np.uint64) * np.uint64(self.bits)
        shifted = filled.reshape(words, self.count, columns) << places[:, None]
        found: Words = np.bitwise_or.reduce(shifted, axis=1)
        return found

    def added(self, words: Words, other: Words) -> Words:
        """Return the sum modulo c in each lane."""
        if self.colours == 2:
            return words ^ other
        lift, high, shift, colours, _ = self.constants
        total = words + other
        total -= (((total + lift) & high) >> shift) * colours
        return total

    def negative(self, words: Words) -> Words:
        """Return the negative modulo c in each lane."""
        return words if self.colours == 2 else self.added(self.constants[4] - words, words * 0)


class SetLists:
    """Lists of the sums of all sets of columns, one list for each cost.

    Args:
        lanes: the arithmetic.
        columns: (words, columns).
        costs: (columns,) whole numbers >= 1.

    Attributes:
        own: (columns + 1,) first column of each column's button, and the end.
        words: for each computed cost the sums of its sets, (words, sets).
        bottoms: for each cost the lowest column of each set; for the empty set, their number.
    """

    words: list[Words]
    bottoms: list[NDArray[np.int32]]

    def __init__(self, lanes: Lanes, columns: Words, costs: IntArray):
        self._lanes, self._columns = lanes, columns
        self.costs: IntArray = costs
        self._each = lanes.colours - 1
        self.own: IntArray = np.arange(costs.size + 1) // self._each * self._each
        self._before = np.ones((1, costs.size + 1), dtype=np.int64)
        self.forget()

    def forget(self) -> None:
        """Delete all lists except that of the empty set."""
        self.words = [np.zeros((len(self._columns), 1), dtype=np.uint64)]
        self.bottoms = [np.full(1, self.costs.size, dtype=np.int32)]

    def sizes(self, cost: int) -> IntArray:
        """Return an array: entry j counts the sets of cost ``cost`` with all columns below j."""
        for value in range(len(self._before), cost + 1):
            rest = value - self.costs
            fewer = self._before[np.maximum(rest, 0), self.own[:-1]] * (rest >= 0)
            self._before = np.vstack([self._before, np.cumsum([0, *fewer])])
        sizes: IntArray = self._before[cost]
        return sizes

    def fitting(self, cost: int, memory: float) -> int:
        """Return the largest cost up to ``cost`` whose list and buckets fit ``memory`` bytes."""
        kept = min(cost, 1)
        while kept < cost and self.bytes_of(int(self.sizes(kept + 1)[-1])) <= memory:
            kept += 1
        return kept

    def bytes_of(self, sets: float) -> float:
        """Return the memory in bytes of a list of ``sets`` sets and of its buckets."""
        return sets * (16 * len(self._columns) + 32)

    def extend(self, cost: int, watch: Watch) -> None:
        """Extend the lists to the sets of every cost up to ``cost``."""
        for value in range(len(self.words), cost + 1):
            sizes = self.sizes(value)
            words = np.empty((len(self._columns), sizes[-1]), dtype=np.uint64)
            bottoms = np.empty(sizes[-1], dtype=np.int32)
            for j in np.flatnonzero(np.diff(sizes)).tolist():
                watch.check()
                rest, part = value - int(self.costs[j]), slice(sizes[j], sizes[j + 1])
                below = slice(sizes[j + 1] - sizes[j])
                shorter, column = self.words[rest][:, below], self._columns[:, j : j + 1]
                words[:, part] = self._lanes.added(shorter, column)
                bottoms[part] = np.minimum(self.bottoms[rest][below], j)
            self.words.append(words)
            self.bottoms.append(bottoms)

    def presses(self, cost: int, places: IntArray) -> IntArray:
        """Return the sets at the given positions of a list, as presses of shape (sets, buttons)."""
        presses = np.zeros((places.size, self.costs.size // self._each), dtype=np.int64)
        places, costs = places.astype(np.int64), np.full(places.size, cost)
        while costs.any():
            for value in np.unique(costs[costs > 0]).tolist():
                here = np.flatnonzero(costs == value)
                # a set's greatest column: the last with at most `place` sets before it in the list
                column = np.searchsorted(self._before[value], places[here], side="right") - 1
                self.press(presses, here, column)
                places[here] -= self._before[value][column]
                costs[here] -= self.costs[column]
        return presses

    def press(self, presses: IntArray, rows: Any, column: Any) -> None:
        """Set, in the given rows, the presses of the button that ``column`` stands for."""
        presses[rows, column // self._each] = column % self._each + 1

    def heads(
        self, cost: int, kept: int, start: Words, bound: int, low: int, high: int
    ) -> Iterator[tuple[int, Words, slice, tuple[int, ...]]]:
        """Enumerate the sets of one cost, each as some highest columns plus a set in a stored list.

        Args:
            cost: of the sets.
            kept: largest cost with a stored list.
            start: word added to each sum.
            bound: the columns are below this one.
            low: number of the first wanted set in the list of all
            high: number of the last one plus 1.

        Yields:
            The cost of the rest, the word to add, the range in its list, and the
            columns on top, ascending.
        """
        sizes = self.sizes(cost)
        if cost <= kept:
            yield cost, start, slice(max(low, 0), min(high, int(sizes[bound]))), ()
            return
        ahead = np.minimum(sizes[:bound], high) < np.minimum(sizes[1 : bound + 1], high)
        for j in np.flatnonzero(ahead & (sizes[1 : bound + 1] > low)).tolist():
            more, before = self._lanes.added(start, self._columns[:, j]), int(sizes[j])
            rest = cost - int(self.costs[j])
            for left, total, part, top in self.heads(
                rest, kept, more, int(self.own[j]), low - before, high - before
            ):
                yield left, total, part, (*top, j)
