"""All minima, their number and the first of them: the tree again, up to the minimum itself.

With the minimum known, what weighs more is pruned, and most buttons are settled at the root.  A
node whose open buttons leave few solutions is handed to the engine `coset`, which weighs them all
and counts; so numbers of minima that no list could hold are exact as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lo_exact.algebra.gf2 import rank
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.cuts.checks import Checks, Cut
from lo_exact.engines.cuts.search import Bits, CutsSearch
from lo_exact.outcome import Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_NULLITY = 16
"""Nodes with at most 2^16 solutions are handed over."""


class _EnoughError(Exception):
    """As many minima as wanted were found."""


@dataclass(eq=False)
class Minima:
    """The minima of a system found so far.

    Attributes:
        listed: the first in lexicographic order of all seen so far.
        count: how many were seen.
        complete: whether these are all.
    """

    listed: list[Presses] = field(default_factory=list)
    count: int = 0
    complete: bool = False


def minima_of_weight(
    system: System, checks: Checks, weight: int, wanted: Wanted, watch: Watch, cuts: Sequence[Cut]
) -> Minima:
    """List and count the solutions of least weight.

    Args:
        system: with two colours.
        checks: of the system.
        weight: the minimum, proved.
        wanted: how many, and what about them.
        watch: the clock.
        cuts: a good set to begin with.
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
