"""Syndromes as rows of 64-bit words: what pressing makes of them, and a table of those seen.

The inner loops of `engines/cuts/wave.py` and `seen.py`.  The table is open addressing with linear
steps: a slot holds the number of a syndrome, or -1; at most half of the slots are used.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import loop

Words = NDArray[np.uint64]
IntArray = NDArray[np.int64]

ONE, WORD, HALF = np.uint64(1), np.uint64(63), np.uint64(32)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: a product with it spreads words over the table."""


@loop
def press_first(
    words: Words,
    sums: IntArray,
    most: int,
    buttons: IntArray,
    masks: Words,
    costs: IntArray,
    lights: IntArray,
    weights: IntArray,
    after: Words,
    totals: IntArray,
) -> int:
    """Press each button of the first wrong light, and keep what costs at most ``most``.

    Args:
        words: (syndromes, words), none of them 0.
        sums: (syndromes,) price so far and potentials of the wrong lights.
        most: the largest sum of interest.
        buttons: (lights, most) the buttons of each light, -1 behind the last.
        masks: (buttons, words) the lights of each button.
        costs: (buttons,).
        lights: (buttons, most) the same as numbers, -1 behind the last.
        weights: (lights,) potentials.
        after: (syndromes * most buttons, words) filled with what becomes of them.
        totals: (syndromes * most buttons,) filled with their sums.

    Returns:
        How many there are.
    """
    count = 0
    for i in range(words.shape[0]):
        place = 0
        while words[i, place] == 0:
            place += 1
        bits, light = words[i, place], 64 * place
        while bits & ONE == 0:
            bits >>= ONE
            light += 1
        for button in buttons[light]:
            if button < 0:
                break
            total = sums[i] + costs[button]
            for other in lights[button]:
                if other < 0:
                    break
                if (words[i, other >> 6] >> (np.uint64(other) & WORD)) & ONE:
                    total -= weights[other]
                else:
                    total += weights[other]
            if total <= most:
                for k in range(words.shape[1]):
                    after[count, k] = words[i, k] ^ masks[button, k]
                totals[count] = total
                count += 1
    return count


@loop
def slot_of(word: Any, known: Words, slots: NDArray[np.int32]) -> int:
    """Return where a syndrome stands in the table, or the free slot where it would.

    Args:
        word: (words,) the syndrome.
        known: (room, words) the syndromes by number.
        slots: (2^k,) numbers.
    """
    mark = np.uint64(0)
    for k in range(word.size):
        mark = (mark ^ word[k]) * GOLDEN
        mark ^= mark >> HALF
    at: Any = np.int64(mark & np.uint64(slots.size - 1))
    while slots[at] >= 0:
        number = slots[at]
        same = True
        for k in range(word.size):
            if known[number, k] != word[k]:
                same = False
                break
        if same:
            break
        at = (at + 1) & (slots.size - 1)
    return at  # type: ignore[no-any-return]


@loop
def take_in(
    words: Words,
    sums: IntArray,
    known: Words,
    least: IntArray,
    slots: NDArray[np.int32],
    count: int,
    waits: NDArray[np.bool_],
    fresh: IntArray,
) -> tuple[int, int]:
    """Put syndromes into the table with their least sums.

    Args:
        words: (syndromes, words), one may stand more than once.
        sums: (syndromes,).
        known: (room, words) the table's syndromes by number; changed.
        least: (room,) the least sum of each; changed.
        slots: (2^k,) numbers, more than half of them -1; changed.
        count: how many are in the table; there is room for all.
        waits: (room,) all False; it is again when all are in.
        fresh: (syndromes,) filled with the numbers of those that are new or cheaper than before.

    Returns:
        How many are in the table, and how many are fresh.
    """
    found = 0
    for i in range(words.shape[0]):
        at = slot_of(words[i], known, slots)
        number = slots[at]
        if number < 0:
            number = slots[at] = count
            for k in range(words.shape[1]):
                known[count, k] = words[i, k]
            count += 1
        elif sums[i] >= least[number]:
            continue
        least[number] = sums[i]
        if not waits[number]:
            waits[number] = True
            fresh[found] = number
            found += 1
    for k in range(found):
        waits[fresh[k]] = False
    return count, found


@loop
def rehash(known: Words, slots: NDArray[np.int32]) -> None:
    """Fill an empty table with syndromes that differ; numbers are rows of ``known``."""
    for number in range(known.shape[0]):
        slots[slot_of(known[number], known, slots)] = number
