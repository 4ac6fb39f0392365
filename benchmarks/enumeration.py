"""The coset engine's speed: nanoseconds a solution, on one core and on all.

    python -m benchmarks.enumeration

Random solvable boards (no symmetry to use) with 2^20, 2^28 and 2^30 solutions.  Wall seconds matter
for the gain of a second core; they mean little on a busy machine, so each is the least of three.
"""

from __future__ import annotations

import time

from benchmarks.boards import Board
from benchmarks.cost import Meter, own_peak_mib
from benchmarks.record import append, stamp
from lo_exact.algebra import Coset
from lo_exact.engines import coset, coset_run
from lo_exact.outcome import Wanted, Watch

SIDES = (30, 64, 47)
REPEATS = 3


def measure(n: int, threads: int) -> dict[str, object]:
    """Return what visiting all solutions of one n x n board costs, elimination left out."""
    system = Board("plus", n, 2, 1).puzzle().system
    found = system.solutions
    assert isinstance(found, Coset)
    cpu, wall = [], []
    for _ in range(REPEATS):
        prepared = coset.prepare(found.kernel, system.prices, per_button=False)
        meter, began = Meter(), time.monotonic()
        search = prepared.search(found.particular)
        position = coset_run.start(search, Wanted())
        outcome = coset_run.finish(search, position, Watch(), threads=threads)
        wall.append(time.monotonic() - began)
        cpu.append(meter.seconds())
    return {
        "n": n,
        "nullity": len(found.kernel.orders),
        "weight": outcome.weight,
        "threads": threads,
        "cpu_seconds": round(min(cpu), 4),
        "wall_seconds": round(min(wall), 4),
        "nanoseconds": round(min(cpu) / found.kernel.size * 1e9, 3),
        "peak_mib": own_peak_mib(),
    }


def main() -> None:
    """Measure, print and record every size on one core and on all."""
    here = stamp()
    for n in SIDES:
        for threads in sorted({1, coset.cores()}):
            result = measure(n, threads)
            print("  ".join(f"{key} {value}" for key, value in result.items()), flush=True)
            append("enumeration", result, here)


if __name__ == "__main__":
    main()
