"""A server as a program of its own, and the smallest client that can talk to it."""

import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}


def hard(number: int) -> str:
    """Return a solvable board of a 33 x 33 torus, which no engine finishes within a minute."""
    n, chance = 33, random.Random(number)
    pressed = [[chance.randrange(2) for _ in range(n)] for _ in range(n)]
    rows = []
    for r in range(n):
        near = [pressed[r], pressed[r - 1], pressed[(r + 1) % n]]
        row = [
            sum(line[c] for line in near) + near[0][c - 1] + near[0][(c + 1) % n] for c in range(n)
        ]
        rows.append("".join(".#"[lights % 2] for lights in row))
    return "topology: torus\n\n" + "\n".join(rows) + "\n"


def body_of_size(rows: int, columns: int, number: int) -> str:
    """Return the board whose lights are the bits of a number."""
    bits = f"{number:0{rows * columns}b}"
    return "\n".join(bits[r * columns : (r + 1) * columns] for r in range(rows)) + "\n"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Server:
    """A running ``lo-exact serve``."""

    process: subprocess.Popen[str]
    port: int
    store: Path
    headers: dict[str, str] = field(default_factory=dict)
    address: str = ""
    """Where others reach it, if not at its port."""

    @property
    def home(self) -> str:
        """The address that its front page has, without the last slash."""
        return self.address or f"http://127.0.0.1:{self.port}"

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None,
        *, timeout: float = 60,
    ) -> Answer:  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
                headers = JSON | (headers or {})
            connection.request(method, path, body, self.headers | (headers or {}))
            got = connection.getresponse()
            return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, board: str, *, wait: int = 30, **more: Any) -> Answer:
        headers = {"Prefer": f"wait={wait}"} if wait else {}
        return self.ask("POST", "/v1/jobs", {"board": board, **more}, headers)

    def until_over(self, id: str, seconds: float = 60) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            job = self.get(f"/v1/jobs/{id}").json
            if job["state"] not in ("queued", "running"):
                return job
            time.sleep(0.05)
        raise AssertionError(f"job {id} is still {job['state']}")

    def until_bounded(self, id: str, seconds: float = 30) -> Any:
        """Wait until a running job knows presses and a bound."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            job = self.get(f"/v1/jobs/{id}").json
            if job["best"] is not None and job["lower_bound"]:
                return job
            time.sleep(0.1)
        raise AssertionError(f"nothing known of job {id}: {job}")

    def cpu_seconds(self) -> float:
        """Return user and system time of the server's own process."""
        return cpu_seconds(self.process.pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def end(self) -> int:
        """Tell it to go; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def start(store: Path, *options: str, port: int = 0, **environment: str) -> Server:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "lo_exact",
            "serve",
            "--port",
            str(port),
            "--store",
            str(store),
            *options,
        ],
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("listening on http://"), line
    return Server(process, int(line.rsplit(":", 1)[1]), store)


def cpu_seconds(pid: int) -> float:
    """Return user and system time of a process, of those it has waited for not."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def alive(pids: set[int]) -> set[int]:
    """Return those of the processes that are still there and no zombies."""
    return {pid for pid in pids if born(pid)}


def born(pid: int) -> str:
    """Return when a process began, which a later one of the same number did not; "" for none."""
    with contextlib.suppress(OSError, IndexError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "" if words[0] == "Z" else words[19]
    return ""
