"""Every solution at once, where there are few: one table, one product, one minimum.

Costs solutions x buttons, all vectorised; the table of kernel elements is made once and serves
every board of the same matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.outcome import Outcome, Presses, Status, Wanted

MAX_NUMBERS = 2**17


def fits(basis: Basis) -> bool:
    """Say whether the table of kernel elements is small."""
    return basis.size * max(len(basis.pivots), int(basis.rows.shape[1])) <= MAX_NUMBERS


@dataclass(frozen=True, eq=False)
class SmallCoset:
    """All kernel elements of a small kernel, with what presses cost.

    Attributes:
        basis: the kernel.
        elements: (size, buttons) int64, by ascending digits.
        prices: (buttons,) int64, or Python integers where sums could pass 2^62.
        per_button: whether a pressed button costs its price once.
    """

    basis: Basis
    elements: IntArray
    prices: NDArray[Any]
    per_button: bool

    def minimise(self, least: IntArray, wanted: Wanted) -> Outcome:
        """Return the minimum of the coset of ``least``, its lexicographically least solution."""
        solutions = (self.elements + least) % self.basis.modulus
        counted = (solutions != 0) if self.per_button else solutions
        costs = counted.astype(self.prices.dtype, copy=False) @ self.prices
        weight = costs.min()
        found = np.flatnonzero(costs == weight)
        minima = solutions[found]
        if self.basis.size > 1 and max(self.basis.steps) > 1:
            minima = minima[np.argsort(self.basis.keys(minima))]
        listed: list[Presses] = [tuple(x) for x in minima[: max(wanted.minima, 1)].tolist()]
        return Outcome(Status.OPTIMAL, int(weight), tuple(listed), found.size, canonical=True)


def prepare(basis: Basis, prices: IntArray, per_button: bool) -> SmallCoset:
    """Write out all kernel elements; the caller asks `fits` first."""
    elements = np.zeros((1, basis.rows.shape[1]), dtype=np.int64)
    for row, order in zip(basis.rows, basis.orders, strict=True):
        multiples = np.arange(order)[:, None] * row.astype(np.int64) % basis.modulus
        elements = (elements[:, None] + multiples).reshape(-1, row.size) % basis.modulus
    most = 1 if per_button else basis.modulus - 1
    exact = prices.size * int(prices.max(initial=0)) * most < 2**62
    return SmallCoset(basis, elements, prices if exact else prices.astype(object), per_button)
