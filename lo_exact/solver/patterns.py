"""Complete lists of quiet patterns, of a board's solutions, and kernels of eigenpatterns.

An eigenpattern with eigenvalue L is an x with A x = L x: for L = 1 and two colours a board that is
solved by pressing exactly the lit buttons.  Costs what is listed: patterns x buttons.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel, SparseMatrix, Unsolvable, eliminate, from_entries
from lo_exact.errors import LimitReached, SolverError, UsageError
from lo_exact.puzzle import Objective, Puzzle

MAX_LISTED = 2**25
"""The most numbers written out: patterns times buttons."""


def check_listed(kernel: Kernel) -> None:
    """Raise an error if a kernel has too many elements to be listed.

    Raises:
        LimitReached: When there are more than `MAX_LISTED` numbers in all.
    """
    width = max(kernel.generators.shape[1], 1)
    if kernel.size * width > MAX_LISTED:
        raise LimitReached(
            f"there are {kernel.size} of {width} numbers each; at most {MAX_LISTED} numbers are "
            "listed"
        )


def all_patterns(kernel: Kernel) -> IntArray:
    """Return all elements of a kernel (size, buttons), in lexicographic order.

    Raises:
        LimitReached: When there are too many.
    """
    check_listed(kernel)
    found = np.zeros((1, kernel.generators.shape[1]), dtype=np.int64)
    for generator, order in zip(kernel.generators, kernel.orders, strict=True):
        times = np.arange(order)[:, None] * generator.astype(np.int64) % kernel.modulus
        # no overflow: both residues are below 2**31
        found = (found[:, None, :] + times[None, :, :]) % kernel.modulus
        found = found.reshape(-1, kernel.generators.shape[1])
    return in_order(found)


def in_order(rows: IntArray) -> IntArray:
    """Return the rows of an array sorted lexicographically."""
    if not rows.shape[1]:
        return rows
    return rows[np.lexsort(rows.T[::-1])]


def eigen_kernel(puzzle: Puzzle, eigenvalue: int) -> Kernel:
    """Return the kernel of all eigenpatterns x with A x = L x (mod c), L being the eigenvalue.

    Raises:
        UsageError: When buttons and lights are not the same places.
    """
    return eliminate(shifted_activation(puzzle, eigenvalue)).kernel


def shifted_activation(puzzle: Puzzle, eigenvalue: int) -> SparseMatrix:
    """Return the matrix A - L I mod c, L being the eigenvalue.

    Raises:
        UsageError: When buttons and lights are not the same places.
    """
    layout, matrix = puzzle.layout, puzzle.activation
    same = puzzle.lights == puzzle.buttons
    if layout.is_grid:
        same = same and np.array_equal(layout.light_at, layout.button_at)
    elif layout.button_names:
        same = same and layout.button_names == layout.names
    if not same:
        raise UsageError("an eigenpattern is lit where it is pressed: here buttons are not lights")
    size = np.arange(puzzle.lights)
    return from_entries(
        matrix.shape,
        matrix.modulus,
        np.concatenate([matrix.rows.astype(np.int64), size]),
        np.concatenate([matrix.columns_of_entries(), size]),
        np.concatenate(
            [
                matrix.values.astype(np.int64),
                np.full(puzzle.lights, -eigenvalue % matrix.modulus, dtype=np.int64),
            ]
        ),
    )


@dataclass(frozen=True, eq=False)
class Every:
    """List of all solutions of one board, with their weights."""

    presses: IntArray
    """(solutions, buttons) int64, by weight, then in lexicographic order."""
    weights: tuple[int, ...]
    """(solutions,) exact costs, ascending."""

    @property
    def histogram(self) -> dict[int, int]:
        """Number of solutions by weight, ascending."""
        found: dict[int, int] = {}
        for weight in self.weights:
            found[weight] = found.get(weight, 0) + 1
        return found


def every_solution(puzzle: Puzzle) -> Every | None:
    """Return all solutions of a board, checked by multiplying out, or None if there are none.

    Raises:
        LimitReached: When there are too many to be listed.
    """
    system = puzzle.system
    elimination = eliminate(system.matrix)
    particular = elimination.solve(system.syndrome)
    if isinstance(particular, Unsolvable):
        return None
    # quiet patterns change no light, so all sums solve the board if the first one does
    quiet = not any(system.matrix.dot(row).any() for row in elimination.kernel.generators)
    if not quiet or not system.solves(particular):
        raise SolverError("a solution does not multiply out: please report this")
    found = in_order((all_patterns(elimination.kernel) + particular) % system.colours)
    weights = _weights(found, system.prices, puzzle.objective)
    order = np.argsort(weights, kind="stable")
    ordered = found[order, : puzzle.buttons]
    return Every(ordered, tuple(int(weights[k]) for k in order.tolist()))


def _weights(found: IntArray, prices: IntArray, objective: Objective) -> NDArray[Any]:
    """Return the cost of each solution, as Python integers if 64 bits could overflow."""
    counted = (found != 0).astype(np.int64) if objective is Objective.BUTTONS else found
    largest = int(found.max(initial=0)) * int(prices.max(initial=0)) * max(found.shape[1], 1)
    if largest < 2**62:
        return np.asarray(counted @ prices)
    return np.array([sum(map(int, row * prices.astype(object))) for row in counted], dtype=object)
