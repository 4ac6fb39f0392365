"""Coset search split into independent parts, and the combination of their results.

The cost of a solution is (offset - sum of the parts' scores) / divisor, where each part's score
depends on its own digits of the solution's key alone.  So the minimum is reached exactly where
every part is largest: minima multiply, and the least key is the sum of the parts' least keys.
(Keys are compared digit by digit, and at the first digit where two solutions differ only one part
differs.)  Kernel elements that change no cost (*idle*: they press only buttons with price 0)
multiply the count once more.  Every part then means the least solution among those that differ by
them.

Each part is searched depth-first in blocks: one vector operation expands many nodes of the same
depth.  Nodes wait in one pool per depth.  The deepest pool that fills a block goes first, otherwise
the shallowest non-empty one.  So blocks are almost always full, and the pools together hold a few
blocks per depth whatever the size of the tree.  The result does not depend on the order in which
nodes are visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.algebra.gf2 import bytes_of
from lo_exact.algebra.packed import BitRows


@dataclass(frozen=True, eq=False)
class Nodes:
    """Block of search nodes of the same depth."""

    names: Words
    """(nodes,) uint64, the fixed digits as one number."""
    base: NDArray[Any]
    """(nodes,) signed, fixed part of the score or cost."""
    table: NDArray[Any]
    """(rows, nodes), part that depends on the remaining digits."""

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
        capacities: number of nodes that fill a block, for each depth.
        children: function (nodes, depth) -> children to keep.
        visit: function of the nodes at the last depth.
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
    """Pop batches of nodes from the pool until they fill a block; return them as one batch."""
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


Words = NDArray[np.uint64]


@dataclass
class Tally:
    """Running result of a search: best score, number of elements with it, and their least keys."""

    best: int
    """Best score known to be reachable."""
    limit: int
    """Number of keys to keep, >= 1."""
    count: int = 0
    """Number of visited elements that reach ``best``."""
    first: Words = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """(at most limit,) uint64, ascending: least keys of these elements, and perhaps of known
    elements that reach ``best`` and are not visited yet.
    """

    def raise_to(self, score: int) -> None:
        """Raise the best score, discarding the elements counted for a lower score."""
        if score > self.best:
            self.best, self.count, self.first = score, 0, self.first[:0]

    def offer(self, scores: NDArray[Any], keys: Words) -> None:
        """Record elements, given by score and key; no element may be offered twice."""
        if scores.size:
            self.raise_to(int(scores.max()))
            hits = keys[scores == self.best]
            self.add(hits, int(hits.size))

    def add(self, keys: Words, count: int) -> None:
        """Add elements with the score ``best`` to the count and to the least keys."""
        self.count += count
        self.first = _least(np.concatenate([self.first, keys]), self.limit)

    def joined(self, other: Tally) -> Tally:
        """Return this tally combined with a tally of other elements."""
        both = replace(self)
        both.raise_to(other.best)
        if other.best == both.best:
            both.add(other.first, other.count)
        return both


class Listener(Protocol):
    """Interface for an object that receives elements with their scores, such as a `Tally`."""

    @property
    def best(self) -> int:
        """Score below which elements can be skipped."""
        ...

    def offer(self, scores: NDArray[Any], keys: Words) -> None:
        """Record elements, given by score and key; no element may be offered twice."""
        ...


class SearchPart(Protocol):
    """Interface of a part of a coset search; a part covers some digits of the solutions' keys."""

    @property
    def jobs(self) -> int:
        """Number of jobs."""
        ...

    @property
    def elements(self) -> int:
        """Number of elements that the jobs visit."""
        ...

    def start(self, limit: int) -> Tally:
        """Return a tally with the score of one known element and a count of 0."""
        ...

    def visit(self, job: int, tally: Tally) -> None:
        """Visit all elements of one job that can reach ``tally.best``."""
        ...

    def keys(self, tally: Tally) -> list[int]:
        """Return the contributions of a tally's elements to keys of whole solutions, ascending."""
        ...

    @property
    def ceiling(self) -> int:
        """Proved upper bound on the best score."""
        ...


@dataclass(frozen=True, eq=False)
class CosetSearch:
    """Search over a coset, split into independent parts."""

    basis: Basis
    """The kernel; its words are packed for large boards."""
    least: IntArray
    """(buttons,) the lexicographically least solution; packed in the same case."""
    parts: tuple[SearchPart, ...]
    """Independent searches."""
    offset: int
    """The cost is (offset - sum of scores) // divisor, times ``scale``."""
    divisor: int
    """2 for signed sums, 1 for costs."""
    scale: int
    """Common factor of the prices."""
    idle: NDArray[Any]
    """(generators, buttons) kernel elements that change no cost."""
    idle_orders: tuple[int, ...]
    """Orders of the idle generators; each idle element has unique coefficients."""

    def cost(self, scores: list[int]) -> int:
        """Return the cost of a solution, given its score in each part."""
        total = self.offset - sum(scores)
        assert total % self.divisor == 0
        return total // self.divisor * self.scale

    @property
    def bound(self) -> int:
        """Proved lower bound on the cost."""
        total = self.offset - sum(part.ceiling for part in self.parts)
        return max(-(-total // self.divisor), 0) * self.scale

    def identity(self) -> Iterator[bytes]:
        """Yield the bytes that identify the set of solutions: the kernel and the least solution."""
        basis: Any = self.basis
        least: Any = self.least
        if isinstance(least, BitRows):
            yield from (basis.words.tobytes(), bytes_of(least.rows, basis.shape[1]).tobytes())
        else:
            yield from (part.astype("<i8").tobytes() for part in (basis.rows, least))

    def count(self, tallies: list[Tally]) -> int:
        """Return the number of minima."""
        return prod(tally.count for tally in tallies) * prod(self.idle_orders)

    def minima(self, tallies: list[Tally], limit: int) -> list[IntArray]:
        """Return up to ``limit`` minima, the lexicographically least ones, in ascending order."""
        keys = [0]
        for part, tally in zip(self.parts, tallies, strict=True):
            keys = _sums(keys, part.keys(tally), limit)
        found = [self.basis.solution(self.least, key) for key in keys]  # ascending, like the keys
        if not self.idle_orders:
            return found[:limit]
        return sorted(self._with_idle(found, limit), key=lambda x: x.tolist())[:limit]

    def _with_idle(self, found: list[IntArray], limit: int) -> list[IntArray]:
        listed: list[IntArray] = []
        for digits in product(*(range(order) for order in self.idle_orders)):
            shift = np.zeros_like(self.least)
            for digit, row in zip(digits, self.idle, strict=True):
                shift = (shift + row.astype(np.int64) * digit) % self.basis.modulus
            listed += [(x + shift) % self.basis.modulus for x in found]
            if len(listed) >= limit:
                break
        return listed


def _least(keys: Words, limit: int) -> Words:
    """Return the ``limit`` least distinct keys in ascending order."""
    return np.unique(keys)[:limit]


def _sums(first: list[int], second: list[int], limit: int) -> list[int]:
    """Add each entry of one ascending list to each of another; return the ``limit`` least sums.

    The sum of entries number i and j (from 1) has i j - 1 others before it.
    """
    sums = [a + b for i, a in enumerate(first, start=1) for b in second[: limit // i]]
    return sorted(sums)[:limit]
