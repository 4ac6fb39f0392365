"""Answers as they come, kept in a file that a killed run goes on from.

A line of JSON says what is answered; behind it every answer is a record of fixed length, in the
order of the shots.  A record that was cut off is dropped.  When all are there, the arrays are
written as one ``.npz`` file and the ledger is removed.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import InputError, UsageError
from lo_exact.solver.batch.answers import Answers

FORMAT = "lo-exact decode"
MAX_HEADER = 2**12


@dataclass(frozen=True, eq=False)
class Ledger:
    """A file of answers.

    Attributes:
        path: where it is.
        about: what identifies the question.
        record: what one answer looks like.
        done: how many answers were there when it was opened.
    """

    path: Path
    about: dict[str, Any]
    record: np.dtype[Any]
    done: int
    start: int

    def add(self, answers: Answers) -> None:
        """Append answers, and wait until they are on the disk."""
        rows = np.zeros(len(answers), dtype=self.record)
        rows["status"], rows["weight"] = answers.status, answers.weights
        rows["bound"], rows["presses"] = answers.bounds, answers.presses
        with open(self.path, "ab") as file:
            file.write(rows.tobytes())
            file.flush()
            os.fsync(file.fileno())

    def records(self) -> NDArray[Any]:
        """Return all answers so far."""
        return np.fromfile(self.path, dtype=self.record, offset=self.start)

    def finish(self, target: Path) -> None:
        """Write the arrays into their file, at once or not at all, and remove the ledger."""
        rows = self.records()
        arrays: dict[str, Any] = {
            "status": rows["status"],
            "weights": rows["weight"],
            "bounds": rows["bound"],
            "presses": rows["presses"],
        }
        for name in ("colours", "buttons", "scale"):
            arrays[name] = np.array(self.about[name])
        aside = target.with_name(f".{target.name}.{os.getpid()}.aside")
        with open(aside, "wb") as file:
            np.savez(file, **arrays)
        os.replace(aside, target)
        self.path.unlink()


def open_ledger(path: Path, about: dict[str, Any], *, resume: bool) -> Ledger:
    """Begin a ledger, or go on with one.

    Args:
        path: its file.
        about: what identifies the question; has ``colours`` and ``buttons``.
        resume: go on with it where it is there.

    Raises:
        UsageError: When it is there and is not to be gone on with.
        InputError: When it belongs to another question.
    """
    size = -(-about["buttons"] // 8) if about["colours"] == 2 else about["buttons"]
    kind = "u1" if about["colours"] == 2 else "<i8"
    record = np.dtype(
        [("status", "u1"), ("weight", "<i8"), ("bound", "<i8"), ("presses", kind, (size,))]
    )
    header = json.dumps({"format": FORMAT, **about}, sort_keys=True).encode() + b"\n"
    if not path.exists():
        path.write_bytes(header)
        return Ledger(path, about, record, 0, len(header))
    if not resume:
        raise UsageError(
            f"{path.name} is there, with answers of a run that was stopped; --resume goes on from "
            "it, or remove it"
        )
    with open(path, "rb") as file:
        found = file.readline(MAX_HEADER)
    if found != header:
        if not found.endswith(b"\n") and header.startswith(found):  # killed at its first write
            path.write_bytes(header)
            return Ledger(path, about, record, 0, len(header))
        raise InputError("this belongs to other files or options", source=str(path))
    whole = (path.stat().st_size - len(header)) // record.itemsize
    os.truncate(path, len(header) + whole * record.itemsize)
    return Ledger(path, about, record, whole, len(header))
