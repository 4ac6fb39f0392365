"""Search for an order of the buttons that keeps few parameters in use at a time.

The given order is good for grids (row by row) and for everything else that is numbered along its
length.  Where it is not, the buttons are walked breadth-first from an end of the puzzle; two
buttons are neighbours when they share a light.  This is the idea of Cuthill and McKee (1969) and
Gibbs, Poole and Stockmeyer (1976): levels of a walk from a distant start are narrow.  The order
with the smaller width is taken.  A walk costs about 50 microseconds a level and 50 ns an entry.
"""

from math import isqrt

import numpy as np

from lo_exact.algebra.elimination.elimination_plan import EliminationPlan, make_plan
from lo_exact.algebra.sparse import IntArray, SparseMatrix

GOOD_FACTOR = 3
"""Width, divided by the square root of the buttons, up to which an order is as good as a grid's."""

GOOD_WIDTH = 64
"""Width below which no better order is tried."""


def plan_in_good_order(matrix: SparseMatrix, prime: int) -> EliminationPlan:
    """Plan the elimination of a matrix mod p^e in a button order that keeps few parameters in use.

    Args:
        matrix: (lights, buttons) mod p^e.
        prime: p.
    """
    plan = make_plan(matrix, prime)
    if plan.width <= max(GOOD_WIDTH, GOOD_FACTOR * isqrt(plan.unknowns)):
        return plan
    other = make_plan(matrix, prime, breadth_first(matrix))
    return other if other.width < plan.width else plan


def breadth_first(matrix: SparseMatrix) -> IntArray:
    """Return the buttons that have entries, by component, in breadth-first order."""
    by_light = matrix.transpose()
    component = _components(matrix, by_light)
    degrees = np.diff(matrix.starts)
    buttons = np.flatnonzero(degrees)
    once = _levels(matrix, by_light, _first(component, degrees, buttons))
    # start the second walk from the last button reached, which is far from the centre
    again = _levels(matrix, by_light, _first(component, -once, buttons))
    return buttons[np.lexsort((again[buttons], component[buttons]))]


def _components(matrix: SparseMatrix, by_light: SparseMatrix) -> IntArray:
    """Return for each button the lowest button of its component, an array (buttons,)."""
    label = np.arange(matrix.shape[1])
    filled, used = np.flatnonzero(np.diff(by_light.starts)), np.flatnonzero(np.diff(matrix.starts))
    low = np.zeros(matrix.shape[0], dtype=np.int64)
    while filled.size:
        low[filled] = np.minimum.reduceat(label[by_light.rows], by_light.starts[filled])
        lower = label.copy()
        lower[used] = np.minimum.reduceat(low[matrix.rows], matrix.starts[used])
        np.minimum.at(lower, label, lower)  # per old label, the lowest new label of its buttons
        lower = lower[lower]
        if bool((lower == label).all()):
            break
        label = lower
    return label


def _first(component: IntArray, rank: IntArray, buttons: IntArray) -> IntArray:
    """Return for each component the button with the smallest value in ``rank``."""
    order = buttons[np.lexsort((rank[buttons], component[buttons]))]
    return order[np.unique(component[order], return_index=True)[1]]


def _levels(matrix: SparseMatrix, by_light: SparseMatrix, start: IntArray) -> IntArray:
    """Return for each button its index in a breadth-first walk from all start buttons.

    Buttons of one level are ordered as they were reached; levels come first.
    """
    level = np.full(matrix.shape[1], -1, dtype=np.int64)
    lit = np.zeros(matrix.shape[0], dtype=np.bool_)
    count = 0
    fresh = start
    while fresh.size:
        level[fresh] = np.arange(count, count + fresh.size)
        count += fresh.size
        lights = _fresh(matrix, fresh)
        lights = lights[~lit[lights]]
        lit[lights] = True
        fresh = _fresh(by_light, lights)
        fresh = fresh[level[fresh] < 0]
    return level


def _fresh(matrix: SparseMatrix, columns: IntArray) -> IntArray:
    """Return the distinct rows in which the columns have entries, in order of first appearance."""
    first = matrix.starts[columns]
    counts = matrix.starts[columns + 1] - first
    ends = np.cumsum(counts)
    source = np.repeat(first - ends + counts, counts)
    source += np.arange(source.size)
    rows = matrix.rows[source].astype(np.int64)
    _, seen = np.unique(rows, return_index=True)
    out: IntArray = rows[np.sort(seen)]
    return out
