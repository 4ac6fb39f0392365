"""Elimination of a small dense matrix over Z/p^e.

All equations are one batch with a column for each button, so a syndrome needs two small matrix
products and no passes.  Costs rank steps of about 10 microseconds each.  What has no unit is p
times a smaller task over Z/p^(e-1), as in the general elimination.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.elimination.residues.steps import reduce_rows
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_dense

LARGEST = 1500
"""Lights x lights and lights x buttons up to which a matrix counts as small."""


@dataclass(frozen=True, eq=False)
class SmallResiduePart:
    """Small matrix over Z/p^e in reduced echelon form, with the row operations."""

    buttons: int
    """Number of buttons."""
    prime: int
    """p."""
    exponent: int
    """e."""
    pivots: IntArray
    """(pivots,) buttons that are determined."""
    sums: IntArray
    """(pivots, buttons) what each is in terms of the others."""
    tags: IntArray
    """(pivots, lights) its constant in terms of the equations' constants."""
    checks: IntArray
    """(checks, lights) combinations of constants that must be 0."""
    remains: IntArray
    """(deferred, lights) the constants of the equations without a unit."""
    free: IntArray
    """(free,) buttons in no equation that is left."""
    left: IntArray
    """(left,) buttons in equations without a unit."""
    rest: SmallResiduePart | None
    """Those equations divided by p, over Z/p^(e-1)."""

    @property
    def modulus(self) -> int:
        """The modulus p^e, a power of a prime."""
        return int(self.prime**self.exponent)

    @property
    def valuations(self) -> list[int]:
        """Exponents w of the orders p^w of the kernel's generators, descending."""
        listed = [self.exponent] * self.free.size
        if self.rest is not None:
            rest = self.rest.valuations
            listed += [w + 1 for w in rest] + [1] * (self.left.size - len(rest))
        return listed

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, descending."""
        return tuple(self.prime**w for w in self.valuations)

    def generators(self) -> NDArray[Any]:
        """Return the kernel's generators, residues (generators, buttons), ordered as `orders`."""
        scale = [self.prime ** (self.exponent - w) for w in self.valuations]
        out: NDArray[Any] = self.basis() * np.array(scale, dtype=np.int64)[:, None] % self.modulus
        return out

    def basis(self, full: bool = False) -> IntArray:
        """Return the kernel's generators before scaling: columns of the right factor V.

        Args:
            full: also the columns for the buttons that are determined, as the last rows.
        """
        lower = np.zeros((0, self.left.size), dtype=np.int64)
        if self.rest is not None:
            lower = self.rest.basis(full=True)
        count = self.free.size + lower.shape[0]
        out = np.zeros((count + full * self.pivots.size, self.buttons), dtype=np.int64)
        out[np.arange(self.free.size), self.free] = 1
        out[self.free.size : count, self.left] = lower
        out[:count, self.pivots] = product(out[:count], self.sums.T, self.modulus)
        if full:
            out[np.arange(count, out.shape[0]), self.pivots] = 1
        return out

    def solve(self, syndromes: IntArray) -> tuple[IntArray, dict[int, Any]]:
        """Return a solution of each syndrome, and a failure for each unsolvable one.

        Args:
            syndromes: (count, lights) int64, 0..modulus-1.

        Returns:
            (count, buttons) residues, and for each unsolvable syndrome's number what `witness`
            takes.
        """
        failures: dict[int, Any] = {}
        bad = product(syndromes, self.checks.T, self.modulus)
        for lane, at in zip(*np.nonzero(bad), strict=True):
            failures.setdefault(int(lane), ("check", int(at)))
        out = np.zeros((syndromes.shape[0], self.buttons), dtype=np.int64)
        if self.rest is not None:
            constants = product(syndromes, self.remains.T, self.modulus)
            for lane, at in zip(*np.nonzero(constants % self.prime), strict=True):
                failures.setdefault(int(lane), ("deferred", int(at)))
            out[:, self.left], lower = self.rest.solve(constants // self.prime)
            for lane, failure in lower.items():
                failures.setdefault(lane, ("rest", failure))
        found = product(out, self.sums.T, self.modulus)
        found += product(syndromes, self.tags.T, self.modulus)
        out[:, self.pivots] = found % self.modulus
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return evidence y for a failure of `solve`: y A = 0 and y . s != 0, s the syndrome."""
        kind, which = failure
        if kind == "check":
            weights: IntArray = self.checks[which]
            return weights
        if kind == "deferred":
            raised: IntArray = self.remains[which] * self.prime ** (self.exponent - 1)
            return raised % self.modulus
        assert self.rest is not None
        weights = self.rest.witness(which)
        out: IntArray = product(weights[None, :], self.remains, self.modulus)[0]
        return out


def is_small(matrix: SparseMatrix) -> bool:
    """Return whether a matrix is within the limit `LARGEST` for this elimination."""
    return matrix.shape[0] * max(matrix.shape) <= LARGEST


def eliminate_small(matrix: SparseMatrix, prime: int, exponent: int) -> SmallResiduePart:
    """Eliminate a small matrix mod p^e as a dense array."""
    lights, buttons = matrix.shape
    modulus = prime**exponent
    work = np.zeros((lights, buttons + lights), dtype=np.int64)
    work[matrix.rows, matrix.columns_of_entries()] = matrix.values
    work[np.arange(lights), buttons + np.arange(lights)] = 1
    rows, pivots = reduce_rows(work, buttons, prime, modulus)
    passive = np.ones(lights, dtype=np.bool_)
    passive[rows] = False
    filled = work[:, :buttons].any(axis=1)
    later = passive & filled
    sums = (modulus - work[rows, :buttons]) % modulus
    sums[np.arange(pivots.size), pivots] = 0
    used = work[later, :buttons].any(axis=0)
    unused = np.logical_not(used)
    unused[pivots] = False
    left = np.flatnonzero(used)
    rest = None
    if left.size:
        lower = from_dense(work[later][:, left] // prime, modulus // prime)
        rest = eliminate_small(lower, prime, exponent - 1)
    return SmallResiduePart(
        buttons=buttons,
        prime=prime,
        exponent=exponent,
        pivots=pivots,
        sums=sums,
        tags=work[rows, buttons:],
        checks=work[passive & ~filled, buttons:],
        remains=work[later, buttons:],
        free=np.flatnonzero(unused),
        left=left,
        rest=rest,
    )
