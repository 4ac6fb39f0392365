"""Names of the faces of a cube drawn as a net, by the letters usual among puzzlers.

    . U . .
    L F R B
    . D . .

U up, D down, F front, B back, L left, R right: `lo_exact.topology.cube` lays the net out in this
way on 3n rows and 4n columns.
"""

FACES = {(0, 1): "U", (1, 0): "L", (1, 1): "F", (1, 2): "R", (1, 3): "B", (2, 1): "D"}
"""Letter of each face, by its row and column in the net."""


def face_at(shape: tuple[int, int], row: int, column: int) -> str:
    """Return the letter of the face that contains a position of the net.

    Args:
        shape: (3 n, 4 n) of the net.
        row: of the place, from 0.
        column: of the place, from 0.

    >>> face_at((9, 12), 0, 4)
    'U'
    """
    side = shape[0] // 3
    return FACES[row // side, column // side]


def face_corners(shape: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    """Return the row and column of each face's first position, and the face's letter."""
    side = shape[0] // 3
    return tuple((row * side, column * side, letter) for (row, column), letter in FACES.items())
