"""Pairs of sets whose sums close all checks of a window: the inner loop.

A *word* holds lanes of residues: for two colours 64 bits that XOR adds, for more colours lanes that
six operations add.  A sum has some words; the first has the lanes of the checks, and all have lanes
of the buttons outside the window, so that the cost outside is read from the sum itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lo_exact.compiled.loop import inlined, loop

LIFT, HIGH, SHIFT, COLOURS, ALL, BITS = range(6)
"""Places of `lanes`: see `lo_exact.engines.windows.pairs.Lanes`."""

AT, LIMIT, TIES, LEAST, FOUND, VISITED, BUDGET = range(7)
"""Places of `state`: the next set; costs of interest are below the limit; 1 if all of the least
cost are of interest, 0 for one; and at least so much; hits so far; pairs so far, and after so many
the loop pauses."""

CHUNK = 256
"""Pairs that are counted before any is looked at: the count runs in vectors, .1 ns a pair."""

_ONE, _TWO, _FOUR, _TOP = map(np.uint64, (1, 2, 4, 56))
_PAIRS, _QUADS, _BYTES, _SUM = map(
    np.uint64,
    (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101),
)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: the highest bits of a product with it name a bucket."""


@inlined
def ones_of(word: Any) -> Any:
    """Return how many bits are 1; compilers make one instruction of it."""
    word = word - ((word >> _ONE) & _PAIRS)
    word = (word & _QUADS) + ((word >> _TWO) & _QUADS)
    word = (word + (word >> _FOUR)) & _BYTES
    return np.int64((word * _SUM) >> _TOP)


@inlined
def lanes_added(word: Any, other: Any, lanes: Any) -> Any:
    """Return the sum of two words, lane by lane mod c."""
    # a lane has room for 2c - 2; its highest bit is set by the lift exactly where c or more stands
    total = word + other
    return total - (((total + lanes[LIFT]) & lanes[HIGH]) >> lanes[SHIFT]) * lanes[COLOURS]


@loop
def put_in_buckets(
    words: Any, checks: Any, shift: Any, starts: Any, table: Any, numbers: Any
) -> None:
    """Sort sums by their checks, and those of one bucket by their number.

    Args:
        words: (words, sums).
        checks: the bits of the first word that are checks.
        shift: of a product, so that it names a bucket.
        starts: (buckets + 2,) zeros; filled with where each bucket begins, and the end.
        table: (words, sums) filled.
        numbers: (sums,) filled with the number of each sum in ``words``.
    """
    count = words.shape[1]
    for i in range(count):
        starts[np.int64(((words[0, i] & checks) * SPREAD) >> shift) + 2] += 1
    for bucket in range(2, starts.size):
        starts[bucket] += starts[bucket - 1]
    # starts[b + 1] is the next free place of bucket b, and in the end where bucket b + 1 begins
    for i in range(count):
        bucket = np.int64(((words[0, i] & checks) * SPREAD) >> shift) + 1
        place = starts[bucket]
        starts[bucket] += 1
        numbers[place] = i
        for k in range(words.shape[0]):
            table[k, place] = words[k, i]


@loop
def scan(
    words: Any, bottoms: Any, high: int, room: Any, start: Any, spans: Any, base: int,
    table: Any, numbers: Any, starts: Any, shift: Any,
    checks: Any, planes: Any, scales: Any, lanes: Any, scratch: Any, hits: Any, state: Any,
) -> bool:  # fmt: skip
    """Go through pairs of an upper and a lower set; note those that close all checks.

    The invariant: a pair is met once, for the lower set stands in the table by its number, sets
    below a column are the first numbers, and ``room`` says how many of them stand below the lowest
    column of the upper set.  Numbers ascend in a bucket, so what is allowed is its beginning: a
    scan without a branch, in vectors.  A hit lowers the limit at once.

    Args:
        words: (words, sums) of upper sets.
        bottoms: (sums,) the lowest column of each; one past the last for the empty set.
        high: how many of them are gone through.
        room: (columns + 1,) how many lower sets stand below each column.
        start: (words,) what is added to each upper sum.
        spans: (words, spans) what is added besides, one after the other.
        base: the cost inside the window.
        table: (words, sums) lower sums, see `put_in_buckets`.
        numbers: (sums,).
        starts: (buckets + 2,).
        shift: as there.
        checks: (words,) the bits that are to be 0.
        planes: (planes, words) bits that cost, and
        scales: (planes,) how much each.
        lanes: the arithmetic.
        scratch: (words,).
        hits: (3, room) filled with the place in the table, the upper set and the span.
        state: see `AT`; changed.

    Returns:
        Whether all were gone through.  Where hits have no room the last upper set begins again.
    """
    count, two = words.shape[0], lanes[COLOURS] == _TWO
    flat = two and scales.size == 1 and scales[0] == 1
    zero = np.uint64(0)
    limit, found, visited = state[LIMIT], state[FOUND], 0
    closed = checks[0]
    for i in range(state[AT], high):
        if visited > state[BUDGET]:
            state[AT], state[LIMIT], state[FOUND] = i, limit, found
            state[VISITED] += visited
            return False
        before, below = found, room[bottoms[i]]
        if below == 0:
            visited += 1
            continue
        for x in range(spans.shape[1]):
            for k in range(count):
                if two:
                    scratch[k] = words[k, i] ^ start[k] ^ spans[k, x]
                else:
                    word = lanes_added(words[k, i], start[k], lanes)
                    scratch[k] = lanes_added(word, spans[k, x], lanes)
            first = scratch[0]
            need = first
            if not two:  # the lower set has to bring the negative
                need = lanes_added(lanes[ALL] - first, zero, lanes)
            bucket = np.int64(((need & closed) * SPREAD) >> shift)
            at, end = starts[bucket], starts[bucket + 1]
            last = at
            while last < end:  # the first place whose number is not below
                half = (last + end) >> 1
                if numbers[half] < below:
                    last = half + 1
                else:
                    end = half
            visited += 1 + end - at
            few = limit - base
            while at < end:
                stop = min(at + CHUNK, end)
                if flat and stop - at > 3:
                    good = 0
                    if count == 1:
                        for p in range(at, stop):
                            word = table[0, p] ^ first
                            outside = ones_of(word & planes[0, 0])
                            good += np.int64(outside < few) & np.int64(word & closed == zero)
                    else:  # nearly all fail by two words, many not by one
                        for p in range(at, stop):
                            word, other = table[0, p] ^ first, table[1, p] ^ scratch[1]
                            outside = ones_of(word & planes[0, 0]) + ones_of(other & planes[0, 1])
                            good += np.int64(outside < few) & np.int64(word & closed == zero)
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
                            total = limit
                            break
                        if lanes[BITS] > _ONE:  # a button costs once, whatever its residue
                            other = word
                            for b in range(1, np.int64(lanes[BITS])):
                                other |= word >> np.uint64(b)
                            word = other
                        for q in range(scales.size):
                            total += ones_of(word & planes[q, k]) * scales[q]
                        if total >= limit:
                            break
                    if state[LEAST] <= total < limit:
                        if found == hits.shape[1]:
                            state[AT], state[LIMIT], state[FOUND] = i, limit, before
                            state[VISITED] += visited
                            return False
                        hits[0, found], hits[1, found], hits[2, found] = p, i, x
                        found += 1
                        limit = total + state[TIES]
                at = stop
    state[AT], state[LIMIT], state[FOUND] = high, limit, found
    state[VISITED] += visited
    return True
