"""Lower bounds (refutations) and upper bounds (examples) on the least peak of Walsh spectra.

For each D from the parity of M upwards, the exhaustive search runs with several chains and growing
budgets.  A finished search without a result proves that the least peak is larger.  It is stored as
a *refutation*: chain, depth and D are enough to repeat it.  A search with a result ends the task,
since everything below is refuted by then.  Where small budgets decide nothing, tabu search gives an
example first, among symmetric boards where there are symmetries.  If the effort ends before a
decision, the result is an interval.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.spectra.flat import FlatSearch, choose_chain
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.hardest_boards.spectra.tabu import MAX_WIDTH, Example, find_symmetric
from lo_exact.outcome import Watch

_CHAINS = 4
"""Random chains of subspaces that are tried for each peak."""

_SETTLE_BLOCK = 2**13
"""Branches processed together in the search for a refutation."""

_COUNT_BUDGET = 3e7
"""Largest number of points visited for a count that was not requested."""

_PROBES = 8
"""Random chains of subspaces, of which the one with fewest candidates is used for counting."""

_PROBE_BUDGET = 1e7
"""Points that the trial of one such chain may visit."""


@dataclass(frozen=True)
class Refutation:
    """Proof that every spectrum's peak exceeds D: the parameters to repeat the search."""

    peak: int
    """The refuted peak D."""
    basis: tuple[int, ...]
    """Basis of the chain of subspaces."""
    depth: int
    """Dimension of the subspace that suffices."""
    points: int
    """Number of points that the search visited; 0 when parities alone suffice."""


@dataclass(frozen=True)
class Peak:
    """Lower and upper bounds on the least peak of a puzzle's spectra, with their evidence."""

    lower: int
    """Proved lower bound on every peak."""
    example: Example
    """The flattest d known; its peak is the upper bound."""
    refutations: tuple[Refutation, ...]
    """A refutation of each peak below ``lower`` with the right parity."""
    presses_count: int = -1
    """Number of press vectors of class buttons with the least peak; -1 if not counted."""

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
    """Return the least peak of a spectrum over all ways to press, or an interval that contains it.

    Args:
        spectrum: the classes, at least one; width below 63; above
            `lo_exact.hardest_boards.spectra.tabu.MAX_WIDTH` peaks are only refuted.
        watch: time limit; at the deadline the search ends without error.
        effort: factor for steps and budgets.
        seed: seed of the tabu search.
        count: always count the press vectors with the least peak; otherwise
            they are counted if the effort allows.
        symmetries: function that returns permutations of the classes, the identity first.
    """
    lower = spectrum.total % 2
    refutations: list[Refutation] = []
    example = None
    for budget in (1e6, 1e7, 1e8):
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
    presses_count = -1
    if lower == example.peak:
        budget = inf if count else _COUNT_BUDGET * effort
        presses_count = _count(spectrum, lower, budget, watch)
    return Peak(lower, example, tuple(refutations), presses_count)


def flat_example(
    spectrum: Spectrum,
    symmetries: Callable[[], Sequence[NDArray[np.intp]]],
    seed: int,
    effort: int,
    goal: int,
    watch: Watch,
) -> Example:
    """Find presses with a flat spectrum by tabu search; if tables get too large, use no presses.

    Args:
        spectrum: the classes.
        symmetries: function that returns permutations of the classes, the identity first.
        seed: seed of the search.
        effort: factor for the number of steps.
        goal: stop at this peak.
        watch: time limit; at the deadline the search ends without error.
    """
    if spectrum.width <= MAX_WIDTH:
        random = np.random.Generator(np.random.PCG64(seed))
        found = find_symmetric(spectrum, symmetries(), random, effort, goal, watch)
        if found is not None:
            return found
    nothing_pressed = np.array([max(ways) for ways in spectrum.ways], dtype=np.int64)
    return Example(nothing_pressed, spectrum.total)


def _settle(
    spectrum: Spectrum, peak: int, budget: float, watch: Watch
) -> Refutation | Example | None:
    """Prove that every peak exceeds ``peak``, or find an example; return None if over budget."""
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
                        return Example(found[:, 0], int(spectrum.values(found[:, 0]).max()))
                if depth == width or not search.possible():
                    return Refutation(peak, tuple(basis), depth, search.points)
            except LimitReached:
                if watch.remaining() < 0:
                    return None
    return None


def _count(spectrum: Spectrum, peak: int, budget: float, watch: Watch) -> int:
    """Return the number of ways to press with spectral peak <= ``peak``, or -1 if over budget.

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
