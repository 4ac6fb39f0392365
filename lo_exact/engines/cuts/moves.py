"""Syndromes after pressing the buttons of the first wrong lights, many rows of words at a time.

By numpy a button's place at a time, 2.2 us for a syndrome of 72 lights with its 6 buttons; compiled
(`lo_exact.compiled.syndromes`) 0.6 us, both with looking up what was seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import pack
from lo_exact.engines.cuts.checks import Checks
from lo_exact.engines.cuts.light import few_buttons_first
from lo_exact.engines.cuts.seen import Words


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
