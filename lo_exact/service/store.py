"""Jobs on disk: one SQLite file, one owner, and every change of a job is one transaction.

States: queued -> running -> done, limit, cancelled or failed; running -> queued when the server or
a child died, or when a job turns out to be long; an ended job that proved nothing is queued again
when somebody asks again with reason.  Every change of a job has a number, which is its version and
the number of the event that tells of it.

Results are committed with synchronous=FULL, all else with NORMAL: a killed server loses nothing
(what was written is in the system's hands), and a result that was shown survives more than that.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from lo_exact.errors import InputError, UsageError
from lo_exact.service.schema import migrate

ENDED = ("done", "limit", "cancelled", "failed")
EVENTS_KEPT = 100
"""Events of one job; older ones are forgotten."""

NEVER_AGAIN = ("bad-board", "bad-option", "too-large", "missing-package")
"""Kinds of problems that asking again cannot mend."""


class TooManyError(Exception):
    """The queue is full; the message says whose."""


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
        """Whether it has ended."""
        return self.state in ENDED


_COLUMNS = ", ".join(Job.__dataclass_fields__)
_AS_JSON = ("request", "presses", "facts", "problem")


@dataclass(frozen=True)
class Event:
    """What happened to a job: ``state``, ``progress`` or ``end``, and when."""

    number: int
    kind: str
    data: str


class Store:
    """The file, opened by its one owner; every method may be called from any thread.

    Args:
        path: the SQLite file; made when it is not there.

    Raises:
        UsageError: When another server has it.
        InputError: When it is no store of ours.
    """

    def __init__(self, path: Path):
        self.path = path
        self._guard = RLock()
        try:
            self._owner = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise InputError(
                f"the store cannot be written: {error.strerror}", source=str(path)
            ) from None
        try:
            fcntl.flock(self._owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._owner)
            raise UsageError(f"another server uses the store {path}: give --store FILE") from None
        try:
            self._database = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=10
            )
            os.chmod(path, 0o600)
            migrate(self._database)
            for pragma in ("journal_mode = WAL", "foreign_keys = ON", "synchronous = NORMAL"):
                self._database.execute(f"PRAGMA {pragma}")
            (self._place,) = self._row("SELECT coalesce(max(place), 0) FROM jobs")
            self._recover()
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error | OSError):
                raise InputError(f"the store cannot be used: {error}", source=str(path)) from None
            raise

    def close(self) -> None:
        """Let go of the file."""
        with self._guard:
            if hasattr(self, "_database"):
                self._database.close()
            if self._owner >= 0:
                os.close(self._owner)
                self._owner = -1

    # reading

    def job(self, id: str) -> Job | None:
        """Return a job; None when there is none of this id."""
        with self._guard:
            row = self._database.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (id,)
            ).fetchone()
        return None if row is None else _job(row)

    def events(self, id: str, after: int = 0) -> list[Event]:
        """Return a job's events with larger numbers, in order."""
        with self._guard:
            rows = self._database.execute(
                "SELECT number, kind, data FROM events WHERE job = ? AND number > ? "
                "ORDER BY number",
                (id, after),
            ).fetchall()
        return [Event(*row) for row in rows]

    def file(self, id: str, name: str) -> bytes | None:
        """Return a file that came with a job's answer."""
        with self._guard:
            row = self._database.execute(
                "SELECT body FROM files WHERE job = ? AND name = ?", (id, name)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def files(self, id: str) -> list[str]:
        """Return the names of the files that came with a job's answer."""
        with self._guard:
            rows = self._database.execute(
                "SELECT name FROM files WHERE job = ? ORDER BY name", (id,)
            ).fetchall()
        return [name for (name,) in rows]

    def counts(self) -> dict[str, int]:
        """Return how many jobs are in each state."""
        with self._guard:
            rows = self._database.execute(
                "SELECT state, count(*) FROM jobs GROUP BY state"
            ).fetchall()
        return dict.fromkeys(("queued", "running", *ENDED), 0) | dict(rows)

    def answered(self, answer_key: str) -> Job | None:
        """Return a job that has the proved answer to an equal question about an equal puzzle."""
        with self._guard:
            row = self._database.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE answer_key = ? AND state = 'done' "
                "ORDER BY ended LIMIT 1",
                (answer_key,),
            ).fetchone()
        return None if row is None else _job(row)

    # changing

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
        """Queue a question, unless it is known already and asking again would tell nothing new.

        Raises:
            TooManyError: When the queue is full.
        """
        old = self.job(id)
        if old is not None and not _worth_asking_again(old, time_limit):
            return old
        with self._change():
            old = self.job(id)
            if old is not None and not _worth_asking_again(old, time_limit):
                return old
            (waiting,) = self._row("SELECT count(*) FROM jobs WHERE state = 'queued'")
            if waiting >= max_queued:
                raise TooManyError(f"{waiting} jobs are waiting")
            (own,) = self._row(
                "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND client = ?",
                client,
            )
            if own >= max_of_client:
                raise TooManyError(f"{own} of your jobs are waiting or running")
            now, question = time.time(), str(request.get("question", "min"))
            text = json.dumps(request, sort_keys=True)
            if old is None:
                self._database.execute(
                    "INSERT INTO jobs (id, request, question, time_limit, client, state, lane, "
                    "place, created, size) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?)",
                    (id, text, question, time_limit, client, lane, self._next(), now, len(text)),
                )
            else:
                self._database.execute("DELETE FROM files WHERE job = ?", (id,))
                self._database.execute(
                    "UPDATE jobs SET state = 'queued', lane = ?, place = ?, time_limit = ?, "
                    "client = ?, created = ?, started = NULL, ended = NULL, result = NULL, "
                    "problem = NULL, deaths = 0, size = ? WHERE id = ?",
                    (lane, self._next(), time_limit, client, now, len(text), id),
                )
            self._tell(id, "state", {"state": "queued"})
            found = self.job(id)
        assert found is not None
        return found

    def claim(self, lane: str) -> Job | None:
        """Take the next job of a lane to run it; None when none waits."""
        with self._guard:
            if self._waiting(lane) is None:
                return None
            with self._change():
                row = self._waiting(lane)
                if row is None:
                    return None
                self._database.execute(
                    "UPDATE jobs SET state = 'running', started = ? WHERE id = ?",
                    (time.time(), row[0]),
                )
                self._tell(row[0], "state", {"state": "running"})
                return self.job(row[0])

    def learned(self, id: str, facts: Mapping[str, Any], answer_key: str) -> None:
        """Keep what a board turned out to be."""
        with self._change():
            self._database.execute(
                "UPDATE jobs SET facts = ?, answer_key = ? WHERE id = ?",
                (json.dumps(facts), answer_key, id),
            )

    def progressed(
        self, id: str, best: int | None, lower_bound: int | None, presses: Any, said: Any
    ) -> None:
        """Keep best presses and bound of a running job, and tell of them."""
        with self._change():
            self._database.execute(
                "UPDATE jobs SET best = ?, lower_bound = ?, presses = ? "
                "WHERE id = ? AND state = 'running'",
                (best, lower_bound, None if presses is None else json.dumps(presses), id),
            )
            self._tell(id, "progress", said)

    def told(self, id: str, said: Any) -> None:
        """Tell of progress that is no bound: how much of a batch is done."""
        with self._change():
            self._tell(id, "progress", said)

    def put_back(self, id: str, lane: str, *, died: bool = False) -> Job | None:
        """Queue a running job again, at the end; a child that died of it is counted."""
        with self._change():
            self._database.execute(
                "UPDATE jobs SET state = 'queued', lane = ?, place = ?, started = NULL, "
                "deaths = deaths + ? WHERE id = ? AND state = 'running'",
                (lane, self._next(), int(died), id),
            )
            if self._database.execute("SELECT changes()").fetchone()[0]:
                self._tell(id, "state", {"state": "queued", "lane": lane})
            return self.job(id)

    def finish(
        self,
        id: str,
        state: str,
        *,
        result: str | None = None,
        problem: Mapping[str, Any] | None = None,
        files: Mapping[str, bytes] | None = None,
        facts: Mapping[str, Any] | None = None,
        answer_key: str | None = None,
        only_queued: bool = False,
    ) -> bool:
        """End a job that is queued or running; say whether it was."""
        assert state in ENDED
        files = files or {}
        said = None if problem is None else json.dumps(problem)
        size = len(result or "") + len(said or "") + sum(map(len, files.values()))
        with self._change(full=True):
            done = self._database.execute(
                "UPDATE jobs SET state = ?, ended = ?, result = ?, problem = ?, size = size + ?, "
                "facts = coalesce(?, facts), answer_key = coalesce(?, answer_key) "
                "WHERE id = ? AND state IN ('queued', ?)",
                (
                    state, time.time(), result, said, size,
                    None if facts is None else json.dumps(facts), answer_key,
                    id, "" if only_queued else "running",
                ),
            )  # fmt: skip
            if not done.rowcount:
                return False
            self._database.executemany(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?)",
                [(id, name, body) for name, body in files.items()],
            )
            self._tell(id, "end", {"state": state})
        return True

    def prune(self, keep_seconds: float, keep_bytes: int) -> int:
        """Forget old results, and the oldest when there is too much; return how many."""
        with self._change():
            old = self._database.execute(
                "DELETE FROM jobs WHERE ended < ?", (time.time() - keep_seconds,)
            )
            large = self._database.execute(
                "DELETE FROM jobs WHERE id IN (SELECT id FROM (SELECT id, ended, "
                "sum(size) OVER (ORDER BY ended DESC, id) AS held FROM jobs "
                "WHERE ended IS NOT NULL) WHERE held > ?)",
                (keep_bytes,),
            )
            gone = int(old.rowcount) + int(large.rowcount)
        if gone:
            with self._guard:
                self._database.execute("PRAGMA incremental_vacuum").fetchall()
        return gone

    def writable(self) -> bool:
        """Whether a change can be made now."""
        try:
            with self._change():
                self._database.execute("UPDATE jobs SET place = place WHERE id = ''")
        except sqlite3.Error:
            return False
        return True

    # inside

    def _recover(self) -> None:
        """Queue what ran when the last owner died, behind what waited already."""
        with self._change():
            rows = self._database.execute(
                "SELECT id, lane FROM jobs WHERE state = 'running' ORDER BY place"
            ).fetchall()
            for id, lane in rows:
                self._database.execute(
                    "UPDATE jobs SET state = 'queued', place = ?, started = NULL WHERE id = ?",
                    (self._next(), id),
                )
                self._tell(id, "state", {"state": "queued", "lane": lane})

    def waits(self, lane: str) -> bool:
        """Whether a job waits in a lane."""
        with self._guard:
            return self._waiting(lane) is not None

    def _waiting(self, lane: str) -> Any:
        return self._database.execute(
            "SELECT id FROM jobs WHERE state = 'queued' AND lane = ? ORDER BY place LIMIT 1",
            (lane,),
        ).fetchone()

    def _next(self) -> int:
        self._place += 1
        return self._place

    def _tell(self, id: str, kind: str, data: Any) -> None:
        (number,) = self._row(
            "UPDATE jobs SET changes = changes + 1 WHERE id = ? RETURNING changes", id
        )
        self._database.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?)", (id, number, kind, json.dumps(data))
        )
        if number > EVENTS_KEPT:
            self._database.execute(
                "DELETE FROM events WHERE job = ? AND number <= ?", (id, number - EVENTS_KEPT)
            )

    def _row(self, query: str, *values: Any) -> tuple[int]:
        (found,) = self._database.execute(query, values).fetchall()
        return (int(found[0]),)

    @contextmanager
    def _change(self, *, full: bool = False) -> Iterator[None]:
        """One transaction: all of it is kept, or nothing."""
        with self._guard:
            if full:
                self._database.execute("PRAGMA synchronous = FULL")
            try:
                self._database.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._database.execute("COMMIT")
                except BaseException:
                    if self._database.in_transaction:
                        self._database.execute("ROLLBACK")
                    raise
            finally:
                if full:
                    self._database.execute("PRAGMA synchronous = NORMAL")


def backup(path: Path, target: Path) -> None:
    """Copy a store, also while a server uses it; the copy is a store.

    Raises:
        InputError: When there is no store, or the copy cannot be written.
    """
    if not path.exists():
        raise InputError("there is no store here", source=str(path))
    if target.exists():
        raise InputError("this file exists; it is left alone", source=str(target))
    database = sqlite3.connect(path, isolation_level=None, timeout=10)
    try:
        database.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise InputError(f"cannot be copied: {error}", source=str(path)) from None
    finally:
        database.close()


def _worth_asking_again(old: Job, time_limit: float) -> bool:
    if old.state == "limit":
        return time_limit > old.time_limit
    if old.state == "failed":
        return (old.problem or {}).get("type") not in NEVER_AGAIN
    return old.state == "cancelled"


def _job(row: tuple[Any, ...]) -> Job:
    values = dict(zip(Job.__dataclass_fields__, row, strict=True))
    for name in _AS_JSON:
        if values[name] is not None:
            values[name] = json.loads(values[name])
    return Job(**values)
