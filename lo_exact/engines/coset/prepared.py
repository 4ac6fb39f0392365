"""A kernel ready for many boards: echelon form, and all its elements where they are few.

Where they are few, every solution is looked at at once: one table, one product, one minimum.  That
costs solutions x buttons, all vectorised; the table is made once and serves every board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch

if TYPE_CHECKING:
    from lo_exact.engines.coset.search import CosetSearch

MAX_NUMBERED_BITS = 61.9
"""Elements of one group are numbered in 64-bit words."""

MAX_ECHELON_STEPS = 2**31
"""Kernels that take more steps to bring to echelon form are not looked into."""

MAX_TABLE = 2**24
"""Cost tables hold so many numbers at most, one for each button and colour."""

MAX_NUMBERS = 2**17
"""The table of all kernel elements holds so many at most."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A kernel ready for many boards: echelon form, and all its elements where they are few."""

    basis: Basis
    """The kernel in echelon form."""
    prices: IntArray
    """(buttons,) int64 >= 0."""
    per_button: bool
    """Whether a pressed button costs its price once."""
    small: SmallCoset | None
    """All kernel elements, if they are few."""

    def minimise(self, particular: IntArray, wanted: Wanted, watch: Watch) -> Outcome:
        """Find the minimum over the coset of a solution."""
        if self.small is not None:
            outcome = self.small.minimise(self.basis.reduced(particular), wanted)
            watch.improved(outcome.minima[0], outcome.weight)
            return outcome
        from lo_exact.engines.coset import jobs

        return jobs.visit_all(self.search(particular), wanted, watch)

    def search(self, particular: IntArray) -> CosetSearch:
        """Return the search over the coset of a solution."""
        least = self.basis.reduced(particular)
        if self.basis.modulus == 2:
            from lo_exact.engines.coset.binary_classes import binary_search

            return binary_search(self.basis, least, self.prices)
        if self.prices.size * self.basis.modulus > MAX_TABLE:
            from lo_exact.engines.coset.direct import direct_search

            return direct_search(self.basis, least, self.prices, self.per_button)
        from lo_exact.engines.coset.residue_classes import table_search

        return table_search(self.basis, least, self.prices, self.per_button)


def prepare(kernel: Kernel, prices: IntArray, *, per_button: bool) -> Prepared:
    """Prepare a kernel for many boards.

    Args:
        kernel: what may be added to a solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When its elements cannot be numbered in 62 bits.
    """
    if len(kernel.orders) > 62 and len(kernel.orders) ** 2 * prices.size > MAX_ECHELON_STEPS:
        raise LimitReached(f"{len(kernel.orders)} kernel words are too many")
    if kernel.size * prices.size <= MAX_NUMBERS:
        return _prepare_few(kernel, prices.astype(np.int64).tobytes(), per_button)
    basis = echelon(kernel)
    bits = group_bits(basis)
    if bits > MAX_NUMBERED_BITS:
        raise LimitReached(f"2^{bits:.0f} solutions are too many to be numbered")
    return Prepared(basis, prices, per_button, None)


@lru_cache(maxsize=16)
def _prepare_few(kernel: Kernel, prices: bytes, per_button: bool) -> Prepared:
    """Prepare a kernel of few elements; small matrices remember their kernel, which is the key."""
    basis, priced = echelon(kernel), np.frombuffer(prices, dtype=np.int64)
    return Prepared(basis, priced, per_button, small_coset(basis, priced, per_button))


def group_bits(basis: Basis) -> float:
    """Return the binary logarithm of the number of elements of the largest group of rows."""
    return max((sum(log2(basis.orders[i]) for i in group) for group in basis.groups), default=0.0)


def fits_one_table(basis: Basis) -> bool:
    """Say whether the table of kernel elements is small."""
    return basis.size * max(len(basis.pivots), int(basis.rows.shape[1])) <= MAX_NUMBERS


@dataclass(frozen=True, eq=False)
class SmallCoset:
    """All kernel elements of a small kernel, with what presses cost."""

    basis: Basis
    """The kernel."""
    elements: IntArray
    """(size, buttons) int64, by ascending digits."""
    prices: NDArray[Any]
    """(buttons,) int64, or Python integers where sums could pass 2^62."""
    per_button: bool
    """Whether a pressed button costs its price once."""

    def minimise(self, least: IntArray, wanted: Wanted) -> Outcome:
        """Return the minimum of the coset of ``least``, its lexicographically least solution."""
        solutions = (self.elements + least) % self.basis.modulus
        counted = (solutions != 0) if self.per_button else solutions
        costs = counted.astype(self.prices.dtype, copy=False) @ self.prices
        weight = costs.min()
        found = np.flatnonzero(costs == weight)
        minima = solutions[found]
        if max(self.basis.steps, default=1) > 1:
            minima = minima[np.argsort(self.basis.keys(minima))]
        listed: list[Presses] = [tuple(x) for x in minima[: max(wanted.minima, 1)].tolist()]
        return Outcome(Status.OPTIMAL, int(weight), tuple(listed), found.size, canonical=True)


def small_coset(basis: Basis, prices: IntArray, per_button: bool) -> SmallCoset:
    """Write out all kernel elements; the caller asks `fits_one_table` first."""
    elements = np.zeros((1, basis.rows.shape[1]), dtype=np.int64)
    for row, order in zip(basis.rows, basis.orders, strict=True):
        multiples = np.arange(order)[:, None] * row.astype(np.int64) % basis.modulus
        elements = (elements[:, None] + multiples).reshape(-1, row.size) % basis.modulus
    most = 1 if per_button else basis.modulus - 1
    exact = prices.size * int(prices.max(initial=0)) * most < 2**62
    return SmallCoset(basis, elements, prices if exact else prices.astype(object), per_button)
