"""Least weight of every solvable syndrome, in one table, for any number of colours and any prices.

The syndromes that occur form a group, the image of A, of size c^buttons / kernel.  Its coordinates
are the values of the equations orthogonal to the kernel: solving the kernel's rows as a system
gives these equations with their orders.  The table starts with the empty press and takes in one
button after the other: the best of pressing it 0..c-1 times, each a shift of the table.  Buttons
that the others cannot replace (no kernel word starts with a 1 there) come first: no finite entry
exceeds the sum of their prices.

Where those buttons are independent they are the coordinates themselves, and their part of the table
is a sum along the axes.

Costs (other buttons) x (c - 1) passes of about a nanosecond an entry, and two tables.
"""

from dataclasses import dataclass
from math import log2, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import (
    IntArray,
    Kernel,
    SparseMatrix,
    Unsolvable,
    eliminate,
    from_dense,
    solve_linear,
)
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.engines.syndrome.sweep import SWEEP_SIZES, SweepSizes
from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch

MAX_SYNDROMES = 2**28
"""Entries of the table: 256 MiB where weights fit into one byte, else 2 or 4 times as much."""

MAX_WEIGHT = 2**20
"""Largest weight in the table: a histogram has one place for each."""


@dataclass(frozen=True, eq=False)
class LeastWeights:
    """Table of the least weight of every solvable syndrome."""

    table: NDArray[Any]
    """(syndromes,) unsigned; entry g is the least weight, divided by ``scale``, of the syndrome
    whose coordinates are the mixed radix digits of g, the last one fastest.
    """
    scale: int
    """Factor from entries to weights."""
    coordinates: IntArray
    """(coordinates, buttons) int64; column j is the syndrome of pressing button j."""
    orders: tuple[int, ...]
    """Order of each coordinate."""


def tally_of_weights(least: LeastWeights) -> tuple[int, ...]:
    """Return the number of syndromes with least weight 0, 1, 2, ..."""
    counts = np.zeros(int(least.table.max()) + 1, dtype=np.int64)
    for low in range(0, least.table.size, 1 << 22):
        counts += np.bincount(least.table[low : low + (1 << 22)], minlength=counts.size)
    spread = [0] * (least.scale * (counts.size - 1) + 1)
    spread[:: least.scale] = counts.tolist()
    return tuple(spread)


def least_weights(
    matrix: SparseMatrix,
    prices: IntArray,
    per_button: bool,
    watch: Watch,
    *,
    sizes: SweepSizes = SWEEP_SIZES,
) -> LeastWeights:
    """Return the least weight of every solvable syndrome.

    Args:
        matrix: A, (lights, buttons) mod c.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        watch: the time limit.
        sizes: block sizes.

    Raises:
        LimitReached: When there are too many syndromes or weights for a table.
    """
    c, buttons = matrix.modulus, matrix.shape[1]
    kernel = eliminate(matrix).kernel
    syndromes = c**buttons // kernel.size
    if syndromes > MAX_SYNDROMES:
        raise LimitReached(
            f"2^{log2(syndromes):.1f} syndromes are more than 2^{log2(MAX_SYNDROMES):.0f}"
        )
    scale = max(int(np.gcd.reduce(prices)), 1) if buttons else 1
    worth = [int(price) // scale for price in prices]
    most = 1 if per_button else c - 1
    basis = echelon(kernel)
    replaced = [p for p, step in zip(basis.pivots, basis.steps, strict=True) if step == 1]
    needed = sorted(set(range(buttons)) - set(replaced))
    bound = sum(worth[j] for j in needed) * most
    if bound * scale > MAX_WEIGHT:
        raise LimitReached(f"weights up to {bound * scale} are too many to be counted one by one")
    dearest = max(worth, default=0) * most
    dtype = np.min_scalar_type(bound + 1 + dearest)
    if len(replaced) == len(basis.pivots):
        coordinates, orders = _independent(basis, needed)
        table = np.zeros(1, dtype=dtype)
        for j in needed:
            costs = np.minimum(np.arange(c), most) * worth[j]
            table = (table[:, None] + costs.astype(dtype)).reshape(-1)
        waiting = replaced
    else:
        coordinates, orders = _dual(kernel)
        table = np.full(syndromes, bound + 1, dtype)
        table[0] = 0
        waiting = needed + replaced
    for done, j in enumerate(waiting):
        watch.check(done, len(waiting))
        table = _taken_in(table, coordinates[:, j], orders, worth[j], c, per_button, watch, sizes)
    return LeastWeights(table, scale, coordinates, tuple(orders))


def _independent(basis: Basis, needed: list[int]) -> tuple[IntArray, list[int]]:
    """Return each button's syndrome as coefficients of the ``needed`` syndromes, and moduli."""
    buttons = basis.rows.shape[1]
    coordinates = np.zeros((len(needed), buttons), dtype=np.int64)
    coordinates[np.arange(len(needed)), needed] = 1
    for row, pivot in zip(basis.rows.astype(np.int64), basis.pivots, strict=True):
        coordinates[:, pivot] = -row[needed] % basis.modulus
    return coordinates, [basis.modulus] * len(needed)


def _dual(kernel: Kernel) -> tuple[IntArray, list[int]]:
    """Return each button's syndrome as coordinates, one per dual generator, with their moduli."""
    c = kernel.modulus
    rows = from_dense(kernel.generators.astype(np.int64), c)
    found = solve_linear(rows, np.zeros(rows.shape[0], dtype=np.int64))
    assert not isinstance(found, Unsolvable)
    dual = found.kernel
    orders = list(dual.orders)
    steps = np.array([c // order for order in orders], dtype=np.int64)
    return dual.generators.astype(np.int64) // steps.reshape(-1, 1), orders


def _taken_in(
    table: NDArray[Any],
    move: IntArray,
    orders: list[int],
    price: int,
    modulus: int,
    per_button: bool,
    watch: Watch,
    sizes: SweepSizes,
) -> NDArray[Any]:
    """Return the table of least weights updated to permit pressing one more button."""
    split = len(orders)
    while split and prod(orders[split:]) < sizes.inner_states:
        split -= 1
    low = prod(orders[split:])
    old = table.reshape(-1, low)
    new = table.copy().reshape(-1, low)
    step = max(sizes.block_states // low, 1)
    for times in range(1, modulus):
        back = (-times * move) % np.array(orders, dtype=np.int64)
        if not back.any():
            break
        outer = _shifted(back[:split], orders[:split])
        inner = _shifted(back[split:], orders[split:])
        cost = price if per_button else price * times
        for at in range(0, old.shape[0], step):
            watch.check()
            part = slice(at, at + step)
            there = old[outer[part]].take(inner, axis=1)
            there += np.array(cost, dtype=table.dtype)
            np.minimum(new[part], there, out=new[part])
    return new.reshape(-1)


def _shifted(move: IntArray, orders: list[int]) -> NDArray[np.intp]:
    """Return, for every mixed radix number, the number with ``move`` added digit by digit."""
    numbers = np.zeros(1, dtype=np.intp)
    for digit, order in zip(move.tolist(), orders, strict=True):
        digits = (np.arange(order) + digit) % order
        numbers = (numbers[:, None] * order + digits).reshape(-1)
    return numbers
