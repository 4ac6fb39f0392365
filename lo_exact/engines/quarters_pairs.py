"""The largest value of S(z) = sum_u a_u (-1)^<u, z> by pairs of two groups' largest sums.

The buttons are cut into four groups, S = A + B + C + D.  Within one group the sum depends on the
*form* of z there alone, as many bits as the group's columns have rank, so all sums of a group are
one Walsh-Hadamard transform.  A and B together tell all z apart, and so do C and D.

*Why looking at the largest pairs is enough.*  If S(z) >= s then for any numbers t + t' <= s + 1
either A + B >= t or C + D >= t' at z: otherwise S <= t - 1 + t' - 1 < s.  So all pairs of forms
with A + B >= t are visited, and all with C + D >= t'; each pair names z, and C + D (or A + B) is
looked up.  Thresholds go down until they add up to no more than the best sum known, plus one; then
every z that reaches it was seen, ties included, and no other can be better.

*Cost.*  With k bits and half of them in each group, four transforms of 2^(k/2) numbers; and for
random amounts about 2^(k/2) pairs: the best of 2^k sums is about sqrt(2 k ln 2) deviations above 0,
a half reaches half of that with probability near 2^(-k/2).  A square root of what enumeration
takes, as in E. Horowitz and S. Sahni, Computing partitions (1974), and, for decoding, I. Dumer, On
minimum distance decoding of linear codes (1991).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.walsh import transformed
from lo_exact.errors import LimitReached

Forms = NDArray[np.uint64]
CHUNK = 2**19
FIRST_BAND, LARGEST_BAND = 2**16, 2**25
MAX_KEPT = 2**24
_SLICE = 2**20


@dataclass(frozen=True, eq=False)
class Quarter:
    """One group's sums.

    Attributes:
        pivots: independent columns; bit i of a form is <pivots[i], z>.
        sums: (2^pivots,) the group's sum for each form, int16 or int32.
        low: the least sum.
        high: the largest sum.
        counts: how many forms have each sum from ``low`` to ``high``.
    """

    pivots: tuple[int, ...]
    sums: NDArray[Any]
    low: int
    high: int
    counts: IntArray

    @classmethod
    def of(cls, columns: list[int], amounts: IntArray) -> Quarter:
        """Transform a group.

        Args:
            columns: bit vectors.
            amounts: (columns,) int64; their absolute values add up to less than 2^31.
        """
        pivots: list[int] = []
        reduced: dict[int, tuple[int, int]] = {}
        places: dict[int, int] = {}
        for column in dict.fromkeys(columns):
            rest, form = column, 0
            while rest:
                top = rest.bit_length()
                if top not in reduced:
                    new = 1 << len(pivots)
                    reduced[top] = rest, form | new
                    pivots.append(column)
                    form = new
                    break
                vector, combination = reduced[top]
                rest, form = rest ^ vector, form ^ combination
            places[column] = form
        narrow = int(np.abs(amounts).sum()) < 2**15
        sums = np.zeros(1 << len(pivots), dtype=np.int16 if narrow else np.int32)
        where = np.array([places[column] for column in columns], dtype=np.int64)
        np.add.at(sums, where, amounts.astype(sums.dtype))
        sums = transformed(sums)
        low, high = int(sums.min()), int(sums.max())
        counts = np.zeros(high - low + 1, dtype=np.int64)
        for start in range(0, sums.size, _SLICE):
            wide = sums[start : start + _SLICE].astype(np.int64)
            counts += np.bincount(wide - low, minlength=counts.size)
        return cls(tuple(pivots), sums, low, high, counts)

    def at_least(self, sum_: int) -> Forms:
        """Return all forms with such a sum."""
        return np.flatnonzero(self.sums >= sum_).astype(np.uint64)


@dataclass
class Best:
    """The best sum met, and the vectors that reach it, once or more often."""

    sum: int
    vectors: list[Forms] = field(default_factory=list)
    kept: int = 0

    def offer(self, sums: NDArray[np.int64]) -> NDArray[np.intp]:
        """Compare some sums with the best; return the places of those whose vectors to keep."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.vectors, self.kept = top, [], 0
        return np.flatnonzero(sums == self.sum)

    def keep(self, vectors: Forms) -> None:
        """Keep vectors that reach the best sum."""
        self.vectors.append(vectors)
        self.kept += vectors.size
        if self.kept > MAX_KEPT:
            raise LimitReached(f"more than {MAX_KEPT} minima are too many to be kept")


class Half:
    """Two quarters that tell all vectors apart, and what a pair of their forms means.

    Attributes:
        own: the two quarters.
        others: the other two.
    """

    def __init__(self, width: int, own: tuple[Quarter, Quarter], others: tuple[Quarter, Quarter]):
        self.own, self.others = own, others
        a, b = own
        self._basis = _Basis(width, a.pivots, b.pivots)
        self._looked_up = [
            [_by_bit(other.pivots, vectors) for vectors in self._basis.vectors] for other in others
        ]
        sizes = a.counts.size + b.counts.size - 1
        length = 1 << (sizes - 1).bit_length()
        product = np.fft.rfft(a.counts, length) * np.fft.rfft(b.counts, length)
        pairs = np.fft.irfft(product, length)[:sizes].clip(0) / 2.0**self._basis.relations
        self._above = np.cumsum(pairs[::-1])[::-1]

    @property
    def top(self) -> int:
        """The largest sum of a pair."""
        return self.own[0].high + self.own[1].high

    def pairs(self, sum_: int) -> float:
        """Estimate how many pairs have at least this sum."""
        at = max(sum_ - self.own[0].low - self.own[1].low, 0)
        return float(self._above[at]) if at < self._above.size else 0.0

    def visit(self, low: int, high: int, best: Best) -> Iterator[int]:
        """Visit all pairs whose sum is at least ``low`` and less than ``high``; yield how many."""
        a, b = self.own
        forms_a, forms_b = a.at_least(low - b.high), b.at_least(low - a.high)
        if not forms_a.size or not forms_b.size:
            return
        tags_a, tags_b = map(_mapped, self._basis.tags, (forms_a, forms_b))
        sums_a = a.sums[forms_a].astype(np.int64)
        lacking = b.high - b.sums[forms_b].astype(np.int64)
        span = int(lacking.max()) + 1
        order = np.argsort(tags_b.astype(np.int64) * span + lacking, kind="stable")
        forms_b = forms_b[order]
        keys = (tags_b.astype(np.int64) * span + lacking)[order]
        sums_b = b.high - lacking[order]
        base = tags_a.astype(np.int64) * span
        # a pair's sum is sums_a + b.high - lacking
        most = np.clip(sums_a + b.high - low, -1, span - 1)
        least = np.clip(sums_a + b.high - high + 1, 0, span)
        starts = np.searchsorted(keys, base + least, side="left")
        ends = np.searchsorted(keys, base + most, side="right")
        found = np.maximum(ends - starts, 0)
        (c_a, c_b), (d_a, d_b) = (
            [_mapped(bits, forms) for bits, forms in zip(maps, (forms_a, forms_b), strict=True)]
            for maps in self._looked_up
        )
        c, d = self.others
        for i, j in _chunks(starts, found):
            sums = sums_a[i] + sums_b[j] + c.sums[c_a[i] ^ c_b[j]]
            good = np.flatnonzero(sums + d.high >= best.sum)
            here, there = i[good], j[good]
            sums = sums[good] + d.sums[d_a[here] ^ d_b[there]]
            chosen = best.offer(sums)
            if chosen.size:
                first, second = self._basis.vectors
                best.keep(
                    _mapped(first, forms_a[here[chosen]]) ^ _mapped(second, forms_b[there[chosen]])
                )
            yield int(i.size)


def largest(
    width: int,
    columns: list[int],
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    look: Callable[[int, float, Best, int], None],
) -> Best:
    """Return the largest sum and all vectors that reach it, each once, ascending.

    Args:
        width: number of bits.
        columns: of each u, less than 2^width.
        amounts: (columns,) int64.
        groups: four groups of indices that hold every column but 0; `Quarter`s one and two tell
            all vectors apart, so do three and four.
        look: called often with pairs visited, pairs expected, the best so far, and a sum that no
            vector exceeds.
    """
    fixed = int(amounts[np.array([not column for column in columns], dtype=bool)].sum())
    a, b, c, d = (
        Quarter.of([columns[j] for j in group.tolist()], amounts[group]) for group in groups
    )
    halves = Half(width, (a, b), (c, d)), Half(width, (c, d), (a, b))
    best = Best(int(a.sums[0]) + int(b.sums[0]) + int(c.sums[0]) + int(d.sums[0]))
    best.keep(np.zeros(1, dtype=np.uint64))
    seen = [half.top + 1 for half in halves]  # pairs with at least this sum have been visited
    done, band = 0, FIRST_BAND
    while sum(seen) > best.sum + 1:
        aims = _cheapest(halves, seen, best.sum + 1)
        which = int(np.argmax([seen[i] - aims[i] for i in (0, 1)]))
        half = halves[which]
        already = half.pairs(seen[which])
        low = seen[which] - 1
        while low > aims[which] and half.pairs(low - 1) - already <= band:
            low -= 1
        band = min(2 * band, LARGEST_BAND)
        expected = done + sum(
            one.pairs(aim) - one.pairs(now)
            for one, aim, now in zip(halves, aims, seen, strict=True)
        )
        for visited in half.visit(low, seen[which], best):
            done += visited
            look(done, max(expected, done), best, max(sum(seen) - 2, best.sum) + fixed)
        seen[which] = low
    vectors = np.unique(np.concatenate(best.vectors))
    return Best(best.sum + fixed, [vectors], vectors.size)


def _cheapest(halves: tuple[Half, Half], seen: list[int], goal: int) -> tuple[int, int]:
    """Return thresholds not above ``seen`` that add up to the goal, with the fewest pairs."""
    fewest, aims = np.inf, (seen[0], goal - seen[0])
    for first in range(goal - seen[1], seen[0] + 1):
        pairs = halves[0].pairs(first) + halves[1].pairs(goal - first)
        if pairs < fewest:
            fewest, aims = pairs, (first, goal - first)
    return aims


class _Basis:
    """Vectors of some bits by the forms of two quarters that tell them apart.

    Attributes:
        vectors: for each bit of the first form and of the second, what it adds to the vector.
        tags: for each of these bits, what it adds to the form's tag: forms fit together when their
            tags are equal.
        relations: number of bits of a tag.
    """

    def __init__(self, width: int, first: tuple[int, ...], second: tuple[int, ...]):
        pivots = first + second
        rows: dict[int, tuple[int, int]] = {}
        relations = []
        for i, pivot in enumerate(pivots):
            rest, combination = pivot, 1 << i
            while rest and rest.bit_length() in rows:
                vector, others = rows[rest.bit_length()]
                rest, combination = rest ^ vector, combination ^ others
            if rest:
                rows[rest.bit_length()] = rest, combination
            else:
                relations.append(combination)
        assert len(rows) == width
        vectors = [0] * len(pivots)
        solved: dict[int, int] = {}
        for top in sorted(rows):  # bit top - 1 of z is the parity of the form bits in `solved`
            rest, combination = rows[top]
            for lower in range(top - 1):
                if rest >> lower & 1:
                    combination ^= solved[lower]
            solved[top - 1] = combination
            for i in range(len(pivots)):
                if combination >> i & 1:
                    vectors[i] |= 1 << (top - 1)
        tags = [
            sum((relation >> i & 1) << r for r, relation in enumerate(relations))
            for i in range(len(pivots))
        ]
        cut = len(first)
        self.vectors = vectors[:cut], vectors[cut:]
        self.tags = tags[:cut], tags[cut:]
        self.relations = len(relations)


def _by_bit(pivots: tuple[int, ...], vectors: list[int]) -> list[int]:
    """Return the form, in a quarter with these pivots, of each vector."""
    return [
        sum(((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(pivots))
        for vector in vectors
    ]


def _mapped(images: list[int], forms: Forms) -> Forms:
    """Apply a linear map, given by what each bit is sent to, eight bits at a time."""
    out = np.zeros(forms.size, dtype=np.uint64)
    for start in range(0, len(images), 8):
        table = np.zeros(1, dtype=np.uint64)
        for image in images[start : start + 8]:
            table = np.concatenate([table, table ^ np.uint64(image)])
        out ^= table[(forms >> np.uint64(start)).astype(np.intp) & (table.size - 1)]
    return out


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
