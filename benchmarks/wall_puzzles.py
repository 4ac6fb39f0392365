"""The puzzles where `auto` once ended with a gap, or refused: a name always makes the same puzzle.

Dense systems of n buttons and k dimensions, sparse columns, more colours, lights that do not
matter, strips, and rules with many solutions on planes and tori.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.topology import grid_puzzle, matrix_puzzle, one_colour, random_solvable, seeded


def dense(buttons: int, words: int, colours: int) -> Puzzle:
    """Return a random matrix with ``words`` more buttons than lights, and a random state."""
    generator = seeded(1000 * buttons + 10 * words + colours)
    lights = buttons - words
    matrix = generator.integers(0, colours, (lights, buttons))
    return matrix_puzzle(matrix, generator.integers(0, colours, lights), colours=colours)


def sparse(buttons: int, degree: int) -> Puzzle:
    """Return half as many lights as buttons, each button on ``degree`` lights."""
    generator = seeded(1000 * buttons + degree)
    matrix = np.zeros((buttons // 2, buttons), dtype=np.int64)
    for button in range(buttons):
        matrix[generator.permutation(buttons // 2)[:degree], button] = 1
    empty = matrix_puzzle(matrix, np.zeros(buttons // 2, dtype=np.int64))
    return random_solvable(empty, generator)


def board(
    rows: int, columns: int, rule: str, surface: str, colours: int, *, ignored: int = 0
) -> Puzzle:
    """Return a random solvable board; so many lights, chosen by chance, do not matter."""
    generator = seeded(1000 * rows + columns + colours)
    target: IntArray = np.zeros(rows * columns, dtype=np.int64)
    target[generator.permutation(rows * columns)[:ignored]] = ANY
    empty = grid_puzzle(
        np.zeros((rows, columns), dtype=np.int64), colours=colours, neighbourhood=rule,
        topology=surface, target=target.reshape(rows, columns) if ignored else 0,
    )  # fmt: skip
    return random_solvable(empty, generator)


def lit(side: int) -> Puzzle:
    """Return a torus with all lights on."""
    return one_colour(
        grid_puzzle(np.zeros((side, side), dtype=np.int64), neighbourhood="plus", topology="torus"),
        1,
    )


def _puzzles() -> dict[str, tuple[str, Callable[[], Puzzle]]]:
    found: dict[str, tuple[str, Callable[[], Puzzle]]] = {}
    sizes = [
        (60, 40), (80, 60), (100, 68), (80, 40), (60, 20), (100, 28), (100, 40), (150, 68),
        (150, 40), (200, 68), (200, 40),
    ]  # fmt: skip
    for n, k in sizes:
        found[f"dense {n}, 2^{k}"] = "dense", lambda n=n, k=k: dense(n, k, 2)
    for degree in (6, 10):
        for n in (100, 200):
            name = f"degree {degree}, {n} buttons"
            found[name] = f"degree {degree}", lambda n=n, degree=degree: sparse(n, degree)
    for c, n, k in ((3, 60, 18), (3, 60, 20), (3, 100, 21), (4, 60, 15), (5, 60, 13), (6, 60, 12)):
        name = f"dense {n}, {c}^{k}"
        found[name] = f"dense, c = {c}", lambda n=n, k=k, c=c: dense(n, k, c)
    tori = [(12, "plus", 4), (15, "plus", 3), (18, "plus", 3), (20, "x", 3), (12, "plus", 6)]
    for n, rule, c in tori:
        name = f"torus {n} x {n}, {rule}, c = {c}"
        found[name] = "tori", lambda n=n, r=rule, c=c: board(n, n, r, "torus", c)
    for m, n, ignored in ((12, 12, 72), (16, 16, 64), (10, 40, 100), (8, 60, 120)):
        name = f"{m} x {n}, {ignored} lights do not matter"
        found[name] = (
            "ignored",
            lambda m=m, n=n, i=ignored: board(m, n, "plus", "plane", 2, ignored=i),
        )
    strips = [(6, 200, 2, 200), (10, 200, 2, 300), (12, 200, 2, 300), (5, 200, 3, 150)]
    for m, n, c, ignored in strips:
        name = f"strip {m} x {n}, c = {c}, {ignored} lights do not matter"
        found[name] = (
            "strips",
            lambda m=m, n=n, c=c, i=ignored: board(m, n, "plus", "plane", c, ignored=i),
        )
    many = [
        (24, "x", "torus"), (30, "x", "plane"), (14, "king", "plane"), (20, "king", "plane"),
        (9, "king", "torus"), (12, "king", "torus"), (9, "knight", "torus"),
        (18, "knight", "torus"), (20, "knight", "torus"),
    ]  # fmt: skip
    for n, rule, surface in many:
        name = f"{rule}, {surface} {n} x {n}"
        found[name] = f"{rule}, {surface}", lambda n=n, r=rule, s=surface: board(n, n, r, s, 2)
    for n in (31, 33):
        found[f"torus {n} x {n}, all on"] = "all on", lambda n=n: lit(n)
    return found


PUZZLES = _puzzles()
"""Name to (family, what makes the puzzle); each family from its easiest to its hardest."""
