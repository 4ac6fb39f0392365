"""Window: a set of buttons, and the enumeration of all solutions with a given cost on it.

The kernel in echelon form on the window's buttons determines everything.  Rows with a pivot inside
the window determine the other buttons, inside (the checks) and outside.  Rows without one are
*steps*, which may be added freely.  A pattern on the window that satisfies its checks stands for as
many solutions as the steps have sums, the *spans*.

Patterns of cost t are made by meeting in the middle.  Lower sets of columns (a button and the
number of its presses) of about half the cost are put into buckets by their checks.  Each upper set
is combined with its bucket.  The sum of both holds the residues outside, so their cost is read from
it.  A pattern is one pair.  The upper set is its columns from the last one down, until they cost t
- h or more.  The rest, below them, costs h - P + 1 to h, where P is the greatest cost of a column.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.windows.sets import WORD_BITS, Lanes, SetLists, Words
from lo_exact.outcome import Watch

LIST_BYTES = 2**24
"""Bytes up to which upper sets are listed in full; larger ones extend shorter lists by columns."""

KEPT_BYTES = 2**26
"""Bytes of a window's lists that are kept for its next cost."""

PAUSE = 2**25
"""Pairs between two checks of the time limit: 0.03 to 0.3 s."""

BLOCK = 2**18
"""Pairs that numpy processes together."""

ROOM = 2**14
"""Hits that the compiled loop stores before returning."""

BUCKET_BITS = 16
"""Bits of a bucket number, few enough for numpy's fast sorting of 16-bit numbers."""

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: the highest bits of a product with it are the bucket number."""

NUMBER_BITS = np.uint64(40)

Hits = tuple[IntArray, IntArray, IntArray]
"""Numbers of lower sets, upper sets and spans."""


@dataclass(frozen=True)
class Prices:
    """Cost of a press of each button, in multiples of a common unit."""

    colours: int
    """Number of colours c."""
    units: IntArray
    """(buttons,) the cost of one press."""
    once: bool
    """Whether a pressed button costs its price once."""

    def of(self, presses: IntArray) -> IntArray:
        """Return the cost of each button in each row of presses, of shape (rows, buttons)."""
        costs: IntArray = (presses != 0 if self.once else presses) * self.units
        return costs


class Visit(NamedTuple):
    """Parameters of one visit to a window: its cost level, limits and options."""

    cost: int
    """Cost of the pattern on the window."""
    ties: bool
    """Whether to find all solutions of least cost; otherwise each hit must be cheaper."""
    least: int
    """Least cost of a solution; cheaper ones are skipped."""
    memory: int
    """Memory for lists in bytes."""
    compiled: bool
    """Whether to use the compiled loop, which takes half a second to load."""
    limit: IntArray
    """One number: bound above the total cost of a hit.  It falls with each hit."""


class Buckets(NamedTuple):
    """Lower parts of patterns (sets of columns), grouped into buckets by a hash of their checks."""

    words: Words
    """(words, sums) sums of the lower sets."""
    numbers: IntArray
    """(sums,) number of each lower set."""
    starts: IntArray
    """(buckets + 1,) start of each bucket, and the end."""
    shift: np.uint64
    """Shift that turns a product into a bucket number."""


class Window:
    """Window (set of buttons), prepared for visits in order of cost.

    Every solution is ``first + pattern[pivots] @ rows + z @ steps`` mod c, for its pattern on the
    window and one z.

    Args:
        prices: prices of all buttons.
        inside: the buttons of the window; each costs something.
        outside: the other priced buttons, read from sums; none if all are inside.
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
        c, lanes, times = prices.colours, Lanes(prices.colours), np.arange(1, prices.colours)
        self.prices: Prices = prices
        self.inside: IntArray = inside
        self._parts = first, pivots, rows, steps
        if len(tests) > lanes.count:
            # the first word selects the bucket: random sums of all tests make buckets equally full
            mixed = np.random.default_rng(len(tests)).integers(0, c, (lanes.count, len(tests)))
            tests = np.concatenate([mixed @ tests % c, tests])
        inner = np.zeros((inside.size, outside.size), dtype=np.int64)
        inner[pivots] = rows[:, outside]
        forms = np.concatenate([tests, np.vstack([first[outside], inner, steps[:, outside]]).T])
        pressed = forms[:, 1 : 1 + inside.size, None] * times % c
        columns = lanes.packed(pressed.reshape(len(forms), times.size * inside.size))
        costs = np.outer(prices.units[inside], np.minimum(times, 1) if prices.once else times)
        self.dearest: int = int(costs.max(axis=1, initial=0).sum())
        # cost and buckets of the most recently visited lower sets
        self._latest: tuple[int, Buckets] | None = None
        self._sets, self._lanes = SetLists(lanes, columns, costs.ravel()), lanes
        self._start = lanes.packed(forms[:, :1])[:, 0]
        self.spans: int = c ** len(steps)
        self._digits = np.arange(self.spans)[:, None] // c ** np.arange(len(steps)) % c
        self._added = lanes.packed(forms[:, 1 + inside.size :] @ self._digits.T % c)
        marks = np.zeros((len(forms), 1), dtype=np.int64)
        marks[: len(tests)] = (1 << lanes.bits) - 1
        self._checks = lanes.packed(marks)[:, 0]
        # for each power of two, a mask of the bits of a sum that each add this power to the cost
        digits = 1 if prices.once else (c - 1).bit_length()
        planes: dict[int, Words] = {}
        for bit in range(int(prices.units[outside].max(initial=0)).bit_length()):
            for digit in range(digits):
                marks = np.zeros((len(forms), 1), dtype=np.int64)
                marks[len(tests) :, 0] = (prices.units[outside] >> bit & 1) << digit
                scale, plane = 1 << bit + digit, lanes.packed(marks)
                planes[scale] = planes.get(scale, plane) | plane
        self._scales = np.array(list(planes), dtype=np.int64)
        self._planes = np.hstack([*planes.values(), np.zeros((len(self._start), 0), np.uint64)]).T

    def halves(self, asked: Visit) -> dict[int, int]:
        """Return {cost of a lower part: number of upper parts that complete it to a pattern}."""
        sets, cost = self._sets, asked.cost
        half, dearest = sets.fitting(cost // 2, asked.memory / 2), sets.costs.max(initial=1)
        return {
            rest: int(sets.sizes(cost - rest)[-1]) * bool(sets.sizes(rest)[-1])
            for rest in range(max(half - int(dearest) + 1, 0), half + 1)
        }

    def visit(
        self, asked: Visit, watch: Watch, low: int = 0, high: int = 2**62
    ) -> Iterator[IntArray]:
        """Yield the solutions of total cost below the limit that have a given cost on the window.

        Args:
            asked: parameters of the visit.
            watch: the time limit.
            low: number of the first upper set to visit, as counted by `halves`.
            high: number of the last one plus 1.

        Yields:
            Arrays of presses, (rows, buttons).
        """
        sets, cost = self._sets, asked.cost
        halves = self.halves(asked)
        half = max(halves)
        for rest, many in halves.items():
            first, last, low, high = low, high, low - many, high - many
            if not many or first >= many or last <= 0:
                continue
            kept = max(sets.fitting(cost - rest, LIST_BYTES), half)
            sets.extend(kept, watch)
            if self._latest is None or self._latest[0] != rest:
                self._latest = rest, self._buckets(sets.words[rest])
            # for each lowest column of an upper set, the number of lower sets to combine with it
            room = sets.sizes(rest)[sets.own]
            room[:-1] *= sets.costs > half - rest
            for left, start, part, top in sets.heads(
                cost - rest, kept, self._start, sets.costs.size, first, last
            ):
                room[-1] = room[top[0]] if top else cost == 0
                below = room[sets.bottoms[left][: part.stop]]
                below[: part.start] = 0
                loop = self._compiled_hits if asked.compiled else self._numpy_hits
                upper_words = sets.words[left]
                for lower, upper, span in loop(
                    self._latest[1], upper_words, below, start, asked, watch
                ):
                    patterns = sets.presses(rest, lower) + sets.presses(left, upper)
                    for column in top:
                        sets.press(patterns, slice(None), column)
                    yield self._solutions(patterns, self._digits[span])

    def forget(self, most: int = KEPT_BYTES) -> None:
        """Delete the stored lists if they exceed ``most`` bytes."""
        if self._sets.bytes_of(sum(words.shape[1] for words in self._sets.words)) > most:
            self._sets.forget()
            self._latest = None

    def _solutions(self, patterns: IntArray, digits: IntArray) -> IntArray:
        """Return solutions, given patterns on the window and coefficients of free kernel rows."""
        first, pivots, rows, steps = self._parts
        presses: IntArray = first + patterns[:, pivots] @ rows + digits @ steps
        presses %= self.prices.colours
        presses[:, self.inside] = patterns
        return presses

    def _buckets(self, words: Words) -> Buckets:
        """Group the lower parts of patterns, given by their sums, into buckets."""
        closed, lanes = int(self._checks[0]).bit_count() // self._lanes.bits, self._lanes
        bits = min(closed * (lanes.colours - 1).bit_length(), words.shape[1].bit_length())
        shift = np.uint64(WORD_BITS - min(max(bits, 1), BUCKET_BITS))
        names = self._bucket(words[0], shift).astype(np.uint16)
        order = np.argsort(names, kind="stable")
        counts = np.bincount(names, minlength=1 << WORD_BITS - int(shift))
        return Buckets(words[:, order], order, np.cumsum([0, *counts]), shift)

    def _bucket(self, words: Words, shift: np.uint64) -> Words:
        """Return the bucket number of each sum."""
        names: Words = ((words & self._checks[0]) * SPREAD) >> shift
        return names

    def _compiled_hits(
        self, buckets: Buckets, words: Words, below: IntArray, start: Words, asked: Visit,
        watch: Watch,
    ) -> Iterator[Hits]:  # fmt: skip
        """Yield pairs of lower and upper sets that satisfy all checks and cost less than the limit.

        Args:
            buckets: the lower sets.
            words: (words, sums) of upper sets.
            below: number of lower sets to combine with each of the first sets.
            start: word added to each sum.
            asked: parameters of the visit.
            watch: the time limit.
        """
        from lo_exact.compiled.windows import scan_window

        state, hits = np.zeros(2, dtype=np.int64), np.zeros((3, ROOM), dtype=np.int64)
        scratch, once = np.zeros_like(start), self._lanes.bits * self.prices.once
        while state[0] < below.size:
            watch.check()
            before = int(state[0])
            scan_window(
                *buckets, words, below, start, self._added, self._checks, self._planes,
                self._scales, self._lanes.constants, once, asked.cost, int(asked.ties), asked.least,
                PAUSE, scratch, hits, state, asked.limit,
            )  # fmt: skip
            lower, upper, spans = hits[:, : state[1]].copy()
            if upper.size:
                yield buckets.numbers[lower], upper, spans
            elif state[0] == before:  # one upper set has too many hits: double the array
                hits = np.zeros((3, 2 * hits.shape[1]), dtype=np.int64)

    def _numpy_hits(
        self, buckets: Buckets, words: Words, below: IntArray, start: Words, asked: Visit,
        watch: Watch,
    ) -> Iterator[Hits]:  # fmt: skip
        """Yield pairs of sets that satisfy all checks and cost less than the limit, using numpy."""
        names = np.repeat(np.arange(buckets.starts.size - 1), np.diff(buckets.starts))
        ranked = (names.astype(np.uint64) << NUMBER_BITS) + buckets.numbers.astype(np.uint64)
        for low, span in np.ndindex(-(-below.size // BLOCK), self.spans):
            watch.check()
            sets = np.flatnonzero(below[BLOCK * low : BLOCK * (low + 1)]) + BLOCK * low
            total = self._lanes.added(start, self._added[:, span])[:, None]
            total = self._lanes.added(words[:, sets], total)
            bucket = self._bucket(self._lanes.negative(total[0]), buckets.shift)
            first = buckets.starts[bucket]
            ranks = (bucket << NUMBER_BITS) + below[sets].astype(np.uint64)
            many = np.searchsorted(ranked, ranks) - first
            ends = np.cumsum([0, *many])
            for begin in range(0, int(ends[-1]), BLOCK):
                watch.check()
                pair = np.arange(begin, min(begin + BLOCK, int(ends[-1])))
                at = np.searchsorted(ends, pair, side="right") - 1
                place, cost = first[at] + pair - ends[at], np.full(pair.size, asked.cost)
                for k, check in enumerate(self._checks):
                    word = self._lanes.added(buckets.words[k, place], total[k, at])
                    cost += self._cost(word, self._planes[:, k])
                    good = (cost < asked.limit[0]) & (word & check == 0)
                    at, place, cost = at[good], place[good], cost[good]
                good = cost == cost[cost >= asked.least].min(initial=asked.limit[0])
                if good.any():
                    asked.limit[0] = cost[good][0] + asked.ties
                    hit = sets[at[good]]
                    yield buckets.numbers[place[good]], hit, np.full(hit.size, span)

    def _cost(self, words: Words, planes: Any) -> Any:
        """Return each pair's cost on buttons outside the window, from one word of its sum."""
        # a button costs the same for every nonzero residue
        if self.prices.once and self._lanes.bits > 1:
            shifts = np.arange(self._lanes.bits, dtype=np.uint64)[:, None]
            words = np.bitwise_or.reduce(words >> shifts)
        ones = np.bitwise_count(words & planes[:, None]).astype(np.int64)
        return self._scales @ ones
