"""Tabu search by a penalty's gradient for two-colour boards with flat, symmetric spectra.

Lower the peak by flipping presses: raise S above a floor just under the best peak to the fourth
power and add up.  There is one number for each orbit of classes and one quiet pattern for each
orbit of patterns, so a step costs a tenth of a millisecond, not a transform: the slopes of all
changes are one product of the charges with the rows of the charged patterns.  Take the best change
of one d_u that is not among the last few, also when it makes things worse.  Each group of
symmetries is tried in turn.  What is found is only an example: its peak is computed exactly, and
its caller enumerates its coset again.  The same seed gives the same steps.

Measured: 165 for 19 x 19, 412 for 30 x 30, 472 for 32 x 32 in some ten seconds each, where a search
among all boards found 161, 409 and 466 in longer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.hardest_boards.spectra.orbits import Orbits, orbits, subgroups
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.outcome import Watch

MAX_WIDTH = 22
"""Kernel generators: the search stores the sums of all 2^22 quiet patterns."""

_REACH = 2
"""Distances from 0 whose values are tried for a class."""

_POWER = 4
"""Power to which sums above the floor are raised in the penalty."""

_FLOOR = 8
"""Distance of the penalty's floor below the best peak, and the unit of the penalty."""

_TENURE = 8
"""Steps that a changed orbit rests at least; at most twice as many, drawn at random."""

_MOST_STEPS, _FEWEST_STEPS = 5000, 200
_WORK = 2**31
"""Quiet patterns times steps of one search, within the most and the fewest steps."""


@dataclass(frozen=True, eq=False)
class Example:
    """Signed counts of presses, one per class, with the peak of their spectrum."""

    d: IntArray
    """(classes,) int64, unpressed minus pressed buttons."""
    peak: int
    """Peak of the spectrum, exact."""


def best_change(
    table: IntArray,
    at: IntArray,
    most: IntArray,
    resting: NDArray[np.bool_],
    slope: NDArray[Any],
    bend: NDArray[Any] | float,
    random: np.random.Generator,
) -> tuple[int, int] | None:
    """Return the cheapest move: index of a variable, and 1 or -1 for its next or previous value.

    Args:
        table: (numbers, values) allowed values, ascending, up to index ``most``.
        at: (numbers,) index of the current values.
        most: (numbers,) index of the last values.
        resting: (numbers,) mask of the numbers that may not change.
        slope: (numbers,) cost per unit of each change.
        bend: cost of the squared change, for each or for all.
        random: random generator for near ties.

    Returns:
        (number, 1 or -1), or None if none may change.
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


def reach(ways: dict[int, int]) -> list[int]:
    """Return the signed counts d of a class with the two least values of |d|, ascending."""
    distances = sorted({abs(d) for d in ways})
    most = distances[min(len(distances), _REACH) - 1]
    return sorted(d for d in ways if abs(d) <= most)


def near_zero(values: list[int], random: np.random.Generator) -> int:
    """Return the index of a value of least absolute value, ties broken at random."""
    least = min(abs(d) for d in values)
    nearest = [i for i, d in enumerate(values) if abs(d) == least]
    return nearest[int(random.integers(len(nearest)))]


def find_symmetric(
    spectrum: Spectrum,
    symmetries: Sequence[NDArray[np.intp]],
    random: np.random.Generator,
    effort: int,
    goal: int,
    watch: Watch,
) -> Example | None:
    """Return the flattest symmetric spectrum found; None if every group is too large.

    Args:
        spectrum: the classes; width at most `MAX_WIDTH`.
        symmetries: (classes,) permutations of the classes, the identity first.
        random: random generator for the start and for ties.
        effort: factor for the number of steps.
        goal: stop at this peak.
        watch: time limit; at the deadline the search ends without error.
    """
    best: Example | None = None
    for generators in subgroups(symmetries):
        if best is not None and (watch.remaining() < 0 or best.peak <= goal):
            break
        under = orbits(spectrum, generators)
        if under is None:
            continue
        steps = max(_FEWEST_STEPS, min(_MOST_STEPS, _WORK // under.characters.shape[1]))
        found = _search(spectrum, under, random, steps * effort, goal, watch)
        if best is None or found.peak < best.peak:
            best = found
    return best


def _search(
    spectrum: Spectrum,
    under: Orbits,
    random: np.random.Generator,
    steps: int,
    goal: int,
    watch: Watch,
) -> Example:
    """Return the flattest spectrum that tabu search finds among those invariant under a group."""
    first = np.unique(under.label, return_index=True)[1]
    values = [reach(spectrum.ways[u]) for u in first.tolist()]
    most = np.array([len(v) - 1 for v in values], dtype=np.int64)
    table = np.zeros((len(values), int(most.max()) + 1), dtype=np.int64)
    for orbit, listed in enumerate(values):
        table[orbit, : len(listed)] = listed
    row = np.arange(most.size)
    at = np.array([near_zero(v, random) for v in values], dtype=np.int64)
    characters = under.characters
    by_pattern = np.ascontiguousarray(characters.T)
    sums = np.zeros(characters.shape[1], dtype=np.int32)
    for orbit, d in enumerate(table[row, at].tolist()):
        sums += np.int32(d) * characters[orbit]
    best, best_d = int(sums.max()), table[row, at]
    rests_until = np.zeros(most.size, dtype=np.int64)
    for step in range(steps):
        if best <= goal or (step % 64 == 0 and watch.remaining() < 0):
            break
        slope, bend = _slopes(sums, by_pattern, under.repeats, best - 2 - _FLOOR)
        change = best_change(table, at, most, rests_until > step, slope, bend, random)
        if change is None:
            continue
        orbit, direction = change
        before = table[orbit, at[orbit]]
        at[orbit] += direction
        sums += np.int32(table[orbit, at[orbit]] - before) * characters[orbit]
        rests_until[orbit] = step + _TENURE + int(random.integers(_TENURE + 1))
        peak = int(sums.max())
        if peak < best:
            best, best_d = peak, table[row, at]
    d = best_d[under.label]
    return Example(d, int(spectrum.values(d).max()))


def _slopes(
    sums: NDArray[np.int32],
    by_pattern: NDArray[np.int8],
    repeats: NDArray[np.float32],
    floor: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the first derivative of the penalty by each orbit's d, and half of the second one."""
    charged = np.flatnonzero(sums > floor)
    over = (sums[charged] - floor).astype(np.float32) / _FLOOR
    rows = by_pattern[charged].astype(np.float32)
    bent = repeats[charged] * over ** (_POWER - 2)
    slope = (bent * over) @ rows
    bend = (_POWER - 1) * (bent @ (rows * rows)) / (2 * _FLOOR)
    return slope.astype(np.float64), bend.astype(np.float64)
