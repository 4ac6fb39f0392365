"""Evidence by a sweep: the unknowns come one by one, and equal sums so far are kept once.

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

MAX_SWEEP = 2**27  # steps: sums, colours and changed lights of each unknown (about 2 minutes)
MAX_STATES = 2**20  # sums at once


@form("sweep", MINIMA)
def judge_sweep(certificate: Certificate, piece: Any) -> str:
    """Sweep in the given order and compare the least weight."""
    given, system = fields(piece, "sweep", "by order"), certificate.system
    order = [number(j, "order", 0) for j in items(given["order"], "order")]
    every = sorted(order) == list(range(len(system.prices)))
    require(every, "order must have every unknown once")
    least, count = sweep(system, order, certificate.limit)
    certificate.compare(certificate.bound if least is None else least, count)
    return "a sweep over the unknowns, with a table of what they add up to"


def equations(system: System, order: list[int]) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """Return for each unknown in order (equation, amount) pairs, and what equations add up to.

    The lights are the equations; with two colours sums of lights take their place, such that no
    two end at the same unknown.  What is wrong with a sum so far then shows as soon as it can.
    """
    c, columns = system.colours, [system.columns[j] for j in order]
    if c > 2:
        lights = {light: e for e, light in enumerate(system.need)}
        placed = [[(lights[light], amount) for light, amount in column] for column in columns]
        return placed, list(system.need.values())
    rows = {light: s << len(order) for light, s in system.need.items()}
    for place, column in enumerate(columns):
        for light, _ in column:
            rows[light] |= 1 << place
    below, kept = (1 << len(order)) - 1, dict[int, int]()
    for row in rows.values():
        while row & below and (row & below).bit_length() in kept:
            row ^= kept[(row & below).bit_length()]
        if row:
            kept[(row & below).bit_length()] = row
    ends = list(kept.values())
    placed = [[(e, 1) for e, r in enumerate(ends) if r >> p & 1] for p in range(len(order))]
    return placed, [row >> len(order) for row in ends]


def sweep(system: System, order: list[int], limit: int) -> tuple[int | None, int]:
    """Return the least weight up to a limit, None where there is none, and how often it comes."""
    c = system.colours
    placed, need = equations(system, order)
    bits = (c - 1).bit_length()
    steps, open_ = 0, [0] * len(need)
    for column in placed:
        for e, _ in column:
            open_[e] += 1
    states = {0: (0, 1)} if limit >= 0 else {}
    for place, column in enumerate(placed):
        price = system.prices[order[place]]
        full = want = 0
        for e, _ in column:
            open_[e] -= 1
            if not open_[e]:
                full |= ((1 << bits) - 1) << bits * e
                want |= need[e] << bits * e
        steps += len(states) * c * (1 + len(column))
        bounded(steps <= MAX_SWEEP, "the sweep is beyond this checker's bound")
        made: dict[int, tuple[int, int]] = {}
        for key, (weight, count) in states.items():
            for times in range(c):
                paid = weight + price * (min(times, 1) if system.per_button else times)
                if paid > limit:
                    break
                if times:
                    for e, amount in column:
                        digit = key >> bits * e & ((1 << bits) - 1)
                        key += ((digit + amount) % c - digit) << bits * e
                if key & full == want:
                    old, ways = made.get(key, (paid, 0))
                    if paid <= old:
                        made[key] = (paid, count + (ways if paid == old else 0))
            bounded(len(made) <= MAX_STATES, "the sweep is beyond this checker's bound")
        states = made
    goal = sum(s << bits * e for e, s in enumerate(need))
    least, count = states.get(goal, (None, 0))
    return least, count
