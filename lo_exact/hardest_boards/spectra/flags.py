r"""Lower bounds on the least peak by direct sums along a flag of subspaces.

Let V < W be subspaces of columns, D(V) the least peak of the classes in V, and D(W/V) the least
peak on the quotient.  There each coset w + V other than V is one class of the summed size.

**Theorem.** D(W) >= D(V) + D(W/V).

*Proof.* Let y be a place where S_V is largest, t orthogonal to V.  S_V(y + t) = S_V(y) >= D(V).
The rest of S_W at y + t is ``sum e_w (-1)^<w, t>`` over cosets w + V other than V; e_w is the sum
of ``d_u (-1)^<u, y>`` over u in w + V.  Each e_w has the parity of the summed size and is at most
as large, so the rest is one of the functions over which D(W/V) is the least peak: for some t it is
D(W/V) at least.

So a *flag* 0 = V_0 < V_1 < ... < V_r proves D >= sum of D(V_i / V_{i-1}).  With steps of one
dimension, D(V_i / V_{i-1}) is the parity of the number of odd classes in V_i outside V_{i-1}, which
is the parity theorem of `flat`.  Longer steps are searched by `flat` as they are, on the quotient.

Along one chain of vectors dynamic programming over where steps begin finds the best flag.  Chains
are changed by chance, a vector or two at a time, as long as the sum does not fall.  Costs a small
search for each pair of subspaces that was not met before, a millisecond mostly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from lo_exact.algebra.gf2 import Span
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.spectra.flat import FlatSearch, choose_chain, coordinates_of
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.outcome import Watch

MAX_STEP_DIMENSIONS = 7
"""Largest dimension of a step, whose search has blocks of 2^7 points."""

STEP_POINTS = 2e5
"""Budget of one step's search in points, for each unit of effort."""

CHANGES = 120
"""Number of changes of a chain before the next chain."""

POINTS = 6e7
"""Budget of all searches in points, for each unit of effort: some seconds."""

SEARCH_POINTS = 2**13
"""Least cost counted for a search, in points."""

SWAPS = 0.7
"""Probability of exchanging neighbours, which keeps the steps on both sides."""

_TRIES = 20
"""Random columns that are tried in place of one member of a chain."""

_CHOICES = 4
"""Peak for which `choose_chain` counts the values of a class."""

MAX_STEP_PEAK = 2 * 2**MAX_STEP_DIMENSIONS
"""Largest peak of a step to refute; larger d are excluded from its search."""


@dataclass(frozen=True)
class Step:
    """One step of a flag: a subspace with the lower bound on the peak that it adds."""

    end: int
    """Dimension of its subspace V_i, spanned by the first basis vectors of the flag."""
    peak: int
    """Lower bound on D(V_i / V_{i-1}); ``peak - 2`` is refuted unless it is negative."""


@dataclass(frozen=True)
class Flag:
    """A flag of nested subspaces with a lower bound on the peak for each step."""

    basis: tuple[int, ...]
    """Basis of k independent columns."""
    steps: tuple[Step, ...]
    """Steps from dimension 0 to k."""

    @property
    def peak(self) -> int:
        """Lower bound on the peak of every spectrum: the sum over the steps."""
        return sum(step.peak for step in self.steps)


def best_flag(spectrum: Spectrum, goal: int, watch: Watch, *, effort: int = 1) -> Flag | None:
    """Return the flag with the largest bound among several chains; None if time ends first.

    Args:
        spectrum: the classes; their columns span everything.
        goal: stop at this peak.
        watch: time limit; at the deadline the search ends without error.
        effort: factor for the budgets of one search and of all.
    """
    steps = StepSearch(spectrum, watch, STEP_POINTS * effort, POINTS * effort)
    best: Flag | None = None
    for number in count():
        random = Random(number)
        chain = choose_chain(spectrum, _CHOICES, number)
        here: Flag | None = None
        for _ in range(CHANGES):
            if best is not None and best.peak >= goal:
                return best
            try:
                found = steps.along(chain if here is None else _changed(spectrum, here, random))
            except LimitReached:
                return best
            if here is None or found.peak >= here.peak:
                here = found
            if best is None or found.peak > best.peak:
                best = found
    return best


def _changed(spectrum: Spectrum, flag: Flag, random: Random) -> list[int]:
    """Return a chain with two neighbours exchanged, or one vector replaced by another column."""
    chain = list(flag.basis)
    at = random.randrange(len(chain))
    if random.random() < SWAPS and at + 1 < len(chain):
        chain[at], chain[at + 1] = chain[at + 1], chain[at]
        return chain
    others = Span(chain[:at] + chain[at + 1 :])
    for _ in range(_TRIES):
        column = random.choice(spectrum.columns)
        if others.reduced(column):
            chain[at] = column
            break
    return chain


class StepSearch:
    """Lower bounds on the peaks of steps, cached for each pair of subspaces.

    Args:
        spectrum: the classes.
        watch: the time limit.
        points: budget of one search.
        budget: budget of all searches.

    Attributes:
        spent: points used by all searches so far.
    """

    def __init__(self, spectrum: Spectrum, watch: Watch, points: float, budget: float):
        self._spectrum, self._watch, self._points = spectrum, watch, points
        self._budget = budget
        self.spent: int = 0
        self._known: dict[tuple[Subspace, Subspace], int] = {}

    def along(self, basis: Sequence[int]) -> Flag:
        """Return the best flag whose subspaces are spanned by the first vectors of a chain.

        Raises:
            LimitReached: At the deadline, or over the budget.
        """
        size = self._spectrum.width
        coordinates = coordinates_of(self._spectrum.columns, basis)
        spaces = [(tuple(Span(basis[:end]).echelon().values())) for end in range(size + 1)]
        best = [0] + [-1] * size
        before: list[tuple[int, Step]] = [(0, Step(0, 0))] * (size + 1)
        for end in range(1, size + 1):
            for begin in range(end - 1, max(-1, end - 1 - MAX_STEP_DIMENSIONS), -1):
                key = spaces[begin], spaces[end]
                if key not in self._known:
                    part = _quotient(self._spectrum, coordinates, begin, end)
                    self._known[key] = self._least_peak(part)
                peak = self._known[key]
                if best[begin] + peak > best[end]:
                    best[end], before[end] = best[begin] + peak, (begin, Step(end, peak))
        steps = []
        end = size
        while end:
            end, step = before[end]
            steps.append(step)
        return Flag(tuple(basis), tuple(steps[::-1]))

    def _least_peak(self, part: Spectrum) -> int:
        """Return a lower bound on the least peak, above all peaks that small searches refute."""
        peak = part.total % 2
        while part.width > 1 and peak <= MAX_STEP_PEAK - 2:
            search = _search(part, peak, self._watch, self._points)
            try:
                possible = search.possible()
            except LimitReached:
                if self._watch.remaining() < 0:
                    raise
                possible = True  # undecided within the budget
            self.spent += search.points + SEARCH_POINTS
            if self.spent > self._budget:
                raise LimitReached(f"{self.spent} points are over the budget of all steps")
            if possible:
                break
            peak += 2
        return peak


Subspace = tuple[int, ...]
"""Basis of a subspace in reduced echelon form."""


def _search(part: Spectrum, peak: int, watch: Watch, points: float) -> FlatSearch:
    """Return the exhaustive search for spectra of a step with at most the given peak."""
    basis = [1 << i for i in range(part.width)]
    return FlatSearch(part, basis, peak, watch, part.width, points, 2**13)


def _quotient(spectrum: Spectrum, coordinates: Sequence[int], begin: int, end: int) -> Spectrum:
    sizes: dict[int, int] = {}
    for place, ways in zip(coordinates, spectrum.ways, strict=True):
        if 1 << begin <= place < 1 << end:
            coset = place >> begin
            sizes[coset] = sizes.get(coset, 0) + max(ways)
    values = {size: _values(size) for size in set(sizes.values())}
    return Spectrum(
        end - begin, tuple(sizes), tuple(values[size] for size in sizes.values()),
        sum(sizes.values()),
    )  # fmt: skip


def _values(size: int) -> dict[int, int]:
    """Return the possible values of a class of the quotient, limited to those searched."""
    most = size if size <= MAX_STEP_PEAK else MAX_STEP_PEAK - (MAX_STEP_PEAK - size) % 2
    return dict.fromkeys(range(-most, most + 1, 2), 1)
