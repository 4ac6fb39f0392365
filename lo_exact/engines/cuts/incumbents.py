"""Heuristic that rounds a fractional solution to a good integer one by ordered statistics.

Independent buttons with the largest values in the relaxation determine the solution, and all others
stay unpressed.  Then one or another is pressed as long as that saves (Fossorier and Lin 1995).
Only the best few columns for each check are considered.  Costs one elimination of packed rows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import eliminate_bits
from lo_exact.engines.cuts.exact import Checks
from lo_exact.engines.cuts.relaxation import Floats

COLUMNS_A_CHECK = 4
"""Buttons for each light among which a first elimination looks for independent ones."""

Solution = NDArray[np.int64]


def good_solution(
    checks: Checks, prices: IntArray, liking: Floats, steps: int = 200
) -> Solution | None:
    """Return a solution that prefers the buttons with a large ``liking``, or None if none is found.

    Args:
        checks: all checks.
        prices: (buttons,) int64 >= 0.
        liking: (buttons,) preference; buttons with larger values first.
        steps: largest number of improving changes.
    """
    order = np.argsort(-liking, kind="stable")
    few = COLUMNS_A_CHECK * checks.lights
    for columns in (order[:few], order):
        found = _solved(checks, prices, columns, steps)
        if found is not None or columns.size == order.size:
            return found
    return None


def _solved(checks: Checks, prices: IntArray, columns: IntArray, steps: int) -> Solution | None:
    """Return a solution of given columns only, the first ones preferred; None if there is none."""
    m, k = checks.lights, columns.size
    bits = np.zeros((m, k + 1), dtype=bool)
    rows, owner = checks.entries(columns)
    bits[rows, owner] = True
    bits[:, k] = checks.parity == 1
    reduced, pivots = eliminate_bits(bits, k)
    rank = len(pivots)
    if reduced[rank:, k].any():
        return None
    bits = reduced[:rank].astype(bool)
    pivot = np.array(pivots, dtype=np.int64)
    others = np.ones(k, dtype=bool)
    others[pivot] = False
    other = np.flatnonzero(others)
    x = np.zeros(k, dtype=np.int64)
    x[pivot] = bits[:, k]
    following = bits[:, other]
    _descend(x, prices[columns], pivot, other, following, steps)
    solution = np.zeros(checks.buttons, dtype=np.int64)
    solution[columns] = x
    return solution


def _descend(
    x: Solution, prices: IntArray, pivot: IntArray, other: IntArray,
    words: NDArray[np.bool_], steps: int,
) -> None:  # fmt: skip
    """Flip single non-pivot columns, and the dependent pivots, while that lowers the cost.

    Args:
        x: (columns,) a solution; changed in place.
        prices: (columns,).
        pivot: the dependent columns.
        other: the free columns.
        words: (pivots, others) 1 where a free column changes a pivot.
        steps: largest number of changes.
    """
    # floating-point numbers only guide the search; the caller recomputes the weight exactly
    changes: NDArray[Any] = words.astype(np.float32 if prices.sum() < 2**23 else np.float64)
    saved: NDArray[Any] = (prices[pivot] * (1 - 2 * x[pivot])).astype(changes.dtype)
    gain: NDArray[Any] = saved @ changes + prices[other] * (1 - 2 * x[other])
    for _ in range(steps):
        best = int(gain.argmin()) if gain.size else 0
        if not gain.size or gain[best] >= 0:
            return
        changed = np.flatnonzero(words[:, best])
        x[other[best]] ^= 1
        x[pivot[changed]] ^= 1
        gain -= 2 * (saved[changed] @ changes[changed])
        gain[best] = prices[other[best]] * (1 - 2 * x[other[best]]) - saved[changed].sum()
        saved[changed] *= -1
