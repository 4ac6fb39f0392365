"""The minimum, and proofs that nothing weighs less: a search with the best solution so far.

Where nothing solves the system, or time is up before anything was found, elimination says why, or
gives a first solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import listed
from lo_exact.engines.cuts.checks import Checks, checks_of
from lo_exact.engines.cuts.incumbents import Solution
from lo_exact.engines.cuts.light import STEPS
from lo_exact.engines.cuts.listing import all_minima
from lo_exact.engines.cuts.search import Node, Search
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

GLANCE_STEPS = 2_500
"""Of a look for light solutions that must cost next to nothing."""


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by branch and cut.

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
        every = all_minima(system, checks, weight, wanted, watch, search.relaxation.cuts)
        minima = tuple(every.listed)
        canonical = every.complete
        count = every.count if wanted.count else None
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=canonical)


def glance(system: System, watch: Watch) -> Outcome | None:
    """Return a minimum that the first relaxation gives or that is light; None where neither does.

    Raises:
        LimitReached: At the watch's deadline.
    """
    search = _search(system, checks_of(system), [], watch, patience=1, steps=GLANCE_STEPS)
    search.run()
    if search.stopped or watch.best is None:
        return None
    best, weight = watch.told()
    return Outcome(Status.OPTIMAL, weight, (best,))


def refute(
    system: System, limit: int, watch: Watch, but: Sequence[Presses] = ()
) -> list[Node] | None:
    """Prove that no solution has a weight of at most ``limit``, or none but those it meets.

    Args:
        system: what to solve.
        limit: the weight.
        watch: told what is found; the clock.
        but: solutions that may weigh less; they become points of the tree.

    Returns:
        The nodes of the proof, each before its children, the child at 0 first; None when there is
        another such solution, which the watch was told.

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

    search = Search(
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
    """Return a solution by elimination, however heavy, and tell the watch."""
    found = system.first
    if isinstance(found, Unsolvable):
        return found
    x = np.array(listed(found), dtype=np.int64)
    watch.improved(tuple(x.tolist()), system.weight(x))
    return x


def _infeasible(system: System) -> Outcome:
    found = system.first
    assert isinstance(found, Unsolvable)
    return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))


def _in_order(root: Node) -> list[Node]:
    """Return all nodes, each before its children, the child at 0 first; links are cut."""
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
    patience: float = inf,
    steps: int = STEPS,
) -> Search:
    """Return a search for what is cheaper than the solutions known."""

    def found(x: Solution, weight: int) -> int:
        assert system.solves(x)
        watch.improved(tuple(x.tolist()), weight)
        return weight - search.unit

    search = Search(
        checks,
        system.prices,
        sum(system.prices.tolist()),
        found=found,
        bound=watch.bound,
        pause=watch.check,
        patience=patience,
        steps=steps,
    )
    for x in known:
        search.offer(x)
    return search
