"""Long work on a Dask cluster of this machine whose workers and scheduler are killed all the time.

    python -m tests.campaigns.cluster --work histogram --pieces 300 --kill-every 2
    python -m tests.campaigns.cluster --work decode --pieces 300 --kill-every 1 --keep file

The command is run alone first.  Then a scheduler and four workers run as programs (or as Dask's
own LocalCluster, with --local), every few seconds a worker is killed with SIGKILL, now and then
the scheduler too (--scheduler-every), and what ended is started again.  Between two kills some
pieces are done (--between): where workers die faster than they start, nothing would be.

What the command prints, and the files that it writes, must be those of the run alone, byte for byte
but for the seconds it took.  Prints one line of JSON with the figures; ends with exit code 1 when
anything differs.
"""

import argparse
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from lo_exact.topology.described import described
from tests.cli_runner import command, environment
from tests.runners.clusters import Programs

WORK = ("histogram", "cube", "decode", "coset")

LIMIT = 900
"""Seconds after which a run counts as lost."""

LOCAL = """
import select, sys
from distributed import LocalCluster
if __name__ == "__main__":
    many = int(sys.argv[1])
    cluster = LocalCluster(n_workers=many, threads_per_worker=1, dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    while not select.select([sys.stdin], [], [], 1)[0]:
        cluster.scale(many)
"""
"""A worker that takes too long to start again is given up by Dask: others are asked for."""


def syndromes(place: Path, count: int) -> list[str]:
    """Write the 5 x 5 board's matrix and random syndromes; return the words that name them."""
    matrix = described("5x5").activation.to_dense().astype(np.uint8)
    presses = np.random.default_rng(1).integers(0, 2, (count, 25), dtype=np.uint8)
    np.save(place / "checks.npy", matrix)
    packed = np.packbits(presses @ matrix.T & 1, axis=1, bitorder="little")
    packed.tofile(place / "shots.b8")
    return [str(place / "checks.npy"), str(place / "shots.b8")]


def words_of(work: str, place: Path) -> list[str]:
    if work == "histogram":
        return ["histogram", "--size", "5x5", "--colours", "3", "--json"]
    if work == "cube":
        return ["histogram", "--size", "3x3", "--neighbourhood", "cube", "--json"]
    if work == "coset":
        board = place / "board.txt"
        made = command("make", "random", "--size", "39x39", "--seed", "3")
        board.write_bytes(subprocess.run(made, env=environment(), check=True,
                                         capture_output=True).stdout)  # fmt: skip
        return ["min", str(board), "--engine", work, "--count", "--json"]
    return ["decode", *syndromes(place, 10**6), "--json", "-o"]


def ran(words: list[str], place: Path, name: str) -> tuple[subprocess.Popen, Path]:
    """Start a command; what it prints goes into a file."""
    out = place / f"{name}.out"
    output = [str(place / f"{name}.npz")] if words[-1] == "-o" else []
    with out.open("wb") as printed, (place / f"{name}.err").open("wb") as talked:
        child = subprocess.Popen(
            command(*words, *output, "-q"), env=environment(), stdout=printed, stderr=talked
        )
    return child, out


def digest(place: Path, name: str) -> str:
    """Return the hash of what was printed and written, without times."""
    text = re.sub(r'"seconds": [0-9.e-]+', "", (place / f"{name}.out").read_text())
    file = place / f"{name}.npz"
    return hashlib.sha256(text.encode() + (file.read_bytes() if file.exists() else b"")).hexdigest()


def ancestors_workers(root: int) -> list[int]:
    """Return the workers below a program: the processes that Dask's nannies started."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(after[1])

    def below(process: int) -> list[int]:
        found = [child for child, parent in parents.items() if parent == process]
        return found + [inner for child in found for inner in below(child)]

    under = below(root)
    spawned = []
    for process in under:
        try:
            line = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        # where setproctitle is installed, Dask gives workers a title of their own
        if b"spawn_main" in line or line.startswith(b"dask worker ["):
            spawned.append(process)
    return spawned


def records(kept: Path) -> int:
    """Return how many pieces a ledger holds."""
    if kept.is_dir():
        return len(list(kept.glob("*.jsonl")))
    return kept.read_bytes().count(b"\n") if kept.exists() else 0


class Killer:
    """Kills a worker or the scheduler when it is time."""

    def __init__(
        self, programs: Programs | None, root: int, options: argparse.Namespace, kept: Path
    ):
        self.programs, self.root, self.options, self.kept = programs, root, options, kept
        self.wait_for = options.between
        self.random = random.Random(options.seed)
        self.workers = self.schedulers = 0
        now = time.monotonic()
        self.next_worker = now + options.kill_every
        self.next_scheduler = now + options.scheduler_every if options.scheduler_every else 1e18

    def look(self) -> None:
        now = time.monotonic()
        if self.programs is not None:
            self.programs.restart_dead_workers()
        known = records(self.kept)
        if now < min(self.next_worker, self.next_scheduler) or known < self.wait_for:
            return
        self.wait_for = known + self.options.between
        if self.programs is not None and now >= self.next_scheduler:
            self.next_scheduler = now + self.options.scheduler_every
            self.programs.kill("scheduler")
            self.schedulers += 1
            self.programs.start_scheduler()
        if now >= self.next_worker:
            self.next_worker = now + self.options.kill_every
            self.workers += self._kill_worker()

    def _kill_worker(self) -> int:
        whole = not self.options.nanny or self.random.random() < 0.5
        if self.programs is not None and whole:
            names = [name for name in self.programs.running if name.startswith("worker")]
            name = self.random.choice(names)
            self.programs.kill(name)  # with its nanny: a machine that is lost
            self.programs.start_worker(int(name.removeprefix("worker-")))
            return 1
        found = ancestors_workers(self.root)
        if not found:
            return 0
        try:
            os.kill(self.random.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return 0
        return 1


def campaign(options: argparse.Namespace, place: Path) -> dict:
    words = words_of(options.work, place)
    began = time.monotonic()
    child, _ = ran(words, place, "alone")
    if child.wait() != 0:
        raise SystemExit((place / "alone.err").read_text())
    alone = time.monotonic() - began
    kept = place / "pieces"
    if options.keep == "folder":
        kept.mkdir()
    where = ["--pieces", str(options.pieces), "--ledger", str(kept)]
    if options.local:
        cluster = subprocess.Popen([sys.executable, "-c", LOCAL, str(options.workers)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL, env=environment())  # fmt: skip
        address = cluster.stdout.readline().strip()
        try:
            figures = killed(
                options, [*where, "--cluster", address], words, place, None, cluster.pid
            )
        finally:
            cluster.stdin.close()
            cluster.wait()
    else:
        with Programs(place, workers=options.workers, nanny=options.nanny) as programs:
            with_address = [*where, "--cluster", programs.address]
            figures = killed(options, with_address, words, place, programs, os.getpid())
    return {
        "work": options.work, "pieces": options.pieces, "workers": options.workers,
        "cluster": "LocalCluster" if options.local else "programs", "kept": options.keep,
        "seconds_alone": round(alone, 1), **figures, "records": records(kept),
        "same": digest(place, "alone") == digest(place, "cluster"),
    }  # fmt: skip


def killed(options, where, words, place, programs, root) -> dict:
    """Run the command on a cluster that is killed; return the figures."""
    began = time.monotonic()
    last = words[-1:] if words[-1] == "-o" else []
    child, _ = ran([*words[: len(words) - len(last)], *where, *last], place, "cluster")
    killer = Killer(programs, root, options, place / "pieces")
    while child.poll() is None:
        killer.look()
        time.sleep(0.05)
        if time.monotonic() - began > LIMIT:
            child.kill()
            break
    code = child.wait()
    if code:
        print((place / "cluster.err").read_text()[-2000:], file=sys.stderr)
    return {
        "seconds": round(time.monotonic() - began, 1), "exit_code": code,
        "workers_killed": killer.workers, "schedulers_killed": killer.schedulers,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", choices=WORK, required=True)
    parser.add_argument("--pieces", type=int, default=300)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kill-every", type=float, default=2.0)
    parser.add_argument("--scheduler-every", type=float, default=0.0)
    parser.add_argument("--between", type=int, default=10, metavar="PIECES")
    parser.add_argument("--keep", choices=("file", "folder"), default="folder")
    parser.add_argument("--nanny", action="store_true", help="workers with Dask's own supervisor")
    parser.add_argument("--local", action="store_true", help="Dask's LocalCluster")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the cluster on the way out
    with tempfile.TemporaryDirectory() as place:
        found = campaign(options, Path(place))
    print(json.dumps(found), flush=True)
    return 0 if found["same"] and not found["exit_code"] else 1


if __name__ == "__main__":
    sys.exit(main())
