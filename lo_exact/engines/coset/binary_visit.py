"""Search for the largest value of S(z) = sum_u a_u (-1)^<u,z> over all bit vectors z of length k.

With a_u the priced balance of a class of buttons (c = 2), the weight of x0 + Kz is (P - S(z)) / 2.

Idea: fix the bits of z from the highest to the lowest.  With r bits left, S depends on the fixed
bits only through one number per *tail* (the r low bits of u): at most 2^r numbers a node, the one
of tail 0 being fixed for good (its *base*).  Fixing one more bit adds and subtracts the numbers of
the two tails that become one: the steps of a Walsh-Hadamard transform, where tails that no class
has cost nothing.  Many nodes are stepped at once, in the narrowest dtype that provably holds the
numbers (int8 for boards).  A node cannot reach more than base + sum |numbers|; where that is less
than the best sum known, the node is dropped, which spares most nodes the last 5 to 8 steps.
Elements that equal the best are never dropped, so ties are counted exactly.

Costs sum_r tails_r / 2^r additions an element, r from the leaf level up: below 10, and about 2 for
grids.  Memory is a few blocks for each bit, whatever k.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.coset.binary_levels import (
    SignedSum,
    climbed,
    fix_bit,
    levels_of,
    narrowest,
    root_of,
)
from lo_exact.engines.coset.search import Listener, Nodes, Tally, traverse_tree


@dataclass(frozen=True)
class BinaryVisitSizes:
    """Block and job sizes of the search; they affect the speed only, not the result."""

    block: int = 2**19
    """Table entries processed together."""
    job: int = 26
    """Bits of z in one job, the unit of progress and of ledgers."""


SIZES = BinaryVisitSizes()

_CLIMB_WIDTH = 18
"""Kernel generators from which several climbs to a first good solution pay."""

_STARTS = 16
"""Climbs from there on."""

_LARGE_BLOCK = 2**24
"""Bytes of the block that is freed once; smaller blocks are then reused without page faults."""

_SURVIVAL = 0.35
"""Expected share of surviving nodes below which testing nodes pays."""


class BinarySearchPart:
    """Search, divided into jobs, for the z with the largest S(z) = sum_u a_u (-1)^<u, z>.

    Args:
        target: the signed sum to maximise.
        sizes: block and job sizes.
    """

    def __init__(self, target: SignedSum, sizes: BinaryVisitSizes = SIZES):
        self.target: SignedSum = target
        self.sizes: BinaryVisitSizes = sizes
        self.width: int = min(target.width, sizes.job)
        self.jobs: int = 1 << (target.width - self.width)
        self._wide = narrowest(int(np.abs(target.amounts).sum()))
        self._levels = levels_of(target, self.width, 0)

    @property
    def elements(self) -> int:
        """Number of bit vectors z in the search, a power of two."""
        return 1 << self.target.width

    @property
    def ceiling(self) -> int:
        """Upper bound on the sum: the total of the absolute amounts."""
        return int(np.abs(self.target.amounts).sum())

    def start(self, limit: int) -> Tally:
        """Return a tally with count 0 and with a local maximum of the sum as best score."""
        element = climbed(self.target, _STARTS if self.target.width >= _CLIMB_WIDTH else 1)
        return Tally(self.target.value(element), limit, 0, np.array([element], dtype=np.uint64))

    def keys(self, tally: Tally) -> list[int]:
        """Return the contributions of a tally's elements to keys of whole solutions, ascending."""
        worth = list(enumerate(reversed(self.target.places)))
        if not worth or worth[-1][1] >= 2**63:
            return [sum(w for i, w in worth if z >> i & 1) for z in tally.first.tolist()]
        keys = np.zeros_like(tally.first)
        for i, place in worth:
            keys += ((tally.first >> np.uint64(i)) & np.uint64(1)) * np.uint64(place)
        return list(keys.tolist())

    def visit(self, job: int, tally: Listener) -> None:
        """Search elements with high bits ``job``; skip those that score below ``tally.best``."""
        # allocate and free a large block, which is never written: glibc then reuses freed blocks,
        # instead of returning each to the system, which causes page faults in every new block
        np.empty(_LARGE_BLOCK, dtype=np.uint8)

        def children(nodes: Nodes, depth: int) -> list[Nodes]:
            r = self.width - depth
            both = self._children(nodes, r)
            if self._levels[r - 1].survival(tally.best) > _SURVIVAL:
                return both
            return [
                part.part(np.flatnonzero(self._reach(part, r - 1) >= tally.best)) for part in both
            ]

        traverse_tree(
            self._root(job),
            [
                max(self.sizes.block // (level.tails.size + 1), 1)
                for level in self._levels[self.width :: -1]
            ],
            children,
            lambda nodes: tally.offer(nodes.base, nodes.names),
        )

    def _root(self, job: int) -> Nodes:
        base, table = root_of(self.target, self._levels[-1], self.width, job)
        named = np.array([job], dtype=np.uint64)
        return Nodes(named, np.array([base], dtype=self._wide), table)

    def _children(self, nodes: Nodes, r: int) -> list[Nodes]:
        """Return two blocks of child nodes: with the next bit fixed to 0, and fixed to 1."""
        step, level = self._levels[r].step, self._levels[r - 1]
        rows = step.both + step.zero + step.one
        out = np.empty((2, rows, nodes.size), dtype=level.dtype)
        fix_bit(step, nodes.table, out.transpose(1, 0, 2))
        base = nodes.base
        names = nodes.names << np.uint64(1)
        if step.fixed < 0:
            return [Nodes(names, base, out[0]), Nodes(names | np.uint64(1), base, out[1])]
        fixed = nodes.table[step.fixed]
        return [
            Nodes(names, base + fixed, out[0]),
            Nodes(names | np.uint64(1), base - fixed, out[1]),
        ]

    def _reach(self, nodes: Nodes, r: int) -> NDArray[Any]:
        """Return an upper bound on the score below each node, of shape (nodes,)."""
        absolute = np.abs(nodes.table)
        if absolute.dtype.itemsize < 8:
            absolute = absolute.view(f"u{absolute.dtype.itemsize}")
        reach = nodes.base.copy()
        for low, high in self._levels[r].groups:
            reach += np.add.reduce(absolute[low:high], axis=0, dtype=absolute.dtype)
        return reach
