"""Shortest paths between the terminals of a graph.

A Dijkstra search for each terminal; where all edges are equally long, steps counted by rustworkx.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.engines.matching.graph import TJoinGraph
from lo_exact.engines.matching.pairing import MATCHING_SIZES, Lengths, MatchingSizes
from lo_exact.outcome import Watch
from lo_exact.packages import is_installed


@dataclass(frozen=True)
class Paths:
    """Shortest paths between terminals.

    Attributes:
        lengths: of the paths between terminals i and j > i at [i][j - i - 1]: in steps, where all
            edges are equally long.
        buttons: those on the path between terminals i < j.
    """

    lengths: Lengths
    buttons: Callable[[int, int], set[int]]


def paths_between(
    graph: TJoinGraph, terminals: list[int], watch: Watch, sizes: MatchingSizes = MATCHING_SIZES
) -> Paths:
    """Return shortest paths between all terminals of one connected part.

    Args:
        graph: with that part.
        terminals: vertices.
        watch: looked at now and then; it may raise.
        sizes: up to which the quicker ways are gone.
    """
    vertices = len(graph.edges)
    if vertices <= min(sizes.counted_vertices, len(terminals) ** 2) and is_installed("rustworkx"):
        every = {length for edges in graph.edges.values() for length, _ in edges.values()}
        if len(every) == 1 and every != {0}:
            return _counted(graph, terminals)
    return _searched(graph, terminals, watch)


def _searched(graph: TJoinGraph, terminals: list[int], watch: Watch) -> Paths:
    lengths, before = [], []
    for i, a in enumerate(terminals):
        watch.check()
        there, last = graph.paths(a, set(terminals[i:]))
        lengths.append([there[b] for b in terminals[i + 1 :]])
        before.append(last)

    def buttons(i: int, j: int) -> set[int]:
        at, found = terminals[j], set()
        while at != terminals[i]:
            at, last = before[i][at], at
            found.add(graph.edges[at][last][1])
        return found

    return Paths(lengths, buttons)


def _counted(graph: TJoinGraph, terminals: list[int]) -> Paths:
    import rustworkx

    place = {v: k for k, v in enumerate(graph.edges)}
    counted: Any = rustworkx.PyGraph()
    counted.add_nodes_from(range(len(place)))
    counted.extend_from_edge_list(
        [(place[a], place[b]) for a, edges in graph.edges.items() for b in edges if a < b]
    )
    at = np.array([place[v] for v in terminals])
    steps = rustworkx.distance_matrix(counted, parallel_threshold=len(place) + 1)[at]
    lengths = steps[:, at].astype(np.int64).tolist()

    def buttons(i: int, j: int) -> set[int]:
        here, found = terminals[j], set()
        while here != terminals[i]:
            nearer = min(graph.edges[here], key=lambda v: steps[i, place[v]])
            found.add(graph.edges[here][nearer][1])
            here = nearer
        return found

    return Paths([row[i + 1 :] for i, row in enumerate(lengths)], buttons)
