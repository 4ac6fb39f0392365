"""Doing the jobs of a coset search: in order, on all cores, with checkpoints.

Jobs are independent.  They run here until it is clear that much is left, then in child processes,
one for each core (threads would wait for each other: the vector operations are too short), or
wherever long work runs.  Answers are joined in the order of the jobs, so what is known after some
number of jobs is one tally for each part and that number: the state a checkpoint holds.  A job
starts with the best score known then and may thus count elements that are beaten later; joining
drops them.  The result depends neither on who does the jobs nor on when the search was interrupted.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.algebra.packed import listed
from lo_exact.engines.coset.search import Part, Search, Tally
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.runners.collect import collect
from lo_exact.runners.ledger import Record
from lo_exact.runners.work import Order, Where, Work


@dataclass(frozen=True)
class Position:
    """How far a search is; another one is made of it for each step, and takes its place at once.

    So whatever stops the search, Ctrl-C in the middle of a step too, leaves tallies that have
    counted the jobs that are done, each once.

    Attributes:
        limit: how many minima are wanted.
        tallies: of each part; never changed.
        done: jobs joined so far, of each part.
    """

    limit: int
    tallies: tuple[Tally, ...]
    done: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "done": list(self.done),
            "tallies": [[t.best, t.count, t.first.tolist()] for t in self.tallies],
        }


def start(search: Search, wanted: Wanted) -> Position:
    """Return the position before the first job."""
    limit = max(wanted.minima, 1)
    tallies = tuple(part.start(limit) for part in search.parts)
    return Position(limit, tallies, (0,) * len(search.parts))


def take_up(state: dict[str, Any], wanted: Wanted) -> Position:
    """Return the position that `Position.to_json` wrote."""
    limit = max(wanted.minima, 1)
    return Position(
        limit,
        tuple(
            Tally(best, limit, count, np.array(first, dtype=np.uint64))
            for best, count, first in state["tallies"]
        ),
        tuple(state["done"]),
    )


def plan(search: Search, wanted: Wanted) -> dict[str, Any]:
    """Return what a position's meaning depends on."""
    digest = hashlib.sha256()
    for part in search.identity():
        digest.update(part)
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
    where: Where,
    puzzle_sha256: str = "",
    save: Callable[[Position], None] | None = None,
    every_seconds: float = 60.0,
) -> Outcome:
    """Do all jobs that are left and return the answer.

    Args:
        search: what to search.
        position: where to begin.
        watch: the clock.
        where: who does jobs, and where what they found is kept.
        puzzle_sha256: hash of the puzzle, for what is kept.
        save: called with the position every ``every_seconds``, at a stop, and at the end.
        every_seconds: time between two calls of ``save``.
    """
    watch.bound(search.bound)
    _report(search, position, watch)
    joining = _Joining(search, position, watch, save, every_seconds)
    kept = where.ledger is not None or where.task
    meaning = plan(search, Wanted(position.limit)) if kept else {}  # long for large boards
    order = Order(
        "visiting solutions", f"{__name__}:prepared", f"{__name__}:visited",
        {"puzzle": puzzle_sha256} | meaning,
        (search.parts, position.limit), "jobs", sum(part.jobs for part in search.parts),
    )  # fmt: skip
    work = Work(order, given=lambda low, high: joining.best, ready=(search.parts, position.limit))
    begun = sum(position.done)
    known = [Record(order, 0, begun, None)] if begun else []
    try:
        collect(work, where, watch, joining.arrived, known)
    finally:
        if save is not None:
            save(joining.position)
    tallies = list(joining.position.tallies)
    weight = search.cost([tally.best for tally in tallies])
    minima = tuple(map(listed, search.minima(tallies, position.limit)))
    watch.improved(minima[0], weight)
    return Outcome(Status.OPTIMAL, weight, minima, search.count(tallies), canonical=True)


class _Joining:
    """What jobs found, joined in their order whatever order it comes in.

    Attributes:
        position: how far the search is.
        best: of each part, the best score that anybody has found.
    """

    def __init__(
        self,
        search: Search,
        position: Position,
        watch: Watch,
        save: Callable[[Position], None] | None,
        every_seconds: float,
    ):
        self._search, self.position, self._watch = search, position, watch
        self._save, self._every, self._saved = save, every_seconds, time.monotonic()
        self._waiting: dict[int, Record] = {}
        self.best = [tally.best for tally in position.tallies]

    def arrived(self, record: Record) -> None:
        """Take in what a range of jobs found, and join what is next in order."""
        for part, found in _tallies(record, self.position.limit):
            self.best[part] = max(self.best[part], found.best)
        self._waiting[record.low] = record
        while (following := self._waiting.pop(sum(self.position.done), None)) is not None:
            self._join(following)
        if self._save is not None and time.monotonic() - self._saved >= self._every:
            self._save(self.position)
            self._saved = time.monotonic()

    def _join(self, record: Record) -> None:
        before = self.position
        tallies, done = list(before.tallies), list(before.done)
        for part, found in _tallies(record, before.limit):
            tallies[part] = tallies[part].joined(found)
        for part, low, high in _ranges(self._search.parts, record.low, record.high):
            done[part] += high - low
        self.position = Position(before.limit, tuple(tallies), tuple(done))
        if any(now.best > was.best for now, was in zip(tallies, before.tallies, strict=True)):
            _report(self._search, self.position, self._watch)


def _tallies(record: Record, limit: int) -> Iterator[tuple[int, Tally]]:
    """Yield (part, what jobs of it found)."""
    for part, best, count, first in record.result:
        yield part, Tally(best, limit, count, np.array(first, dtype=np.uint64))


def _ranges(parts: tuple[Part, ...], low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """Yield (part, first job, one past the last) of jobs numbered through all parts."""
    start = 0
    for number, part in enumerate(parts):
        a, b = max(low - start, 0), min(high - start, part.jobs)
        if a < b:
            yield number, a, b
        start += part.jobs


Spec = tuple[tuple[Part, ...], int]


def prepared(spec: Spec) -> Spec:
    """Return the parts, which need nothing more."""
    return spec


def visited(
    spec: Spec, low: int, high: int, given: list[int], check: Callable[[int], None]
) -> list[tuple[int, int, int, list[int]]]:
    """Visit the elements of jobs; return (part, best, count, first keys) of each part met.

    Args:
        spec: all parts, and how many keys to keep.
        low: first job.
        high: one past the last.
        given: of each part, a score known to be reached.
        check: may raise.
    """
    parts, limit = spec
    found = []
    for number, first, last in _ranges(parts, low, high):
        tally = Tally(given[number], limit)
        for job in range(first, last):
            parts[number].visit(job, tally)
            check(job + 1 - first)
        found.append((number, tally.best, tally.count, tally.first.tolist()))
    return found


def _report(search: Search, position: Position, watch: Watch) -> None:
    """Tell the watch the best solution known: each part's first best element."""
    tallies = position.tallies
    keys = [int(part.keys(t)[0]) for part, t in zip(search.parts, tallies, strict=True)]
    presses = search.basis.solution(search.least, sum(keys))
    watch.improved(listed(presses), search.cost([tally.best for tally in tallies]))


def here() -> Where:
    """Return all cores of this machine."""
    return Where(jobs=cores())


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
