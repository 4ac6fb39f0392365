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
from math import gcd, prod

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.middle.sums import ColumnSums, SortedSums
from lo_exact.engines.middle.words import WORD_BITS, LaneWords, Words
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

MAX_LEVELS = 256
"""Prices that are gone through, in units of what divides them all."""

MAX_SUMS = 2**38
"""Sums that are gone through in all."""

MAX_TARGETS = 64
"""Combinations of buttons without a price: each is a syndrome of its own to look for."""

PAIRS = 2**14
"""Matches that are looked at together."""

MAX_COLUMNS = 4096

MAX_COLOURS = 256

MAX_LANES = WORD_BITS
"""Sums of lights that a word holds at most."""

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


Target = tuple[np.uint64, tuple[tuple[int, int], ...]]
"""What sums have to make, and the presses (button, how often) of buttons without a price."""


class PricedColumns:
    """A system as columns: of each button that costs something, one for each number of presses.

    Attributes:
        sums: of these columns.
        priced: numbers of the buttons that cost something, ascending.
        targets: what the sums have to make, one for each combination of the other buttons.
        unit: what divides all prices.
    """

    def __init__(
        self,
        sums: ColumnSums,
        priced: IntArray,
        targets: list[Target],
        unit: int,
    ):
        self.sums: ColumnSums = sums
        self.priced: IntArray = priced
        self.targets: list[Target] = targets
        self.unit: int = unit
        self._listed: tuple[int, SortedSums] | None = None

    def listed(self, price: int) -> SortedSums:
        """Return the sums of a price, to look others up; the last ones stay."""
        if self._listed is None or self._listed[0] != price:
            self._listed = None
            self._listed = price, SortedSums(self.sums.keep(price), self.sums.pause)
        return self._listed[1]


def refusal(system: System) -> str:
    """Say why it cannot take the system, or ``""``."""
    if system.colours > MAX_COLOURS:
        return f"{system.colours} colours are more than {MAX_COLOURS}"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed, and their minima are not light"
    columns = system.unknowns * (system.colours - 1)
    if columns > MAX_COLUMNS:
        return f"{columns} presses, of any button any number, are more than {MAX_COLUMNS}"
    free = int((system.prices == 0).sum())
    if system.colours**free > MAX_TARGETS:
        return f"{free} buttons cost nothing"
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
    syndromes = system.colours**system.unknowns // prod(system.elimination.orders)
    each = system.colours - 1
    sums = ColumnSums(np.zeros(prices.size, dtype=np.uint64), prices, each=each)
    cheap = level = visited = listed = 0
    for price in range(min(heaviest, MAX_LEVELS + 1) + 1):
        half = _listed_half(sums, price, memory)
        visited += sum(sums.size(price - b) + sums.size(b) for b in _rests(sums, price, half))
        listed, level = max(listed, sums.size(half)), price
        cheap += sums.size(price)
        if cheap >= syndromes or visited > MAX_SUMS:
            break
    return level, visited, listed


def _priced(system: System) -> tuple[IntArray, int]:
    """Return the price of each column, in units of what divides them all, and that unit."""
    prices = system.prices[system.prices > 0]
    times = np.arange(1, system.colours)
    prices = np.outer(prices, np.minimum(times, 1) if system.per_button else times).ravel()
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
    columns = _priced_columns(system, watch)
    price = -(-watch.lower_bound // columns.unit)
    while True:
        best, weight = watch.told()
        if price * columns.unit == weight and not wanted.more_than_one:
            return Outcome(Status.OPTIMAL, weight, (best,))
        found = _Found(wanted)
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


def _priced_columns(system: System, watch: Watch) -> PricedColumns:
    """Return a system as columns of words.

    With more lights than a word has lanes the words are sums of lights by chance: what they match
    is multiplied out, so that chance can slow the search but cannot change the answer.
    """
    c, words = system.colours, LaneWords(system.colours)
    dense, wanted = system.matrix.to_dense().astype(np.int64), system.syndrome.astype(np.int64)
    if system.lights > _lanes(system):
        mixed = np.random.default_rng(WORD_BITS).integers(0, c, (_lanes(system), system.lights))
        both = mixed @ np.column_stack([dense, wanted]) % c
        dense, wanted = both[:, :-1], both[:, -1]
    times = np.arange(1, c)
    # (lanes, buttons, times): what each number of presses of each button adds
    columns = words.packed(
        (dense[:, :, None] * times % c).reshape(len(dense), system.unknowns * (c - 1))
    )
    by_button = columns.reshape(system.unknowns, c - 1)
    (missing,) = words.packed(wanted[:, None])
    prices, unit = _priced(system)
    targets: list[Target] = [(missing, ())]
    for button in np.flatnonzero(system.prices == 0).tolist():
        for often in times.tolist():
            added = by_button[button, often - 1 : often]
            targets += [
                (words.missing(added, sums)[0], (*pressed, (button, often)))
                for sums, pressed in targets
                if all(other != button for other, _ in pressed)
            ]
    priced = np.flatnonzero(system.prices)
    sums = ColumnSums(by_button[priced].ravel(), prices, each=c - 1, words=words, pause=watch.check)
    return PricedColumns(sums, priced, targets, unit)


def _lanes(system: System) -> int:
    """Return how many sums of lights a word holds."""
    return min(LaneWords(system.colours).lanes, MAX_LANES)


def _solutions_of(
    system: System, columns: PricedColumns, price: int, asked: Wanted, watch: Watch
) -> Iterator[IntArray]:
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
                wanted = sums.words.missing(block, missing)
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
    pressed: tuple[tuple[int, int], ...],
) -> Iterator[IntArray]:
    """Yield the solutions of sums that are in the list, (some, unknowns).

    Args:
        system: what is solved.
        columns: the same as columns.
        listed: the list.
        held: sums that are in it.
        places: where they stand among all sets of their price.
        prices: of the solutions, of their higher part, and the greatest that such a part may have.
        pressed: free buttons, and how often.
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
        once = least & (top < bottom - bottom % sums.each)  # of other buttons
        presses = np.zeros((int(once.sum()), system.unknowns), dtype=np.int64)
        chosen = (lower[once] | upper[once]).reshape(len(presses), columns.priced.size, sums.each)
        presses[:, columns.priced] = chosen @ np.arange(1, sums.each + 1)
        for button, often in pressed:
            presses[:, button] = often
        if system.lights > _lanes(system):
            right = [system.solves(x) for x in presses]
            presses = presses[np.array(right, dtype=np.bool_)]
        if len(presses):
            yield presses


class _Found:
    """The solutions met: their number, and the first of them in order."""

    def __init__(self, wanted: Wanted):
        self._limit = max(wanted.minima, 1)
        self._first: list[bytes] = []
        self.count = 0

    def add(self, presses: IntArray) -> None:
        """Take some more."""
        self.count += len(presses)
        rows = presses.astype(np.uint8)
        self._first = sorted([*self._first, *(row.tobytes() for row in rows)])[: self._limit]

    def minima(self) -> tuple[Presses, ...]:
        """Return the first ones in lexicographic order."""
        return tuple(map(tuple, self._first))
