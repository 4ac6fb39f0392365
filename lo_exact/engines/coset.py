"""All solutions, searched by classes of buttons: the engine for small and middling kernels.

Elimination gives one solution and the kernel; the kernel in echelon form makes the lexicographic
order a number (`coset_basis`); the search is taken apart (`coset_classes`, `coset_tables`) and
every part is walked job by job (`coset_binary`, `coset_residues`).  The answer is the minimum, the
exact number of minima, and the lexicographically least ones.

Costs about half a nanosecond a solution for c = 2 with equal prices; memory stays at some dozen
megabytes whatever the number of solutions.
"""

from __future__ import annotations

from math import log2

from lo_exact.algebra import Coset, IntArray, Unsolvable
from lo_exact.engines import coset_small
from lo_exact.engines.coset_basis import Basis, reduced_coset
from lo_exact.engines.coset_classes import binary_search
from lo_exact.engines.coset_direct import direct_search
from lo_exact.engines.coset_parts import Search, Tally
from lo_exact.engines.coset_tables import MAX_TABLE, table_search
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_BITS = 34
"""Enumeration over GF(2) stops here: 2^34 solutions take some ten seconds."""

MAX_TABLE_BITS = 30
"""The same for more colours, where a solution costs more."""

MAX_WRITTEN_BITS = 32
"""Numbers written out when cost tables do not fit."""


def refusal(system: System) -> str:
    """Say why the system has too many solutions, or ``""``."""
    found = system.solutions
    return "" if isinstance(found, Unsolvable) else coset_refusal(found)


def coset_refusal(coset: Coset) -> str:
    """Say why a coset has too many solutions, or ``""``."""
    c = coset.kernel.modulus
    bits = sum(log2(order) for order in coset.kernel.orders)
    limit = MAX_BITS if c == 2 else MAX_TABLE_BITS
    if bits > limit:
        return f"2^{bits:.0f} solutions are more than 2^{limit}, the limit of enumeration"
    written = bits + log2(max(coset.particular.size, 1))
    if coset.particular.size * c > MAX_TABLE and written > MAX_WRITTEN_BITS:
        return (
            f"{c} colours are too many for cost tables, and 2^{written:.0f} numbers "
            f"more than 2^{MAX_WRITTEN_BITS}, the limit of writing all solutions out"
        )
    return ""


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by visiting all solutions."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    return minimise_coset(found, system.prices, wanted, watch, per_button=system.per_button)


def minimise_coset(
    coset: Coset, prices: IntArray, wanted: Wanted, watch: Watch, *, per_button: bool
) -> Outcome:
    """Find the minimum over all solutions, given them.

    Args:
        coset: all solutions.
        prices: (buttons,) int64 >= 0.
        wanted: what to find out.
        watch: the clock.
        per_button: whether a pressed button costs its price once.
    """
    if coset.kernel.size >= 2**62:
        raise LimitReached(coset_refusal(coset))
    basis, least = reduced_coset(coset)
    if coset_small.fits(basis):
        outcome = coset_small.prepare(basis, prices, per_button).minimise(least, wanted)
        watch.improved(outcome.minima[0], outcome.weight)
        return outcome
    return _run(_search(basis, least, prices, per_button), wanted, watch)


def _search(basis: Basis, least: IntArray, prices: IntArray, per_button: bool) -> Search:
    if basis.modulus == 2:
        return binary_search(basis, least, prices)
    if prices.size * basis.modulus > MAX_TABLE:
        return direct_search(basis, least, prices, per_button)
    return table_search(basis, least, prices, per_button)


def _run(search: Search, wanted: Wanted, watch: Watch) -> Outcome:
    limit = max(wanted.minima, 1)
    tallies = [part.start(limit) for part in search.parts]
    total = sum(part.elements for part in search.parts)
    done = 0
    watch.bound(search.bound)
    _report(search, tallies, watch)
    for part, tally in zip(search.parts, tallies, strict=True):
        for job in range(part.jobs):
            watch.check(done, total)
            before = tally.best
            part.visit(job, tally)
            done += part.elements // part.jobs
            if tally.best > before:
                _report(search, tallies, watch)
    weight = search.cost([tally.best for tally in tallies])
    minima = tuple(tuple(x.tolist()) for x in search.minima(tallies, limit))
    watch.improved(minima[0], weight)
    return Outcome(Status.OPTIMAL, weight, minima, search.count(tallies), canonical=True)


def _report(search: Search, tallies: list[Tally], watch: Watch) -> None:
    """Tell the watch the best solution known: each part's first best element, or its zero."""
    key, scores = 0, []
    for part, tally in zip(search.parts, tallies, strict=True):
        if tally.count:
            key += int(part.keys(tally)[0])
        scores.append(tally.best if tally.count else part.score_of_zero)
    presses = search.basis.solution(search.least, key)
    watch.improved(tuple(presses.tolist()), search.cost(scores))
