r"""Pieces of class counting as lines of an append-only file: work survives and can be split.

A *question* is a puzzle without its state: the SHA-256 of its canonical bytes with state and
target 0 (-1 stays where a light does not matter).  A *record* is what a range of parts of the
question has; it depends on nothing else.  One line each, JSON with the keys ``format``,
``question``, ``parts``, ``low``, ``high``, ``terms``, ``hardest``, ``example`` and ``sha256``, the
last over the line's other keys as compact JSON in this order.  A line is written at once and
flushed to the disk; a torn last line is dropped, any other line that does not check is an error
with its number.  `joined` adds records up only when they cover all parts exactly once.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from lo_exact.errors import DisagreementError, InputError, LimitReached
from lo_exact.hardest.counting.plan import Found
from lo_exact.puzzle import ANY, Puzzle

FORMAT = "lo-exact class counting 1"


@dataclass(frozen=True)
class Record:
    """What a range of parts has.

    Attributes:
        question: SHA-256 of the question.
        parts: number of parts of the whole.
        low: first part of the range.
        high: one past the last.
        found: the result.
    """

    question: str
    parts: int
    low: int
    high: int
    found: Found

    def line(self) -> str:
        """Return the record as one line of text, without the line's end."""
        content = self._content()
        return _compact({**content, "sha256": _digest(content)})

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "question": self.question,
            "parts": self.parts,
            "low": self.low,
            "high": self.high,
            "terms": [[weight, str(count)] for weight, count in self.found.terms.items()],
            "hardest": self.found.hardest,
            "example": list(self.found.example),
        }


def question_sha256(puzzle: Puzzle) -> str:
    """Return the hash of what a histogram depends on: everything but the state and the target."""
    blank = np.zeros(puzzle.lights, dtype=np.int64)
    target = np.where(puzzle.target == ANY, ANY, 0)
    return replace(puzzle, state=blank, target=target).sha256


def append(path: Path, record: Record) -> None:
    """Add a record to a ledger; the line is on the disk when this returns.

    A torn last line is ended first, so that the new one stands alone.
    """
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
            file.write(b"\n" if torn else b"")
        file.write(record.line().encode("ascii") + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, *, question: str, parts: int) -> list[Record]:
    """Return the records of a ledger, equal ones once.

    Args:
        path: the file; no file is an empty ledger.
        question: hash that every record must have.
        parts: number of parts that every record must have.

    Raises:
        InputError: On a line that is no record or belongs to another question.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InputError("a ledger is a file, this is a device or socket", source=str(path))
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"the ledger cannot be read: {error.strerror}", source=str(path)) from None
    records: dict[tuple[int, int, str], Record] = {}
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            record = _parsed(line)
        except (ValueError, KeyError, TypeError, RecursionError):
            if number == len(lines):  # no line end: the writer was killed
                continue
            if _torn(line):
                continue
            raise InputError("not a record of a ledger", source=str(path), line=number) from None
        if record.question != question or record.parts != parts:
            raise InputError("a record of another puzzle", source=str(path), line=number)
        records[record.low, record.high, record.line()] = record
    return list(records.values())


def gaps(records: Sequence[Record], low: int, high: int) -> list[tuple[int, int]]:
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


def joined(records: Iterable[Record], parts: int) -> Found:
    """Add up records that cover parts 0..parts-1 exactly once.

    Raises:
        LimitReached: When parts are missing.
        DisagreementError: When a part is covered twice.
    """
    at = 0
    terms: dict[int, int] = {}
    hardest, example = -1, (-1, -1)
    for record in sorted(records, key=lambda r: (r.low, r.high)):
        if record.low < at:
            raise DisagreementError(
                f"parts {record.low} to {min(at, record.high) - 1} are in the ledger twice"
            )
        if record.low > at:
            raise LimitReached(f"parts {at} to {record.low - 1} of {parts} are missing")
        at = record.high
        for weight, count in record.found.terms.items():
            terms[weight] = terms.get(weight, 0) + count
        if record.found.hardest > hardest:
            hardest, example = record.found.hardest, record.found.example
    if at != parts:
        raise LimitReached(f"parts {at} to {parts - 1} of {parts} are missing")
    return Found(dict(sorted(terms.items())), hardest, example)


def _parsed(line: bytes) -> Record:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise ValueError("no record")
    claimed = value.pop("sha256")
    if value["format"] != FORMAT or claimed != _digest(value):
        raise ValueError("not as it was written")
    part, number = (int(v) for v in value["example"])
    terms = {int(weight): int(count) for weight, count in value["terms"]}
    low, high, parts = int(value["low"]), int(value["high"]), int(value["parts"])
    if not 0 <= low < high <= parts:
        raise ValueError("no range")
    return Record(
        str(value["question"]),
        parts,
        low,
        high,
        Found(terms, int(value["hardest"]), (part, number)),
    )


def _torn(line: bytes) -> bool:
    """Whether a line is the beginning of a record that was never finished."""
    return line.startswith(b'{"format":"' + FORMAT.encode()) and not line.endswith(b"}")


def _digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(_compact(content).encode("ascii")).hexdigest()


def _compact(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"))
