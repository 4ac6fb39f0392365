"""Preparation of a window search: kernel, cheap solutions, and the choice of the fastest windows.

The buttons are put on a circle, in a random order, and N arcs of u n / N of them cover each button
u times.  One arc of all buttons is meeting in the middle; arcs of as many buttons as the kernel has
dimensions are information sets (Brouwer, Zimmermann).  The best windows lie between.  With more
buttons than dimensions a pattern has to satisfy checks, which lookups find; with fewer buttons a
pattern has several solutions.

Cheap solutions found at random serve the plan and are upper bounds.  They come from the kernel in
echelon form on a random order of the buttons, with one or two of its rows added to the solution
that presses no pivot.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, exp, floor, gcd, log, prod

import numpy as np

from lo_exact.algebra import Coset, IntArray, prime_powers
from lo_exact.compiled import has_numba
from lo_exact.engines.windows.sets import Lanes
from lo_exact.engines.windows.window import Prices, Window
from lo_exact.errors import LimitReached
from lo_exact.puzzle import System

MAX_SPANS = 4096
"""Largest number of solutions with the same pattern on a window that are enumerated."""

MAX_ELIMINATED = 1024
"""Largest number of buttons for windows smaller than all buttons."""

PAIR_NUMBERS = 2**22
"""Largest number of entries in sums of two rows, for each order."""


def echelon_on(rows: IntArray, columns: IntArray, prime: int) -> tuple[IntArray, list[int]]:
    """Return rows in reduced echelon form on the given columns, and the pivots.

    The first rows have the pivots; the others are 0 on all of these columns.
    """
    rows, pivots = rows.copy(), list[int]()
    for column in columns.tolist():
        top = len(pivots)
        there = np.flatnonzero(rows[top:, column]) + top
        if there.size:
            rows[[top, there[0]]] = rows[[there[0], top]]
            rows[top] = rows[top] * pow(int(rows[top, column]), -1, prime) % prime
            hit = np.flatnonzero(rows[:, column])
            hit = hit[hit != top]
            rows[hit] = (rows[hit] - rows[hit, column, None] * rows[top]) % prime
            pivots.append(column)
    return rows, pivots


class WindowProblem:
    """Solvable system, prepared for a window search.

    Args:
        system: the system.
        nonzero: whether to exclude the solution without presses, for distances.

    Attributes:
        unit: common divisor of all prices.
        prices: prices in units.
        priced: buttons with a positive price.
        prime: whether c is prime and the buttons are few enough for smaller windows.
        dimension: log_c of the number of solutions.
    """

    def __init__(self, system: System, *, nonzero: bool = False):
        self.system: System = system
        self.least: int = int(nonzero)
        prices = np.asarray(system.prices, dtype=np.int64)
        self.unit: int = gcd(*prices.tolist()) or 1
        self.prices: Prices = Prices(system.colours, prices // self.unit, system.per_button)
        self.priced: IntArray = np.flatnonzero(prices)
        self.free: IntArray = np.flatnonzero(prices == 0)
        powers = prime_powers(system.colours)
        self.prime: bool = powers == ((system.colours, 1),) and prices.size <= MAX_ELIMINATED
        solutions = prod(system.elimination.orders)
        self.dimension: float = log(solutions) / log(system.colours)

    @cached_property
    def _solutions(self) -> tuple[IntArray, IntArray]:
        """One solution, and the generators of the kernel."""
        found = self.system.solutions
        assert isinstance(found, Coset)
        return found.particular, found.kernel.generators.astype(np.int64)

    @cached_property
    def dense(self) -> IntArray:
        """Dense matrix A of shape (lights, buttons)."""
        return self.system.matrix.to_dense().astype(np.int64)

    @cached_property
    def step(self) -> tuple[int, int]:
        """Modulus m and residue r such that every solution's weight is r mod m.

        For equal prices: with two colours weight(x + y) = weight(x) + weight(y) - 2 (x . y), so
        all have one parity where the kernel's generators are even, and one residue mod 4 where
        they are doubly even and orthogonal to each other and to the solution.  With three colours
        and buttons counted the weight is x . x mod 3.
        """
        units = self.prices.units
        c = self.prices.colours
        equal = units.size and (units == 1).all() and self.prime
        if not equal or not (c == 2 or (c == 3 and self.prices.once)):
            return 1, 0
        first, rows = self._solutions
        orthogonal = not (np.vstack([rows, first]) @ rows.T % c).any()
        weights = np.count_nonzero(rows, axis=1)
        number = (3 if orthogonal else 1) if c == 3 else 1 if (weights % 2).any() else 2
        if c == 2 and orthogonal and not (weights % 4).any():
            number = 4
        return number, int(np.count_nonzero(first)) % number

    def whole(self) -> Window:
        """Return the window of all buttons, with the lights as its checks."""
        buttons, none = self.prices.units.size, np.zeros(0, dtype=np.int64)
        tests = np.column_stack([-self.system.syndrome, self.dense])
        order = np.concatenate([[0], 1 + self.priced, 1 + self.free])
        steps = np.zeros((self.free.size, buttons), dtype=np.int64)
        steps[np.arange(self.free.size), self.free] = 1
        return Window(
            self.prices, self.priced, none, np.zeros(buttons, dtype=np.int64), none,
            np.zeros((0, buttons), dtype=np.int64), steps, tests[:, order] % self.prices.colours,
        )  # fmt: skip

    def window(self, inside: IntArray) -> Window | None:
        """Return the window of these buttons; None if too many solutions share each pattern."""
        c, (particular, generators) = self.prices.colours, self._solutions
        reduced, found = echelon_on(generators, inside, c)
        rows, steps = reduced[: len(found)], reduced[len(found) :]
        if c ** len(steps) > MAX_SPANS:
            return None
        first = (particular - particular[found] @ rows) % c
        pivots, others = np.flatnonzero(np.isin(inside, found)), np.setdiff1d(inside, found)
        # column of each button without pivot: presses implied by the pivots, minus actual presses
        inner = -(inside[:, None] == others).astype(np.int64)
        inner[pivots] += rows[:, others]
        tests = np.vstack([first[others], inner, steps[:, others]]).T % c
        outside = np.setdiff1d(self.priced, inside)
        return Window(self.prices, inside, outside, first, pivots, rows, steps, tests)

    def cheap(self, rng: np.random.Generator) -> IntArray:
        """Return a cheap solution found by random elimination, for a prime number of colours."""
        c, (particular, generators) = self.prices.colours, self._solutions
        order = rng.permutation(particular.size)
        order = order[np.argsort(self.prices.units[order] == 0, kind="stable")]
        rows, pivots = echelon_on(generators, order, c)
        times = np.repeat(np.arange(1, c), len(rows))[:, None]
        rows = np.vstack([particular * 0, times * np.tile(rows, (c - 1, 1)) % c])
        tried = (particular - particular[pivots] @ rows[1 : 1 + len(pivots)] + rows) % c
        if tried.size * len(tried) <= PAIR_NUMBERS:
            tried = ((tried[:, None] + rows) % c).reshape(-1, particular.size)
        costs = self.prices.of(tried).sum(axis=1)
        costs[costs < self.least] = costs.max()
        best: IntArray = tried[costs.argmin()]
        return best

    def solves(self, presses: IntArray) -> IntArray:
        """Return the rows of ``presses`` that solve the system, verified by multiplication."""
        lights = presses @ self.dense.T % self.prices.colours
        good: IntArray = presses[(lights == self.system.syndrome).all(axis=1)]
        return good


MOST_WINDOWS = 13
"""Windows of a plan: shapes of 1 to 13 windows are compared."""

MAX_LEVELS = 256
"""Largest cost level of a window, in units."""

ORDERS = 8
"""Number of button orders to try for windows of full rank."""

LAST_COSTS = 3
"""Number of last cost levels whose work is summed; earlier ones take little."""

MOST_SETS = 1e100
"""Largest number of sets that is counted."""

LOADING = 0.5
"""Seconds that numba takes to load."""

BITS, RESIDUES, NUMPY, CHECKER = (0.4, 25, 50), (6, 25, 50), (20, 150, 80), (300, 2000, 3000)
"""Nanoseconds for a pair of sets, an upper set and a lower set: compiled for two colours and one
price, compiled for others, by numpy, and by the certificate checker."""


@dataclass(frozen=True)
class WindowPlan:
    """Number and size of windows, with the estimated time and memory."""

    windows: int
    """Number of windows."""
    size: int
    """Number of buttons in a window."""
    fold: Fraction
    """Number of windows that contain a button; it divides the sum of visited costs."""
    compiled: bool
    """Whether compiled loops save time in spite of loading numba."""
    seconds: float
    """CPU seconds."""
    pairs: float
    """Number of pairs of sets."""
    sets: float
    """Number of sets listed or enumerated."""
    memory: float
    """Bytes of memory."""
    spans: int
    """Number of solutions with the same pattern on a window, if the windows have full rank."""

    def arcs(self, order: IntArray) -> list[IntArray]:
        """Return the windows, as arcs of the buttons arranged on a circle in the given order."""
        ends = [int(i * self.fold * order.size / self.windows) for i in range(self.windows + 1)]
        circle = np.concatenate([order] * ceil(self.fold))
        return [circle[low:high] for low, high in pairwise(ends)]


class Planner:
    """Planner of window searches for one system.

    Args:
        problem: the problem.
        memory: memory for lists in bytes.
        orbits: disjoint orbits of buttons under symmetries of the system, which cover all buttons
            and permit a single window.  By default each button is one orbit.
        checked: whether the certificate checker visits the windows; then a pattern must have
            one solution.

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
        self._problem, self._memory, self._checked = problem, memory, checked
        self._lanes = Lanes(problem.prices.colours).count
        self._buttons, self._rng = problem.priced.size, np.random.default_rng(problem.priced.size)
        self._shapes = [
            (windows, Fraction(fold))
            for windows in range(1, MOST_WINDOWS + 1 if problem.prime else 2)
            for fold in range(1, windows + 1)
            if gcd(windows, fold) == 1
        ]
        if orbits:
            self._shapes = [(1, Fraction(s + 1, self._buttons)) for s in range(self._buttons)]
        prices = problem.prices
        flat = prices.colours == 2 and prices.units.max(initial=0) == 1
        self._rates: dict[bool, tuple[float, float, float]] = {False: CHECKER if checked else NUMPY}
        if has_numba() and not checked:
            self._rates[True] = BITS if flat else RESIDUES
        # entry (k, cost): number of sets of that cost among the first k buttons of a random order
        times = np.arange(1, prices.colours)
        self._sets = np.zeros((self._buttons + 1, MAX_LEVELS + 1))
        self._sets[0, 0] = 1
        for row, unit in enumerate(self._rng.permutation(prices.units[problem.priced])):
            self._sets[row + 1] = self._sets[row]
            for cost in unit * (times**0 if prices.once else times):
                if cost <= MAX_LEVELS:
                    self._sets[row + 1, cost:] += self._sets[row, : MAX_LEVELS + 1 - cost]
            np.minimum(self._sets[row + 1], MOST_SETS, out=self._sets[row + 1])

    def likely(self) -> int:
        """Estimate the minimum weight, in price units, as if the system were random."""
        syndromes = (self._buttons - self._problem.dimension) * log(self._problem.prices.colours)
        return int(np.searchsorted(np.log(np.cumsum(self._sets[-1])), syndromes - 1e-6))

    def plans(self, weight: Fraction | int, *, ties: bool) -> list[WindowPlan]:
        """Return the plans that suffice to prove a minimum of this weight, the fastest first.

        Args:
            weight: the minimum in units, or an estimate.
            ties: whether to find all solutions of that cost.
        """
        below = weight if ties else weight - self._problem.step[0]
        made = [
            self._plan(windows, fold, max(floor(fold * below) + 1, 0), compiled)
            for windows, fold in self._shapes
            if fold * below < windows * MAX_LEVELS
            for compiled in self._rates
        ]
        fitting = [
            one
            for one in made
            if one.spans <= (1 if self._checked and one.fold < one.windows else MAX_SPANS)
        ]
        return sorted(fitting, key=lambda plan: plan.seconds)

    def _plan(self, windows: int, fold: Fraction, costs: int, compiled: bool) -> WindowPlan:
        """Return a plan with given numbers of windows and of visited cost levels."""
        # `alone` means one window of all buttons, whose checks are the lights
        problem, alone = self._problem, fold == windows
        c, size = problem.prices.colours, max(round(fold * self._buttons / windows), 1)
        size, rates = min(size, self._buttons), self._rates[compiled]
        steps = problem.free.size if alone else max(ceil(problem.dimension) - size, 0)
        lanes = problem.system.lights if alone else self._buttons - min(size, problem.dimension)
        words, spans = max(ceil(lanes / self._lanes), 1), c ** min(steps, MAX_SPANS.bit_length())
        density = exp(min((problem.dimension - size) * log(c), log(MOST_SETS)))
        seconds = LOADING * (compiled and "lo_exact.compiled.windows" not in sys.modules)
        pairs = both = most = 0.0
        each, more = divmod(costs, windows)
        for many, top in ((more, each + 1), (windows - more, each)):
            for cost in range(max(top - LAST_COSTS, 0), top if many else 0):
                sets, half = self._sets[size], cost // 2
                while half > 1 and sets[half] * (16 * words + 32) > self._memory / 2:
                    half -= 1
                met = sets[cost] * density
                upper, lower = sets[cost - half] * spans, sets[half]
                work = met * rates[0] * (0.7 + 0.3 * words), upper * rates[1], lower * rates[2]
                seconds += many * sum(work) / 1e9
                pairs, both = pairs + many * met, both + many * (upper + lower)
                most = max(most, lower)
        memory = most * (16 * words + 32)
        return WindowPlan(windows, size, fold, compiled, seconds, pairs, both, memory, spans)

    def chosen(
        self, weight: Fraction | int, pause: Callable[[], object], *, ties: bool
    ) -> tuple[WindowPlan, list[Window]]:
        """Return the fastest plan and its windows, judged by the actual ranks of the windows.

        Args:
            weight: as for `plans`.
            pause: called now and then; may raise.
            ties: as for `plans`.

        Raises:
            LimitReached: When there is no plan.
        """
        chosen: tuple[float, WindowPlan, list[Window]] | None = None
        for plan in self.plans(weight, ties=ties):
            if chosen is not None and chosen[0] <= plan.seconds:
                break
            for _ in range(ORDERS):
                windows = self._windows(plan, pause)
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

    def _windows(self, plan: WindowPlan, pause: Callable[[], object]) -> list[Window]:
        """Choose windows in a random button order; [] if too many solutions share a pattern."""
        if plan.fold == plan.windows:
            return [self._problem.whole()]
        # spread every orbit evenly: each prefix holds the same fraction of it, up to one button
        shares = np.empty(self._problem.prices.units.size)
        for orbit in self.orbits:
            shares[orbit] = (self._rng.permutation(len(orbit)) + self._rng.random()) / len(orbit)
        order = self._problem.priced[np.argsort(shares[self._problem.priced])]
        windows: list[Window] = []
        for inside in plan.arcs(order):
            pause()
            window = self._problem.window(inside)
            if window is None:
                return []
            windows.append(window)
        return windows
