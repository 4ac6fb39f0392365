"""Pictures of puzzles that are not grids: lights as discs, joined by lines.

If every button has its light's name, the picture is a graph: one disc a vertex, and a line where a
press changes the other light.  The line has an arrow if this holds in one direction only.
Otherwise the buttons are squares in a column of their own, left of the lights.
"""

import re
from math import cos, hypot, pi, sin

import numpy as np

from lo_exact.algebra.sparse import IntArray, SparseMatrix
from lo_exact.errors import UsageError
from lo_exact.pictures.marks import (
    DEEP,
    DOT,
    FAINT,
    FILLS,
    OFF,
    PAPER,
    WHITE,
    Dots,
    Lines,
    Mark,
    Points,
    Squares,
    Words,
    points,
)
from lo_exact.pictures.scene import Scene

MAX_DISCS = 400
"""Lights and buttons of a graph that is drawn: together at most twice as many."""

MAX_LINES = 20_000
"""Entries of the matrix of a graph that is drawn: each becomes a line."""

RADIUS, MARGIN = 15.0, 56.0
_AT = r"(-?[0-9]{1,4}(?:\.[0-9]{1,3})?)"
PLACE = re.compile(rf"\(?\s*{_AT}\s*[,;:/ _]\s*{_AT}\s*\)?")
"""Pattern of a name with row and column; halves mean a board of hexagons."""


def graph_scene(
    matrix: SparseMatrix,
    *,
    light_names: tuple[str, ...],
    button_names: tuple[str, ...],
    fills: IntArray,
    digits: IntArray | None,
    presses: IntArray | None,
    title: str = "",
    description: str = "",
) -> Scene:
    """Return the picture of a graph, or of buttons beside lights if their names differ.

    Args:
        matrix: (lights, buttons).
        light_names: (lights,) or empty for numbers from 0.
        button_names: the same for buttons.
        fills: (lights,) indices into `FILLS`.
        digits: (lights,) number on each disc, or None.
        presses: (buttons,) number of presses of each button, or None.
        title: one line.
        description: description of the picture.

    Raises:
        UsageError: When the graph is too large to draw.
    """
    lights, buttons = matrix.shape
    if lights + buttons > 2 * MAX_DISCS or matrix.entries > MAX_LINES:
        raise UsageError(
            f"a graph is drawn with at most {MAX_DISCS} lights and buttons each and {MAX_LINES} "
            f"lines, this one has {lights}, {buttons} and {matrix.entries}"
        )
    names = light_names or tuple(map(str, range(lights)))
    pushes = button_names or tuple(map(str, range(buttons)))
    if names == pushes:
        at = vertex_points(names)
        marks, width, height = _vertices(matrix, at, names, fills, digits, presses)
    else:
        marks, width, height = _beside(matrix, names, pushes, fills, digits, presses)
    return Scene(width, height, tuple(marks), title, description)


def vertex_points(names: tuple[str, ...]) -> Points:
    """Return the positions of vertices, from coordinates in their names or on a circle."""
    found = [PLACE.fullmatch(name) for name in names]
    if names and all(found):
        spots = [(float(place[2]), float(place[1])) for place in found if place]
        if len(set(spots)) == len(spots):
            at = points(spots)
            at -= at.min(axis=0)
            if at.max(initial=0) <= 40:
                return MARGIN + at * 52
    count = len(names)
    around = max(90.0, count * (RADIUS * 2 + 24) / (2 * pi))
    turns = [2 * pi * k / max(count, 1) for k in range(count)]
    return points([(MARGIN + around * (1 + sin(t)), MARGIN + around * (1 - cos(t))) for t in turns])


def _vertices(
    matrix: SparseMatrix,
    at: Points,
    names: tuple[str, ...],
    fills: IntArray,
    digits: IntArray | None,
    presses: IntArray | None,
) -> tuple[list[Mark], float, float]:
    pairs = {(int(j), int(i)) for j, i in _entries(matrix) if i != j}
    both = [(j, i) for j, i in pairs if (i, j) in pairs and j < i]
    single = [(j, i) for j, i in pairs if (i, j) not in pairs]
    marks: list[Mark] = []
    if pairs:
        ends = [(*at[j], *at[i]) for j, i in sorted(both) + sorted(single)]
        marks.append(Lines(np.array(ends, dtype=np.float64), FAINT, 1))
        heads = [end for j, i in sorted(single) for end in _arrow(at[j], at[i])]
        if heads:
            marks.append(Lines(np.array(heads, dtype=np.float64), FAINT, 1.5))
    marks += _discs(at, fills, digits, presses)
    outside = at + _outwards(at) * (RADIUS + 11) + np.array([0, 4])
    marks.append(Words(outside, tuple(map(_short, names)), 11, FAINT))
    size = at.max(axis=0) + MARGIN if len(at) else np.array([2 * MARGIN, 2 * MARGIN])
    return marks, float(size[0]), float(size[1])


def _outwards(at: Points) -> Points:
    """Return the unit vectors from the centre to each position, of shape (positions, 2)."""
    away = at - at.mean(axis=0) if len(at) else at
    far = np.hypot(away[:, 0], away[:, 1])[:, None]
    return np.where(far > 1, away / np.maximum(far, 1), np.array([0.0, 1.0]))


def _beside(
    matrix: SparseMatrix,
    names: tuple[str, ...],
    pushes: tuple[str, ...],
    fills: IntArray,
    digits: IntArray | None,
    presses: IntArray | None,
) -> tuple[list[Mark], float, float]:
    """Draw buttons as squares on the left and lights as discs on the right."""
    step, tall = 44.0, max(len(names), len(pushes), 1)
    left, right = 130.0, 370.0

    def column(count: int, x: float) -> Points:
        start = 40 + step * (tall - count) / 2
        return points([(x, start + step * k) for k in range(count)])

    spots, at = column(len(pushes), left), column(len(names), right)
    marks: list[Mark] = []
    ends = [(*spots[j], *at[i]) for j, i in _entries(matrix)]
    if ends:
        marks.append(Lines(np.array(ends, dtype=np.float64), FAINT, 1))
    marks.append(Squares(spots - RADIUS, 2 * RADIUS, OFF, FAINT))
    marks += _pressed(spots, presses, matrix.modulus)
    marks += _discs(at, fills, digits, None)
    beside = np.array([RADIUS + 8, 4])
    marks.append(Words(at + beside, tuple(map(_short, names)), 11, FAINT, anchor="start"))
    before = spots + np.array([-RADIUS - 8, 4])
    marks.append(Words(before, tuple(map(_short, pushes)), 11, FAINT, anchor="end"))
    return marks, right + left, 80 + step * (tall - 1)


def _discs(
    at: Points, fills: IntArray, digits: IntArray | None, presses: IntArray | None
) -> list[Mark]:
    marks: list[Mark] = []
    for fill in np.unique(fills).tolist():
        ink = FILLS[fill]
        here = np.flatnonzero(fills == fill)
        marks.append(Dots(at[here], RADIUS, ink, FAINT))
        if digits is not None:
            shown = here[digits[here] >= 0]
            texts = tuple(map(str, digits[shown].tolist()))
            longest = max(map(len, texts), default=1)
            size = 14.0 if longest < 3 else 30.0 / longest
            on = FAINT if ink is OFF else (WHITE if ink.is_deep else DEEP)
            marks.append(Words(at[shown] + np.array([0, 0.36 * size]), texts, size, on))
    if presses is not None:
        if digits is None:
            return [*marks, *_pressed(at, presses, 2)]
        # dots of presses lie on the rim, at a right angle to the direction of the name
        across = _outwards(at)[:, ::-1] * np.array([-1, 1])
        marks += _pressed(at + across * RADIUS, presses, 3)
    return marks


def _pressed(at: Points, presses: IntArray | None, colours: int) -> list[Mark]:
    if presses is None or not presses.any():
        return []
    where = np.flatnonzero(presses)
    counted = colours > 2
    marks: list[Mark] = [Dots(at[where], RADIUS * (0.62 if counted else 0.45), DOT, PAPER)]
    if counted:
        texts = tuple(map(str, presses[where].tolist()))
        size = min(11.0, 20.0 / max(map(len, texts)))
        places = at[where] + np.array([0, 0.36 * size])
        marks.append(Words(places, texts, size, WHITE, bold=True))
    return marks


def _arrow(start: Points, end: Points) -> list[tuple[float, float, float, float]]:
    """Return the two strokes of an arrowhead at the rim of the target disc."""
    dx, dy = float(end[0] - start[0]), float(end[1] - start[1])
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    x, y = float(end[0]) - dx * (RADIUS + 1), float(end[1]) - dy * (RADIUS + 1)
    return [(x, y, x - 9 * dx + side * 5 * dy, y - 9 * dy - side * 5 * dx) for side in (1, -1)]


def _entries(matrix: SparseMatrix) -> list[tuple[int, int]]:
    """Return the pair (button, light) of every nonzero entry of the matrix."""
    columns = matrix.columns_of_entries().tolist()
    return list(zip(columns, matrix.rows.tolist(), strict=True))


def _short(name: str) -> str:
    return name if len(name) <= 16 else name[:15] + "…"
