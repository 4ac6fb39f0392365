"""How much a server takes: many small boards, a crowd, a class, hard boards beside small ones.

    python -m tests.service.load [--record]
    python -m tests.service.load --crowd 60 --seed 1 [--keep]

The second line is a crowd alone: 200 users ask for so many seconds all kinds of small questions.
No answer may be a 5xx, no refusal without ``Retry-After``, and every minimum is compared with the
library.  With ``--keep`` what was seen is added to data/campaigns.jsonl.

The server's CPU is user and system time of the process that listens, threads and all; what the
processes below it take, where boards are read and answered, is told apart.  Every request of the
clients is a connection of its own.
"""

import argparse
import hashlib
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from threading import Thread

from benchmarks.record import append, stamp
from lo_exact import minimum
from lo_exact.formats import parse_puzzle
from tests.campaigns.frame import keep
from tests.cli_runner import children_of
from tests.service.serving import Server, body_of_size, cpu_seconds, hard, start

CLIENTS, BOARDS, BESIDE = 8, 200, 100
PUPILS, PUPILS_BOARDS, PATIENCE_SECONDS = 30, 50, 300
CROWD = 200


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


def users_file(folder: Path, names: list[str]) -> Path:
    """Write a file of users whose tokens are their names."""
    users = folder / "users.toml"
    users.write_text(
        "".join(
            f'[users.{name}]\ntoken_sha256 = "{hashlib.sha256(name.encode()).hexdigest()}"\n'
            for name in names
        )
    )
    return users


def small_question(chance: random.Random) -> tuple[str, str, dict]:
    """Return method, path and body of a small question of any kind."""
    board = body_of_size(5, 5, chance.randrange(2**25))
    kind = chance.choice(["min"] * 6 + [*KINDS, "read", "batch", "list", "page", "health"])
    if kind == "read":
        return "POST", "/v1/read", {"board": board}
    if kind == "batch":
        boards = [body_of_size(4, 4, chance.randrange(2**16)) for _ in range(10)]
        return "POST", "/v1/batches", {"boards": boards}
    if kind in PATHS:
        return "GET", PATHS[kind], {}
    return "POST", "/v1/jobs", {"board": board, "question": kind} | KINDS.get(kind, {})


KINDS: dict[str, dict] = {
    "all": {}, "count": {}, "spectrum": {}, "sample": {"minima": 2, "seed": 7}, "prove": {},
    "solve": {}, "kernel": {}, "plan": {}, "chase": {}, "hint": {"next": 2}, "explain": {},
    "matrix": {}, "grade": {}, "press": {"answer": "A1 B2"}, "export": {"formula": "cnf"},
}  # fmt: skip
PATHS = {"list": "/v1/jobs", "page": "/", "health": "/readyz"}


def crowd(folder: Path, seconds: float, seed: int) -> dict[str, float]:
    """Let 200 users ask small questions of all kinds, each as soon as the last one is answered."""
    names = [f"user{number}" for number in range(CROWD)]
    server = start(folder / "crowd.sqlite3", "--tokens", str(users_file(folder, names)))
    took: list[float] = []
    seen: Counter[str] = Counter()
    minima: list[tuple[str, dict]] = []
    end = time.monotonic() + seconds

    def user(name: str) -> None:
        chance = random.Random(f"{seed} {name}")
        shown = {"Authorization": f"Bearer {name}", "Prefer": "wait=30"}
        while time.monotonic() < end:
            method, path, body = small_question(chance)
            began = time.monotonic()
            try:
                got = server.ask(method, path, body or None, shown)
            except (OSError, HTTPException):
                seen["connections that broke"] += 1
                continue
            took.append(time.monotonic() - began)
            if got.status >= 500:
                seen["5xx"] += 1
            elif got.status in (429, 503):
                seen["refused"] += 1
                seen["refused without Retry-After"] += "retry-after" not in got.headers
            elif got.status == 200:
                seen["answered"] += 1
            else:
                seen["others"] += 1
            if got.status == 200 and body.get("question") == "min":
                minima.append((body["board"], got.json["result"]))

    threads = [Thread(target=user, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    server.end()
    for board, result in random.Random(seed).sample(minima, min(300, len(minima))):
        want = minimum(parse_puzzle(board)).to_json()
        seen["answers checked"] += 1
        seen["wrong"] += any(
            result.get(k) != want.get(k) for k in ("status", "weight", "presses", "witness")
        )
    took.sort()
    return {
        "users": CROWD, "requests": len(took), **dict(sorted(seen.items())),
        "median ms": round(1000 * statistics.median(took)),
        "p99 ms": round(1000 * took[int(0.99 * len(took))]), "slowest ms": round(1000 * took[-1]),
        "load of the machine at the end": round(os.getloadavg()[0]),
    }  # fmt: skip


def a_class(folder: Path) -> dict[str, float]:
    """Let 30 users ask a hard board each, and then 50 small ones; none may be refused."""
    names = [f"pupil{number}" for number in range(PUPILS)]
    users = users_file(folder, names)
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
    parser.add_argument("--crowd", type=float, metavar="SECONDS", help="a crowd alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="add the crowd to the data")
    asked = parser.parse_args()
    record = asked.record
    if asked.crowd:
        with tempfile.TemporaryDirectory() as folder:
            found = crowd(Path(folder), asked.crowd, asked.seed)
        print(found)
        bad = ("5xx", "others", "refused without Retry-After", "wrong", "connections that broke")
        assert not any(found.get(name) for name in bad), "wrong"
        if asked.keep:
            keep("crowd", asked.seed, found["requests"], asked.crowd, found)
        return
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
