"""Persistent store of jobs, in which every change of a job is one transaction.

States: queued -> running -> done, limit, cancelled or failed; running -> queued when the server or
a child died, or when a job turns out to be long; an ended job that proved nothing is queued again
when somebody asks again with reason.  Every change of a job has a number, which is its version and
the number of the event that tells of it.

A result is shown when the disk itself has it; all else is in the system's hands by then.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lo_exact.service.database import (
    COLUMNS,
    ENDED,
    Database,
    Job,
    JobEvent,
    job_of,
    usable,
)
from lo_exact.service.problems import Problem
from lo_exact.service.turns import Turns, place_in_line

EVENTS_KEPT = 100
"""Largest number of events of a job; older ones are deleted."""

LONG = ("lane = 'long'", "long jobs are waiting or running")
"""How the long jobs of a client are counted: the query, and the words of a refusal."""


class TooManyError(Problem):
    """Raised when a queue is full; the message names the queue."""

    def __init__(self, detail: str):
        super().__init__("too-many", detail, headers={"Retry-After": "2"})


class Store:
    """Thread-safe store of jobs in a database file that one process at a time may open.

    Args:
        path: the SQLite file; created if missing.

    Raises:
        UsageError: When another server has it.
        InputError: When the file is not a store of lo-exact.
    """

    def __init__(self, path: Path):
        self.path: Path = path
        self._database, self._turns = Database(path), Turns()
        self._unflushed: set[str] = set()
        self._began = time.time()
        try:
            with usable(path):
                self._place = self._database.number("SELECT coalesce(max(place), 0) FROM jobs")
                self._recover()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the database file and release its lock."""
        self._database.close()

    # methods that read the store

    def job(self, id: str) -> Job | None:
        """Return a job, or None; a finished job counts as running until its result is on disk."""
        job = self._job(id)
        if job is not None and job.over and id in self._unflushed:
            job = replace(job, state="running", ended=None, result=None, problem=None)
        return job

    def _job(self, id: str) -> Job | None:
        rows = self._database.read(f"SELECT {COLUMNS} FROM jobs WHERE id = ?", id)
        return next(map(job_of, rows), None)

    def events(self, id: str, after: int = 0) -> list[JobEvent]:
        """Return the events of a job after the given number, in order."""
        return [JobEvent(*row) for row in self._database.read(
            "SELECT number, kind, data FROM events WHERE job = ? AND number > ? ORDER BY number",
            id, after,
        )]  # fmt: skip

    def piece(self, id: str, name: str, start: int, size: int) -> tuple[bytes, int] | None:
        """Return a part of a job's file or result, and the length of the whole, in bytes.

        Args:
            id: id of the job.
            name: name of the file; "" for the result.
            start: index of the first byte.
            size: number of bytes, fewer at the end.
        """
        place = ("files", "body", "job = ? AND name = ?") if name else ("jobs", "result", "id = ?")
        return self._database.part_of_blob(*place, (id, name) if name else (id,), start, size)

    def files(self, id: str) -> list[str]:
        """Return the names of the files of a job's answer."""
        return [name for (name,) in self._database.read(
            "SELECT name FROM files WHERE job = ? ORDER BY name", id
        )]  # fmt: skip

    def counts(self) -> dict[str, int]:
        """Return the number of jobs in each state."""
        return dict.fromkeys(("queued", "running", *ENDED), 0) | dict(
            self._database.read("SELECT state, count(*) FROM jobs GROUP BY state")
        )

    def queues(self) -> dict[str, tuple[int, float]]:
        """Return for each queue the number of waiting jobs, and when the oldest was submitted."""
        return {"quick": (0, 0.0), "long": (0, 0.0)} | {
            lane: (number, oldest)
            for lane, number, oldest in self._database.read(
                "SELECT lane, count(*), min(created) FROM jobs WHERE state = 'queued' GROUP BY lane"
            )
        }

    def newest(self) -> float:
        """Return the latest time in the store, or 0 if it is empty."""
        (row,) = self._database.read("SELECT max(created), max(ended) FROM jobs")
        return max(value or 0.0 for value in row)

    def rival(self, lane: str, client: str) -> bool:
        """Return whether a waiting client has fewer running jobs in the queue than this client."""
        running = self._running(lane)
        return any(
            running.get(name, 0) < running.get(client, 0)
            for (name,) in self._database.read(
                "SELECT DISTINCT client FROM jobs WHERE state = 'queued' AND lane = ?", lane
            )
        )

    def position(self, job: Job) -> int | None:
        """Return the position of a waiting job in its queue, or None if the job is not waiting."""
        rows = self._database.read(
            "SELECT client, count(*), sum(place < (SELECT place FROM jobs WHERE id = ?)) FROM jobs "
            "WHERE state = 'queued' AND lane = ? GROUP BY client",
            job.id, job.lane,
        )  # fmt: skip
        before = [row[2] for row in rows if row[0] == job.client]
        if job.state != "queued" or not before or before[0] is None:
            return None
        return place_in_line(before[0], [row[1] for row in rows if row[0] != job.client])

    def owned_jobs(self, client: str, before: int, most: int) -> list[tuple[int, Job]]:
        """Return jobs that a client submitted, newest first, each with its submission's number.

        Args:
            client: the client.
            before: only smaller numbers.
            most: largest number of jobs.
        """
        columns = ", ".join(f"jobs.{name}" for name in COLUMNS.split(", "))
        return [(row[0], job_of(row[1:])) for row in self._database.read(
            f"SELECT owners.number, {columns} FROM owners JOIN jobs ON jobs.id = owners.job "
            "WHERE owners.client = ? AND owners.number < ? ORDER BY owners.number DESC LIMIT ?",
            client, before, most,
        )]  # fmt: skip

    def owned(self, id: str, client: str) -> bool:
        """Return whether a client has submitted a job."""
        return bool(
            self._database.read("SELECT 1 FROM owners WHERE job = ? AND client = ?", id, client)
        )

    def _running(self, lane: str) -> dict[str, int]:
        return dict(
            self._database.read(
                "SELECT client, count(*) FROM jobs WHERE state = 'running' AND lane = ? "
                "GROUP BY client",
                lane,
            )
        )

    # methods that change the store

    def submit(
        self,
        id: str,
        request: Mapping[str, Any],
        time_limit: float,
        client: str,
        *,
        lane: str = "quick",
        max_queued: int = 1_000,
        max_of_client: int = 10,
    ) -> Job:
        """Queue a question, unless it was asked before and a new run cannot improve the result.

        Args:
            id: id of the question.
            request: the canonical request.
            time_limit: seconds.
            client: the client.
            lane: the queue, quick or long.
            max_queued: largest number of waiting jobs, half of it for one client.
            max_of_client: largest number of waiting and running long jobs of this client.

        Raises:
            TooManyError: When the queue is full.
        """
        with self._database.alone:
            old = self._job(id)
            if old is not None and client != old.client and not self.owned(id, client):
                with self._database.change():
                    self._own(id, client)
            if old is not None and not old.over and time_limit > old.time_limit:
                with self._database.change():
                    return self._moved(
                        {"state": old.state},
                        "UPDATE jobs SET time_limit = ?, changes = changes + 1 "
                        "WHERE id = ? AND state IN ('queued', 'running')",
                        time_limit, old.id,
                    ) or old  # fmt: skip
            if old is not None and not old.worth_asking_again(time_limit, self._began):
                return self.job(id) or old
            with self._database.change():
                self._make_room(client, max_queued)
                if lane == "long":
                    self._count(client, max_of_client, *LONG)
                return self._queue(old, id, request, time_limit, client, lane)

    def _own(self, id: str, client: str) -> None:
        """Record that a client has submitted a job."""
        self._database.execute(
            "INSERT OR IGNORE INTO owners (client, job) VALUES (?, ?)", (client, id)
        )

    def _make_room(self, client: str, max_queued: int) -> None:
        """Raise if the number of waiting jobs has reached the limit."""
        waiting = self._database.number("SELECT count(*) FROM jobs WHERE state = 'queued'")
        if waiting >= max_queued:
            raise TooManyError(f"{waiting} jobs are waiting")
        # a single client may fill half of the queue
        self._count(client, max(max_queued // 2, 1), "state = 'queued'", "jobs are waiting")

    def _count(self, client: str, most: int, which: str, said: str) -> None:
        """Raise if a client has ``most`` unfinished jobs that meet the SQL condition ``which``."""
        own = self._database.number(
            "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND client = ? "
            f"AND {which}",
            client,
        )
        if own >= most:
            raise TooManyError(f"{own} of your {said}")

    def _queue(
        self, old: Job | None, id: str, request: Mapping[str, Any], time_limit: float,
        client: str, lane: str,
    ) -> Job:  # fmt: skip
        """Store a job as queued; ``old`` is the same job from an earlier run, or None."""
        text, now = json.dumps(request, sort_keys=True), time.time()
        if old is None:
            question = str(request.get("question", "min"))
            query = (
                "INSERT INTO jobs (id, request, question, time_limit, client, state, lane, place, "
                "created, size, changes) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, 1)"
            )
            values: tuple[Any, ...] = (
                id, text, question, time_limit, client, lane, self._next(), now, len(text),
            )  # fmt: skip
        else:
            self._database.execute("DELETE FROM files WHERE job = ?", (id,))
            query = (
                "UPDATE jobs SET state = 'queued', lane = ?, place = ?, time_limit = ?, "
                "client = ?, created = ?, started = NULL, ended = NULL, result = NULL, "
                "problem = NULL, deaths = 0, size = ?, changes = changes + 1 WHERE id = ?"
            )
            values = (lane, self._next(), time_limit, client, now, len(text), id)
        job = self._moved({"state": "queued"}, query, *values)
        assert job is not None
        self._own(id, client)
        return job

    def claim(self, lane: str) -> Job | None:
        """Mark the next job of a queue as running and return it, or None; clients take turns."""
        with self._database.alone:
            waiting = self._database.read(
                "SELECT client, min(place) FROM jobs WHERE state = 'queued' AND lane = ? "
                "GROUP BY client",
                lane,
            )
            running = self._running(lane) if len(waiting) > 1 else {}
            client = self._turns.next(lane, waiting, running)
            with self._database.change():
                job = self._moved(
                    {"state": "running"},
                    "UPDATE jobs SET state = 'running', started = ?, changes = changes + 1 "
                    "WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND lane = ? "
                    "AND client = ? ORDER BY place LIMIT 1)",
                    time.time(), lane, client,
                )  # fmt: skip
                if job is not None:
                    self._turns.had(lane, job.client)
                return job

    def learned(self, id: str, facts: Mapping[str, Any]) -> None:
        """Store facts about the board of a job."""
        with self._database.change():
            self._database.execute(
                "UPDATE jobs SET facts = ? WHERE id = ?", (json.dumps(facts), id)
            )

    def progressed(self, id: str, said: Mapping[str, Any]) -> None:
        """Store the best presses and bound of a running job, and write an event."""
        presses = None if said.get("presses") is None else json.dumps(said["presses"])
        with self._database.change():
            self._database.execute(
                "UPDATE jobs SET best = ?, lower_bound = ?, presses = ? "
                "WHERE id = ? AND state = 'running'",
                (said.get("best"), said.get("lower_bound"), presses, id),
            )
            self._tell(id, "progress", said)

    def put_back(
        self, id: str, lane: str, *, died: bool = False, most: int | None = None
    ) -> Job | None:
        """Put a running job back at the end of a queue; count a death if its child process died.

        Args:
            id: id of the job.
            lane: its queue from now on.
            died: whether a child died of it.
            most: largest number of long jobs of its client, if it becomes one now.

        Raises:
            TooManyError: When its client has reached that number; the job then keeps running.
        """
        with self._database.change():
            if most is not None and (old := self.job(id)) is not None:
                self._count(old.client, most, *LONG)
            return self._moved(
                {"state": "queued", "lane": lane},
                "UPDATE jobs SET state = 'queued', lane = ?, place = ?, started = NULL, "
                "deaths = deaths + ?, changes = changes + 1 WHERE id = ? AND state = 'running'",
                lane, self._next(), int(died), id,
            ) or self.job(id)  # fmt: skip

    def finish(
        self,
        id: str,
        state: str,
        *,
        result: str | None = None,
        problem: Mapping[str, Any] | None = None,
        files: Mapping[str, bytes] | None = None,
        facts: Mapping[str, Any] | None = None,
        only_queued: bool = False,
    ) -> bool:
        """End a queued or running job; return whether this call has ended it."""
        assert state in ENDED
        files = files or {}
        said = None if problem is None else json.dumps(problem)
        size = len(result or "") + len(said or "") + sum(map(len, files.values()))
        with self._database.change():
            ended = self._database.execute(
                "UPDATE jobs SET state = ?, ended = ?, result = ?, problem = ?, size = size + ?, "
                "facts = coalesce(?, facts), "
                "changes = changes + 1 WHERE id = ? AND state IN ('queued', ?) RETURNING changes",
                (
                    state, time.time(), result, said, size,
                    None if facts is None else json.dumps(facts),
                    id, "" if only_queued else "running",
                ),
            ).fetchall()  # fmt: skip
            if not ended:
                return False
            for name, body in files.items():
                self._database.execute(
                    "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (id, name, body)
                )
            self._write(id, ended[0][0], "end", {"state": state})
            self._unflushed.add(id)
        try:
            self._database.flush()
        finally:
            self._unflushed.discard(id)
        return True

    def prune(self, keep_seconds: float, keep_bytes: int, now: float | None = None) -> int:
        """Delete results beyond the age limit or the total size limit; return the number deleted.

        Args:
            keep_seconds: seconds for which results are kept.
            keep_bytes: largest total size of kept results.
            now: seconds since 1970 by a steady clock; by default the system's.
        """
        now = time.time() if now is None else now
        with self._database.change():
            old = self._database.execute("DELETE FROM jobs WHERE ended < ?", (now - keep_seconds,))
            large = self._database.execute(
                "DELETE FROM jobs WHERE id IN (SELECT id FROM (SELECT id, ended, "
                "sum(size) OVER (ORDER BY ended DESC, id) AS held FROM jobs "
                "WHERE ended IS NOT NULL) WHERE held > ?)",
                (keep_bytes,),
            )
            gone = int(old.rowcount) + int(large.rowcount)
        if gone:
            with self._database.alone:
                self._database.execute("PRAGMA incremental_vacuum").fetchall()
        return gone

    def writable(self) -> bool:
        """Return whether the store can be written now."""
        return self._database.writable()

    # internal methods

    def _recover(self) -> None:
        """Queue the jobs that the last server left running, behind the jobs that already wait."""
        with self._database.change():
            rows = self._database.execute(
                "SELECT id, lane FROM jobs WHERE state = 'running' ORDER BY place"
            ).fetchall()
            for id, lane in rows:
                self._database.execute(
                    "UPDATE jobs SET state = 'queued', place = ?, started = NULL WHERE id = ?",
                    (self._next(), id),
                )
                self._tell(id, "state", {"state": "queued", "lane": lane})

    def _next(self) -> int:
        self._place += 1
        return self._place

    def _moved(self, said: Mapping[str, Any], query: str, *values: Any) -> Job | None:
        """Update one job, write a state event about it, and return it, or None if it is missing."""
        rows = self._database.execute(f"{query} RETURNING {COLUMNS}", values).fetchall()
        if not rows:
            return None
        job = job_of(rows[0])
        self._write(job.id, job.changes, "state", said)
        return job

    def _tell(self, id: str, kind: str, data: Any) -> None:
        """Increase the version of a job, and write an event about the change."""
        number = self._database.number(
            "UPDATE jobs SET changes = changes + 1 WHERE id = ? RETURNING changes", id
        )
        self._write(id, number, kind, data)

    def _write(self, id: str, number: int, kind: str, data: Any) -> None:
        """Write an event of a job; delete the oldest if there are too many."""
        self._database.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?)", (id, number, kind, json.dumps(data))
        )
        if number > EVENTS_KEPT:
            self._database.execute(
                "DELETE FROM events WHERE job = ? AND number <= ?", (id, number - EVENTS_KEPT)
            )
