"""A Dask cluster of processes that can be killed: a scheduler and workers, each a program."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_connection, socket

from tests.cli_runner import environment


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Programs:
    """A scheduler and workers of this machine; leaving ends them all."""

    place: Path
    workers: int = 2
    nanny: bool = True
    port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def __enter__(self) -> "Programs":
        self.start_scheduler()
        for number in range(self.workers):
            self.start_worker(number)
        return self

    def __exit__(self, *_: object) -> None:
        for name in sorted(self.running, reverse=True):  # workers before the scheduler
            self.kill(name)

    def start_scheduler(self) -> None:
        self._start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the scheduler does not answer")

    def start_worker(self, number: int) -> None:
        self._start(
            f"worker-{number}", "worker", self.address, "--nthreads", "1", "--host", "127.0.0.1",
            "--nanny" if self.nanny else "--no-nanny", "--local-directory", str(self.place),
            "--memory-limit", "0", "--death-timeout", "60",
        )  # fmt: skip

    def kill(self, name: str) -> None:
        """Kill a program and all that it started, at once."""
        program = self.running.pop(name)
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()

    def restart_dead_workers(self) -> int:
        """Start workers again that have ended, as an init system would; return how many."""
        dead = [name for name, program in self.running.items() if program.poll() is not None]
        for name in dead:
            del self.running[name]
            self.start_worker(int(name.removeprefix("worker-")))
        return len(dead)

    def _start(self, name: str, *words: str) -> None:
        log = (self.place / f"{name}.log").open("ab")
        self.running[name] = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--no-dashboard"],
            env=environment(OPENBLAS_NUM_THREADS="1"), stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
        log.close()
