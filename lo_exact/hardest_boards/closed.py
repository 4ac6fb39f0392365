"""Hardest boards in closed form: no quiet patterns, or weights that no quiet pattern changes.

A coset's minimum is at most its mean.  If the classes can be pressed so that every profile is
constant, all elements of the coset weigh the same, so its minimum is its mean.  If that mean is the
averaging bound, nothing is harder.  For c = 2 and presses this is a balanced choice, half of each
class pressed, possible when all class sizes are even.

Conversely, let c be prime and a coset's minimum equal to the mean, so that all its weights are
equal.  Split the weight by the characters of the kernel: those of different classes are different
(for prime c the nonzero multiples of a class's column are the units times it, which are in the
same class), so each profile is constant by itself.  Hence the count: constant profiles of each
class, multiplied, over the number of quiet patterns.  For composite c it is left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from lo_exact.algebra import IntArray, prime_powers
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.census import Census


@dataclass(frozen=True)
class Balanced:
    """A hardest board in closed form."""

    weight: int
    """The largest minimum, equal to the averaging bound."""
    boards: int
    """How many boards have it; -1 when not known."""
    presses: IntArray
    """One of them, as presses; every solution of it has this weight."""


def balanced(census: Census) -> Balanced | None:
    """Return the hardest board when constant profiles reach the averaging bound; else None."""
    chosen: list[int] = []
    ways: list[int] = []
    weight = census.free_weight
    try:
        profiles = census.profiles
    except LimitReached:
        return None
    for listed in profiles:
        constant = [i for i, vector in enumerate(listed.vectors) if len(set(vector)) == 1]
        if not constant:
            return None
        heaviest = max(constant, key=lambda i: listed.vectors[i][0])
        value = listed.vectors[heaviest][0]
        chosen.append(heaviest)
        ways.append(sum(listed.ways[i] for i in constant if listed.vectors[i][0] == value))
        weight += value
    if weight != census.averaging_bound:
        return None
    boards = -1
    if not census.classes or prime_powers(census.system.colours) == ((census.system.colours, 1),):
        boards = prod(ways) * census.free_ways // census.words
    return Balanced(weight, boards, census.presses(chosen))
