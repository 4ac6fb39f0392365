"""Connectivity of a walk, enforced by cuts that are added only after a violation.

Counts that satisfy every cell may be several pieces.  A piece with an empty cell but without
the start must be left somewhere: for the cells C that its piece separates from the start, some edge
between C and the rest is walked, and, unless the end lies in C, that happens at least twice.  A
piece of painted cells alone is of no use and is dropped (it cannot hold the end: the sums over a
piece without the start have an even total).

Linear time a round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lo_exact.parity_walks.ground import Ground
from lo_exact.parity_walks.trails import Multiplicities


@dataclass(frozen=True)
class WalkCut:
    """A set of cells that the walk has to enter: it contains an empty cell, but not the start."""

    cells: tuple[int, ...]
    """Numbers of the cells, ascending."""
    edges: tuple[int, ...]
    """All edges between them and the other cells, ascending."""


def pieces_of(ground: Ground, counts: Sequence[int]) -> list[list[int]]:
    """Return the connected components of the walked edges, the component of the start first.

    Args:
        ground: The graph.
        counts: (edges,) multiplicity of each edge.
    """
    seen = [False] * ground.cells
    pieces = []
    for first in (ground.start, *range(ground.cells)):
        if seen[first]:
            continue
        seen[first] = True
        piece = [first]
        for here in piece:
            for edge, there in ground.incident[here]:
                if counts[edge] and not seen[there]:
                    seen[there] = True
                    piece.append(there)
        if len(piece) > 1 or first == ground.start or ground.empty[first]:
            pieces.append(piece)
    return pieces


def lost_pieces(ground: Ground, counts: Sequence[int]) -> list[list[int]]:
    """Return the components of the walked edges that contain an empty cell but not the start."""
    return [p for p in pieces_of(ground, counts)[1:] if any(ground.empty[v] for v in p)]


def without_idle_pieces(ground: Ground, counts: Sequence[int]) -> Multiplicities:
    """Return the edge counts, set to 0 in components with neither empty cells nor the start."""
    left = list(counts)
    for piece in pieces_of(ground, counts)[1:]:
        if not any(ground.empty[v] for v in piece):
            for v in piece:
                for edge, _ in ground.incident[v]:
                    left[edge] = 0
    return tuple(left)


def cut_around(ground: Ground, piece: Iterable[int]) -> WalkCut:
    """Return the cut around a component, and all cells that it separates from the start.

    Args:
        ground: The graph.
        piece: Cells, including an empty one and not the start.
    """
    outside = bytearray(ground.cells)
    wall = set(piece)
    outside[ground.start] = 1
    ahead = [ground.start]
    edges = []
    for here in ahead:
        for edge, there in ground.incident[here]:
            if there in wall:
                edges.append(edge)
            elif not outside[there]:
                outside[there] = 1
                ahead.append(there)
    cells = tuple(v for v in range(ground.cells) if not outside[v])
    return WalkCut(cells, tuple(sorted(edges)))


def near_cuts(ground: Ground) -> list[WalkCut]:
    """Return the cut around each pair of neighbouring cells; such cuts are violated most often."""
    cuts = []
    for edge, pair in enumerate(ground.edges):
        if ground.start not in pair and (ground.empty[pair[0]] or ground.empty[pair[1]]):
            edges = {e for v in pair for e, _ in ground.incident[v]} - {edge}
            cuts.append(WalkCut(pair, tuple(sorted(edges))))
    return cuts
