"""The lexicographically least minimum, where buttons were decided in another order.

The minima are the paths through a layered graph: its nodes are the states that minima pass, its
edges what they press.  Every edge lies on a path from the first layer to the last.  Buttons are
settled one by one in the given order: of the edges that are left at a button those with the least
presses stay, and what has thereby lost its last way in or out goes as well.

Costs a pass over the graph, and as much again for all that goes; the graph is refused where it has
more than `MAX_EDGES` edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch

if TYPE_CHECKING:
    from lo_exact.engines.syndrome.sweep import Sweep

MAX_EDGES = 2**24

Layer = tuple[IntArray, IntArray, IntArray]
"""(edges,) node before, presses, node after."""


def first_minimum(sweep: Sweep, order: IntArray, watch: Watch) -> Presses:
    """Return the least minimum in the given order, after `Sweep.back`.

    Args:
        sweep: the search.
        order: (buttons,) the numbers of the buttons as they were decided.
        watch: the clock.

    Raises:
        LimitReached: When minima pass too many states.
    """
    layers: list[Layer] = []
    edges = 0
    for layer in sweep.steps(watch):
        layers.append(layer)
        edges += layer[0].size
        if edges > MAX_EDGES:
            raise LimitReached(f"the minima pass more than {MAX_EDGES} states: the least in order")
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    presses = []
    for at in place.tolist():
        watch.check()
        before, pressed, after = layers[at]
        least = pressed.min()
        presses.append(int(least))
        stays = pressed == least
        if stays.all():
            continue
        layers[at] = before[stays], pressed[stays], after[stays]
        _drop_forward(layers, at)
        _drop_backward(layers, at)
    return tuple(presses)


def _drop_forward(layers: list[Layer], at: int) -> None:
    """Drop the edges behind a layer that nothing leads to any more."""
    for k in range(at + 1, len(layers)):
        before, pressed, after = layers[k]
        stays = np.isin(before, layers[k - 1][2])
        if stays.all():
            return
        layers[k] = before[stays], pressed[stays], after[stays]


def _drop_backward(layers: list[Layer], at: int) -> None:
    """Drop the edges before a layer that lead to nothing any more."""
    for k in reversed(range(at)):
        before, pressed, after = layers[k]
        stays = np.isin(after, layers[k + 1][0])
        if stays.all():
            return
        layers[k] = before[stays], pressed[stays], after[stays]
