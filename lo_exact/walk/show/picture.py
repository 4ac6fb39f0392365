"""A walk as an SVG picture: the line with every pass on a track of its own, and step numbers.

In every cell stand the numbers of the steps that enter it; their number is odd exactly where the
cell was empty.  Animated, a token runs along the line and the cells change colour as it enters
them.  No script, no font, nothing fetched: the file stands alone.
"""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import pairwise

from lo_exact.errors import printable
from lo_exact.walk.levels.level import STEPS, Level, Place

SIZE = 44
"""Width of a cell in pixels."""

SECONDS_A_STEP = 0.4
WALL, EMPTY, PAINTED, LINE, NUMBER = "#4a5560", "#ffffff", "#f7d774", "#6f9fd8", "#2b2408"

Point = tuple[float, float]


def walk_svg(level: Level, walk: str, *, animated: bool = False) -> str:
    """Return a picture of a legal walk.

    Args:
        level: The level.
        walk: Letters U, R, D, L; every step is legal.
        animated: Let a token run along the walk, for ever.
    """
    route = route_of(level, walk)
    entered: dict[Place, list[int]] = defaultdict(list)
    for step, place in enumerate(route[1:], start=1):
        entered[place].append(step)
    width, height = SIZE * (level.columns + 2), SIZE * (level.rows + 2)
    name = escape(printable(level.name, limit=200)) if level.name else "XOR level"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">',
        f"<title>{name}: {len(walk)} steps</title>",
        f'<rect width="{width}" height="{height}" fill="{WALL}"/>',
        *(_cell(level, v, entered, len(walk), animated) for v in range(len(level.cells))),
    ]
    if walk:
        line = _line(route)
        parts.append(
            f'<path d="{line}" fill="none" stroke="{LINE}" stroke-width="2.5" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    parts += [_number(place, steps) for place, steps in entered.items()]
    parts += [_mark(route[0], "S"), _mark(route[-1], "E")] if walk else [_mark(route[0], "S")]
    if animated and walk:
        parts.append(_token(route))
    return "\n".join([*parts, "</svg>"]) + "\n"


def route_of(level: Level, walk: str) -> list[Place]:
    """Return the places of a walk, the start's first."""
    route = [level.cells[level.start]]
    for letter in walk:
        down, right = STEPS[letter]
        route.append((route[-1][0] + down, route[-1][1] + right))
    return route


def _cell(
    level: Level, cell: int, entered: dict[Place, list[int]], steps: int, animated: bool
) -> str:
    row, column = level.cells[cell]
    painted = level.painted[cell]
    entries = entered.get((row, column), [])
    end = PAINTED if (painted + len(entries)) % 2 else EMPTY
    shape = (
        f'<rect x="{SIZE * (column + 1)}" y="{SIZE * (row + 1)}" width="{SIZE}" height="{SIZE}" '
        f'fill="{end}" stroke="#c8c8c8"'
    )
    if not animated or not entries:
        return shape + "/>"
    colours = [(EMPTY, PAINTED)[(painted + k) % 2] for k in range(len(entries) + 1)]
    times = ["0", *(f"{step / (steps + 2):.5f}" for step in entries)]
    return (
        f'{shape}><animate attributeName="fill" values="{";".join(colours)}" '
        f'keyTimes="{";".join(times)}" calcMode="discrete" '
        f'dur="{_seconds(steps)}s" repeatCount="indefinite"/></rect>'
    )


def _seconds(steps: int) -> str:
    return f"{(steps + 2) * SECONDS_A_STEP:.1f}"


def _centre(place: Place) -> Point:
    return SIZE * (place[1] + 1.5), SIZE * (place[0] + 1.5)


def _line(route: list[Place]) -> str:
    """Return a path whose passes over one edge run side by side."""
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
    path = [f"M{x:.1f} {y:.1f}"]
    before: tuple[Point, Point] | None = None
    for step, (here, there) in enumerate(pairwise(route)):
        down, right = there[0] - here[0], there[1] - here[1]
        # the track lies to the side of the edge, whichever way it is walked
        aside = (abs(down) * track[step], abs(right) * track[step])
        (x, y), (to_x, to_y) = _centre(here), _centre(there)
        first = (x + right * bend + aside[0], y + down * bend + aside[1])
        last = (to_x - right * bend + aside[0], to_y - down * bend + aside[1])
        if before is None:
            path.append(f"L{first[0]:.1f} {first[1]:.1f}")
        else:
            (old_x, old_y), (old_right, old_down) = before
            pull = bend * 0.9
            path.append(
                f"C{old_x + old_right * pull:.1f} {old_y + old_down * pull:.1f} "
                f"{first[0] - right * pull:.1f} {first[1] - down * pull:.1f} "
                f"{first[0]:.1f} {first[1]:.1f}"
            )
        path.append(f"L{last[0]:.1f} {last[1]:.1f}")
        before = (last, (right, down))
    x, y = _centre(route[-1])
    return " ".join([*path, f"L{x:.1f} {y:.1f}"])


def _number(place: Place, steps: list[int]) -> str:
    """Return the numbers of the steps that enter a cell, three in a line."""
    x, y = SIZE * (place[1] + 1) + 2, SIZE * (place[0] + 1) + 9
    lines = [" ".join(map(str, steps[k : k + 3])) for k in range(0, len(steps), 3)]
    spans = "".join(
        f'<tspan x="{x}" y="{y + 9 * k}">{line}</tspan>' for k, line in enumerate(lines)
    )
    return f'<text font-size="8" fill="{NUMBER}">{spans}</text>'


def _mark(place: Place, letter: str) -> str:
    x, y = _centre(place)
    return (
        f'<circle cx="{x}" cy="{y}" r="8" fill="{LINE}"/><text x="{x}" y="{y + 4}" font-size="11" '
        f'font-weight="bold" fill="#ffffff" text-anchor="middle">{letter}</text>'
    )


def _token(route: list[Place]) -> str:
    """Return a token that stands on the cells in turn, and rests at the end."""
    steps = len(route) - 1
    stops = [_centre(place) for place in route]
    xs = ";".join(f"{x:g}" for x, _ in [*stops, stops[-1], stops[-1]])
    ys = ";".join(f"{y:g}" for _, y in [*stops, stops[-1], stops[-1]])
    moves = "".join(
        f'<animate attributeName="{name}" values="{values}" dur="{_seconds(steps)}s" '
        'repeatCount="indefinite"/>'
        for name, values in (("cx", xs), ("cy", ys))
    )
    x, y = stops[0]
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#d0342c" fill-opacity="0.8">{moves}</circle>'
    )
