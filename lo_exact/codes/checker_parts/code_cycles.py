"""Shortest cycles, for codes whose columns are on at most two checks.

Proves: for one side of a code, that every word that matters has at least ``least`` columns.
Does not prove: that there is one of so many; a word shows that.
Trusts: the part "code_side".

Checks are vertices and columns edges; a column on one check leads to one more vertex, the boundary,
a column on none is a loop there.  A word has an even number of edges at each vertex, so it splits
into cycles, and if it matters one of them does: its labels do not add up to 0.

Let l(v) be the sum of the labels on a path from a root to v.  Adding l(u) + l(v) to the label of
every edge (u, v) changes no sum of a cycle.  This is done for a forest first, whose edges then have
no label; so every cycle that matters has an edge with a label, and a root at one of its ends.

Take the paths of a breadth-first search from a root s on such a cycle of d edges.  The labels
l(u) + label + l(v) of its edges add up to the sum of the cycle's labels, since each l occurs twice.
So one of these is not 0, and if that edge is the i-th, the paths to its ends have at most i - 1 and
d - i edges.  The search looks at all edges where both paths and the edge have less than ``least``.
"""

from __future__ import annotations

from lo_exact.certificate.checker_parts.verdict import require
from lo_exact.codes.checker_parts.code_side import DIGITS, CodeSide, Work


def refuted_by_cycles(side: CodeSide, least: int) -> int:
    """Reject unless all nontrivial words have at least ``least`` columns.

    Returns the number of vertices that paths are searched from.
    """
    number_of = {row: k for k, row in enumerate(dict.fromkeys(map(tuple, side.checks)))}
    ends_of = [[] for _ in range(side.size)]  # type: list[list[int]]
    for row, vertex in number_of.items():
        for column in row:
            ends_of[column].append(vertex)
    boundary = len(number_of)
    edges = [[] for _ in range(boundary + 1)]  # type: list[list[tuple[int, int]]]
    for ends, label in zip(ends_of, side.labels, strict=True):
        require(len(ends) <= 2, "a column is on more than two checks: words are no cycles")
        u, v = (*ends, boundary, boundary)[:2]
        edges[u].append((v, label))
        if u != v:
            edges[v].append((u, label))
    each = 3 + max(map(int.bit_length, side.labels)) // DIGITS
    sums: dict[int, int] = {}
    for root in range(boundary + 1):
        if root not in sums:
            side.work.spend(each)
            sums |= paths_from(side.work, edges, root, 2 * boundary + 4, each)[1]
    edges = [
        [(v, sums[u] ^ label ^ sums[v]) for v, label in listed] for u, listed in enumerate(edges)
    ]
    roots = [u for u, listed in enumerate(edges) if any(label and v >= u for v, label in listed)]
    for root in roots:
        matters = paths_from(side.work, edges, root, least, each)[0]
        require(not matters, f"there is a word of less than {least} columns")
    return len(roots)


def paths_from(
    work: Work, edges: list[list[tuple[int, int]]], root: int, least: int, each: int
) -> tuple[bool, dict[int, int]]:
    """Search breadth-first from a vertex for nontrivial closed walks of under ``least`` edges.

    Returns whether one of them matters, and of each vertex the sum of the labels on its path.
    """
    sums, steps, reached, matters = {root: 0}, {root: 0}, [root], False
    for u in reached:  # the list grows during the loop
        if 2 * steps[u] + 1 >= least:
            break
        work.spend(4 + len(edges[u]) * each)
        for v, label in edges[u]:
            there = sums[u] ^ label
            if v not in sums:
                sums[v], steps[v] = there, steps[u] + 1
                reached.append(v)
            elif there != sums[v] and steps[u] + 1 + steps[v] < least:
                matters = True
    return matters, sums
