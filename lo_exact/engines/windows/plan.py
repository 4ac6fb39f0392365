"""Plans: how many windows of which size, by what they are forecast to take.

The buttons stand in a circle, in a random order, and N arcs of u n / N of them cover each button u
times.  One arc of all buttons is meeting in the middle; arcs of as many buttons as the kernel has
dimensions are information sets (Brouwer, Zimmermann).  What is best lies between: with more buttons
than dimensions a pattern has to close checks, which lookups find, and with fewer buttons a pattern
has several solutions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, log

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.compiled import has_numba
from lo_exact.engines.windows.pairs import Lanes
from lo_exact.engines.windows.problem import MAX_SPANS, WindowProblem
from lo_exact.engines.windows.window import Window
from lo_exact.errors import LimitReached

MOST_WINDOWS = 13

MAX_LEVELS = 256
"""Costs of a window, in units, that are gone through."""

ORDERS = 8
"""Orders of the buttons that are tried for windows of full rank."""

LAST = 3
"""Costs whose work is added up: those before take little."""


@dataclass(frozen=True)
class Rates:
    """CPU time in nanoseconds.

    Attributes:
        pair: of a pair of sets, for each word.
        upper: of an upper set.
        listed: of a set that is listed and put into buckets.
    """

    pair: float
    upper: float
    listed: float


LOADING = 0.5
"""Seconds that numba takes to begin."""

BITS, RESIDUES, NUMPY = Rates(0.4, 25, 50), Rates(6, 25, 40), Rates(20, 150, 120)
"""Compiled for two colours and one price, compiled for others, and by numpy."""

CHECKER = Rates(300, 2000, 3000)
"""The certificate checker, plain Python."""


@dataclass(frozen=True)
class WindowPlan:
    """Windows, and what they take.

    Attributes:
        windows: how many.
        size: buttons of one.
        fold: in how many windows a button is; the sum of the costs that were visited is divided by
            it.
        compiled: whether numba is worth its start.
        seconds: CPU time.
        pairs: pairs of sets.
        sets: sets that are listed or gone through.
        memory: bytes.
        spans: solutions of one pattern that are looked at, where the windows have full rank.
    """

    windows: int
    size: int
    fold: Fraction
    compiled: bool
    seconds: float
    pairs: float
    sets: float
    memory: float
    spans: int

    def arcs(self, order: IntArray) -> list[IntArray]:
        """Return the windows, arcs of an order of the buttons that is taken as a circle."""
        ends = [int(i * self.fold * order.size / self.windows) for i in range(self.windows + 1)]
        circle = np.concatenate([order] * ceil(self.fold))
        return [circle[low:high] for low, high in pairwise(ends)]


def is_loaded() -> bool:
    """Return whether numba made the loops in this process already."""
    return "lo_exact.compiled.windows" in sys.modules


class Planner:
    """The forecasts of a system's plans.

    Args:
        problem: what is solved.
        memory: bytes for lists.
        orbits: sets of buttons that symmetries of the system take to each other, all disjoint and
            together all; then there is one window.  Without any each button is one.
        checked: whether the certificate checker visits the windows; a pattern has one solution then.

    Attributes:
        orbits: the same.
    """

    def __init__(
        self,
        problem: WindowProblem,
        memory: int,
        *,
        orbits: Sequence[Sequence[int]] = (),
        checked: bool = False,
    ):
        self.orbits: Sequence[Sequence[int]] = orbits or problem.priced[:, None].tolist()
        self._rng, self._checked = np.random.default_rng(problem.priced.size), checked
        self._problem, self._memory = problem, memory
        self._lanes = Lanes(problem.prices.colours, once=problem.prices.once)
        self._buttons = problem.priced.size
        shapes = [
            (windows, Fraction(fold))
            for windows in range(1, MOST_WINDOWS + 1 if problem.prime else 2)
            for fold in range(1, windows + 1)
            if gcd(windows, fold) == 1
        ]
        if orbits:
            shapes = [(1, Fraction(size, self._buttons)) for size in range(1, self._buttons + 1)]
        self._shapes = shapes
        self._sets = self._numbers_of_sets()
        flat = problem.prices.colours == 2 and problem.prices.units.max(initial=0) == 1
        self._rates = {False: CHECKER if checked else NUMPY}
        if has_numba() and not checked:
            self._rates[True] = BITS if flat else RESIDUES

    def _numbers_of_sets(self) -> NDArray[np.float64]:
        """Return (buttons + 1, costs), how many sets of the first ones have each cost."""
        units = self._rng.permutation(self._problem.prices.units[self._problem.priced])
        times = np.arange(1, self._problem.prices.colours)
        sets = np.zeros((self._buttons + 1, MAX_LEVELS + 1))
        sets[0, 0] = 1
        for row, unit in enumerate(units.tolist()):
            sets[row + 1] = sets[row]
            for cost in (unit * (times**0 if self._problem.prices.once else times)).tolist():
                if cost <= MAX_LEVELS:
                    sets[row + 1, cost:] += sets[row, : MAX_LEVELS + 1 - cost]
        return sets

    def likely(self) -> int:
        """Return the cost at which as many sets are as cheap as there are syndromes, in units."""
        syndromes = (self._buttons - self._problem.dimension) * log(self._problem.prices.colours)
        return int(np.searchsorted(np.log(np.cumsum(self._sets[-1])), syndromes - 1e-6))

    def plans(self, weight: Fraction | int, *, ties: bool) -> list[WindowPlan]:
        """Return the plans that prove a minimum, the fastest first.

        Args:
            weight: the minimum in units, or what is likely.
            ties: whether all of that cost are met.
        """
        made: list[WindowPlan] = []
        below = weight if ties else weight - self._problem.step[0]
        for windows, fold in self._shapes:
            costs = max(floor(fold * below) + 1, 0)
            for compiled in self._rates:
                if costs <= windows * MAX_LEVELS:
                    made += self._forecast(windows, fold, costs, compiled=compiled)
        return sorted(made, key=lambda plan: plan.seconds)

    def _forecast(
        self, windows: int, fold: Fraction, costs: int, *, compiled: bool
    ) -> list[WindowPlan]:
        """Return the plan with as many costs visited, of all windows together; none if too large."""
        problem, buttons = self._problem, self._buttons
        c, size = problem.prices.colours, max(round(fold * buttons / windows), 1)
        alone = fold == windows  # its checks are the lights
        free = problem.free.size if alone else max(ceil(problem.dimension) - size, 0)
        spans = c**free
        if spans > (1 if self._checked and not alone else MAX_SPANS):
            return []
        lanes = problem.system.lights if alone else buttons - min(size, problem.dimension)
        words = max(ceil(lanes / self._lanes.count), 1)
        density = c ** min(problem.dimension - size, 40)
        rates, seconds = self._rates[compiled], LOADING * (compiled and not is_loaded())
        pairs = both = most = 0.0
        each, more = divmod(costs, windows)
        for many, top in ((more, each + 1), (windows - more, each)):
            for cost in range(max(top - LAST, 0), top if many else 0):
                sets, half = self._sets[min(size, buttons)], cost // 2
                while half > 1 and sets[half] * (16 * words + 16) > self._memory / 2:
                    half -= 1
                met, upper, lower = sets[cost] * density, sets[cost - half], sets[half]
                work = met * rates.pair * (1 + 0.3 * (words - 1)) + upper * spans * rates.upper
                seconds += many * (work + lower * rates.listed) / 1e9
                pairs, both = pairs + many * met, both + many * (upper * spans + lower)
                most = max(most, lower)
        memory = most * (16 * words + 16)
        return [WindowPlan(windows, size, fold, compiled, seconds, pairs, both, memory, spans)]

    def chosen(
        self, weight: Fraction | int, pause: Callable[[], object], *, ties: bool
    ) -> tuple[WindowPlan, list[Window]]:
        """Return the plan that is the fastest with the ranks that its windows have.

        Args:
            weight: as for `plans`.
            pause: called now and then; it may raise.
            ties: as there.

        Raises:
            LimitReached: When there is none.
        """
        chosen: tuple[float, WindowPlan, list[Window]] | None = None
        for plan in self.plans(weight, ties=ties):
            if chosen is not None and chosen[0] <= plan.seconds:
                break
            for _ in range(ORDERS):
                pause()
                windows = self._windows(plan)
                spans = sum(window.spans for window in windows) / (len(windows) or 1) / plan.spans
                if not windows or (self._checked and spans > 1):
                    continue
                if chosen is None or plan.seconds * spans < chosen[0]:
                    chosen = plan.seconds * spans, plan, windows
                if spans <= 1:
                    break
        if chosen is None:
            raise LimitReached("a pattern of each window has too many solutions")
        return chosen[1:]

    def _windows(self, plan: WindowPlan) -> list[Window]:
        """Return windows of a random order of the buttons; none where one has too many spans."""
        if plan.fold == plan.windows:
            return [self._problem.whole()]
        # the beginning of the order has the same share of each orbit, up to one button
        shares = np.empty(self._problem.prices.units.size)
        for orbit in self.orbits:
            shares[orbit] = (self._rng.permutation(len(orbit)) + self._rng.random()) / len(orbit)
        order = self._problem.priced[np.argsort(shares[self._problem.priced])]
        made = [self._problem.window(inside) for inside in plan.arcs(order)]
        windows = [window for window in made if window is not None]
        return windows if len(windows) == len(made) else []
