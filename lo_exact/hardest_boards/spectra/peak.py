"""Bounds on the least peak of a two-colour puzzle: refutations from below, examples from above.

Each D from the parity of M upwards is put to the exhaustive search with several chains and growing
budgets.  A finished search that finds nothing proves that the least peak is larger (a
*refutation*, kept: chain, depth and D are all that is needed to repeat it); one that finds
something ends the matter, since everything below is refuted by then.  Where small budgets settle
nothing, tabu search gives an example first, among symmetric boards where there are symmetries.
What is not settled by the end of the effort is an interval, whose lower end a sum along a flag of
subspaces may lift.

Boards with flat spectra among the symmetric ones, found by tabu search along the gradient.

As in `lo_exact.hardest_boards.spectra.tabu`, with one number for each orbit of classes and one
quiet pattern for each orbit of patterns, so a step costs a tenth of a millisecond, not a transform:
patterns under a floor just below the best peak are not charged at all, the others with the fourth
power of what they are above it.  The slopes of all changes are one product of the charges with the
rows of the charged patterns.  Each group of symmetries is tried in turn.

Measured: 165 for 19 x 19, 412 for 30 x 30, 472 for 32 x 32 in some ten seconds each, where the
search among all boards finds 161, 409 and 466 in longer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.spectra.flags import Flag, best_flag
from lo_exact.hardest_boards.spectra.flat import FlatSearch, choose_chain
from lo_exact.hardest_boards.spectra.orbits import Orbits, orbits, subgroups
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.hardest_boards.spectra.tabu import (
    MAX_WIDTH,
    Example,
    best_change,
    find_flat,
    near_zero,
    reach,
)
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
    """Return the flattest symmetric spectrum found; None if every group is too large.

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
    """Return the first and half the second derivative of the penalty by each orbit's d."""
    charged = np.flatnonzero(sums > floor)
    over = (sums[charged] - floor).astype(np.float32) / _FLOOR
    rows = by_pattern[charged].astype(np.float32)
    bent = repeats[charged] * over ** (_POWER - 2)
    slope = (bent * over) @ rows
    bend = (_POWER - 1) * (bent @ (rows * rows)) / (2 * _FLOOR)
    return slope.astype(np.float64), bend.astype(np.float64)


_BUDGETS = (1e6, 1e7, 1e8)
_CHAINS = 4
_STEPS = 1500
_SETTLE_BLOCK = 2**13
_STEPS_WORK = 2**31
_COUNT_BUDGET = 3e7
_PROBES = 8
_PROBE_BUDGET = 1e7


@dataclass(frozen=True)
class Refutation:
    """Proof that no d has a given peak or less: parameters that repeat the search."""

    peak: int
    """D."""
    basis: tuple[int, ...]
    """The chain."""
    depth: int
    """The subspace that suffices."""
    points: int
    """How many points the search looked at; 0 when parities alone suffice."""


@dataclass(frozen=True)
class Peak:
    """Lower and upper bounds on the least peak, with their evidence."""

    lower: int
    """No d has a smaller peak."""
    example: Example
    """The flattest d known; its peak is the upper bound."""
    refutations: tuple[Refutation, ...]
    """One for each peak below ``lower`` that has the right parity."""
    presses_count: int = -1
    """Press vectors (of class buttons) with the least peak; -1 when not counted."""
    flag: Flag | None = None
    """Proves ``lower`` where refutations alone do not."""

    @property
    def settled(self) -> bool:
        """Return whether the lower and upper bounds are equal."""
        return self.lower == self.example.peak


def least_peak(
    spectrum: Spectrum,
    watch: Watch,
    *,
    effort: int = 1,
    seed: int = 0,
    count: bool = False,
    symmetries: Callable[[], Sequence[NDArray[np.intp]]] = list,
) -> Peak:
    """Return the least peak over all d, or an interval that contains it.

    Args:
        spectrum: the classes, at least one; width below 63; above
            `lo_exact.hardest_boards.spectra.tabu.MAX_WIDTH` peaks are only refuted.
        watch: stopped quietly at its deadline.
        effort: multiplies steps and budgets.
        seed: of the tabu search.
        count: count the press vectors that have the least peak, whatever it costs; otherwise
            they are counted if the effort allows.
        symmetries: finds permutations of the classes, the identity first; asked when needed.
    """
    lower = spectrum.total % 2
    refutations: list[Refutation] = []
    example = None
    for budget in _BUDGETS:
        while (example is None or lower < example.peak) and watch.remaining() > 0:
            found = _settle(spectrum, lower, budget * effort, watch)
            if isinstance(found, Example):
                example = found
            elif isinstance(found, Refutation):
                refutations.append(found)
                lower += 2
            else:
                break
        if example is None:
            example = flat_example(spectrum, symmetries, seed, effort, lower, watch)
    assert example is not None
    flag = None
    if lower < example.peak and watch.remaining() > 0:
        flag = best_flag(spectrum, example.peak, watch, effort=effort)
        # S has the parity of all class buttons, so a bound of the other parity can be raised
        above = 0 if flag is None else flag.peak + (flag.peak - spectrum.total) % 2
        lower, flag = (above, flag) if above > lower else (lower, None)
    presses_count = -1
    if lower == example.peak:
        budget = inf if count else _COUNT_BUDGET * effort
        presses_count = _count(spectrum, lower, budget, watch)
    return Peak(lower, example, tuple(refutations), presses_count, flag)


def flat_example(
    spectrum: Spectrum,
    symmetries: Callable[[], Sequence[NDArray[np.intp]]],
    seed: int,
    effort: int,
    goal: int,
    watch: Watch,
) -> Example:
    """Return a flat spectrum by tabu search; if a transform is too large, that of no presses.

    Args:
        spectrum: the classes.
        symmetries: finds permutations of the classes, the identity first.
        seed: of the search.
        effort: multiplies steps.
        goal: stop at this peak.
        watch: stopped quietly at its deadline.
    """
    if spectrum.width > MAX_WIDTH:
        nothing_pressed = np.array([max(ways) for ways in spectrum.ways], dtype=np.int64)
        return Example(nothing_pressed, spectrum.total)
    random = np.random.Generator(np.random.PCG64(seed))
    found = find_symmetric(spectrum, symmetries(), random, effort, goal, watch)
    if found is not None:
        return found
    # one step costs width * 2^width
    steps = max(50, min(_STEPS, _STEPS_WORK // (spectrum.width << spectrum.width)))
    return find_flat(spectrum, random, steps * effort, goal, watch)


def _settle(
    spectrum: Spectrum, peak: int, budget: float, watch: Watch
) -> Refutation | Example | None:
    """Refute a peak or find an example for it; return None if the budget ends first."""
    width = spectrum.width
    for number in range(_CHAINS):
        basis = choose_chain(spectrum, peak, number)
        whole = {width} if width <= MAX_WIDTH else set()
        for depth in sorted({min(width, 8), min(width, 12)} | whole):
            search = FlatSearch(spectrum, basis, peak, watch, depth, budget, _SETTLE_BLOCK)
            try:
                if depth == width:
                    found = search.some()
                    if found.shape[1]:
                        return Example(found[:, 0], exact_peak(spectrum, found[:, 0]))
                if depth == width or not search.possible():
                    return Refutation(peak, tuple(basis), depth, search.points)
            except LimitReached:
                if watch.remaining() < 0:
                    return None
    return None


def _count(spectrum: Spectrum, peak: int, budget: float, watch: Watch) -> int:
    """Return the number of ways to press with the given peak, or -1 over budget.

    The chain that leaves the fewest candidates one level below the top makes the count cheap.
    """
    width = spectrum.width
    fewest, best = inf, choose_chain(spectrum, peak, 0)
    for number in range(_PROBES):
        basis = choose_chain(spectrum, peak, number)
        probe = FlatSearch(spectrum, basis, peak, watch, width - 1, min(budget, _PROBE_BUDGET))
        try:
            candidates = sum(found.shape[1] for found in probe.run())
        except LimitReached:
            continue
        if candidates < fewest:
            fewest, best = candidates, basis
    try:
        return FlatSearch(spectrum, best, peak, watch, width, budget).count()
    except LimitReached:
        return -1


def exact_peak(spectrum: Spectrum, d: IntArray) -> int:
    """Compute the exact peak of d by a Walsh transform."""
    return int(spectrum.values(d).max())
