"""What a Dask cluster costs: the same pieces by two processes here and by two workers.

Class counting of the 4 x 4 board in seven colours, in pieces of about five seconds, on this
machine: CPU seconds of everything below the command and the cluster, the scheduler included, and
wall-clock time.  Both must print the same answer.

    python -m benchmarks.clusters
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from tests.cli_runner import command, environment
from tests.runners.clusters import Programs

RESULTS = Path(__file__).parent / "results" / "clusters.json"
TICKS = os.sysconf("SC_CLK_TCK")
WORK = ("histogram", "--size", "4x4", "--colours", "7", "--json", "-q")


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


def measured(pieces: int) -> dict[str, object]:
    """Measure both ways once."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        cut = ("--pieces", str(pieces), "--ledger")
        (place / "own").mkdir()
        own, own_cpu, own_wall = timed((*WORK, *cut, f"{place}/own", "--jobs", "2"))
        (place / "dask").mkdir()
        with Programs(place, workers=2, nanny=False) as programs:
            time.sleep(3)  # started, and waiting
            programs_before = sum(burnt(p.pid) for p in programs.running.values())
            there, cpu, wall = timed((*WORK, *cut, f"{place}/dask", "--cluster", programs.address))
            cpu += sum(burnt(p.pid) for p in programs.running.values()) - programs_before
    same = re.sub(r'"seconds": [0-9.]+', "", own) == re.sub(r'"seconds": [0-9.]+', "", there)
    return {
        "pieces": pieces,
        "own_cpu_seconds": round(own_cpu, 2), "own_seconds": round(own_wall, 2),
        "dask_cpu_seconds": round(cpu, 2), "dask_seconds": round(wall, 2),
        "more_cpu": round(cpu / own_cpu - 1, 3), "same": same,
    }  # fmt: skip


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pieces", type=int, default=0, help="0: of about five seconds")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    rows = [measured(options.pieces or 6) for _ in range(options.rounds)]
    print(json.dumps(rows, indent=1))
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
