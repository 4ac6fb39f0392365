"""Runner that computes pieces in local child processes, which can be killed at any moment.

A process that dies is replaced and its piece computed again.  Where the ledger is a folder, the
processes write into it themselves and return nothing; otherwise they return one line each.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

from lo_exact.errors import ChildDied, LimitReached
from lo_exact.outcome import LOOK_SECONDS, Watch
from lo_exact.processes.worker import call_in_child
from lo_exact.runners.work import (
    MAX_DEATHS,
    Order,
    Record,
    Where,
    Work,
    done,
    parsed_line,
    place_of,
    read_ledger,
    write_aside,
)


def run(
    work: Work,
    ranges: Iterator[tuple[int, int]],
    where: Where,
    watch: Watch,
    keep: Callable[[Record, bool], None],
) -> None:
    """Compute ranges of units in ``where.jobs`` processes.

    Args:
        work: the computation.
        ranges: ranges of units to compute.
        where: number of processes, and their output folder.
        watch: the time limit.
        keep: called in this process with each record, and whether it is already in the ledger.

    Raises:
        LimitReached: At the time limit, or when processes die repeatedly.
    """
    folder = where.ledger if where.ledger is not None and where.ledger.is_dir() else None
    deaths, stopped = 0, Event()
    running: dict[Future[str], tuple[int, int]] = {}
    pool = ThreadPoolExecutor(where.jobs)
    assert work.order.name  # hash the order here, so that only this process hashes it

    def start(low: int, high: int) -> None:
        name, given = f"{__name__}:piece_in_child", work.given(low, high)
        arguments = name, work.order, low, high, given, folder
        running[pool.submit(call_in_child, *arguments, watch=watch.apart(stop=stop))] = (low, high)

    def stop(*_: int) -> None:
        if stopped.is_set():
            raise LimitReached("the work was stopped")

    try:
        more = True
        while more or running:
            # submit one more piece than there are processes, so that no process is idle
            while more and len(running) < where.jobs + 1:
                following = next(ranges, None)
                more = following is not None
                if following is not None:
                    start(*following)
            finished, _ = wait(running, LOOK_SECONDS, FIRST_COMPLETED)
            for future in finished:
                low, high = running.pop(future)
                try:
                    line = future.result()
                except ChildDied as error:
                    deaths += 1
                    if deaths > MAX_DEATHS:
                        kept = "" if where.ledger is None else "; what was done is in the ledger"
                        raise LimitReached(
                            f"workers were killed {deaths} times in a row (is memory short?)"
                            f"{kept}; the last: {error}"
                        ) from None
                    start(low, high)
                    continue
                deaths = 0
                if folder is None:
                    record = parsed_line(line, work.order)
                else:
                    (record,) = read_ledger(place_of(folder, low, high), work.order)
                keep(record, folder is not None)
            watch.check()
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)


def piece_in_child(
    tell: Callable[[str, Any], None],
    order: Order,
    low: int,
    high: int,
    given: Any,
    folder: Path | None,
) -> str:
    """Compute a piece; return its record, or ``""`` if a file in ``folder`` contains the record."""
    if folder is not None and place_of(folder, low, high).exists():
        return ""
    record = Record(order, low, high, done(Work(order), low, high, given, lambda _: None))
    if folder is None:
        return record.line()
    write_aside(folder, record)
    return ""
