"""Surfaces made by joining edges of a rectangle: plane, torus, cylinder and their twisted variants.

A stencil is laid on the unfolded surface, an endless pavement of copies of the board.  Crossing a
twisted join of the left and right edge an odd number of times turns the rows upside down.  Crossing
one of the top and bottom edge swaps left and right; both turns commute, so the place that a step
leads to does not depend on the way there.

===========  ==========================  ==========================
name         left edge and right edge    top edge and bottom edge
===========  ==========================  ==========================
plane        open                        open
cylinder     joined                      open
moebius      joined with a twist         open
torus        joined                      joined
klein        joined with a twist         joined
projective   joined with a twist         joined with a twist
===========  ==========================  ==========================
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import PuzzleError, printable
from lo_exact.registers import meant

Places = NDArray[np.int32]


class Join(Enum):
    """Way in which two opposite edges are joined."""

    OPEN = "open"
    STRAIGHT = "joined"
    TWISTED = "joined with a twist"


@dataclass(frozen=True)
class Surface:
    """Rectangle with joined edges."""

    name: str
    """As board text writes it."""
    sides: Join
    """How the left and the right edge meet."""
    ends: Join
    """How the top and the bottom edge meet."""

    def places_after(
        self, shape: tuple[int, int], row_numbers: Places, steps: Sequence[tuple[int, int, int]]
    ) -> Places:
        """Return the positions reached by each step from every position of the given rows.

        Args:
            shape: (rows, columns) of the rectangle.
            row_numbers: (k,) the rows to start from, each 0..rows-1.
            steps: (rows down, columns to the right, anything) of each step.

        Returns:
            (k, columns, steps) int32: row-major place numbers, -1 where a step leaves the surface.
        """
        found = [self._places(shape, row_numbers, down, right) for down, right, _ in steps]
        return np.stack(found, axis=2)

    def _places(
        self, shape: tuple[int, int], row_numbers: Places, row_step: int, column_step: int
    ) -> Places:
        height, width = shape
        turns_down, rows = np.divmod(row_numbers + np.int32(row_step), np.int32(height))
        column_numbers = np.arange(width, dtype=np.int32)
        turns_right, columns = np.divmod(column_numbers + np.int32(column_step), np.int32(width))
        row_grid, column_grid = rows[:, None], columns[None, :]
        if self.sides is Join.TWISTED:
            upside_down = (turns_right % 2 != 0)[None, :]
            row_grid = np.where(upside_down, height - 1 - row_grid, row_grid)
        if self.ends is Join.TWISTED:
            mirrored = (turns_down % 2 != 0)[:, None]
            column_grid = np.where(mirrored, width - 1 - column_grid, column_grid)
        places: Places = (row_grid * np.int32(width) + column_grid).astype(np.int32, copy=False)
        if self.sides is Join.OPEN and turns_right.any():
            places[:, turns_right != 0] = -1
        if self.ends is Join.OPEN and turns_down.any():
            places[turns_down != 0, :] = -1
        return places

    def reaches(self, shape: tuple[int, int], steps: Sequence[tuple[int, int, int]]) -> list[int]:
        """Return, for each step, the number of positions from which it stays on the surface."""
        rows, columns = shape
        return [
            (rows if self.ends is not Join.OPEN else max(0, rows - abs(row_step)))
            * (columns if self.sides is not Join.OPEN else max(0, columns - abs(column_step)))
            for row_step, column_step, _ in steps
        ]


SURFACES = {
    surface.name: surface
    for surface in (
        Surface("plane", Join.OPEN, Join.OPEN),
        Surface("torus", Join.STRAIGHT, Join.STRAIGHT),
        Surface("cylinder", Join.STRAIGHT, Join.OPEN),
        Surface("moebius", Join.TWISTED, Join.OPEN),
        Surface("klein", Join.TWISTED, Join.STRAIGHT),
        Surface("projective", Join.TWISTED, Join.TWISTED),
    )
}
"""All topologies, by name."""


def find_surface(name: str) -> Surface:
    """Return the surface with this name.

    Raises:
        PuzzleError: When there is none.
    """
    if name not in SURFACES:
        raise PuzzleError(
            f"topology must be {', '.join(SURFACES)}, got {printable(name, 40)!r}"
            f"{meant(name, SURFACES)}"
        )
    return SURFACES[name]
