"""The settings of a server, and every limit it keeps, in one place."""

import os
from dataclasses import dataclass, field
from pathlib import Path

MIB = 2**20


@dataclass(frozen=True)
class Settings:
    """Frozen; made by ``lo-exact serve`` (its flags: `setting_table`) or by a test."""

    store: Path
    """The SQLite file."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8017
    """0 takes a free one."""
    log: str = "off"
    """Lines on standard error for requests and jobs: off, text or json."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Long jobs at a time; as many quick ones besides."""
    root_path: str = ""
    """The folder that a proxy serves this server in, ``/lights``; ``""`` for none."""
    token: str = ""
    """What a client must show as ``Authorization: Bearer``; ``""`` when nobody must."""
    tokens: Path | None = None
    """a file of users, each with a token of their own; None for none."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that say truly who asks, in ``X-Forwarded-For``."""
    hosts: tuple[str, ...] = ()
    """Names in the header ``Host`` that are answered, besides this machine's own."""
    pyodide: Path | None = None
    """Folder with Pyodide's own files for "check it yourself"; None without."""
    cluster: str = ""
    """Address of a Dask scheduler that long jobs are given to; ``""`` for none."""
    max_lights: int = 10_000
    """a board with more is refused."""
    max_body: int = MIB
    """Bytes of a request."""
    max_result: int = 16 * MIB
    """Bytes of a result."""
    max_queued: int = 1_000
    """Jobs that wait, of all clients together."""
    max_queued_a_client: int = 10
    """Long jobs that wait or run, of one client."""
    max_seconds: float = 3600.0
    """The largest time limit."""
    max_batch: int = 10_000
    """Boards in a batch."""
    quick_seconds: float = 1.0
    """a question that is forecast to take less never waits behind longer ones."""
    slice_seconds: float = 60.0
    """a long job that has run so long makes room for who has less under way."""
    asker_seconds: float = 60.0
    """Whoever asked and was not heard of for so long has gone."""
    body_seconds: float = 10.0
    """a request must have arrived after so long."""
    wait_seconds: float = 30.0
    """The longest ``Prefer: wait``."""
    check_seconds: float = 120.0
    """What a certificate may take to be judged."""
    memory: int = 2 * 2**30
    """Bytes of address space of a child."""
    file_size: int = 2**30
    """Bytes that a child may write into one file."""
    deaths: int = 3
    """a job whose child died so often has failed."""
    keep_seconds: float = 30 * 86_400.0
    """Results are kept so long."""
    keep_bytes: int = 2**30
    """Results are kept up to so much."""

    @property
    def child_limits(self) -> dict[str, int]:
        """Settings that a child needs, small enough to be sent with every job."""
        return {
            "memory": self.memory,
            "file_size": self.file_size,
            "max_lights": self.max_lights,
            "max_result": self.max_result,
        }
