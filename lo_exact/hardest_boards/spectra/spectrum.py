"""Walsh spectra of two-colour boards: the largest value (peak) determines the minimum weight.

Press t of the m buttons of class u (prices alike) and let d_u = m - 2 t, not pressed minus pressed.
Then the coset's element at quiet pattern y weighs, over the classes, half of ``M - S(y)`` with
``S(y) = sum_u d_u (-1)^<u, y>`` and M the price of all class buttons.  So the coset's minimum is
``(M - peak) / 2``, where the *peak* is the largest S(y).  The hardest board has the least peak over
all d with ``d_u = m_u (mod 2)`` and ``|d_u| <= m_u``.  With prices, d_u takes the signed sums of
the class's prices.

S has mean 0 over all y, because no column u is 0: the peak is never negative, which is the
averaging bound again, and it is 0 only for d = 0.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.hardest_boards.census import Census

MAX_SPECTRUM_WIDTH = 62
"""Largest number of bits of a column."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Classes of a two-colour puzzle, with the data to compute its Walsh spectra."""

    width: int
    """k, the number of independent quiet patterns."""
    columns: tuple[int, ...]
    """(classes,) distinct non-zero numbers of k bits; bit i belongs to generator i."""
    ways: tuple[dict[int, int], ...]
    """Number of ways to press each class, by d; keys are symmetric around 0."""
    total: int
    """M, the price of all class buttons."""

    @cached_property
    def odd(self) -> frozenset[int]:
        """Columns of the classes for which every signed count d is odd."""
        return frozenset(
            column
            for column, ways in zip(self.columns, self.ways, strict=True)
            if next(iter(ways)) % 2
        )

    def weight(self, peak: int) -> int:
        """Return the minimum weight of the class buttons over a coset with the given peak."""
        assert (self.total - peak) % 2 == 0
        return (self.total - peak) // 2

    def presses_count(self, d: IntArray) -> int:
        """Return the number of ways to press the class buttons whose signed counts are d."""
        return prod(ways[int(value)] for ways, value in zip(self.ways, d, strict=True))

    def values(self, d: IntArray) -> NDArray[Any]:
        """Return the spectrum of d: the exact sum S(y) for each quiet pattern y, shape (2^k,).

        Args:
            d: (classes,) int64.
        """
        sums = np.zeros(1 << self.width, dtype=np.int64)
        sums[list(self.columns)] = d
        return walsh(sums)


def spectrum_of(census: Census) -> Spectrum:
    """Return the `Spectrum` of a two-colour puzzle, for nullity up to `MAX_SPECTRUM_WIDTH`."""
    assert census.system.colours == 2
    assert len(census.kernel.orders) <= MAX_SPECTRUM_WIDTH
    columns, ways = [], []
    for one, listed in zip(census.classes, census.profiles, strict=True):
        columns.append(sum(bit << i for i, bit in enumerate(one.column)))
        counted = zip(listed.vectors, listed.ways, strict=True)
        ways.append({after - before: count for (before, after), count in counted})
    total = sum(sum(one.prices) for one in census.classes)
    return Spectrum(len(census.kernel.orders), tuple(columns), tuple(ways), total)


def walsh(values: NDArray[Any]) -> NDArray[Any]:
    """Return the Walsh-Hadamard transform of 2^k numbers, computed in their dtype."""
    out = values.copy()
    half = 1
    while half < out.size:
        pairs = out.reshape(-1, 2, half)
        low, high = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = low, high
        half *= 2
    return out


def character(words: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    """Return (-1)^<column, y> for each of the given patterns y, an array of shape (words,)."""
    folded = words & column
    for shift in (32, 16, 8, 4, 2, 1):
        folded ^= folded >> shift
    signs: NDArray[np.int64] = 1 - 2 * (folded & 1)
    return signs
