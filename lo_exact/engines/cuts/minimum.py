"""Branch-and-cut search for minima, and for proofs that no other solution is within a weight limit.

`minimise_by_cuts` finds the minimum.  Where nothing solves the system, elimination gives the
reason; where time is up before anything was found, elimination gives a first solution.  `glance` is
a short search for very light minima.

`minima_of_weight` lists and counts all minima, by a second search of the tree up to the minimum
itself.

`refute_by_cuts` returns a tree as proof that no other solution is that light.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.gf2 import rank
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.cuts.exact import Checks, Cut, checks_of, scale_of
from lo_exact.engines.cuts.incumbents import Solution
from lo_exact.engines.cuts.light import light_solution, shares
from lo_exact.engines.cuts.search import Bits, CutsSearch, SearchNode
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_NULLITY = 16
"""Nullity up to which (2^16 solutions) a node's solutions are enumerated."""


class _EnoughError(Exception):
    """Raised when the requested number of minima has been found."""


@dataclass(eq=False)
class Minima:
    """The minima found so far, and their number."""

    listed: list[Presses] = field(default_factory=list)
    """The lexicographically first of all minima found so far."""
    count: int = 0
    """Number of minima found."""
    complete: bool = False
    """Whether all minima have been found."""


def minima_of_weight(
    system: System, checks: Checks, weight: int, wanted: Wanted, watch: Watch, cuts: Sequence[Cut]
) -> Minima:
    """List and count the solutions of weight ``weight``, which is the proved minimum.

    With the minimum known, heavier solutions are pruned, and most buttons are settled at the root.
    A node whose open buttons leave few solutions goes to the engine `coset`, which weighs and
    counts them all.  So numbers of minima that no list could hold are exact as well.

    Args:
        system: with two colours.
        checks: the checks of the system.
        weight: the minimum, proved.
        wanted: the request.
        watch: the time limit.
        cuts: the initial cuts.
    """
    found = Minima()
    limit = max(wanted.minima, 1)
    every = wanted.count or wanted.canonical

    def leaf(low: Bits, high: Bits) -> bool:
        free = np.flatnonzero(low != high)
        if free.size - _rank(checks, free, watch) > MAX_NULLITY:
            return False
        pressed = np.where(low == high, low, 0).astype(np.int64)
        rest = System(
            system.matrix.take_columns(free),
            (system.syndrome + system.matrix.dot(pressed)) % 2,
            system.prices[free],
        )
        inner = watch.apart()
        outcome = coset.minimise(rest, Wanted(limit, count=True, canonical=True), inner)
        if outcome.status is Status.INFEASIBLE:
            return True
        if outcome.weight + system.weight(pressed) > weight:
            return True
        assert outcome.count is not None
        found.count += outcome.count
        for x in outcome.minima:
            pressed[free] = x
            found.listed.append(tuple(pressed.tolist()))
        found.listed = sorted(found.listed)[:limit]
        if not every and len(found.listed) >= limit:
            raise _EnoughError
        return True

    search = CutsSearch(
        checks,
        system.prices,
        weight,
        found=lambda *_: weight,
        bound=lambda _: None,
        pause=watch.check,
        leaf=leaf,
        cuts=cuts,
    )
    try:
        search.run()
    except _EnoughError:
        return found
    found.complete = True
    return found


def _rank(checks: Checks, columns: np.ndarray, watch: Watch) -> int:
    rows, owner = checks.entries(columns)
    met, row = np.unique(rows, return_inverse=True)
    bits = np.zeros((met.size, columns.size), dtype=bool)
    bits[row, owner] = True
    watch.check()
    return rank(bits)


GLANCE_STEPS = 400
"""Steps of the quick search for light solutions."""

GLANCED = 18
"""Wrong lights above which the quick search is skipped, as it would find nothing."""

GLANCED_FLAT = 8
"""The same limit if MaxSAT cores run next, which find light minima nearly as fast."""


def minimise_by_cuts(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions by branch and cut.

    Raises:
        LimitReached: At the watch's deadline.
    """
    checks = checks_of(system)
    known = [] if watch.best is None else [np.array(watch.best, dtype=np.int64)]
    search = _search(system, checks, list(filter(system.solves, known)), watch)
    try:
        search.run()
    except LimitReached:
        if watch.best is None and isinstance(_first(system, watch), Unsolvable):
            return _infeasible(system)
        raise
    if watch.best is None:
        return _infeasible(system)
    best, weight = watch.told()
    minima: tuple[Presses, ...] = (best,)
    count, canonical = None, False
    if wanted.count or wanted.canonical or wanted.minima > 1:
        every = minima_of_weight(system, checks, weight, wanted, watch, search.relaxation.cuts)
        minima = tuple(every.listed)
        canonical = every.complete
        count = every.count if wanted.count else None
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=canonical)


def glance(system: System, *, flat: bool) -> Outcome | None:
    """Return a proved minimum-weight solution if a short A* search finds one, else None.

    A relaxation would prove more, but costs more time than the search for such minima.
    """
    if np.count_nonzero(system.syndrome) > (GLANCED_FLAT if flat else GLANCED):
        return None
    checks, prices = checks_of(system), system.prices
    scale, most = scale_of(prices), sum(prices.tolist())
    potentials = shares(checks, prices, scale)
    looked = light_solution(checks, prices, potentials, scale, most, steps=GLANCE_STEPS)
    if looked.pressed is None:
        return None
    x = np.zeros(checks.buttons, dtype=np.int64)
    x[list(looked.pressed)] = 1
    assert system.solves(x)
    assert system.weight(x) == looked.bound
    return Outcome(Status.OPTIMAL, looked.bound, (tuple(x.tolist()),))


def refute_by_cuts(
    system: System, limit: int, watch: Watch, but: Sequence[Presses] = ()
) -> list[SearchNode] | None:
    """Prove that no solution, other than the given ones, has a weight of at most ``limit``.

    Args:
        system: the system.
        limit: the largest weight to refute.
        watch: the time limit; receives the solutions found.
        but: permitted light solutions; they become points of the tree.

    Returns:
        The nodes of the proof, each before its children, the child at 0 first; None if there is
        another such solution, which the watch receives.

    Raises:
        LimitReached: At the watch's deadline.
    """
    excepted = set(but)

    def found(x: Solution, weight: int) -> int:
        presses = tuple(x.tolist())
        if presses in excepted:
            return limit
        watch.improved(presses, weight)
        return -1

    search = CutsSearch(
        checks_of(system),
        system.prices,
        limit,
        found=found,
        bound=watch.bound if not but else (lambda _: None),
        pause=watch.check,
        record=True,
    )
    search.run()
    return _in_order(search.root) if search.limit == limit else None


def _first(system: System, watch: Watch) -> IntArray | Unsolvable:
    """Return a solution found by elimination, after reporting it, or proof that there is none."""
    found = system.first
    if isinstance(found, Unsolvable):
        return found
    x = np.array(as_tuple(found), dtype=np.int64)
    watch.improved(tuple(x.tolist()), system.weight(x))
    return x


def _infeasible(system: System) -> Outcome:
    found = system.first
    assert isinstance(found, Unsolvable)
    return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))


def _in_order(root: SearchNode) -> list[SearchNode]:
    """Return all nodes of the tree in preorder, and remove the links to their children."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if node.children is not None:
            waiting += node.children[::-1]
            node.children = None
    return found


def _search(
    system: System,
    checks: Checks,
    known: list[Solution],
    watch: Watch,
) -> CutsSearch:
    """Return a search for solutions cheaper than the known ones."""

    def found(x: Solution, weight: int) -> int:
        assert system.solves(x)
        watch.improved(tuple(x.tolist()), weight)
        return weight - search.unit

    search = CutsSearch(
        checks,
        system.prices,
        sum(system.prices.tolist()),
        found=found,
        bound=watch.bound,
        pause=watch.check,
    )
    for x in known:
        search.offer(x)
    return search
