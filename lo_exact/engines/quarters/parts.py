"""Parts of the buttons that quiet patterns look at in few ways: three ways to find them.

*Components* of buttons that have to do with each other: labels go down from neighbour to neighbour
until nothing changes, some passes over the matrix.

*Flats*, where the squares of the matrix have no independent blocks. A hole in a board, a light that
does not matter or one odd edge of a graph joins the components of the square, but hardly changes
the rank of the columns far from it. So: begin at some button, go from neighbour to neighbour in the
square, and add up the span of their columns (which quiet patterns press them) until it stops
growing. All buttons whose column lies in that span are one part, wherever they are; go on with the
rest. A ball whose rank grows beyond 3/4 of all has leaked into another part, and another beginning
is tried.

Costs a few ranks of balls and for each part a reduction of all columns: 0.1 s for 61 x 61.

*Typical buttons*, where holes join blocks that are separate elsewhere.  A button beside a hole,
beside a light that does not matter or at an edge changes fewer lights than most, and only such
buttons tie the components of the square to each other.  So: leave them out, take the components of
the others, and give each that was left out to a component in whose span its column lies (which
quiet patterns press it); those in no span are a part of their own, which is small.  As with flats,
the ranks judge.

Quiet patterns of a board with holes are those of the full board that vanish there, so no component
looks more ways than it does on the full board.  Costs a reduction of some columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix
from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import Span, integers

MAX_PARTS = 64


def marked_components(matrix: SparseMatrix, marked: NDArray[np.bool_], most: int) -> list[IntArray]:
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


MAX_COMPONENTS = 9
MAX_BEGINNINGS = 64

QUIET_LAYERS = 2
"""A ball has stopped growing when so many layers of neighbours added nothing to its span."""


def flats(near: SparseMatrix, words: NDArray[np.uint8]) -> list[IntArray]:
    """Return parts of the buttons that quiet patterns press, the last one what is left over.

    Args:
        near: (buttons, buttons) whose entries say which buttons have to do with each other.
        words: (quiet patterns, buttons) 0 or 1, a basis.
    """
    width = words.shape[0]
    columns = columns_of(words)
    left = np.flatnonzero(words.any(axis=0))
    parts: list[IntArray] = []
    for trial in range(MAX_BEGINNINGS):
        if not left.size or len(parts) == MAX_COMPONENTS - 1:
            break
        tick()
        begin = int(left[trial * 7919 % left.size])
        span = _ball(near, columns, begin, 3 * width / 4)
        if not span:
            continue
        inside = np.array([not span.reduced(columns[j]) for j in left.tolist()])
        parts.append(left[inside])
        left = left[~inside]
    return [*parts, left] if left.size else parts


def columns_of(words: NDArray[np.uint8]) -> list[int]:
    """Return of each button which quiet patterns press it, as bits of a number."""
    return integers(words.T)


def _ball(near: SparseMatrix, columns: list[int], begin: int, most: float) -> Span:
    """Return the span of the columns around a button; empty when it leaks."""
    span = Span()
    seen, layer, quiet = {begin}, [begin], 0
    while layer and quiet < QUIET_LAYERS:
        before = len(span)
        for j in layer:
            span.add(columns[j])
        if len(span) > most:
            return Span()
        quiet = quiet + 1 if len(span) == before else 0
        following = {i for j in layer for i in near.column(j)[0].tolist()} - seen
        seen |= following
        layer = sorted(following)
    return span


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
    parts = [
        part for part in marked_components(inner, pressed & most, MAX_PARTS) if part.size >= LARGE
    ]
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
