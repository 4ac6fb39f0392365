"""Words of lanes, and pairs of sums that close all checks: by numpy, or by a compiled loop.

A lane holds a residue below c in the fewest bits b with c <= 2^(b-1).  Two residues add up to
2c - 2 at most, which stays inside the lane; 2^(b-1) - c more sets its highest bit exactly where
the sum is c or more, and there c is taken away.  So a sum of words is six operations, whatever the
number of lanes: 21 for three colours, 16 for four.  For two colours a lane is a bit, and XOR adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.outcome import Watch

Words = NDArray[np.uint64]

WORD_BITS = 64

PAUSE = 2**25
"""Pairs between two looks at the clock: some 0.03 to 0.3 seconds."""

BLOCK = 2**18
"""Pairs that numpy looks at together."""

HITS = 2**14

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: the highest bits of a product with it name a bucket."""

MAX_BUCKET_BITS = 24
NUMBER_BITS = 32


class Lanes:
    """Arithmetic of words whose lanes are residues mod c.

    Attributes:
        count: lanes of a word: 64 for two colours, 21 for three, 16 for four and five.
        constants: lift, highest bits, their place, c, c in each lane; and the bits of a lane where
            a button costs once whatever its residue, else 1.
    """

    def __init__(self, colours: int, *, once: bool = False):
        self.colours: int = colours
        self.bits: int = 1 if colours == 2 else (colours - 1).bit_length() + 1
        self.count: int = WORD_BITS // self.bits
        ones = sum(1 << self.bits * lane for lane in range(self.count))
        half = 1 << self.bits - 1
        numbers = [0, 0, 0, 2, 0, 1] if colours == 2 else [
            ones * (half - colours), ones * half, self.bits - 1, colours, ones * colours,
            self.bits if once else 1,
        ]  # fmt: skip
        self.constants: Words = np.array(numbers, dtype=np.uint64)

    def packed(self, residues: IntArray) -> Words:
        """Return (words, columns) of (lanes, columns) residues 0..c-1; one word at least."""
        rows, columns = residues.shape
        words = max(-(-rows // self.count), 1)
        filled = np.zeros((words * self.count, columns), dtype=np.uint64)
        filled[:rows] = residues
        places = np.arange(self.count, dtype=np.uint64) * np.uint64(self.bits)
        shifted = filled.reshape(words, self.count, columns) << places[:, None]
        found: Words = np.bitwise_or.reduce(shifted, axis=1)
        return found

    def added(self, words: Words, other: Words) -> Words:
        """Return the sum, lane by lane mod c."""
        if self.colours == 2:
            return words ^ other
        lift, high, shift, colours = self.constants[:4]
        total = words + other
        total -= (((total + lift) & high) >> shift) * colours
        return total

    def negative(self, words: Words) -> Words:
        """Return what is missing to 0, lane by lane."""
        return words if self.colours == 2 else self.added(self.constants[4] - words, words * 0)


class UpperSets(NamedTuple):
    """The upper sets that are gone through, and what pairs with them are hits.

    Attributes:
        words: (words, sums) of them.
        bottoms: (sums,) the lowest column of each; one past the last for the empty set.
        high: how many of them are gone through.
        room: (columns + 1,) how many lower sets stand below each column.
        start: (words,) what is added to each sum.
        spans: (words, spans) what is added besides, one after the other.
        base: the cost inside the window.
        planes: (planes, words) bits that cost, and
        scales: (planes,) how much each.
        limit: hits cost less in all.
        ties: whether all of the least cost are hits; else each is cheaper than those before.
        least: hits cost at least so much.
    """

    words: Words
    bottoms: NDArray[np.int32]
    high: int
    room: IntArray
    start: Words
    spans: Words
    base: int
    planes: Words
    scales: IntArray
    limit: int
    ties: bool
    least: int


Hits = tuple[IntArray, IntArray, IntArray, int]
"""Numbers of lower sets, upper sets and spans, and the limit from now on."""


class Buckets:
    """Lower sets by their checks, and in a bucket by their number.

    Args:
        words: (words, sums) of them.
        checks: (words,) the bits that are checks.
        lanes: the arithmetic.
        compiled: whether numba makes the loops.
    """

    def __init__(self, words: Words, checks: Words, lanes: Lanes, compiled: bool):
        self._checks, self._lanes, self._compiled = checks, lanes, compiled
        closed = int(checks[0]).bit_count() // lanes.bits * (lanes.colours - 1).bit_length()
        bits = min(closed + 1, words.shape[1].bit_length(), MAX_BUCKET_BITS) if closed else 1
        self._shift = np.uint64(WORD_BITS - bits)
        if compiled:
            from lo_exact.compiled.windows import put_in_buckets

            self._starts = np.zeros((1 << bits) + 2, dtype=np.int64)
            self._table = np.empty_like(words)
            self._numbers: NDArray[Any] = np.empty(words.shape[1], dtype=np.uint32)
            put_in_buckets(
                words, checks[0], self._shift, self._starts, self._table, self._numbers
            )
            return
        buckets = self._bucket(words[0])
        order = np.argsort(buckets, kind="stable")
        self._numbers, self._table = order, words[:, order]
        self._starts = np.searchsorted(buckets[order], np.arange((1 << bits) + 1, dtype=np.uint64))
        self._ranked = (buckets[order] << np.uint64(NUMBER_BITS)) + order.astype(np.uint64)

    def _bucket(self, words: Words) -> Words:
        return ((words & self._checks[0]) * SPREAD) >> self._shift

    def pairs(self, sets: UpperSets, watch: Watch) -> Iterator[Hits]:
        """Yield hits; each pair is met once."""
        yield from (self._compiled_pairs if self._compiled else self._numpy_pairs)(sets, watch)

    def _compiled_pairs(self, sets: UpperSets, watch: Watch) -> Iterator[Hits]:
        from lo_exact.compiled.windows import AT, BUDGET, FOUND, LEAST, LIMIT, TIES, scan

        state = np.zeros(7, dtype=np.int64)
        state[[LIMIT, TIES, LEAST, BUDGET]] = sets.limit, sets.ties, sets.least, PAUSE
        hits = np.zeros((3, HITS), dtype=np.int64)
        scratch, over = np.zeros_like(sets.start), False
        while not over:
            watch.check()
            before = int(state[AT])
            over = scan(
                sets.words, sets.bottoms, sets.high, sets.room, sets.start, sets.spans, sets.base,
                self._table, self._numbers, self._starts, self._shift, self._checks, sets.planes,
                sets.scales, self._lanes.constants, scratch, hits, state,
            )  # fmt: skip
            if found := int(state[FOUND]):
                lower, upper, spans = hits[:, :found].copy()
                yield self._numbers[lower].astype(np.int64), upper, spans, int(state[LIMIT])
                state[FOUND] = 0
            elif not over and state[AT] == before:  # one upper set has more hits than there is room
                hits = np.zeros((3, 2 * hits.shape[1]), dtype=np.int64)

    def _numpy_pairs(self, sets: UpperSets, watch: Watch) -> Iterator[Hits]:
        """Do the same in blocks: some 30 ns a pair."""
        added, limit = self._lanes.added, sets.limit
        for low in range(0, sets.high, BLOCK):
            below = sets.room[sets.bottoms[low : min(low + BLOCK, sets.high)]]
            upper = np.flatnonzero(below) + low
            for span in range(sets.spans.shape[1] if upper.size else 0):
                watch.check()
                start = added(sets.start, sets.spans[:, span])
                words = added(sets.words[:, upper], start[:, None])
                bucket = self._bucket(self._lanes.negative(words[0]))
                first = self._starts[bucket]
                ranks = (bucket << np.uint64(NUMBER_BITS)) + below[upper - low].astype(np.uint64)
                many = np.searchsorted(self._ranked, ranks) - first
                ends = np.cumsum(many)
                for begin in range(0, int(ends[-1]), BLOCK):
                    watch.check()
                    pair = np.arange(begin, min(begin + BLOCK, int(ends[-1])))
                    at = np.searchsorted(ends, pair, side="right")
                    place = first[at] + pair - (ends[at] - many[at])
                    cost = np.full(pair.size, sets.base)
                    for k in range(len(words)):
                        word = added(self._table[k, place], words[k, at])
                        cost += self._cost(word, sets.planes[:, k], sets.scales)
                        good = (cost < limit) & (word & self._checks[k] == 0)
                        at, place, cost = at[good], place[good], cost[good]
                    good = cost == cost[cost >= sets.least].min(initial=limit)
                    at, place, cost = at[good], place[good], cost[good]
                    if cost.size:
                        limit = int(cost[0]) + sets.ties
                        where = np.full(cost.size, span)
                        yield self._numbers[place], upper[at], where, limit

    def _cost(self, words: Words, planes: Words, scales: IntArray) -> IntArray:
        """Return what residues outside cost."""
        bits, total = int(self._lanes.constants[5]), np.zeros(words.size, dtype=np.int64)
        if bits > 1:  # a button costs once, whatever its residue
            words = np.bitwise_or.reduce([words >> np.uint64(bit) for bit in range(bits)])
        for plane, scale in zip(planes, scales, strict=True):
            total += np.bitwise_count(words & plane) * scale
        return total
