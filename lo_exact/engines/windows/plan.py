"""Plans: how many windows of which size, by what they are forecast to take.

The buttons stand in a circle, in a random order, and N arcs of u n / N of them cover each button u
times.  One arc of all buttons is meeting in the middle; arcs of as many buttons as the kernel has
dimensions are information sets (Brouwer, Zimmermann).  What is best lies between: with more buttons
than dimensions a pattern has to close checks, which lookups find, and with fewer buttons a pattern
has several solutions.
"""

from __future__ import annotations

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

MOST_WINDOWS = 13

MAX_LEVELS = 256
"""Costs of a window, in units, that are gone through."""

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

BITS, RESIDUES, PLAIN = Rates(0.4, 25, 50), Rates(6, 25, 40), Rates(20, 150, 120)
"""Compiled for two colours and one price, compiled for others, and by numpy."""


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
        memory: bytes.
        spans: solutions of one pattern that are looked at, where the windows have full rank.
    """

    windows: int
    size: int
    fold: Fraction
    compiled: bool
    seconds: float
    pairs: float
    memory: float
    spans: int

    def arcs(self, order: IntArray) -> list[IntArray]:
        """Return the windows, arcs of an order of the buttons that is taken as a circle."""
        ends = [int(i * self.fold * order.size / self.windows) for i in range(self.windows + 1)]
        circle = np.concatenate([order] * ceil(self.fold))
        return [circle[low:high] for low, high in pairwise(ends)]


class Planner:
    """The forecasts of a system's plans.

    Args:
        problem: what is solved.
        memory: bytes for lists.
        circle: whether symmetries move one window evenly over all buttons.
    """

    def __init__(self, problem: WindowProblem, memory: int, *, circle: bool = False):
        self._problem, self._memory = problem, memory
        self._lanes = Lanes(problem.prices.colours, once=problem.prices.once)
        self._buttons = problem.priced.size
        shapes = [
            (windows, Fraction(fold))
            for windows in range(1, MOST_WINDOWS + 1 if problem.prime else 2)
            for fold in range(1, windows + 1)
            if gcd(windows, fold) == 1
        ]
        if circle:
            shapes = [(1, Fraction(size, self._buttons)) for size in range(1, self._buttons + 1)]
        self._shapes = shapes
        self._sets = self._numbers_of_sets()
        self._flat = problem.prices.colours == 2 and problem.prices.units.max(initial=0) == 1

    def _numbers_of_sets(self) -> NDArray[np.float64]:
        """Return (buttons + 1, costs), how many sets of the first ones have each cost."""
        rng = np.random.default_rng(self._buttons)
        units = rng.permutation(self._problem.prices.units[self._problem.priced])
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

    def plans(self, weight: int, *, ties: bool) -> list[WindowPlan]:
        """Return the plans that prove a minimum, the fastest first.

        Args:
            weight: the minimum in units, or what is likely.
            ties: whether all of that cost are met.
        """
        made: list[WindowPlan] = []
        below = weight if ties else weight - self._problem.step[0]
        for windows, fold in self._shapes:
            costs = max(floor(fold * below) + 1, 0)
            for compiled in (False, True)[: 1 + has_numba()]:
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
        if spans > MAX_SPANS:
            return []
        lanes = problem.system.lights if alone else buttons - min(size, problem.dimension)
        words = max(ceil(lanes / self._lanes.count), 1)
        density = c ** min(problem.dimension - size, 40)
        rates = (BITS if self._flat else RESIDUES) if compiled else PLAIN
        seconds, pairs, most = LOADING * compiled, 0.0, 0.0
        each, more = divmod(costs, windows)
        for many, top in ((more, each + 1), (windows - more, each)):
            for cost in range(max(top - LAST, 0), top if many else 0):
                sets, half = self._sets[min(size, buttons)], cost // 2
                while half > 1 and sets[half] * (16 * words + 16) > self._memory / 2:
                    half -= 1
                met, upper, lower = sets[cost] * density, sets[cost - half], sets[half]
                work = met * rates.pair * (1 + 0.3 * (words - 1)) + upper * spans * rates.upper
                seconds += many * (work + lower * rates.listed) / 1e9
                pairs, most = pairs + many * met, max(most, lower)
        memory = most * (16 * words + 16)
        return [WindowPlan(windows, size, fold, compiled, seconds, pairs, memory, spans)]
