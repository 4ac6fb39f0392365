"""Search for the largest S(z) = sum_u a_u (-1)^<u, z> by pairing the largest sums of groups.

The buttons are cut into four groups, S = A + B + C + D.  Within one group the sum depends on the
*form* of z there alone (`forms`), so all sums of a group are one Walsh-Hadamard transform.  The
forms in A and B together determine z, and so do those in C and D: these are the two halves.

*The largest pairs are enough.*  If S(z) >= s, then for any numbers t + t' <= s + 1 either A + B >=
t or C + D >= t' at z: otherwise S <= t - 1 + t' - 1 < s.  So all pairs of forms with A + B >= t are
visited, and all with C + D >= t'.  Each pair determines z, and C + D (or A + B) is looked up there.
Thresholds fall until no z that was not visited can beat the best sum known, or equal it where all
best z are wanted.

*Each z is visited once.*  A pair that the other half has visited already is left out: its sum
there, S less its own, is not below the other half's threshold.  So ties are counted, not stored.

*Cost.*  With k bits and half of them in each group: four transforms of 2^(k/2) numbers, and for
random amounts about 2^(k/2) pairs.  For the best of 2^k sums is about sqrt(2 k ln 2) deviations
above 0, and a half reaches half of that with probability near 2^(-k/2).  That is a square root of
what enumeration takes, as in E. Horowitz and S. Sahni, Computing partitions (1974), and, for
decoding, I. Dumer, On minimum distance decoding of linear codes (1991).  Where very many sums are
equal there are more pairs; the memory stays the same.

`largest` is this search.  `halves_of` prepares the two halves, and `cheapest` chooses the next
thresholds.  `Half` visits the pairs of one half above a threshold.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.quarters.forms import (
    ColumnBits,
    Forms,
    FormsBasis,
    Lookup,
    Octets,
    PartTables,
    Quarter,
    Word,
    dtype_for,
    handles,
    independent_columns,
    mapped,
    tables_of,
)
from lo_exact.engines.quarters.memory import USUAL, QuartersSizes
from lo_exact.engines.quarters.streams import Stream
from lo_exact.errors import LimitReached

Group = Quarter | Stream


@dataclass
class Best:
    """Best sum so far, the number of vectors that reach it, and the lowest of these vectors."""

    sum: int
    """Best sum found so far."""
    limit: int
    """Number of vectors to keep."""
    first: NDArray[Any] = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))
    """The least vectors that reach it, ascending, 1 to ``limit`` of them.  64-bit words,
    or Python integers if longer.
    """
    count: int = 0
    """Number of vectors found that reach it."""
    most: int = USUAL.listed
    """Largest number of stored vectors."""

    def offer(self, sums: NDArray[np.int64]) -> NDArray[np.intp]:
        """Update the best sum, and return the indices of the sums that equal it."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.count = top, 0
        return np.flatnonzero(sums == self.sum)

    def take(self, vectors: NDArray[Any]) -> None:
        """Add vectors that reach the best sum; no vector may be added twice."""
        both = vectors if not self.count else np.concatenate([self.first, vectors])
        self.first = np.sort(both)[: self.limit]
        self.count += vectors.size
        if self.first.size > self.most:
            raise LimitReached(f"more than {self.most} minima are too many to be listed")


@dataclass(frozen=True, eq=False)
class _List:
    """One group's largest sums and indices, by tag (pairs need equal tags), largest sum first."""

    forms: Forms
    """Forms of all entries."""
    sums: NDArray[Any]
    """Sums of all entries."""
    handles: list[Forms]
    """Handles of all entries in the third group, word by word."""
    keys: IntArray
    """Key of each run: tag * span + (high - sum)."""
    values: IntArray
    """Sum of each run."""
    starts: IntArray
    """Start of each run, and the end of the last."""


class Half:
    """Two of the four groups of buttons, and the search over pairs of their largest sums.

    Both groups' forms are listed in the order of (tag, sum descending), so that those of one tag
    and one sum are one *run*.  Each run of the second group pairs with a range of the first.  Large
    runs are multiplied out: the handles of all pairs are the exclusive or of a column and a row,
    and no index is written.  The rest is gathered pair by pair.  For each pair the third group is
    looked up; the fourth only where the best sum can still be reached.

    Lists grow as thresholds fall, each time at least to twice their length, and are cut into pieces
    where they would be too long.  Costs 10 ns for each pair.

    Attributes:
        own: the two groups.
        others: the other two, the one with the faster lookup first.

    The first lookup in the third group may be rough, by a table of bytes that is made when the half
    is first visited.  Pairs that pass it are looked up exactly.
    """

    def __init__(
        self,
        width: int,
        own: tuple[Group, Group],
        others: tuple[Group, Group],
        lookups: tuple[Lookup, Lookup],
        sizes: QuartersSizes,
    ):
        if lookups[1].cost < lookups[0].cost:
            others, lookups = (others[1], others[0]), (lookups[1], lookups[0])
        self.own: tuple[Group, Group] = own
        self.others: tuple[Group, Group] = others
        a, b = own
        self._basis = FormsBasis.of(width, a.pivots, b.pivots)
        self._width, self._lookups, self._sizes = width, lookups, sizes
        self._images = [
            tuple(tables_of(lookup.images(vectors)) for lookup in lookups)
            for vectors in self._basis.vectors
        ]
        self._rough: Lookup = lookups[0]
        self._first = [images[0] for images in self._images]
        values = a.counts.size + b.counts.size - 1
        length = 1 << (values - 1).bit_length()
        product = np.fft.rfft(a.counts, length) * np.fft.rfft(b.counts, length)
        pairs = np.fft.irfft(product, length)[:values].clip(0) / 2.0**self._basis.relations
        self._above = np.append(np.cumsum(pairs[::-1])[::-1], 0.0)
        self._numbers = [np.append(np.cumsum(g.counts[::-1])[::-1], 0) for g in own]
        self._low = a.low + b.low
        self._kept: list[tuple[int, _List] | None] = [None, None]

    @property
    def top(self) -> int:
        """Sum of the largest sums of both groups, an upper bound on the sum of any pair."""
        return self.own[0].high + self.own[1].high

    def pairs(self, sums: NDArray[np.int64] | int) -> NDArray[np.float64]:
        """Estimate, for each of ``sums``, the number of pairs whose total is at least that sum."""
        found: NDArray[np.float64] = self._above[
            np.clip(np.asarray(sums) - self._low, 0, self._above.size - 1)
        ]
        return found

    def lowered(self, seen: int, aim: int, band: int) -> int:
        """Return a threshold in ``aim``..``seen - 1`` that admits about ``band`` further pairs."""
        # False for low thresholds, True for all higher ones
        fewer = self._above <= self.pairs(seen) + band
        return min(max(int(fewer.argmax()) + self._low, aim), seen - 1)

    def visit(self, low: int, high: int, other_seen: int, best: Best) -> Iterator[int]:
        """Visit all pairs whose sum is at least ``low`` and less than ``high``.

        Args:
            low: the least sum.
            high: bound above the largest sum.
            other_seen: vectors with at least this sum in the other half have been visited there.
            best: receives the results.

        Yields:
            Numbers of visited pairs, often.
        """
        self._look_roughly()
        a, b = self.own
        # In a pair with a total of at least `low`, each sum is at least `low` minus the largest sum
        # of the other group, so both lists are short while the thresholds are high.
        for second in self._lists(1, low - a.high):
            yield 0
            for first in self._lists(0, low - b.high):
                yield 0
                yield from self._meet(first, second, low, high, other_seen, best)

    def drop(self) -> None:
        """Discard the stored lists of sums to free memory."""
        self._kept = [None, None]

    def _look_roughly(self) -> None:
        """Build a table of the third group's approximate sums, if exact lookups are slow."""
        third = self.others[0]
        if self._rough is not self._lookups[0] or self._rough.cost <= self._sizes.fast:
            return
        if isinstance(third, Stream) and len(third.pivots) <= self._sizes.rough_rank:
            dtype = self._lookups[0].dtype
            self._rough = Octets(third.pivots, *third.octets(), dtype)
            self._first = [
                tables_of(self._rough.images(vectors)) for vectors in self._basis.vectors
            ]

    def _number(self, which: int, low: int) -> int:
        above = self._numbers[which]
        return int(above[min(max(low - self.own[which].low, 0), above.size - 1)])

    def _lists(self, which: int, low: int) -> Iterator[_List]:
        """Yield lists that together contain all of one group's sums that are at least ``low``."""
        kept = self._kept[which]
        if kept and kept[0] <= low:
            yield kept[1]
            return
        self._kept[which] = None
        group = self.own[which]
        most = max(self._sizes.piece // (2 + self._rough.words), 1)
        wanted = self._number(which, low)
        if wanted > most:
            for listing in group.at_least(low, most):
                yield self._listed(which, *listing)
            return
        few = self._numbers[which] <= min(max(2 * wanted, self._sizes.few), most)
        floor = min(low, group.low + int(few.argmax()))
        if isinstance(group, Stream):
            floor = max(floor, min(low, group.bar))
        found = list(group.at_least(floor, 2 * most))
        if len(found) > 1 or not found:  # several batches or none: `_numbers` is only an estimate
            for listing in found:
                yield self._listed(which, *listing)
            return
        listed = self._listed(which, *found[0])
        self._kept[which] = floor, listed
        yield listed

    def _listed(self, which: int, forms: Forms, sums: NDArray[Any]) -> _List:
        group, span = self.own[which], self._span(which)
        if self._basis.relations:
            tags = mapped(self._basis.tags[which], forms).astype(np.int64)
            keys = tags * span + (group.high - sums.astype(np.int64))
        else:
            keys = group.high - sums.astype(np.int64)
        rows = handles(self._first[which], forms)
        words = [np.ascontiguousarray(rows[:, i]) for i in range(rows.shape[1])]
        if self._rough is not self._lookups[0]:
            order = np.lexsort((words[0], keys))
        else:
            short = not self._basis.relations and self._span(which) < 2**16
            order = np.argsort(keys.astype(np.uint16) if short else keys, kind="stable")
        forms, sums, keys = forms[order], sums[order], keys[order]
        words = [word[order] for word in words]
        starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
        values = sums[starts].astype(np.int64)
        return _List(forms, sums, words, keys[starts], values, np.append(starts, keys.size))

    def _span(self, which: int) -> int:
        return self.own[which].high - self.own[which].low + 1

    def _meet(
        self, first: _List, second: _List, low: int, high: int, other_seen: int, best: Best
    ) -> Iterator[int]:
        """Visit the pairs from two lists with equal tags and a total in ``low``..``high`` - 1."""
        a, span = self.own[0], self._span(0)
        tags = second.keys // self._span(1) * span
        # for each run of the second list, the range of first keys with a total in low..high - 1
        fewest = np.clip(a.high - (high - 1 - second.values), 0, span)
        most = np.clip(a.high - (low - second.values), -1, span - 1)
        begins = first.starts[np.searchsorted(first.keys, tags + fewest, side="left")]
        ends = first.starts[np.searchsorted(first.keys, tags + most, side="right")]
        numbers = np.maximum(ends - begins, 0) * np.diff(second.starts)
        for run in np.flatnonzero(numbers >= self._sizes.outer).tolist():
            yield from self._multiplied(
                first, slice(int(begins[run]), int(ends[run])),
                second, slice(int(second.starts[run]), int(second.starts[run + 1])),
                other_seen, best,
            )  # fmt: skip
        small = np.flatnonzero((numbers > 0) & (numbers < self._sizes.outer))
        if small.size:
            j = _ranges(second.starts[small], second.starts[small + 1])
            times = second.starts[small + 1] - second.starts[small]
            starts = np.repeat(begins[small], times)
            for k, i in _chunks(
                starts, np.repeat((ends - begins)[small], times), self._sizes.chunk
            ):
                self._gathered(first, i, second, j[k], other_seen, best)
                yield int(i.size)

    def _multiplied(
        self, a: _List, columns: slice, b: _List, rows: slice, other_seen: int, best: Best
    ) -> Iterator[int]:
        """Visit all pairs of an entry in a range of ``a`` and an entry in one run of ``b``."""
        value, lookup = int(b.sums[rows.start]), self._rough
        most = self._sizes.chunk if self._rough is self._lookups[0] else self._sizes.wide
        wide = min(columns.stop - columns.start, most)
        tall = max(self._sizes.chunk // wide, 1)
        for left in range(columns.start, columns.stop, wide):
            right = min(left + wide, columns.stop)
            sums = a.sums[left:right].astype(np.int64) + value
            for top in range(rows.start, rows.stop, tall):
                bottom = min(top + tall, rows.stop)
                third = lookup.at(_crossed(a.handles, left, right, b.handles, top, bottom))
                info = np.iinfo(third.dtype)
                enough = np.clip(best.sum - self.others[1].high - sums, info.min, info.max)
                table = third.reshape(bottom - top, right - left)
                good = np.flatnonzero(table >= enough.astype(third.dtype))
                if good.size:
                    i, j = good % (right - left), good // (right - left)
                    own, other = sums[i], third[good].astype(np.int64)
                    self._weigh(a, i + left, b, j + top, own, other, other_seen, best)
                yield third.size

    def _gathered(
        self, a: _List, i: IntArray, b: _List, j: IntArray, other_seen: int, best: Best
    ) -> None:
        """Visit pairs of list entries, given by two arrays of indices."""
        own = a.sums[i].astype(np.int64) + b.sums[j]
        third = self._rough.at(lambda word: a.handles[word][i] ^ b.handles[word][j])
        other = third.astype(np.int64)
        good = np.flatnonzero(own + other + self.others[1].high >= best.sum)
        if good.size:
            i, j = i[good], j[good]
            self._weigh(a, i, b, j, own[good], other[good], other_seen, best)

    def _weigh(
        self,
        a: _List,
        i: IntArray,
        b: _List,
        j: IntArray,
        own: IntArray,
        other: IntArray,
        other_seen: int,
        best: Best,
    ) -> None:
        """Look up the sum of the fourth group for pairs that can still reach the best sum."""
        first, second = a.forms[i], b.forms[j]
        if self._rough is not self._lookups[0]:
            other = self._looked_up(0, first, second)
        other = other + self._looked_up(1, first, second)
        new = np.flatnonzero(other < other_seen)
        chosen = new[best.offer((own + other)[new])]
        if chosen.size:
            best.take(self._basis.keys(first[chosen], second[chosen], self._width))

    def _looked_up(self, which: int, first: Forms, second: Forms) -> IntArray:
        """Return each pair's signed sum in group ``which`` of the other half."""
        found = np.empty(first.size, dtype=np.int64)
        for start in range(0, first.size, self._sizes.rows):
            some = slice(start, start + self._sizes.rows)
            x = handles(self._images[0][which], first[some])
            y = handles(self._images[1][which], second[some])
            found[some] = self._lookups[which].at(lambda word: x[:, word] ^ y[:, word])  # noqa: B023
        return found


def _crossed(a: list[Forms], left: int, right: int, b: list[Forms], top: int, bottom: int) -> Word:
    """Return a function that, given k, XORs word k of all pairs of entries from two ranges."""
    return lambda word: (b[word][top:bottom, None] ^ a[word][None, left:right]).reshape(-1)


def _ranges(starts: IntArray, ends: IntArray) -> IntArray:
    """Return the integers of several non-empty ranges, concatenated."""
    lengths = ends - starts
    offsets = np.cumsum(lengths) - lengths
    found: IntArray = np.arange(int(lengths.sum())) - np.repeat(offsets - starts, lengths)
    return found


def _chunks(starts: IntArray, found: IntArray, chunk: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield all index pairs (k, i) with 0 <= i - starts[k] < found[k], in batches."""
    ends = np.cumsum(found)
    total = int(ends[-1])
    for low in range(0, total, chunk):
        places = np.arange(low, min(low + chunk, total))
        first, last = np.searchsorted(ends, [places[0], places[-1]], side="right")
        within = ends[first : last + 1].clip(max=places[-1] + 1)
        lengths = np.diff(within, prepend=low)
        k = np.repeat(np.arange(first, last + 1), lengths)
        yield k, starts[k] + places - (ends[k] - found[k])


Columns = NDArray[Any]
"""Columns as 64-bit words, or Python integers if longer."""

LARGEST_TURN = 2**23
"""Largest band in pairs up to which the halves take turns: one half finds a good sum early."""


@dataclass(frozen=True, eq=False)
class Halves:
    """The two halves of a search, each with two groups of buttons, and the unit of all sums."""

    unit: int
    """Unit of all groups' sums, which are multiples of it."""
    fixed: int
    """Sum of the columns in no group."""
    halves: tuple[Half, Half]
    """The two halves."""
    sizes: QuartersSizes
    """Sizes of the search."""


def largest(
    width: int,
    columns: Columns,
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    *,
    parts: Sequence[Sequence[IntArray]] = ((), (), (), ()),
    sizes: QuartersSizes = USUAL,
    ties: bool,
    limit: int,
    look: Callable[[int, float, Best, int], None],
    pause: Callable[[], object],
) -> Best:
    """Return the largest signed sum over all bit vectors, and the vectors that reach it.

    Args:
        width: number of bits.
        columns: of each u, less than 2^width.
        amounts: (columns,) int64.
        groups: four groups of indices that hold every column but 0; the first two determine
            every vector, and so do the last two.
        parts: parts of small rank of each group, for its lookup.
        sizes: table sizes.
        ties: count all vectors that reach the largest sum, and give the least ones.
        limit: number of vectors to return.
        look: called often with pairs visited, pairs expected, the best so far, and a sum that no
            vector exceeds.
        pause: called often before the first result.
    """
    made = halves_of(width, columns, amounts, groups, pause, parts, sizes)
    unit, fixed, halves = made.unit, made.fixed, made.halves
    start = sum(group.start for group in halves[0].own + halves[1].own)
    best = Best(start, limit, np.zeros(1, dtype=columns.dtype), most=sizes.listed)
    step = 0 if ties else 2  # all sums have the same parity, so a better sum is at least 2 larger
    seen = [half.top + 1 for half in halves]  # pairs with at least this sum have been visited
    done, band, which = 0, sizes.first_band, 0
    while sum(seen) > best.sum + step + 1:
        aims = cheapest(halves, seen, best.sum + step + 1)
        gaps = [seen[i] - aims[i] for i in (0, 1)]
        if gaps[which] <= 0 or (band <= LARGEST_TURN and gaps[1 - which] > gaps[which]):
            halves[which].drop()  # the lists of only one half are kept in memory
            which = 1 - which
        low = halves[which].lowered(seen[which], aims[which], band)
        band = min(2 * band, sizes.largest_band)
        left = (
            half.pairs(t) - half.pairs(s) for half, t, s in zip(halves, aims, seen, strict=True)
        )
        expected = done + float(sum(left))
        for visited in halves[which].visit(low, seen[which], seen[1 - which], best):
            done += visited
            look(done, max(expected, done), best, max(sum(seen) - 2, best.sum) * unit + fixed)
        seen[which] = low
    best.sum = best.sum * unit + fixed
    return best


def halves_of(
    width: int,
    columns: Columns,
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    pause: Callable[[], object],
    parts: Sequence[Sequence[IntArray]] = ((), (), (), ()),
    sizes: QuartersSizes = USUAL,
) -> Halves:
    """Return both halves of the search that `largest` makes with the same arguments."""
    fixed = int(amounts[columns == 0].sum())
    unit = max(int(np.gcd.reduce(amounts[columns != 0])), 1)
    made = [
        _group(width, columns, amounts // unit, group, some, pause, sizes)
        for group, some in zip(groups, parts, strict=True)
    ]
    (a, b, c, d), (e, f, g, h) = zip(*made, strict=True)
    first = Half(width, (a, b), (c, d), (g, h), sizes)
    second = Half(width, (c, d), (a, b), (e, f), sizes)
    return Halves(unit, fixed, (first, second), sizes)


def _group(
    width: int,
    columns: Columns,
    amounts: IntArray,
    group: IntArray,
    parts: Sequence[IntArray],
    pause: Callable[[], object],
    sizes: QuartersSizes,
) -> tuple[Group, Lookup]:
    """Return a group's sums, as a table or a stream, and a lookup of single sums."""
    inside = columns[group], amounts[group]
    made: Group
    if len(independent_columns(width, columns[group])[0]) <= sizes.table_rank:
        made = Quarter.of(width, *inside, pause, sizes)
    else:
        made = Stream(width, *inside, pause, sizes)
    dtype = dtype_for(int(np.abs(amounts[group]).sum()))
    if parts:
        cut = [(columns[part], amounts[part]) for part in parts]
        return made, PartTables.of(width, cut, dtype, pause, sizes.block_bits)
    if isinstance(made, Quarter):
        return made, PartTables([(made.pivots, made.sums)])
    return made, ColumnBits(width, *inside, dtype)


def cheapest(halves: tuple[Half, Half], seen: list[int], goal: int) -> tuple[int, int]:
    """Return thresholds of the two halves with total ``goal`` and the fewest pairs to visit."""
    first = np.arange(goal - seen[1], seen[0] + 1)
    pairs = halves[0].pairs(first) + halves[1].pairs(goal - first)
    aim = int(first[pairs.argmin()])
    return aim, goal - aim
