"""Symmetry classes of boards under flips, turns and shifts that keep the rule.

Each board is moved by every symmetry; the least of all moved boards, as bytes, names its class.
"""

from collections.abc import Sequence

import numpy as np

from lo_exact.puzzle import Puzzle
from lo_exact.topology.symmetric import BoardSymmetry, board_symmetries


def first_of_each_class(puzzles: Sequence[Puzzle]) -> list[int]:
    """Return the indices of the puzzles that are the first of their symmetry class.

    Args:
        puzzles: any; those of different rules are never alike.
    """
    groups: dict[bytes, list[BoardSymmetry]] = {}
    seen: set[tuple[bytes, bytes]] = set()
    first = []
    for number, puzzle in enumerate(puzzles):
        rules = _rules(puzzle)
        if rules not in groups:
            groups[rules] = board_symmetries(puzzle)
        name = rules, min(_board(puzzle, symmetry) for symmetry in groups[rules])
        if name not in seen:
            seen.add(name)
            first.append(number)
    return first


def _rules(puzzle: Puzzle) -> bytes:
    """Return a key of everything but the state, equal for boards that can be compared."""
    matrix = puzzle.activation
    parts = (
        matrix.rows.astype(np.int64), matrix.columns_of_entries(),
        np.asarray(matrix.values, dtype=np.int64), puzzle.target, puzzle.prices,
        puzzle.layout.light_at, puzzle.layout.button_at,
    )  # fmt: skip
    words = (puzzle.layout.shape, matrix.shape, puzzle.colours, puzzle.uniform, puzzle.objective)
    return repr(words).encode() + b"\0".join(part.tobytes() for part in parts)


def _board(puzzle: Puzzle, symmetry: BoardSymmetry) -> bytes:
    """Return the state and target of a puzzle after a symmetry, as bytes."""
    moved = np.empty((2, puzzle.lights), dtype=np.int64)
    moved[0, symmetry.lights], moved[1, symmetry.lights] = puzzle.state, puzzle.target
    return moved.tobytes()
