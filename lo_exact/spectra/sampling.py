"""Uniformly random minimum solutions, combined from those of independent pieces.

A piece that is visited in blocks counts its minima and picks some by their ranks.  In a narrow
piece the minima are paths through the states of a sweep, and the number of ways on from each state
is exact.
"""

from collections.abc import Callable, Sequence

import numpy as np

from lo_exact.engines.syndrome.engine import OrderedCoset
from lo_exact.engines.syndrome.sweep import Sweep
from lo_exact.engines.weights.near import is_swept
from lo_exact.engines.weights.pieces import Pieces
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch

MAX_PATHS = 2**23
"""Edges of the graph of all minima from which samples are drawn."""


def sampled_minima(
    pieces: Pieces, count: int, below: Callable[[int], int], watch: Watch
) -> list[Presses]:
    """Draw minimum solutions of a system, uniformly at random and with repetition.

    Args:
        pieces: all solutions.
        count: number of samples.
        below: function of n that returns a random number 0..n-1.
        watch: the time limit.

    Raises:
        LimitReached: When a piece is too large.
    """
    chosen: list[Sequence[Presses]] = []
    for piece in pieces.pieces:
        per_button = piece.system.per_button
        if not is_swept(piece):
            least, many = next(iter(piece.blocks.histogram(watch).items()))
            ranks = np.array([below(many) for _ in range(count)], dtype=np.int64)
            order = np.argsort(ranks, kind="stable")
            picked = np.empty((count, piece.buttons.size), dtype=np.int64)
            picked[order] = piece.blocks.picked(least, ranks[order], watch)
            chosen.append([tuple(x) for x in picked.tolist()])
            continue
        ordered = piece.ordered
        assert ordered is not None
        found = _window_sample(ordered, count, below, watch, per_button=per_button)
        chosen.append([ordered.restored(x) for x in found])
    return [pieces.whole([parts[k] for parts in chosen]) for k in range(count)]


def _window_sample(
    ordered: OrderedCoset,
    count: int,
    below: Callable[[int], int],
    watch: Watch,
    *,
    per_button: bool,
) -> list[Presses]:
    """Draw minimum solutions of one piece, uniformly; buttons are in the order of ``ordered``.

    The minima are the paths through the states that minima pass.  The number of paths from each
    state is exact, so a number below that of all minima picks one.

    Args:
        ordered: all solutions.
        count: number of samples, with repetition.
        below: function of n that returns a random number 0..n-1.
        watch: the time limit.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When minima pass too many states.
    """
    particular = np.asarray(ordered.coset.particular)
    sweep = Sweep(ordered.spans, particular, ordered.prices, per_button)
    sweep.back(watch)
    layers, edges = [], 0
    for layer in sweep.steps(watch):
        layers.append(layer)
        edges += layer[0].size
        if edges > MAX_PATHS:
            raise LimitReached(f"the minima pass more than {MAX_PATHS} states: too many to sample")
    ways = np.ones(1, dtype=object)
    onward: list[dict[int, list[tuple[int, int, int]]]] = []
    for before, pressed, after in reversed(layers):
        watch.check()
        through = ways[after]
        ways = np.zeros(int(before.max()) + 1, dtype=object)
        np.add.at(ways, before, through)
        here: dict[int, list[tuple[int, int, int]]] = {}
        rows = zip(before.tolist(), pressed.tolist(), after.tolist(), through, strict=True)
        for node, times, there, many in rows:
            here.setdefault(node, []).append((times, there, many))
        onward.append(here)
    onward.reverse()
    found = []
    for _ in range(count):
        watch.check()
        rank, node, presses = below(int(ways[0])), 0, []
        for here in onward:
            for times, there, many in here[node]:
                if rank < many:
                    presses.append(times)
                    node = there
                    break
                rank -= many
        found.append(tuple(presses))
    return found
