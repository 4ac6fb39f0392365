"""One window: all solutions that cost a given amount on a set of buttons.

The kernel in echelon form on the window's buttons says all: rows with a pivot inside tell what the
other buttons are, inside (the checks) and outside, and rows without one are *spans*, which may be
added freely.  A pattern on the window that closes its checks is one of as many solutions as there
are spans.

Patterns of cost t are met in the middle: sets of columns (a button and how often it is pressed) of
about half the cost are listed in buckets by their checks, the other halves are gone through, and
the sum of both holds the residues outside, so that their cost is read from it
(`lo_exact.compiled.windows`).  A pattern is one pair: its upper columns, from the last one down,
until they cost t - h or more, and the rest, below them, which costs h - P + 1 to h, where P is the
greatest cost of a column.

A list holds the sets of one cost, those with the lower greatest column first, so the sets below
some column are the first ones of their list:

    list(v) = for each column j in turn: the sets of list(v - cost j) below j's button, each plus j
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.windows.pairs import Buckets, Lanes, UpperSets, Words
from lo_exact.outcome import Watch

LIST_BYTES = 2**24
"""The upper halves are listed whole up to so much; else columns are put on top of shorter ones."""

KEPT_BYTES = 2**26
"""Lists of a window that are kept for its next cost."""


@dataclass(frozen=True)
class Prices:
    """What buttons cost, in whole units.

    Attributes:
        colours: c.
        units: (buttons,) the cost of one press.
        once: whether a pressed button costs that once, however often it is pressed.
    """

    colours: int
    units: IntArray
    once: bool

    def of(self, presses: IntArray) -> IntArray:
        """Return (rows, buttons), what each button costs there."""
        return (presses != 0 if self.once else presses) * self.units


def echelon_on(rows: IntArray, columns: IntArray, prime: int) -> tuple[IntArray, list[int]]:
    """Return rows in reduced echelon form on some columns, in their order, and the pivots.

    The first rows have the pivots; the others are 0 on all of these columns.
    """
    rows, pivots = rows.copy(), list[int]()
    for column in columns.tolist():
        top = len(pivots)
        there = np.flatnonzero(rows[top:, column])
        if not there.size:
            continue
        other = top + int(there[0])
        rows[[top, other]] = rows[[other, top]]
        rows[top] = rows[top] * pow(int(rows[top, column]), -1, prime) % prime
        hit = np.flatnonzero(rows[:, column])
        hit = hit[hit != top]
        rows[hit] = (rows[hit] - rows[hit, column, None] * rows[top]) % prime
        pivots.append(column)
        if len(pivots) == len(rows):
            break
    return rows, pivots


class Window:
    """A window, ready to be visited cost by cost.

    Every solution is ``first + pattern[pivots] @ rows + z @ steps`` mod c, for its pattern on the
    window and one z.

    Args:
        prices: of all buttons.
        inside: the buttons of the window; each costs something.
        outside: the others that cost something and are read from sums; none where all are inside.
        first: (buttons,) as above.
        pivots: places in ``inside``.
        rows: (pivots, buttons).
        steps: (steps, buttons).
        tests: (tests, 1 + inside + steps) sums of 1, the pattern and z that are 0 mod c.
    """

    def __init__(
        self,
        prices: Prices,
        inside: IntArray,
        outside: IntArray,
        first: IntArray,
        pivots: IntArray,
        rows: IntArray,
        steps: IntArray,
        tests: IntArray,
    ):
        self.prices: Prices = prices
        self.inside: IntArray = inside
        self._parts = first, pivots, rows, steps
        c, self._lanes = prices.colours, Lanes(prices.colours, once=prices.once)
        if len(tests) > self._lanes.count:
            # the first word chooses the bucket: random sums of all tests fill it well
            mixed = np.random.default_rng(len(tests)).integers(0, c, (self._lanes.count, len(tests)))
            tests = np.concatenate([mixed @ tests % c, tests])
        inner = np.zeros((inside.size, outside.size), dtype=np.int64)
        inner[pivots] = rows[:, outside]
        forms = np.concatenate([tests, np.vstack([first[outside], inner, steps[:, outside]]).T])
        times = np.arange(1, c)
        pressed = forms[:, 1 : 1 + inside.size, None] * times % c
        self._each = c - 1
        self._columns = self._lanes.packed(pressed.reshape(len(forms), times.size * inside.size))
        costs = np.outer(prices.units[inside], np.minimum(times, 1) if prices.once else times)
        self._costs = costs.ravel()
        self._own = np.arange(self._costs.size + 1) // self._each * self._each
        self.dearest: int = int(costs.max(axis=1, initial=0).sum())
        self._start = self._lanes.packed(forms[:, :1])
        powers = c ** np.arange(len(steps))
        self.spans: int = c ** len(steps)
        self._digits = np.arange(self.spans)[:, None] // powers % c
        self._spans = self._lanes.packed(forms[:, 1 + inside.size :] @ self._digits.T % c)
        marks = np.zeros((len(forms), 1), dtype=np.int64)
        marks[: len(tests)] = (1 << self._lanes.bits) - 1
        self._checks = self._lanes.packed(marks)[:, 0]
        self._planes, self._scales = self._costing(len(tests), prices.units[outside])
        self._forget()

    def _costing(self, tests: int, units: IntArray) -> tuple[Words, IntArray]:
        """Return (planes, words) bits outside, and (planes,) what each bit costs."""
        planes, scales = [], []
        for digit in range(1 if self.prices.once else self._each.bit_length()):  # of a residue
            for bit in range(int(units.max(initial=0)).bit_length()):  # of a price
                marks = np.zeros((tests + units.size, 1), dtype=np.int64)
                marks[tests:, 0] = (units >> bit & 1) << digit
                planes.append(self._lanes.packed(marks)[:, 0])
                scales.append(1 << digit + bit)
        shape = (len(planes), len(self._start))
        return np.array(planes, dtype=np.uint64).reshape(shape), np.array(scales, dtype=np.int64)

    def _forget(self) -> None:
        """Keep the list of the empty set alone."""
        self._lists = [np.zeros((len(self._start), 1), dtype=np.uint64)]
        self._bottoms = [np.full(1, self._costs.size, dtype=np.int32)]
        self._before = np.ones((1, self._costs.size + 1), dtype=np.int64)

    def _sizes(self, cost: int) -> IntArray:
        """Return for each column, and behind the last, how many sets of a cost are before it."""
        for value in range(len(self._before), cost + 1):
            rest = value - self._costs
            fewer = self._before[np.maximum(rest, 0), self._own[:-1]] * (rest >= 0)
            self._before = np.vstack([self._before, np.cumsum([0, *fewer])])
        sizes: IntArray = self._before[cost]
        return sizes

    def _fitting(self, cost: int, memory: float) -> int:
        """Return up to which cost, at most the given one, lists fit."""
        kept = min(cost, 1)
        while kept < cost and self.bytes_of(int(self._sizes(kept + 1)[-1])) <= memory:
            kept += 1
        return kept

    def bytes_of(self, sets: float) -> float:
        """Return the memory of a list of so many sets and of its buckets."""
        return sets * (16 * len(self._start) + 16)

    def _extend(self, cost: int, watch: Watch) -> None:
        """Make all lists up to a cost."""
        for value in range(len(self._lists), cost + 1):
            sizes = self._sizes(value)
            words = np.empty((len(self._start), sizes[-1]), dtype=np.uint64)
            bottoms = np.empty(sizes[-1], dtype=np.int32)
            for j in np.flatnonzero(np.diff(sizes)).tolist():
                watch.check()
                rest, part = value - int(self._costs[j]), slice(sizes[j], sizes[j + 1])
                shorter = self._lists[rest][:, : sizes[j + 1] - sizes[j]]
                words[:, part] = self._lanes.added(shorter, self._columns[:, j : j + 1])
                bottoms[part] = np.minimum(self._bottoms[rest][: sizes[j + 1] - sizes[j]], j)
            self._lists.append(words)
            self._bottoms.append(bottoms)

    def _patterns(self, cost: int, places: IntArray) -> IntArray:
        """Return the sets at some places of the list of a cost, (sets, inside) presses."""
        patterns = np.zeros((places.size, self.inside.size), dtype=np.int64)
        places, costs = places.copy(), np.full(places.size, cost)
        while costs.any():
            for value in np.unique(costs[costs > 0]).tolist():
                here = np.flatnonzero(costs == value)
                # the last column with no more sets before it than the place
                column = np.searchsorted(self._before[value], places[here], side="right") - 1
                patterns[here, column // self._each] = column % self._each + 1
                places[here] -= self._before[value][column]
                costs[here] -= self._costs[column]
        return patterns

    def _heads(
        self, cost: int, kept: int, start: Words, bound: int
    ) -> Iterator[tuple[int, Words, int, tuple[int, ...]]]:
        """Yield uppermost columns of sets, so that the rest is in a list that is kept.

        Yields:
            The cost of the rest, what is added to it, the column that it is below, and the columns
            on top, ascending.
        """
        if cost <= kept:
            yield cost, start, bound, ()
            return
        for j in np.flatnonzero(self._costs[:bound] <= cost).tolist():
            more = self._lanes.added(start, self._columns[:, j])
            rest = cost - int(self._costs[j])
            for left, total, below, top in self._heads(rest, kept, more, int(self._own[j])):
                yield left, total, below, (*top, j)

    def visit(
        self, cost: int, limit: int, watch: Watch, *, ties: bool, least: int, memory: int,
        compiled: bool,
    ) -> Iterator[IntArray]:  # fmt: skip
        """Yield solutions of a cost on the window that cost less than a limit in all.

        Args:
            cost: on the window.
            limit: of the whole cost; each hit lowers it.
            watch: the clock.
            ties: whether all of the least cost are met, each once; else the last one is the least.
            least: solutions that cost less are passed over.
            memory: bytes for lists.
            compiled: whether numba makes the loop; it takes half a second to begin.

        Yields:
            (some, buttons) presses.
        """
        half = self._fitting(cost // 2, memory / 2)
        dearest = int(self._costs.max(initial=1))
        for rest in range(max(half - dearest + 1, 0), half + 1):
            if not self._sizes(rest)[-1]:
                continue
            kept = self._fitting(cost - rest, LIST_BYTES)
            self._extend(max(kept, half), watch)
            table = Buckets(self._lists[rest], self._checks, self._lanes, compiled)
            # of each lowest column of an upper set, how many lower sets go with it
            room = self._sizes(rest)[self._own]
            room[:-1] *= self._costs > half - rest
            for left, start, bound, top in self._heads(
                cost - rest, max(kept, half), self._start[:, 0], self._costs.size
            ):
                room[-1] = room[top[0]] if top else cost == 0
                high = int(self._sizes(left)[bound])
                sets = UpperSets(
                    self._lists[left], self._bottoms[left], high, room, start, self._spans, cost,
                    self._planes, self._scales, limit, ties, least,
                )  # fmt: skip
                for lower, upper, span, limit in table.pairs(sets, watch):
                    pattern = self._patterns(rest, lower) + self._patterns(left, upper)
                    for j in top:
                        pattern[:, j // self._each] = j % self._each + 1
                    yield self._presses(pattern, self._digits[span])
        if self.bytes_of(sum(words.shape[1] for words in self._lists)) > KEPT_BYTES:
            self._forget()

    def _presses(self, patterns: IntArray, digits: IntArray) -> IntArray:
        """Return (rows, buttons), the solutions of patterns and spans."""
        first, pivots, rows, steps = self._parts
        presses = (first + patterns[:, pivots] @ rows + digits @ steps) % self.prices.colours
        presses[:, self.inside] = patterns
        return presses
