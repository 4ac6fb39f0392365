"""The search by pairs of sums with a file to go on from.

The file holds the thresholds that both halves have reached and the best solutions met.  The groups'
sums are made anew when a search is taken up again, which costs much less than the pairs.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from lo_exact.engines.coset.checkpoint import load, save
from lo_exact.engines.quarters.engine import Plan, minimise, plan_of
from lo_exact.engines.quarters.pairs import Reached
from lo_exact.errors import UsageError
from lo_exact.outcome import Outcome, Wanted, Watch
from lo_exact.puzzle import System


def minimise_resumable(
    system: System,
    wanted: Wanted,
    watch: Watch,
    checkpoint: Path,
    puzzle_sha256: str,
    *,
    resume: bool,
    every_seconds: float = 60.0,
    plan: Plan | None = None,
) -> Outcome:
    """Find the minimum by pairs of sums, with a file to go on from.

    The file is written every minute, and when the search is stopped or ends.

    Args:
        system: what to solve.
        wanted: what to find out; must be the same when a search is taken up again.
        watch: the clock.
        checkpoint: the file.
        puzzle_sha256: hash of the puzzle, kept in the file.
        resume: go on from the file, which must be there.
        every_seconds: time between two checkpoints.
        plan: how to take the system apart, if not as `plan_of` says.

    Raises:
        InputError: When the file is torn or belongs to something else.
        UsageError: When the buttons do not fall into four groups.
    """
    plan = plan or plan_of(system)
    if plan.refusal:
        raise UsageError(f"quarters does not take this puzzle: {plan.refusal}")
    groups = [group.tolist() for group in plan.groups.buttons] if plan.groups else []
    meaning: dict[str, Any] = {
        "engine": "quarters",
        "groups": groups,
        "wanted": [wanted.minima, wanted.count, wanted.canonical],
    }
    resumed = _read(load(checkpoint, puzzle_sha256, meaning)) if resume else None
    latest: list[Reached] = [] if resumed is None else [resumed]
    written = time.monotonic()

    def write() -> None:
        if latest:
            save(checkpoint, puzzle_sha256, meaning, vars(latest[0]))

    def keep(reached: Reached) -> None:
        nonlocal written
        latest[:] = [reached]
        if time.monotonic() >= written + every_seconds:
            write()
            written = time.monotonic()

    try:
        return minimise(system, wanted, watch, plan=plan, resumed=resumed, keep=keep)
    finally:
        write()


def _read(state: dict[str, Any]) -> Reached:
    low, other = state["seen"]
    return Reached((low, other), state["sum"], state["count"], tuple(state["first"]), state["done"])
