"""Elimination mod a prime power: the number of different sums of given vectors.

Proves: the number of sums, p^t, by reducing each vector until nothing is left of it or it leads
anew.  For two colours the part "bits" does the same faster.
Trusts: Python's integers.
"""

from __future__ import annotations

from collections.abc import Iterable

from lo_exact.certificate.checker_parts.puzzle import MAX_STEPS
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_ROW_NUMBERS = 10**7
"""Numbers that the elimination stores (about 1 GB)."""


def prime_powers(c: int) -> list[tuple[int, int]]:
    """Return the factorisation of c into prime powers, as a list of (p, e)."""
    found, p = [], 2
    while p * p <= c:
        e = 0
        while c % p == 0:
            c, e = c // p, e + 1
        if e:
            found.append((p, e))
        p += 1
    return [*found, (c, 1)] if c > 1 else found


def times_in(p: int, n: int) -> int:
    """Return the exponent of the prime p in n."""
    times = 0
    while n % p == 0:
        times, n = times + 1, n // p
    return times


def span_exponent(vectors: Iterable[dict[int, int]], p: int, e: int) -> int:
    """Return the exponent t such that the vectors have p^t different sums mod p^e.

    Keeps for each leading place one vector whose leading number p^v is the least power met.  A
    vector is reduced by these, until it is 0 or leads anew.  p^(e - v) times a kept vector loses
    its leading number, so it is reduced as well: then a sum of kept vectors that is 0 up to some
    place is a sum of the kept vectors that lead behind it, and the sums are counted by their
    leading numbers: p^(e - v) for each.
    """
    q = p**e
    kept: dict[int, tuple[int, dict[int, int]]] = {}
    steps = held = 0
    for given in vectors:
        waiting = [{i: a % q for i, a in given.items() if a % q}]
        while waiting:
            row = waiting.pop()
            while row:
                lead = min(row)
                v = times_in(p, row[lead])
                old = kept.get(lead, (e, {}))
                if v < old[0]:
                    inverse = pow(row[lead] // p**v, -1, q)
                    row = {i: a * inverse % q for i, a in row.items()}
                    kept[lead] = (v, row)
                    held += len(row) - len(old[1])
                    bounded(held <= MAX_ROW_NUMBERS, "the elimination holds too many numbers")
                    killed = {i: a * p ** (e - v) % q for i, a in row.items()}
                    waiting.append({i: a for i, a in killed.items() if a})
                    row = dict(old[1])
                else:
                    factor = row[lead] // p ** old[0]
                    for i, a in old[1].items():
                        value = (row.get(i, 0) - factor * a) % q
                        if value:
                            row[i] = value
                        else:
                            row.pop(i, None)
                steps += len(row) + len(old[1]) + 1
                bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return sum(e - v for v, _ in kept.values())
