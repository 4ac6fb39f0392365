"""The minimum, and proofs that nothing weighs less: a search with the best solution so far.

A first solution, or the witness that there is none, comes from elimination.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.engines.cuts.checks import Checks, checks_of
from lo_exact.engines.cuts.incumbents import Solution
from lo_exact.engines.cuts.listing import all_minima
from lo_exact.engines.cuts.search import Node, Search
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by branch and cut.

    Raises:
        LimitReached: At the watch's deadline.
    """
    checks = checks_of(system)
    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(first.witness.tolist()))
    known = [] if watch.best is None else [np.array(watch.best, dtype=np.int64)]
    search = _search(system, checks, [np.asarray(first), *filter(system.solves, known)], watch)
    search.run()
    best, weight = watch.told()
    minima: tuple[Presses, ...] = (best,)
    count, canonical = None, False
    if wanted.count or wanted.canonical or wanted.minima > 1:
        listed = all_minima(system, checks, weight, wanted, watch, search.relaxation.cuts)
        minima = tuple(listed.listed)
        canonical = listed.complete
        count = listed.count if wanted.count else None
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=canonical)


def refute(system: System, limit: int, watch: Watch, but: Sequence[Presses] = ()) -> Node | None:
    """Prove that no solution has a weight of at most ``limit``, or none but those it meets.

    Args:
        system: what to solve.
        limit: the weight.
        watch: told what is found; the clock.
        but: solutions that may weigh less; they become points of the tree.

    Returns:
        The proof; None when there is another such solution, which the watch was told.

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
    return search.root if search.limit == limit else None


def _search(system: System, checks: Checks, known: list[Solution], watch: Watch) -> Search:
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
    )
    for x in known:
        search.offer(x)
    return search
