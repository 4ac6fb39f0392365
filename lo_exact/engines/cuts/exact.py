"""Cuts of a two-colour system and integer lower bounds from cuts; only such bounds prune the tree.

A check says that the buttons of one light are pressed an even or an odd number of times.  So does
any sum of checks.  An odd choice S of a check's buttons (odd as against its parity) cannot be
pressed with all others left alone, which is a linear inequality:

    sum of x_j over the others + sum of (1 - x_j) over S >= 1.

These *cuts* describe the convex hull of one check's 0..1 solutions (Jeroslow 1975; for decoding
Feldman, Wainwright and Karger 2005).  A cut is made here and nowhere else, from rows of the system
added up in integers, so every one of them is true whatever chose it.

Let every cut k say ``a_k x >= b_k``.  For whole multipliers y_k >= 0 from any source, and any
scale D > 0, every solution has

    D p x  >=  D p x - sum y_k (a_k x - b_k)  =  sum y_k b_k + sum_j r_j x_j,
    r_j = D p_j - sum_k y_k a_kj,

and the right side is least, over what is still free, where x_j = 1 for r_j < 0.  With p = 0 a
least value above 0 says that nothing is left (Farkas).  A solver's floating-point duals are good
multipliers: rounded to whole numbers, negative ones put to 0, they may make the bound worse, never
wrong (Neumaier and Shcherbina 2004).

Costs a pass over the cuts used.  Sums that might leave 64 bits are done in Python's integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.puzzle import System

SCALE_BITS = 20
"""Multipliers are rounded to multiples of 2^-20 of a press, if prices permit."""

RAY_BITS = 42
"""Binary digits of multipliers in infeasibility proofs, which differ by large factors."""

_ROOM_BITS = 60
"""Bits of all scaled prices together; int64 has 63."""


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Cuts, each with a positive integer multiplier."""

    cuts: tuple[Cut, ...]
    """The cuts used."""
    times: tuple[int, ...]
    """Multiplier of each cut, an integer >= 1."""


@dataclass(frozen=True, eq=False)
class Priced:
    """Integer linear lower bound on the weight: a constant plus a reduced price for each button."""

    scale: int
    """D; 0 if prices are irrelevant."""
    constant: int
    """Sum y_k b_k."""
    reduced: NDArray[Any]
    """(buttons,) r_j; int64, or Python integers if they might overflow."""

    def least(self, low: NDArray[np.int8], high: NDArray[np.int8]) -> int:
        """Return the least value of the bound over the box low <= x <= high."""
        taken = np.where(self.reduced < 0, high, low).astype(bool)
        return self.constant + int(self.reduced[taken].sum())


def scale_of(prices: IntArray) -> int:
    """Return the scale of integer multipliers: a power of two small enough to avoid overflow."""
    room = _ROOM_BITS - 8 - sum(prices.tolist()).bit_length()
    return int(2 ** max(0, min(SCALE_BITS, room)))


def rounded(cuts: Sequence[Cut], duals: NDArray[np.float64]) -> Multipliers:
    """Round floating-point dual values to non-negative integer multipliers.

    Args:
        cuts: the cuts of the relaxation.
        duals: dual value of each, multiplied by the scale.
    """
    usable = np.isfinite(duals) & (duals >= 0.5) & (duals < 2.0**_ROOM_BITS)
    chosen = np.flatnonzero(usable).tolist()
    times = np.rint(duals[chosen]).astype(np.int64).tolist()
    return Multipliers(tuple(cuts[k] for k in chosen), tuple(times))


def price_out(multipliers: Multipliers, prices: IntArray, scale: int) -> Priced:
    """Return the integer lower bound that the given multipliers prove.

    Args:
        multipliers: all >= 0.
        prices: (buttons,) int64 >= 0.
        scale: D >= 1, or 0 to test feasibility.
    """
    cuts, times = multipliers.cuts, multipliers.times
    assert all(y >= 0 for y in times)
    constant = sum(y * cut.side for y, cut in zip(times, cuts, strict=True))
    largest = scale * sum(prices.tolist()) if scale else 0
    largest += sum(y * cut.columns.size for y, cut in zip(times, cuts, strict=True))
    if largest < 2**62:
        reduced = prices * scale
        if cuts:
            columns = np.concatenate([cut.columns for cut in cuts])
            signs = np.concatenate([cut.signs for cut in cuts])
            lengths = [cut.columns.size for cut in cuts]
            np.subtract.at(reduced, columns, signs * np.repeat(np.array(times), lengths))
        return Priced(scale, constant, reduced)
    wide = [scale * price for price in prices.tolist()]
    for y, cut in zip(times, cuts, strict=True):
        for j, sign in zip(cut.columns.tolist(), cut.signs.tolist(), strict=True):
            wide[j] -= y * sign
    return Priced(scale, constant, np.array(wide, dtype=object))


def exceeds(priced: Priced, low: NDArray[np.int8], high: NDArray[np.int8], limit: int) -> bool:
    """Return whether the bound proves that every solution in the box weighs more than ``limit``."""
    return priced.least(low, high) > priced.scale * limit


def settled(
    priced: Priced, low: NDArray[np.int8], high: NDArray[np.int8], limit: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return masks of the buttons that are 0, and 1, in every solution of weight <= ``limit``.

    To press a button with r_j > 0 adds r_j to the least value; to leave one with r_j < 0 alone adds
    -r_j.  What exceeds the limit so is not done.
    """
    room = priced.scale * limit - priced.least(low, high)
    free = low != high
    return free & (priced.reduced > max(room, 0)), free & (-priced.reduced > max(room, 0))


@dataclass(frozen=True, eq=False)
class Cut:
    """Linear inequality that every solution satisfies: sum of sign_j x_j >= side."""

    checks: tuple[int, ...]
    """The checks whose sum gives the cut."""
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
    """(entries,) int64, the checks of each button."""

    def row(self, check: int) -> IntArray:
        """Return the buttons of a check, ascending."""
        return self.columns[self.starts[check] : self.starts[check + 1]]

    def entries(self, columns: IntArray) -> tuple[IntArray, IntArray]:
        """Return the checks of each given column, concatenated, and the column index of each."""
        low = self.column_starts[columns]
        lengths = self.column_starts[columns + 1] - low
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if ends.size else 0
        places = np.arange(total) + np.repeat(low - (ends - lengths), lengths)
        return self.rows[places], np.repeat(np.arange(columns.size), lengths)

    def support(self, checks: Sequence[int]) -> tuple[IntArray, int]:
        """Add checks mod 2; return the buttons of the sum, ascending, and its right-hand side."""
        if len(checks) == 1:
            return self.row(checks[0]), int(self.parity[checks[0]])
        listed = np.concatenate([self.row(i) for i in checks])
        found, times = np.unique(listed, return_counts=True)
        return found[times % 2 == 1], int(self.parity[list(checks)].sum()) % 2

    def cut(self, checks: Sequence[int], pressed: NDArray[np.bool_]) -> Cut | None:
        """Return the cut that ``pressed`` violates on a sum of checks, or None if there is none.

        Args:
            checks: the checks to add up.
            pressed: (buttons,) the buttons for S; one may be added or removed
                by the caller to make the choice odd.

        Returns:
            The cut, or None if S is not an odd choice.
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
