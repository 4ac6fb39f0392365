"""Pictures of puzzles: lights, presses and patterns on a grid, a graph or a board of hexagons.

`picture` draws a puzzle: a grid as squares, anything else as a graph.  Puzzles are defined on
higher levels of the package, which may not be imported here.  So the protocol `Subject` lists all
that this file needs of them, and a puzzle may draw itself.

`hexes_scene` draws a board of hexagons.
"""

from collections.abc import Sequence
from html import escape
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, whole_vector
from lo_exact.errors import UsageError
from lo_exact.pictures.graph import graph_scene
from lo_exact.pictures.marks import (
    DEEP,
    DOT,
    FAINT,
    FILLS,
    NONE,
    PAPER,
    WHITE,
    Dots,
    Hexagons,
    Ink,
    Mark,
    Points,
    Words,
    fills_of,
)
from lo_exact.pictures.scene import Scene, to_svg
from lo_exact.pictures.tiles import (
    NOTHING,
    READABLE,
    Tiles,
    face_corners,
    letters,
    side_of,
    tiles_scene,
)


def hexes_scene(tiles: Tiles, *, side: int = 0, title: str = "", description: str = "") -> Scene:
    """Return the picture of a board of hexagons.

    Each hexagon has its fill, a digit, a dot for a press, and a ring.  Hexagons have a point
    upwards and are on every second place of a row, as in text.  Costs about 1 us a hexagon.

    Args:
        tiles: The board; names at the edges are omitted.
        side: width of a hexagon in pixels; 0: automatic.
        title: one line.
        description: description of the picture.
    """
    rows, columns = tiles.fills.shape
    width = float(side or side_of(rows, (columns + 1) // 2))
    radius = width / sqrt(3)

    def centres(where: IntArray) -> Points:
        x = 1 + (where[:, 1] + 1) * width / 2
        y = 1 + radius + where[:, 0] * 1.5 * radius
        return np.stack([x, y], axis=1)

    marks: list[Mark] = [
        Hexagons(centres(np.argwhere(tiles.fills == fill)), radius, FILLS[fill])
        for fill in np.unique(tiles.fills[tiles.fills >= 0]).tolist()
    ]
    if tiles.rings is not None and tiles.rings.any():
        marks.append(Hexagons(centres(np.argwhere(tiles.rings)), radius * 0.86, NONE, DOT))
    dots = np.zeros_like(tiles.fills) if tiles.dots is None else tiles.dots
    if tiles.digits is not None and width >= READABLE:
        for k in np.unique(tiles.fills[tiles.digits >= 0]).tolist():
            ink = FAINT if k == 0 else WHITE if FILLS[k].is_deep else DEEP
            here = (tiles.fills == k) & (tiles.digits >= 0)
            # a digit in a cell with a dot is drawn smaller, above the dot
            for where, size, up in (
                (np.argwhere(here & (dots <= 0)), width * 0.42, 0.0),
                (np.argwhere(here & (dots > 0)), width * 0.22, width * 0.4),
            ):
                if len(where):
                    at = centres(where) - np.array([0, up])
                    marks.append(_written(at, tiles.digits, where, size, ink))
    if (dots > 0).any():
        where = np.argwhere(dots > 0)
        marks.append(Dots(centres(where), width * (0.29 if tiles.counted else 0.22), DOT, PAPER))
        if tiles.counted and width >= READABLE:
            marks.append(_written(centres(where), dots, where, width * 0.36, WHITE))
    height = 2 + radius * (1.5 * rows + 0.5)
    return Scene(2 + (columns + 1) * width / 2, height, tuple(marks), title, description)


def _written(at: Points, numbers: IntArray, where: IntArray, size: float, ink: Ink) -> Words:
    texts = tuple(map(str, numbers[where[:, 0], where[:, 1]].tolist()))
    size = size * min(1.0, 2.0 / max(map(len, texts)))
    return Words(at + np.array([0, 0.36 * size]), texts, size, ink)


MAX_SIDE = 2**12
"""Largest side of a square in pixels: 1,000 rows then fill a picture that programs can still open.
"""


class DrawnLayout(Protocol):
    """Interface of a layout with positions and names, as in `lo_exact.puzzle.Layout`."""

    @property
    def light_at(self) -> IntArray:
        """Number of the light at each position, or -1, of shape (rows, columns)."""

    @property
    def button_at(self) -> IntArray:
        """Number of the button at each position, or -1, of shape (rows, columns)."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the lights, empty if they have none."""

    @property
    def button_names(self) -> tuple[str, ...]:
        """Names of the buttons, if they differ from those of the lights."""

    @property
    def neighbourhood(self) -> str:
        """Name of the rule; ``hex`` is drawn as hexagons."""

    @property
    def is_grid(self) -> bool:
        """Return whether the layout has rows and columns."""


class Subject(Protocol):
    """Interface of a puzzle that can be drawn, as in `lo_exact.puzzle.Puzzle`."""

    @property
    def activation(self) -> SparseMatrix:
        """Activation matrix mod c, of shape (lights, buttons)."""

    @property
    def layout(self) -> DrawnLayout:
        """Positions and names of the lights and buttons."""


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
        puzzle: The puzzle.
        lights: (lights,) of 0..c-1, -1 for lights that do not matter; None: all off.
        presses: (buttons,) of 0..c-1, drawn as dots; None: no dots.
        fills: (lights,) indices into `lo_exact.pictures.marks.FILLS` instead of colours.
        rings: (buttons,) mask of the buttons to ring.
        named: whether to write column letters and row numbers at the edges, and the letters of a
            cube's faces.
        side: side of a square in pixels; 0: automatic.
        title: one line.
        description: description of the picture.

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
    """Return the value at each position, `NOTHING` at holes, of shape (rows, columns)."""
    return np.append(values, NOTHING)[places]


MAX_NOTEBOOK_PLACES = 90_000
"""Places of a board that a notebook draws."""


def notebook_svg(
    puzzle: Subject,
    *,
    lights: IntArray | None = None,
    presses: Sequence[int] | None = None,
    title: str = "",
) -> str | None:
    """Return the SVG picture of a board, or None if it is too large for a page."""
    if puzzle.layout.light_at.size > MAX_NOTEBOOK_PLACES:
        return None
    try:
        return to_svg(picture(puzzle, lights=lights, presses=presses, named=True, title=title))
    except UsageError:  # a graph with too many vertices to draw
        return None


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a plain HTML table with all text escaped."""

    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"
