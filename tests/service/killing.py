"""Kill the server and its children again and again at random moments; nothing may be lost.

    python -m tests.service.killing --kills 1000 --seed 1 [--minutes 9] [--keep]

Small boards, larger ones that become long jobs, and now and then a batch of three, are asked all
the time by several users, each with a token.  Some children are killed, then the server.  After
every kill the server is started on the same store, and what was accepted before must be there; at
the end every job must have ended once, with the answer that the library gives, and no process may
be left over.  Every 50 kills a line is printed on standard error.  With ``--keep`` what was seen is
added to data/campaigns.jsonl.
"""

import argparse
import contextlib
import hashlib
import os
import random
import signal
import sys
import tempfile
import time
from http.client import HTTPException
from math import inf
from pathlib import Path
from threading import Event, Thread

from lo_exact import minimum
from lo_exact.formats import parse_puzzle
from tests.campaigns.frame import keep
from tests.cli_runner import children_of
from tests.service.serving import body_of_size, born, start

CLIENTS, BATCHES, LONG = 4, 0.15, 0.1

PATIENT = ("--deaths", "100", "--max-queued-a-client", "1000")
"""Settings with which no job is refused or given up."""

MOST_CHILDREN = 8
"""Children that are killed before the server is, at most."""


def campaign(
    kills: int, seed: int, folder: Path, checked: int = 300, seconds: float = inf
) -> dict[str, int]:
    """Return what happened: jobs accepted, answers checked; raise when anything is wrong."""
    chance = random.Random(seed)
    accepted: dict[str, list[str]] = {}
    users = folder / "tokens.toml"
    users.write_text(
        "".join(
            f'[users.u{n}]\ntoken_sha256 = "{hashlib.sha256(b"u%d" % n).hexdigest()}"\n'
            for n in range(CLIENTS)
        )
    )
    seen: set[tuple[int, str]] = set()
    store, until = folder / "jobs.sqlite3", time.monotonic() + seconds
    killed = children = 0
    while killed < kills and time.monotonic() < until:
        server = start(store, "--workers", "2", "--tokens", str(users), *PATIENT)
        stop = Event()

        def client(name, stop=stop, server=server):
            shown = {"Authorization": f"Bearer {name}"}
            while not stop.is_set():
                many = chance.random() < BATCHES
                boards = [body_of_size(5, 5, chance.randrange(2**25)) for _ in range(1 + 2 * many)]
                if not many and chance.random() < LONG:
                    boards = [body_of_size(9, 9, chance.randrange(2**81))]
                asked = {"boards": boards} if many else {"board": boards[0]}
                if len(boards[0]) > 50:  # a certificate makes it a long job
                    asked["certificate"] = True
                wait = {"Prefer": f"wait={chance.choice([0, 5])}"}
                try:
                    where = "/v1/batches" if many else "/v1/jobs"
                    got = server.ask("POST", where, asked, shown | wait)
                except (OSError, HTTPException):
                    time.sleep(0.01)
                    continue
                assert got.status in (200, 202, 429, 503), got
                if got.status in (200, 202):
                    assert accepted.setdefault(got.json["id"], boards) == boards

        clients = [Thread(target=client, args=(f"u{n}",)) for n in range(CLIENTS)]
        for thread in clients:
            thread.start()
        # after so many answers and a moment more: on a slow machine time alone would say little
        enough, end = len(accepted) + chance.randrange(20), time.monotonic() + 3
        while len(accepted) < enough and time.monotonic() < end:
            time.sleep(0.002)
        for _ in range(chance.randrange(MOST_CHILDREN + 1)):
            time.sleep(chance.random() * 0.1)
            victims = sorted(children_of(server.process.pid))
            with contextlib.suppress(ProcessLookupError, IndexError):
                victim = chance.choice(victims)
                seen.add((victim, born(victim)))
                os.kill(victim, signal.SIGKILL)
                children += 1
        time.sleep(chance.random() * 0.02)
        # numbers come again within a thousand kills: a process is its number and its birth
        seen |= {(pid, born(pid)) for pid in children_of(server.process.pid)}
        server.kill()
        killed += 1
        stop.set()
        for thread in clients:
            thread.join()
        if killed % 50 == 0:
            print(f"{killed} kills, {len(accepted)} jobs accepted", file=sys.stderr, flush=True)
    server = start(store, "--workers", "2", *PATIENT)
    try:
        jobs = [server.until_over(id) for id in accepted]
        assert [job["id"] for job in jobs] == list(accepted)
        assert {job["state"] for job in jobs} <= {"done"}, [j for j in jobs if j["state"] != "done"]
        sample = chance.sample(jobs, min(checked, len(jobs)))
        for job in sample:
            results = job["result"].get("results", [job["result"]])
            for board, result in zip(accepted[job["id"]], results, strict=True):
                check(board, result)
        doubled = [j for j in jobs if ended(server, j["id"]) != 1]
        assert not doubled
    finally:
        server.end()
    end = time.monotonic() + 5
    while (left := {p for p in seen if p[1] and born(p[0]) == p[1]}) and time.monotonic() < end:
        time.sleep(0.1)
    assert not left, f"orphans: {left}"
    batches = sum(len(boards) > 1 for boards in accepted.values())
    return {
        "children killed": children, "jobs accepted": len(jobs), "batches": batches,
        "answers checked": len(sample), "servers killed": killed,
    }  # fmt: skip


def check(board: str, result: dict) -> None:
    """Compare with the library, and press the buttons."""
    want = minimum(parse_puzzle(board)).to_json()
    for key in ("status", "weight", "presses", "witness"):
        assert result.get(key) == want.get(key)


def ended(server, id: str) -> int:
    """Return how often a job ended."""
    return server.get(f"/v1/jobs/{id}/events").body.count(b"event: end")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf, help="and no longer")
    parser.add_argument("--keep", action="store_true", help="add the result to the data")
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = campaign(asked.kills, asked.seed, Path(folder), seconds=60 * asked.minutes)
    print(found)
    if asked.keep:
        cases = found["servers killed"] + found["children killed"]
        keep("killing", asked.seed, cases, time.monotonic() - began, found)


if __name__ == "__main__":
    main()
