"""The boards of the benchmarks: a family, a size, colours and a seed always make the same board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import SparseMatrix, from_columns
from lo_exact.puzzle import Puzzle
from lo_exact.topology import (
    grid_puzzle,
    matrix_puzzle,
    pressed,
    random_residues,
    random_solvable,
    seeded,
    with_state,
)

GRIDS = {
    "plus": ("plus", "plane"),
    "torus": ("plus", "torus"),
    "row+column": ("row+column", "plane"),
    "enlight": ("plus", "plane"),
    "alien tiles": ("row+column", "plane"),
}
"""Neighbourhood and topology of the families that are grids."""


@dataclass(frozen=True)
class Board:
    """One board of a benchmark.

    Attributes:
        family: one of `GRIDS`, or ``colour-code``; of ``enlight`` only one light is on, top left.
        n: side of the grid, or the code's distance.
        colours: c.
        seed: boards of one size differ in it.
    """

    family: str
    n: int
    colours: int
    seed: int

    def puzzle(self) -> Puzzle:
        """Return the puzzle, the same for ever."""
        generator = seeded(1000 * self.n + self.seed)
        if self.family == "colour-code":
            empty = matrix_puzzle(colour_code(self.n), np.zeros(faces(self.n), dtype=np.int64))
            errors = random_residues(generator, empty.buttons, 10) == 0
            return pressed(empty, errors.astype(np.int64))
        neighbourhood, topology = GRIDS[self.family]
        empty = grid_puzzle(
            np.zeros((self.n, self.n), dtype=np.int64),
            colours=self.colours, neighbourhood=neighbourhood, topology=topology,
        )  # fmt: skip
        if self.family == "enlight":
            return with_state(empty, np.eye(1, empty.lights, dtype=np.int64)[0])
        return random_solvable(empty, generator)


def faces(distance: int) -> int:
    """Return the number of faces of a triangular colour code: 3 (d^2 - 1) / 8."""
    return 3 * (distance * distance - 1) // 8


def colour_code(distance: int) -> SparseMatrix:
    """Return the triangular colour code on hexagons: buttons are qubits, lights are faces.

    The triangle of side 3 (d - 1) / 2 of the triangular lattice, in coordinates i, j, k >= 0 that
    add up to the side; every third point (i - j = 1 mod 3) is the middle of a face, its nearest
    neighbours are the face's qubits, so a corner is never a face.  H. Bombin and M. A.
    Martin-Delgado, Topological quantum distillation, 2006.

    Args:
        distance: d, odd, at least 3; there are (3 d^2 + 1) / 4 qubits.
    """
    side = 3 * (distance - 1) // 2
    points = [(i, j) for i in range(side + 1) for j in range(side + 1 - i)]
    face = {p: k for k, p in enumerate(p for p in points if (p[0] - p[1]) % 3 == 1)}
    qubits = [p for p in points if p not in face]
    around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    columns = [
        {face[q]: 1 for di, dj in around if (q := (i + di, j + dj)) in face} for i, j in qubits
    ]
    return from_columns(len(face), 2, columns)
