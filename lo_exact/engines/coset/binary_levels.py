"""Signed sums over the elements of a kernel over GF(2), and the layout of their search tables.

`SignedSum` is the function that the search maximises, S(z) = sum_u a_u (-1)^<u, z>.  `climbed`
finds a good element of it by flipping bits.

A node of the search (`binary_visit`) has one number for each *tail*, the r low bits of the classes'
columns.  Fixing one more bit makes pairs of tails equal, and their numbers are added or subtracted.
All nodes with the same number of free bits agree in which tails these are and in what order the
numbers are stored.  They also agree in how wide the numbers must be and how many nodes can be
expected to survive.  `BinaryLevel` holds that, worked out once; `levels_of` makes all levels.
`root_of` gives the table of a first node, and `fix_bit` the tables of a node's children.
"""

from dataclasses import dataclass
from math import erfc, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.coset.search import Words

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class SignedSum:
    """Signed sum S(z) = sum_i amounts[i] * (-1)^<columns[i], z> of a bit vector z."""

    places: tuple[int, ...]
    """Place value of each bit of z in the whole key, descending."""
    columns: Words
    """(classes,) uint64, distinct, 1..2^k - 1."""
    amounts: IntArray
    """(classes,) int64, none 0, absolute values summing to less than 2^62."""

    @property
    def width(self) -> int:
        """Number of bits k of z, 0..62."""
        return len(self.places)

    def value(self, z: int) -> int:
        """Return the signed sum S(z) of the coset element numbered z."""
        odd = parity(self.columns & np.uint64(z))
        return int(self.amounts.sum()) - 2 * int(self.amounts[odd].sum())


def parity(words: Words) -> NDArray[np.bool_]:
    """Return, for each word, whether its number of 1 bits is odd."""
    folded = words ^ (words >> np.uint64(32))
    for shift in (16, 8, 4, 2, 1):
        folded = folded ^ (folded >> np.uint64(shift))
    return (folded & np.uint64(1)).astype(bool)


def climbed(target: SignedSum, starts: int) -> int:
    """Return a bit vector z with a large S(z), found by hill climbing from several starts."""
    bits = np.arange(target.width, dtype=np.uint64)
    # floats are used only to choose which bit to flip
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


@dataclass(frozen=True, eq=False)
class BinaryStep:
    """Plan for fixing one more bit: the table rows that are combined in pairs, and the others.

    The rows, taken in ``order`` (None: as they are), are ``both`` rows whose tail has the top bit
    0, their partners with 1, then ``zero`` and ``one`` rows without a partner.  ``fixed`` is the
    row of the tail that has only the top bit, which goes into the base; -1 if there is none.
    """

    order: IntArray | None
    both: int
    zero: int
    one: int
    fixed: int


class BinaryLevel:
    """Layout of the tables that all search nodes with the same number of free bits share.

    Attributes:
        tails: (tails,) uint64, the tails other than 0, in the order of the table's rows.
        dtype: type that holds every number of the table.
        groups: row ranges whose sums of absolute values fit the unsigned dtype.
        step: the step to r - 1 free bits.
    """

    step: BinaryStep

    def __init__(self, target: SignedSum, r: int, tails: Words):
        order, starts, found = tails_of(target.columns, r)
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
        self.tails: Words = tails if tails.size else found
        assert self.tails.size == found.size
        self.dtype: np.dtype[Any] = narrowest(int(bounds.max(initial=0)))
        by_row = bounds[np.argsort(np.argsort(self.tails))]
        self.groups: list[tuple[int, int]] = _groups(
            by_row, min(int(np.iinfo(f"u{self.dtype.itemsize}").max), 2**62)
        )

    def survival(self, best: int) -> float:
        """Estimate the fraction of nodes that can reach ``best``, from a normal distribution."""
        if self._deviation == 0:
            return float(self._mean >= best)
        return 0.5 * erfc((best - self._mean) / self._deviation / sqrt(2))


def step_down(tails: Words, r: int) -> tuple[BinaryStep, Words]:
    """Return the plan that fixes the highest of r free bits, and the columns' other r - 1 bits."""
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
    return BinaryStep(None if same else order, at.size, zero.size, one.size, at_fixed), after


def _groups(bounds: IntArray, room: int) -> list[tuple[int, int]]:
    """Partition rows into consecutive ranges whose bounds sum to at most ``room``."""
    groups, low, total = [], 0, 0
    for row, bound in enumerate(bounds.tolist()):
        if total + bound > room and row > low:
            groups.append((low, row))
            low, total = row, 0
        total += bound
    return [*groups, (low, bounds.size)] if bounds.size else groups


def narrowest(bound: int) -> np.dtype[Any]:
    """Return the smallest signed dtype that represents -bound..bound."""
    for name in ("int8", "int16", "int32"):
        if bound <= np.iinfo(name).max:
            return np.dtype(name)
    return np.dtype(np.int64)


def tails_of(columns: Words, r: int) -> tuple[IntArray, IntArray, Words]:
    """Sort columns by tail (the r lowest bits); return (order, start of each tail, tails)."""
    tails = columns & np.uint64((1 << r) - 1)
    order = np.argsort(tails, kind="stable")
    ordered = tails[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    starts = starts[: ordered.size]
    return order, starts, ordered[starts]


def levels_of(target: SignedSum, width: int, last: int) -> list[BinaryLevel]:
    """Compute the table layout for each number of free bits from ``last`` to ``width``.

    The step of a level fixes its highest bit; the first level has none.
    """
    level = BinaryLevel(target, width, np.zeros(0, dtype=np.uint64))
    levels = [level]
    for r in range(width, last, -1):
        level.step, after = step_down(level.tails, r)
        level = BinaryLevel(target, r - 1, after)
        levels.append(level)
    return levels[::-1]


def root_of(
    target: SignedSum, level: BinaryLevel, width: int, job: int
) -> tuple[int, NDArray[Any]]:
    """Return the base sum and the table of the search node whose high bits are fixed to ``job``.

    Args:
        target: the signed sum.
        level: level of the node.
        width: number of free bits; the higher ones are fixed.
        job: the fixed bits.
    """
    odd = parity((target.columns >> np.uint64(width)) & np.uint64(job))
    signed = np.where(odd, -target.amounts, target.amounts)
    order, starts, tails = tails_of(target.columns, width)
    sums = np.zeros(0, dtype=np.int64)
    if signed.size:
        sums = np.add.reduceat(signed[order], starts)
    base = int(sums[0]) if tails.size and not tails[0] else 0
    return base, sums[tails != 0].astype(level.dtype)[:, None]


def fix_bit(step: BinaryStep, table: NDArray[Any], out: NDArray[Any]) -> None:
    """Write to ``out`` the tables of all nodes' children, which have one more bit fixed to 0 or 1.

    Two tails that become one are added where the bit is 0 and subtracted where it is 1; a tail
    that has no partner keeps its number, with the other sign where it had the bit and it is 1.

    Args:
        step: the step, which merges pairs of tails.
        table: (tails, nodes) table of the nodes.
        out: (remaining tails, 2, nodes) result for the bit at 0 and at 1.
    """
    if step.order is not None:
        table = table.take(step.order, axis=0)
    table = table.astype(out.dtype, copy=False)
    both, zero = step.both, step.both + step.zero
    np.add(table[:both], table[both : 2 * both], out=out[:both, 0])
    np.subtract(table[:both], table[both : 2 * both], out=out[:both, 1])
    out[both:zero] = table[2 * both : both + zero, None]
    ones = table[both + zero : both + zero + step.one]
    out[zero:, 0] = ones
    np.negative(ones, out=out[zero:, 1])
