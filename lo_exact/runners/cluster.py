"""Runner that computes pieces on a Dask cluster.

Workers write the file of a piece themselves where the ledger is a folder that all see; what comes
over the network is then a message that the piece is done.  Otherwise a worker keeps the line of a
piece until it was fetched, one at a time, written and flushed here; only then it is let go.

A worker that is lost costs the pieces it was at.  A scheduler that is lost costs what no ledger
holds: it is waited for, and given again what is left.  Dask gives a piece up when three workers
were lost that had it; most were not to blame, so more are allowed here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

from lo_exact.errors import (
    InputError,
    LimitReached,
    LoExactError,
    MissingPackageError,
    SolverError,
    printable,
)
from lo_exact.outcome import LOOK_SECONDS, Watch
from lo_exact.packages import require
from lo_exact.runners.local_processes import arrived, piece_done
from lo_exact.runners.work import MAX_CLUSTER_DEATHS, Deaths, Order, Record, Where, Work
from lo_exact.version import PROTOCOL

CONNECT_SECONDS = 10.0
"""How long the scheduler may take to answer at first."""

LOST_SECONDS = 120.0
"""How long a scheduler that was lost is waited for."""

FETCH_SECONDS = 5.0
"""How long one line is waited for before others are looked at."""

SEEN_SECONDS = 30.0
"""How long a file that a worker wrote may take to be seen here, on slow network folders."""

_COUNT_SECONDS = 2.0
_SPARE = 2
"""Pieces that wait at the scheduler, for each that is worked at."""


def run(
    work: Work,
    ranges: Iterator[tuple[int, int]],
    where: Where,
    watch: Watch,
    keep: Callable[[Record, bool], None],
) -> None:
    """Compute ranges of units on a Dask cluster.

    Args:
        work: whose units they are.
        ranges: what is to be done.
        where: the scheduler's address, and the folder the workers write to.
        watch: the clock.
        keep: called here with each record, and whether it is in the ledger already.

    Raises:
        MissingPackageError: When Dask, or this version of lo-exact on a worker, is not there.
        InputError: When nobody answers at the address, or the folder is not shared.
        LimitReached: When the time is over, or workers or the scheduler are lost for good.
    """
    folder = where.ledger if where.ledger is not None and where.ledger.is_dir() else None
    with Cluster(where.cluster) as cluster:
        _Pieces(work, ranges, where, watch, keep, cluster, folder).all()


class Cluster:
    """Connection to a Dask scheduler that reconnects when it is lost.

    Args:
        address: as in ``tcp://host:8786``.
    """

    def __init__(self, address: str):
        self._address = address
        self._lost = 0.0
        self._threads, self._counted = 1, 0.0
        self.changed: Event = Event()
        self._logger = logging.getLogger("distributed")
        self._level = self._logger.level
        self._logger.setLevel(logging.CRITICAL)  # our own error messages replace its log
        try:
            self._client = self._connected()
        except BaseException:
            self._logger.setLevel(self._level)
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        # any: the connection ends with the process anyway, and all results have been received
        with suppress(Exception):
            self._client.close(timeout=2)
        self._logger.setLevel(self._level)

    def submit(self, function: Callable[..., Any], *arguments: Any, key: str) -> Any:
        """Submit a function call to the cluster and return Dask's future."""
        future = self._client.submit(function, *arguments, key=key, pure=False)
        future.add_done_callback(lambda _: self.changed.set())
        return future

    def threads(self) -> int:
        """Return the number of pieces that can run concurrently, at least 1."""
        if time.monotonic() > self._counted + _COUNT_SECONDS:
            self._counted = time.monotonic()
            # a scheduler that is being lost raises any of these; `ready` handles it
            with suppress(OSError, TimeoutError, ValueError, TypeError, AttributeError):
                self._threads = sum(self._client.nthreads().values())
        return max(self._threads, 1)

    def ready(self) -> bool:
        """Return whether the scheduler is connected, and reconnect if it was lost.

        Raises:
            LimitReached: When it does not come back.
        """
        if self._client.status == "running":
            self._lost = 0.0
            return True
        now = time.monotonic()
        self._lost = self._lost or now
        if now > self._lost + LOST_SECONDS:
            raise LimitReached(
                f"the scheduler at {self._address} was lost and has not come back for "
                f"{LOST_SECONDS:.0f} s; what is in a ledger is kept"
            )
        if self._client.status in ("closed", "closing"):
            try:
                self._client = self._connected()
            except InputError:
                return False
        return False

    def _connected(self) -> Any:
        require("a cluster", "distributed")
        distributed: Any = import_module("distributed")
        shown = printable(self._address)
        try:
            client = distributed.Client(
                self._address, timeout=CONNECT_SECONDS, set_as_default=False, name="lo-exact"
            )
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            said = printable(" ".join(str(error).split()), 100)
            raise InputError(f"no Dask scheduler answers at {shown}: {said}") from None
        # any: a scheduler may refuse to run functions; lost pieces are then resubmitted from here
        with suppress(Exception):
            client.run_on_scheduler(allow_deaths, MAX_CLUSTER_DEATHS)
        return client


def allow_deaths(most: int, dask_scheduler: Any = None) -> None:
    """Raise the number of lost workers that a task survives; runs on the scheduler."""
    dask_scheduler.allowed_failures = max(dask_scheduler.allowed_failures, most)


def piece_there(
    protocol: str, order: Order, low: int, high: int, given: Any, folder: Path | None
) -> str:
    """Compute a piece on a worker; return its line, or ``""`` if it is in the folder."""
    if protocol != PROTOCOL:
        raise MissingPackageError(f"a worker has lo-exact {PROTOCOL}, wanted {protocol}")
    if folder is not None and not folder.is_dir():
        raise InputError("a worker does not see this folder", source=str(folder))
    return piece_done(order, low, high, given, folder)


def raised(future: Any) -> LoExactError | None:
    """Return the error that a failed task raised, or None if its workers were lost too often."""
    killed: Any = import_module("distributed.scheduler").KilledWorker
    error = future.exception(timeout=FETCH_SECONDS)
    if isinstance(error, killed):
        return None
    if isinstance(error, LoExactError):
        return error
    if isinstance(error, ModuleNotFoundError):
        return MissingPackageError(f"a worker cannot import {printable(str(error.name))}")
    said = printable(" ".join(f"{type(error).__name__}: {error}".split()), 200)
    return SolverError(f"a worker failed: {said}")


class _Pieces:
    """Pieces of one call of `run`, with their state."""

    def __init__(
        self,
        work: Work,
        ranges: Iterator[tuple[int, int]],
        where: Where,
        watch: Watch,
        keep: Callable[[Record, bool], None],
        cluster: Cluster,
        folder: Path | None,
    ):
        self._work, self._ranges, self._watch, self._keep = work, ranges, watch, keep
        self._cluster, self._folder = cluster, folder
        self._deaths = Deaths(MAX_CLUSTER_DEATHS, where)
        self._running: dict[tuple[int, int], Any] = {}
        self._again: list[tuple[int, int]] = []
        self._unseen: dict[tuple[int, int], float] = {}
        self._number = 0
        self._name = work.order.name  # computed once here, and sent with the order

    def all(self) -> None:
        """Compute all pieces."""
        while self._fill() or self._running:
            self._cluster.changed.wait(LOOK_SECONDS)
            self._cluster.changed.clear()
            for which in list(self._running):
                self._look(which)
                self._watch.check()
            self._watch.check()

    def _fill(self) -> bool:
        """Submit pieces until all threads are busy; return False if no pieces are left."""
        if not self._cluster.ready():
            return True
        room = self._cluster.threads() * (1 + _SPARE) - len(self._running)
        while room > 0:
            which = self._again.pop(0) if self._again else next(self._ranges, None)
            if which is None:
                return False
            self._start(which)
            room -= 1
        return True

    def _start(self, which: tuple[int, int]) -> None:
        low, high = which
        order, self._number = self._work.order, self._number + 1
        key = f"lo-exact-{self._name[:16]}-{low}-{high}-{self._number}-{time.time_ns()}"
        given = self._work.given(low, high)
        self._running[which] = self._cluster.submit(
            piece_there, PROTOCOL, order, low, high, given, self._folder, key=key
        )

    def _look(self, which: tuple[int, int]) -> None:
        """Check the state of a piece and handle its completion or failure."""
        future = self._running[which]
        status = future.status
        if status == "finished":
            self._fetch(which, future)
        elif status == "error":
            self._failed(which, future)
        elif status in ("cancelled", "lost"):
            self._repeat(which)

    def _fetch(self, which: tuple[int, int], future: Any) -> None:
        """Fetch and record the result of a finished piece, then release it on the worker."""
        line = ""
        if self._folder is None:
            try:
                line = future.result(timeout=FETCH_SECONDS)
            except (TimeoutError, OSError):
                return  # its worker is being lost: Dask runs the piece again
            except CancelledError:
                self._repeat(which)
                return
        try:
            record = arrived(self._work.order, *which, line, self._folder)
        except ValueError:  # no record in the file: it is not visible yet
            self._wait_for_file(which)
            return
        self._unseen.pop(which, None)
        self._deaths.done()
        self._keep(record, self._folder is not None)
        del self._running[which]

    def _wait_for_file(self, which: tuple[int, int]) -> None:
        since = self._unseen.setdefault(which, time.monotonic())
        if time.monotonic() > since + SEEN_SECONDS:
            raise InputError(
                "a worker wrote a piece there that is not to be seen here: is the folder shared?",
                source=str(self._folder),
            )

    def _failed(self, which: tuple[int, int], future: Any) -> None:
        """Resubmit a piece whose workers were lost, and raise any other error.

        Raises:
            LoExactError: What the worker raised.
        """
        error = raised(future)
        if error is not None:
            raise error
        self._deaths.died("its workers were lost")
        self._repeat(which)

    def _repeat(self, which: tuple[int, int]) -> None:
        del self._running[which]
        self._again.append(which)
