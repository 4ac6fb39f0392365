"""A job and its events as they lie in the store: the columns, and what they mean."""

import json
from dataclasses import dataclass
from typing import Any

ENDED = ("done", "limit", "cancelled", "failed")

NEVER_AGAIN = ("bad-board", "bad-option", "too-large", "missing-package")
"""Kinds of problems that asking again cannot mend."""


@dataclass(frozen=True)
class Job:
    """One row of the store; times are seconds since 1970."""

    id: str
    """64 hex digits."""
    request: dict[str, Any]
    """The canonical request."""
    question: str
    """Of the request."""
    time_limit: float
    """Seconds."""
    client: str
    """Who asked first."""
    state: str
    """Queued, running, done, limit, cancelled, failed."""
    lane: str
    """Quick or long."""
    changes: int
    """Number of changes so far."""
    deaths: int
    """How many children died of it."""
    created: float
    """When it was asked first, or again."""
    started: float | None
    """When it last began to run."""
    ended: float | None
    """When it ended."""
    best: int | None
    """Least weight of known presses."""
    lower_bound: int | None
    """Proved."""
    presses: list[Any] | None
    """Known presses of this weight, as rows."""
    facts: dict[str, Any] | None
    """What the board is: colours, lights, buttons, puzzle_sha256."""
    result: str | None
    """The answer as JSON text."""
    problem: dict[str, Any] | None
    """Why there is none."""

    @property
    def over(self) -> bool:
        """Return whether it has ended."""
        return self.state in ENDED

    def worth_asking_again(self, time_limit: float) -> bool:
        """Return whether the same question, with this limit, may tell more than it did."""
        if self.state == "limit":
            return time_limit > self.time_limit
        if self.state == "failed":
            return (self.problem or {}).get("type") not in NEVER_AGAIN
        return self.state == "cancelled"


COLUMNS = ", ".join(Job.__dataclass_fields__)
_PLACES_OF_JSON = [
    place for place, name in enumerate(Job.__dataclass_fields__)
    if name in ("request", "presses", "facts", "problem")
]  # fmt: skip


@dataclass(frozen=True)
class JobEvent:
    """An event of a job: ``state``, ``progress`` or ``end``, and when."""

    number: int
    kind: str
    data: str


def job_of(row: tuple[Any, ...]) -> Job:
    """Return the job that a row of `COLUMNS` is."""
    values = list(row)
    for place in _PLACES_OF_JSON:
        if values[place] is not None:
            values[place] = json.loads(values[place])
    return Job(*values)
