"""A first walk at once: the best one that uses the edges of a depth-first tree alone.

On a spanning tree every edge is a bridge, so the bridge law gives all multiplicities; only the end
is free, and moving it changes the law on the path from the start alone.  Linear time.  On a board
that is a tree this is the optimum.
"""

from __future__ import annotations

from itertools import accumulate

from lo_exact.walk.graph.bridges import Descent, law
from lo_exact.walk.graph.ground import Ground
from lo_exact.walk.graph.trails import Multiplicities


def tree_counts(ground: Ground, descent: Descent) -> tuple[Multiplicities, int]:
    """Return the multiplicities and the end of the shortest walk within the depth-first tree.

    Args:
        ground: A ground with at least one empty cell.
        descent: Its depth-first search.
    """
    counted = list(accumulate((ground.empty[v] for v in descent.order), initial=0))
    counts = [0] * len(ground.edges)
    within = [0] * ground.cells
    detour = [0] * ground.cells
    """How much longer the walk gets when it ends at this cell instead of at the start."""
    for first, cell in enumerate(descent.order[1:], start=1):
        edge, parent = descent.parent[cell]
        behind = counted[first + descent.sizes[first]] - counted[first]
        counts[edge], within[cell] = law(ground, cell, behind)
        detour[cell] = detour[parent] + within[cell] - counts[edge]
    ends = [v for v in range(ground.cells) if ground.colour[v] == ground.parity.end_colour]
    end = min(ends, key=lambda v: (detour[v], v))
    here = end
    while here != ground.start:
        edge, parent = descent.parent[here]
        counts[edge] = within[here]
        here = parent
    return tuple(counts), end
