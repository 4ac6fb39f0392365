"""System prepared for a window search: prices in whole units, the kernel, and windows.

Also cheap solutions by chance, for the plan and as bounds from above: the kernel in echelon form on
a random order of the buttons, with one or two of its rows added to the solution that has no pivot.
"""

from functools import cached_property
from math import gcd, log, prod

import numpy as np

from lo_exact.algebra import Coset, IntArray, prime_powers
from lo_exact.engines.windows.window import Prices, Window
from lo_exact.puzzle import System

MAX_SPANS = 4096
"""Solutions of one pattern that are looked at one after the other."""

MAX_ELIMINATED = 1024
"""Buttons up to which there is more than the window of all buttons."""

PAIR_NUMBERS = 2**22
"""Numbers of the sums of two rows that are looked at for each order."""


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
        system: what is solved.
        nonzero: whether the solution without a press is left out, for distances.

    Attributes:
        unit: what divides all prices.
        prices: in units.
        priced: numbers of the buttons that cost something.
        prime: whether c is one, and the buttons are few enough for windows besides all buttons.
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
        """Modulus and residue of the weights of all solutions.

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
        """Return the window of the given buttons, or None if a pattern has too many solutions."""
        c, (particular, generators) = self.prices.colours, self._solutions
        reduced, found = echelon_on(generators, inside, c)
        rows, steps = reduced[: len(found)], reduced[len(found) :]
        if c ** len(steps) > MAX_SPANS:
            return None
        first = (particular - particular[found] @ rows) % c
        pivots, others = np.flatnonzero(np.isin(inside, found)), np.setdiff1d(inside, found)
        # the value that the pivots imply for another button of the window, minus its presses
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
