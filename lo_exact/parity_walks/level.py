"""Levels of parity walks: free cells and walls, a start, and cells that are already painted.

Only free cells are stored, so walls cost nothing.  Cells are numbered row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from lo_exact.errors import PuzzleError

Place = tuple[int, int]
"""(row, column), from 0, top left."""

STEPS: Mapping[str, Place] = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
"""Row and column step of each letter of a walk."""

MAX_PLACES = 250_000
"""Rows times columns of a level, with walls; no engine could start on a larger one."""


@dataclass(frozen=True)
class WalkLevel:
    """A level of a parity walk."""

    rows: int
    """Height of the board."""
    columns: int
    """Width of the board."""
    cells: tuple[Place, ...]
    """Places of the free cells, row by row."""
    start: int
    """Number of the start cell."""
    painted: tuple[bool, ...]
    """Whether each cell is already painted; a new level's start is, but in a half-played
    position the token may stand on an empty cell.
    """
    name: str = ""
    """Name of the level, or ``""``."""
    limit: int | None = None
    """The step limit given with the level, or ``None``."""
    end: int = -1
    """Number of the cell where the walk has to end; -1 for anywhere."""

    @cached_property
    def number(self) -> Mapping[Place, int]:
        """Mapping from each free place to its cell number."""
        return {place: cell for cell, place in enumerate(self.cells)}

    @cached_property
    def reachable(self) -> tuple[int, ...]:
        """Numbers of the cells connected with the start, ascending."""
        seen, ahead = {self.start}, [self.start]
        while ahead:
            row, column = self.cells[ahead.pop()]
            for down, right in STEPS.values():
                near = self.number.get((row + down, column + right))
                if near is not None and near not in seen:
                    seen.add(near)
                    ahead.append(near)
        return tuple(sorted(seen))

    @cached_property
    def unpaintable(self) -> tuple[int, ...]:
        """Numbers of the cells that no walk can paint; the level is solvable if there are none.

        They are the empty cells not connected with the start, and an empty start without a
        neighbour to come back from.
        """
        within = set(self.reachable) if len(self.reachable) > 1 else set()
        return tuple(v for v, painted in enumerate(self.painted) if not painted and v not in within)

    def ending(self, end: int) -> WalkLevel:
        """Return the same level with a required end cell (-1: any)."""
        return replace(self, end=end)

    def renamed(self, name: str, limit: int | None) -> WalkLevel:
        """Return the same level with another name and step limit."""
        return replace(self, name=name, limit=limit)


def level_of_places(
    free: Iterable[Place],
    start: Place,
    painted: Iterable[Place] = (),
    *,
    on_empty: bool = False,
    rows: int = 0,
    columns: int = 0,
    name: str = "",
    limit: int | None = None,
) -> WalkLevel:
    """Build a level from the coordinates of its free and painted cells.

    Args:
        free: places of the free cells, including the start and the painted ones.
        start: place of the start.
        painted: places that are painted already, besides the start.
        on_empty: whether the start itself is still empty.
        rows: height, enough for all places.
        columns: width, enough for all places.
        name: name of the level.
        limit: its step limit.

    Raises:
        PuzzleError: When the start or a painted place is not free, or the board is too large.
    """
    cells = tuple(sorted(set(free)))
    number = {place: cell for cell, place in enumerate(cells)}
    done = set(painted)
    if not done | {start} <= number.keys():
        raise PuzzleError("the start and the painted cells must be free cells")
    done = done - {start} if on_empty else done | {start}
    rows = max(rows, 1 + max(row for row, _ in cells))
    columns = max(columns, 1 + max(column for _, column in cells))
    if rows * columns > MAX_PLACES:
        raise PuzzleError(
            f"a level may have at most {MAX_PLACES} places, got {rows} x {columns}, walls included"
        )
    if cells[0][0] < 0 or min(column for _, column in cells) < 0:
        raise PuzzleError("rows and columns are counted from 0")
    return WalkLevel(
        rows=rows,
        columns=columns,
        cells=cells,
        start=number[start],
        painted=tuple(place in done for place in cells),
        name=name,
        limit=limit,
    )
