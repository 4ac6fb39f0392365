"""Small things: starting the command line, one 5 x 5 board, a thousand boards of one matrix.

    python -m benchmarks.startup

Commands are started as processes, their CPU time is that of the whole process; calls are made in
one process that has imported everything.  Medians.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.boards import Board
from benchmarks.record import append, stamp
from lo_exact.outcome import Status
from lo_exact.solver import minimum
from lo_exact.solver.questions import solve_many
from lo_exact.topology import random_residues, seeded

REPEATS = 9
CALLS = 200
MANY = 1000


def command_seconds(arguments: list[str]) -> float:
    """Return the median CPU seconds of a command."""
    seconds = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(seconds)


def call_seconds() -> float:
    """Return the median CPU seconds of `minimum` on a fresh random 5 x 5 board."""
    puzzle = Board("plus", 5, 2, 1).puzzle()
    seconds = []
    for _ in range(CALLS):
        fresh = replace(puzzle)
        started = time.process_time()
        found = minimum(fresh)
        seconds.append(time.process_time() - started)
        assert found.status is Status.OPTIMAL
    return median(seconds)


def many_seconds(n: int) -> float:
    """Return the CPU seconds a board of `solve_many` on a thousand random solvable boards."""
    puzzle = Board("plus", n, 2, 1).puzzle()
    generator = seeded(n)
    states = [
        puzzle.activation.dot(random_residues(generator, puzzle.buttons, 2)) for _ in range(MANY)
    ]
    started = time.process_time()
    found = list(solve_many(puzzle, states))
    seconds = time.process_time() - started
    assert all(solution.status is Status.OPTIMAL for solution in found)
    return seconds / MANY


def main() -> None:
    """Measure, print and record everything."""
    here = stamp()
    os.environ["PYTHONPATH"] = os.pathsep.join(part or os.getcwd() for part in sys.path)
    python = [sys.executable]
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.txt"
        rows = Board("plus", 5, 2, 1).puzzle().state.reshape(5, 5)
        board.write_text("\n".join("".join(map(str, row)) for row in rows) + "\n", "utf-8")
        measured: dict[str, Callable[[], float]] = {
            "python -c pass": lambda: command_seconds([*python, "-c", "pass"]),
            "python -c 'import numpy'": lambda: command_seconds([*python, "-c", "import numpy"]),
            "python -c 'import numpy', one BLAS thread": lambda: command_seconds(
                ["env", "OPENBLAS_NUM_THREADS=1", *python, "-c", "import numpy"]
            ),
            "python -c 'import typer'": lambda: command_seconds([*python, "-c", "import typer"]),
            "lo-exact --help": lambda: command_seconds([*python, "-m", "lo_exact", "--help"]),
            "lo-exact min, 5 x 5": lambda: command_seconds(
                [*python, "-m", "lo_exact", "min", str(board)]
            ),
            "minimum(), 5 x 5, one call": call_seconds,
            "solve_many, 1000 of 5 x 5, each": lambda: many_seconds(5),
            "solve_many, 1000 of 9 x 9, each": lambda: many_seconds(9),
            "solve_many, 1000 of 20 x 20, each": lambda: many_seconds(20),
        }
        for what, measure in measured.items():
            seconds = measure()
            print(f"{what:42} {seconds * 1000:9.3f} ms CPU", flush=True)
            append("startup", {"what": what, "cpu_seconds": round(seconds, 7)}, here)


if __name__ == "__main__":
    assert np.__version__  # imported before anything is measured
    main()
