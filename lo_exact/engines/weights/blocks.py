"""Weights of all solutions, computed in blocks, each as one matrix product.

A solution is ``particular + high + low``, high and low sums of two halves of the kernel's
generators.  Buttons with equal columns in all generators move together: a *class*, whose cost is a
function of one residue.  With two colours that function is a constant and a multiple of a sign, and
the sign of a sum is the product of signs.  So the weights of all pairs (high, low) are a product of
two matrices of signs.  With more colours rows of high are written one-hot, and low is a table of
costs.  Floats hold integers exactly here: their absolute values sum to less than 2^24 or 2^53.

Costs (classes x colours) multiplications a solution, some ten nanoseconds in all.
"""

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, IntArray
from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch

LOW_SIZE = 2**12
"""Approximate number of solutions in a row of a block, and of rows."""

MAX_COLOURS = 64
"""Colours for which the solutions' costs are computed by matrix products."""

MAX_TABLE = 2**24
"""Largest size of the cost table: classes x colours x `LOW_SIZE`."""

MAX_RANGE = 2**22
"""Largest number of different weights counted in an array; more go into a dictionary."""

PRODUCT_SECONDS, SOLUTION_SECONDS = 5e-11, 1e-8
"""CPU seconds for a multiplication, and for counting a solution."""


class Blocks:
    """All solutions of a coset and their costs, enumerated in blocks.

    Args:
        coset: the solutions.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When `blocks_refusal` gives a reason.
    """

    def __init__(self, coset: Coset, prices: IntArray, *, per_button: bool):
        if said := blocks_refusal(coset, prices):
            raise LimitReached(said)
        kernel = coset.kernel
        self._c = c = kernel.modulus
        self._particular = np.asarray(coset.particular, dtype=np.int64)
        self._generators = kernel.generators.astype(np.int64)
        self._orders = kernel.orders
        split = len(self._orders)
        while split and prod(self._orders[split - 1 :]) <= LOW_SIZE:
            split -= 1
        self.highs: int = prod(self._orders[:split])
        self.lows: int = prod(self._orders[split:])
        self._split = split
        columns, which = _classes(self._generators)
        self._columns = columns
        self._costs = np.zeros((columns.shape[1], c), dtype=np.int64)
        for add in range(c):
            presses = (self._particular + add) % c
            counted = (presses != 0).astype(np.int64) if per_button else presses
            # totals stay below 2^53, since `blocks_refusal` limits the prices
            np.add.at(self._costs[:, add], which, counted * prices)
        low = _sums(columns[split:], self._orders[split:], c, 0, self.lows)
        self._base = 0
        exact = int(self._costs.max(axis=1, initial=0).sum()) < 2**22
        self._dtype = np.dtype(np.float32 if exact else np.float64)
        if c == 2:
            self._base = int(self._costs.sum())
            signed = (1 - 2 * low) * (self._costs[:, 0] - self._costs[:, 1])
            self._low = np.ascontiguousarray(signed.T, dtype=self._dtype)
        else:
            shifted = (np.arange(c)[:, None, None] + low[None]) % c
            table = self._costs[np.arange(columns.shape[1]), shifted]
            self._low = np.ascontiguousarray(
                table.transpose(2, 0, 1).reshape(-1, self.lows), dtype=self._dtype
            )
        self.least_possible: int = int(self._costs.min(axis=1, initial=0).sum())
        self.most_possible: int = int(self._costs.max(axis=1, initial=0).sum())

    @property
    def size(self) -> int:
        """Number of solutions."""
        return self.highs * self.lows

    def weights(self, watch: Watch) -> Iterator[tuple[int, IntArray]]:
        """Yield (index of first row, weights (rows, ``lows``)) for each block of solutions."""
        step = max(1, min(LOW_SIZE, MAX_TABLE // max(1, self.lows)))
        for at in range(0, self.highs, step):
            watch.check(at * self.lows, self.size)
            high = _sums(
                self._columns[: self._split], self._orders[: self._split], self._c, at,
                min(step, self.highs - at),
            )  # fmt: skip
            if self._c == 2:
                signs = (1 - 2 * high).astype(self._dtype)
                found = (signs @ self._low).astype(np.int64)
                found += self._base
                found >>= 1
            else:
                hot = high[:, :, None] == np.arange(self._c)
                found = (hot.reshape(len(high), -1).astype(self._dtype) @ self._low).astype(
                    np.int64
                )
            yield at, found

    def histogram(self, watch: Watch) -> dict[int, int]:
        """Return the numbers of solutions by weight, as {weight: number}, ascending."""
        least, size = self.least_possible, self.most_possible - self.least_possible + 1
        if size <= MAX_RANGE:
            counts = np.zeros(size, dtype=np.int64)
            for _, weights in self.weights(watch):
                counts += np.bincount(weights.reshape(-1) - least, minlength=size)
            return {least + int(at): int(counts[at]) for at in np.flatnonzero(counts)}
        found: dict[int, int] = {}
        for _, weights in self.weights(watch):
            values, times = np.unique(weights, return_counts=True)
            for value, many in zip(values.tolist(), times.tolist(), strict=True):
                found[value] = found.get(value, 0) + many
        return dict(sorted(found.items()))

    def up_to(self, most: int, watch: Watch) -> Iterator[tuple[int, IntArray]]:
        """Yield (weight, presses) of all solutions of weight at most ``most``, unordered."""
        for at, weights in self.weights(watch):
            for row, low in np.argwhere(weights <= most).tolist():
                yield int(weights[row, low]), self.solution((at + row) * self.lows + low)

    def picked(self, weight: int, ranks: IntArray, watch: Watch) -> IntArray:
        """Return solutions of one weight, given their positions among all solutions of that weight.

        Args:
            weight: a weight.
            ranks: ascending, each below the number of solutions of this weight.
            watch: the clock.
        """
        chosen, seen = [], 0
        for at, weights in self.weights(watch):
            here = np.flatnonzero(weights.reshape(-1) == weight)
            low, high = np.searchsorted(ranks, [seen, seen + here.size])
            chosen += [at * self.lows + int(here[rank - seen]) for rank in ranks[low:high].tolist()]
            seen += here.size
            if high == ranks.size:
                break
        return np.array([self.solution(number) for number in chosen], dtype=np.int64)

    def solution(self, number: int) -> IntArray:
        """Return the solution with index ``number``, from 0 to `size` - 1, as an int64 array."""
        x = self._particular
        for generator, order in zip(
            reversed(self._generators), reversed(self._orders), strict=True
        ):
            number, digit = divmod(number, order)
            x = (x + digit * generator) % self._c
        return x


def blocks_refusal(coset: Coset, prices: IntArray) -> str:
    """Return the reason why the colours or prices are too large for block products, or ``""``."""
    c, buttons = coset.kernel.modulus, coset.particular.size
    if c > MAX_COLOURS or c * buttons * LOW_SIZE > MAX_TABLE * 4:
        return f"{buttons} buttons of {c} colours are too many for tables of costs"
    if c * buttons * int(prices.max(initial=0)) >= 2**50:
        return "the prices are too large for tables of costs"
    return ""


def blocks_seconds(coset: Coset) -> float:
    """Estimate the CPU seconds to compute the weights of all solutions."""
    kernel = coset.kernel
    c = kernel.modulus if kernel.modulus > 2 else 1
    columns, _ = _classes(kernel.generators)
    each = SOLUTION_SECONDS + PRODUCT_SECONDS * c * columns.shape[1]
    return float(min(kernel.size, 2**900) * each)


def _classes(generators: NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return the distinct columns, of shape (generators, classes), and the class of each button."""
    if not generators.shape[1] or not generators.shape[0]:
        same = np.zeros(generators.shape[1], dtype=np.int64)
        return np.zeros((generators.shape[0], min(generators.shape[1], 1)), np.int64), same
    columns, which = np.unique(generators, axis=1, return_inverse=True)
    return columns.astype(np.int64), which.reshape(-1)


def _sums(columns: IntArray, orders: tuple[int, ...], c: int, first: int, count: int) -> IntArray:
    """Return ``count`` consecutive combinations of generators, of shape (count, classes)."""
    numbers = np.arange(first, first + count, dtype=np.int64)
    found = np.zeros((count, columns.shape[1]), dtype=np.int64)
    for row, order in zip(reversed(columns), reversed(orders), strict=True):
        numbers, digits = np.divmod(numbers, order)
        found += digits[:, None] * row % c
    return found % c
