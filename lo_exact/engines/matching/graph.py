"""A parity system whose buttons touch at most two lights, as a graph with terminals.

Lights are vertices, a button on two lights is an edge, a button on one light an edge to the outside
vertex of its connected part.  Terminals are the vertices that must have odd degree among the
pressed edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from lo_exact.puzzle import System


@dataclass
class TJoinGraph:
    """Vertices with their edges; terminals must have odd degree."""

    edges: dict[int, dict[int, tuple[int, int]]] = field(default_factory=dict)
    """For each vertex, neighbour -> (length, button) of the cheapest button between them."""
    terminals: set[int] = field(default_factory=set)
    """Vertices whose degree must be odd."""

    def add(self, a: int, b: int, length: int, button: int) -> None:
        """Add an edge unless a cheaper one joins the same vertices."""
        offered = (length, button)
        kept = min(offered, self.edges.setdefault(a, {}).get(b, offered))
        self.edges[a][b] = kept
        self.edges.setdefault(b, {})[a] = kept

    def settle_leaves(self) -> set[int]:
        """Take away vertices with one edge, again and again; return the buttons they force."""
        forced: set[int] = set()
        leaves = [v for v, edges in self.edges.items() if len(edges) == 1]
        while leaves:
            v = leaves.pop()
            if len(self.edges[v]) != 1:
                continue
            (other, (_, button)) = self.edges[v].popitem()
            del self.edges[other][v]
            if v in self.terminals:
                forced.add(button)
                self.terminals ^= {v, other}
            if len(self.edges[other]) == 1:
                leaves.append(other)
        return forced

    def parts(self) -> Iterator[list[int]]:
        """Give the terminals of each connected part that has any."""
        for part in connected_vertices(self.edges):
            terminals = sorted(part & self.terminals)
            if terminals:
                yield terminals

    def paths(self, start: int, targets: set[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Return (length to each target, vertex before each vertex on a shortest path)."""
        lengths: dict[int, int] = {}
        before: dict[int, int] = {}
        best = {start: 0}
        missing = set(targets)
        heap = [(0, start)]
        while heap and missing:
            length, v = heappop(heap)
            if v in lengths:
                continue
            lengths[v] = length
            missing.discard(v)
            for other, (step, _) in self.edges[v].items():
                there = length + step
                if other not in lengths and there < best.get(other, there + 1):
                    best[other], before[other] = there, v
                    heappush(heap, (there, other))
        return {v: lengths[v] for v in targets}, before


def join_graph(system: System, canonical: bool) -> TJoinGraph | None:
    """Write the system as a graph; the outside vertex of each part is numbered below 0.

    Returns None when a part without outside vertex has an odd number of terminals.
    """
    graph = TJoinGraph()
    n = system.unknowns
    single: list[tuple[int, int, int]] = []
    for j in range(n):
        rows, _ = system.matrix.column(j)
        length = int(system.prices[j])
        if canonical:
            length = (length << n) + (1 << (n - 1 - j))
        if rows.size == 2:
            graph.add(int(rows[0]), int(rows[1]), length, j)
        elif rows.size == 1:
            single.append((int(rows[0]), length, j))
    graph.terminals = set(np.flatnonzero(system.syndrome).tolist())
    for i in range(system.lights):
        graph.edges.setdefault(i, {})
    outside = {v: -1 - k for k, part in enumerate(connected_vertices(graph.edges)) for v in part}
    for light, length, j in single:
        graph.add(light, outside[light], length, j)
    for part in list(connected_vertices(graph.edges)):
        if len(part & graph.terminals) % 2:
            if min(part) >= 0:
                return None
            graph.terminals.add(min(part))
    return graph


def connected_vertices(edges: dict[int, dict[int, tuple[int, int]]]) -> Iterator[set[int]]:
    """Give the vertices of each connected part."""
    seen: set[int] = set()
    for first in edges:
        if first in seen:
            continue
        part, stack = {first}, [first]
        while stack:
            for other in edges[stack.pop()]:
                if other not in part:
                    part.add(other)
                    stack.append(other)
        seen |= part
        yield part
