"""Recognition of the rule and surface behind a grid's activation matrix.

The rule that the layout remembers is tried first, then the pattern of the columns.  On surfaces
without a twist every entry determines its step, so a stencil is read off, and is found whenever
there is one.  On twisted surfaces the steps of the middle button are tried.  Every candidate is
built and compared entry by entry, so the answer is never a guess.
"""

from collections.abc import Iterator

import numpy as np

from lo_exact.algebra.sparse import IntArray, SparseMatrix
from lo_exact.errors import InputError
from lo_exact.puzzle import Puzzle
from lo_exact.topology.grid import SURFACES, Grid, Join, Stencil, Surface
from lo_exact.topology.rules import RULES, grid_matrix, rule_name, stencil_name

_MAX_STEPS = 4096
"""Different steps of a rule that is recognised; a matrix with more has no rule."""

_MAX_DRAWN = 10**5
"""Places of the drawing of a recognised rule."""

_FEW = 10**6
"""Entries of a matrix below which every named rule is tried on every surface."""


def recognise_rule(puzzle: Puzzle) -> tuple[str, str] | None:
    """Return (neighbourhood, topology) of a puzzle on a grid, or None if no rule gives its matrix.

    The lights and buttons must be numbered row by row, as `lo_exact.topology.grid_puzzle` does.
    """
    grid = grid_of(puzzle)
    if grid is None:
        return None
    for neighbourhood, topology in _candidates(puzzle, grid):
        try:
            built = grid_matrix(grid, neighbourhood, topology, puzzle.colours)
        except InputError:
            continue
        if same_matrix(built, puzzle.activation):
            return rule_name(neighbourhood), topology
    return None


def grid_of(puzzle: Puzzle) -> Grid | None:
    """Return the grid of a puzzle whose lights and buttons are numbered row by row, else None."""
    layout = puzzle.layout
    lights, buttons = layout.light_at >= 0, layout.button_at >= 0
    if not layout.is_grid or lights.shape != buttons.shape:
        return None
    grid = Grid(lights, buttons)
    for found, at in ((layout.light_at, grid.light_at), (layout.button_at, grid.button_at)):
        if not np.array_equal(found, at):
            return None
    if puzzle.activation.shape != (int(lights.sum()), int(buttons.sum())):
        return None
    return grid


def same_matrix(one: SparseMatrix, other: SparseMatrix) -> bool:
    """Return whether two matrices are equal in all entries."""
    return (
        one.shape == other.shape
        and one.modulus == other.modulus
        and np.array_equal(one.starts, other.starts)
        and np.array_equal(one.rows, other.rows)
        and np.array_equal(one.values, other.values)
    )


def _candidates(puzzle: Puzzle, grid: Grid) -> Iterator[tuple[str, str]]:
    layout = puzzle.layout
    if layout.neighbourhood:
        yield layout.neighbourhood, layout.topology or "plane"
    suggested = [
        (stencil, surface.name)
        for surface in SURFACES.values()
        if (stencil := suggested_stencil(puzzle.activation, grid, surface)) is not None
    ]
    # the matrix of a torus may also suggest a plane with long steps, so try the shortest first
    suggested.sort(
        key=lambda found: sum(abs(down) + abs(right) for down, right, _ in found[0].steps)
    )
    yield from ((stencil_name(stencil), surface) for stencil, surface in suggested)
    for rule in RULES:
        if rule.matrix:
            yield rule.name, "plane"
        elif puzzle.activation.entries < _FEW:
            yield from ((rule.name, surface.name) for surface in SURFACES.values())


def suggested_stencil(
    matrix: SparseMatrix, grid: Grid, surface: Surface, button: int | None = None
) -> Stencil | None:
    """Return the stencil suggested by the matrix entries, or None if it would be too large.

    Args:
        matrix: (lights, buttons).
        grid: Positions of lights and buttons.
        surface: Surface that joins the edges.
        button: Number of the button; None: one stencil for all.
    """
    light_places = np.flatnonzero(grid.lights)
    button_places = np.flatnonzero(grid.buttons)
    columns = matrix.columns_of_entries()
    rows, values = matrix.rows, matrix.values
    if Join.TWISTED in (surface.sides, surface.ends) and button_places.size and button is None:
        middle = (grid.shape[0] // 2) * grid.shape[1] + grid.shape[1] // 2
        button = int(np.abs(button_places - middle).argmin())
    if button is not None:
        part = columns == button
        columns, rows, values = columns[part], rows[part], values[part]
    height, width = grid.shape
    light_row, light_column = np.divmod(light_places[rows], width)
    button_row, button_column = np.divmod(button_places[columns], width)
    down = _reduced(light_row - button_row, height, surface.ends)
    right = _reduced(light_column - button_column, width, surface.sides)
    keys = (down + height) * (2 * width + 1) + right + width
    steps, first = np.unique(keys, return_index=True)
    if steps.size > _MAX_STEPS:
        return None
    stencil = Stencil(
        tuple(
            (int(down[i]), int(right[i]), int(values[i]))
            for i in first  # np.unique sorts, so the steps ascend
        )
    )
    area = np.ptp([0, *down[first]]) * np.ptp([0, *right[first]])
    return stencil if int(area) <= _MAX_DRAWN else None


def _reduced(steps: IntArray, size: int, join: Join) -> IntArray:
    """Reduce steps along one axis to the shortest ones mod ``size``, if the edges join straight."""
    if join is not Join.STRAIGHT:
        return steps
    shifted: IntArray = (steps + (size - 1) // 2) % size - (size - 1) // 2
    return shifted
