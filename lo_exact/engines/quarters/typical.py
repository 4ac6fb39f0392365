"""Groups of buttons where holes join what falls apart elsewhere: components of typical buttons.

A button beside a hole, beside a light that does not matter or at an edge changes fewer lights than
most, and only such buttons tie the components of the square to each other.  So: leave them out,
take the components of the others, and give each that was left out to a component in whose span its
column lies (which quiet patterns press it); those in no span are a part of their own, which is
small.  As with flats, the ranks judge.

Quiet patterns of a board with holes are those of the full board that vanish there, so no component
looks more ways than it does on the full board.  Costs a reduction of some columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix
from lo_exact.algebra.elimination.clock import tick
from lo_exact.algebra.gf2 import Span
from lo_exact.engines.quarters.components import MAX_PARTS, components
from lo_exact.engines.quarters.flats import columns_of

LARGE = 16
"""Components of fewer buttons are left out too: places shut in by holes."""


def typical(matrix: SparseMatrix, near: SparseMatrix, words: NDArray[np.uint8]) -> list[IntArray]:
    """Return parts of the buttons that quiet patterns press, the last one what is left over.

    Args:
        matrix: A.
        near: (buttons, buttons) whose entries say which buttons have to do with each other.
        words: (quiet patterns, buttons) 0 or 1, a basis.
    """
    pressed = words.max(axis=0, initial=0) > 0
    lights = np.diff(matrix.starts)
    most = lights == np.bincount(lights[pressed]).argmax()
    if most.all():
        return []
    among = most[near.rows] & most[near.columns_of_entries()]
    starts = np.zeros(near.shape[1] + 1, dtype=np.int64)
    np.cumsum(
        np.bincount(near.columns_of_entries()[among], minlength=near.shape[1]), out=starts[1:]
    )
    inner = SparseMatrix(near.shape, 2, starts, near.rows[among], near.values[among])
    parts = [part for part in components(inner, pressed & most, MAX_PARTS) if part.size >= LARGE]
    if not parts:
        return []
    columns = columns_of(words)
    spans = []
    for part in parts:
        tick()
        spans.append(Span(columns[j] for j in part.tolist()))
    given: list[list[int]] = [part.tolist() for part in parts]
    left: list[int] = []
    for j in np.setdiff1d(np.flatnonzero(pressed), np.concatenate(parts)).tolist():
        homes = [i for i, span in enumerate(spans) if not span.reduced(columns[j])]
        (given[homes[0]] if homes else left).append(j)
    return [np.array(sorted(some)) for some in (*given, left) if some]
