"""A job and its events as they lie in the store: the columns, and what they mean."""

import json
from dataclasses import dataclass
from typing import Any

ENDED = ("done", "limit", "cancelled", "failed")

NEVER_AGAIN = ("bad-board", "bad-option", "too-large", "missing-package")
"""Kinds of problems that asking again cannot mend."""


@dataclass(frozen=True)
class Job:
    """One row of the store; times are seconds since 1970.

    Attributes:
        id: 64 hex digits.
        request: the canonical request.
        question: of the request.
        time_limit: seconds.
        client: who asked first.
        state: queued, running, done, limit, cancelled, failed.
        lane: quick or long.
        changes: number of changes so far.
        deaths: how many children died of it.
        created: when it was asked first, or again.
        started: when it last began to run.
        ended: when it ended.
        best: least weight of known presses.
        lower_bound: proved.
        presses: known presses of this weight, as rows.
        facts: what the board is: colours, lights, buttons, puzzle_sha256.
        result: the answer as JSON text.
        problem: why there is none.
    """

    id: str
    request: dict[str, Any]
    question: str
    time_limit: float
    client: str
    state: str
    lane: str
    changes: int
    deaths: int
    created: float
    started: float | None
    ended: float | None
    best: int | None
    lower_bound: int | None
    presses: list[Any] | None
    facts: dict[str, Any] | None
    result: str | None
    problem: dict[str, Any] | None

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
