"""How time and memory of `solve` grow with the board: plus rule, n x n, random solvable boards.

    python benchmarks/growth.py            all sizes, about two minutes
    python benchmarks/growth.py --quick    up to 400

Every size runs in a process of its own, so that its peak memory is its own.  CPU seconds are those
of one `solve` (elimination, presses, kernel), the board ready in memory; the presses are multiplied
out afterwards.  Results are appended to benchmarks/results/growth.jsonl, and the exponent of a
power law fitted to n = 400..1600 is printed.
"""

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from lo_exact.algebra import Coset, SparseMatrix, residue_dtype, solve

RESULTS = Path(__file__).parent / "results" / "growth.jsonl"
SIZES = {2: (100, 200, 400, 566, 800, 1131, 1600, 2000, 3000), 3: (100, 200, 400, 566, 800, 1000)}
QUICK = 400
FITTED = (400, 1600)


def plus_board(n: int, colours: int) -> SparseMatrix:
    """The plus rule on an n x n grid, built column by column in little memory."""
    button = np.arange(n * n, dtype=np.int32)
    row, column = np.divmod(button, n)
    inside = np.stack([row > 0, column > 0, row >= 0, column < n - 1, row < n - 1], axis=1)
    shift = np.array([-n, -1, 0, 1, n], dtype=np.int32)
    lights = (button[:, None] + shift)[inside]
    starts = np.zeros(n * n + 1, dtype=np.int64)
    np.cumsum(inside.sum(axis=1), out=starts[1:])
    ones = np.ones(lights.size, dtype=residue_dtype(colours))
    return SparseMatrix((n * n, n * n), colours, starts, lights, ones)


def measure(n: int, colours: int) -> dict[str, object]:
    matrix = plus_board(n, colours)
    presses = np.random.default_rng(n).integers(0, colours, n * n)
    syndrome = matrix.dot(presses)
    del presses
    start = time.process_time()
    found = solve(matrix, syndrome)
    seconds = time.process_time() - start
    assert isinstance(found, Coset)
    assert np.array_equal(matrix.dot(found.particular), syndrome)
    assert not any(matrix.dot(generator).any() for generator in found.kernel.generators[:2])
    return {
        "n": n,
        "colours": colours,
        "cpu_seconds": round(seconds, 3),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "nullity": len(found.kernel.orders),
    }


def measure_apart(n: int, colours: int) -> dict[str, object]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--one", str(n), str(colours)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: dict[str, object] = json.loads(answer)
    return result


def exponent(results: list[dict[str, object]], colours: int) -> float:
    """Fit cpu_seconds = a n^k by least squares of the logarithms."""
    points = [
        (float(str(r["n"])), float(str(r["cpu_seconds"])))
        for r in results
        if r["colours"] == colours and FITTED[0] <= int(str(r["n"])) <= FITTED[1]
    ]
    if len(points) < 2:
        return float("nan")
    n, seconds = np.log(np.array(points)).T
    return float(np.polyfit(n, seconds, 1)[0])


def machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        lines = [x for x in cpu.read_text().splitlines() if x.startswith("model name")]
        model = lines[0].split(":")[1].strip() if lines else model
    return {"cpu": model, "python": platform.python_version(), "numpy": np.__version__}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"only up to {QUICK}")
    parser.add_argument("--one", nargs=2, type=int, metavar=("N", "COLOURS"), help="one size")
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(*asked.one)))
        return
    results = []
    print("colours      n   CPU s   peak MiB  nullity")
    for colours, sizes in SIZES.items():
        for n in sizes:
            if asked.quick and n > QUICK:
                continue
            found = measure_apart(n, colours)
            results.append(found)
            print(
                f"{colours:7} {n:6} {found['cpu_seconds']:7.2f} {found['peak_mib']:10}"
                f" {found['nullity']:8}",
                flush=True,
            )
        print(f"exponent for {FITTED[0]}..{FITTED[1]}: {exponent(results, colours):.2f}")
    RESULTS.parent.mkdir(exist_ok=True)
    stamp = {"when": datetime.now(UTC).isoformat(timespec="seconds"), **machine()}
    with RESULTS.open("a") as out:
        for found in results:
            out.write(json.dumps({"benchmark": "growth", **found, **stamp}) + "\n")


if __name__ == "__main__":
    main()
