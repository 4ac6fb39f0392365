"""Picture of a walk: a line with a separate track for each pass over an edge, and step numbers.

In every cell stand the numbers of the steps that enter it; their number is odd exactly where the
cell was empty.
"""

from collections import defaultdict
from itertools import pairwise

import numpy as np

from lo_exact.errors import printable
from lo_exact.parity_walks.level import STEPS, Place, WalkLevel
from lo_exact.pictures.marks import Bars, Curve, Dots, Ink, Mark, Squares, Words, points
from lo_exact.pictures.scene import Scene

SIZE = 44
"""Width of a cell in pixels."""

WALL = Ink("wall", "#4a5560", "#2c333a")
EMPTY = Ink("empty", "#ffffff", "#ffffff")
PAINTED = Ink("painted", "#f7d774", "#f7d774")
ROUTE = Ink("route", "#0072b2", "#0072b2")
NUMBER = Ink("number", "#2b2408", "#2b2408")
EDGE = Ink("edge", "#c8c8c8", "#c8c8c8")

Point = tuple[float, float]
Steps = tuple[tuple[str, tuple[float, ...]], ...]


def walk_scene(level: WalkLevel, walk: str) -> Scene:
    """Return a picture of a legal walk.

    Args:
        level: The level.
        walk: Letters U, R, D, L; every step is legal.
    """
    route = route_of(level, walk)
    entered: dict[Place, list[int]] = defaultdict(list)
    for step, place in enumerate(route[1:], start=1):
        entered[place].append(step)
    width, height = SIZE * (level.columns + 2), SIZE * (level.rows + 2)
    marks: list[Mark] = [Bars(np.array([[0.0, 0.0, width, height]]), WALL)]
    marks += _cells(level, entered)
    if walk:
        marks.append(Curve(_line(route), ROUTE, 2.5))
    marks += [_number(place, steps) for place, steps in entered.items()]
    ends = [(route[0], "S"), (route[-1], "E")] if walk else [(route[0], "S")]
    for place, letter in ends:
        marks += _mark(place, letter)
    name = printable(level.name, limit=200) if level.name else "XOR level"
    return Scene(width, height, tuple(marks), f"{name}: {len(walk)} steps")


def route_of(level: WalkLevel, walk: str) -> list[Place]:
    """Return the places that a walk visits, beginning with the start."""
    route = [level.cells[level.start]]
    for letter in walk:
        down, right = STEPS[letter]
        route.append((route[-1][0] + down, route[-1][1] + right))
    return route


def _cells(level: WalkLevel, entered: dict[Place, list[int]]) -> list[Mark]:
    """Return the marks that show the cells after the walk."""
    places: dict[Ink, list[Point]] = {EMPTY: [], PAINTED: []}
    for cell, (row, column) in enumerate(level.cells):
        ink = (EMPTY, PAINTED)[(level.painted[cell] + len(entered.get((row, column), []))) % 2]
        places[ink].append((float(SIZE * (column + 1)), float(SIZE * (row + 1))))
    return [Squares(points(at), SIZE, ink, EDGE) for ink, at in places.items() if at]


def _centre(place: Place) -> Point:
    return SIZE * (place[1] + 1.5), SIZE * (place[0] + 1.5)


def _line(route: list[Place]) -> Steps:
    """Return a curve on which repeated passes over an edge run side by side."""
    passes: dict[frozenset[Place], list[int]] = defaultdict(list)
    for step, pair in enumerate(pairwise(route)):
        passes[frozenset(pair)].append(step)
    track = {
        step: (k - (len(steps) - 1) / 2) * SIZE * 0.13
        for steps in passes.values()
        for k, step in enumerate(steps)
    }
    bend = SIZE * 0.22
    x, y = _centre(route[0])
    path: list[tuple[str, tuple[float, ...]]] = [("M", (x, y))]
    before: tuple[Point, Point] | None = None
    for step, (here, there) in enumerate(pairwise(route)):
        down, right = there[0] - here[0], there[1] - here[1]
        # the track lies to the side of the edge, whichever way it is walked
        aside = (abs(down) * track[step], abs(right) * track[step])
        (x, y), (to_x, to_y) = _centre(here), _centre(there)
        first = (x + right * bend + aside[0], y + down * bend + aside[1])
        last = (to_x - right * bend + aside[0], to_y - down * bend + aside[1])
        if before is None:
            path.append(("L", first))
        else:
            (old_x, old_y), (old_right, old_down) = before
            pull = bend * 0.9
            out = (old_x + old_right * pull, old_y + old_down * pull)
            into = (first[0] - right * pull, first[1] - down * pull)
            path.append(("C", (*out, *into, *first)))
        path.append(("L", last))
        before = (last, (right, down))
    x, y = _centre(route[-1])
    return (*path, ("L", (x, y)))


def _number(place: Place, steps: list[int]) -> Words:
    """Return the numbers of the steps that enter a cell as text, three in a line."""
    x, y = SIZE * (place[1] + 1) + 2, SIZE * (place[0] + 1) + 9
    lines = [" ".join(map(str, steps[k : k + 3])) for k in range(0, len(steps), 3)]
    places = points([(x, y + 9 * k) for k in range(len(lines))])
    return Words(places, tuple(lines), 8, NUMBER, anchor="start")


def _mark(place: Place, letter: str) -> list[Mark]:
    x, y = _centre(place)
    words = Words(points([(x, y + 4)]), (letter,), 11, EMPTY, bold=True)
    return [Dots(points([(x, y)]), 8, ROUTE), words]
