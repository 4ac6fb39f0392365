"""A weighted sum of literals as sorted outputs, so that "at most k" is one assumption.

A balanced tree adds the literals up; each node has one output for every sum it can have, cut off
above a limit, and an output follows from the outputs below it.  For n equal coefficients about
n^2 / 2 clauses.  Unit propagation sees every partial sum.  With different coefficients the number
of sums may explode; then `totalizer` declines and a binary adder (``adder``) takes its place.
Bailleux and Boufkhad (2003); Joshi, Martins and Manquinho (2015) for coefficients.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from lo_exact.backends.oracle import Oracle
from lo_exact.formula import Literal

MAX_CLAUSES = 3_000_000

AtMost = Callable[[int], list[Literal]]
"""For k, the assumptions that say "the sum is at most k"."""


def totalizer(oracle: Oracle, terms: Sequence[tuple[int, int]], limit: int) -> AtMost | None:
    """Write a sum of 0..1 variables into a solver.

    Args:
        oracle: The solver.
        terms: (coefficient > 0, variable) pairs.
        limit: The largest k that will be asked for.

    Returns:
        What to assume for "at most k", 0 <= k <= limit; None when it would be too large.
    """
    if not terms:
        return lambda k: []
    cap = limit + 1
    if not _fits([(0, min(coefficient, cap)) for coefficient, _ in terms], cap):
        return None
    outputs = [{min(coefficient, cap): variable} for coefficient, variable in terms]
    while len(outputs) > 1:
        pairs = [outputs[i : i + 2] for i in range(0, len(outputs), 2)]
        outputs = [_join(oracle, pair, cap) for pair in pairs]
    sums = sorted(outputs[0])
    literals = [outputs[0][total] for total in sums]
    for smaller, larger in pairwise(literals):
        oracle.add((smaller, -larger))

    def at_most(k: int) -> list[Literal]:
        beyond = bisect_right(sums, k)
        return [-literals[beyond]] if beyond < len(sums) else []

    return at_most


def _join(oracle: Oracle, pair: list[dict[int, Literal]], cap: int) -> dict[int, Literal]:
    """Return the outputs of one node over one or two others: sum -> "at least this sum"."""
    if len(pair) == 1:
        return pair[0]
    left, right = pair
    outputs = {
        total: oracle.fresh()
        for total in sorted({min(a + b, cap) for a in (0, *left) for b in (0, *right)} - {0})
    }
    for a, x in left.items():
        oracle.add((-x, outputs[a]))
    for b, y in right.items():
        oracle.add((-y, outputs[b]))
    for a, x in left.items():
        for b, y in right.items():
            oracle.add((-x, -y, outputs[min(a + b, cap)]))
    return outputs


def _fits(nodes: Sequence[Sequence[int]], cap: int) -> bool:
    """Return whether the tree over these sets of sums stays below the largest size."""
    clauses = 0
    while len(nodes) > 1:
        joined: list[Sequence[int]] = []
        for i in range(0, len(nodes) - 1, 2):
            left, right = nodes[i], nodes[i + 1]
            clauses += len(left) * len(right)
            if clauses > MAX_CLAUSES:
                return False
            joined.append(list({min(a + b, cap) for a in left for b in right}))
        nodes = [*joined, *nodes[len(nodes) - len(nodes) % 2 :]]
    return True
