"""An order of the buttons in which few lights are open at a time: long and narrow systems.

A light is *open* while some of its buttons are decided and some are not.  The sums that the open
lights can have are all that decided buttons leave to the others, so c^open is a bound on the width
of a sweep.  A board with a short side of w places has about 2 w open lights when it is taken along
its long side; numbered row by row the other way it may have hundreds.

Two orders are tried beside the given one.  The *slow* order sorts buttons by an approximate Fiedler
vector, the second eigenvector of the Laplacian of the graph of buttons and lights: it changes along
the long side of whatever is long (Barnard, Pothen and Simon 1995).  The *greedy* order takes next,
among the first few in the slow order, the button that opens fewest lights.

Costs some hundred passes over the entries; nothing is eliminated.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix

MAX_ENTRIES = 40_000
"""Larger systems keep the given order."""

INVERSE_STEPS, SOLVER_STEPS = 4, 400
"""Steps of inverse iteration, and of conjugate gradients in each."""

LOOK_AHEAD = 32
"""Buttons of the slow order among which the greedy order chooses."""

FloatArray = NDArray[np.float64]


def open_lights(matrix: SparseMatrix, order: IntArray) -> IntArray:
    """Return how many lights are open while each button of an order is decided.

    Args:
        matrix: A, (lights, buttons).
        order: (buttons,) the buttons as they are decided.
    """
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    at = place[matrix.columns_of_entries()]
    first = np.full(matrix.shape[0], order.size, dtype=np.int64)
    last = np.full(matrix.shape[0], -1, dtype=np.int64)
    np.minimum.at(first, matrix.rows, at)
    np.maximum.at(last, matrix.rows, at)
    used = last >= 0
    opened = np.bincount(first[used], minlength=order.size)
    closed = np.bincount(last[used] + 1, minlength=order.size + 1)[: order.size]
    return np.cumsum(opened - closed)


def bounded_steps(matrix: SparseMatrix, order: IntArray) -> float:
    """Return a bound on the sums at all buttons together, for an order: a float, or ``inf``."""
    widths = open_lights(matrix, order) * np.log2(matrix.modulus)
    if widths.max(initial=0.0) > 1000:
        return float("inf")
    return float(np.exp2(widths).sum())


@lru_cache(maxsize=4)
def narrow_order(matrix: SparseMatrix) -> IntArray:
    """Return the order with the least bound: the given one, the slow one or the greedy one."""
    given = np.arange(matrix.shape[1], dtype=np.int64)
    if not 0 < matrix.entries <= MAX_ENTRIES or matrix.shape[1] < 3:
        return given
    slow = _slow_order(matrix)
    candidates = [given, slow, _greedy(matrix, slow)]
    return min(candidates, key=lambda order: bounded_steps(matrix, order))


def _slow_order(matrix: SparseMatrix) -> IntArray:
    """Return the buttons, component by component, by an approximate Fiedler vector of each.

    Inverse iteration on the Laplacian, each system solved roughly by conjugate gradients; rounding
    can only change the order, never an answer.
    """
    lights, buttons = matrix.shape
    one = matrix.rows.astype(np.int64)
    other = matrix.columns_of_entries() + lights
    size = lights + buttons
    degree = np.maximum(np.bincount(np.concatenate([one, other]), minlength=size), 1).astype(float)

    def applied(x: FloatArray) -> FloatArray:
        near = np.bincount(one, weights=x[other], minlength=size)
        near += np.bincount(other, weights=x[one], minlength=size)
        return degree * x - near

    label = _components(one, other, size)
    members = np.maximum(np.bincount(label, minlength=size), 1)
    # noise has a share in every eigenvector
    found = np.random.default_rng(1).random(size)
    for _ in range(INVERSE_STEPS):
        found -= (np.bincount(label, weights=found, minlength=size) / members)[label]
        found /= max(float(np.abs(found).max()), 1e-300)
        found = _solved(applied, degree, found)
    found = np.round(found[lights:] / max(float(np.abs(found).max()), 1e-300), 9)
    return np.lexsort((found, label[lights:])).astype(np.int64)


def _components(one: IntArray, other: IntArray, size: int) -> IntArray:
    """Return (nodes,) the least node of each node's component, given the two ends of each edge."""
    label = np.arange(size)
    while True:
        spread = label.copy()
        np.minimum.at(spread, one, label[other])
        np.minimum.at(spread, other, label[one])
        spread = np.minimum(spread, spread[spread])
        if np.array_equal(spread, label):
            return label
        label = spread


def _solved(applied: Any, degree: FloatArray, right: FloatArray) -> FloatArray:
    """Solve a Laplacian system roughly, by conjugate gradients with the degrees before them."""
    x = np.zeros_like(right)
    rest = right.copy()
    z = rest / degree
    direction, old = z.copy(), float(rest @ z)
    goal = 1e-12 * max(float(right @ right), 1e-300)
    for _ in range(SOLVER_STEPS):
        image = applied(direction)
        curve = float(direction @ image)
        if curve <= 0:
            break
        x += old / curve * direction
        rest -= old / curve * image
        if float(rest @ rest) < goal:
            break
        z = rest / degree
        new = float(rest @ z)
        direction = z + new / old * direction
        old = new
    return x


def _greedy(matrix: SparseMatrix, slow: IntArray) -> IntArray:
    """Return the order that takes, of the next few buttons, the one that opens fewest lights."""
    starts, rows = matrix.starts.tolist(), matrix.rows.tolist()
    left = np.bincount(matrix.rows, minlength=matrix.shape[0]).tolist()
    opened = [False] * matrix.shape[0]
    waiting, later = slow[:LOOK_AHEAD].tolist(), slow[LOOK_AHEAD:].tolist()
    later.reverse()
    order = []
    while waiting:
        best, least = 0, 0
        for k, button in enumerate(waiting):
            more = 0
            for light in rows[starts[button] : starts[button + 1]]:
                more += (not opened[light]) - (left[light] == 1)
            if k == 0 or more < least:
                best, least = k, more
        button = waiting.pop(best)
        order.append(button)
        for light in rows[starts[button] : starts[button + 1]]:
            opened[light] = True
            left[light] -= 1
        if later:
            waiting.append(later.pop())
    return np.array(order, dtype=np.int64)
