"""A kernel ready for many boards: echelon form, and all its elements where they are few."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from lo_exact.algebra import Coset, IntArray, Kernel
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.engines.coset import small
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Wanted, Watch

if TYPE_CHECKING:
    from lo_exact.engines.coset.search import CosetSearch

SYMMETRY_SIZE = 2**33
"""From so many solutions on it pays to look for symmetries of the system."""

MAX_NUMBERED_BITS = 61.9
"""Elements of one group are numbered in 64-bit words."""

MAX_ECHELON_STEPS = 2**31
"""Kernels that take more steps to bring to echelon form are not looked into."""

MAX_TABLE = 2**24
"""Cost tables hold so many numbers at most, one for each button and colour."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A kernel ready for many boards: echelon form, and all its elements where they are few.

    Attributes:
        basis: the kernel in echelon form.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        small: all kernel elements, if they are few.
    """

    basis: Basis
    prices: IntArray
    per_button: bool
    small: small.SmallCoset | None

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
    basis = echelon(kernel)
    bits = group_bits(basis)
    if bits > MAX_NUMBERED_BITS:
        raise LimitReached(f"2^{bits:.0f} solutions are too many to be numbered")
    few = small.prepare(basis, prices, per_button) if small.fits(basis) else None
    return Prepared(basis, prices, per_button, few)


def group_bits(basis: Basis) -> float:
    """Return the binary logarithm of the number of elements of the largest group of rows."""
    return max((sum(log2(basis.orders[i]) for i in group) for group in basis.groups), default=0.0)


def worth_symmetries(coset: Coset) -> bool:
    """Say whether the search should look for symmetries of the system."""
    return coset.kernel.modulus == 2 and coset.kernel.size >= SYMMETRY_SIZE
