"""The components of buttons that have to do with each other.

Labels go down from neighbour to neighbour until nothing changes: some passes over the matrix.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix
from lo_exact.algebra.elimination.clock import tick

MAX_PARTS = 64


def components(matrix: SparseMatrix, marked: NDArray[np.bool_], most: int) -> list[IntArray]:
    """Return the marked buttons of each component; none where there are more than so many.

    Args:
        matrix: (buttons, buttons) whose entries join buttons.
        marked: (buttons,) which to return; components without any are left out.
        most: components with marked buttons.
    """
    label = np.arange(matrix.shape[0])
    here, there = matrix.columns_of_entries(), matrix.rows
    while True:
        tick()
        lower = label.copy()
        np.minimum.at(lower, here, label[there])
        np.minimum.at(lower, there, label[here])
        lower = lower[lower]
        if np.array_equal(lower, label):
            break
        label = lower
    names = np.unique(label[marked])
    if names.size > most:
        return []
    return [np.flatnonzero((label == name) & marked) for name in names]
