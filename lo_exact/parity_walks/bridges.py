"""Bridge law: parity leaves two possible multiplicities for a bridge, one for each side of the end.

Let C be the cells behind the bridge (away from the start).  Every other edge with an end in C has
one end of each colour there.  So the sums of multiplicities over C's cells of one colour and of the
other differ by the bridge's own multiplicity m alone.  So m is fixed mod 4 by the empty cells of C
and by whether the end lies in C; 1 <= m <= 4 when C has to be visited, and m = 0 is best when it
has not.  Trees are solved by this alone.

Bridges come from one depth-first search (Tarjan 1974); in its order the cells behind a bridge are
an interval.  Linear time.
"""

from dataclasses import dataclass
from itertools import accumulate

from lo_exact.parity_walks.ground import Ground


@dataclass(frozen=True)
class Bridge:
    """A bridge of the cell graph, with the multiplicities that parity allows."""

    edge: int
    """Its number."""
    near: int
    """Its cell on the start's side."""
    far: int
    """Its cell on the other side."""
    first: int
    """Index in the depth-first order of the first cell behind it."""
    last: int
    """Index after the last cell behind it."""
    without: int
    """Its multiplicity when the end is not behind it."""
    within: int
    """Its multiplicity when the end is behind it."""


@dataclass(frozen=True)
class Descent:
    """Result of a depth-first search from the start: order, bridges, parents, subtree sizes."""

    order: tuple[int, ...]
    """All cells in the order they are reached."""
    bridges: tuple[Bridge, ...]
    """All bridges, in the order of their far cells."""
    parent: tuple[tuple[int, int], ...]
    """For each cell the (edge, cell) it was reached from; (-1, -1) for the start."""
    sizes: tuple[int, ...]
    """For each index of the order the number of cells in that cell's subtree."""


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
    """Return the multiplicities of a bridge if the end is not behind it, and if it is.

    Args:
        ground: The graph.
        far: The bridge's cell on the far side.
        empty_behind: How many cells behind the bridge are empty.
    """
    without = _visited(2 * empty_behind) if empty_behind else 0
    # an end of the far cell's colour lowers the sum over that colour by one
    own = ground.parity.end_colour == ground.colour[far]
    return without, _visited(2 * empty_behind + (-1 if own else 1))


def _visited(residue: int) -> int:
    """Return the number in 1..4 with the given residue modulo 4."""
    return (residue - 1) % 4 + 1
