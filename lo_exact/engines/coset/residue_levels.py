"""Which cost tables meet when digits are fixed one by one (c > 2).

Before digit i is fixed, classes whose columns agree from i on, up to a unit of Z/c, share one
table.  This file works out, once per search, the tails at each depth and where their entries lie in
the flat table of a node.  It also works out which entries are added to which when the digit takes a
value.
"""

from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import unit_towards
from lo_exact.engines.coset.blocks import Nodes

MAX_SOURCES = 2**22
"""So many entry numbers are kept for a digit; more are made when they are needed."""


@dataclass(frozen=True, eq=False)
class TableSum:
    """cost(z) = sum_i tables[i, <columns[i], z> mod c], to be minimised."""

    modulus: int
    """c."""
    orders: tuple[int, ...]
    """(k,) digit i runs over 0..orders[i]-1."""
    columns: IntArray
    """(classes, k) int64, residues, no row all 0."""
    tables: IntArray
    """(classes, c) int64 >= 0, the least of each row 0, sums below 2^62."""


@dataclass(frozen=True, eq=False)
class ResidueLevel:
    """The tables of a node before a digit is fixed."""

    tails: IntArray
    """(tails, digits to come) residues, no row all 0."""
    offsets: IntArray
    """(tails,) where each tail's entries start."""
    entries: int
    """How many entries there are."""
    runs: tuple[tuple[int, int, int], ...]
    """(first entry, one past the last, entries of each tail), of tails that stand together and have
    equally many; they cover all entries.
    """
    dtype: np.dtype[Any]
    """Holds every entry."""

    def reach(self, nodes: Nodes) -> NDArray[Any]:
        """Return (nodes,): a cost that no element of the node goes below."""
        reach = nodes.base.copy() if self.entries else nodes.base
        for low, high, size in self.runs:
            least = nodes.table[low:high].reshape(-1, size, nodes.size).min(axis=1)
            reach += least.sum(axis=0, dtype=reach.dtype)
        return reach


@dataclass(frozen=True, eq=False)
class _Slot:
    """Entries of one level that are added to the first entries of the next."""

    starts: IntArray
    """(entries,) where the parents' tails start."""
    heads: IntArray
    """(entries,) what one more of the digit adds to the residue."""
    values: IntArray
    """(entries,) the residue with the digit 0."""
    shares: IntArray
    """(entries,) gcd of c and the parent's tail."""

    def sources(self, digit: int, modulus: int) -> IntArray:
        """Return which entries are added when the digit has a value."""
        residues = (digit * self.heads + self.values) % modulus
        return self.starts + residues // self.shares


class ResidueStep:
    """The way entries add up when a digit is fixed.

    Args:
        modulus: c.
        order: the digit runs over 0..order-1.
        slots: one after the other.
        closed: the tails that have no digits left after this one.
    """

    def __init__(self, modulus: int, order: int, slots: list[_Slot], closed: _Slot):
        self._modulus, self._slots, self._closed = modulus, slots, closed
        self._made: list[list[IntArray]] = []
        if order * sum(slot.starts.size for slot in [*slots, closed]) <= MAX_SOURCES:
            self._made = [self._make(digit) for digit in range(order)]

    def sources(self, digit: int) -> list[IntArray]:
        """Return for each slot the entries that are added, and last those added to the base."""
        return self._made[digit] if self._made else self._make(digit)

    def _make(self, digit: int) -> list[IntArray]:
        return [slot.sources(digit, self._modulus) for slot in [*self._slots, self._closed]]


def plan_residue_levels(target: TableSum) -> tuple[list[ResidueLevel], list[ResidueStep]]:
    """Return the levels (digits + 1) and the steps between them."""
    c = target.modulus
    spreads = target.tables.max(axis=1) if target.tables.size else np.zeros(0, dtype=np.int64)
    levels, steps = [_level(target.columns, spreads, c)], []
    for order in target.orders:
        level = levels[-1]
        heads, rests = level.tails[:, 0], level.tails[:, 1:]
        open_ended = rests.any(axis=1)
        tails, inverse, units = merge_columns(rests[open_ended], c)
        # tails with the most parents first: slot s then fills the first entries
        parents = np.flatnonzero(open_ended)
        by_tail = np.argsort(inverse, kind="stable")
        counts = np.bincount(inverse, minlength=tails.shape[0])
        ranks = np.arange(inverse.size) - np.repeat(np.cumsum(counts) - counts, counts)
        order_of_tails = np.lexsort((gcds(tails, c), -counts))  # few runs: see `ResidueLevel`
        rename = np.argsort(order_of_tails)
        tails = tails[order_of_tails]
        merged = np.zeros(tails.shape[0], dtype=np.int64)
        np.add.at(merged, rename[inverse], spreads[open_ended])
        after = _level(tails, merged, c)
        sizes = c // gcds(tails, c)
        shares = gcds(level.tails, c)
        slots = []
        for slot in range(int(counts.max(initial=0))):
            chosen = by_tail[ranks == slot]
            chosen = chosen[np.argsort(rename[inverse[chosen]])]
            child = np.repeat(rename[inverse[chosen]], sizes[rename[inverse[chosen]]])
            parent = np.repeat(parents[chosen], sizes[rename[inverse[chosen]]])
            unit = np.repeat(units[chosen], sizes[rename[inverse[chosen]]])
            value = (np.arange(child.size) - after.offsets[child]) * (c // sizes[child])
            starts, heads_here = level.offsets[parent], heads[parent]
            slots.append(_Slot(starts, heads_here, unit * value % c, shares[parent]))
        closed = np.flatnonzero(~open_ended)
        zeros = np.zeros_like(closed)
        last = _Slot(level.offsets[closed], heads[closed], zeros, shares[closed])
        steps.append(ResidueStep(c, order, slots, last))
        levels.append(after)
        spreads = merged
    return levels, steps


def merge_columns(columns: IntArray, modulus: int) -> tuple[IntArray, IntArray, IntArray]:
    """Find the columns that agree up to a unit.

    Args:
        columns: (columns, digits) residues, no row all 0.
        modulus: c.

    Returns:
        (distinct tails, number of each column's tail, unit of each column), where
        column = unit * tail.
    """
    if not columns.shape[0]:
        none = np.zeros(0, dtype=np.int64)
        return columns, none, none
    firsts = columns[np.arange(columns.shape[0]), (columns != 0).argmax(axis=1)]
    residues, which = np.unique(firsts, return_inverse=True)
    towards = [unit_towards(int(e), gcd(int(e), modulus), modulus) for e in residues]
    back = np.array([pow(w, -1, modulus) for w in towards], dtype=np.int64)
    scaled = columns * np.array(towards, dtype=np.int64)[which, None] % modulus
    tails, inverse = np.unique(scaled, axis=0, return_inverse=True)
    return tails, inverse.reshape(-1), back[which]


def gcds(columns: IntArray, modulus: int) -> IntArray:
    """Return the gcd of c and all entries of each row."""
    divisors: IntArray = np.gcd.reduce(columns, axis=1, initial=modulus)
    return divisors


def _level(tails: IntArray, spreads: IntArray, modulus: int) -> ResidueLevel:
    sizes = modulus // gcds(tails, modulus)
    ends = np.cumsum(sizes)
    starts = np.flatnonzero(np.diff(sizes, prepend=0))  # of runs; no tail has 0 entries
    lows = (ends - sizes)[starts].tolist()
    runs = zip(lows, [*lows[1:], int(sizes.sum())], sizes[starts].tolist(), strict=True)
    return ResidueLevel(
        tails,
        ends - sizes,
        int(sizes.sum()),
        tuple(runs) if sizes.size else (),
        np.min_scalar_type(int(spreads.max(initial=0))),
    )
