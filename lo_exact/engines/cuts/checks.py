"""Parity checks of a two-colour system, by row and by column, and linear cuts derived from them.

A check says that the buttons of one light are pressed an even or an odd number of times.  So does
any sum of checks.  An odd choice S of a check's buttons (odd as against its parity) cannot be
pressed with all others left alone, which is a linear inequality:

    sum of x_j over the others + sum of (1 - x_j) over S >= 1.

These *cuts* describe the convex hull of one check's 0..1 solutions (Jeroslow 1975; for decoding
Feldman, Wainwright and Karger 2005).  A cut is made here and nowhere else, from rows of the system
added up in integers, so every one of them is true whatever chose it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.puzzle import System


@dataclass(frozen=True, eq=False)
class Cut:
    """Linear inequality that every solution satisfies: sum of sign_j x_j >= side."""

    checks: tuple[int, ...]
    """The checks whose sum it comes from."""
    columns: IntArray
    """(length,) int64 ascending, the buttons of that sum."""
    signs: IntArray
    """(length,) int64, -1 for the buttons of S, 1 for the others."""
    side: int
    """1 - |S|."""


@dataclass(frozen=True, eq=False)
class Checks:
    """System A x = s (mod 2) in sparse form, by row and by column."""

    lights: int
    """Number of checks."""
    buttons: int
    """Number of columns."""
    starts: IntArray
    """(lights + 1,) int64; check i has ``columns[starts[i]:starts[i + 1]]``."""
    columns: IntArray
    """(entries,) int64, ascending within a check."""
    parity: IntArray
    """(lights,) int64, s."""
    column_starts: IntArray
    """(buttons + 1,) int64; the checks of button j are ``rows[column_starts[j]:column_starts[j +
    1]]``.
    """
    rows: IntArray
    """(entries,) int64."""

    def row(self, check: int) -> IntArray:
        """Return the buttons of a check, ascending."""
        return self.columns[self.starts[check] : self.starts[check + 1]]

    def entries(self, columns: IntArray) -> tuple[IntArray, IntArray]:
        """Return the checks of some columns, concatenated, and the column index of each."""
        low = self.column_starts[columns]
        lengths = self.column_starts[columns + 1] - low
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if ends.size else 0
        places = np.arange(total) + np.repeat(low - (ends - lengths), lengths)
        return self.rows[places], np.repeat(np.arange(columns.size), lengths)

    def support(self, checks: Sequence[int]) -> tuple[IntArray, int]:
        """Return the buttons of a sum of checks, in ascending order, and its parity."""
        if len(checks) == 1:
            return self.row(checks[0]), int(self.parity[checks[0]])
        listed = np.concatenate([self.row(i) for i in checks])
        found, times = np.unique(listed, return_counts=True)
        return found[times % 2 == 1], int(self.parity[list(checks)].sum()) % 2

    def cut(self, checks: Sequence[int], pressed: NDArray[np.bool_]) -> Cut | None:
        """Return the cut from a sum of checks that a vector violates or comes nearest to violating.

        Args:
            checks: whose sum.
            pressed: (buttons,) which buttons would be in S; one of them, or one more, may be
                changed by the caller so that the choice is odd.

        Returns:
            None when S is no odd choice: then there is no such cut.
        """
        columns, parity = self.support(checks)
        chosen = pressed[columns]
        size = int(np.count_nonzero(chosen))
        if (size + parity) % 2 == 0:
            return None
        signs = np.where(chosen, np.int64(-1), np.int64(1))
        return Cut(tuple(checks), columns, signs, 1 - size)


def checks_of(system: System) -> Checks:
    """Return the parity checks of a system with two colours."""
    by_row = system.matrix.transpose()
    return Checks(
        system.lights,
        system.unknowns,
        by_row.starts,
        by_row.rows.astype(np.int64),
        system.syndrome,
        system.matrix.starts,
        system.matrix.rows.astype(np.int64),
    )
