"""Contestants on the same boards, one process at a time, with a limit of CPU time for each board.

The limit counts the worker and everything below it, so a busy machine takes nothing away.  Who is
stopped twice is left out of the larger boards of that family.  Weights must agree: whoever proves
another one than the others is printed as a disagreement and recorded as such.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, astuple
from statistics import median
from typing import Any

from benchmarks.boards import Board
from benchmarks.contestants import available
from benchmarks.cost import cpu_seconds
from benchmarks.groups import PROVED
from benchmarks.record import append, stamp

LOOK_SECONDS = 0.05
START_SECONDS = 20.0
"""CPU time for imports and small boards."""

STOPS = 2
"""Stopped so often, a contestant is out."""


def run(
    benchmark: str, sizes: list[list[Board]], contestants: tuple[str, ...], limit: float
) -> None:
    """Let all contestants solve all boards, print medians, append the results.

    Args:
        benchmark: name of the results.
        sizes: boards, those of one size together, small ones first.
        contestants: names; those whose package is missing are left out.
        limit: CPU seconds for one board.
    """
    here = stamp()
    present = [name for name in contestants if available(name)]
    if len(present) < len(contestants):
        print("some rivals are not installed: pip install --group bench")
    stops: Counter[tuple[str, str, int]] = Counter()
    for boards in sizes:
        first = boards[0]
        weights: dict[Board, int | None] = {}
        for name in present:
            line = (name, first.family, first.colours)
            if stops[line] >= STOPS:
                continue
            results = solve_all(name, boards, limit, STOPS - stops[line])
            stops[line] += sum(r["status"] == "limit" for r in results)
            for board, result in zip(boards, results, strict=False):
                proved = result["status"] in PROVED
                if proved and weights.setdefault(board, result["weight"]) != result["weight"]:
                    result["status"] = "disagrees"
                everything = {"contestant": name, **asdict(board), **result, "limit": limit}
                append(benchmark, everything, here)
            _print(first, name, results)


def command(
    benchmark: str,
    about: str,
    families: dict[str, tuple[tuple[int, ...], tuple[int, ...]]],
    contestants: tuple[str, ...],
    boards: int,
) -> None:
    """Read the options of one benchmark and run it.

    Args:
        benchmark: name of the results.
        about: its docstring.
        families: sizes and colours of each family.
        contestants: names.
        boards: how many of one size, unless asked otherwise.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=120.0, help="CPU seconds for one board")
    parser.add_argument("--boards", type=int, default=boards, help="boards of one size")
    parser.add_argument("--sizes", type=_numbers, help="only these, such as 5,9")
    parser.add_argument("--colours", type=_numbers, help="only these")
    parser.add_argument(
        "--contestants", type=lambda text: tuple(text.split(",")), help="only these"
    )
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the worker is ended too
    sizes = [
        [Board(family, n, c, seed) for seed in range(1, asked.boards + 1)]
        for family, (sides, palettes) in families.items()
        for c in palettes
        for n in sides
        if n in (asked.sizes or sides) and c in (asked.colours or palettes)
    ]
    run(benchmark, sizes, asked.contestants or contestants, asked.limit)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def solve_all(
    contestant: str, boards: list[Board], limit: float, stops: int
) -> list[dict[str, Any]]:
    """Return a result a board, in order; fewer when stopped for the last time."""
    results: list[dict[str, Any]] = []
    while len(results) < len(boards) and stops > 0:
        came = _serve(contestant, boards[len(results) :], limit)
        results += came
        stops -= sum(r["status"] == "limit" for r in came)
    return results


def _serve(contestant: str, boards: list[Board], limit: float) -> list[dict[str, Any]]:
    """Start a worker and read its results until it ends, or is stopped at the limit."""
    command = [sys.executable, "-m", "benchmarks.worker"]
    worker = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    results: list[dict[str, Any]] = []
    try:
        worker.stdin.write(
            json.dumps({"contestant": contestant, "boards": [astuple(b) for b in boards]})
        )
        worker.stdin.close()
        ready, base = False, 0.0
        while True:
            if select.select([worker.stdout], [], [], LOOK_SECONDS)[0]:
                line = worker.stdout.readline()
                if not line:
                    break
                base = cpu_seconds(worker.pid)
                if ready:
                    results.append(json.loads(line))
                ready = True
            elif cpu_seconds(worker.pid) - base > limit + (0 if ready else START_SECONDS):
                results.append({"status": "limit", "cpu_seconds": limit})
                return results
    finally:
        with contextlib.suppress(ProcessLookupError):
            worker.send_signal(signal.SIGKILL)  # its own children end with it
        worker.wait()
        worker.stdout.close()
    if len(results) < len(boards):
        results.append({"status": "crashed"})
    return results


def _print(board: Board, contestant: str, results: list[dict[str, Any]]) -> None:
    proved = [r["cpu_seconds"] for r in results if r["status"] in PROVED]
    others = Counter(r["status"] for r in results if r["status"] not in PROVED)
    fields = [f"{board.family:11} n {board.n:3} c {board.colours:2} {contestant:18}"]
    if proved:
        fields.append(f"{len(proved)} proved, median {median(proved):10.4f} s CPU")
    fields += [f"{count} {status}" for status, count in others.items()]
    print("  ".join(fields), flush=True)
