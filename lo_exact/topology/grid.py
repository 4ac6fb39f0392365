"""Grids of lights and buttons: stencils, surfaces, and the activation matrices of rules on them.

A `Stencil` is the amounts that a press adds around its own position, the same for every button.
`parse_stencil` reads a drawing.  `STENCILS` are named after J. Scherphuis's and the OEIS's use.
All but ``cross`` change the button's own light too, because the published boards and nullities of
these rules do.

A `Surface` joins edges of a rectangle: plane, torus, cylinder and their twisted variants.  A
stencil is laid on the unfolded surface, an endless pavement of copies of the board.  Crossing a
twisted join of the left and right edge an odd number of times turns the rows upside down.  Crossing
one of the top and bottom edge swaps left and right.  Both turns commute, so the place that a step
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

`stencil_matrix` makes the matrix of a stencil on a `Grid`; `line_matrix` and the functions below it
make the rules that are no stencils.  Where a stencil reaches the same light twice (on a small
torus), the amounts add up mod c: the plus rule on the 1 x 1 torus adds 5.  The torus nullities of
OEIS A165738 have this convention.

`ColumnWriter` writes a matrix column by column into its compressed form, some hundred thousand
entries at a time: 20 ns an entry, no triples, no sorting of the whole.  The plus rule on 3000 x
3000 (45 million entries) takes about 1 s and 0.4 GB.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import (
    MAX_MODULUS,
    MAX_REMEMBERED,
    IntArray,
    SparseMatrix,
    residue_dtype,
)
from lo_exact.algebra.uniform_matrix import Uniform, UniformMatrix
from lo_exact.errors import InputError, PuzzleError, printable
from lo_exact.registers import meant

MAX_AMOUNT = 2**31 - 1
"""Largest amount in a drawing of a neighbourhood: one less than the most colours."""

_ROW_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL_STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT_STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_TOKEN = re.compile(r"\[\s*([0-9]+|[.#])\s*\]|([0-9]|[.#])")
_WORD = re.compile(r"\[\s*([0-9]+|[.#])\s*\]|([0-9]+|[.#])")


@dataclass(frozen=True)
class Stencil:
    """Effect of a press, as sorted triples (row step, column step, amount) with distinct steps.

    Steps count downwards and to the right from the button's own place.
    """

    steps: tuple[tuple[int, int, int], ...]

    @property
    def largest(self) -> int:
        """Largest amount that a press adds to a light, or 0 for an empty stencil."""
        return max((amount for _, _, amount in self.steps), default=0)

    def drawn(self) -> str:
        """Return the drawing of the stencil for `parse_stencil`, with rows separated by ``/``.

        >>> STENCILS["plus"].drawn()
        '.#. / #[#]# / .#.'
        """
        rows = [r for r, _, _ in self.steps] + [0]
        columns = [c for _, c, _ in self.steps] + [0]
        amount = {(r, c): a for r, c, a in self.steps}
        wide = self.largest > 9
        if wide and not any(columns):
            columns += [1]  # otherwise a single amount in a row would be parsed digit by digit
        lines = []
        for r in range(min(rows), max(rows) + 1):
            glyphs = []
            for c in range(min(columns), max(columns) + 1):
                value = amount.get((r, c), 0)
                glyph = {0: ".", 1: "#"}.get(value, str(value))
                glyphs.append(f"[{glyph}]" if r == c == 0 else glyph)
            lines.append((" " if wide else "").join(glyphs))
        return " / ".join(lines)


def _closed(steps: Sequence[tuple[int, int]]) -> Stencil:
    return Stencil(tuple((r, c, 1) for r, c in sorted([*steps, (0, 0)])))


STENCILS = {
    "plus": _closed(_ROW_STEPS),
    "cross": Stencil(tuple((r, c, 1) for r, c in _ROW_STEPS)),
    "x": _closed(_DIAGONAL_STEPS),
    "king": _closed(_ROW_STEPS + _DIAGONAL_STEPS),
    "knight": _closed(_KNIGHT_STEPS),
}
"""Stencils with a name."""


def parse_stencil(rows: Sequence[str]) -> Stencil:
    """Parse a drawn stencil.

    A stencil is drawn as rows with its centre, the button's own place, in square brackets: ``.#.
    #[#]# .#.`` is the plus rule.  Drawn amounts are ``.`` (0), ``#`` (1) and numbers.  Adjacent
    digits are one amount each; rows with blanks hold whole numbers.  Rows are separated by ``/`` or
    are lines of their own.

    Args:
        rows: its rows, from the top.

    Raises:
        InputError: With ``line`` and ``column`` counted within ``rows``.

    >>> parse_stencil(["[1]2"]).steps
    ((0, 0, 1), (0, 1, 2))
    """
    table: list[list[int]] = []
    centre: tuple[int, int] | None = None
    for number, row in enumerate(rows, start=1):
        amounts: list[int] = []
        spaced = len(row.split()) > 1
        position = 0
        while position < len(row):
            if row[position].isspace():
                position += 1
                continue
            found = (_WORD if spaced else _TOKEN).match(row, position)
            if found is None:
                raise InputError(
                    "a stencil is drawn with . # and numbers, its centre in [ ], "
                    f"got {printable(row[position])!r}",
                    line=number,
                    column=position + 1,
                )
            glyph = found[1] or found[2]
            if found[1]:
                if centre is not None:
                    raise InputError(
                        "a stencil has one centre in [ ], got a second one",
                        line=number,
                        column=position + 1,
                    )
                centre = (number - 1, len(amounts))
            amount = {".": 0, "#": 1}[glyph] if glyph in ".#" else int(glyph[:20])
            if amount > MAX_AMOUNT:
                raise InputError(
                    f"an amount is at most {MAX_AMOUNT}, got {printable(glyph, 30)}",
                    line=number,
                    column=position + 1,
                )
            amounts.append(amount)
            position = found.end()
        if table and len(amounts) != len(table[0]):
            raise InputError(
                f"all rows of a stencil are equally long: row {number} has {len(amounts)} "
                f"places, row 1 has {len(table[0])}",
                line=number,
                column=len(row.rstrip()) + 1,
            )
        table.append(amounts)
    if centre is None:
        raise InputError("a stencil needs its centre, the button's own place, in [ ]", line=1)
    return Stencil(
        tuple(
            (r - centre[0], c - centre[1], amount)
            for r, row_amounts in enumerate(table)
            for c, amount in enumerate(row_amounts)
            if amount
        )
    )


def check_amounts(stencil: Stencil, colours: int) -> None:
    """Raise an error if a stencil has an amount that is not below the number of colours.

    Raises:
        PuzzleError: When an amount is not below the number of colours.
    """
    if stencil.largest >= colours:
        raise PuzzleError(
            f"with {colours} colours a press adds 0..{colours - 1}, the stencil has "
            f"{stencil.largest}"
        )


Places = NDArray[np.int32]


class Join(Enum):
    """Way in which two opposite edges are joined."""

    OPEN = "open"
    STRAIGHT = "joined"
    TWISTED = "joined with a twist"


@dataclass(frozen=True)
class Surface:
    """Rectangle whose opposite edges may be joined."""

    name: str
    """Name in board text."""
    sides: Join
    """Join of the left and the right edge."""
    ends: Join
    """Join of the top and the bottom edge."""

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


MAX_PLACES = 2**24
"""Largest number of places of a grid (4096 x 4096)."""

MAX_ENTRIES = 2**28
"""Largest number of entries of an activation matrix made here (1.4 GB)."""

BYTES_AN_ENTRY = 21
"""Peak bytes for each matrix entry while it is built: positions, amounts, sorted columns."""

MANY_ENTRIES = 2**22
"""Number of matrix entries from which on free memory is checked first."""

_BLOCK = 1 << 19
"""Matrix entries computed together."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Grid:
    """Positions of the lights and of the buttons on a grid, each numbered row by row."""

    lights: Mask
    """(rows, columns) bool, cells with lights."""
    buttons: Mask
    """(rows, columns) bool, cells with buttons."""

    def __post_init__(self) -> None:
        if self.lights.shape != self.buttons.shape or self.lights.ndim != 2:
            raise PuzzleError(
                f"lights and buttons are drawn on the same rows and columns, got shapes "
                f"{self.lights.shape} and {self.buttons.shape}"
            )

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns."""
        return self.lights.shape[0], self.lights.shape[1]

    @property
    def full(self) -> bool:
        """Return whether every position has a light and a button."""
        return bool(self.lights.all()) and (self.buttons is self.lights or bool(self.buttons.all()))

    @property
    def light_at(self) -> IntArray:
        """Number of the light at each position, or -1; an int64 array of shape (rows, columns)."""
        return _numbered(self.lights)

    @property
    def button_at(self) -> IntArray:
        """Number of the button at each position, or -1; an int64 array of shape (rows, columns)."""
        return _numbered(self.buttons)


def check_grid_size(rows: int, columns: int) -> None:
    """Raise an error for a grid that is too large, before memory is allocated.

    Raises:
        PuzzleError: When the grid has more than `MAX_PLACES` cells.
    """
    if rows < 0 or columns < 0 or rows * columns > MAX_PLACES:
        raise PuzzleError(f"a grid has at most {MAX_PLACES} places, got {rows} x {columns}")


def stencil_matrix(grid: Grid, stencil: Stencil, surface: Surface, colours: int) -> SparseMatrix:
    """Return the activation matrix of a grid whose buttons all act by one stencil.

    That of a full rectangle whose edges are joined straight or open is written out at first use.

    Args:
        grid: Positions of lights and buttons; a stencil has no effect on cells without a light.
        stencil: Amounts that a press adds around its cell; steps may cross joined edges.
        surface: Surface that joins the grid's edges.
        colours: c.

    Raises:
        PuzzleError: When an amount is not below c, or the matrix would be too large.
    """
    if grid.full and Join.TWISTED not in (surface.sides, surface.ends) and stencil.steps:
        return uniform_matrix(*grid.shape, stencil, surface, colours)
    return written_matrix(grid, stencil, surface, colours)


def uniform_matrix(
    rows: int, columns: int, stencil: Stencil, surface: Surface, colours: int
) -> UniformMatrix:
    """Return the activation matrix of a full rectangle, whose entries are computed at first use."""
    check_colours(colours)
    check_amounts(stencil, colours)
    sides, ends = (join is Join.STRAIGHT for join in (surface.sides, surface.ends))
    board = Uniform(rows, columns, colours, stencil.steps, ends, sides)
    # equal boards share their matrix, and with it cached results
    return _small_uniform(board) if rows * columns <= MAX_REMEMBERED else _uniform(board)


def _uniform(board: Uniform) -> UniformMatrix:
    return UniformMatrix(board, _written_uniform)


_small_uniform = lru_cache(maxsize=64)(_uniform)


def _written_uniform(board: Uniform) -> SparseMatrix:
    check_grid_size(board.rows, board.columns)
    full = np.ones((board.rows, board.columns), dtype=np.bool_)
    joins = {True: Join.STRAIGHT, False: Join.OPEN}
    surface = Surface("", joins[board.columns_joined], joins[board.rows_joined])
    reduced = {}
    for row, column, amount in board.steps:
        if amount % board.modulus:
            reduced[row, column] = amount % board.modulus
    stencil = Stencil(tuple((r, c, amount) for (r, c), amount in sorted(reduced.items())))
    return written_matrix(Grid(full, full), stencil, surface, board.modulus)


def written_matrix(grid: Grid, stencil: Stencil, surface: Surface, colours: int) -> SparseMatrix:
    """Return the matrix of `stencil_matrix` with all entries computed immediately."""
    check_colours(colours)
    check_amounts(stencil, colours)
    check_grid_size(*grid.shape)
    reach = surface.reaches(grid.shape, stencil.steps)
    steps = [step for step, count in zip(stencil.steps, reach, strict=True) if count]
    check_entries(sum(reach))
    rows, columns = grid.shape
    writer = ColumnWriter(int(grid.lights.sum()), int(grid.buttons.sum()), colours, sum(reach))
    full = bool(grid.lights.all())
    light_at = grid.light_at.ravel().astype(np.int32) if not full else None
    amounts = np.array([amount for _, _, amount in steps], dtype=np.int64)
    height = max(1, _BLOCK // max(1, columns * len(steps)))
    for low in range(0, rows if steps else 0, height):
        numbers = np.arange(low, min(rows, low + height), dtype=np.int32)
        block = surface.places_after(grid.shape, numbers, steps)
        if light_at is not None:
            block = np.where(block >= 0, light_at[block], np.int32(-1))
        writer.add(block[grid.buttons[low : low + height]], amounts)
    if not steps:
        writer.add_empty()
    return writer.matrix()


def line_matrix(directions: Sequence[tuple[int, int]], grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of a rule "all lights on lines through the button".

    Holes do not stop a line: it goes on behind them.

    Args:
        directions: row and column step along each line, of -1, 0 and 1.
        grid: Positions of lights and buttons.
        colours: c.

    Raises:
        PuzzleError: When the matrix would be too large.
    """
    rows, columns = grid.shape
    steps = {(0, 0)}
    for down, along in directions:
        length = min(rows if down else columns, columns if along else rows)
        check_entries(length * length)
        for k in range(1, length):
            steps |= {(k * down, k * along), (-k * down, -k * along)}
    stencil = Stencil(tuple((down, along, 1) for down, along in sorted(steps)))
    return written_matrix(grid, stencil, Surface("plane", Join.OPEN, Join.OPEN), colours)


def row_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of the rule "all lights in the button's row"."""
    return line_matrix([(0, 1)], grid, colours)


def column_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of the rule "all lights in the button's column"."""
    return line_matrix([(1, 0)], grid, colours)


def row_column_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of the rule "all lights in the button's row and column"."""
    return line_matrix([(0, 1), (1, 0)], grid, colours)


def diagonals_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of the rule "all lights on the button's two diagonals"."""
    return line_matrix([(1, 1), (1, -1)], grid, colours)


def queen_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of the rule "all lights in row, column and diagonals"."""
    return line_matrix([(0, 1), (1, 0), (1, 1), (1, -1)], grid, colours)


def triangle_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of a board of triangles; neighbours share a side.

    The triangle in the upper left corner points up, and every second one after it in each row; the
    side of one that points up is shared with the row below.

    Raises:
        PuzzleError: When the matrix would be too large.
    """
    check_entries(4 * grid.lights.size)
    amounts = np.ones(4, dtype=np.int64)
    writer = ColumnWriter(
        int(grid.lights.sum()), int(grid.buttons.sum()), colours, 4 * grid.buttons.size
    )
    at = np.pad(grid.light_at.astype(np.int32), 1, constant_values=-1)
    for row in range(grid.shape[0]):
        own, beside = at[row + 1], at[row : row + 3 : 2].T
        points_up = (np.arange(grid.shape[1]) + row) % 2 == 0
        side = np.where(points_up, beside[1:-1, 1], beside[1:-1, 0])
        block = np.stack([own[:-2], own[1:-1], own[2:], side], axis=1)
        writer.add(block[grid.buttons[row]], amounts)
    return writer.matrix()


class ColumnWriter:
    """Builder of a sparse matrix, column by column, in preallocated arrays.

    Args:
        lights: Number of rows.
        buttons: Number of columns.
        colours: c.
        entries: Upper bound on the number of entries.
    """

    def __init__(self, lights: int, buttons: int, colours: int, entries: int):
        self._shape = (lights, buttons)
        self._colours = colours
        self._counts = np.zeros(buttons, dtype=np.int64)
        self._rows = np.empty(entries, dtype=np.int32)
        self._values = np.empty(entries, dtype=residue_dtype(colours))
        self._button = self._entry = 0
        self._wrapped = False

    def add(self, lights: NDArray[np.int32], amounts: IntArray) -> None:
        """Append the columns of the next buttons.

        Args:
            lights: (buttons, k) lights that each acts on, -1 for none; a light may
                occur twice.
            amounts: (k,) amounts that each button adds to its 1st, 2nd, ... light, 0..c-1.
        """
        buttons, width = lights.shape
        if buttons == 0:
            return
        equal = width == 0 or bool((amounts == amounts[0]).all())
        values: NDArray[Any]
        if equal:
            if width > 1 and not bool((lights[:, 1:] > lights[:, :-1]).all()):
                lights = np.sort(lights, axis=1)
            values = np.broadcast_to(amounts, lights.shape)
        else:
            order = np.argsort(lights, axis=1, kind="stable")
            lights = np.take_along_axis(lights, order, axis=1)
            values = amounts[order]
        present = lights >= 0
        counts = present.sum(axis=1)
        flat, flat_values = lights[present], values[present]
        same = flat[1:] == flat[:-1]
        if same.any():
            button = np.repeat(np.arange(buttons), counts)
            first = np.concatenate([[True], ~(same & (button[1:] == button[:-1]))])
            # at most 2**28 amounts below 2**31 are added: the sums stay below 2**59
            flat_values = np.add.reduceat(flat_values, np.flatnonzero(first))
            self._wrapped |= bool((flat_values >= self._colours).any())
            flat_values = flat_values % self._colours
            kept = flat_values != 0
            flat, flat_values = flat[first][kept], flat_values[kept]
            counts = np.bincount(button[first][kept], minlength=buttons)
        end = self._entry + flat.size
        self._rows[self._entry : end] = flat
        self._values[self._entry : end] = flat_values
        self._counts[self._button : self._button + buttons] = counts
        self._button += buttons
        self._entry = end

    def add_empty(self) -> None:
        """Fill the remaining columns as buttons that change no light."""
        self._button = self._shape[1]

    def matrix(self) -> SparseMatrix:
        """Return the completed matrix."""
        assert self._button == self._shape[1]
        starts = np.zeros(self._shape[1] + 1, dtype=np.int64)
        np.cumsum(self._counts, out=starts[1:])
        return SparseMatrix(
            self._shape,
            self._colours,
            starts,
            self._rows[: self._entry],
            self._values[: self._entry],
            self._wrapped,
        )


def check_colours(colours: int) -> None:
    """Raise an error for a number of colours outside 2..2**31.

    Raises:
        PuzzleError: When it is outside.
    """
    if not isinstance(colours, int | np.integer) or not 2 <= colours <= MAX_MODULUS:
        raise PuzzleError(f"colours must be 2..{MAX_MODULUS}, got {colours}")


def check_entries(entries: int) -> None:
    """Raise an error for an activation matrix with too many entries, before memory is allocated.

    Raises:
        PuzzleError: When there are more than `MAX_ENTRIES` entries, or more than fit in memory.
    """
    if entries > MAX_ENTRIES:
        raise PuzzleError(
            f"an activation matrix has at most {MAX_ENTRIES} entries, this one has {entries}"
        )
    if entries > MANY_ENTRIES:
        from lo_exact.machine import check_memory  # imported here: only large boards need it

        check_memory(entries * BYTES_AN_ENTRY, f"an activation matrix of {entries} entries")


def _numbered(mask: Mask) -> IntArray:
    if mask.all():
        return np.arange(mask.size, dtype=np.int64).reshape(mask.shape)
    return np.where(mask, np.cumsum(mask, dtype=np.int64).reshape(mask.shape) - 1, -1)
