"""Engine for two-colour boards whose squared matrix has independent blocks.

`groups` cuts the buttons into four groups, on each of which quiet patterns take few forms.  `pairs`
finds the best of all solutions by pairs of the groups' best, ties included.  The engine takes the
plus rule on tori and on most boards with many quiet patterns, and any other rule whose steps are
the same everywhere.  It solves the 300 x 300 torus, with 2^48 solutions, in seconds.

The cost of a solution is (P - S(z)) / 2.  P is the sum of all prices, S(z) the sum of ``price_u (1
- 2 x_u) (-1)^<u, z>``; x is the lexicographically least solution, z the key of
`lo_exact.algebra.echelon`.  So the least key is the lexicographically least minimum.
"""

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.algebra.gf2 import integers, pack
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.engine import Offer, least_shares_bound, number_in_words
from lo_exact.engines.quarters.forms import dtype_for
from lo_exact.engines.quarters.groups import Groups, find_groups
from lo_exact.engines.quarters.memory import LEAST, HeldSizes, QuartersSizes, fitting, needed
from lo_exact.engines.quarters.pairs import Best, largest
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_RANK = 34
"""Rank of a group: it has 2^34 sums, and the board up to 2^68 solutions."""

MAX_SQUARED_ENTRIES = 2**24
"""Largest number of matrix entries for squaring, which beyond takes minutes without time checks."""

MAX_AMOUNT = 2**20
"""Largest sum of a group's prices, since sums are counted by value."""

TRANSFORM_NANOSECONDS = 0.4
"""CPU nanoseconds of a transform for each number and bit.
`python -m benchmarks.forecasts` refits it."""

PAIR_NANOSECONDS = 20.0
"""CPU nanoseconds for each pair in both halves.  With transforms: all on 126 x 126 took 12 s,
random boards on a torus of 60 x 60 1.0 s, 61 x 61 0.16 s."""

MAX_TOLD = 2**36
"""Largest expected number of pairs to report; a larger one only means a poor best sum so far."""

BUTTON_SECONDS = 1e-5
"""CPU seconds for each button before the search: the square and the groups."""

_LATE_FACTOR = 4
"""Times its forecast after which it counts as late.  The forecast is for random boards: where the
best groups' sums lie close together it takes longer, seldom 4 times."""

LATE_SECONDS = 2.0
"""CPU time before which it never counts as late."""


@dataclass(frozen=True, eq=False)
class QuartersPlan:
    """Decomposition of a system into four groups of buttons, or the reason why it has none."""

    refusal: str
    """Reason against the decomposition, or ``""``."""
    basis: Basis | None = None
    """The kernel in echelon form."""
    columns: NDArray[Any] = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """Column of each button in ``basis``: a 64-bit word, or a Python integer if longer."""
    groups: Groups | None = None
    """The four groups."""

    def least(self, system: System) -> IntArray:
        """Return the lexicographically least solution."""
        assert self.basis is not None
        found = system.solutions
        assert not isinstance(found, Unsolvable)
        return self.basis.reduced(found.particular)

    def amounts(self, system: System) -> IntArray:
        """Return, for each button, its price, negated if the least solution presses it."""
        return system.prices * (1 - 2 * self.least(system))

    def sizes(self, system: System, memory: int) -> QuartersSizes:
        """Return the table and list sizes for a search within a memory limit in bytes.

        Raises:
            LimitReached: When even the smallest sizes need more.
        """
        found = fitting(self.held(system), memory)
        if found is None:
            least = needed(self.held(system), LEAST)
            raise LimitReached(
                f"it takes {-(-least >> 20)} MiB at least, more than {memory >> 20} MiB"
            )
        return found

    def held(self, system: System) -> HeldSizes:
        """Return the ranks, blocks and sizes that determine the memory use of a search."""
        assert self.groups is not None
        largest_ = max(_added(system.prices[group]) for group in self.groups.buttons)
        parted = [bool(parts) for parts in self.groups.parts]
        size = np.dtype(dtype_for(largest_)).itemsize
        return HeldSizes(self.groups.ranks, parted, size, system.matrix.entries)


_plans: WeakKeyDictionary[System, QuartersPlan] = WeakKeyDictionary()


def refusal(system: System) -> str:
    """Return the reason why the system has no decomposition into four groups, or ``""``."""
    return plan_of(system).refusal


def offer(system: System, wanted: Wanted) -> Offer:
    """Estimate the cost of a search over four groups for a system that `refusal` accepts.

    The estimate is for random boards: where the best groups' sums lie close together it is late.
    """
    plan, found = plan_of(system), system.solutions
    assert not isinstance(found, Unsolvable)
    if plan.basis is None or plan.groups is None:
        return Offer("two solutions", 0.0, 2, 0)
    ranks = plan.groups.ranks
    pairs = 2 ** ((len(plan.basis.pivots) + 1) // 2)
    seconds = sum(rank << rank for rank in ranks) * TRANSFORM_NANOSECONDS / 1e9
    seconds += pairs * PAIR_NANOSECONDS / 1e9 + BUTTON_SECONDS * system.unknowns
    steps = plan.groups.entries + pairs
    held = plan.held(system)
    memory = needed(held, fitting(held, MEMORY) or LEAST)
    size = number_in_words(found.kernel.size)
    why = f"{size} solutions by pairs of {number_in_words(steps)} sums and pairs"
    late = max(_LATE_FACTOR * seconds, LATE_SECONDS)
    return Offer(why, seconds, steps, memory, needed(held, LEAST), late)


def minimise(
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    plan: QuartersPlan | None = None,
    sizes: QuartersSizes | None = None,
) -> Outcome:
    """Find minimum-weight solutions from the best sums of four groups of buttons.

    Args:
        system: the system.
        wanted: the request.
        watch: the time limit.
        plan: the decomposition, by default that of `plan_of`.
        sizes: the table sizes, by default the largest that fit the memory limit.

    Raises:
        LimitReached: When the memory or time limit is reached.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    plan = plan or plan_of(system)
    basis, groups = plan.basis, plan.groups
    if basis is None or groups is None:  # the system has at most two solutions
        return coset.minimise(system, wanted, watch)
    least = plan.least(system)
    total = int(system.prices.sum())
    watch.improved(tuple(least.tolist()), system.weight(least))
    watch.bound(least_shares_bound(system))
    sizes = sizes or plan.sizes(system, wanted.memory)
    ties = wanted.count or wanted.canonical or wanted.minima > 1
    told = [0]

    def look(done: int, expected: float, best: Best, at_most: int) -> None:
        watch.bound(-(-(total - at_most) // 2))
        if int(best.first[0]) != told[0]:
            told[0] = int(best.first[0])
            presses = basis.solution(least, told[0])
            watch.improved(tuple(presses.tolist()), system.weight(presses))
        watch.check(done, round(expected) if expected < MAX_TOLD else 0)

    best = largest(
        len(basis.pivots),
        plan.columns,
        plan.amounts(system),
        groups.buttons,
        parts=groups.parts,
        sizes=sizes,
        ties=ties,
        limit=max(wanted.minima, 1),
        look=look,
        pause=watch.check,
    )
    minima = [basis.solution(least, int(key)) for key in best.first.tolist()]
    weight = system.weight(minima[0])
    assert 2 * weight == total - best.sum
    presses = tuple(tuple(x.tolist()) for x in minima)
    watch.improved(presses[0], weight)
    return Outcome(Status.OPTIMAL, weight, presses, best.count if ties else None, canonical=ties)


def plan_of(system: System) -> QuartersPlan:
    """Return the decomposition of a system, cached while the system exists."""
    plan = _plans.get(system)
    if plan is None:
        plan = _plans[system] = _made(system)
    return plan


def _made(system: System) -> QuartersPlan:
    if system.colours != 2:
        return QuartersPlan("only two colours")
    found = system.solutions
    if isinstance(found, Unsolvable):
        return QuartersPlan("")
    width = len(found.kernel.orders)
    if width < 2:
        return QuartersPlan("")
    if width > 2 * MAX_RANK:
        return QuartersPlan(f"2^{width} solutions are more than 2^{2 * MAX_RANK}")
    if system.matrix.entries > MAX_SQUARED_ENTRIES:
        return QuartersPlan(f"a matrix of more than {MAX_SQUARED_ENTRIES} entries is not squared")
    basis = echelon(found.kernel)
    columns = _columns(basis)
    if (columns[system.prices == 0] != 0).any():
        return QuartersPlan("buttons without a price make too many minima")
    groups = find_groups(system.matrix, basis.rows)
    if groups is None:
        return QuartersPlan("the squares of its matrix have no independent blocks")
    if max(groups.ranks) > MAX_RANK:
        return QuartersPlan(
            f"in one of four groups of buttons the solutions look 2^{max(groups.ranks)} ways, more "
            f"than 2^{MAX_RANK}"
        )
    if any(_added(system.prices[group]) > MAX_AMOUNT for group in groups.buttons):
        return QuartersPlan(f"prices of a group of buttons add up to more than {MAX_AMOUNT}")
    return QuartersPlan("", basis, columns, groups)


def _added(prices: IntArray) -> int:
    return sum(prices.tolist())


def _columns(basis: Basis) -> NDArray[Any]:
    """Return, for each button, the bit mask of the kernel basis vectors that press it."""
    width = len(basis.pivots)
    if width > 64:
        return np.array(integers(basis.rows.T), dtype=object)
    return pack(basis.rows[::-1].T)[:, 0]
