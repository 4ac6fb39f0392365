"""The watches of the parent: what a child tells is kept, and it is ended when it must be."""

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch
from lo_exact.service.hub import Hub
from lo_exact.service.job_rows import Job
from lo_exact.service.store import Store

TELL_SECONDS = 0.2
"""What a child tells more often than this is gathered; so is what it tells in its first moment."""


class CancelledError(LimitReached):
    """Somebody cancelled the job."""


class DrainingError(LimitReached):
    """The server shuts down."""


class MakingRoomError(LimitReached):
    """The job's slice is over, and somebody else waits."""


class JobWatch(Watch):
    """A running job's watch in the parent: keeps what the child tells, and ends it when asked.

    Args:
        store: where it is kept.
        hub: told of every change.
        job: as it was claimed.
        seconds: what the child may take.
        stop: raises when the job was cancelled, or the server shuts down.
        lines: the answers of a batch so far, which grow here.
    """

    def __init__(
        self, store: Store, hub: Hub, job: Job, *,
        seconds: float, stop: Callable[[Job], None], lines: list[str],
    ):  # fmt: skip
        super().__init__(seconds, stop=self._look)
        self.answer_key: str = ""
        self._store, self._hub, self._job = store, hub, job
        self._stop_if_told, self._lines = stop, lines
        self._rows: Any = job.presses
        self._weight, self._bound = job.best, job.lower_bound
        self._dirty = self._learned = 0.0
        self._told = time.monotonic()

    def note(self, payload: Any) -> None:
        """Keep what the board turned out to be, or the answers of a batch so far.

        A sentence of advice is for a person at a terminal.
        """
        if isinstance(payload, str):
            return
        if "lines" in payload:  # of a batch
            self._lines += payload.pop("lines")
            self._try(lambda: self._store.told(self._job.id, payload))
            self._hub.changed(self._job.id)
            return
        self.answer_key = payload["answer_key"]
        facts = (self._job.facts or {}) | payload["facts"]  # the forecast stays
        if self._job.facts != facts:
            self._job = replace(self._job, facts=facts)
            self._learned = time.monotonic()

    def improved(self, presses: Any, weight: int) -> None:
        """Take note of presses, rows already, and their weight."""
        if self._weight is None or weight < self._weight:
            self._rows, self._weight = presses, weight
            self._changed()

    def bound(self, lower_bound: int) -> None:
        """Take note of a proved bound."""
        if self._bound is None or lower_bound > self._bound:
            self._bound = lower_bound
            self._changed()

    @property
    def learned(self) -> dict[str, Any]:
        """Facts about the board, where they are not stored yet."""
        if not self._learned:
            return {}
        return {"facts": self._job.facts, "answer_key": self.answer_key}

    def keep_facts(self) -> None:
        """Store what the board turned out to be; a quick job's end does so in one go."""
        if self._learned:
            self._learned = 0.0
            job = self._job
            self._try(lambda: self._store.learned(job.id, job.facts or {}, self.answer_key))
            self._hub.changed(job.id)

    def now(self) -> Job:
        """Return the job as it is known now."""
        return replace(self._job, best=self._weight, lower_bound=self._bound, presses=self._rows)

    def _look(self, done: int, total: int) -> None:
        """Tell what was gathered; stop when cancelled, or when the server shuts down."""
        if self._learned and time.monotonic() - self._learned >= TELL_SECONDS:
            self.keep_facts()
        if self._dirty and time.monotonic() - self._told >= TELL_SECONDS:
            self._tell()
        self._stop_if_told(self._job)

    def _changed(self) -> None:
        self._dirty = time.monotonic()
        if self._dirty - self._told >= TELL_SECONDS:
            self._tell()

    def _tell(self) -> None:
        self._told, self._dirty = time.monotonic(), 0.0
        said = {
            "seconds": round(self._told - self.started, 3),
            "best": self._weight,
            "lower_bound": self._bound,
            "presses": self._rows,
            "engine": self._job.request.get("engine", "auto"),
        }
        best, bound, rows = self._weight, self._bound, self._rows
        self._try(lambda: self._store.progressed(self._job.id, best, bound, rows, said))
        self._hub.changed(self._job.id)

    def _try(self, change: Callable[[], Any]) -> None:
        """Make a change that may be lost: what is told on the way, on a full disk."""
        try:
            change()
        except sqlite3.Error:
            self._dirty = time.monotonic()


def known(job: Job) -> str | None:
    """Return the result of a job that was stopped from outside; None before its board was read."""
    if job.facts is None:
        return None
    result: dict[str, Any] = {"status": "unknown" if job.best is None else "feasible"}
    if job.best is not None:
        result["weight"] = job.best
    result["lower_bound"] = job.lower_bound or 0
    if job.best is not None and job.presses is not None:
        result["presses"] = job.presses
    facts = dict(job.facts)
    facts.pop("forecast", None)
    sha256 = facts.pop("puzzle_sha256")
    seconds = 0.0 if job.started is None else max(time.time() - job.started, 0.0)
    result |= facts
    result |= {"engine": job.request.get("engine", "auto"), "seconds": round(seconds, 6)}
    result["puzzle_sha256"] = sha256
    if job.best is not None:
        result["canonical"] = False
    return json.dumps(result)
