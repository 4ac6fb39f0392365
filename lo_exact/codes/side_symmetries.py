"""Permutations of columns that map a side's rows onto themselves, and their orbits.

One column of each orbit is enough as the root of a search.  Permutations are proposed by colour
refinement of the matrix; each is checked row by row before it is used.
"""

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra.modulus import prime_powers
from lo_exact.algebra.sparse import from_columns
from lo_exact.codes.code import Permutation, Side, is_symmetry
from lo_exact.engines.symmetry import generators
from lo_exact.puzzle import System


def found_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Return permutations that generate symmetries of a side's rows, each checked."""
    rows = [(row, 0) for row in side.problem.checks] + [(row, 1) for row in side.problem.trivial]
    columns: list[dict[int, int]] = [{} for _ in range(side.size)]
    for number, (row, _) in enumerate(rows):
        for button in row:
            columns[button][number] = 1
    kinds = np.array([kind for _, kind in rows], dtype=np.int64)
    ones = np.ones(side.size, dtype=np.int64)
    system = System(from_columns(len(rows), 2, columns), kinds, ones)
    proposed = (tuple(permutation.tolist()) for permutation in generators(system))
    return tuple(permutation for permutation in proposed if is_symmetry(side, side, permutation))


def cyclic_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Return symmetries that cyclic and extended quadratic residue codes have, each checked.

    Tried are x + 1 mod n; x + 1 mod n - 1 with the last button fixed; and -1 / x mod n - 1, where
    n - 1 is a prime and the last button stands for infinity.
    """
    size, prime = side.size, side.size - 1
    tried = [tuple((x + 1) % size for x in range(size))]
    tried += [(*((x + 1) % prime for x in range(prime)), prime)] if prime else []
    if prime_powers(max(prime, 2)) == ((prime, 1),):
        inverse = (-pow(x, -1, prime) % prime for x in range(1, prime))
        tried.append((prime, *inverse, 0))
    return tuple(permutation for permutation in tried if is_symmetry(side, side, permutation))


def orbits_of(
    size: int, symmetries: Sequence[Permutation], *, alone: bool = False
) -> list[list[int]]:
    """Return the sets of buttons that symmetries take to each other, single ones only if wanted."""
    parent = list(range(size))

    def root(button: int) -> int:
        while parent[button] != button:
            parent[button] = parent[parent[button]]
            button = parent[button]
        return button

    for permutation in symmetries:
        for button, image in enumerate(permutation):
            parent[root(button)] = root(image)
    orbits: dict[int, list[int]] = {}
    for button in range(size):
        orbits.setdefault(root(button), []).append(button)
    return [orbit for orbit in orbits.values() if len(orbit) > 1 or alone]
