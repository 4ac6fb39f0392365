"""Solutions of a known weight, found by chance: information sets (Prange 1962, Lee, Brickell 1988).

A random order of the buttons is eliminated; the buttons that are no pivots get at most two presses,
each choice is completed by the pivots in one way.  A solution of weight w is met when at most two
of its buttons are no pivots, which a random order makes likely where w is small or the rank large.

Each solution that is yielded has the weight, so chance decides how long it takes and nothing else.
Costs an elimination of at most 62 rows and a population count for each pair of buttons an order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import eliminate_bits
from lo_exact.outcome import Presses, Watch
from lo_exact.puzzle import System

MAX_PAIRED = 1024
"""With more buttons beside the pivots one of them at most is pressed."""

SEED = 40


def drawn_minima(system: System, weight: int, many: int, watch: Watch) -> set[Presses]:
    """Return so many different solutions of a weight; it must be reached so often.

    Args:
        system: of two colours and one price, of rank at most 62.
        weight: what they cost.
        many: how many, at least 1.
        watch: the clock.
    """
    draw = np.random.default_rng(SEED)
    price = int(system.prices[0]) if system.prices.size else 1
    pressed = weight // price
    both = np.column_stack([system.matrix.to_dense(), system.syndrome]).astype(np.uint8)
    rows, pivots = eliminate_bits(both, system.unknowns)
    kept = rows[: len(pivots)]
    found: set[Presses] = set()
    while len(found) < many:
        watch.check()
        order = draw.permutation(system.unknowns)
        turned, pivots = eliminate_bits(
            np.column_stack([kept[:, order], kept[:, -1:]]), system.unknowns
        )
        powers = np.uint64(1) << np.arange(len(pivots), dtype=np.uint64)
        words = (turned.T * powers).sum(axis=1, dtype=np.uint64)
        others = np.setdiff1d(np.arange(system.unknowns), pivots)
        for free in _choices(words[others], words[-1], pressed):
            presses = np.zeros(system.unknowns, dtype=np.int64)
            done = words[-1]
            for one in free:
                presses[order[others[one]]] = 1
                done ^= words[others[one]]
            for row, pivot in enumerate(pivots):
                presses[order[pivot]] = int(done) >> row & 1
            found.add(tuple(presses.tolist()))
            if len(found) == many:
                break
    return found


def _choices(columns: NDArray[np.uint64], wanted: np.uint64, pressed: int) -> list[tuple[int, ...]]:
    """Return the sets of at most two columns with which so many buttons are pressed in all."""
    found: list[tuple[int, ...]] = []
    if int(wanted).bit_count() == pressed:
        found.append(())
    alone = np.bitwise_count(columns ^ wanted) + 1
    found += [(int(i),) for i in np.flatnonzero(alone == pressed)]
    if columns.size <= MAX_PAIRED:
        for i in range(columns.size - 1):
            pairs = np.bitwise_count(columns[i + 1 :] ^ (columns[i] ^ wanted)) + 2
            found += [(i, i + 1 + int(j)) for j in np.flatnonzero(pairs == pressed)]
    return found
