"""SQLite database that only one process opens: locking, migrations, transactions.

Changes are committed with synchronous=NORMAL: a killed server loses nothing, for what was written
is in the system's hands.  `Database.flush` waits for the disk, with no lock, so that others write
meanwhile.  Reading has a connection of its own.

The store's tables, as a list of migrations; a file's ``user_version`` says how many it has had.

A migration is never changed once it was released: another is added behind it.
Behind the file stands what a job and an event are as rows.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from lo_exact import machine
from lo_exact.errors import InputError, UsageError

MIGRATIONS = (
    """
    CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        request TEXT NOT NULL,
        question TEXT NOT NULL,
        time_limit REAL NOT NULL,
        client TEXT NOT NULL,
        state TEXT NOT NULL
            CHECK (state IN ('queued', 'running', 'done', 'limit', 'cancelled', 'failed')),
        lane TEXT NOT NULL CHECK (lane IN ('quick', 'long')),
        place INTEGER NOT NULL,
        changes INTEGER NOT NULL DEFAULT 0,
        deaths INTEGER NOT NULL DEFAULT 0,
        created REAL NOT NULL,
        started REAL,
        ended REAL,
        best INTEGER,
        lower_bound INTEGER,
        presses TEXT,
        facts TEXT,
        answer_key TEXT,
        result TEXT,
        problem TEXT,
        size INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX jobs_waiting ON jobs (lane, place) WHERE state = 'queued';
    CREATE INDEX jobs_of_client ON jobs (client) WHERE state IN ('queued', 'running');
    CREATE INDEX jobs_answered ON jobs (answer_key) WHERE state = 'done';
    CREATE INDEX jobs_ended ON jobs (ended) WHERE ended IS NOT NULL;
    CREATE TABLE events (
        job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (job, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE files (
        job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (job, name)
    ) STRICT;
    """,
    """
    DROP INDEX jobs_waiting;
    CREATE INDEX jobs_in_turn ON jobs (lane, client, place) WHERE state = 'queued';
    CREATE INDEX jobs_running ON jobs (lane, client) WHERE state = 'running';
    CREATE TABLE owners (
        number INTEGER PRIMARY KEY,
        client TEXT NOT NULL,
        job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
        UNIQUE (job, client)
    ) STRICT;
    CREATE INDEX owners_jobs ON owners (client, number);
    INSERT INTO owners (client, job) SELECT client, id FROM jobs ORDER BY place;
    """,
    "DROP INDEX jobs_answered; ALTER TABLE jobs DROP COLUMN answer_key",
)


def migrate(database: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Apply all missing migrations to a database in one transaction.

    Raises:
        InputError: When a newer version of lo-exact made the store, or the file is not a store.
    """
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        tables = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if version > len(migrations):
            raise InputError(
                f"the store is of version {version}, this lo-exact knows {len(migrations)}: "
                "install a newer one"
            )
        if version == 0 and tables:
            raise InputError("this is a database of something else; it is left alone")
        if version == 0:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        for number, script in enumerate(migrations[version:], start=version + 1):
            database.executescript(
                f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;"
            )
    except sqlite3.DatabaseError as error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise InputError(f"the store cannot be used: {error}") from None


_flush = getattr(os, "fdatasync", os.fsync)


class Database:
    """SQLite file that only this process may open; all methods are thread-safe.

    Args:
        path: the SQLite file; created if missing.

    Attributes:
        alone: reentrant lock held by the thread that writes.

    Raises:
        UsageError: When another server has it.
        InputError: When the file is not a store of lo-exact.
    """

    def __init__(self, path: Path):
        self.alone: RLock = RLock()
        self._reading = Lock()
        self._connections: list[sqlite3.Connection] = []
        self._path, self._lock = path, _locked(path)
        try:
            with usable(path):
                self._writer = self._connected(path)
                check_whole(self._writer)
                os.chmod(path, 0o600)
                migrate(self._writer)
                self._reader = self._connected(path)
                for pragma in ("journal_mode = WAL", "foreign_keys = ON", "synchronous = NORMAL"):
                    self.execute(f"PRAGMA {pragma}").fetchall()
                machine.flush_folder(path.parent)  # makes the log's directory entry durable
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file and release its lock."""
        with self.alone, self._reading:
            for connection in reversed(self._connections):
                connection.close()
            if self._lock >= 0:
                os.close(self._lock)
                self._lock = -1

    def read(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query without waiting for a transaction."""
        with self._reading:
            return self._reader.execute(query, values).fetchall()

    def part_of_blob(
        self, table: str, column: str, where: str, values: tuple[str, ...], start: int, size: int
    ) -> tuple[bytes, int] | None:
        """Return a part of a blob without loading all of it, and the blob's length; None if no row.

        Args:
            table: of the value.
            column: of the value.
            where: condition that only its row satisfies.
            values: values of the question marks in it.
            start: index of the first byte.
            size: number of bytes, fewer at the end.
        """
        with self._reading, self._reader:
            self._reader.execute("BEGIN")  # read the row and its value in one transaction
            row = self._reader.execute(
                f"SELECT rowid FROM {table} WHERE {where}", values
            ).fetchone()
            if row is None:
                return None
            with self._reader.blobopen(table, column, row[0], readonly=True) as blob:
                blob.seek(min(start, len(blob)))
                return blob.read(size), len(blob)

    def execute(self, query: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        """Execute a statement, inside a transaction or alone."""
        return self._writer.execute(query, values)

    def number(self, query: str, *values: Any) -> int:
        """Return the single number that a statement yields."""
        return int(self.execute(query, values).fetchall()[0][0])

    @contextmanager
    def change(self) -> Iterator[None]:
        """Run the enclosed statements as one transaction."""
        with self.alone:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self.execute("ROLLBACK")
                raise

    def flush(self) -> None:
        """Wait until all committed data is on disk."""
        with open(f"{self._path}-wal", "r+b", buffering=0) as log:
            _flush(log.fileno())

    def writable(self) -> bool:
        """Return whether a job can be stored now: the disk has space, and a test write succeeds."""
        # storing a job adds pages to the write-ahead log; 1 MiB is enough
        if shutil.disk_usage(self._path.parent).free < 2**20:
            return False
        try:
            with self.change():
                # setting the same version again writes a page, as storing a job does
                version = self.number("PRAGMA user_version")
                self.execute(f"PRAGMA user_version = {version}")
        except sqlite3.Error:
            return False
        return True

    def _connected(self, path: Path) -> sqlite3.Connection:
        # timeout: the seconds to wait while another connection holds the lock
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=10
        )
        self._connections.append(connection)
        return connection


@contextmanager
def usable(path: Path) -> Iterator[None]:
    """Context manager that turns errors of SQLite and the system into an InputError about the file.

    Raises:
        InputError: Instead of their errors.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise InputError(f"the store cannot be used: {error}", source=str(path)) from None


def check_whole(database: sqlite3.Connection) -> None:
    """Raise an error unless all pages and indexes of a file are intact.

    Raises:
        InputError: With the first defect found.
    """
    try:
        said = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        said = str(error)
    if said != "ok":
        first = " ".join(said.split())[:200]
        raise InputError(f"the store cannot be used, it is damaged (use a copy): {first}")


def _locked(path: Path) -> int:
    """Acquire the lock file of a store, and return its descriptor.

    Raises:
        UsageError: When another server has it.
        InputError: When it cannot be created.
    """
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        said = f"the store cannot be written: {error.strerror}"
        raise InputError(said, source=str(path)) from None
    if machine.lock_file(lock) is False:
        os.close(lock)
        raise UsageError(f"another server uses the store {path}: give --store FILE")
    return lock


ENDED = ("done", "limit", "cancelled", "failed")


@dataclass(frozen=True)
class Job:
    """One job, a row of the store; times are seconds since 1970."""

    id: str
    """Id of 64 hexadecimal digits."""
    request: dict[str, Any]
    """The canonical request."""
    question: str
    """Kind of question in the request."""
    time_limit: float
    """Time limit in seconds."""
    client: str
    """Client that submitted it first."""
    state: str
    """State: queued, running, done, limit, cancelled or failed."""
    lane: str
    """Queue: quick or long."""
    changes: int
    """Number of changes so far."""
    deaths: int
    """Number of child processes that died of it."""
    created: float
    """Time of the first, or a repeated, submission."""
    started: float | None
    """Time of the last start."""
    ended: float | None
    """Time of its end."""
    best: int | None
    """Least weight of known presses."""
    lower_bound: int | None
    """Proved lower bound on the weight."""
    presses: list[Any] | None
    """Known presses of this weight, as rows."""
    facts: dict[str, Any] | None
    """Facts about the board: colours, lights, buttons, puzzle_sha256."""
    result: str | None
    """The answer as JSON text."""
    problem: dict[str, Any] | None
    """Reason why there is no answer."""

    @property
    def over(self) -> bool:
        """Return whether the job has ended."""
        return self.state in ENDED

    def worth_asking_again(self, time_limit: float, since: float) -> bool:
        """Return whether a run with this time limit can improve on the stored result.

        Args:
            time_limit: seconds.
            since: start of this server; a problem before it may be gone with an update.
        """
        of_a_board = "boards" in self.request and '{"problem": ' in (self.result or "")
        return (
            self.state in ("cancelled", "failed")
            or (self.state == "limit" and time_limit > self.time_limit)
            or (of_a_board and (self.ended or since) < since)
        )


COLUMNS = ", ".join(Job.__dataclass_fields__)
_PLACES_OF_JSON = [
    place for place, name in enumerate(Job.__dataclass_fields__)
    if name in ("request", "presses", "facts", "problem")
]  # fmt: skip


@dataclass(frozen=True)
class JobEvent:
    """An event of a job, ``state``, ``progress`` or ``end``, with its time."""

    number: int
    kind: str
    data: str


def job_of(row: tuple[Any, ...]) -> Job:
    """Convert a row with the columns in `COLUMNS` to a job."""
    values = list(row)
    for place in _PLACES_OF_JSON:
        if values[place] is not None:
            values[place] = json.loads(values[place])
    return Job(*values)
