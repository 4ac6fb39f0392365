"""Make one walk of counts that fell into pieces.

Going round a square of four cells, adding 1 to two opposite edges and taking 1 from the other two
leaves every cell's sum and the length as they are, but may join two pieces: that is tried first.
What is still apart is tied to the start's piece by shortest paths, each edge walked 4 times more,
which changes nothing mod 4.  So every answer about counts gives a walk that works, though not
always a shortest one.

A pass over the squares costs the number of squares between two pieces times the number of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.walk.cuts import lost_pieces, pieces_of, without_idle_pieces
from lo_exact.walk.ground import MOST, Ground
from lo_exact.walk.stroll import Multiplicities


@dataclass(frozen=True)
class Square:
    """Four cells around a corner of the board.

    Attributes:
        level: its two horizontal edges.
        upright: its two vertical edges.
        corners: its cells.
    """

    level: tuple[int, int]
    upright: tuple[int, int]
    corners: tuple[int, int, int, int]


def squares_of(ground: Ground) -> tuple[Square, ...]:
    """Return all squares of four cells."""
    number = {place: v for v, place in enumerate(ground.places)}
    edge = {pair: e for e, pair in enumerate(ground.edges)}
    found = []
    for v, (row, column) in enumerate(ground.places):
        right, below = number.get((row, column + 1)), number.get((row + 1, column))
        across = number.get((row + 1, column + 1))
        if right is not None and below is not None and across is not None:
            level = (edge[v, right], edge[below, across])
            upright = (edge[v, below], edge[right, across])
            found.append(Square(level, upright, (v, right, below, across)))
    return tuple(found)


def joined(ground: Ground, squares: Sequence[Square], counts: Sequence[int]) -> Multiplicities:
    """Return counts in one piece that solve whatever the given counts solve up to connectivity.

    Args:
        ground: The graph.
        squares: `squares_of` it.
        counts: (edges,) multiplicities that satisfy every cell.
    """
    left = list(without_idle_pieces(ground, counts))
    _turn_squares(ground, squares, left)
    _tie(ground, left)
    return without_idle_pieces(ground, left)


def _turn_squares(ground: Ground, squares: Sequence[Square], counts: list[int]) -> None:
    """Turn squares between pieces as long as that leaves fewer pieces lost."""
    lost = len(lost_pieces(ground, counts))
    improved = True
    while lost and improved:
        improved = False
        piece = _labels(ground, counts)
        for square in squares:
            if len({piece[v] for v in square.corners}) == 1:
                continue
            for more, fewer in (
                (square.level, square.upright),
                (square.upright, square.level),
            ):
                if min(counts[e] for e in fewer) < 1 or max(counts[e] for e in more) >= MOST:
                    continue
                _add(counts, more, fewer)
                now = len(lost_pieces(ground, counts))
                if now < lost:
                    lost, improved = now, True
                    piece = _labels(ground, counts)
                    break
                _add(counts, fewer, more)


def _add(counts: list[int], more: tuple[int, int], fewer: tuple[int, int]) -> None:
    for e in more:
        counts[e] += 1
    for e in fewer:
        counts[e] -= 1


def _labels(ground: Ground, counts: Sequence[int]) -> list[int]:
    """Return for each cell the number of its piece; each bare cell is a piece of its own."""
    label = [-1 - v for v in range(ground.cells)]
    for k, piece in enumerate(pieces_of(ground, counts)):
        for v in piece:
            label[v] = k
    return label


def _tie(ground: Ground, counts: list[int]) -> None:
    """Add 4 along a shortest path from the start's piece to a lost one, until none is lost."""
    while True:
        goals = {v for piece in lost_pieces(ground, counts) for v in piece}
        if not goals:
            return
        reached = list(pieces_of(ground, counts)[0])
        source: dict[int, tuple[int, int]] = dict.fromkeys(reached, (-1, -1))
        for here in reached:
            if here in goals:
                while source[here][0] >= 0:
                    edge, here = source[here]
                    counts[edge] += MOST
                break
            for edge, there in ground.incident[here]:
                if there not in source:
                    source[there] = (edge, here)
                    reached.append(there)
