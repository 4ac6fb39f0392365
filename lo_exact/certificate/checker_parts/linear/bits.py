"""Elimination over GF(2): the rank of rows of bits, and of the puzzle's matrix.

Proves: a rank over Z/2, and fewest rows of the same sums.  A row of bits is one Python integer, and
adding two rows is ``^``.
Trusts: Python's integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lo_exact.certificate.checker_parts.puzzle import MAX_STEPS
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_ROW_BITS = 2**33
"""Bits that the elimination stores (1 GB)."""


def rows_of_bits(rows: Iterable[int]) -> list[int]:
    """Return a basis of the span of rows over Z/2, with distinct highest bits."""
    kept: dict[int, int] = {}
    steps = held = 0
    for row in rows:
        while row:
            lead = row.bit_length()
            if lead not in kept:
                kept[lead] = row
                held += lead
                bounded(held <= MAX_ROW_BITS, "the elimination holds too many bits")
                break
            row ^= kept[lead]
            steps += 1 + lead // 2048
            bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return list(kept.values())


def rank_of_lights(columns: Iterable[list[tuple[int, int]]]) -> int:
    """Return the rank over Z/2 of a matrix, given as columns of (light, 1) pairs, by light chasing.

    Every light is the sum of its buttons.  The first light that ends at a button settles it as the
    sum of the light's other buttons, which come before; a button at which no light ends is a
    parameter.  So every button is a sum of parameters, one integer.  Lights that settled nothing
    say that such a sum is 0.  The lights that settle are in triangular form, so the rank is their
    number and the rank of the rest, written in parameters: on a grid as many as it has columns.
    """
    listed: dict[int, list[int]] = defaultdict(list)
    sums: list[int] = []
    for j, column in enumerate(columns):
        sums.append(0)
        for light, _ in column:
            listed[light].append(j)
    ending: dict[int, list[list[int]]] = defaultdict(list)
    for before in listed.values():
        ending[before.pop()].append(before)
    rest: list[int] = []
    parameters = settled = steps = held = 0
    for j in range(len(sums)):
        if j not in ending:
            sums[j] = 1 << parameters
            parameters += 1
            continue
        for nth, before in enumerate(ending.pop(j)):
            total = sums[j]  # sums[j] is 0 until the first equation sets it
            for k in before:
                total ^= sums[k]
            if nth:
                rest.append(total)
            else:
                sums[j] = total
            held += parameters
            bounded(held <= MAX_ROW_BITS, "the elimination holds too many bits")
            steps += 1 + len(before) * (1 + parameters // 256)
        settled += 1
        bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return settled + len(rows_of_bits(rest))
