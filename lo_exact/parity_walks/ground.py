"""Graph of the cells connected with a level's start, with parity bounds and bridge multiplicities.

`Ground` is the graph.  An edge's multiplicity m_e is the number of times that it is walked.  The
steps that enter a cell v are (sum of m_e at v + [v is the end] - [v is the start]) / 2.  They must
be odd exactly where v is empty.  So the sum at v is ``2 [v empty] + [v start] - [v end] + 4 k_v``
with k_v >= 0.  Cells are coloured as on a chessboard, and every step changes the colour.  So the
length is the sum over either colour: it equals a known bound, plus 4 times the sum of k_v over the
tight colour (`Ground.parity`).  Costs one pass over the cells.  Proofs: ``docs/walks.md``.

`descend` finds the bridges, by one depth-first search (Tarjan 1974); in its order the cells behind
a bridge are an interval.  Linear time.  `law` is the bridge law: parity leaves two multiplicities
for a bridge, one for each side that the end can be on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from lo_exact.parity_walks.level import STEPS, Place, WalkLevel

MOST_WALKS = 4
"""Times that a shortest solution takes one edge at most."""


@dataclass(frozen=True)
class Ground:
    """Graph of the cells connected with the start."""

    places: tuple[Place, ...]
    """(row, column) of each cell, row by row."""
    start: int
    """Number of the start cell."""
    empty: tuple[bool, ...]
    """Whether each cell must be painted."""
    edges: tuple[tuple[int, int], ...]
    """(u, v) with u < v for each pair of neighbours, ascending."""
    end: int = -1
    """Number of the cell where the walk has to end; -1 for anywhere."""

    @property
    def cells(self) -> int:
        """The number of cells connected with the start."""
        return len(self.places)

    @cached_property
    def incident(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """(edge, neighbour) pairs of each cell, in the order U, R, D, L."""
        number = {place: cell for cell, place in enumerate(self.places)}
        edge_of = {pair: e for e, pair in enumerate(self.edges)}
        around: list[tuple[tuple[int, int], ...]] = []
        for v, (row, column) in enumerate(self.places):
            near = (number.get((row + down, column + right)) for down, right in STEPS.values())
            around.append(tuple((edge_of[min(v, w), max(v, w)], w) for w in near if w is not None))
        return tuple(around)

    @cached_property
    def colour(self) -> tuple[int, ...]:
        """Chessboard colour of each cell: 0 for the start's colour, 1 for the other."""
        row, column = self.places[self.start]
        return tuple((r + c + row + column) % 2 for r, c in self.places)

    @cached_property
    def empty_cells(self) -> tuple[int, ...]:
        """Numbers of the empty cells, ascending."""
        return tuple(v for v, empty in enumerate(self.empty) if empty)

    @cached_property
    def parity(self) -> Parity:
        """Lower bound on the length, and end colour, from the number of empty cells by colour."""
        b = sum(1 for v in self.empty_cells if self.colour[v] == 0)
        a = len(self.empty_cells) - b
        if (a + b) % 2 == 0:
            return Parity(end_colour=0, bound=2 * max(a, b), tight=1 if a >= b else 0)
        other, own = 2 * a - 1, 2 * b + 1
        return Parity(end_colour=1, bound=max(other, own), tight=1 if other >= own else 0)

    @property
    def idle(self) -> bool:
        """Return whether a walk of no steps solves the level: all is filled, its end allowed."""
        return not any(self.empty) and self.end in (-1, self.start)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Numbers of the cells where a solution can end by parity and by the level's rules."""
        colour = self.parity.end_colour
        return tuple(
            v for v in range(self.cells) if self.colour[v] == colour and self.end in (-1, v)
        )

    def sum_at(self, cell: int) -> int:
        """Return the required sum of edge multiplicities mod 4 at a cell that is not the end."""
        return 2 * self.empty[cell] + (cell == self.start)


@dataclass(frozen=True)
class Parity:
    """Consequences of parity: the end cell's colour, and a lower bound on the length of a walk."""

    end_colour: int
    """Colour of every possible end cell (0: the start's)."""
    bound: int
    """Lower bound on the length; every solution's length is this plus a multiple of 4."""
    tight: int
    """Colour of the cells whose k_v sum to (length - bound) / 4."""


def ground_of(level: WalkLevel) -> Ground:
    """Return the part of a level connected with its start."""
    kept = level.reachable
    new = {v: i for i, v in enumerate(kept)}
    places = tuple(level.cells[v] for v in kept)
    edges = [
        (u, new[level.number[near]])
        for u, (row, column) in enumerate(places)
        for near in ((row, column + 1), (row + 1, column))
        if near in level.number
    ]
    return Ground(
        places=places,
        start=new[level.start],
        empty=tuple(not level.painted[v] for v in kept),
        edges=tuple(edges),
        end=new.get(level.end, -1),
    )


@dataclass(frozen=True)
class Bridge:
    """A bridge of the cell graph, with the multiplicities that parity allows."""

    edge: int
    """Number of the edge."""
    near: int
    """Cell on the start's side."""
    far: int
    """Cell on the other side."""
    first: int
    """Index in the depth-first order of the first cell behind it."""
    last: int
    """Index after the last cell behind it."""
    without: int
    """Multiplicity if the end is not behind it."""
    within: int
    """Multiplicity if the end is behind it."""


@dataclass(frozen=True)
class Descent:
    """Result of a depth-first search from the start: order, bridges, parents, subtree sizes."""

    order: tuple[int, ...]
    """All cells in the order they are reached."""
    bridges: tuple[Bridge, ...]
    """All bridges, in the order of their far cells."""
    parent: tuple[tuple[int, int], ...]
    """(edge, cell) from which each cell was reached; (-1, -1) for the start."""
    sizes: tuple[int, ...]
    """Number of cells in the subtree of the cell at each index of the order."""


def descend(ground: Ground) -> Descent:
    """Search depth-first from the start, and find all bridges with their allowed multiplicities."""
    cells = ground.cells
    index = [-1] * cells
    low = [0] * cells
    last = [0] * cells
    parent = [(-1, -1)] * cells
    order: list[int] = []
    ahead = [0] * cells
    stack = [ground.start]
    while stack:
        here = stack[-1]
        if index[here] < 0:
            index[here] = low[here] = len(order)
            order.append(here)
        if ahead[here] < len(ground.incident[here]):
            edge, there = ground.incident[here][ahead[here]]
            ahead[here] += 1
            if index[there] < 0:
                parent[there] = (edge, here)
                stack.append(there)
            elif edge != parent[here][0]:
                low[here] = min(low[here], index[there])
            continue
        stack.pop()
        last[here] = len(order)
        if stack:
            low[stack[-1]] = min(low[stack[-1]], low[here])
    counted = list(accumulate((ground.empty[v] for v in order), initial=0))
    bridges = []
    for far in order[1:]:
        if low[far] == index[far]:
            edge, near = parent[far]
            first, after = index[far], last[far]
            without, within = law(ground, far, counted[after] - counted[first])
            bridges.append(Bridge(edge, near, far, first, after, without, within))
    sizes = tuple(last[v] - index[v] for v in order)
    return Descent(tuple(order), tuple(bridges), tuple(parent), sizes)


def law(ground: Ground, far: int, empty_behind: int) -> tuple[int, int]:
    """Return a bridge's multiplicity if the walk ends on the start's side, and if it does not.

    Let C be the cells behind the bridge (away from the start).  Every other edge with an end in C
    has one end of each colour there.  So the sums of multiplicities over C's cells of one colour
    and of the other differ by the bridge's own multiplicity m alone.  Hence m is fixed mod 4 by the
    empty cells of C and by whether the end lies in C.  1 <= m <= 4 when C has to be visited, and m
    = 0 is best when it has not.  Trees are solved by this law alone.

    Args:
        ground: The graph.
        far: The bridge's cell away from the start.
        empty_behind: Number of empty cells behind the bridge.
    """
    without = _visited(2 * empty_behind) if empty_behind else 0
    # mod 4, each empty cell behind the bridge adds 2; if the walk ends there, add 1, or subtract 1
    # if the end has the colour of `far`
    own = ground.parity.end_colour == ground.colour[far]
    return without, _visited(2 * empty_behind + (-1 if own else 1))


def _visited(residue: int) -> int:
    """Return the number in 1..4 with the given residue modulo 4."""
    return (residue - 1) % 4 + 1
