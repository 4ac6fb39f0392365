"""Search of windows in order of cost, until the lower bound equals the best solution's cost.

**Theorem.**  Let windows be sets of buttons, with each button that costs something in at most u of
them, and let all solutions that cost less than t_j on window j be visited, for each j.  A solution
that was not visited costs at least (t_1 + t_2 + ...) / u.  *Proof*: it costs t_j or more on window
j, and the sum of its costs on all windows is at most u times its cost.

With u replaced by s / n the theorem holds for one window of s of n buttons where symmetries of the
system move it evenly over all buttons: the images of a solution cost s / n of it on the window in
the mean.
"""

from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from hashlib import sha256
from itertools import count
from math import ceil
from typing import Any

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.windows.plan import Planner, WindowPlan, WindowProblem
from lo_exact.engines.windows.window import Visit, Window
from lo_exact.outcome import Wanted, Watch
from lo_exact.runners.collect import collect
from lo_exact.runners.work import HERE, Order, Where, Work, refuse_cutting

FIRST_ROUNDS = 2
"""Random eliminations for a first solution before the first plan."""

ROUND_SECONDS = 0.01
"""CPU seconds of one random elimination."""

WORTH_ROUNDS = 0.01
"""Share of the forecast that further ones may take."""

MOST_ROUNDS = 200
"""Random rounds that look for a good solution before the windows begin."""

WORTH_PIECES = 2**18
"""Upper sets from which on a visit is split into pieces, given more processes or a ledger."""


class WindowSearch:
    """Search for the cheapest solutions over several windows.

    Args:
        problem: the problem.
        wanted: the request.
        watch: the time limit; receives solutions and the bound.
        orbits: disjoint orbits of buttons under symmetries of the system, which cover all buttons
            and permit a single window.  Not for more than one minimum.
        where: processes, and the folder that stores pieces.
        name: prefix of file names in that folder.

    Attributes:
        best: the least cost so far, in units.
        count: number of solutions found with that cost, if several are requested.
        minima: the first of them in lexicographic order, a byte for each button.
    """

    def __init__(
        self,
        problem: WindowProblem,
        wanted: Wanted,
        watch: Watch,
        orbits: Sequence[Sequence[int]] = (),
        where: Where = HERE,
        name: str = "",
    ):
        self._problem, self._wanted, self._watch = problem, wanted, watch
        refuse_cutting(where, "windows")
        self._where, self._name = where, name or "window"
        self._planner = Planner(problem, wanted.memory, orbits=orbits)
        self._rng = np.random.default_rng(problem.priced.size)
        self._ties: bool = wanted.more_than_one
        self.count: int = 0
        self.minima: list[bytes] = []
        self.best: int = int(problem.prices.units.sum()) * problem.prices.colours
        if watch.best_weight is not None:
            self.best = watch.best_weight // problem.unit

    def run(self) -> None:
        """Search until the best solution is proved minimal and, if requested, all ties are found.

        Raises:
            LimitReached: At the deadline; the watch knows the bound.
        """
        self._by_chance(FIRST_ROUNDS)
        for plan in self._planner.plans(self.best, ties=self._ties)[:1]:
            self._by_chance(min(int(WORTH_ROUNDS * plan.seconds / ROUND_SECONDS), MOST_ROUNDS))
        over = False
        while not over:  # plan again if a lower best cost makes other windows faster
            plan, windows = self._planner.chosen(self.best, self._watch.check, ties=self._ties)
            over = self._climbed(plan, windows)

    def _by_chance(self, rounds: int) -> None:
        """Search for better solutions by random elimination."""
        for _ in range(rounds if self._problem.prime and self._problem.dimension else 0):
            self._watch.check()
            self._take(self._problem.cheap(self._rng)[None, :])

    def _climbed(self, plan: WindowPlan, windows: list[Window]) -> bool:
        """Visit windows by increasing cost; return False if another plan is needed, else True."""
        self._inside = np.zeros((self._problem.prices.units.size, len(windows)), dtype=np.int64)
        for number, window in enumerate(windows):
            self._inside[window.inside, number] = 1
        self._done = np.zeros(len(windows), dtype=np.int64)
        self.count, self.minima = 0, []
        cover = self._inside.sum(axis=1)
        shares = (Fraction(int(cover[orbit].sum()), len(orbit)) for orbit in self._planner.orbits)
        fold = max(shares, default=Fraction(1))
        limit = np.zeros(1, dtype=np.int64)
        for cost in count():
            before = self.best
            asked = Visit(
                cost, self._ties, self._problem.least, self._wanted.memory, plan.compiled, limit
            )
            for number, window in enumerate(windows):
                if self._bound(fold) >= self.best + self._ties:
                    return True
                limit[0] = self.best + self._ties
                uppers = sum(window.halves(asked).values())
                if self._where != HERE and uppers > WORTH_PIECES:
                    self._in_pieces(number, window, asked, uppers)
                else:
                    for presses in window.visit(asked, self._watch):
                        self._take(presses, visited=True)
                window.forget()
                self._done[number] += 1
                if cost >= window.dearest:
                    return True  # all patterns have been visited
            if self.best < before:
                other = self._planner.plans(self.best, ties=self._ties)[0]
                if (other.windows, other.fold) != (plan.windows, plan.fold):
                    return False
        return True

    def _bound(self, fold: Fraction) -> int:
        """Return a lower bound on the cost of unvisited solutions, after reporting it."""
        least = max(ceil(Fraction(int(self._done.sum())) / fold), self._problem.least)
        number, residue = self._problem.step
        least += (residue - least) % number
        self._watch.bound(min(least, self.best) * self._problem.unit)
        return max(least, self._watch.lower_bound // self._problem.unit * (not self._ties))

    def _take(self, presses: IntArray, *, visited: bool = False) -> None:
        """Record the rows of ``presses`` that solve the system; ignore all other rows."""
        presses = self._problem.solves(presses)
        costs = self._problem.prices.of(presses)
        whole = costs.sum(axis=1)
        best = int(whole[whole >= self._problem.least].min(initial=self.best))
        if best < self.best:
            self.best, self.count, self.minima = best, 0, []
            cheapest = presses[whole == best][0]
            self._watch.improved(tuple(cheapest.tolist()), best * self._problem.unit)
        if visited and self._ties:
            # skip solutions found before, whose cost on some window is a level already visited
            fresh = (costs @ self._inside >= self._done).all(axis=1)
            found = presses[fresh & (whole == self.best)]
            self.count += len(found)
            self._keep(found)

    def _in_pieces(self, number: int, window: Window, asked: Visit, uppers: int) -> None:
        """Visit one window in parallel; each piece is a range of the upper sets of its patterns."""
        problem, search = self._problem, copy(self)
        search._watch, search.count, search.minima = Watch(), 0, []
        window.forget(0)
        about: dict[str, Any] = {
            "colours": problem.prices.colours, "per_button": problem.prices.once,
            "least": problem.least, "window": number, "cost": asked.cost,
            "below": int(asked.limit[0]), "minima": max(self._wanted.minima, 1) * self._ties,
            "memory": asked.memory,
        }  # fmt: skip
        arrays = (problem.dense, problem.system.syndrome, problem.prices.units, window.inside,
                  self._inside, self._done)  # fmt: skip
        digest = sha256(str(about).encode() + b"".join(array.tobytes() for array in arrays))
        order = Order(
            kind="windows", prepare="", unit="sets",
            run=f"{__name__}:visited_range", about=about | {"puzzle": digest.hexdigest()},
            spec=(search, window, asked), units=uppers,
        )  # fmt: skip
        # another plan visits other windows of the same cost, so their files need other names
        kept = self._where.file(f"{self._name}-{number}-{asked.cost}-{digest.hexdigest()[:12]}")
        for record in collect(Work(order), kept, self._watch):
            best, many, rows = record.result
            presses = np.array(rows, dtype=np.int64).reshape(len(rows), problem.prices.units.size)
            self._take(presses)
            if self._ties and best == self.best:
                self.count += many
                self._keep(presses)

    def _keep(self, presses: IntArray) -> None:
        """Add minima to the sorted list, up to the requested number."""
        rows = [*self.minima, *(row.tobytes() for row in presses.astype(np.uint8))]
        self.minima = sorted(rows)[: max(self._wanted.minima, 1)]


def visited_range(
    spec: tuple[WindowSearch, Window, Visit],
    low: int,
    high: int,
    given: None,
    check: Callable[[int], None],
) -> list[Any]:
    """Visit a range of a window's patterns; return least cost, minima count and first minima."""
    search, window, asked = copy(spec[0]), spec[1], spec[2]._replace(limit=spec[2].limit.copy())
    search._watch = Watch(stop=lambda *_: check(0))
    for presses in window.visit(asked, search._watch, low, high):
        search._take(presses, visited=True)
    return [
        search.best,
        search.count,
        [
            list(map(int, row))
            for row in (search.minima if asked.ties else filter(None, [search._watch.best]))
        ],
    ]
