"""All lights of the n x n board on (OEIS A075464): the minimum and the number of minima.

    python -m benchmarks.all_on --first 1 --last 60

Every board goes to the coset engine; the minimum is multiplied out and, where the sequence is
published, compared.  Values are written to data/results/all-on-minima.json and printed with the CPU
time of each board.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np

from lo_exact.engines.coset import engine as coset
from lo_exact.outcome import Wanted, Watch
from lo_exact.topology import grid_puzzle

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "data" / "results" / "all-on-minima.json"
ABOUT = (
    "Minimum number of presses that turns all lights of the n x n board off (plus rule, 2 colours, "
    "all on; OEIS A075464), and in how many ways it is reached. Proved by visiting all 2^nullity "
    "solutions; each value's least minimum was multiplied out. 'presses' is the lexicographically "
    "least minimum as a hexadecimal number of n * n bits, row by row, top left the highest bit."
)


def solve(n: int) -> tuple[dict[str, Any], float]:
    """Return the board's entry and the CPU seconds it took."""
    system = grid_puzzle(np.ones((n, n), dtype=np.int64)).system
    started = time.process_time()
    outcome = coset.minimise(system, Wanted(count=True), Watch())
    seconds = time.process_time() - started
    presses = np.array(outcome.minima[0], dtype=np.int64)
    assert system.solves(presses)
    assert int(presses.sum()) == outcome.weight
    return {
        "n": n,
        "nullity": len(system.solutions.kernel.orders),
        "weight": outcome.weight,
        "minimum_solutions": outcome.count,
        "presses": f"{int(''.join(map(str, outcome.minima[0])), 2):x}",
    }, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=60)
    asked = parser.parse_args()
    published = json.loads((ROOT / "data" / "published.json").read_text(encoding="utf-8"))
    values = published["A075464_all_on_minimum_n1_54"]["values"]
    known = {}
    if RESULTS.exists():
        known = {e["n"]: e for e in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]}
    total = 0.0
    for n in range(asked.first, asked.last + 1):
        entry, seconds = solve(n)
        total += seconds
        if n <= len(values):
            assert entry["weight"] == values[n - 1], f"n = {n}: published {values[n - 1]}, {entry}"
        known[n] = entry
        fields = f"{entry['nullity']:3} {entry['weight']:5} {entry['minimum_solutions']:6}"
        print(f"{n:3} {fields} {seconds:8.3f} s", flush=True)
    versions = f"Python {platform.python_version()}, numpy {np.__version__}"
    print(f"{total:.1f} s CPU, {platform.machine()}, {versions}")
    RESULTS.parent.mkdir(exist_ok=True)
    boards = [json.dumps(known[n]) for n in sorted(known)]
    RESULTS.write_text(
        f'{{\n"about": {json.dumps(ABOUT)},\n"boards": [\n' + ",\n".join(boards) + "\n]\n}\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
