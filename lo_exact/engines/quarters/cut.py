"""The search by pairs of sums as long work: a band of forms a unit, done anywhere in any order.

Ties are always met, so the answer is that of a single search which counts: the least minimum and
the number of minima.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lo_exact.algebra import Unsolvable
from lo_exact.engines.quarters import bands
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.collect import collect
from lo_exact.runners.work import Order, Where, Work

BANDS = 256
"""About how many bands a search is cut into, wherever it is done."""

Spec = tuple[System, list[bands.Json], int]
"""The system, its bands, and the memory that each process may take."""


def minimise_in_bands(
    system: System, wanted: Wanted, watch: Watch, puzzle_sha256: str, where: Where
) -> Outcome:
    """Find the minimum and the number of minima, band by band.

    Args:
        system: what to solve.
        wanted: what to find out.
        watch: the clock; told of bands done, and of the first look's best.
        puzzle_sha256: hash of the puzzle, kept in every record.
        where: who visits bands, and where what they found is kept.

    Raises:
        UsageError: When the buttons do not fall into four groups.
        LimitReached: When it takes more memory, or the clock says so.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    limit = max(wanted.minima, 1)
    memory = wanted.memory
    listed = bands.pieces(system, puzzle_sha256, BANDS, watch, minima=limit, memory=memory)
    first = listed[0]
    about = {"puzzle": puzzle_sha256} | {
        name: first[name] for name in ("format", "groups", "goal", "thresholds", "minima")
    }
    order = Order(
        "pairs of sums", f"{__name__}:prepared", f"{__name__}:visited", about,
        (replace(system), listed, memory), "bands", len(listed),
    )  # fmt: skip
    work = Work(order, largest=1 + BANDS // 64, ready=(system, listed, memory))
    records = collect(work, where, watch)
    outcome = bands.merged(system, [one for record in records for one in record.result])
    return outcome if wanted.count else replace(outcome, count=None)


def prepared(spec: Spec) -> Spec:
    """Return the system and its bands; the groups' sums are made with the first."""
    return spec


def visited(
    spec: Spec, low: int, high: int, given: None, check: Callable[[int], None]
) -> list[dict[str, Any]]:
    """Visit some bands."""
    system, listed, memory = spec
    watch = Watch(stop=lambda *_: check(0))
    return [bands.run(system, listed[number], watch, memory=memory) for number in range(low, high)]
