"""Long computations divided into units, and the ledgers that keep the results of their pieces.

A *unit* is the smallest thing that is counted; a *piece* is a range of units, named by its first
one.  The result of a piece depends only on the question (``about``) and the range.  So a lost piece
can be computed again, a piece computed twice gives the same result twice, and the sum over many
machines is the result of one machine.

This file knows nothing about the work itself: it is named, as ``"module:function"``, and imported
where it is done.

A line of a ledger is JSON with the keys ``format``, ``kind``, ``meaning``, ``about``, ``units``,
``low``, ``high``, ``result`` and ``sha256``, the last over the line's other keys as compact JSON in
this order.  A ledger is a file or a folder.  To a file lines are appended, each on the disk before
the next.  A folder has a file for each piece; the worker of the piece writes it under a temporary
name, flushes and renames it.  A torn last line is dropped.  Any other line that is invalid is an
error with its number.
"""

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from lo_exact import machine
from lo_exact.errors import (
    DisagreementError,
    InputError,
    LimitReached,
    printable,
    refuse_use,
    writing,
)
from lo_exact.registers import named
from lo_exact.version import MEANING

Check = Callable[[int], None]
"""Function called now and then with the number of finished units of a piece; may raise."""


@dataclass(frozen=True, eq=False)
class Order:
    """Description of a computation for workers, without the range of units."""

    kind: str
    """Kind of work in words, part of every record."""
    prepare: str
    """``"module:function"``; function (spec) -> prepared tables, called once per process; ``""`` if
    the tables are the spec.
    """
    run: str
    """``"module:function"``; function (prepared, low, high, given, check) -> JSON values."""
    about: dict[str, Any]
    """All values that the results depend on, as JSON; ``puzzle`` is the puzzle's hash."""
    spec: Any
    """Argument of ``prepare``; it is pickled."""
    unit: str
    """Name of the units, in the plural."""
    units: int
    """Number of units."""
    meaning: int = MEANING
    """Version of the results' meaning, `lo_exact.version.MEANING`."""

    @cached_property
    def name(self) -> str:
        """SHA-256 hash of the order, in hexadecimal; the key of the cache of prepared tables."""
        content = (self.kind, self.meaning, self.prepare, self.about, self.units, self.spec)
        return hashlib.sha256(pickle.dumps(content)).hexdigest()


@dataclass(frozen=True, eq=False)
class Work:
    """Computation to run: its `Order`, with data that only the coordinating process needs."""

    order: Order
    """Order of the computation."""
    seconds: float = 0.0
    """Expected seconds for all units on one core; 0 if unknown."""
    largest: int = 2**62
    """Largest number of units in a piece; if small, their cost is not measured first."""
    given: Callable[[int, int], Any] = lambda low, high: None
    """Function (low, high) -> further argument of a piece, computed when it is assigned; it is
    pickled.  It must not affect the result.
    """
    ready: Any = None
    """Result of ``prepare``, if already available."""


@dataclass(frozen=True)
class Where:
    """Request for a computation: number of processes, ledger, and pieces to compute."""

    jobs: int = 1
    """Number of processes on this machine."""
    ledger: Path | None = None
    """File written by this process, or folder shared by all workers; None stores
    nothing.
    """
    pieces: int = 0
    """Number of pieces of all units; 0 for pieces of a few seconds."""
    task: str = ""
    """``""`` computes everything, ``"plan"`` nothing, ``"run I"`` piece I alone; ``"merge"`` only
    puts together what is in the ledger.
    """

    def file(self, name: str) -> "Where":
        """Return a copy whose ledger is the file ``name``.ledger inside this ledger, a folder.

        Raises:
            InputError: When the ledger is not a folder.
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
    """Raise an error if a plan or a piece is requested of a method that cannot be divided.

    Raises:
        UsageError: When a plan or a piece was requested.
    """
    refuse_use(where.task, f"this is answered in one go ({method}): there is nothing to cut")


@dataclass
class _Prepared:
    """Cache of the tables that this process prepared for its latest `Order`; threads share it."""

    name: str = ""
    value: Any = None
    lock: Lock = field(default_factory=Lock)


_LAST = _Prepared()


def done(work: Work, low: int, high: int, given: Any, check: Check) -> Any:
    """Compute one piece in this process and return its result as JSON values."""
    return named(work.order.run)(ready(work), low, high, given, check)


def ready(work: Work) -> Any:
    """Return the prepared tables of a computation, cached for this process's latest `Order`."""
    if work.ready is not None:
        return work.ready
    order = work.order
    with _LAST.lock:
        if _LAST.name != order.name:
            _LAST.value = named(order.prepare)(order.spec) if order.prepare else order.spec
            _LAST.name = order.name
        return _LAST.value


def piece(units: int, index: int, of: int) -> tuple[int, int]:
    """Return a piece's first unit and its last unit plus 1; sizes of pieces differ by at most one.

    >>> [piece(10, index, 3) for index in range(3)]
    [(0, 3), (3, 6), (6, 10)]
    """
    return units * index // of, units * (index + 1) // of


MAX_DEATHS = 3
"""Deaths of a process in a row, without progress in between, after which it is not replaced."""

FORMAT = "lo-exact ledger 1"

PLAN = "plan.json"
PLANNED = ("kind", "meaning", "about", "units")
"""Keys of a folder's plan that all its records share."""


@dataclass(frozen=True, eq=False)
class Record:
    """Result of a range of units."""

    order: Order
    """Order of the units; for a parsed record, the order that it was compared with."""
    low: int
    """First unit."""
    high: int
    """Last unit plus 1."""
    result: Any
    """Result as JSON values."""

    def line(self) -> str:
        """Return the record as one line of text, without the newline."""
        order = self.order
        content = {
            "format": FORMAT, "kind": order.kind, "meaning": order.meaning, "about": order.about,
            "units": order.units, "low": self.low, "high": self.high, "result": self.result,
        }  # fmt: skip
        return _compact({**content, "sha256": _digest(content)})


def append(path: Path, line: str) -> None:
    """Append a line to a file and flush it to disk.

    A torn last line is ended first, so that the new one stands alone.
    """
    with writing(path), path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
            file.write(b"\n" if torn else b"")
        file.write(line.encode("ascii") + b"\n")
        file.flush()
        os.fsync(file.fileno())


def place_of(folder: Path, low: int, high: int) -> Path:
    """Return the path of the file that stores a piece in a folder."""
    return folder / f"{low}-{high}.jsonl"


def write_aside(folder: Path, record: Record) -> None:
    """Write the record of a piece to its file, atomically."""
    path = place_of(folder, record.low, record.high)
    line = f"{record.line()}\n".encode("ascii")
    with writing(path):
        machine.write_bytes_atomically(path, line)
    machine.flush_folder(folder)


def read_ledger(path: Path, order: Order) -> list[Record]:
    """Return the records of a ledger without duplicates.

    Args:
        path: a file or a folder; a missing one is an empty ledger.
        order: the order that every record must belong to.

    Raises:
        InputError: When a line is not a record, or belongs to another order.
    """
    if not path.is_dir():
        return _read_file(path, order)
    if (path / PLAN).exists():
        plan = path / PLAN
        try:
            value = json.loads(plan.read_bytes()[: 2**20])
            strange = stranger({name: value[name] for name in PLANNED}, order)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            strange = "no plan"
        if strange:
            raise InputError(f"the plan is {strange}", source=str(plan))
    records: dict[tuple[int, int, str], Record] = {}
    for file in sorted(path.glob("*.jsonl")):
        records |= {(r.low, r.high, r.line()): r for r in _read_file(file, order)}
    return list(records.values())


def _read_file(path: Path, order: Order) -> list[Record]:
    if path.exists() and not path.is_file():
        raise InputError("a ledger is a file or a folder", source=str(path))
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"the ledger cannot be read: {error.strerror}", source=str(path)) from None
    records: dict[tuple[int, int, bytes], Record] = {}
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            value = _parsed(line)
        except (ValueError, KeyError, TypeError, RecursionError):
            # a killed writer leaves incomplete records, or an invalid last line after valid ones
            if _torn(line) or (number == len(lines) and records):
                continue
            raise InputError("not a record of a ledger", source=str(path), line=number) from None
        if strange := stranger(value, order):
            raise InputError(strange, source=str(path), line=number)
        records[value["low"], value["high"], line] = Record(
            order, value["low"], value["high"], value["result"]
        )
    return list(records.values())


def stranger(value: dict[str, Any], order: Order) -> str:
    """Return the reason why a record does not belong to an `Order`, or ``""``."""
    about, theirs = order.about, value["about"]
    if value["kind"] != order.kind:
        return f"a record of {_short(value['kind'])}, wanted {order.kind}"
    if theirs.get("puzzle") != about.get("puzzle"):
        return "a record of another puzzle"
    if value["meaning"] != order.meaning:
        wanted = f"this lo-exact's have meaning {order.meaning}: begin a new ledger"
        return f"a record with meaning {_short(value['meaning'])}, {wanted}"
    for name in sorted({*about, *theirs}):
        if theirs.get(name) != about.get(name):
            mine, other = _short(about.get(name)), _short(theirs.get(name))
            return f"a record with {_short(name)} {other}, wanted {mine}"
    if value["units"] != order.units:
        return f"a record of {_short(value['units'])} {order.unit}, wanted {order.units}"
    return ""


def gaps(records: Iterable[Record], low: int, high: int) -> list[tuple[int, int]]:
    """Return the ranges of low..high-1 that no record covers."""
    missing = []
    at = low
    for record in sorted(records, key=lambda r: r.low):
        if record.low >= high or record.high <= at:
            continue
        if record.low > at:
            missing.append((at, record.low))
        at = max(at, record.high)
    if at < high:
        missing.append((at, high))
    return missing


def records_covering(records: Sequence[Record], order: Order) -> list[Record]:
    """Return the records sorted, after checking that they cover all units exactly once.

    Raises:
        LimitReached: When units are missing.
        DisagreementError: When a unit is covered twice.
    """
    at, units, unit = 0, order.units, order.unit
    ordered = sorted(records, key=lambda r: (r.low, r.high))
    for record in ordered:
        if record.low < at:
            last = min(at, record.high) - 1
            raise DisagreementError(f"{unit} {record.low} to {last} are in the ledger twice")
        if record.low > at:
            raise LimitReached(f"{unit} {at} to {record.low - 1} of {units} are missing")
        at = record.high
    if at != units:
        raise LimitReached(f"{unit} {at} to {units - 1} of {units} are missing")
    return ordered


def parsed_line(line: str, order: Order) -> Record:
    """Parse a record line that a worker sent.

    Raises:
        InputError: When it is not a record, or belongs to another order.
    """
    try:
        value = _parsed(line.encode("ascii"))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError("a worker sent something that is no record") from None
    if strange := stranger(value, order):
        raise InputError(f"a worker sent {strange}")
    return Record(order, value["low"], value["high"], value["result"])


def _parsed(line: bytes) -> dict[str, Any]:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise ValueError("no record")
    claimed = value.pop("sha256")
    if value["format"] != FORMAT or claimed != _digest(value):
        raise ValueError("not as it was written")
    low, high, units = value["low"], value["high"], value["units"]
    if not all(type(number) is int for number in (low, high, units)):
        raise ValueError("no range")
    if not 0 <= low < high <= units or not isinstance(value["about"], dict):
        raise ValueError("no range")
    value["kind"], value["meaning"], value["result"]
    return value


def _torn(line: bytes) -> bool:
    """Return whether a line is an incomplete record."""
    head = b'{"format":"' + FORMAT.encode()
    if not (line.startswith(head) or head.startswith(line)):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False


def _short(value: Any) -> str:
    return printable(str(value), 40)


def _digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(_compact(content).encode("ascii")).hexdigest()


def _compact(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"))
