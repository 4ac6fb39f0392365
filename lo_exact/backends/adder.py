"""A weighted sum of literals as a binary number, for coefficients of any size.

Full adders sum the literals bit by bit: about 14 clauses for every one-bit in the coefficients.
"At most k" compares with the binary number k under a fresh assumption.  Exact and small, but unit
propagation sees little, so a totalizer is preferred where it fits.  Warners (1998); Een and
Sorensson (2006).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from lo_exact.backends.oracle import Oracle
from lo_exact.backends.totalizer import AtMost
from lo_exact.formula import Literal


def adder(oracle: Oracle, terms: Sequence[tuple[int, int]]) -> AtMost:
    """Write a sum of 0..1 variables into a solver.

    Args:
        oracle: The solver.
        terms: (coefficient > 0, variable) pairs.

    Returns:
        What to assume for "at most k", any k >= 0; each new k adds a few clauses.
    """
    width = sum(coefficient for coefficient, _ in terms).bit_length()
    waiting: list[deque[Literal]] = [deque() for _ in range(width + 1)]
    for coefficient, variable in terms:
        for place in range(coefficient.bit_length()):
            if coefficient >> place & 1:
                waiting[place].append(variable)
    for place in range(width):
        column = waiting[place]
        while len(column) > 1:
            added = [column.popleft() for _ in range(min(3, len(column)))]
            digit, carry = _add_three(oracle, added) if len(added) == 3 else _add_two(oracle, added)
            column.append(digit)
            waiting[place + 1].append(carry)
    bits = [column[0] if column else None for column in waiting]
    known: dict[int, list[Literal]] = {}

    def at_most(k: int) -> list[Literal]:
        if k not in known:
            known[k] = _compare(oracle, bits, k)
        return known[k]

    return at_most


def _compare(oracle: Oracle, bits: Sequence[Literal | None], k: int) -> list[Literal]:
    """Write "chosen implies number <= k" and return [chosen], or [] when it always holds."""
    clauses: list[list[Literal]] = []
    # one of these holds when the number fell below k at a higher place
    below: list[Literal] = []
    for place in reversed(range(max(len(bits), k.bit_length()))):
        bit = bits[place] if place < len(bits) else None
        if k >> place & 1:
            if bit is None:
                break  # below k here, or already above and refuted
            below.append(-bit)
        elif bit is not None:
            clauses.append([-bit, *below])
    if not clauses:
        return []
    chosen = oracle.fresh()
    for clause in clauses:
        oracle.add((-chosen, *clause))
    return [chosen]


def _add_three(oracle: Oracle, literals: Sequence[Literal]) -> tuple[Literal, Literal]:
    a, b, c = literals
    digit, carry = oracle.fresh(), oracle.fresh()
    for x, y, z in ((a, b, c), (a, -b, -c), (-a, b, -c), (-a, -b, c)):
        oracle.add((x, y, z, -digit))
        oracle.add((-x, -y, -z, digit))
    for x, y in ((a, b), (a, c), (b, c)):
        oracle.add((x, y, -carry))
        oracle.add((-x, -y, carry))
    return digit, carry


def _add_two(oracle: Oracle, literals: Sequence[Literal]) -> tuple[Literal, Literal]:
    a, b = literals
    digit, carry = oracle.fresh(), oracle.fresh()
    for x, y in ((a, b), (-a, -b)):
        oracle.add((x, y, -digit))
        oracle.add((x, -y, digit))
    oracle.add((a, -carry))
    oracle.add((b, -carry))
    oracle.add((-a, -b, carry))
    return digit, carry
