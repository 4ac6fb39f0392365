"""Runner for the jobs of a coset search: in order, on all cores, with or without a ledger.

Jobs are independent.  They run in this process until much work is known to be left.  Then they run
in child processes, one for each core (threads would wait for each other: the vector operations are
too short), or wherever long work runs.  Answers are joined in the order of the jobs.  A job starts
with the best score known then and may thus count elements that are beaten later; joining drops
them.  The result depends neither on which process does a job nor on when the search was
interrupted.  A ledger has the finished jobs, each once, and an interrupted job leaves nothing.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset.search import CosetSearch, SearchPart, Tally
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.runners.collect import collect
from lo_exact.runners.work import Order, Record, Where, Work, cores


def visit_all(
    search: CosetSearch,
    wanted: Wanted,
    watch: Watch,
    *,
    where: Where | None = None,
    puzzle_sha256: str = "",
    engine: str = "coset",
    cut_by: Sequence[bytes] = (),
) -> Outcome:
    """Run all jobs that the ledger does not contain; return the minimum weight and solutions.

    Args:
        search: the search.
        wanted: the request.
        watch: the time limit.
        where: processes and ledger; None for all cores of this machine.
        puzzle_sha256: hash of the puzzle, for the ledger.
        engine: name of the engine, for the ledger.
        cut_by: other values that determine a job's elements, for the ledger.
    """
    where = where or Where(jobs=cores())
    watch.bound(search.bound)
    joining = _Joining(search, max(wanted.minima, 1), watch)
    about: dict[str, Any] = {"puzzle": puzzle_sha256}
    if where.ledger is not None or where.task:  # needed only for ledgers; slow for large boards
        digest = hashlib.sha256()
        for part in (*search.identity(), *cut_by):
            digest.update(part)
        about |= {
            "engine": engine,
            "parts": [[part.elements, part.jobs] for part in search.parts],
            "minima": joining.limit,
            "cost": [search.offset, search.divisor, search.scale],
            "solutions": digest.hexdigest(),
        }
    spec = (search.parts, joining.limit)
    order = Order(
        "visiting solutions", "", f"{__name__}:visit_jobs", about, spec,
        "jobs", sum(part.jobs for part in search.parts),
    )  # fmt: skip
    collect(
        Work(order, given=lambda low, high: joining.best, ready=spec), where, watch, joining.arrived
    )
    weight = search.cost([tally.best for tally in joining.tallies])
    minima = tuple(map(as_tuple, search.minima(joining.tallies, joining.limit)))
    watch.improved(minima[0], weight)
    count = search.count(joining.tallies)
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=True)


class _Joining:
    """Collector of job results, which arrive in any order and are merged in job order.

    Attributes:
        limit: number of requested minima.
        tallies: merged result of each part so far.
        best: best score of each part found by any process.
    """

    def __init__(self, search: CosetSearch, limit: int, watch: Watch):
        self._search, self.limit, self._watch = search, limit, watch
        self.tallies = [part.start(limit) for part in search.parts]
        self.best = [tally.best for tally in self.tallies]
        self._joined = 0
        self._waiting: dict[int, Record] = {}
        self._report()

    def arrived(self, record: Record) -> None:
        """Store the result of a range of jobs; merge all results up to the first missing job."""
        for part, found in _tallies(record, self.limit):
            self.best[part] = max(self.best[part], found.best)
        self._waiting[record.low] = record
        while (following := self._waiting.pop(self._joined, None)) is not None:
            better = False
            for part, found in _tallies(following, self.limit):
                better = better or found.best > self.tallies[part].best
                self.tallies[part] = self.tallies[part].joined(found)
            self._joined = following.high
            if better:
                self._report()

    def _report(self) -> None:
        """Report the best solution so far, assembled from all parts, to the watch."""
        search = self._search
        keys = [
            int(part.keys(tally)[0]) for part, tally in zip(search.parts, self.tallies, strict=True)
        ]
        presses = search.basis.solution(search.least, sum(keys))
        self._watch.improved(as_tuple(presses), search.cost([tally.best for tally in self.tallies]))


def _tallies(record: Record, limit: int) -> Iterator[tuple[int, Tally]]:
    """Yield (part number, tally) for each search part whose result is in a ledger record."""
    for part, best, count, first in record.result:
        yield part, Tally(best, limit, count, np.array(first, dtype=np.uint64))


def _ranges(parts: tuple[SearchPart, ...], low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """Yield (part number, first job, one past the last job) for a range of global job numbers."""
    start = 0
    for number, part in enumerate(parts):
        a, b = max(low - start, 0), min(high - start, part.jobs)
        if a < b:
            yield number, a, b
        start += part.jobs


Spec = tuple[tuple[SearchPart, ...], int]


def visit_jobs(
    spec: Spec, low: int, high: int, given: list[int], check: Callable[[int], None]
) -> list[tuple[int, int, int, list[int]]]:
    """Visit the elements of a range of jobs; return (part, best score, count, keys) of each part.

    Args:
        spec: all parts, and the number of keys to keep.
        low: number of the first job.
        high: number of the last job plus 1.
        given: a reachable score of each part.
        check: called now and then; may raise.
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
