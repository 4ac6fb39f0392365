"""Depth-first search in blocks: one vector operation expands many nodes of the same depth.

Nodes wait in one pool per depth.  The deepest pool that fills a block goes first, otherwise the
shallowest that has any: so blocks are full almost always, and the pools together hold a few blocks
per depth whatever the size of the tree.  The order in which nodes are visited has no meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.coset.search import Words


@dataclass(frozen=True, eq=False)
class Nodes:
    """Block of search nodes of the same depth."""

    names: Words
    """(nodes,) uint64, the digits fixed so far as one number."""
    base: NDArray[Any]
    """(nodes,) signed, what is certain of the score or cost."""
    table: NDArray[Any]
    """(rows, nodes), what depends on the digits to come."""

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.names.size

    def part(self, which: NDArray[np.intp]) -> Nodes:
        """Return the nodes with the given indices."""
        # take() keeps the table's rows contiguous in memory, indexing does not
        return Nodes(self.names[which], self.base[which], self.table.take(which, axis=1))


def traverse_tree(
    root: Nodes,
    capacities: list[int],
    children: Callable[[Nodes, int], list[Nodes]],
    visit: Callable[[Nodes], None],
) -> None:
    """Visit the search tree below a root, one block of nodes at a time.

    Args:
        root: the first node, at depth 0.
        capacities: how many nodes fill a block, for each depth.
        children: (nodes, their depth) -> the children worth keeping, one deeper.
        visit: takes the nodes of the last depth.
    """
    last = len(capacities) - 1
    pools: list[list[Nodes]] = [[] for _ in capacities]
    sizes = [0] * len(capacities)
    pools[0], sizes[0] = [root], root.size
    first = 0
    while first <= last:
        if not sizes[first]:
            first += 1
            continue
        depth = next((d for d in range(last, first, -1) if sizes[d] >= capacities[d]), first)
        nodes = _take(pools[depth], capacities[depth])
        sizes[depth] -= nodes.size
        if depth == last:
            visit(nodes)
            continue
        for below in children(nodes, depth):
            if below.size:
                pools[depth + 1].append(below)
                sizes[depth + 1] += below.size


def _take(pool: list[Nodes], capacity: int) -> Nodes:
    """Remove and return nodes for one block, by whole entries of the pool."""
    taken: list[Nodes] = []
    count = 0
    while pool and count < capacity:
        taken.append(pool.pop())
        count += taken[-1].size
    if len(taken) == 1:
        return taken[0]
    return Nodes(
        np.concatenate([nodes.names for nodes in taken]),
        np.concatenate([nodes.base for nodes in taken]),
        np.concatenate([nodes.table for nodes in taken], axis=1),
    )
