"""Doing the jobs of a coset search: in order, on all cores, with checkpoints.

Jobs are independent, so they run in threads (numpy leaves the interpreter free while it adds).
Answers are joined in the order of the jobs, so what is known after some number of jobs is one
tally for each part and that number: the state a checkpoint holds.  A job starts with the best
score known then and may thus count elements that are beaten later; joining drops them.  The result
depends neither on the number of threads nor on when the search was interrupted.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.engines.coset_parts import Part, Search, Tally
from lo_exact.outcome import Outcome, Status, Wanted, Watch

_THREAD_ELEMENTS = 2**22
_LOOK_SECONDS = 0.2


@dataclass
class Position:
    """How far a search is.

    Attributes:
        limit: how many minima are wanted.
        tallies: of each part.
        done: jobs joined so far, of each part.
    """

    limit: int
    tallies: list[Tally]
    done: list[int]

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "done": self.done,
            "tallies": [[t.best, t.count, t.first.tolist()] for t in self.tallies],
        }


def start(search: Search, wanted: Wanted) -> Position:
    """Return the position before the first job."""
    limit = max(wanted.minima, 1)
    return Position(limit, [part.start(limit) for part in search.parts], [0] * len(search.parts))


def take_up(state: dict[str, Any], wanted: Wanted) -> Position:
    """Return the position that `Position.to_json` wrote."""
    limit = max(wanted.minima, 1)
    return Position(
        limit,
        [
            Tally(best, limit, count, np.array(first, dtype=np.uint64))
            for best, count, first in state["tallies"]
        ],
        list(state["done"]),
    )


def plan(search: Search, wanted: Wanted) -> dict[str, Any]:
    """Return what a position's meaning depends on."""
    digest = hashlib.sha256()
    for part in (search.basis.rows, search.least):
        digest.update(part.astype("<i8").tobytes())
    return {
        "engine": "coset",
        "parts": [[part.elements, part.jobs] for part in search.parts],
        "minima": max(wanted.minima, 1),
        "cost": [search.offset, search.divisor, search.scale],
        "solutions": digest.hexdigest(),
    }


def finish(
    search: Search,
    position: Position,
    watch: Watch,
    *,
    threads: int,
    save: Callable[[Position], None] | None = None,
    every_seconds: float = 60.0,
) -> Outcome:
    """Do all jobs that are left and return the answer.

    Args:
        search: what to search.
        position: where to begin; brought up to date on the way.
        watch: the clock.
        threads: how many jobs may run at once.
        save: called with the position every ``every_seconds``, at a stop, and at the end.
        every_seconds: time between two calls of ``save``.
    """
    total = sum(part.elements for part in search.parts)
    watch.bound(search.bound)
    _report(search, position, watch)
    saved = time.monotonic()
    try:
        for i, part in enumerate(search.parts):
            tally = position.tallies[i]
            for found in _jobs(part, position.done[i], tally, watch, threads):
                if found is not None:
                    before = tally.best
                    tally.join(found)
                    position.done[i] += 1
                    if tally.best > before:
                        _report(search, position, watch)
                watch.check(
                    sum(
                        p.elements // p.jobs * done
                        for p, done in zip(search.parts, position.done, strict=True)
                    ),
                    total,
                )
                if save is not None and time.monotonic() - saved >= every_seconds:
                    save(position)
                    saved = time.monotonic()
    finally:
        if save is not None:
            save(position)
    weight = search.cost([tally.best for tally in position.tallies])
    minima = tuple(tuple(x.tolist()) for x in search.minima(position.tallies, position.limit))
    watch.improved(minima[0], weight)
    return Outcome(Status.OPTIMAL, weight, minima, search.count(position.tallies), canonical=True)


def _jobs(
    part: Part, first: int, tally: Tally, watch: Watch, threads: int
) -> Iterator[Tally | None]:
    """Do the jobs from ``first`` on; give their tallies in order, None while waiting."""
    if threads < 2 or part.jobs - first < 2 or part.elements // part.jobs < _THREAD_ELEMENTS:
        for job in range(first, part.jobs):
            yield _one(part, job, tally)
        return
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Tally]] = deque()
    try:
        job = first
        while waiting or job < part.jobs:
            while job < part.jobs and len(waiting) < 2 * threads:
                waiting.append(pool.submit(_one, part, job, tally))
                job += 1
            try:
                found = waiting[0].result(timeout=_LOOK_SECONDS)
            except TimeoutError:
                yield None
                continue
            waiting.popleft()
            yield found
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _one(part: Part, job: int, best: Tally) -> Tally:
    tally = Tally(best.best, best.limit)
    part.visit(job, tally)
    return tally


def _report(search: Search, position: Position, watch: Watch) -> None:
    """Tell the watch the best solution known: each part's first best element."""
    tallies = position.tallies
    keys = [int(part.keys(t)[0]) for part, t in zip(search.parts, tallies, strict=True)]
    presses = search.basis.solution(search.least, sum(keys))
    watch.improved(tuple(presses.tolist()), search.cost([tally.best for tally in tallies]))
