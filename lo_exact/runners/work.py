"""Long computations divided into units that can be computed anywhere, in any order, and repeatedly.

A *unit* is the smallest thing that is counted; a *piece* is a range of units, named by its first
one.  What a piece gives depends on nothing but the question (``about``) and the range: so a piece
that is lost is done again, one that is done twice is the same twice, and what many machines did
adds up to what one would have done.

Nothing here knows what the work is: it is named, as ``"module:function"``, and imported where it
is done.
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from lo_exact.errors import InputError, LimitReached, UsageError
from lo_exact.registers import named
from lo_exact.version import MEANING

Check = Callable[[int], None]
"""Called now and then with the units of the piece that are done; may raise."""


@dataclass(frozen=True, eq=False)
class Order:
    """Description of a computation for workers, without the range of units."""

    kind: str
    """What the work is, in words; stands in every record."""
    prepare: str
    """``"module:function"``; (spec) -> what pieces are done with, made once a process; ``""`` where
    that is the spec.
    """
    run: str
    """``"module:function"``; (prepared, low, high, given, check) -> JSON values."""
    about: dict[str, Any]
    """What the results depend on, JSON values; ``puzzle`` is the puzzle's hash."""
    spec: Any
    """What ``prepare`` takes; it is pickled."""
    unit: str
    """What units are called, in the plural."""
    units: int
    """How many there are."""
    meaning: int = MEANING
    """Of the results, `lo_exact.version.MEANING`."""

    @cached_property
    def name(self) -> str:
        """Hash of the order, which identifies the tables that a process has prepared."""
        content = (self.kind, self.meaning, self.prepare, self.about, self.units, self.spec)
        return hashlib.sha256(pickle.dumps(content)).hexdigest()


@dataclass(frozen=True, eq=False)
class Work:
    """Order of a computation, with the details that only its coordinator knows."""

    order: Order
    """The order."""
    seconds: float = 0.0
    """Expected for all units on one core; 0 when not known."""
    largest: int = 2**62
    """Units in one piece at most; where that is few, no cost is measured first."""
    given: Callable[[int, int], Any] = lambda low, high: None
    """(low, high) -> what this piece needs beside the spec, at the moment it is handed out; it is
    pickled.  It must not change the result.
    """
    ready: Any = None
    """What ``prepare`` would make, where it is there already."""


@dataclass(frozen=True)
class Where:
    """Location of a computation: local processes or a cluster, and the ledger for its results."""

    jobs: int = 1
    """Processes on this machine."""
    cluster: str = ""
    """Address of a Dask scheduler; ``""`` for none."""
    ledger: Path | None = None
    """a file, written here, or a folder that every worker sees and writes into itself; None keeps
    nothing.
    """
    pieces: int = 0
    """How many pieces all units are cut into; 0 for what takes a few seconds each."""
    task: str = ""
    """``""`` does everything; ``"plan"`` nothing, ``"run I"`` piece I alone, ``"merge"`` only puts
    together what is in the ledger.
    """

    @property
    def elsewhere(self) -> bool:
        """Return whether other machines can take part."""
        return bool(self.cluster or self.task)

    def file(self, name: str) -> "Where":
        """Return a copy whose ledger is a named file in the ledger's folder.

        Raises:
            InputError: When it is no folder.
        """
        if self.ledger is None:
            return self
        if not self.ledger.is_dir():
            raise InputError(
                "this ledger is a folder, with a file for each step: end its name with /",
                source=str(self.ledger),
            )
        return replace(self, ledger=self.ledger / f"{name}.ledger")


HERE = Where()


def cores() -> int:
    """Return the number of CPU cores that this process can use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class NoAnswer(Exception):
    """Raised instead of an answer if only a plan or a single piece was requested."""

    def __init__(self, work: Work):
        super().__init__(work.order.kind)
        self.work = work


def refuse_cutting(where: Where, method: str) -> None:
    """Refuse to plan or run pieces for a method that cannot be divided, with an error.

    Raises:
        UsageError: When a plan or a piece was asked for.
    """
    if where.task:
        raise UsageError(f"this is answered in one go ({method}): there is nothing to cut")


@dataclass
class _Prepared:
    """Cache of the tables prepared for the latest order in this process, shared by all threads."""

    name: str = ""
    value: Any = None
    lock: Lock = field(default_factory=Lock)


_LAST = _Prepared()


def done(work: Work, low: int, high: int, given: Any, check: Check) -> Any:
    """Compute one piece in this process and return its result as JSON values."""
    return named(work.order.run)(ready(work), low, high, given, check)


def ready(work: Work) -> Any:
    """Return the prepared tables of a computation, cached for the latest order in this process."""
    if work.ready is not None:
        return work.ready
    order = work.order
    with _LAST.lock:
        if _LAST.name != order.name:
            _LAST.value = named(order.prepare)(order.spec) if order.prepare else order.spec
            _LAST.name = order.name
        return _LAST.value


def piece(units: int, index: int, of: int) -> tuple[int, int]:
    """Return the first unit and one past the last unit of a piece; sizes differ by at most one.

    >>> [piece(10, index, 3) for index in range(3)]
    [(0, 3), (3, 6), (6, 10)]
    """
    return units * index // of, units * (index + 1) // of


MAX_DEATHS = 3
"""So many times in a row, with nothing done in between, a process here is replaced."""

MAX_CLUSTER_DEATHS = 10
"""So often one piece may have been on a machine of a cluster that was lost: most were not to
blame.  Dask's own limit, ``allowed-failures``, is 3 and counts the same."""


class Deaths:
    """Counter of the workers that died since the last finished piece.

    Args:
        most: how many may.
        where: whether there is a ledger.
    """

    def __init__(self, most: int, where: Where):
        self._most, self._where, self._count = most, where, 0

    def done(self) -> None:
        """Reset the count, because a piece was finished."""
        self._count = 0

    def died(self, sentence: str) -> None:
        """Count the death of a worker, and raise an error if there were too many.

        Raises:
            LimitReached: When there were too many.
        """
        self._count += 1
        if self._count > self._most:
            kept = "" if self._where.ledger is None else "; what was done is in the ledger"
            raise LimitReached(
                f"workers were killed {self._count} times in a row (is memory short?){kept}; "
                f"the last: {sentence}"
            )
