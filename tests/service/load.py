"""How much a server takes: many small boards, many idle connections, hard boards beside small ones.

    python -m tests.service.load [--record]

The server's CPU is user and system time of the process that listens, threads and all; what the
processes below it take, where boards are read and answered, is told apart.  Every request of the
clients is a connection of its own.
"""

import argparse
import hashlib
import random
import statistics
import tempfile
import time
from pathlib import Path
from threading import Thread

from benchmarks.record import append, stamp
from lo_exact import minimum
from lo_exact.formats import parse_puzzle
from tests.cli_runner import children_of
from tests.service.serving import Server, body_of_size, cpu_seconds, hard, start

CLIENTS, BOARDS, BESIDE = 8, 200, 100
PUPILS, PUPILS_BOARDS, PATIENCE_SECONDS = 30, 50, 300


def small_boards(server: Server) -> dict[str, float]:
    """Ask 1,600 different boards of 5 x 5 by 8 clients; every answer is compared."""
    chance = random.Random(5)
    numbers = chance.sample(range(2**25), CLIENTS * BOARDS)
    seconds: list[float] = []
    answers: list[tuple[int, dict]] = []

    def client(mine: list[int]) -> None:
        for number in mine:
            began = time.monotonic()
            got = server.post(body_of_size(5, 5, number))
            seconds.append(time.monotonic() - began)
            answers.append((number, got.json))

    for number in range(8):  # the children are there before the clock starts
        server.post(body_of_size(4, 4, number))
    own, below = server.cpu_seconds(), cpu_below(server)
    threads = [Thread(target=client, args=(numbers[k::CLIENTS],)) for k in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    own, below = server.cpu_seconds() - own, cpu_below(server) - below
    bad = 0
    for number, job in answers:
        want = minimum(parse_puzzle(body_of_size(5, 5, number))).to_json()
        right = all(job["result"].get(k) == want.get(k) for k in ("status", "weight", "presses"))
        bad += not right
    seconds.sort()
    return {
        "boards": len(answers), "bad": bad,
        "server CPU ms a job": round(1000 * own / len(answers), 2),
        "children CPU ms a job": round(1000 * below / len(answers), 2),
        "median s": round(statistics.median(seconds), 4),
        "p99 s": round(seconds[int(0.99 * len(seconds))], 4),
    }  # fmt: skip


def a_class(folder: Path) -> dict[str, float]:
    """Let 30 users ask a hard board each, and then 50 small ones; none may be refused."""
    users = folder / "users.toml"
    names = [f"pupil{number}" for number in range(PUPILS)]
    users.write_text(
        "".join(
            f'[users.{name}]\ntoken_sha256 = "{hashlib.sha256(name.encode()).hexdigest()}"\n'
            for name in names
        )
    )
    options = ("--workers", "2", "--slice-seconds", "1", "--tokens", str(users))
    server = start(folder / "class.sqlite3", *options)
    seconds: list[float] = []
    refused: list[int] = []
    long: dict[str, str] = {}

    def pupil(number: int, name: str) -> None:
        shown = {"Authorization": f"Bearer {name}"}
        asked = {"board": hard(200 + number), "time_limit": 600}
        long[name] = server.ask("POST", "/v1/jobs", asked, shown).json["id"]
        for which in range(PUPILS_BOARDS):
            asked = {"board": body_of_size(5, 5, 1_000_000 + 1000 * number + which)}
            began = time.monotonic()
            got = server.ask("POST", "/v1/jobs", asked, shown | {"Prefer": "wait=30"})
            seconds.append(time.monotonic() - began)
            if got.status != 200:
                refused.append(got.status)

    began = time.monotonic()
    threads = [Thread(target=pupil, args=each) for each in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    small, waiting = time.monotonic() - began, set(names)
    while waiting and time.monotonic() - began < PATIENCE_SECONDS:
        for name in list(waiting):
            shown = {"Authorization": f"Bearer {name}"}
            job = server.ask("GET", f"/v1/jobs/{long[name]}", headers=shown).json
            if job["state"] == "running" or job["lower_bound"]:  # it had a slice
                waiting.discard(name)
        time.sleep(0.2)
    had = time.monotonic() - began
    server.end()
    seconds.sort()
    return {
        "users": PUPILS, "small boards": len(seconds), "refused": len(refused),
        "small boards s": round(small, 1), "p99 s": round(seconds[int(0.99 * len(seconds))], 3),
        "hard boards with a slice": PUPILS - len(waiting), "slices s": round(had, 1),
    }  # fmt: skip


def beside_hard_ones(server: Server, workers: int) -> dict[str, float]:
    """Ask small boards while a hard one runs on every worker."""
    ids = [server.post(hard(100 + n), wait=0).json["id"] for n in range(workers)]
    for id in ids:
        server.until_bounded(id)
    seconds = []
    for number in range(BESIDE):
        began = time.monotonic()
        assert server.post(body_of_size(5, 5, 7_000_000 + number)).status == 200
        seconds.append(time.monotonic() - began)
    cancelled = []
    for id in ids:
        began = time.monotonic()
        assert server.ask("DELETE", f"/v1/jobs/{id}").json["result"]["lower_bound"] > 0
        cancelled.append(time.monotonic() - began)
    seconds.sort()
    return {
        "tori": workers, "small boards": BESIDE,
        "median s": round(statistics.median(seconds), 4),
        "p99 s": round(seconds[int(0.99 * BESIDE) - 1], 4),
        "slowest s": round(seconds[-1], 4),
        "slowest cancel s": round(max(cancelled), 3),
    }  # fmt: skip


def cpu_below(server: Server) -> float:
    """Return user and system time of all processes below the server."""
    return sum(map(cpu_seconds, children_of(server.process.pid)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="append to benchmarks/results")
    record = parser.parse_args().record
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder) / "jobs.sqlite3", "--workers", "2")
        for name, found in (
            ("8 clients", small_boards(server)), ("beside tori", beside_hard_ones(server, 2)),
            ("a class", a_class(Path(folder))),
        ):  # fmt: skip
            print(name, found, flush=True)
            if record:
                row = {"what": name, **{k.replace(" ", "_"): v for k, v in found.items()}}
                append("service", row, stamp())
        children = len(children_of(server.process.pid))
        server.end()
        print({"processes at the end": children})


if __name__ == "__main__":
    main()
