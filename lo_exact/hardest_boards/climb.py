"""Tabu search by a penalty's gradient for boards with a large minimum, in any number of colours.

The weights of all elements of a coset are kept in one vector.  Elements under a floor just above
the least of them are charged the eighth power of what they lack.  Changing one button changes the
weights by a function of its class's shift alone, so the slopes of all changes follow from the
charges summed by shift, once for each class.  The best change is taken, also when it makes things
worse, and the button rests for a while.  What is found is only an example: its caller
enumerates its coset again.

Costs ``classes * quiet patterns`` additions a step.
"""

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.hardest_boards.census import Census
from lo_exact.hardest_boards.classes import shift_table
from lo_exact.outcome import Watch

MAX_WORDS = 2**18
"""Kernel elements whose weights are kept in one vector."""

_MAX_TABLE = 2**26
"""Shifts in the table of kernel elements by classes."""

_STEPS, _FEWEST_STEPS, _WORK = 1000, 30, 2**33
_POWER, _FLOOR = 8, 8
_TENURE = 6
"""Steps that a changed button rests at least; at most twice as many, drawn at random."""

_VALUES = 16
"""Other values of a button that a step tries; with more colours, a random sample of this size."""


def climbable(census: Census) -> bool:
    """Return whether the weights and shifts of all kernel elements fit in memory."""
    return census.words <= MAX_WORDS and census.words * len(census.classes) <= _MAX_TABLE


def find_hard(
    census: Census, random: np.random.Generator, effort: int, goal: int, watch: Watch
) -> IntArray:
    """Return presses (unknowns,) that solve the hardest board found by the search.

    Args:
        census: the puzzle, `climbable`, with one class at least.
        random: random generator for the start and for ties.
        effort: multiplies the number of steps.
        goal: stop at this minimum over the classes.
        watch: time limit; at the deadline the search ends without error.
    """
    system = census.system
    c = system.colours
    numbers = np.arange(census.words, dtype=np.int64)
    shifts = shift_table(census.classes, census.kernel.orders, numbers)
    members = [
        (u, button, c // one.order * unit % c, price)
        for u, one in enumerate(census.classes)
        for button, unit, price in zip(one.buttons, one.units, one.prices, strict=True)
    ]

    def profile(member: int, value: int) -> IntArray:
        """Return the weight of a button at each shift of its class."""
        u, _, step, price = members[member]
        moved = (value + step * np.arange(census.classes[u].order, dtype=np.int64)) % c
        out: IntArray = np.minimum(moved, 1) * price if system.per_button else moved * price
        return out

    x = random.integers(c, size=len(members))
    weights = np.zeros(census.words, dtype=np.int64)
    for member in range(len(members)):
        weights += profile(member, int(x[member]))[shifts[members[member][0]]]
    best, best_x = int(weights.min()), x.copy()
    rests_until = np.zeros(len(members), dtype=np.int64)
    steps = max(_FEWEST_STEPS, min(_STEPS, _WORK // (census.words * len(census.classes) * 8)))
    for step in range(steps * effort):
        if best >= goal or watch.remaining() < 0:
            break
        # the derivative of the penalty for each kernel element
        lacking = np.maximum(best + 2 + _FLOOR - weights, 0) / _FLOOR
        charges = np.minimum(lacking, 1e6) ** (_POWER - 1)
        by_shift = [
            np.bincount(shifts[u], weights=charges, minlength=one.order)
            for u, one in enumerate(census.classes)
        ]
        moves = []
        for member in np.flatnonzero(rests_until <= step).tolist():
            here = profile(member, int(x[member]))
            slope = by_shift[members[member][0]]
            for value in _other_values(int(x[member]), c, random):
                gain = float(((profile(member, value) - here) * slope).sum())
                moves.append((gain * (1 + 0.05 * float(random.random())), member, value))
        if not moves:
            continue
        _, member, value = max(moves)
        change = profile(member, value) - profile(member, int(x[member]))
        weights += change[shifts[members[member][0]]]
        x[member] = value
        rests_until[member] = step + 1 + _TENURE + int(random.integers(_TENURE))
        if int(weights.min()) > best:
            best, best_x = int(weights.min()), x.copy()
    presses = np.zeros(system.unknowns, dtype=np.int64)
    presses[list(census.free)] = c - 1
    presses[[button for _, button, _, _ in members]] = best_x
    return presses


def _other_values(value: int, c: int, random: np.random.Generator) -> list[int]:
    """Return other press values of a button: all of them, or a random sample if there are many."""
    if c <= _VALUES:
        return [v for v in range(c) if v != value]
    return [(value + 1 + int(v)) % c for v in random.integers(c - 1, size=_VALUES)]
