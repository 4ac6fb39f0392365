"""The largest value of S(z) = sum_u a_u (-1)^<u,z> over all z of k bits, and where it is reached.

With a_u the priced balance of a class of buttons (c = 2), the weight of x0 + Kz is (P - S(z)) / 2.

Idea: fix the bits of z from the highest to the lowest.  With r bits left, S depends on the fixed
bits only through one number per *tail* (the r low bits of u): at most 2^r numbers a node, the one
of tail 0 being fixed for good (its *base*).  Fixing one more bit adds and subtracts the numbers of
the two tails that become one: the steps of a Walsh-Hadamard transform, where tails that no class
has cost nothing.  Many nodes are stepped at once, in the narrowest dtype that provably holds the
numbers (int8 for boards).  A node cannot reach more than base + sum |numbers|; where that is less
than the best sum known, the node is dropped, which spares most nodes the last 5 to 8 steps.
Elements that equal the best are never dropped, so ties are counted exactly.

Costs sum_r tails_r / 2^r additions an element, r from the leaf level up: below 10, and about 2 for
grids.  Memory is a few blocks for each bit, whatever k.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.coset_parts import Listener, Tally, Words
from lo_exact.engines.coset_walk import Nodes, walk


@dataclass(frozen=True, eq=False)
class SignedSum:
    """S(z) = sum amounts[i] * (-1)^<columns[i], z>.

    Attributes:
        places: of each bit of z, from the highest, the bit's worth in the whole key; descending.
        columns: (classes,) uint64, distinct, 1..2^k - 1.
        amounts: (classes,) int64, none 0, absolute values summing to less than 2^62.
    """

    places: tuple[int, ...]
    columns: Words
    amounts: IntArray

    @property
    def width(self) -> int:
        """k, number of bits of z, 0..62."""
        return len(self.places)

    def value(self, z: int) -> int:
        """Return S(z)."""
        odd = parity(self.columns & np.uint64(z))
        return int(self.amounts.sum()) - 2 * int(self.amounts[odd].sum())


@dataclass(frozen=True)
class Sizes:
    """How the work is cut; any values give the same answer.

    Attributes:
        block: numbers handled at once.
        job: bits of z of one job, the unit of progress and checkpoints.
    """

    block: int = 2**19
    job: int = 26


SIZES = Sizes()

_CLIMB_WIDTH = 18
_STARTS = 16
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

_LARGE_BLOCK = 2**24

_SURVIVAL = 0.35
"""Nodes are looked at, and those that cannot reach the best dropped, where most will be."""


def parity(words: Words) -> NDArray[np.bool_]:
    """Return whether each word has an odd number of bits."""
    folded = words ^ (words >> np.uint64(32))
    for shift in (16, 8, 4, 2, 1):
        folded = folded ^ (folded >> np.uint64(shift))
    return (folded & np.uint64(1)).astype(bool)


def climbed(target: SignedSum, starts: int) -> int:
    """Return a good element: from some starts, the best bit is flipped as long as one helps."""
    bits = np.arange(target.width, dtype=np.uint64)
    # floats choose the way only
    has = ((target.columns[:, None] >> bits) & np.uint64(1)).astype(np.float64)
    elements = np.arange(starts, dtype=np.uint64) * _GOLDEN >> np.uint64(64 - max(target.width, 1))
    odd = np.array([parity(target.columns & z) for z in elements]).reshape(starts, -1)
    terms = np.where(odd, -1.0, 1.0) * target.amounts
    for _ in range(target.width * 4):
        gains = -(terms @ has)
        which = gains.argmax(axis=1) if target.width else np.zeros(starts, dtype=np.int64)
        better = np.flatnonzero(gains[np.arange(starts), which] > 0) if target.width else which[:0]
        if not better.size:
            break
        elements[better] ^= np.uint64(1) << which[better].astype(np.uint64)
        terms[better] *= 1 - 2 * has[:, which[better]].T
    return max((int(z) for z in elements), key=target.value)


class BinaryPart:
    """One signed sum, prepared for visiting all its elements job by job; scores are sums.

    Args:
        target: what to maximise.
        sizes: how to cut the work.
    """

    def __init__(self, target: SignedSum, sizes: Sizes = SIZES):
        self.target, self.sizes = target, sizes
        self.width = min(target.width, sizes.job)
        self.jobs = 1 << (target.width - self.width)
        self._wide = _dtype(int(np.abs(target.amounts).sum()))
        level = _Level(target, self.width, np.zeros(0, dtype=np.uint64))
        self._levels = [level]
        for r in range(self.width, 0, -1):
            level.step, after = _step(level.tails, r)
            level = _Level(target, r - 1, after)
            self._levels.append(level)
        self._levels.reverse()

    @property
    def elements(self) -> int:
        """2^k."""
        return 1 << self.target.width

    @property
    def ceiling(self) -> int:
        """No sum is larger."""
        return int(np.abs(self.target.amounts).sum())

    def start(self, limit: int) -> Tally:
        """Return a tally that knows a local maximum."""
        element = climbed(self.target, _STARTS if self.target.width >= _CLIMB_WIDTH else 1)
        return Tally(self.target.value(element), limit, 0, np.array([element], dtype=np.uint64))

    def keys(self, tally: Tally) -> list[int]:
        """Return the keys as summands of the whole key; places descend, so the order stays."""
        worth = list(enumerate(reversed(self.target.places)))
        if not worth or worth[-1][1] >= 2**63:
            return [sum(w for i, w in worth if z >> i & 1) for z in tally.first.tolist()]
        keys = np.zeros_like(tally.first)
        for i, place in worth:
            keys += ((tally.first >> np.uint64(i)) & np.uint64(1)) * np.uint64(place)
        return list(keys.tolist())

    def visit(self, job: int, tally: Listener) -> None:
        """Visit the elements whose high bits are ``job`` that may reach ``tally.best``."""
        # glibc gives freed blocks back to the system one by one, and every new one costs page
        # faults, until it has once seen a larger block freed; nothing is touched here
        np.empty(_LARGE_BLOCK, dtype=np.uint8)

        def children(nodes: Nodes, depth: int) -> list[Nodes]:
            r = self.width - depth
            both = self._children(nodes, r)
            if self._levels[r - 1].survival(tally.best) > _SURVIVAL:
                return both
            return [
                part.part(np.flatnonzero(self._reach(part, r - 1) >= tally.best)) for part in both
            ]

        walk(
            self._root(job),
            [self._capacity(r) for r in range(self.width, -1, -1)],
            children,
            lambda nodes: tally.offer(nodes.base, nodes.names),
        )

    def _capacity(self, r: int) -> int:
        return max(self.sizes.block // (self._levels[r].tails.size + 1), 1)

    def _root(self, job: int) -> Nodes:
        target, level = self.target, self._levels[-1]
        odd = parity((target.columns >> np.uint64(self.width)) & np.uint64(job))
        signed = np.where(odd, -target.amounts, target.amounts)
        order, starts, tails = _tails(target.columns, self.width)
        sums = np.zeros(0, dtype=np.int64)
        if signed.size:
            sums = np.add.reduceat(signed[order], starts)
        base = int(sums[0]) if tails.size and not tails[0] else 0
        return Nodes(
            np.array([job], dtype=np.uint64),
            np.array([base], dtype=self._wide),
            sums[tails != 0].astype(level.dtype)[:, None],
        )

    def _children(self, nodes: Nodes, r: int) -> list[Nodes]:
        """Fix one more bit, to 0 and to 1."""
        step, level = self._levels[r].step, self._levels[r - 1]
        table = nodes.table
        if step.order is not None:
            table = table.take(step.order, axis=0)
        table = table.astype(level.dtype, copy=False)
        b, z = step.both, step.both + step.zero
        rows = z + step.one
        first, second = table[:b], table[b : 2 * b]
        zeros, ones = table[2 * b : b + z], table[b + z : b + rows]
        out = np.empty((2, rows, nodes.size), dtype=level.dtype)
        np.add(first, second, out=out[0, :b])
        np.subtract(first, second, out=out[1, :b])
        out[:, b:z] = zeros
        out[0, z:] = ones
        np.negative(ones, out=out[1, z:])
        base = nodes.base
        names = nodes.names << np.uint64(1)
        if step.fixed < 0:
            return [Nodes(names, base, out[0]), Nodes(names | np.uint64(1), base, out[1])]
        fixed = nodes.table[step.fixed]
        return [
            Nodes(names, base + fixed, out[0]),
            Nodes(names | np.uint64(1), base - fixed, out[1]),
        ]

    def _reach(self, nodes: Nodes, r: int) -> NDArray[Any]:
        """Return (nodes,): base + sum |numbers|, which no element of the node exceeds."""
        absolute = np.abs(nodes.table)
        if absolute.dtype.itemsize < 8:
            absolute = absolute.view(f"u{absolute.dtype.itemsize}")
        reach = nodes.base.copy()
        for low, high in self._levels[r].groups:
            reach += np.add.reduce(absolute[low:high], axis=0, dtype=absolute.dtype)
        return reach


class _Level:
    """What is known about nodes with r bits left before looking at one.

    Attributes:
        tails: (tails,) uint64, the tails other than 0, in the order of the table's rows.
        dtype: holds every number of the table.
        groups: row ranges whose absolute values sum to what the unsigned dtype holds.
        step: how to go on to r - 1.
    """

    step: _Step

    def __init__(self, target: SignedSum, r: int, tails: Words):
        order, starts, found = _tails(target.columns, r)
        amounts = target.amounts[order]
        bounds, squares = np.zeros(0, dtype=np.int64), np.zeros(0)
        if amounts.size:
            bounds = np.add.reduceat(np.abs(amounts), starts)
            squares = np.add.reduceat(amounts.astype(np.float64) ** 2, starts)
        based = found == 0
        spread = float(squares[based].sum())
        bounds, squares, found = bounds[~based], squares[~based], found[~based]
        alone = np.diff(np.append(starts, amounts.size))[~based] == 1
        means = np.where(alone, np.sqrt(squares), np.sqrt(squares * (2 / pi)))
        self._mean = float(means.sum())
        self._deviation = sqrt(spread + max(float((squares - means**2).sum()), 0.0))
        self.tails = tails if tails.size else found
        assert self.tails.size == found.size
        self.dtype = _dtype(int(bounds.max(initial=0)))
        by_row = bounds[np.argsort(np.argsort(self.tails))]
        self.groups = _groups(by_row, min(int(np.iinfo(f"u{self.dtype.itemsize}").max), 2**62))

    def survival(self, best: int) -> float:
        """Guess which part of the nodes can still reach ``best`` (sums taken as normal)."""
        if self._deviation == 0:
            return float(self._mean >= best)
        return 0.5 * erfc((best - self._mean) / self._deviation / sqrt(2))


@dataclass(frozen=True, eq=False)
class _Step:
    """From r bits left to r - 1: which rows of the table meet.

    The rows, taken in ``order`` (None: as they are), are ``both`` rows whose tail has the top bit
    0, their partners with 1, then ``zero`` and ``one`` rows without a partner.  ``fixed`` is the
    row of the tail that has only the top bit, which goes into the base; -1 if there is none.
    """

    order: IntArray | None
    both: int
    zero: int
    one: int
    fixed: int


def _step(tails: Words, r: int) -> tuple[_Step, Words]:
    """Return the step that fixes bit r - 1, and the tails after it."""
    half = np.uint64(1 << (r - 1))
    zeros, ones = np.flatnonzero(tails < half), np.flatnonzero(tails > half)
    fixed = np.flatnonzero(tails == half)
    _, at, partner = np.intersect1d(
        tails[zeros], tails[ones] - half, assume_unique=True, return_indices=True
    )
    zero, one = np.delete(zeros, at), np.delete(ones, partner)
    order = np.concatenate([zeros[at], ones[partner], zero, one])
    after = np.concatenate([tails[zeros[at]], tails[zero], tails[one] - half])
    same = order.size == tails.size and bool((order == np.arange(order.size)).all())
    at_fixed = int(fixed[0]) if fixed.size else -1
    return _Step(None if same else order, at.size, zero.size, one.size, at_fixed), after


def _groups(bounds: IntArray, room: int) -> list[tuple[int, int]]:
    """Cut rows into ranges whose bounds sum to at most ``room``."""
    groups, low, total = [], 0, 0
    for row, bound in enumerate(bounds.tolist()):
        if total + bound > room and row > low:
            groups.append((low, row))
            low, total = row, 0
        total += bound
    return [*groups, (low, bounds.size)] if bounds.size else groups


def _dtype(bound: int) -> np.dtype[Any]:
    """Return the narrowest signed dtype that holds -bound..bound."""
    for name in ("int8", "int16", "int32"):
        if bound <= np.iinfo(name).max:
            return np.dtype(name)
    return np.dtype(np.int64)


def _tails(columns: Words, r: int) -> tuple[IntArray, IntArray, Words]:
    """Return (order by r low bits, where each new tail starts, the tails ascending)."""
    tails = columns & np.uint64((1 << r) - 1)
    order = np.argsort(tails, kind="stable")
    ordered = tails[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    starts = starts[: ordered.size]
    return order, starts, ordered[starts]
