"""The minimum, and proofs that nothing weighs less: a search with the best solution so far.

A first solution comes from ordered statistics on the prices alone; there is none exactly when the
system is unsolvable, and then elimination has the witness.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.engines.cuts.checks import Checks, checks_of
from lo_exact.engines.cuts.incumbents import Solution, good_solution
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
    best = _first(system, checks, watch)
    if best is None:
        found = system.solutions
        assert isinstance(found, Unsolvable)
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    search = _search(system, checks, [best], watch)
    search.run()
    weight = watch.best_weight
    minima: tuple[Presses, ...] = (watch.best,)
    count, canonical = -1, False
    if wanted.count or wanted.canonical or wanted.minima > 1:
        listed = all_minima(system, checks, weight, wanted, watch, search.relaxation.cuts)
        minima = tuple(listed.listed)
        canonical = listed.complete
        count = listed.count if wanted.count else -1
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=canonical)


def refute(system: System, limit: int, watch: Watch) -> Node | None:
    """Prove that no solution has a weight of at most ``limit``.

    Returns:
        The proof; None when there is such a solution, which the watch was told.

    Raises:
        LimitReached: At the watch's deadline.
    """
    search = _search(system, checks_of(system), [], watch, limit)
    search.run()
    return search.root if search.limit == limit else None


def _search(
    system: System, checks: Checks, known: list[Solution], watch: Watch, limit: int | None = None
) -> Search:
    """Return a search for what is cheaper than the solutions known."""

    def found(x: Solution, weight: int) -> int:
        assert system.solves(x)
        watch.improved(tuple(x.tolist()), weight)
        return weight - search.unit

    search = Search(
        checks,
        system.prices,
        sum(system.prices.tolist()) if limit is None else limit,
        found=found,
        bound=watch.bound,
        pause=watch.check,
    )
    for x in known:
        search.offer(x)
    return search


def _first(system: System, checks: Checks, watch: Watch) -> Solution | None:
    """Return what the watch knows, or a first solution, or None when there is none."""
    known = np.array(watch.best, dtype=np.int64)
    if watch.best_weight >= 0 and system.solves(known):
        return known
    return good_solution(checks, system.prices, -system.prices.astype(np.float64))
