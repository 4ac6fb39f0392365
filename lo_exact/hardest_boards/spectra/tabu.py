"""Tabu search along the gradient for two-colour boards with flat spectra.

Lower the peak by flipping presses: raise S above a floor just under the best peak to the eighth
power and add up; the derivative of this sum by every d_u at once is one Walsh-Hadamard transform.
Take the best change of one d_u by +-2 that is not among the last few, also when it makes things
worse.  Whatever is found is only an example: its peak is computed exactly, and its caller
enumerates its coset again.

Costs one transform, ``k 2^k`` additions, a step.  The same seed gives the same steps.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.hardest_boards.spectra.spectrum import Spectrum, character, walsh
from lo_exact.outcome import Watch

MAX_WIDTH = 22
_POWER = 8
_FLOOR = 8
_REACH = 2


@dataclass(frozen=True, eq=False)
class Example:
    """A choice of presses by class, with the peak of its spectrum."""

    d: IntArray
    """(classes,) int64."""
    peak: int
    """Their peak, exact."""


def best_change(
    table: IntArray,
    at: IntArray,
    most: IntArray,
    resting: NDArray[np.bool_],
    slope: NDArray[Any],
    bend: NDArray[Any] | float,
    random: np.random.Generator,
) -> tuple[int, int] | None:
    """Return which class to change and by which step, 1 or -1, among its allowed values.

    Args:
        table: (numbers, values) what each can be, ascending, as far as ``most``.
        at: (numbers,) which of its values each has.
        most: (numbers,) the last of its values.
        resting: (numbers,) which may not be changed.
        slope: (numbers,) charge for one more of each.
        bend: charge for its square, of each or of all.
        random: how to break near ties.

    Returns:
        (number, 1 or -1), or None when all rest.
    """
    row = np.arange(at.size)
    here = table[row, at]
    up = (table[row, np.minimum(at + 1, most)] - here).astype(np.float64)
    down = (table[row, np.maximum(at - 1, 0)] - here).astype(np.float64)
    gain_up = np.where(up != 0, up * slope + up * up * bend, np.inf)
    gain_down = np.where(down != 0, down * slope + down * down * bend, np.inf)
    gain = np.where(resting, np.inf, np.minimum(gain_up, gain_down))
    least = float(gain.min())
    if not np.isfinite(least):
        return None
    chosen = int(np.argmin(gain + random.random(at.size) * abs(least) * 0.05))
    return chosen, 1 if gain_up[chosen] < gain_down[chosen] else -1


def find_flat(
    spectrum: Spectrum, random: np.random.Generator, steps: int, goal: int, watch: Watch
) -> Example:
    """Return the flattest spectrum that the search finds.

    Args:
        spectrum: the classes; width at most `MAX_WIDTH`.
        random: where to start, and how to break ties.
        steps: how many changes to make.
        goal: stop at this peak.
        watch: stopped quietly at its deadline.
    """
    columns = np.array(spectrum.columns, dtype=np.int64)
    values = [reach(ways) for ways in spectrum.ways]
    at = np.array([near_zero(v, random) for v in values], dtype=np.int64)
    most = np.array([len(v) - 1 for v in values], dtype=np.int64)
    table = np.zeros((len(values), int(most.max(initial=0)) + 1), dtype=np.int64)
    for u, listed in enumerate(values):
        table[u, : len(listed)] = listed
    row = np.arange(columns.size)
    sums = spectrum.values(table[row, at])
    best = Example(table[row, at], int(sums.max()))
    until = np.zeros(columns.size, dtype=np.int64)
    words = np.arange(sums.size, dtype=np.int64)
    for step in range(steps):
        if best.peak <= goal or watch.remaining() < 0:
            break
        over = np.maximum(sums - (best.peak - 2 - _FLOOR), 0).astype(np.float32) / _FLOOR
        slope = walsh(over ** (_POWER - 1))[columns]
        bend = (_POWER - 1) * float((over ** (_POWER - 2)).sum()) / (2 * _FLOOR)
        change = best_change(table, at, most, until > step, slope, bend, random)
        if change is None:
            continue
        u, direction = change
        before = int(table[u, at[u]])
        at[u] += direction
        sums += (int(table[u, at[u]]) - before) * character(words, int(columns[u]))
        until[u] = step + _POWER + int(random.integers(_POWER + 1))
        peak = int(sums.max())
        if peak < best.peak:
            best = Example(table[row, at], peak)
    return best


def reach(ways: dict[int, int]) -> list[int]:
    """Return the values of a class to try: those at its two least distances from 0, ascending."""
    distances = sorted({abs(d) for d in ways})
    most = distances[min(len(distances), _REACH) - 1]
    return sorted(d for d in ways if abs(d) <= most)


def near_zero(values: list[int], random: np.random.Generator) -> int:
    """Return the index of a value of least absolute value, ties broken at random."""
    least = min(abs(d) for d in values)
    nearest = [i for i, d in enumerate(values) if abs(d) == least]
    return nearest[int(random.integers(len(nearest)))]
