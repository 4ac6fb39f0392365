"""The largest value of S(z) = sum_u a_u (-1)^<u, z> by pairs of two groups' largest sums.

The buttons are cut into four groups, S = A + B + C + D.  Within one group the sum depends on the
*form* of z there alone (`forms`), so all sums of a group are one Walsh-Hadamard transform.
A and B together tell all z apart, and so do C and D.

*Why looking at the largest pairs is enough.*  If S(z) >= s then for any numbers t + t' <= s + 1
either A + B >= t or C + D >= t' at z: otherwise S <= t - 1 + t' - 1 < s.  So all pairs of forms
with A + B >= t are visited, and all with C + D >= t'; each pair names z, and C + D (or A + B) is
looked up.  Thresholds go down until no z that was not visited can beat the best sum known or, where
all that reach it are wanted, equal it.

*Each z once.*  A pair that the other half has visited already is left out: its sum there, S less
its own, is not below the other half's threshold.  So ties are counted, not kept.

*Cost.*  With k bits and half of them in each group, four transforms of 2^(k/2) numbers; and for
random amounts about 2^(k/2) pairs: the best of 2^k sums is about sqrt(2 k ln 2) deviations above 0,
a half reaches half of that with probability near 2^(-k/2).  A square root of what enumeration
takes, as in E. Horowitz and S. Sahni, Computing partitions (1974), and, for decoding, I. Dumer, On
minimum distance decoding of linear codes (1991).  Where very many sums are equal there are more
pairs; the memory stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.quarters.forms import Basis, Forms, Quarter, mapped, pivots_of
from lo_exact.engines.quarters.streams import Stream
from lo_exact.errors import LimitReached

CHUNK = 2**19
"""Pairs looked at together."""

PIECE = 2**20
"""Forms sorted together."""

TABLE_RANK = 26
"""Groups of a larger rank are streamed."""

Group = Quarter | Stream

FIRST_BAND, LARGEST_BAND = 2**16, 2**25

MAX_KEPT = 2**25


@dataclass
class Best:
    """The best sum met.

    Attributes:
        sum: the sum.
        limit: how many vectors to keep.
        first: the least vectors that reach it, ascending, up to ``limit``; one at least.
        count: how many were met that reach it.
    """

    sum: int
    limit: int
    first: Forms = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))
    count: int = 0

    def offer(self, sums: NDArray[np.int64]) -> NDArray[np.intp]:
        """Compare some sums with the best; return the places of those whose vectors to take."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.count = top, 0
        return np.flatnonzero(sums == self.sum)

    def take(self, vectors: Forms) -> None:
        """Take vectors that reach the best sum and were not met before."""
        both = vectors if not self.count else np.concatenate([self.first, vectors])
        self.first = np.sort(both)[: self.limit]
        self.count += vectors.size
        if self.first.size > MAX_KEPT:
            raise LimitReached(f"more than {MAX_KEPT} minima are too many to be listed")


@dataclass(frozen=True)
class Reached:
    """Between two bands of pairs: all there is to go on from.

    Attributes:
        seen: for each half, pairs with at least this sum have been visited.
        sum: the best sum, in units.
        count: how many vectors were met that reach it.
        first: the least of them.
        done: pairs visited.
    """

    seen: tuple[int, int]
    sum: int
    count: int
    first: tuple[int, ...]
    done: int


@dataclass(frozen=True, eq=False)
class _Side:
    """Some forms of one quarter.

    Attributes:
        sums: of each.
        tags: forms of two quarters fit together when these are equal.
        vectors: what each adds to the vector.
        others: the handles of each in the other two quarters.
    """

    sums: IntArray
    tags: IntArray
    vectors: Forms
    others: tuple[NDArray[np.uint64], NDArray[np.uint64]]


class Half:
    """Two quarters that tell all vectors apart, and what a pair of their forms means.

    Attributes:
        own: the two quarters.
        others: the other two.
    """

    def __init__(self, width: int, own: tuple[Group, Group], others: tuple[Group, Group]):
        self.own, self.others = own, others
        a, b = own
        self._basis = Basis.of(width, a.pivots, b.pivots)
        self._looked_up = [
            tuple(other.images(vectors) for other in others) for vectors in self._basis.vectors
        ]
        sizes = a.counts.size + b.counts.size - 1
        length = 1 << (sizes - 1).bit_length()
        product = np.fft.rfft(a.counts, length) * np.fft.rfft(b.counts, length)
        pairs = np.fft.irfft(product, length)[:sizes].clip(0) / 2.0**self._basis.relations
        self._above = np.append(np.cumsum(pairs[::-1])[::-1], 0.0)
        self._low = a.low + b.low

    @property
    def top(self) -> int:
        """The largest sum of a pair."""
        return self.own[0].high + self.own[1].high

    def pairs(self, sums: NDArray[np.int64] | int) -> NDArray[np.float64]:
        """Estimate how many pairs have at least such a sum."""
        found: NDArray[np.float64] = self._above[
            np.clip(np.asarray(sums) - self._low, 0, self._above.size - 1)
        ]
        return found

    def lowered(self, seen: int, aim: int, band: int) -> int:
        """Return a threshold below ``seen``, not below ``aim``, with about a band of pairs more."""
        fewer = self._above <= self.pairs(seen) + band  # False, ..., False, True, ..., True
        return min(max(int(fewer.argmax()) + self._low, aim), seen - 1)

    def visit(self, low: int, high: int, other_seen: int, best: Best) -> Iterator[int]:
        """Visit all pairs whose sum is at least ``low`` and less than ``high``.

        Args:
            low: the least sum.
            high: above the largest sum.
            other_seen: what has at least this sum in the other half has been visited there.
            best: told of what is found.

        Yields:
            Numbers of pairs visited, often.
        """
        a, b = self.own
        least = a.least_from(low - b.high)
        piece = PIECE if isinstance(a, Quarter) else max(PIECE // 8, 1)
        for forms, sums in b.between(low - a.high, high - 1 - least, piece):
            side_b = self._side(1, forms, sums)
            yield 0
            span = b.high - b.low + 1
            keys = side_b.tags * span + (b.high - side_b.sums)
            order = np.argsort(keys, kind="stable")
            keys = keys[order]
            highest, lowest = int(side_b.sums.max()), int(side_b.sums.min())
            for others, values in a.between(low - highest, high - 1 - lowest, piece):
                side_a = self._side(0, others, values)
                # a pair's sum is that of a, plus b.high, less what b lacks of it
                most = np.clip(side_a.sums + b.high - low, -1, span - 1)
                fewest = np.clip(side_a.sums + b.high - high + 1, 0, span)
                starts = np.searchsorted(keys, side_a.tags * span + fewest, side="left")
                ends = np.searchsorted(keys, side_a.tags * span + most, side="right")
                yield 0
                for i, j in _chunks(starts, np.maximum(ends - starts, 0)):
                    self._weigh(side_a, i, side_b, order[j], other_seen, best)
                    yield int(i.size)

    def _side(self, which: int, forms: Forms, sums: IntArray) -> _Side:
        first, second = (
            other.handles(images, forms)
            for other, images in zip(self.others, self._looked_up[which], strict=True)
        )
        return _Side(
            sums,
            mapped(self._basis.tags[which], forms).astype(np.int64),
            mapped(self._basis.vectors[which], forms),
            (first, second),
        )

    def _weigh(
        self,
        a: _Side,
        i: NDArray[np.intp],
        b: _Side,
        j: NDArray[np.intp],
        other_seen: int,
        best: Best,
    ) -> None:
        c, d = self.others
        other = c.at(a.others[0], i, b.others[0], j)
        own = a.sums[i] + b.sums[j]
        good = np.flatnonzero(own + other + d.high >= best.sum)
        i, j, own, other = i[good], j[good], own[good], other[good]
        other += d.at(a.others[1], i, b.others[1], j)
        new = np.flatnonzero(other < other_seen)
        chosen = new[best.offer((own + other)[new])]
        if chosen.size:
            best.take(a.vectors[i[chosen]] ^ b.vectors[j[chosen]])


def largest(
    width: int,
    columns: NDArray[np.uint64],
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    *,
    ties: bool,
    limit: int,
    look: Callable[[int, float, Best, int], None],
    pause: Callable[[], object],
    resumed: Reached | None = None,
    keep: Callable[[Reached], object] = lambda _: None,
) -> Best:
    """Return the largest sum and vectors that reach it.

    Args:
        width: number of bits.
        columns: of each u, less than 2^width.
        amounts: (columns,) int64.
        groups: four groups of indices that hold every column but 0; `Quarter`s one and two tell
            all vectors apart, so do three and four.
        ties: count all vectors that reach the largest sum, and give the least ones.
        limit: give so many of them.
        look: called often with pairs visited, pairs expected, the best so far, and a sum that no
            vector exceeds.
        pause: called often before there is anything to tell.
        resumed: what an earlier call with the same arguments reached.
        keep: called with what was reached after every band of pairs.
    """
    unit, fixed, halves = halves_of(width, columns, amounts, groups, pause)
    best = Best(sum(quarter.start for quarter in halves[0].own + halves[1].own), limit)
    step = 0 if ties else 2  # in units, all sums are odd or all are even
    seen = [half.top + 1 for half in halves]  # pairs with at least this sum have been visited
    done, band = 0, FIRST_BAND
    if resumed is not None:
        seen, done = list(resumed.seen), resumed.done
        first = np.array(resumed.first, dtype=np.uint64)
        best = Best(resumed.sum, limit, first, resumed.count)
    while sum(seen) > best.sum + step + 1:
        aims = cheapest(halves, seen, best.sum + step + 1)
        which = int(np.argmax([seen[i] - aims[i] for i in (0, 1)]))
        low = halves[which].lowered(seen[which], aims[which], band)
        band = min(2 * band, LARGEST_BAND)
        left = (
            half.pairs(t) - half.pairs(s) for half, t, s in zip(halves, aims, seen, strict=True)
        )
        expected = done + float(sum(left))
        for visited in halves[which].visit(low, seen[which], seen[1 - which], best):
            done += visited
            look(done, max(expected, done), best, max(sum(seen) - 2, best.sum) * unit + fixed)
        seen[which] = low
        kept = tuple(best.first.tolist())
        keep(Reached((seen[0], seen[1]), best.sum, best.count, kept, done))
    best.sum = best.sum * unit + fixed
    return best


def halves_of(
    width: int,
    columns: NDArray[np.uint64],
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    pause: Callable[[], object],
) -> tuple[int, int, tuple[Half, Half]]:
    """Return (unit, sum of what is in no group, both halves); the halves' sums are in units."""
    fixed = int(amounts[columns == 0].sum())
    unit = max(int(np.gcd.reduce(amounts[columns != 0])), 1)
    a, b, c, d = (_group(width, columns[group], amounts[group] // unit, pause) for group in groups)
    return unit, fixed, (Half(width, (a, b), (c, d)), Half(width, (c, d), (a, b)))


def _group(width: int, columns: Forms, amounts: IntArray, pause: Callable[[], object]) -> Group:
    if len(pivots_of(width, columns)[0]) > TABLE_RANK:
        return Stream(width, columns, amounts, pause)
    return Quarter.of(width, columns, amounts, pause)


def cheapest(halves: tuple[Half, Half], seen: list[int], goal: int) -> tuple[int, int]:
    """Return thresholds not above ``seen`` that add up to the goal, with the fewest pairs."""
    first = np.arange(goal - seen[1], seen[0] + 1)
    pairs = halves[0].pairs(first) + halves[1].pairs(goal - first)
    aim = int(first[pairs.argmin()])
    return aim, goal - aim


def _chunks(
    starts: NDArray[np.intp], found: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield the pairs (i, j) with j one of ``found[i]`` numbers from ``starts[i]``, in pieces."""
    ends = np.cumsum(found)
    total = int(ends[-1])
    for low in range(0, total, CHUNK):
        places = np.arange(low, min(low + CHUNK, total))
        first, last = np.searchsorted(ends, [places[0], places[-1]], side="right")
        within = ends[first : last + 1].clip(max=places[-1] + 1)
        lengths = np.diff(within, prepend=low)
        i = np.repeat(np.arange(first, last + 1), lengths)
        yield i, starts[i] + places - (ends[i] - found[i])
