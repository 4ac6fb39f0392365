"""A level of a parity walk: its cells, simulation of a walk, and bounds by parity.

Proves: that a walk paints every cell (`Level.walked`).
Trusts: Python alone.

A token stands on the cell S of a board of free cells and walls.  Every step enters a neighbouring
free cell and toggles it; all free cells must end painted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from lo_exact.certificate.checker_parts.reading import items
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_ROOM = 250_000
"""Places of a level, including walls."""

MAX_CELLS = 3000
"""Cells connected with the start."""

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
Place = tuple[int, int]


def string(value: Any, name: str) -> str:
    """Return a JSON string; reject any other value."""
    require(type(value) is str, f"{name} must be a string")
    return str(value)


class Level:
    """Level as glyphs: ``#`` wall, ``.`` empty, ``*`` painted, ``S`` start, ``s`` empty start."""

    def __init__(self, value: Any):
        rows = [string(row, "a row") for row in items(value, "level")]
        require(bool(rows) and len({len(row) for row in rows}) == 1, "rows must be equally long")
        bounded(len(rows) * len(rows[0]) <= MAX_ROOM, f"more than {MAX_ROOM} places")
        require(not set("".join(rows)) - set("#.*Ss"), "a level has the glyphs # . * S s")
        glyph = {(r, c): g for r, row in enumerate(rows) for c, g in enumerate(row) if g != "#"}
        starts = [place for place, g in glyph.items() if g in "Ss"]
        require(len(starts) == 1, f"a level has one start, this one {len(starts)}")
        self.start: tuple[int, int] = starts[0]
        self.empty: set[tuple[int, int]] = {place for place, g in glyph.items() if g in ".s"}
        self.free: set[tuple[int, int]] = set(glyph)
        self.sha256: str = hashlib.sha256(
            "\n".join(["lo-exact level 1", *rows, ""]).encode()
        ).hexdigest()

    def beside(self, place: Place) -> list[Place]:
        """Return a cell's free neighbours in the order U, R, D, L."""
        near = [(place[0] + down, place[1] + right) for down, right in STEPS.values()]
        return [other for other in near if other in self.free]

    def reached(self) -> set[Place]:
        """Return the cells connected with the start."""
        seen, ahead = {self.start}, [self.start]
        for here in ahead:
            for there in self.beside(here):
                if there not in seen:
                    seen.add(there)
                    ahead.append(there)
        return seen

    def walked(self, walk: str) -> Place:
        """Return the end of a walk; reject it unless it paints every cell."""
        empty, here = set(self.empty), self.start
        for at, letter in enumerate(walk, start=1):
            require(letter in STEPS, f"step {at} is none of U, R, D, L")
            here = (here[0] + STEPS[letter][0], here[1] + STEPS[letter][1])
            require(here in self.free, f"step {at} is not onto a free cell")
            empty ^= {here}
        require(not empty, f"the walk leaves {len(empty)} cells empty")
        return here


class Board:
    """The cells connected with the start, numbered row by row, and bounds by parity.

    ``wanted`` is the cell where the walk has to end, if it is not free to end anywhere.
    """

    def __init__(self, level: Level, end: Place | None = None):
        places = sorted(level.reached())
        bounded(len(places) <= MAX_CELLS, f"more than {MAX_CELLS} cells are connected")
        name = {place: v for v, place in enumerate(places)}
        self.level: Level = level
        self.places: list[tuple[int, int]] = places
        self.start: int = name[level.start]
        self.wanted: int | None = None if end is None else name[end]
        self.empty: list[bool] = [place in level.empty for place in places]
        self.near: list[list[int]] = [
            [name[other] for other in level.beside(place)] for place in places
        ]
        self.edges: list[tuple[int, int]] = [
            (v, w) for v, near in enumerate(self.near) for w in sorted(near) if w > v
        ]
        self.edge: dict[frozenset[int], int] = {
            frozenset(pair): e for e, pair in enumerate(self.edges)
        }
        self.colour: list[int] = [(r + c + sum(level.start)) % 2 for r, c in places]
        b = sum(e and not colour for e, colour in zip(self.empty, self.colour, strict=True))
        a = sum(self.empty) - b
        # lower bounds from the cells of the other colour, and from those of the start's colour
        other, own = (2 * a, 2 * b) if (a + b) % 2 == 0 else (2 * a - 1, 2 * b + 1)
        self.end_colour: int = (a + b) % 2
        self.bound: int = max(other, own)
        self.tight: int = int(other >= own)

    def at(self, v: int) -> list[int]:
        """Return the numbers of the edges at a cell."""
        return [self.edge[frozenset((v, w))] for w in self.near[v]]

    def base(self, v: int) -> int:
        """Return the least sum of multiplicities at v, not the end: 2 if empty, + 1 at start."""
        return 2 * self.empty[v] + (v == self.start)

    def order(self) -> list[int]:
        """Return the cells depth-first from the start, neighbours in the order U, R, D, L."""
        order, seen = [self.start], {self.start}
        stack = [iter(self.near[self.start])]
        while stack:
            for w in stack[-1]:
                if w not in seen:
                    seen.add(w)
                    order.append(w)
                    stack.append(iter(self.near[w]))
                    break
            else:
                stack.pop()
        return order

    def end(self, v: int) -> int:
        """Return the number of the variable "v is the end"."""
        return 6 * len(self.edges) + v + 1

    def reached(self, gone: Iterable[int]) -> set[int]:
        """Return the cells connected with the start after removing the given edges."""
        without = {self.edges[e] for e in gone}
        seen, ahead = {self.start}, [self.start]
        for v in ahead:
            for w in self.near[v]:
                if w not in seen and (min(v, w), max(v, w)) not in without:
                    seen.add(w)
                    ahead.append(w)
        return seen

    def behind(self, e: int) -> set[int]:
        """Return the cells that lose their connection to the start when an edge is removed."""
        return set(range(len(self.places))) - self.reached([e])
