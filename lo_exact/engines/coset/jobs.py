"""Doing the jobs of a coset search: in order, on all cores, with checkpoints.

Jobs are independent.  They run here until it is clear that much is left, then in child processes,
one for each core (threads would wait for each other: the vector operations are too short).
Answers are joined in the order of the jobs, so what is known after some number of jobs is one
tally for each part and that number: the state a checkpoint holds.  A job starts with the best
score known then and may thus count elements that are beaten later; joining drops them.  The result
depends neither on the number of processes nor on when the search was interrupted.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from lo_exact.engines.coset.search import Part, Search, Tally
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch

ALONE_SECONDS = 0.25
"""How long jobs run here before children are thought of."""

WORTH_SECONDS = 2.0
"""Children are started when at least so much work is left."""

TURN_SECONDS = 0.5
"""About how long a child works before it tells; tells are joined in order."""

_LOOK_SECONDS = 0.1


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
    processes: int,
    save: Callable[[Position], None] | None = None,
    every_seconds: float = 60.0,
) -> Outcome:
    """Do all jobs that are left and return the answer.

    Args:
        search: what to search.
        position: where to begin; brought up to date on the way.
        watch: the clock.
        processes: how many jobs may run at once.
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
            # closed at once: a traceback that is kept would keep its children at work
            with closing(_answers(part, position.done[i], tally, watch, processes)) as answers:
                for found, jobs in answers:
                    before = tally.best
                    tally.join(found)
                    position.done[i] += jobs
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


def _answers(
    part: Part, first: int, tally: Tally, watch: Watch, processes: int
) -> Generator[tuple[Tally, int], None, None]:
    """Do the jobs from ``first`` on; give (tally, number of jobs) in order, also for no jobs."""
    started, job = time.monotonic(), first
    while job < part.jobs:
        yield visited(part, job, job + 1, tally.best, tally.limit), 1
        job += 1
        spent = time.monotonic() - started
        if processes > 1 and os.name == "posix" and spent >= ALONE_SECONDS:
            each = spent / (job - first)
            if each * (part.jobs - job) >= WORTH_SECONDS:
                yield from _from_children(part, job, each, tally, watch, processes)
                return


def _from_children(
    part: Part, job: int, seconds: float, tally: Tally, watch: Watch, processes: int
) -> Generator[tuple[Tally, int], None, None]:
    """Let child processes do the jobs from ``job`` on, each about ``seconds`` long."""
    stopped = Event()
    turn = max(int(TURN_SECONDS / max(seconds, 1e-9)), 1)
    waiting: deque[tuple[Future[Tally], int]] = deque()
    pool = ThreadPoolExecutor(processes)
    try:
        while waiting or job < part.jobs:
            while job < part.jobs and len(waiting) < 2 * processes:
                last = min(job + turn, part.jobs)
                outer = _Stop(watch, stopped)
                future = pool.submit(_in_child, part, job, last, tally.best, tally.limit, outer)
                waiting.append((future, last - job))
                job = last
            future, jobs = waiting[0]
            try:
                found = future.result(timeout=_LOOK_SECONDS)
            except TimeoutError:
                yield Tally(tally.best, tally.limit), 0
                continue
            waiting.popleft()
            yield found, jobs
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)


class _Stop(Watch):
    """Stops a child at the deadline of another watch, or when nobody waits any more."""

    def __init__(self, watch: Watch, stopped: Event):
        super().__init__(watch.remaining())
        self._stopped = stopped

    def check(self, done: int = 0, total: int = 0) -> None:
        super().check(done, total)
        if self._stopped.is_set():
            raise LimitReached("the search was stopped")


def _in_child(part: Part, first: int, last: int, best: int, limit: int, watch: Watch) -> Tally:
    from lo_exact.backends.worker import call_in_child

    name = f"{__name__}:visited_in_child"
    found: Tally = call_in_child(name, part, first, last, best, limit, watch=watch)
    return found


def visited_in_child(
    tell: Callable[[str, Any], None], part: Part, first: int, last: int, best: int, limit: int
) -> Tally:
    """Do `visited` in a child process; nothing is told before the end."""
    return visited(part, first, last, best, limit)


def visited(part: Part, first: int, last: int, best: int, limit: int) -> Tally:
    """Return the tally of the jobs from ``first`` to before ``last``.

    Args:
        part: whose jobs they are.
        first: number of the first job.
        last: number after the last job.
        best: a score known to be reached.
        limit: how many keys to keep.
    """
    tally = Tally(best, limit)
    for job in range(first, last):
        part.visit(job, tally)
    return tally


def _report(search: Search, position: Position, watch: Watch) -> None:
    """Tell the watch the best solution known: each part's first best element."""
    tallies = position.tallies
    keys = [int(part.keys(t)[0]) for part, t in zip(search.parts, tallies, strict=True)]
    presses = search.basis.solution(search.least, sum(keys))
    watch.improved(tuple(presses.tolist()), search.cost([tally.best for tally in tallies]))


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
