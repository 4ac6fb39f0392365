"""A puzzle as a scene: its lights, its presses, patterns of either.

The floors above hold the puzzles; all that is asked of them here is written down as a protocol, so
that a puzzle may draw itself.  A grid is drawn as squares, anything else as a graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix
from lo_exact.algebra.whole import whole_vector
from lo_exact.pictures.faces import face_corners
from lo_exact.pictures.graph import graph_scene
from lo_exact.pictures.hexes import hexes_scene
from lo_exact.pictures.inks import FILLS, fills_of
from lo_exact.pictures.scene import Scene
from lo_exact.pictures.tiles import NOTHING, Tiles, letters, tiles_scene

MAX_SIDE = 2**12
"""Pixels of a square: a board of 1,000 rows is then as large as programs draw."""


class DrawnLayout(Protocol):
    """Places and names of lights and buttons: `lo_exact.puzzle.Layout`."""

    @property
    def light_at(self) -> IntArray:
        """(rows, columns) light of each place or -1."""

    @property
    def button_at(self) -> IntArray:
        """(rows, columns) button of each place or -1."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the lights."""

    @property
    def button_names(self) -> tuple[str, ...]:
        """Names of the buttons where they differ."""

    @property
    def neighbourhood(self) -> str:
        """The rule's name, ``hex`` for hexagons."""

    @property
    def is_grid(self) -> bool:
        """Return whether there are rows and columns."""


class Subject(Protocol):
    """The drawn part of a puzzle: `lo_exact.puzzle.Puzzle`."""

    @property
    def activation(self) -> SparseMatrix:
        """(lights, buttons) mod c."""

    @property
    def layout(self) -> DrawnLayout:
        """The drawing of the puzzle."""


def picture(
    puzzle: Subject,
    *,
    lights: Sequence[int] | IntArray | None = None,
    presses: Sequence[int] | IntArray | None = None,
    fills: IntArray | None = None,
    rings: NDArray[np.bool_] | None = None,
    named: bool = False,
    side: int = 0,
    title: str = "",
    description: str = "",
) -> Scene:
    """Return the picture of lights, of presses, or of presses on lights.

    Args:
        puzzle: Whose lights and buttons they are.
        lights: (lights,) of 0..c-1, -1 for one that does not matter; None: all are drawn off.
        presses: (buttons,) of 0..c-1, drawn as dots; None: no dots.
        fills: (lights,) places of `lo_exact.pictures.inks.FILLS` instead of the colours'.
        rings: (buttons,) which buttons to point at.
        named: write the columns' letters and the rows' numbers at the edges, and the letters of a
            cube's faces.
        side: of a square in pixels; 0: as fits.
        title: one line.
        description: what it shows.

    Returns:
        A scene for `write_picture`; in a notebook it draws itself.

    Raises:
        PuzzleError: When vectors do not fit the puzzle.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> lo_exact.picture(puzzle, lights=puzzle.state, title="all on").title
        'all on'
    """
    matrix, layout = puzzle.activation, puzzle.layout
    colours = matrix.modulus
    side = int(whole_vector("side", [side], 1, 0, MAX_SIDE)[0])
    places, buttons = matrix.shape
    values = None if lights is None else whole_vector("lights", lights, places, -1, colours - 1)
    count = None if presses is None else whole_vector("presses", presses, buttons, 0)
    if fills is not None:
        fills = whole_vector("fills", fills, places, -1, len(FILLS) - 1)
    shown = np.zeros(matrix.shape[0], dtype=np.int64) if values is None else values
    inked = fills_of(shown, colours) if fills is None else fills
    digits = None if values is None or colours == 2 else values
    if not layout.is_grid:
        return graph_scene(
            matrix, light_names=layout.names, button_names=layout.button_names or layout.names,
            fills=inked, digits=digits, presses=count, title=title, description=description,
        )  # fmt: skip
    rows, columns = layout.light_at.shape
    tiles = Tiles(
        fills=_placed(layout.light_at, inked),
        digits=None if digits is None else _placed(layout.light_at, digits),
        dots=None if count is None else _placed(layout.button_at, count),
        counted=colours > 2,
        rings=None if rings is None else _placed(layout.button_at, rings.astype(np.int64)) > 0,
        row_names=tuple(str(row + 1) for row in range(rows)) if named else (),
        column_names=tuple(letters(column) for column in range(columns)) if named else (),
        signs=face_corners((rows, columns)) if named and layout.neighbourhood == "cube" else (),
    )
    scene = hexes_scene if layout.neighbourhood == "hex" else tiles_scene
    return scene(tiles, side=side, title=title, description=description)


def _placed(places: IntArray, values: IntArray) -> IntArray:
    """Return (rows, columns): the value on each place, `NOTHING` where there is none."""
    return np.append(values, NOTHING)[places]
