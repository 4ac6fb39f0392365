"""Change in cost from adding each quiet pattern to a solution.

Every other solution is this one with a quiet pattern added.  Where a pattern reduces the presses of
a button mod c (pressed, and then not, with two colours), the cost falls; elsewhere it rises.  When
no pattern lowers the cost more than it raises it, the presses are a minimum: that is the whole
proof.

With many patterns the buttons' *classes* are a shorter description.  A class is the buttons in
exactly the same patterns, so only the number of pressed buttons in each class counts.

Costs quiet patterns x buttons.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lo_exact.algebra import Coset, IntArray, Kernel
from lo_exact.errors import LimitReached, UsageError
from lo_exact.puzzle import System
from lo_exact.solver.patterns import MAX_LISTED

MAX_DRAWN = 64
"""Largest number of patterns drawn one by one."""


@dataclass(frozen=True, eq=False)
class Overlays:
    """Changes in cost from adding each quiet pattern to a solution."""

    system: System
    """System of the puzzle."""
    presses: IntArray
    """(unknowns,) 0..c-1, the solution."""
    kernel: Kernel
    """Kernel of the system, which contains the quiet patterns."""
    patterns: IntArray
    """(patterns, unknowns) int64, complete; number z is the sum of z's digits times the
    generators, the first generator the lowest digit.
    """
    lowered: IntArray
    """(patterns,) decrease of the cost on buttons where the pattern lowers it."""
    raised: IntArray
    """(patterns,) increase of the cost on the other buttons."""

    @property
    def changes(self) -> IntArray:
        """Change of the cost by adding each pattern, shape (patterns,); negative for a saving."""
        found: IntArray = self.raised - self.lowered
        return found

    @property
    def saved(self) -> int:
        """Greatest decrease of the cost by any pattern, or 0."""
        return max(0, -int(self.changes.min(initial=0)))

    @property
    def ties(self) -> int:
        """Number of patterns that leave the cost unchanged."""
        return int(np.count_nonzero(self.changes == 0))

    @cached_property
    def histogram(self) -> dict[int, int]:
        """Number of patterns by change of the cost, ascending."""
        values, counts = np.unique(self.changes, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    @cached_property
    def classes(self) -> list[tuple[int, ...]]:
        """Groups of buttons that are pressed by exactly the same quiet patterns."""
        found: dict[bytes, list[int]] = {}
        columns = np.ascontiguousarray(self.kernel.generators.T)
        for button, column in enumerate(columns):
            if column.any():
                found.setdefault(column.tobytes(), []).append(button)
        return [tuple(buttons) for buttons in found.values()]


def overlays(system: System, coset: Coset, presses: IntArray) -> Overlays:
    """Compute the change in cost from adding each quiet pattern to a solution.

    Raises:
        LimitReached: When there are too many patterns.
    """
    refuse_many(coset)
    kernel = coset.kernel
    patterns = numbered(kernel)[1:]
    after = (patterns + presses) % system.colours
    before = presses
    if system.per_button:
        after, before = (after != 0).astype(np.int64), (presses != 0).astype(np.int64)
    # 64 bits are enough: _fits bounds the product of prices, colours and buttons
    _fits(system)
    change = after - before
    return Overlays(
        system, presses, kernel, patterns,
        np.maximum(-change, 0) @ system.prices, np.maximum(change, 0) @ system.prices,
    )  # fmt: skip


def refuse_many(coset: Coset) -> None:
    """Raise an error if there are too many quiet patterns to enumerate.

    Raises:
        LimitReached: When there are too many patterns.
    """
    patterns = coset.kernel.size - 1
    if (patterns + 1) * max(coset.kernel.generators.shape[1], 1) > MAX_LISTED:
        shown = patterns if patterns < 10**9 else f"about 10^{len(str(patterns)) - 1}"
        raise LimitReached(
            f"explaining goes through all quiet patterns, here are {shown}; "
            "ask for a certificate instead"
        )


def _fits(system: System) -> None:
    """Raise an error if costs can exceed 64 bits.

    Raises:
        UsageError: When prices, colours and buttons are all huge.
    """
    largest = int(system.prices.max(initial=0)) * system.colours * max(system.unknowns, 1)
    if largest >= 2**62:
        raise UsageError("costs this large are not explained; ask for a certificate instead")


def numbered(kernel: Kernel) -> IntArray:
    """Return all elements of a kernel (size, unknowns), the first generator changing fastest."""
    found = np.zeros((1, kernel.generators.shape[1]), dtype=np.int64)
    for generator, order in zip(kernel.generators, kernel.orders, strict=True):
        times = np.arange(order)[:, None] * generator.astype(np.int64) % kernel.modulus
        found = (times[:, None, :] + found[None, :, :]) % kernel.modulus
        found = found.reshape(-1, kernel.generators.shape[1])
    return found


@dataclass(frozen=True, eq=False)
class Improvement:
    """Quiet pattern added to a solution, with the cheaper solution that results."""

    before: IntArray
    """(unknowns,) presses before the pattern is added."""
    pattern: IntArray
    """(unknowns,) the added pattern."""
    presses: IntArray
    """(unknowns,) presses after it."""
    saved: int
    """Decrease of the cost."""
    weight: int
    """Cost after the change."""


def improvements(system: System, coset: Coset, presses: IntArray) -> list[Improvement]:
    """Add quiet patterns to a solution while any of them lowers the cost; return the steps.

    Single generators come first, as a person would try them; the last word have all patterns, and
    so what is left is a minimum.
    """
    kernel = coset.kernel
    multiples = [
        times * generator.astype(np.int64) % kernel.modulus
        for generator, order in zip(kernel.generators, kernel.orders, strict=True)
        for times in range(1, order if order <= MAX_DRAWN else 1)
    ]
    few = np.array(multiples, dtype=np.int64).reshape(len(multiples), system.unknowns)
    every = overlays(system, coset, presses).patterns
    steps: list[Improvement] = []
    at, weight = presses, system.weight(presses)
    for patterns in (few, every):
        while (best := _best(system, at, patterns)) is not None:
            after = (at + best) % system.colours
            less = system.weight(after)
            steps.append(Improvement(at, best, after, weight - less, less))
            at, weight = after, less
    return steps


def _best(system: System, presses: IntArray, patterns: IntArray) -> IntArray | None:
    """Return the first of the patterns that lower the cost most, or None if none lowers it."""
    if not len(patterns):
        return None
    after = (patterns + presses) % system.colours
    costs = ((after != 0).astype(np.int64) if system.per_button else after) @ system.prices
    at = int(costs.argmin())
    best: IntArray = patterns[at]
    return best if int(costs[at]) < system.weight(presses) else None
