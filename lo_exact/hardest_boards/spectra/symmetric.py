"""Boards with flat spectra among the symmetric ones, found by tabu search along the gradient.

As in `lo_exact.hardest_boards.spectra.tabu`, with one number for each orbit of classes and one
quiet pattern for each orbit of patterns, so a step costs a tenth of a millisecond, not a transform:
patterns under a floor just below the best peak are not charged at all, the others with the fourth
power of what they are above it.  The slopes of all changes are one product of the charges with the
rows of the charged patterns.  Each group of symmetries is tried in turn.

Measured: 165 for 19 x 19, 412 for 30 x 30, 472 for 32 x 32 in some ten seconds each, where the
search among all boards finds 161, 409 and 466 in longer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lo_exact.hardest_boards.spectra.orbits import Orbits, orbits, subgroups
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.hardest_boards.spectra.tabu import Example, best_change, near_zero, reach
from lo_exact.outcome import Watch

_POWER = 4
_FLOOR = 8
_TENURE = 8
_MOST_STEPS, _FEWEST_STEPS = 5000, 200
_WORK = 2**31


def find_symmetric(
    spectrum: Spectrum,
    symmetries: Sequence[NDArray[np.intp]],
    random: np.random.Generator,
    effort: int,
    goal: int,
    watch: Watch,
) -> Example | None:
    """Return the flattest spectrum met, None when every group is too large a question.

    Args:
        spectrum: the classes; width at most `lo_exact.hardest_boards.spectra.tabu.MAX_WIDTH`.
        symmetries: (classes,) permutations of the classes, the identity first.
        random: where to start, and how to break ties.
        effort: multiplies the number of steps.
        goal: stop at this peak.
        watch: stopped quietly at its deadline.
    """
    best: Example | None = None
    for generators in subgroups(symmetries):
        if watch.remaining() < 0 or (best is not None and best.peak <= goal):
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
    """Return the flattest spectrum met among those invariant under a group."""
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
    """Return slope and half the curvature of the charge for every orbit's d."""
    charged = np.flatnonzero(sums > floor)
    over = (sums[charged] - floor).astype(np.float32) / _FLOOR
    rows = by_pattern[charged].astype(np.float32)
    bent = repeats[charged] * over ** (_POWER - 2)
    slope = (bent * over) @ rows
    bend = (_POWER - 1) * (bent @ (rows * rows)) / (2 * _FLOOR)
    return slope.astype(np.float64), bend.astype(np.float64)
