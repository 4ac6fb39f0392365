"""The nodes of a signed sum's search with r bits left (c = 2).

A node has one number for each tail, the r low bits of the classes' columns; fixing one more bit
makes tails meet.  All nodes of a level have in common which do, in what order the numbers stand,
how wide they must be and how many nodes can be expected to survive.  That is worked out once.
"""

from dataclasses import dataclass
from math import erfc, pi, sqrt
from typing import Any

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.coset.search import Words
from lo_exact.engines.coset.signed_sum import SignedSum


@dataclass(frozen=True, eq=False)
class BinaryStep:
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


class BinaryLevel:
    """Facts about all nodes with r bits left.

    Attributes:
        tails: (tails,) uint64, the tails other than 0, in the order of the table's rows.
        dtype: holds every number of the table.
        groups: row ranges whose absolute values sum to what the unsigned dtype holds.
        step: how to go on to r - 1.
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
        """Guess which part of the nodes can still reach ``best`` (sums taken as normal)."""
        if self._deviation == 0:
            return float(self._mean >= best)
        return 0.5 * erfc((best - self._mean) / self._deviation / sqrt(2))


def step_down(tails: Words, r: int) -> tuple[BinaryStep, Words]:
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
    return BinaryStep(None if same else order, at.size, zero.size, one.size, at_fixed), after


def _groups(bounds: IntArray, room: int) -> list[tuple[int, int]]:
    """Cut rows into ranges whose bounds sum to at most ``room``."""
    groups, low, total = [], 0, 0
    for row, bound in enumerate(bounds.tolist()):
        if total + bound > room and row > low:
            groups.append((low, row))
            low, total = row, 0
        total += bound
    return [*groups, (low, bounds.size)] if bounds.size else groups


def narrowest(bound: int) -> np.dtype[Any]:
    """Return the narrowest signed dtype that holds -bound..bound."""
    for name in ("int8", "int16", "int32"):
        if bound <= np.iinfo(name).max:
            return np.dtype(name)
    return np.dtype(np.int64)


def tails_of(columns: Words, r: int) -> tuple[IntArray, IntArray, Words]:
    """Return (order by r low bits, where each new tail starts, the tails ascending)."""
    tails = columns & np.uint64((1 << r) - 1)
    order = np.argsort(tails, kind="stable")
    ordered = tails[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    starts = starts[: ordered.size]
    return order, starts, ordered[starts]
