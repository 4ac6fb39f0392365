"""Evidence by a sweep: dynamic programming over the unknowns with a table of partial sums.

Proves: the least weight of all solutions and how many have it.  What two choices have added to the
lights so far is all that the later unknowns can notice; of equal sums the lightest is kept, with
the number of choices that have it.  A sum that can no longer become right is dropped, and so is
one that weighs more than the claim.
Does not prove: anything where too many sums are open at once (MAX_STATES).
Trusts: A, s and the prices, from the part "puzzle"; no kernel is needed.
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import fields, items, number
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_SWEEP = 2**27
"""Steps: sums, colours and changed lights of each unknown (about 2 minutes)."""

MAX_STATES = 2**20
"""Largest number of sums open together."""

MAX_SUM_BITS = 2**32
"""Largest size of the sums open together, in bits (0.5 GB)."""

MAX_EQUATION_BITS = 2**32
"""Bits of the equations, before and after elimination (0.5 GB each)."""

MAX_EQUATION_PLACES = 5 * 10**7
"""Unknowns in all equations (0.4 GB)."""


@form("sweep", MINIMA)
def judge_sweep(certificate: Certificate, piece: Any) -> str:
    """Check evidence by a sweep: repeat it, and compare the least weight with the claim."""
    given, system = fields(piece, "sweep", "by order"), certificate.system
    order = [number(j, "order", 0) for j in items(given["order"], "order")]
    every = sorted(order) == list(range(len(system.prices)))
    require(every, "order must have every unknown once")
    least, count = sweep(system, order, certificate.limit)
    certificate.compare(certificate.bound if least is None else least, count)
    return "a sweep over the unknowns, with a table of what they add up to"


def equations(system: System, order: list[int]) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """Return for each unknown its (equation, amount) pairs, and the right sides of the equations.

    The lights are the equations; with two colours sums of lights take their place, such that no
    two end at the same unknown.  What is wrong with a sum so far then shows as soon as it can.
    """
    c, columns = system.colours, [system.columns[j] for j in order]
    if c > 2:
        lights = {light: e for e, light in enumerate(system.need)}
        placed = [[(lights[light], amount) for light, amount in column] for column in columns]
        return placed, list(system.need.values())
    listed: dict[int, list[int]] = {light: [] for light in system.need}
    for place, column in enumerate(columns):
        for light, _ in column:
            listed[light].append(place)
    bits = sum(places[-1] for places in listed.values() if places)
    bounded(bits <= MAX_EQUATION_BITS, "the equations hold too many bits")
    kept: dict[int, tuple[int, int]] = {}  # last unknown + 1 -> (row of bits, right side)
    steps = held = 0
    # Elimination by the last unknown: if another row ends at the same unknown, it is added, so
    # the sum ends earlier.  In the end no two equations end at the same unknown.
    for light, places in listed.items():
        digits = bytearray(b"0") * (places[-1] + 1 if places else 1)
        for place in places:
            digits[-1 - place] = ord("1")
        row, right = int(digits, 2), system.need[light]
        while row and (row.bit_length()) in kept:
            other, much = kept[row.bit_length()]
            row, right = row ^ other, right ^ much
            steps += 1 + row.bit_length() // 2048
            bounded(steps <= MAX_SWEEP, "the equations are beyond this checker's bound")
        if row or right:
            kept[row.bit_length()] = row, right
            held += row.bit_length()
            bounded(held <= MAX_EQUATION_BITS, "the equations hold too many bits")
    placed = [[] for _ in order]
    entries = sum(row.bit_count() for row, _ in kept.values())
    bounded(entries <= MAX_EQUATION_PLACES, "the equations have too many unknowns")
    for e, (row, _) in enumerate(kept.values()):
        shared, written = (e, 1), bin(row)[:1:-1]
        place = written.find("1")
        while place >= 0:
            placed[place].append(shared)
            place = written.find("1", place + 1)
    return placed, [right for _, right in kept.values()]


def sweep(system: System, order: list[int], limit: int) -> tuple[int | None, int]:
    """Return the least weight of a solution, None if above ``limit``, and the number of minima."""
    c = system.colours
    placed, need = equations(system, order)
    bits = (c - 1).bit_length()
    steps, open_ = 0, [0] * len(need)
    for column in placed:
        for e, _ in column:
            open_[e] += 1
    states = {0: (0, 1)} if limit >= 0 else {}
    # Invariant: `states` maps each sum of amounts to its least price and the number of choices at
    # that price.  The keys are the sums that the unknowns so far can reach and that may still be
    # completed.  Equal sums have equal completions: only the least price counts (Bellman).
    for place, column in enumerate(placed):
        price = system.prices[order[place]]
        # equations that end here must be satisfied now: no later unknown changes them
        full = want = 0
        for e, _ in column:
            open_[e] -= 1
            if not open_[e]:
                full |= ((1 << bits) - 1) << bits * e
                want |= need[e] << bits * e
        steps += len(states) * c * (1 + len(column)) * (1 + bits * len(need) // 4096)
        bounded(steps <= MAX_SWEEP, "the sweep is beyond this checker's bound")
        held, made = 0, dict[int, tuple[int, int]]()
        for key, (weight, count) in states.items():
            for times in range(c):
                paid = weight + price * (min(times, 1) if system.per_button else times)
                if paid > limit:
                    break  # more presses never cost less
                if times:
                    for e, amount in column:
                        digit = key >> bits * e & ((1 << bits) - 1)
                        key += ((digit + amount) % c - digit) << bits * e
                if key & full == want:
                    if key not in made:
                        held += key.bit_length()
                        fits = len(made) < MAX_STATES and held <= MAX_SUM_BITS
                        bounded(fits, "the sweep is beyond this checker's bound")
                    old, ways = made.get(key, (paid, 0))
                    if paid <= old:
                        made[key] = (paid, count + (ways if paid == old else 0))
        states = made
    goal = sum(s << bits * e for e, s in enumerate(need))
    least, count = states.get(goal, (None, 0))
    return least, count
