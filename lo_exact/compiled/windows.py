"""Inner loop of the window search: pairs of sets whose sums satisfy all checks of a window.

A *word* holds lanes of residues: for two colours 64 bits that XOR adds, for more colours lanes that
six operations add.  A sum has some words.  The first has the lanes of the checks.  All have lanes
of the buttons outside the window, so the cost outside is read from the sum itself.
"""

from typing import Any

import numpy as np

from lo_exact.compiled.loop import Loop, part

LIFT, HIGH, SHIFT, COLOURS, ALL = range(5)
"""Indices into `lanes`: see `lo_exact.engines.windows.sets.Lanes`."""

CHUNK = 256
"""Pairs that are counted before any is examined: the count is vectorised, 0.1 ns a pair."""

_ONE, _TWO, _FOUR, _TOP = map(np.uint64, (1, 2, 4, 56))
_PAIRS, _QUADS, _BYTES, _SUM = map(
    np.uint64,
    (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101),
)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: the highest bits of a product with it are the bucket number."""


@part
def ones_of(word: Any) -> Any:
    """Return the number of 1 bits of a word, in a form that compiles to one instruction."""
    word = word - ((word >> _ONE) & _PAIRS)
    word = (word & _QUADS) + ((word >> _TWO) & _QUADS)
    word = (word + (word >> _FOUR)) & _BYTES
    return np.int64((word * _SUM) >> _TOP)


@part
def lanes_added(word: Any, other: Any, lanes: Any) -> Any:
    """Return the sum of two words modulo c in each lane of bits."""
    # a lane's sum is at most 2c - 2; adding `LIFT` sets its highest bit exactly for sums >= c
    total = word + other
    return total - (((total + lanes[LIFT]) & lanes[HIGH]) >> lanes[SHIFT]) * lanes[COLOURS]


@Loop
def scan_window(
    table: Any, numbers: Any, starts: Any, shift: Any, words: Any, below: Any, start: Any,
    spans: Any, checks: Any, planes: Any, scales: Any, lanes: Any, once: int, base: int, ties: int,
    least: int, pause: int, scratch: Any, hits: Any, state: Any, limit: Any,
) -> None:  # fmt: skip
    """Visit pairs of a lower and an upper set of columns; record pairs whose sum passes all checks.

    Invariant: a pair is visited once.  Sets below a column have the first numbers, and ``below`` is
    the number of lower sets below the lowest column of an upper set.  Numbers ascend in a bucket,
    so these sets are its beginning: pairs need no branch and are counted in vectors.  The outer
    loop runs over upper sets, so a bucket stays in the cache while it is read.  A hit lowers the
    limit immediately.  If a pair that is no solution lowered it, cheaper solutions would be lost,
    so a pair counts as a hit only after all checks.

    Args:
        table: (words, sums) lower sums, by their bucket, then by their number.
        numbers: (sums,) numbers of the lower sets.
        starts: (buckets + 1,) start of each bucket, and the end.
        shift: shift that turns a product into a bucket number.
        words: (words, sums) of upper sets.
        below: number of lower sets to combine with each of the first upper sets.
        start: (words,) word added to each upper sum.
        spans: (words, spans) further words to add, one after the other.
        checks: (words,) mask of the bits that must be 0.
        planes: (planes, words) bits that cost, and
        scales: (planes,) the cost of each.
        lanes: the arithmetic.
        once: bits of a lane if every nonzero residue costs the same, else 0.
        base: cost inside the window.
        ties: 1 if all solutions of least cost are hits; 0 if each must be cheaper.
        least: least total cost of a hit.
        pause: pairs after which the loop returns.
        scratch: (words,) temporary array.
        hits: (3, room) filled with the place in the table, the upper set and the span.
        state: the next upper set; and the number of hits; changed in place.  If hits have no room
            the upper set is repeated.
        limit: one number: bound above the cost of a hit; changed in place.
    """
    count, two, zero = words.shape[0], lanes[COLOURS] == _TWO, np.uint64(0)
    flat, last_word = two and scales.size == 1 and scales[0] == 1, min(count, 2) - 1
    visited: Any = 0
    good: Any = 0
    state[1] = 0
    for i in range(state[0], below.size):
        found, before, state[0] = state[1], limit[0], i
        if visited > pause:
            return
        visited += 1
        if below[i] == 0:
            continue
        for x in range(spans.shape[1]):
            for k in range(count):
                if two:
                    scratch[k] = words[k, i] ^ start[k] ^ spans[k, x]
                else:
                    word = lanes_added(words[k, i], start[k], lanes)
                    scratch[k] = lanes_added(word, spans[k, x], lanes)
            first, other = scratch[0], scratch[last_word]
            need = first
            if not two:  # the lower sum must be the negative of the upper sum
                need = lanes_added(lanes[ALL] - first, zero, lanes)
            bucket = np.int64(((need & checks[0]) * SPREAD) >> shift)
            at, end = starts[bucket], starts[bucket + 1]
            last = at
            while last < end:  # find the first number >= below[i] by bisection
                half = (last + end) >> 1
                if numbers[half] < below[i]:
                    last = half + 1
                else:
                    end = half
            visited += int(end - at)
            while at < end:
                stop = min(at + CHUNK, end)
                if flat and stop - at > 3:
                    # two words of a sum suffice to reject nearly all pairs; one word does not
                    good, few = 0, limit[0] - base
                    for p in range(at, stop):
                        word = table[0, p] ^ first
                        outside = ones_of(word & planes[0, 0])
                        if last_word == 1:
                            outside += ones_of((table[1, p] ^ other) & planes[0, 1])
                        good += np.int64(outside < few) & np.int64(word & checks[0] == zero)
                    if good == 0:
                        at = stop
                        continue
                for p in range(at, stop):
                    total = base
                    for k in range(count):
                        if two:
                            word = table[k, p] ^ scratch[k]
                        else:
                            word = lanes_added(table[k, p], scratch[k], lanes)
                        if word & checks[k] != zero:
                            total = limit[0]
                            break
                        marks = word
                        for b in range(1, once):
                            marks |= word >> np.uint64(b)
                        for q in range(scales.size):
                            total += ones_of(marks & planes[q, k]) * scales[q]
                        if total >= limit[0]:
                            break
                    if least <= total < limit[0]:
                        if state[1] == hits.shape[1]:
                            state[1], limit[0] = found, before
                            return
                        place = state[1]
                        hits[0, place], hits[1, place], hits[2, place] = p, i, x
                        state[1], limit[0] = place + 1, total + ties
                at = stop
    state[0] = below.size
