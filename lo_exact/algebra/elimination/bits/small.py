"""Elimination of a small matrix over GF(2), each row one Python integer.

All equations are one batch of `reduce_tagged` with a column for each button, so a syndrome needs no
passes, only the tags.  Costs lights x rank / 2 sums of 50 ns, and almost nothing before that: a
5 x 5 board with its kernel takes 70 microseconds, where the general elimination takes 300.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import bits_of, combine, integers, reduce_tagged
from lo_exact.algebra.sparse import IntArray, SparseMatrix

LARGEST = 4096
"""Lights x lights and lights x buttons up to which a matrix counts as small."""


@dataclass(frozen=True, eq=False)
class SmallBitPart:
    """Small matrix over GF(2) in reduced echelon form."""

    lights: int
    """Number of equations."""
    buttons: int
    """Number of buttons."""
    pivots: tuple[int, ...]
    """Buttons that are determined."""
    sums: tuple[int, ...]
    """For each, the free buttons whose sum it is (a mask)."""
    tags: tuple[int, ...]
    """For each, the equations whose constants add up to its constant."""
    checks: tuple[int, ...]
    """Sets of equations whose sum says 0 = constant."""
    free: tuple[int, ...]
    """The other buttons, ascending."""

    modulus: ClassVar[int] = 2

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, all 2."""
        return (2,) * len(self.free)

    def generators(self) -> NDArray[np.uint8]:
        """Return a basis of the kernel, a uint8 array (generators, buttons)."""
        out = np.zeros((len(self.free), self.buttons), dtype=np.uint8)
        if self.free and self.pivots:
            out[:, self.pivots] = bits_of(self.sums, self.buttons, "little").T[list(self.free)]
        out[range(len(self.free)), self.free] = 1
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[np.uint8], dict[int, Any]]:
        """Return a solution of each syndrome, and a failure for each unsolvable one.

        Args:
            syndromes: (count, lights) of 0 and 1.

        Returns:
            (count, buttons) uint8, and for each unsolvable syndrome's number what `witness` takes.
        """
        count = syndromes.shape[0]
        constants = integers(syndromes.T, "little")
        failures: dict[int, Any] = {}
        for j, bad in enumerate(combine(self.checks, constants, count)):
            while bad:
                lane = bad.bit_length() - 1
                bad ^= 1 << lane
                failures.setdefault(lane, j)
        out = np.zeros((count, self.buttons), dtype=np.uint8)
        if self.pivots and count:
            out[:, self.pivots] = bits_of(combine(self.tags, constants, count), count, "little").T
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return evidence y for a failure of `solve`: y A = 0 and y . s = 1, s the syndrome."""
        out: IntArray = bits_of([self.checks[failure]], self.lights, "little")[0].astype(np.int64)
        return out


def is_small(matrix: SparseMatrix) -> bool:
    """Return whether a matrix is within the limit `LARGEST` for this elimination."""
    return matrix.shape[0] * max(matrix.shape) <= LARGEST


def eliminate_small(matrix: SparseMatrix) -> SmallBitPart:
    """Eliminate a small matrix mod 2, each row one Python integer."""
    lights, buttons = matrix.shape
    starts, rows = matrix.starts.tolist(), matrix.rows.tolist()
    equations = [0] * lights
    for button in range(buttons):
        bit = 1 << button
        for light in rows[starts[button] : starts[button + 1]]:
            equations[light] |= bit
    basis, checks = reduce_tagged(equations)
    mask = (1 << lights) - 1
    return SmallBitPart(
        lights=lights,
        buttons=buttons,
        pivots=tuple(basis),
        sums=tuple(row >> lights ^ 1 << button for button, row in basis.items()),
        tags=tuple(row & mask for row in basis.values()),
        checks=tuple(checks),
        free=tuple(button for button in range(buttons) if button not in basis),
    )
