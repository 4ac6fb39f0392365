"""The minimum of every board at once, when there are few boards.

The table of least weights by syndrome is made by `lo_exact.engines.syndrome.least_weights`; here
are what it would cost, and the presses that belong to one of its entries.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable, from_dense, solve
from lo_exact.engines.syndrome.least_weights import MAX_SYNDROMES, MAX_WEIGHT, LeastWeights
from lo_exact.hardest.census import Census

SECONDS_PER_STEP = 2e-9
"""Measured: one pass over one entry, on one core."""


def table_seconds(census: Census) -> float:
    """Return the expected time of making the table, ``inf`` when it is not possible."""
    system = census.system
    most = 1 if system.per_button else system.colours - 1
    if census.boards > MAX_SYNDROMES or most * sum(system.prices.tolist()) > MAX_WEIGHT:
        return float("inf")
    free = all(order == system.colours for order in census.kernel.orders)
    replaced = len(census.kernel.orders) if free else system.unknowns
    return census.boards * (replaced * (system.colours - 1) + 3) * SECONDS_PER_STEP


def presses_of_entry(least: LeastWeights, entry: int, modulus: int) -> IntArray:
    """Return presses that solve the board of a table entry, (buttons,) int64 in 0..c-1."""
    orders = np.array(least.orders, dtype=np.int64)
    digits = np.zeros(orders.size, dtype=np.int64)
    for i in range(orders.size - 1, -1, -1):
        entry, digits[i] = divmod(entry, int(orders[i]))
    scale = modulus // orders  # coordinate i counts mod orders[i]: lifted, it counts mod c
    found = solve(from_dense(least.coordinates * scale[:, None], modulus), digits * scale)
    assert not isinstance(found, Unsolvable)
    return found.particular
