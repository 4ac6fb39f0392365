"""Make one walk of counts that fell into pieces.

Take a square of four cells, add 1 to two opposite edges and take 1 from the other two.  Every
cell's sum and the length stay as they are, but two pieces may be joined: that is tried first. What
is still apart is tied to the start's piece by shortest paths, each edge walked 4 times more, which
changes nothing mod 4.  So every answer about counts gives a walk that works, though not always a
shortest one.

Tying is linear; each turn that is tried costs a pass over the cells, so their number is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.parity_walks.cuts import lost_pieces, pieces_of, without_idle_pieces
from lo_exact.parity_walks.ground import MOST, Ground
from lo_exact.parity_walks.trails import Multiplicities

MAX_TRIALS = 500
"""How many turns are tried for one answer; each costs a pass over the cells."""


@dataclass(frozen=True)
class Square:
    """Four cells around a corner of the board."""

    level: tuple[int, int]
    """Its two horizontal edges."""
    upright: tuple[int, int]
    """Its two vertical edges."""


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
            found.append(Square(level, upright))
    return tuple(found)


def joined_counts(
    ground: Ground, squares: Sequence[Square], counts: Sequence[int]
) -> Multiplicities:
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
    trials = MAX_TRIALS
    improved = True
    while lost and improved:
        improved = False
        piece = _labels(ground, counts)
        for square in squares:
            for more, fewer in (
                (square.level, square.upright),
                (square.upright, square.level),
            ):
                if trials and _may_join(ground, piece, counts, more, fewer):
                    trials -= 1
                    _add(counts, more, fewer)
                    now = len(lost_pieces(ground, counts))
                    if now < lost:
                        lost, improved = now, True
                        piece = _labels(ground, counts)
                        break
                    _add(counts, fewer, more)


def _may_join(
    ground: Ground,
    piece: Sequence[int],
    counts: Sequence[int],
    more: tuple[int, int],
    fewer: tuple[int, int],
) -> bool:
    """Return whether a turn is possible, with a new edge from one piece to another."""
    if min(counts[e] for e in fewer) < 1 or max(counts[e] for e in more) >= MOST:
        return False
    return any(piece[ground.edges[e][0]] != piece[ground.edges[e][1]] for e in more)


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
    """Add 4 along short paths from what is tied already to the lost pieces, until none is lost."""
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
                counts[edge] += MOST
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
