"""Meeting in the middle: each minimum is two sets of columns whose sums differ by the syndrome.

For w = 0, 1, 2, ... all sets of about half the price w are listed by the sum of their columns;
those of the other half are gone through, and what is missing to the syndrome is looked up
(Horowitz and Sahni 1974; Stern 1989 for codes, there by chance, here without).  A price without a
match is refuted, so the first match is a minimum, and nothing is left out: a solution of price w
has one lowest part of its buttons, in their order, that reaches what the listed half leaves.

Good where solutions are many and minima light, however dense the matrix: 100 buttons with 2^68
solutions take a second.  Costs about n^(w / 2) sums; memory is that of the listed half, and where
that is too much, less is listed and more gone through.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.middle.sums import ColumnSums, SortedSums, Words
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

MAX_FREE = 6
"""Buttons without a price: each combination of them is a syndrome of its own to look for."""

MAX_LEVELS = 256
"""Prices that are gone through, in units of what divides them all."""

MAX_SUMS = 2**38
"""Sums that are gone through in all."""

PAIRS = 2**14
"""Matches that are looked at together."""

MAX_BUTTONS = 4096

WORD_BITS = 64

NANOSECONDS = 60.0
"""CPU time of one sum that is gone through, dense systems of 60 to 200 buttons."""

FULL_NANOSECONDS = 500.0
"""The same on top where the table of the listed sums is full."""

FULL = 2**27
"""So many listed sums fill the table."""

BYTES = 20
"""Memory of one sum that is listed: itself, sorted, shorter sums."""

TABLE_BYTES = 2**27

FIRST_SECONDS = 0.01
"""CPU time of what is done before the first list."""

LATE = 8.0
"""It is late after so many times its forecast: one price more costs so much."""


class PricedColumns:
    """A system as columns.

    Attributes:
        sums: of the buttons that cost something.
        priced: their numbers.
        targets: what the sums have to make, one for each combination of the other buttons.
        unit: what divides all prices.
    """

    def __init__(
        self,
        sums: ColumnSums,
        priced: IntArray,
        targets: list[tuple[np.uint64, tuple[int, ...]]],
        unit: int,
    ):
        self.sums: ColumnSums = sums
        self.priced: IntArray = priced
        self.targets: list[tuple[np.uint64, tuple[int, ...]]] = targets
        self.unit: int = unit
        self._listed: tuple[int, SortedSums] | None = None

    def listed(self, price: int) -> SortedSums:
        """Return the sums of a price, to look others up; the last ones stay."""
        if self._listed is None or self._listed[0] != price:
            self._listed = None
            self._listed = price, SortedSums(self.sums.keep(price))
        return self._listed[1]


def refusal(system: System) -> str:
    """Say why it cannot take the system, or ``""``."""
    if system.colours != 2:
        return "it is for two colours"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed, and their minima are not light"
    if system.unknowns > MAX_BUTTONS:
        return f"{system.unknowns} buttons are more than {MAX_BUTTONS}"
    if int((system.prices == 0).sum()) > MAX_FREE:
        return f"more than {MAX_FREE} buttons cost nothing"
    if isinstance(system.first, Unsolvable):
        return ""
    level, sums, _ = _forecast(system)
    if level > MAX_LEVELS:
        return f"more than {MAX_LEVELS} prices are to be gone through"
    if sums > MAX_SUMS:
        return f"minima of price {level} take {number_in_words(sums)} sums of columns"
    return ""


def offer(system: System, wanted: Wanted) -> Offer:
    """Say what it would take where the minimum is as light as chance makes it."""
    level, sums, listed = _forecast(system, wanted.memory)
    each = NANOSECONDS + FULL_NANOSECONDS * min(listed / FULL, 1)
    seconds = FIRST_SECONDS + sums * each / 1e9
    why = f"{number_in_words(sums)} sums of columns, if the minimum is {level}"
    memory = listed * BYTES + min(16 * listed, TABLE_BYTES)
    return Offer(why, seconds, sums, memory, late=LATE * seconds)


def _forecast(system: System, memory: int = 2**31) -> tuple[int, int, int]:
    """Return the likely minimum in units, the sums that are gone through, and those listed.

    The likely minimum is where as many sets are as cheap as there are syndromes.
    """
    first = system.first
    assert not isinstance(first, Unsolvable)
    prices, unit = _priced(system)
    heaviest = system.weight(first) // unit
    rank = system.unknowns - len(system.elimination.orders)
    sums = ColumnSums(np.zeros(prices.size, dtype=np.uint64), prices)
    cheap = level = visited = listed = 0
    for price in range(min(heaviest, MAX_LEVELS + 1) + 1):
        half = _listed_half(sums, price, memory)
        visited += sum(sums.size(price - b) + sums.size(b) for b in _rests(sums, price, half))
        listed, level = max(listed, sums.size(half)), price
        cheap += sums.size(price)
        if cheap >= 2**rank or visited > MAX_SUMS:
            break
    return level, visited, listed


def _priced(system: System) -> tuple[IntArray, int]:
    """Return the prices that are not 0, in units of what divides them all, and that unit."""
    prices = system.prices[system.prices > 0]
    unit = gcd(*prices.tolist()) or 1
    return prices // unit, unit


def _listed_half(sums: ColumnSums, price: int, memory: int) -> int:
    """Return up to which price sets are listed."""
    half = price // 2
    while half > 1 and sums.size(half) * BYTES > memory - TABLE_BYTES:
        half -= 1
    return half


def _rests(sums: ColumnSums, price: int, half: int) -> range:
    """Return the prices that the higher part of a solution may have."""
    dearest = max(sums.prices, default=1)
    return range(max(half - dearest + 1, 0), half + 1)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Go through prices until a solution is met."""
    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    if said := refusal(system):
        raise LimitReached(said)
    watch.improved(as_tuple(first), system.weight(first))
    columns = _priced_columns(system)
    price = -(-watch.lower_bound // columns.unit)
    while True:
        best, weight = watch.told()
        if price * columns.unit == weight and not wanted.more_than_one:
            return Outcome(Status.OPTIMAL, weight, (best,))
        found = _Found(system, wanted)
        for presses in _solutions_of(system, columns, price, wanted, watch):
            found.add(presses)
            if not wanted.more_than_one:
                break
        if found.count:
            return Outcome(
                Status.OPTIMAL, price * columns.unit, found.minima(),
                found.count if wanted.more_than_one else None, canonical=wanted.more_than_one,
            )  # fmt: skip
        price += 1
        watch.bound(price * columns.unit)


def _priced_columns(system: System) -> PricedColumns:
    """Return a system as columns of words.

    With more than 64 lights the words are 64 sums of lights by chance: what they match is
    multiplied out, so that chance can slow the search but cannot change the answer.
    """
    dense = system.matrix.to_dense().astype(np.uint8)
    wanted = system.syndrome.astype(np.uint8)
    if system.lights > WORD_BITS:
        mixed = np.random.default_rng(WORD_BITS).integers(0, 2, (WORD_BITS, system.lights))
        both = mixed @ np.column_stack([dense, wanted]).astype(np.int64) % 2
        dense, wanted = both[:, :-1].astype(np.uint8), both[:, -1].astype(np.uint8)
    powers = np.uint64(1) << np.arange(len(dense), dtype=np.uint64)
    columns = (dense.T * powers).sum(axis=1, dtype=np.uint64)
    missing = (wanted * powers).sum(dtype=np.uint64)
    prices, unit = _priced(system)
    free = np.flatnonzero(system.prices == 0)
    targets: list[tuple[np.uint64, tuple[int, ...]]] = [(missing, ())]
    for button in free.tolist():
        targets += [(sums ^ columns[button], (*pressed, button)) for sums, pressed in targets]
    priced = np.flatnonzero(system.prices)
    return PricedColumns(ColumnSums(columns[priced], prices), priced, targets, unit)


def _solutions_of(
    system: System, columns: PricedColumns, price: int, asked: Wanted, watch: Watch
) -> Iterator[NDArray[np.bool_]]:
    """Yield all solutions of a price, (some, unknowns), each once; cheaper ones are refuted.

    Where one is enough the first is yielded at once.  The lower part of a solution is the least
    number of its buttons, in order, that costs so much that the rest is among the listed sets.
    """
    sums, soon = columns.sums, not asked.more_than_one
    half = _listed_half(sums, price, asked.memory)
    total = sum(sums.size(price - b) for b in _rests(sums, price, half)) * len(columns.targets)
    done = 0
    for rest in _rests(sums, price, half):
        if not sums.size(rest) or not sums.size(price - rest):
            continue
        listed, prices = columns.listed(rest), (price, rest, half)
        for missing, pressed in columns.targets:
            held: list[Words] = []
            places: list[IntArray] = []
            for block, start in sums.blocks(price - rest):
                watch.check(done, total)
                done += block.size
                wanted = block ^ missing
                here = listed.held(wanted)
                if here.size:
                    held.append(wanted[here])
                    places.append(here + start)
                if sum(map(len, held)) > (0 if soon else PAIRS):
                    yield from _presses(system, columns, listed, held, places, prices, pressed)
                    held, places = [], []
            yield from _presses(system, columns, listed, held, places, prices, pressed)


def _presses(
    system: System,
    columns: PricedColumns,
    listed: SortedSums,
    held: list[Words],
    places: list[IntArray],
    prices: tuple[int, int, int],
    pressed: tuple[int, ...],
) -> Iterator[NDArray[np.bool_]]:
    """Yield the solutions of sums that are in the list, (some, unknowns).

    Args:
        system: what is solved.
        columns: the same as columns.
        listed: the list.
        held: sums that are in it.
        places: where they stand among all sets of their price.
        prices: of the solutions, of their higher part, and the greatest that such a part may have.
        pressed: free buttons.
    """
    if not held:
        return
    price, rest, half = prices
    sums = columns.sums
    cost = np.array([*sums.prices, 0], dtype=np.int64)
    at = np.concatenate(places)
    first, second = listed.pairs(np.concatenate(held))
    for low in range(0, first.size, PAIRS):
        part = slice(low, low + PAIRS)
        lower, top, _ = sums.sets(price - rest, at[first[part]])
        upper, _, bottom = sums.sets(rest, second[part])
        least = (top < 0) | (price - rest - cost[top] < price - half)
        once = least & (top < bottom)
        presses = np.zeros((int(once.sum()), system.unknowns), dtype=np.bool_)
        presses[:, columns.priced] = lower[once] | upper[once]
        presses[:, list(pressed)] = True
        if system.lights > WORD_BITS:
            right = [system.solves(x.astype(np.int64)) for x in presses]
            presses = presses[np.array(right, dtype=np.bool_)]
        if len(presses):
            yield presses


class _Found:
    """The solutions met: their number, and the first of them in order."""

    def __init__(self, system: System, wanted: Wanted):
        self._unknowns, self._limit = system.unknowns, max(wanted.minima, 1)
        self._first: list[bytes] = []
        self.count = 0

    def add(self, presses: NDArray[np.bool_]) -> None:
        """Take some more."""
        self.count += len(presses)
        rows = np.packbits(presses, axis=1)
        self._first = sorted([*self._first, *(row.tobytes() for row in rows)])[: self._limit]

    def minima(self) -> tuple[Presses, ...]:
        """Return the first ones in lexicographic order."""
        rows = (np.frombuffer(row, dtype=np.uint8) for row in self._first)
        return tuple(tuple(np.unpackbits(row)[: self._unknowns].tolist()) for row in rows)
