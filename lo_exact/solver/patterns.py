"""Lists of all quiet patterns, and of all eigenpatterns.

An eigenpattern with eigenvalue L is an x with A x = L x: for L = 1 and two colours a board that is
solved by pressing exactly the lit buttons.  Costs the size of the list: patterns x buttons.
"""

import numpy as np

from lo_exact.algebra import IntArray, Kernel, eliminate, from_entries
from lo_exact.errors import LimitReached, refuse_use
from lo_exact.puzzle import Puzzle

MAX_LISTED = 2**25
"""Largest number of entries to list: patterns times buttons."""


def all_patterns(kernel: Kernel) -> IntArray:
    """Return all elements of a kernel as int64 (patterns, buttons), in lexicographic order.

    Raises:
        LimitReached: When there are too many.
    """
    width = max(kernel.generators.shape[1], 1)
    if kernel.size * width > MAX_LISTED:
        raise LimitReached(
            f"there are {kernel.size} of {width} numbers each; at most {MAX_LISTED} numbers are "
            "listed"
        )
    found = np.zeros((1, kernel.generators.shape[1]), dtype=np.int64)
    for generator, order in zip(kernel.generators, kernel.orders, strict=True):
        times = np.arange(order)[:, None] * generator.astype(np.int64) % kernel.modulus
        # no overflow: both residues are below 2**31
        found = (found[:, None, :] + times[None, :, :]) % kernel.modulus
        found = found.reshape(-1, kernel.generators.shape[1])
    return found[np.lexsort(found.T[::-1])] if found.shape[1] else found


def eigen_kernel(puzzle: Puzzle, eigenvalue: int) -> Kernel:
    """Return all eigenpatterns x, with A x = L x (mod c) for the eigenvalue L, as a kernel.

    Raises:
        UsageError: When buttons and lights are not the same places.
    """
    layout, matrix = puzzle.layout, puzzle.activation
    same = puzzle.lights == puzzle.buttons
    if layout.is_grid:
        same = same and np.array_equal(layout.light_at, layout.button_at)
    elif layout.button_names:
        same = same and layout.button_names == layout.names
    refuse_use(not same, "an eigenpattern is lit where it is pressed: here buttons are not lights")
    size = np.arange(puzzle.lights)
    shifted = from_entries(
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
    return eliminate(shifted).kernel
