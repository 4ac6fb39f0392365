"""What a Dask cluster costs: the same pieces by two processes here and by two workers.

    python -m benchmarks.clusters                 both, some minutes
    python -m benchmarks.clusters --way own       one of them

Class counting of the 5 x 5 board in seven colours, in 12 pieces of about five seconds, on this
machine: CPU seconds of everything below the command and of the cluster, the scheduler and the
client's own start included, and wall-clock time.  Workers are there before the command begins, as
on a cluster that runs all the time.  Both must print the same answer: its hash is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from tests.runners.clusters import Programs

from benchmarks.record import append, stamp
from tests.cli_runner import command, environment

TICKS = os.sysconf("SC_CLK_TCK")
WORK = ("histogram", "--size", "5x5", "--colours", "7", "--json", "-q")
PIECES = 12


def burnt(process: int) -> float:
    """Return CPU seconds of a process and of its children that have ended."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:15])) / TICKS


def timed(words: tuple[str, ...]) -> tuple[str, float, float]:
    """Return (answer, CPU seconds of the command and all its children, wall-clock seconds)."""
    before, began = os.times(), time.monotonic()
    done = subprocess.run(
        command(*words), env=environment(), capture_output=True, text=True, check=True
    )
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return done.stdout, cpu, time.monotonic() - began


def wait_for_workers(programs: Programs) -> None:
    """Return when all workers are known to the scheduler."""
    logs = [programs.place / f"worker-{number}.log" for number in range(programs.workers)]
    while not all(log.exists() and "Registered to" in log.read_text() for log in logs):
        time.sleep(0.1)
    time.sleep(1)


def measured(way: str) -> dict[str, object]:
    """Measure one way once."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        words = (*WORK, "--pieces", str(PIECES), "--ledger", f"{place}/kept/")
        if way == "own":
            answer, cpu, seconds = timed((*words, "--jobs", "2"))
        else:
            with Programs(place, workers=2, nanny=False) as programs:
                wait_for_workers(programs)
                before = sum(burnt(p.pid) for p in programs.running.values())
                answer, cpu, seconds = timed((*words, "--cluster", programs.address))
                cpu += sum(burnt(p.pid) for p in programs.running.values()) - before
    counted = re.sub(r'"seconds": [0-9.]+', "", answer)
    return {
        "what": way, "work": " ".join(WORK), "pieces": PIECES, "processes": 2,
        "cpu_seconds": round(cpu, 2), "seconds": round(seconds, 2),
        "answer_sha256": hashlib.sha256(counted.encode()).hexdigest(),
    }  # fmt: skip


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--way", choices=("own", "dask"))
    asked = parser.parse_args()
    here = stamp()
    for way in [asked.way] if asked.way else ["own", "dask"]:
        row = measured(way)
        append("clusters", row, here)
        print(f"{way:5} {row['cpu_seconds']:8} s CPU {row['seconds']:8} s", flush=True)


if __name__ == "__main__":
    main()
