r"""Exhaustive search for all spectra with a peak of at most D, or a proof that there are none.

*Averaging.*  Let V be a subspace of columns.  Averaging S over the quiet patterns orthogonal to V
keeps exactly the classes in V: ``S_V = sum_{u in V} d_u chi_u``.  An average of values <= D is <=
D, so the peak of every S_V is at most D, and already the classes of a small subspace restrict their
d.

*Recursion.*  Fix a basis v_1, ..., v_k; V_j is spanned by the first j.  A *block* is the classes of
a coset a + V_j, as a function h on 2^j points known to lie between two functions lo <= h <= hi.
Split by the last basis vector: h is p + q on one half of the points and p - q on the other, with p,
q the functions of the two half blocks.  So p lies between the averages of the bounds (and within
the bounds widened by all that q could be), and once p is chosen the bounds of q follow.  At a block
of one class, d_u must be one of its values.  Wherever the bounds cross, a branch ends.  Nothing is
lost: p and q are determined by d, so every d with peak <= D is found exactly once.  (It is the
successive decoding of Reed-Muller codes, kept exhaustive.)

*Parity.*  h has the parity of the number of odd classes in its block, so bounds are rounded
inwards.  For V_j this alone says that D goes down by one wherever the parity of the number of odd
classes in V_j changes along the chain: a chain of t changes proves that the peak is at least t.

*Translations.*  Pressing the quiet pattern dual to v_j flips the signs of all d in V_j outside
V_{j-1} and of some outside V_j.  So the first d that is not 0 there may be taken positive.

`FlatSearch` is this search.  It processes all branches of a level together, as columns of integer
arrays, at most a block of memory at a time.  The cost depends on the basis and on D: 9 x 9, 16 x 16
and 29 x 29 take hundredths of a second where floating-point integer programs take hours.

`choose_chain` chooses the basis that keeps the search small.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log2
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import Span
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.outcome import Watch

_PREMIUMS = (0.0, 2.0, 6.0, 20.0)
_SAMPLES = (6, 12, 40)
_MAX_MEMBERS = 2**13
"""Members of a subspace up to which several new columns are compared; above, one is drawn at
random."""


def choose_chain(spectrum: Spectrum, peak: int, number: int) -> list[int]:
    """Return a basis v_1, ..., v_k of the columns that keeps the search small.

    Good chains contain many odd classes with few values early.  They also change the parity of the
    number of odd classes often, for every change lowers the bound by one.  A chain is grown vector
    by vector: among some random columns, the one that adds the fewest choices, less a premium for a
    change of parity.  The best number of columns and the best premium differ from puzzle to puzzle,
    so every try takes other settings.

    Args:
        spectrum: the classes; their columns span everything.
        peak: the peak that will be searched for.
        number: number of the chain, 0, 1, 2, ...; equal numbers give equal chains.
    """
    random = Random(number)
    premium = _PREMIUMS[int(random.random() * len(_PREMIUMS))]
    samples = _SAMPLES[int(random.random() * len(_SAMPLES))]
    order = np.argsort(np.array(spectrum.columns, dtype=np.int64))
    columns = np.array(spectrum.columns, dtype=np.int64)[order]
    choices = np.array([log2(max(1, sum(abs(d) <= peak for d in ways))) for ways in spectrum.ways])[
        order
    ]
    odd = np.array([column in spectrum.odd for column in columns.tolist()], dtype=np.int64)
    basis: list[int] = []
    members = np.zeros(1, dtype=np.int64)
    span = Span()
    parity = 0
    while len(basis) < spectrum.width:
        best: tuple[float, int, int] | None = None
        for _ in range(samples if members.size <= _MAX_MEMBERS else 1):
            column = _fresh(columns, span, random)
            change, cost = 0, random.random()
            if members.size <= _MAX_MEMBERS:
                # find the sums member ^ column that are columns too, and their indices
                beside = members ^ column
                at = np.minimum(np.searchsorted(columns, beside), columns.size - 1)
                hit = columns[at] == beside
                change = int(odd[at[hit]].sum()) % 2
                cost += float(choices[at[hit]].sum()) - premium * change
            if best is None or cost < best[0]:
                best = cost, column, change
        assert best is not None
        basis.append(best[1])
        span.add(best[1])
        parity ^= best[2]
        if members.size <= _MAX_MEMBERS:
            members = np.concatenate([members, members ^ best[1]])
    return basis


def _fresh(columns: NDArray[np.int64], span: Span, random: Random) -> int:
    """Return a random column that is not in the span."""
    start = int(random.random() * columns.size)
    for i in range(columns.size):
        column = int(columns[(start + i) % columns.size])
        if span.reduced(column):
            return column
    raise AssertionError("the columns span fewer dimensions than there are generators")


_WIDEST = 2**13
"""Branches of one block at most, however few points each has."""

Part = tuple[NDArray[Any], IntArray, NDArray[np.bool_]]
"""Branches of a block: h (points, branches), the index of each one's bounds, and
whether its sign is still free."""


@dataclass
class FlatSearch:
    """Exhaustive search for signed counts d, one per class, whose spectrum has a peak of at most D.

    It follows one chain of subspaces.

    Args:
        spectrum: the classes.
        basis: v_1, ..., v_k, independent numbers of k bits.
        peak: D.
        watch: the time limit.
        depth: search V_depth only; below ``spectrum.width`` only a proof of none is possible.
        budget: largest number of points before `LimitReached`.
        block: points of branches processed together; small blocks find examples sooner.
    """

    spectrum: Spectrum
    basis: Sequence[int]
    peak: int
    watch: Watch
    depth: int
    budget: float = float("inf")
    block: int = 2**20
    points: int = 0
    survivors: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ways_of = dict(zip(self.spectrum.columns, self.spectrum.ways, strict=True))
        columns = span(self.basis[: self.depth])
        self._columns = columns
        self._values: list[list[int]] = [
            sorted(d for d in ways_of.get(column, {0: 1}) if abs(d) <= self.peak)
            for column in columns
        ]
        self._most = [0, *accumulate(max(v, default=0) for v in self._values)]
        self._odd = [0, *accumulate(column in self.spectrum.odd for column in columns)]
        self._dead = any(not values for values in self._values)
        room = 4 * (self._most[-1] + self.peak + 1)
        self._dtype = np.dtype(np.int16 if room < 2**15 else np.int64)
        self._hi = self._level_bounds()

    def _level_bounds(self) -> list[int]:
        """Return, for each j, an upper bound by parity on sums over the span of v_1, ..., v_j."""
        bounds = [0] * (self.spectrum.width + 1)
        bound = self.peak
        members = [0] * (self.spectrum.width + 1)
        for place in coordinates_of(self.spectrum.odd, self.basis):
            members[place.bit_length()] += 1
        odd = list(accumulate(members))
        for level in range(self.spectrum.width, -1, -1):
            bound -= (bound - odd[level]) % 2
            bounds[level] = bound
        return bounds

    def run(self) -> Iterator[IntArray]:
        """Yield all vectors d of signed counts with peak <= D, up to translation, in batches.

        For a depth below k these are candidates: d of the classes in V_depth with S_V <= D.

        Yields:
            (2^depth, branches) int64: d by position; a position's bits say which basis vectors
            its column is the sum of.

        Raises:
            LimitReached: At the limit of the budget or of time.
        """
        if self._dead or self._hi[0] < 0:  # the parities along the chain exclude every d
            return
        top = min(self._hi[self.depth], self._most[-1])
        lo = np.full((1 << self.depth, 1), -self._most[-1], dtype=self._dtype)
        hi = np.full((1 << self.depth, 1), top, dtype=self._dtype)
        whole = self._block(0, self.depth, lo, hi, np.ones(1, dtype=np.bool_))
        for values, _, _ in self._gathered(whole, self.depth):
            yield _inverse(values)

    def possible(self) -> bool:
        """Return whether a vector d with peak <= D may exist; if False, all peaks are larger."""
        return any(found.shape[1] for found in self.run())

    def some(self) -> IntArray:
        """Return the first batch of vectors d with peak <= D, an array (classes, vectors)."""
        for found in self.run():
            if found.shape[1]:
                return self._by_class(found)
        return np.zeros((len(self.spectrum.columns), 0), dtype=np.int64)

    def count(self) -> int:
        """Return the number of ways to press the class buttons with peak <= D."""
        total = 0
        for found in self.run():
            d = self._by_class(found)
            # each level with a nonzero d doubles the number: `run` yields one of its two signs
            levels = [found[1 << j : 2 << j].any(axis=0) for j in range(self.depth)]
            free = np.array(levels, dtype=np.int64).reshape(self.depth, -1).sum(axis=0)
            for column in range(d.shape[1]):
                total += self.spectrum.presses_count(d[:, column]) << int(free[column])
        return total

    def _by_class(self, found: IntArray) -> IntArray:
        assert self.depth == self.spectrum.width
        place = {column: i for i, column in enumerate(self._columns)}
        return found[[place[column] for column in self.spectrum.columns]]

    def _gathered(self, parts: Iterable[Part], level: int) -> Iterator[Part]:
        """Concatenate small batches of branches until each has the array size of the level."""
        width = self._width(level)
        waiting: list[Part] = []
        size = 0
        for part in parts:
            waiting.append(part)
            size += part[1].size
            if size >= width:
                yield _joined(waiting)
                waiting, size = [], 0
        if size:
            yield _joined(waiting)

    def _block(
        self, a: int, j: int, lo: NDArray[Any], hi: NDArray[Any], loose: NDArray[np.bool_]
    ) -> Iterator[Part]:
        """Yield all sums h within the bounds on the block of positions a .. a + 2^j - 1.

        Args:
            a: first position, a multiple of 2^j.
            j: level.
            lo: (2^j, branches) lower bounds.
            hi: the upper bounds.
            loose: (branches,) whether the sign of the first d that is not 0 is free.
        """
        self._spend(lo.size)
        most = self._most[a + (1 << j)] - self._most[a]
        if most == 0:
            kept = np.flatnonzero(((lo <= 0) & (hi >= 0)).all(axis=0))
            if kept.size:
                yield np.zeros((1 << j, kept.size), dtype=self._dtype), kept, loose[kept]
            return
        odd = (self._odd[a + (1 << j)] - self._odd[a]) % 2
        lo, hi = np.maximum(lo, -most), np.minimum(hi, most)
        lo, hi = lo + ((lo ^ odd) & 1), hi - ((hi ^ odd) & 1)
        kept = np.flatnonzero((lo <= hi).all(axis=0))
        if not kept.size:
            return
        if kept.size < loose.size:
            lo, hi, loose = lo[:, kept], hi[:, kept], loose[kept]
        parts = (
            self._single(a, lo[0], hi[0], loose) if j == 0 else self._halves(a, j, lo, hi, loose)
        )
        for h, parents, free in parts:
            yield h, kept[parents], free

    def _single(
        self, a: int, lo: NDArray[Any], hi: NDArray[Any], loose: NDArray[np.bool_]
    ) -> Iterator[Part]:
        """Yield the signed counts d that one class can have within the bounds of each branch."""
        hs, parents = [], []
        for d in self._values[a]:
            fits = (lo <= d) & (hi >= d)
            if d < 0:
                fits &= ~loose
            found = np.flatnonzero(fits)
            hs.append(np.full((1, found.size), d, dtype=self._dtype))
            parents.append(found)
        h, parent = np.concatenate(hs, axis=1), np.concatenate(parents)
        free = loose[parent] & (h[0] == 0)
        step = self._width(0)
        for low in range(0, parent.size, step):
            part = slice(low, low + step)
            yield h[:, part], parent[part], free[part]

    def _halves(
        self, a: int, j: int, lo: NDArray[Any], hi: NDArray[Any], loose: NDArray[np.bool_]
    ) -> Iterator[Part]:
        """Yield sums on a block: (p + q, p - q), for sums p of its first half, q of its second."""
        half = 1 << (j - 1)
        spine = a == 0
        q_most = self._most[a + 2 * half] - self._most[a + half]
        lo0, lo1, hi0, hi1 = lo[:half], lo[half:], hi[:half], hi[half:]
        # a shift to the right rounds down, even for negative numbers
        p_lo = np.maximum((lo0 + lo1 + 1) >> 1, np.maximum(lo0, lo1) - q_most)
        p_hi = np.minimum((hi0 + hi1) >> 1, np.minimum(hi0, hi1) + q_most)
        if spine:
            p_hi = np.minimum(p_hi, self._hi[j - 1])
        lower = self._block(a, j - 1, p_lo, p_hi, loose)
        for p, parents, free in self._gathered(lower, j):
            if spine:
                self.survivors[j - 1] = self.survivors.get(j - 1, 0) + parents.size
            q_lo = np.maximum(lo0[:, parents] - p, p - hi1[:, parents])
            q_hi = np.minimum(hi0[:, parents] - p, p - lo1[:, parents])
            start = np.ones(parents.size, dtype=np.bool_) if spine else free
            for q, above, after in self._block(a + half, j - 1, q_lo, q_hi, start):
                base = p[:, above]
                yield np.concatenate([base + q, base - q]), parents[above], after

    def _width(self, level: int) -> int:
        return max(1, min(_WIDEST, self.block >> level))

    def _spend(self, points: int) -> None:
        self.points += points
        self.watch.check(self.points)
        if self.points > self.budget:
            raise LimitReached(f"{self.points} points are over the search's budget")


def span(basis: Sequence[int]) -> list[int]:
    """Return all xor sums of a basis; bit j of the index marks whether basis[j] is included."""
    found = [0]
    for vector in basis:
        found += [vector ^ other for other in found]
    return found


def coordinates_of(columns: Iterable[int], basis: Sequence[int]) -> list[int]:
    """Return coordinates of columns in a basis: bit j marks whether basis[j] is a summand.

    Args:
        columns: numbers of k bits.
        basis: k independent numbers.
    """
    size = len(basis)
    spanned = Span((vector << size | 1 << i for i, vector in enumerate(basis)), tag_bits=size)
    assert len(spanned) == size, "the basis is not independent"
    found = [spanned.reduced(column << size) for column in columns]
    assert max(found, default=0) < 1 << size, "a column is outside the span"
    return found


def _inverse(values: NDArray[Any]) -> IntArray:
    """Return the inverse Walsh-Hadamard transform of each column of sums: the vectors d."""
    out = values.astype(np.int64)
    points = out.shape[0]
    half = 1
    while half < points:
        pairs = out.reshape(-1, 2, half, out.shape[1])
        low, high = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        out = np.stack([low, high], axis=1).reshape(points, -1)
        half *= 2
    whole: IntArray = out // points
    return whole


def _joined(parts: list[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    return (
        np.concatenate([h for h, _, _ in parts], axis=1),
        np.concatenate([parents for _, parents, _ in parts]),
        np.concatenate([free for _, _, free in parts]),
    )
