"""The coset engine's speed: nanoseconds a solution, on one core and on all.

    python -m benchmarks.enumeration

Random solvable boards (no symmetry to use) with 2^20, 2^28, 2^30, 2^32 and 2^40 solutions.  Wall
seconds matter for the gain of a second core; they mean little on a busy machine, so each is the
least of three, or of one above ten seconds.  Searches of less than two seconds stay on one core.
"""

from __future__ import annotations

import os
import time

from benchmarks.boards import Board
from benchmarks.cost import Meter, own_peak_mib
from benchmarks.record import append, stamp
from lo_exact.algebra import Coset
from lo_exact.engines.coset import engine as coset
from lo_exact.outcome import Wanted, Watch
from lo_exact.processes.worker import close_children

SIDES = (30, 64, 47, 39, 61)
REPEATS = 3
LONG_SECONDS = 10.0


def measure(n: int, cores: int) -> dict[str, object]:
    """Return what visiting all solutions of one n x n board costs, elimination left out."""
    system = Board("plus", n, 2, 1).puzzle().system
    found = system.solutions
    assert isinstance(found, Coset)
    cpu, wall = [], []
    for _ in range(REPEATS):
        meter, began = Meter(), time.monotonic()
        outcome = coset.minimise(system, Wanted(), Watch())
        wall.append(time.monotonic() - began)
        cpu.append(meter.seconds())
        if wall[-1] > LONG_SECONDS:
            break
    return {
        "n": n,
        "nullity": len(found.kernel.orders),
        "weight": outcome.weight,
        "cores_used": cores,
        "cpu_seconds": round(min(cpu), 4),
        "wall_seconds": round(min(wall), 4),
        "nanoseconds": round(min(cpu) / found.kernel.size * 1e9, 3),
        "peak_mib": own_peak_mib(),
    }


def main() -> None:
    """Measure, print and record every size on one core and on all."""
    here = stamp()
    allowed = sorted(os.sched_getaffinity(0))
    for n in SIDES:
        for cores in sorted({1, len(allowed)}):
            os.sched_setaffinity(0, allowed[:cores])
            result = measure(n, cores)
            print("  ".join(f"{key} {value}" for key, value in result.items()), flush=True)
            append("enumeration", result, here)
            close_children()  # they keep to the cores they were started on


if __name__ == "__main__":
    main()
