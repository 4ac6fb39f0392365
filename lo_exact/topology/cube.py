"""Surface of an n x n x n cube with 6 n^2 lights; a button changes its light and 4 neighbours.

Neighbours share an edge, also across an edge of the cube.  Drawn as the net (U up, F front, ...)::

    . U . .
    L F R B
    . D . .

on 3n rows and 4n columns; the other places are holes.  The puzzle with n = 3 (54 buttons) is OEIS
A079876's.

Each square is known by its centre in space, with coordinates -n-1..n+1 in steps of 2 inside a face
and +-n on the axis the face looks along; so a step over the edge needs no table.
"""

import numpy as np

from lo_exact.algebra.sparse import SparseMatrix, from_entries
from lo_exact.errors import PuzzleError
from lo_exact.topology.grid import Grid, check_colours, check_grid_size

_Point = tuple[int, int, int]

_FACES: tuple[tuple[int, int, _Point, _Point, _Point], ...] = (
    # row and column of the face in the net of faces, normal vector, vectors to the right and down
    (0, 1, (0, 1, 0), (1, 0, 0), (0, 0, 1)),
    (1, 0, (-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    (1, 1, (0, 0, 1), (1, 0, 0), (0, -1, 0)),
    (1, 2, (1, 0, 0), (0, 0, -1), (0, -1, 0)),
    (1, 3, (0, 0, -1), (-1, 0, 0), (0, -1, 0)),
    (2, 1, (0, -1, 0), (1, 0, 0), (0, 0, -1)),
)


def cube_grid(side: int) -> Grid:
    """Return the net of a cube as a grid, with ``side`` lights along each edge."""
    check_grid_size(3 * side, 4 * side)
    lights = np.zeros((3 * side, 4 * side), dtype=np.bool_)
    for net_row, net_column, *_ in _FACES:
        top, left = net_row * side, net_column * side
        lights[top : top + side, left : left + side] = True
    return Grid(lights, lights)


def cube_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of a cube drawn as a net.

    Raises:
        PuzzleError: When the grid is not such a net.
    """
    check_colours(colours)
    side = grid.shape[0] // 3
    net = cube_grid(side).lights if side and grid.shape == (3 * side, 4 * side) else None
    if net is None or not (np.array_equal(grid.lights, net) and np.array_equal(grid.buttons, net)):
        raise PuzzleError(
            "the cube rule needs the net of a cube: 3n rows and 4n columns, holes around "
            f"the faces, every light with a button; got {grid.shape[0]} x {grid.shape[1]}"
        )
    light_of: dict[_Point, int] = {}
    steps_of: list[tuple[_Point, _Point, _Point, _Point]] = []
    for net_row, net_column, looks, right, down in _FACES:
        for r in range(side):
            for c in range(side):
                across, along = 2 * c - side + 1, 2 * r - side + 1
                point = _sum(_times(side, looks), _times(across, right), _times(along, down))
                light_of[point] = int(grid.light_at[net_row * side + r, net_column * side + c])
                steps_of.append((point, looks, right, down))
    lights: list[int] = []
    buttons: list[int] = []
    for point, looks, right, down in steps_of:
        reached = [point]
        for step in (right, _times(-1, right), down, _times(-1, down)):
            ahead = _sum(point, _times(2, step))
            if max(map(abs, ahead)) > side:  # past the edge: go to the face whose normal is step
                ahead = _sum(point, step, _times(-1, looks))
            reached.append(ahead)
        lights += [light_of[place] for place in reached]
        buttons += [light_of[point]] * 5
    count = len(light_of)
    return from_entries(
        (count, count), colours, np.array(lights), np.array(buttons), np.ones(len(lights))
    )


def _times(factor: int, point: _Point) -> _Point:
    return factor * point[0], factor * point[1], factor * point[2]


def _sum(*points: _Point) -> _Point:
    x, y, z = (sum(axis) for axis in zip(*points, strict=True))
    return x, y, z
