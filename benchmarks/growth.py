"""How time and memory grow with the board: plus rule, n x n, random solvable boards, from a file.

    python -m benchmarks.growth            all sizes, some minutes
    python -m benchmarks.growth --quick    up to 400

Two colours: `min`, from the board's file to the proved minimum.  Three colours: `solve`, from the
file to presses and quiet patterns.  Every size runs in a process of its own, so that its peak
memory is its own; CPU seconds are those of reading and solving, imports left out.  Answers are
multiplied out.  The exponent of a power law fitted to n = 400..1600 is printed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.boards import Board
from benchmarks.cost import own_peak_mib
from benchmarks.record import append, stamp
from lo_exact.algebra import Coset
from lo_exact.formats import read_puzzle, write_puzzle
from lo_exact.outcome import Status
from lo_exact.solver import minimum, solve

SIZES = (100, 200, 400, 566, 800, 1000, 1131, 1600, 2000, 3000)
QUESTIONS = {2: "min", 3: "solve"}
QUICK = 400
FITTED = (400, 1600)


def measure(path: Path, question: str) -> dict[str, Any]:
    """Measure reading and answering one board."""
    start = time.process_time()
    puzzle = read_puzzle(path)
    found = minimum(puzzle) if question == "min" else solve(puzzle)
    seconds = time.process_time() - start
    coset = puzzle.system.solutions
    assert isinstance(coset, Coset)
    assert found.status is Status.OPTIMAL or question == "solve"
    assert puzzle.system.solves(np.array(found.presses))
    return {
        "question": question,
        "colours": puzzle.colours,
        "cpu_seconds": round(seconds, 3),
        "peak_mib": own_peak_mib(),
        "nullity": len(coset.kernel.orders),
    }


def measure_apart(n: int, colours: int) -> dict[str, Any]:
    """Write a board, and measure in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        path.write_text(write_puzzle(Board("plus", n, colours, 1).puzzle()), encoding="utf-8")
        command = [sys.executable, "-m", "benchmarks.growth", "--one", str(path)]
        command.append(QUESTIONS[colours])
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: dict[str, Any] = json.loads(answer)
    return {"n": n, **result}


def exponent(results: list[dict[str, Any]]) -> float:
    """Fit cpu_seconds = a n^k by least squares of the logarithms."""
    fitted = [r for r in results if FITTED[0] <= r["n"] <= FITTED[1]]
    if len(fitted) < 2:
        return float("nan")
    n, seconds = np.log(np.array([(r["n"], r["cpu_seconds"]) for r in fitted])).T
    return float(np.polyfit(n, seconds, 1)[0])


def main() -> None:
    """Measure, print and record every size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help=f"only up to {QUICK}")
    parser.add_argument("--one", nargs=2, metavar=("BOARD", "QUESTION"), help="one board's file")
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(Path(asked.one[0]), asked.one[1])))
        return
    here = stamp()
    for colours, question in QUESTIONS.items():
        results = []
        for n in SIZES:
            if asked.quick and n > QUICK:
                continue
            found = measure_apart(n, colours)
            results.append(found)
            append("growth", found, here)
            print(
                f"c = {colours} {question:5} {n:5} {found['cpu_seconds']:7.2f} s CPU "
                f"{found['peak_mib']:6} MiB  nullity {found['nullity']}",
                flush=True,
            )
        if exponent(results) == exponent(results):
            print(f"CPU time grows as n^{exponent(results):.2f} from {FITTED[0]} to {FITTED[1]}")


if __name__ == "__main__":
    main()
