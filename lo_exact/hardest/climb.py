"""Hard boards for any number of colours, found by changing one button at a time.

The weights of all elements of the coset are kept in one vector; changing a button adds a vector
that depends on its class alone.  The elements below a floor just over the best minimum are charged
the fourth power of what they lack; a step makes the best of some random changes and forbids to take
it back for a while.  What is found is only an example: whoever uses it enumerates its coset again.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.hardest.census import Census
from lo_exact.hardest.classes import shift_table
from lo_exact.outcome import Watch

MAX_WORDS = 2**16
_TRIED = 24
_TENURE = 8


def find_hard(
    census: Census, random: np.random.Generator, steps: int, goal: int, watch: Watch
) -> IntArray:
    """Return presses of the hardest board met, (unknowns,) int64.

    Args:
        census: the puzzle; at most `MAX_WORDS` quiet patterns, at least one class.
        random: where to start, and what to try.
        steps: how many changes to make.
        goal: stop at this minimum over the classes.
        watch: stopped quietly at its deadline.
    """
    system = census.system
    c = system.colours
    numbers = np.arange(census.words, dtype=np.int64)
    shifts = shift_table(census.classes, census.kernel.orders, numbers)
    members = [
        (u, button, c // one.order * unit, price)
        for u, one in enumerate(census.classes)
        for button, unit, price in zip(one.buttons, one.units, one.prices, strict=True)
    ]

    def weights_of(member: int, value: int) -> IntArray:
        u, _, step, price = members[member]
        moved = (value + step * shifts[u]) % c
        out: IntArray = np.minimum(moved, 1) * price if system.per_button else moved * price
        return out

    x = random.integers(c, size=len(members))
    sums = np.zeros(census.words, dtype=np.int64)
    for member in range(len(members)):
        sums += weights_of(member, int(x[member]))
    best, best_x = int(sums.min()), x.copy()
    until = np.zeros(len(members), dtype=np.int64)
    for step in range(steps):
        if best >= goal or watch.remaining() < 0:
            break
        trials = []
        for _ in range(_TRIED):
            member = int(random.integers(len(members)))
            value = int((x[member] + 1 + random.integers(c - 1)) % c)
            if until[member] > step:
                continue
            after = sums + weights_of(member, value) - weights_of(member, int(x[member]))
            lacking = np.maximum(best + 2 - after, 0).astype(np.float64)
            trials.append((float((lacking**4).sum()), member, value, after))
        if not trials:
            continue
        _, member, value, sums = min(trials, key=lambda trial: trial[:3])
        x[member] = value
        until[member] = step + _TENURE
        if int(sums.min()) > best:
            best, best_x = int(sums.min()), x.copy()
    presses = np.zeros(system.unknowns, dtype=np.int64)
    presses[list(census.free)] = c - 1
    presses[[button for _, button, _, _ in members]] = best_x
    return presses
