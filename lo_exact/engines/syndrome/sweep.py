"""Dynamic programming over button states: a backward pass for costs, a forward pass for minima.

A state is the digits of the words in memory, one number, the word that starts last outermost.  In
the backward pass, a word's digit joins where the word ends.  Every button adds its cost, a function
of one linear form of the digits.  Where a word starts its digit is minimised away, and a bit for
each digit records whether it reached the minimum.  The forward pass over the set bits visits
exactly the minima.  They come in lexicographic order if digits are taken in the order of their
presses: solutions that agree so far and differ in a digit differ in this button's presses.  The
number of ways to each state counts press vectors, not paths: digits and press vectors correspond
one to one.

Costs that no minimum can have are replaced by one larger than the best weight known, so that the
table stays in the narrowest dtype.  Where the bits of all buttons would exceed the memory limit,
the table is stored at some buttons only.  From there the bits of one stretch at a time are computed
again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, residue_dtype
from lo_exact.engines.syndrome.spans import Section, Spans, forms, leave, sections
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch

MAX_CHOICE_BYTES = 2**30
"""Bytes of stored choices; those of earlier buttons are computed again on the way back."""

MAX_COUNTED = 2**27
"""Syndromes of a section whose minima are counted, 8 bytes each: 1 GiB."""


@dataclass(frozen=True)
class SweepSizes:
    """Block sizes of table operations; they affect the speed only, not the result."""

    inner_states: int = 2**12
    """Least number of adjacent states in a row of a table."""
    block_states: int = 2**18
    """States processed together; a multiple of 8, since bits are packed block by block."""
    sparse_states: int = 2**16
    """Number of states up to which they are counted one by one; for more, a table is used."""


SWEEP_SIZES = SweepSizes()


class Sweep:
    """Sweep over the states of one coset: its table of least costs and the recorded choices.

    Args:
        words: the kernel.
        particular: (buttons,) one solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        max_choice_bytes: memory for recording choices.
        sizes: block sizes.
    """

    def __init__(
        self,
        words: Spans,
        particular: IntArray,
        prices: IntArray,
        per_button: bool,
        max_choice_bytes: int = MAX_CHOICE_BYTES,
        sizes: SweepSizes = SWEEP_SIZES,
    ):
        self._sizes = sizes
        self._c, self._x = words.modulus, particular
        self._sections = sections(words)
        self._scale = max(int(np.gcd.reduce(prices)), 1) if prices.size else 1
        self._prices = [int(price) // self._scale for price in prices]
        self._per_button = per_button
        self._dtype, self._cap = cost_type(particular, prices, per_button, words.modulus)
        # the table alternates between two arrays: fresh memory would cost page faults each time
        most = max((section.states for section in self._sections), default=1)
        self._rooms = [np.empty(most, dtype=self._dtype) for _ in range(2)]
        self._choices: dict[int, NDArray[np.uint8]] = {}
        self._stretches = _stretches(self._sections, max_choice_bytes)
        self._tables: list[NDArray[Any]] = []

    def back(self, watch: Watch) -> int:
        """Compute least costs from the last button to the first, and return the minimum weight."""
        table, base, done = np.zeros(1, dtype=self._dtype), 0, 0
        total = sum(section.states for section in self._sections)
        for low, high in reversed(self._stretches):
            self._tables.append(table.copy())
            for section in reversed(self._sections[low:high]):
                watch.check(done, total)
                table, added = self._step(section, table, remember=low == 0)
                base += added
                done += section.states
        self._tables.reverse()
        return (base + int(table[0])) * self._scale

    def tables(self, watch: Watch, found: list[IntArray]) -> int:
        """Append to ``found``, last button first, each state's least cost over the later buttons.

        Returns:
            The minimum weight.
        """
        table, base = np.zeros(1, dtype=self._dtype), 0
        for section in reversed(self._sections):
            watch.check()
            found.append((table.astype(np.int64) + base) * self._scale)
            table, added = self._step(section, table, remember=False)
            base += added
        return (base + int(table[0])) * self._scale

    def minima(self, limit: int, watch: Watch) -> list[Presses]:
        """Return the first ``limit`` minima in lexicographic order; call `back` first."""
        states = np.zeros(1, dtype=np.int64)
        presses = np.zeros((1, len(self._sections)), dtype=residue_dtype(self._c))
        for section in self._forth(watch):
            before, states = self._chosen(section, states)
            form = section.form(states, self._c)
            pressed = (int(self._x[section.button]) + form) % self._c
            order = np.lexsort((pressed, before))[:limit]
            presses = presses[before[order]]
            presses[:, section.button] = pressed[order]
            states = leave(section, states[order])
        return [tuple(x) for x in presses.tolist()]

    def steps(self, watch: Watch) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
        """Yield, for each button, the arrays (state before, presses, state after) of all minima.

        After `back`; states before are numbered as those after the button before.
        """
        states = np.zeros(1, dtype=np.int64)
        for section in self._forth(watch):
            before, chosen = self._chosen(section, states)
            pressed = (int(self._x[section.button]) + section.form(chosen, self._c)) % self._c
            states, after = np.unique(leave(section, chosen), return_inverse=True)
            yield before, pressed, after.reshape(-1)

    def count(self, watch: Watch) -> int:
        """Return the exact number of minima; call `back` first."""
        # All summands are >= 0: a summand that was ever rounded is at least 2^53 and part of the
        # result.  So a result below 2^53 is exact, and any result gives the magnitude.
        rough = self._count(np.dtype(np.float64), watch)
        if rough < 2**53:
            return int(rough)
        return int(self._count(np.dtype(np.uint64 if rough < 2**63 else object), watch))

    def _count(self, dtype: np.dtype[Any], watch: Watch) -> Any:
        states: IntArray | None = np.zeros(1, dtype=np.int64)
        ways: NDArray[Any] = np.ones(1, dtype=dtype)
        # While few states occur in minima, they are listed with their numbers of ways.  When they
        # become many, the numbers are kept in a table over all states: sums replace sorting.
        for section in self._forth(watch):
            if states is not None:
                before, states = self._chosen(section, states)
                states, which = np.unique(leave(section, states), return_inverse=True)
                ways, old = np.zeros(states.size, dtype=dtype), ways
                np.add.at(ways, which, old[before])
                if states.size > self._sizes.sparse_states:
                    if section.states > MAX_COUNTED:
                        raise LimitReached(
                            f"counting over {section.states} syndromes needs more than "
                            f"{8 * MAX_COUNTED >> 20} MiB"
                        )
                    size = section.states // prod(prime for _, prime, _ in section.join)
                    ways, sparse = np.zeros(size, dtype=dtype), ways
                    ways[states], states = sparse, None
                continue
            if section.choices > 1:
                bits = np.unpackbits(self._choices[section.button], axis=1, count=ways.size)
                ways = (bits * ways).reshape(-1)
            for outside, prime, inside in reversed(section.join):
                ways = ways.reshape(outside, prime, inside).sum(axis=1).reshape(-1)
        return ways.sum()

    def _forth(self, watch: Watch) -> Iterator[Section]:
        """Yield the sections in button order, recomputing their choices if they were not stored."""
        for (low, high), table in zip(self._stretches, self._tables, strict=True):
            here = self._sections[low:high]
            table = table.copy()
            # recompute this stretch's choice bits from its table, since the bits of all stretches
            # would not fit into memory; the bits of the first stretch are still stored
            for section in reversed(here) if low else []:
                watch.check()
                table, _ = self._step(section, table, remember=True)
            for section in here:
                watch.check()
                yield section
            if len(self._stretches) > 1 and low:
                for section in here:
                    self._choices.pop(section.button, None)

    def _chosen(self, section: Section, states: IntArray) -> tuple[IntArray, IntArray]:
        """Return the optimal transitions: the index of each old state, and the new state."""
        if section.choices == 1:
            return np.arange(states.size), states
        bits = self._choices[section.button][:, states >> 3] >> (7 - (states & 7)).astype(np.uint8)
        digits, before = np.nonzero(bits & 1)
        return before, digits * (section.states // section.choices) + states[before]

    def _step(
        self, section: Section, table: NDArray[Any], *, remember: bool
    ) -> tuple[NDArray[Any], int]:
        """Process a button of the backward pass; return the new table and a constant to add to it.

        The table that is given may be overwritten.
        """
        for outside, prime, inside in section.join:
            room = self._rooms[table.base is self._rooms[0]][: prime * table.size]
            table = _repeated(table, outside, prime, inside, room)
        base = 0
        price, here = self._prices[section.button], int(self._x[section.button])
        if not any(section.coefficients):
            base = price * (min(here, 1) if self._per_button else here)
        elif price:
            self._add_costs(section, table)
        if section.choices > 1:
            table = self._decide(section, table, remember=remember)
        return table, base

    def _decide(self, section: Section, table: NDArray[Any], *, remember: bool) -> NDArray[Any]:
        """Minimise costs in place over the digits of kernel words that start at this button."""
        digits = table.reshape(section.choices, -1)
        size = digits.shape[1]
        bits = np.zeros((section.choices, -(-size // 8)), dtype=np.uint8)
        block = self._sizes.block_states
        for at in range(0, size, block):
            part = digits[:, at : at + block]
            best = part.min(axis=0)
            if remember:
                here = slice(at // 8, -(-(at + best.size) // 8))
                bits[:, here] = np.packbits(part == best, axis=1)
            digits[0, at : at + block] = best
        if remember:
            self._choices[section.button] = bits
        decided: NDArray[Any] = digits[0]
        return decided

    def _add_costs(self, section: Section, table: NDArray[Any]) -> None:
        """Add a button's cost to every state's cost in place, and limit sums to ``self._cap``."""
        split = len(section.sizes)
        while split and prod(section.sizes[split:]) < self._sizes.inner_states:
            split -= 1
        inner = forms(section.coefficients[split:], section.sizes[split:], self._c)
        outer = forms(section.coefficients[:split], section.sizes[:split], self._c)
        low = inner.size
        shifts, which = np.unique(outer, return_inverse=True)
        price, here = self._prices[section.button], int(self._x[section.button])
        presses = (here + shifts[:, None] + inner) % self._c
        counted = (presses != 0).astype(np.int64) if self._per_button else presses
        costs = (counted.astype(self._dtype) * np.array(price, dtype=self._dtype)).astype(
            self._dtype
        )
        # a row of caps, since numpy takes the minimum with a single number ten times slower
        cap = np.full(low, self._cap, dtype=self._dtype)
        rows = table.reshape(-1, low)
        step = max(self._sizes.block_states // low, 1)
        for at in range(0, rows.shape[0], step):
            part = rows[at : at + step]
            part += costs.take(which[at : at + step], axis=0)
            np.minimum(part, cap, out=part)


def cost_type(
    particular: IntArray, prices: IntArray, per_button: bool, modulus: int
) -> tuple[np.dtype[Any], int]:
    """Return a dtype for costs, and a cost above the minimum cost, in units of the prices' gcd."""
    scale = max(int(np.gcd.reduce(prices)), 1) if prices.size else 1
    counted = [min(x, 1) if per_button else x for x in particular.tolist()]
    whole = sum(price * x for price, x in zip(prices.tolist(), counted, strict=True)) // scale
    dearest = int(prices.max(initial=0)) // scale * (1 if per_button else modulus - 1)
    return np.min_scalar_type(whole + 1 + dearest), whole + 1


def _repeated(
    table: NDArray[Any], outside: int, prime: int, inside: int, room: NDArray[Any]
) -> NDArray[Any]:
    """Repeat each run of ``inside`` table entries ``prime`` times, to add a digit to the states."""
    run = inside * table.itemsize
    if prime == 2 and run in (1, 2, 4) and table.dtype != object:
        # copy each run into both halves of a double-length word, by one multiplication
        words = room.view(f"u{2 * run}")
        words[:] = table.view(f"u{run}")
        words *= np.array(1 + (1 << 8 * run), dtype=words.dtype)
    else:
        room.reshape(outside, prime, inside)[:] = table.reshape(outside, 1, inside)
    return room


def _stretches(all_sections: list[Section], max_bytes: int) -> list[tuple[int, int]]:
    """Partition the buttons into consecutive ranges whose recorded choices fit the memory limit."""
    stretches, low, total = [], 0, 0
    for i, section in enumerate(all_sections):
        if total + section.choice_bytes > max_bytes and i > low:
            stretches.append((low, i))
            low, total = i, 0
        total += section.choice_bytes
    return [*stretches, (low, len(all_sections))]
