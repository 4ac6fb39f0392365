"""The settings of a server, and every limit it keeps, in one place."""

import os
from dataclasses import dataclass, field
from pathlib import Path

MIB = 2**20


@dataclass(frozen=True)
class Settings:
    """Frozen; made by ``lo-exact serve`` (its flags: `setting_table`) or by a test.

    Attributes:
        store: the SQLite file.
        host: the address to listen on.
        port: 0 takes a free one.
        log: lines on standard error for requests and jobs: off, text or json.
        workers: long jobs at a time; as many quick ones besides.
        root_path: the folder that a proxy serves this server in, ``/lights``; ``""`` for none.
        token: what a client must show as ``Authorization: Bearer``; ``""`` when nobody must.
        tokens: a file of users, each with a token of their own; None for none.
        proxies: addresses of proxies that say truly who asks, in ``X-Forwarded-For``.
        hosts: names in the header ``Host`` that are answered, besides this machine's own.
        pyodide: folder with Pyodide's own files for "check it yourself"; None without.
        cluster: address of a Dask scheduler that long jobs are given to; ``""`` for none.
        max_lights: a board with more is refused.
        max_body: bytes of a request.
        max_result: bytes of a result.
        max_queued: jobs that wait, of all clients together.
        max_queued_a_client: long jobs that wait or run, of one client.
        max_seconds: the largest time limit.
        max_batch: boards in a batch.
        quick_seconds: a question that is forecast to take less never waits behind longer ones.
        slice_seconds: a long job that has run so long makes room for who has less under way.
        asker_seconds: whoever asked and was not heard of for so long has gone.
        body_seconds: a request must have arrived after so long.
        wait_seconds: the longest ``Prefer: wait``.
        check_seconds: what a certificate may take to be judged.
        memory: bytes of address space of a child.
        file_size: bytes that a child may write into one file.
        deaths: a job whose child died so often has failed.
        keep_seconds: results are kept so long.
        keep_bytes: results are kept up to so much.
    """

    store: Path
    host: str = "127.0.0.1"
    port: int = 8017
    log: str = "off"
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    root_path: str = ""
    token: str = ""
    tokens: Path | None = None
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    pyodide: Path | None = None
    cluster: str = ""
    max_lights: int = 10_000
    max_body: int = MIB
    max_result: int = 16 * MIB
    max_queued: int = 1_000
    max_queued_a_client: int = 10
    max_seconds: float = 3600.0
    max_batch: int = 10_000
    quick_seconds: float = 1.0
    slice_seconds: float = 60.0
    asker_seconds: float = 60.0
    body_seconds: float = 10.0
    wait_seconds: float = 30.0
    check_seconds: float = 120.0
    memory: int = 2 * 2**30
    file_size: int = 2**30
    deaths: int = 3
    keep_seconds: float = 30 * 86_400.0
    keep_bytes: int = 2**30

    @property
    def child_limits(self) -> dict[str, int]:
        """Settings that a child needs, small enough to be sent with every job."""
        return {
            "memory": self.memory,
            "file_size": self.file_size,
            "max_lights": self.max_lights,
            "max_result": self.max_result,
        }
