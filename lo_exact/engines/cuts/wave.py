"""Light solutions by looking, many syndromes at a time: `light` for answers that take millions.

The search is that of `light`: from the syndrome on, one button of its first wrong light, and so on,
by price so far and potentials of what is wrong still.  Here all syndromes whose two sum up to about
the same go together, as rows of 64-bit words.  That proves distances of codes, where relaxations
say little: no light but one is wrong.

A syndrome reached again is dropped only when it was reached before, word for word, for no more.
Within a level it may be reached first for more, then for less; then it goes twice.  Costs some
0.5 us for each syndrome and button tried, and memory for at most `LARGEST` syndromes; what would
not fit is given up early, by the growth from level to level.

Syndromes after pressing the buttons of the first wrong lights, many rows of words at a time.

By numpy a button's place at a time, 2.2 us for a syndrome of 72 lights with its 6 buttons; compiled
(`lo_exact.compiled.syndromes`) 0.6 us, both with looking up what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import lcm

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import pack
from lo_exact.compiled import has_numba
from lo_exact.engines.cuts.checks import Checks
from lo_exact.engines.cuts.light import few_buttons_first, shares
from lo_exact.engines.cuts.seen import SeenSyndromes, SyndromeTable, Words, joined_syndromes
from lo_exact.outcome import MEMORY


class SyndromeMoves:
    """The effects of pressing a button of the first wrong light.

    Args:
        checks: the system.
        costs: (buttons,) int64, prices times the scale.
        potentials: (lights,) int64.
    """

    def __init__(self, checks: Checks, costs: IntArray, potentials: IntArray):
        order, place = few_buttons_first(checks)
        self._wide = -(-max(checks.lights, 1) // 64)
        self._costs = costs
        self._weights = potentials[order]
        self._lights = _padded(place[checks.rows], checks.column_starts)
        masks = [self._words(lights[lights >= 0]) for lights in self._lights]
        self._masks = np.array(masks, dtype=np.uint64).reshape(-1, self._wide)
        self._buttons = _padded(checks.columns, checks.starts)[order]
        wrong = place[checks.parity == 1]
        words, sums = self._words(wrong)[None], self._weights[wrong].sum()[None]
        self.start: tuple[Words, IntArray] = words, sums
        """The syndrome, and its potentials."""

    def of(self, words: Words, sums: IntArray, most: int) -> Iterator[tuple[Words, IntArray]]:
        """Yield what becomes of syndromes with wrong lights, and price and potentials.

        Args:
            words: (syndromes, words).
            sums: (syndromes,) price and potentials.
            most: larger sums may be left out.
        """
        first = _first_light(words)
        for buttons in self._buttons.T:
            pressed = buttons[first]
            at = np.flatnonzero(pressed >= 0)
            pressed, before = pressed[at], words[at]
            yield before ^ self._masks[pressed], sums[at] + self._change(before, pressed)

    def back(self, word: Words, total: int) -> Iterator[tuple[int, Words, int]]:
        """Yield (button, syndrome, price and potentials) from which a syndrome may come."""
        before = word ^ self._masks
        some = np.flatnonzero(before.any(axis=1))
        first = _first_light(before[some])
        some = some[(self._lights[some] == first[:, None]).any(axis=1)]
        changes = self._change(before[some], some)
        for button, change in zip(some.tolist(), changes.tolist(), strict=True):
            yield button, before[button], total - change

    def _change(self, words: Words, pressed: IntArray) -> IntArray:
        """Return how price and potentials change with one button for each syndrome."""
        change = self._costs[pressed].copy()
        for lights in self._lights.T:
            light = lights[pressed]
            bit = words[np.arange(light.size), light >> 6] >> (light & 63).astype(np.uint64)
            sign = 1 - 2 * (bit & np.uint64(1)).astype(np.int64)
            change += np.where(light >= 0, sign * self._weights[light], 0)
        return change

    def _words(self, places: IntArray) -> Words:
        bits = np.zeros(64 * self._wide, dtype=bool)
        bits[places] = True
        return pack(bits[None, :]).reshape(-1)


class CompiledMoves(SyndromeMoves):
    """The same, compiled."""

    def of(self, words: Words, sums: IntArray, most: int) -> Iterator[tuple[Words, IntArray]]:
        """As `SyndromeMoves.of`; larger sums are left out."""
        from lo_exact.compiled.syndromes import press_first

        room = sums.size * self._buttons.shape[1]
        after, totals = np.empty((room, self._wide), dtype=np.uint64), np.empty(room, np.int64)
        count = press_first(
            words, sums, most, self._buttons, self._masks, self._costs, self._lights,
            self._weights, after, totals,
        )  # fmt: skip
        yield after[:count], totals[:count]


def _padded(values: IntArray, starts: IntArray) -> IntArray:
    """Return rows of different lengths as one array, -1 behind their ends."""
    lengths = np.diff(starts)
    found = np.full((lengths.size, int(lengths.max(initial=0))), -1, dtype=np.int64)
    found[np.arange(found.shape[1]) < lengths[:, None]] = values
    return found


def _first_light(words: Words) -> IntArray:
    """Return the lowest bit of rows of words that are not 0."""
    at = (words != 0).argmax(axis=1)
    word = words[np.arange(at.size), at]
    below = (word & (~word + np.uint64(1))) - np.uint64(1)
    first: IntArray = 64 * at + np.bitwise_count(below)
    return first


LARGEST = 2**22
"""Syndromes that are kept."""

COPIES = 4
"""Of a syndrome, its mark and its sum, while they are sorted: some 130 bytes for two words, as
measured with 10^6 syndromes."""

MOST_LIGHTS = 256
MOST_TOUCHED = 12
"""Lights of a button."""

BATCH = 2**17
"""Syndromes that are gone on from at a time."""

SURE = 1000
"""Levels of fewer syndromes say nothing of their growth."""

PLAIN = 2**19
"""Syndromes that take about as long as it takes to load compiled loops."""

FASTER = 3
"""With compiled loops, times: 0.6 us of 2.2 for a syndrome of 72 lights and 6 buttons each."""


class Wave:
    """A look for the lightest solution, a piece at a time.

    Args:
        checks: the system.
        prices: (buttons,) int64 >= 0.
        limit: heavier solutions are of no interest.
        pause: called now and then; it may raise.
        memory: bytes that it may take.
        largest: syndromes that are kept at most.
        plain: from so many syndromes on the loops are compiled ones.

    Attributes:
        slow: whether it has gone on so long that compiled loops would help, and there are none.
        speed: 1, or `FASTER` with compiled loops.
        bound: proved: no solution weighs less.
        pressed: the buttons of a solution of weight ``bound``, once all that are lighter are out.
        over: whether nothing is left to do, or too much.
    """

    def __init__(
        self,
        checks: Checks,
        prices: IntArray,
        limit: int,
        pause: Callable[[], None],
        memory: int = MEMORY,
        *,
        largest: int = LARGEST,
        plain: int = PLAIN,
    ):
        self.slow: bool = False
        self.speed: int = 1
        self.bound: int = 0
        self.pressed: tuple[int, ...] | None = None
        touched = np.diff(checks.column_starts)
        self._scale = lcm(*np.unique(touched[touched > 0]).tolist())
        self.over: bool = bool(
            checks.lights > MOST_LIGHTS
            or touched.max(initial=0) > MOST_TOUCHED
            or least_price(prices) < 1
            or sum(prices.tolist()) * self._scale >= 2**60
        )
        if self.over:
            return
        self._limit, self._most, self._pause = limit, limit * self._scale, pause
        self._level = self._scale * least_price(prices)
        self._made = checks, prices * self._scale, shares(checks, prices, self._scale)
        self._moves = SyndromeMoves(*self._made)
        self._largest = min(largest, memory // (COPIES * 8 * (-(-checks.lights // 64) + 2)))
        self._best: int | None = None
        self._seen: SeenSyndromes | SyndromeTable = SeenSyndromes()
        self._plain = plain
        self._waiting: dict[int, list[tuple[Words, IntArray]]] = {}
        self._sizes: dict[int, int] = {}
        self._put(*self._moves.start)

    def advance(self, steps: int) -> int:
        """Go on for about so many syndromes; return how many it were."""
        done = 0
        while done < steps and not self.over:
            if not self._waiting:
                self._end()
                break
            level = min(self._waiting)
            cheapest = level * self._level
            if self._best is not None:  # what waits since before it was met may be dearer
                cheapest = min(cheapest, self._best)
            self.bound = max(self.bound, -(-cheapest // self._scale))
            if self._too_many(level):
                break
            words, sums = joined_syndromes(self._waiting.pop(level))
            worth = sums <= self._most
            words, sums = self._seen.new(words[worth], sums[worth])
            self._sizes[level] = self._sizes.get(level, 0) + sums.size
            done += sums.size
            for begin in range(0, sums.size, BATCH):
                self._pause()
                part = slice(begin, begin + BATCH)
                for after, total in self._moves.of(words[part], sums[part], self._most):
                    self._put(after, total)
            if self._seen.size >= self._plain:
                self._compile()
        return done

    def _compile(self) -> None:
        """Go on with compiled loops, if numba is there."""
        self.slow = not has_numba()
        if not self.slow and not isinstance(self._seen, SyndromeTable):
            self._seen, self.speed = SyndromeTable(self._seen, self._largest), FASTER
            self._moves = CompiledMoves(*self._made)

    def lower(self, limit: int) -> None:
        """Take a lower limit."""
        if not self.over:
            self._limit, self._most = limit, min(self._most, limit * self._scale)

    def _put(self, words: Words, sums: IntArray) -> None:
        """Let syndromes wait that are worth it; keep the price of the one without wrong lights."""
        at = ~words.any(axis=1) & (sums <= self._most)
        if at.any():
            self._best = int(sums[at].min())
            self._most = self._best - 1
        worth = np.flatnonzero(sums <= self._most)
        levels = sums[worth] // self._level
        for level in np.unique(levels).tolist():
            those = worth[levels == level]
            self._waiting.setdefault(level, []).append((words[those], sums[those]))

    def _too_many(self, level: int) -> bool:
        """Give up where what is to come, by the growth so far, would not fit."""
        last, before = (self._sizes.get(level - k, 0) for k in (1, 2))
        coming = sum(sums.size for _, sums in self._waiting[level])
        if level not in self._sizes and before > SURE and last > before:
            left = min(self._most // self._level - level, 99)
            coming = max(coming, int(last * (last / before) ** left))
        self.over = self._seen.size + coming > self._largest
        return self.over

    def _end(self) -> None:
        """Say what came out, when no syndrome waits."""
        self.over = True
        if self._best is None or self._best > self._limit * self._scale:
            self.bound = self._limit + 1
        else:
            self.bound = self._best // self._scale
            self.pressed = self._path(self._best)

    def _path(self, total: int) -> tuple[int, ...]:
        """Return the buttons on a way from the start to no wrong light."""
        (start,), _ = self._moves.start
        word = np.zeros_like(start)
        pressed: set[int] = set()
        while not np.array_equal(word, start):
            for button, before, spent in self._moves.back(word, total):
                if self._seen.holds(before, spent):
                    word, total = before, spent
                    pressed ^= {button}
                    break
            else:
                raise AssertionError("a way ends nowhere")
        return tuple(sorted(pressed))


def least_price(prices: IntArray) -> int:
    """Return the least price, 1 where there is none."""
    return int(prices.min()) if prices.size else 1
