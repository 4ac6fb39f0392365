"""Best walk found so far, and repair of edge counts that are not connected.

`BestWalk` keeps the best walk.  Its first walk is available immediately: the best one within a
depth-first tree (`tree_counts`).

`joined_counts` makes one walk of edge counts that are several pieces.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from lo_exact.parity_walks.cuts import lost_pieces, pieces_of, without_idle_pieces
from lo_exact.parity_walks.ground import MOST_WALKS, Descent, Ground, descend, law
from lo_exact.parity_walks.trails import Multiplicities, as_numbers, trail


def joined_counts(ground: Ground, counts: Sequence[int]) -> Multiplicities:
    """Return connected edge counts with the same residues modulo 4 as the given counts.

    Other pieces are tied to the start's piece by shortest paths, each edge walked 4 times more,
    which changes nothing mod 4.  So every answer about counts gives a walk that works, though not
    always a shortest one.  Linear time.

    Args:
        ground: The graph.
        counts: (edges,) multiplicities that satisfy every cell.
    """
    left = list(without_idle_pieces(ground, counts))
    _tie(ground, left)
    return without_idle_pieces(ground, left)


def _tie(ground: Ground, counts: list[int]) -> None:
    """Connect components with empty cells to the start: add 4 to edge counts on shortest paths."""
    pieces = pieces_of(ground, counts)
    wanted = {v: piece for piece in lost_pieces(ground, counts) for v in piece}
    source: dict[int, tuple[int, int]] = dict.fromkeys(pieces[0], (-1, -1))
    ahead = deque(pieces[0])
    while wanted:
        here = ahead.popleft()
        if here in wanted:
            tied = wanted[here]
            while source[here][0] >= 0:
                edge, before = source[here]
                counts[edge] += MOST_WALKS
                source[here] = (-1, -1)
                here = before
            for v in tied:
                del wanted[v]
                source[v] = (-1, -1)
            ahead.extendleft(tied)
            continue
        for edge, there in ground.incident[here]:
            if there not in source:
                source[there] = (edge, here)
                ahead.append(there)


Tell = Callable[[str, Any], None]
"""Called as ``tell("improved", (walk as numbers, steps))`` and ``tell("bound", steps)``."""


class BestWalk:
    """The best walk found so far, initially the shortest within the depth-first tree.

    Args:
        tell: Called with every better walk and every better bound.
        ground: A ground with at least one empty cell.
    """

    def __init__(self, tell: Tell, ground: Ground):
        self._tell, self._ground = tell, ground
        self.walk: str = trail(ground, *tree_counts(ground, descend(ground)))
        self._tell("improved", (as_numbers(self.walk), len(self.walk)))
        self.bound: int = 0
        self.prove(ground.parity.bound)

    @property
    def proved(self) -> bool:
        """Return whether the walk is as short as the proved lower bound."""
        return len(self.walk) <= self.bound

    def offer(self, counts: Sequence[int], end: int) -> None:
        """Repair edge counts that satisfy the clauses; keep their walk if it is the shortest."""
        walked = joined_counts(self._ground, counts)
        if sum(walked) < len(self.walk):
            self.walk = trail(self._ground, walked, end)
            self._tell("improved", (as_numbers(self.walk), len(self.walk)))

    def prove(self, bound: int) -> None:
        """Record a lower bound on the length of every walk."""
        if bound > self.bound:
            self.bound = bound
            self._tell("bound", bound)


def tree_counts(ground: Ground, descent: Descent) -> tuple[Multiplicities, int]:
    """Return the multiplicities and the end of the shortest walk within the depth-first tree.

    On a spanning tree every edge is a bridge, so the bridge law gives all multiplicities.  Only the
    end is free, and moving it changes the law on the path from the start alone.  Linear time.  On a
    board that is a tree this walk is the optimum.

    Args:
        ground: A ground that is not idle and has a possible end.
        descent: Its depth-first search.
    """
    counted = list(accumulate((ground.empty[v] for v in descent.order), initial=0))
    counts = [0] * len(ground.edges)
    within = [0] * ground.cells
    detour = [0] * ground.cells
    """Additional steps of the walk if it ends at this cell instead of at the start."""
    for first, cell in enumerate(descent.order[1:], start=1):
        edge, parent = descent.parent[cell]
        behind = counted[first + descent.sizes[first]] - counted[first]
        counts[edge], within[cell] = law(ground, cell, behind)
        detour[cell] = detour[parent] + within[cell] - counts[edge]
    end = min(ground.ends, key=lambda v: (detour[v], v))
    here = end
    while here != ground.start:
        edge, parent = descent.parent[here]
        counts[edge] = within[here]
        here = parent
    return tuple(counts), end
