"""Collection of results: read records from the ledger, and compute those that are missing.

If no number of pieces is given, a piece takes about a second, by the expected time or by the
measured time of the first few.  The answer does not depend on the cut, and a ledger with other
pieces is resumed.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

from lo_exact.errors import refuse_use
from lo_exact.outcome import Watch
from lo_exact.runners.work import (
    NoAnswer,
    Record,
    Where,
    Work,
    append,
    done,
    gaps,
    piece,
    read_ledger,
    ready,
    records_covering,
    write_aside,
)

PIECE_SECONDS = 1.0
"""Approximate CPU seconds of one piece of work."""

WORTH_CHILDREN = 3.0
"""CPU seconds of remaining work above which other processes are started."""

ALONE_SECONDS = 0.3
"""Seconds that work of unknown cost runs in this process before it is divided."""

WORTH_MEASURING = 64
"""Units of the largest piece from which on the cost of a unit is measured first."""

Ranges = list[tuple[int, int]]


def collect(
    work: Work,
    where: Where,
    watch: Watch,
    arrived: Callable[[Record], None] = lambda _: None,
) -> list[Record]:
    """Compute the missing units of a computation; return records that cover each unit once.

    Args:
        work: the computation.
        where: processes and ledger.
        watch: time limit; receives the number of finished units.
        arrived: called with each record, those of the ledger first.

    Raises:
        LimitReached: At the time limit, or with ``merge`` when units are missing.
        DisagreementError: When units are in the ledger twice.
        InputError: When the ledger belongs to another computation.
        NoAnswer: When only a plan or one piece was requested.
    """
    order = work.order
    if where.task == "plan":
        raise NoAnswer(work)
    records = [] if where.ledger is None else read_ledger(where.ledger, order)
    if where.task == "merge":
        records_covering(records, order)
    for record in records:
        arrived(record)
    low, high = 0, order.units
    if where.task.startswith("run "):
        low, high = piece(order.units, int(where.task.removeprefix("run ")), where.pieces)
    missing = gaps(records, low, high)
    left = sum(end - begin for begin, end in missing)
    run = _Run(work, where, watch, arrived, records, high - low - left, high - low)
    run.all_of(missing)
    if where.task.startswith("run "):
        raise NoAnswer(work)
    return records_covering(records, order)


@dataclass
class _Run:
    """State of one call of `collect`."""

    work: Work
    where: Where
    watch: Watch
    arrived: Callable[[Record], None]
    records: list[Record]
    done: int
    total: int

    def all_of(self, missing: Ranges) -> None:
        """Compute the records of all missing ranges, in this process or in child processes."""
        if not missing:
            return
        work, where = self.work, self.where
        each = work.seconds / work.order.units
        if not each and not where.pieces and work.largest >= WORTH_MEASURING:
            each, missing = self._first_of(missing)
        left = sum(end - begin for begin, end in missing)
        if not left:
            return
        many = where.jobs > 1 and (not each or each * left > WORTH_CHILDREN or where.pieces > 1)
        size = PIECE_SECONDS / each if each else work.largest
        ranges = cut(work, missing, where.pieces, size)
        if many:
            from lo_exact.runners.local_processes import run

            run(work, ranges, where, self.watch, self._keep)
            return
        for low, high in ranges:
            self._here(low, high)

    def _first_of(self, missing: Ranges) -> tuple[float, Ranges]:
        """Compute a few units in this process; return the seconds per unit and remaining ranges.

        The first unit also waits for imports and tables, so its time is ignored.
        """
        ready(self.work)
        began, each, size, rest = inf, 1e-9, 1, list(missing)
        while rest and time.monotonic() - began < ALONE_SECONDS:
            low, high = rest.pop(0)
            stop, start = min(low + min(size, self.work.largest), high), time.monotonic()
            self._here(low, stop)
            each = max((time.monotonic() - start) / (stop - low), 1e-9)
            if began == inf:
                began = time.monotonic()
            else:
                size *= 2
            if stop < high:
                rest.insert(0, (stop, high))
        return each, rest

    def _here(self, low: int, high: int) -> None:
        """Compute units low..high-1 as one piece in this process, and keep the record."""
        before = self.done
        self.watch.check(before, self.total)
        given = self.work.given(low, high)
        result = done(
            self.work, low, high, given, lambda more: self.watch.check(before + more, self.total)
        )
        self._keep(Record(self.work.order, low, high, result), False)

    def _keep(self, record: Record, written: bool) -> None:
        """Add a record to the results, and write it to the ledger unless its worker did."""
        if self.where.ledger is not None and not written:
            if self.where.ledger.is_dir():
                write_aside(self.where.ledger, record)
            else:
                append(self.where.ledger, record.line())
        self.records.append(record)
        self.done += record.high - record.low
        self.arrived(record)
        self.watch.check(self.done, self.total)


def cut(work: Work, missing: Ranges, pieces: int, size: float) -> Iterator[tuple[int, int]]:
    """Yield the missing ranges, divided into pieces.

    Args:
        work: the computation.
        missing: ranges, ascending.
        pieces: number of pieces of all units; 0 to split by size.
        size: approximate number of units in a piece.

    Raises:
        UsageError: When there are more pieces than units.
    """
    units = work.order.units
    refuse_use(
        pieces > units, f"{units} {work.order.unit} make {units} pieces at most, got {pieces}"
    )
    step = max(1, min(int(min(size, 2.0**62)), work.largest))
    for begin, end in missing:
        at = begin
        while at < end:
            stop = at + step
            if pieces:  # stop at the end of the piece that contains unit `at`
                stop = piece(units, ((at + 1) * pieces - 1) // units, pieces)[1]
            yield at, min(stop, end)
            at = min(stop, end)
