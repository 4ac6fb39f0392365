"""The least peak of a two-colour puzzle: refuted from below, found from above.

Each D from the parity of M upwards is put to the exhaustive search with several chains and growing
budgets.  A finished search that finds nothing proves that the least peak is larger (a
*refutation*, kept: chain, depth and D are all that is needed to repeat it); one that finds
something ends the matter, since everything below is refuted by then.  Where small budgets settle
nothing, tabu search gives an example first, among symmetric boards where there are symmetries.
What is not settled by the end of the effort is an interval, whose lower end a sum along a flag of
subspaces may lift.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.spectra.chain import choose_chain
from lo_exact.hardest_boards.spectra.flags import Flag, best_flag
from lo_exact.hardest_boards.spectra.flat import FlatSearch
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.hardest_boards.spectra.symmetric import find_symmetric
from lo_exact.hardest_boards.spectra.tabu import MAX_WIDTH, Example, find_flat
from lo_exact.outcome import Watch

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
    """No d has this peak or less: repeat the search to see it.

    Attributes:
        peak: D.
        basis: the chain.
        depth: the subspace that suffices.
        points: how many points the search looked at; 0 when parities alone suffice.
    """

    peak: int
    basis: tuple[int, ...]
    depth: int
    points: int


@dataclass(frozen=True)
class Peak:
    """The bounds of the least peak.

    Attributes:
        lower: no d has a smaller peak.
        example: the flattest d known; its peak is the upper bound.
        refutations: one for each peak below ``lower`` that has the right parity.
        presses_count: press vectors (of class buttons) with the least peak; -1 when not counted.
        flag: proves ``lower`` where refutations alone do not.
    """

    lower: int
    example: Example
    refutations: tuple[Refutation, ...]
    presses_count: int = -1
    flag: Flag | None = None

    @property
    def settled(self) -> bool:
        """Return whether the least peak is known."""
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
    """Return the least peak, or the interval it lies in.

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
    """Return a flat spectrum by tabu search; where even one transform is too much, the worst.

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
    return find_flat(spectrum, random, _steps(spectrum) * effort, goal, watch)


def _settle(
    spectrum: Spectrum, peak: int, budget: float, watch: Watch
) -> Refutation | Example | None:
    """Refute a peak, or find an example of it, or give up."""
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
    """Return how many ways of pressing have the peak, -1 when that is over the budget.

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


def _steps(spectrum: Spectrum) -> int:
    """Return how many steps of tabu search fit an effort; one costs width * 2^width."""
    return max(50, min(_STEPS, _STEPS_WORK // (spectrum.width << spectrum.width)))


def exact_peak(spectrum: Spectrum, d: IntArray) -> int:
    """Return the peak of d, by transforming it."""
    return int(spectrum.values(d).max())
