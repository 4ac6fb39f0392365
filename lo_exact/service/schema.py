"""The store's tables, as a list of migrations; a file's ``user_version`` says how many it has had.

A migration is never changed once it was released: another is added behind it.
"""

from __future__ import annotations

import sqlite3

from lo_exact.errors import InputError

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
)


def migrate(database: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Bring a store up to date, all of it or nothing.

    Raises:
        InputError: When a newer version of lo-exact made the store, or it is no store.
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
