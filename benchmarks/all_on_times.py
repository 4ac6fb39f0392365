"""CPU time of the all-on boards (OEIS A075464), each solved as `all_on` does it, as records.

python -m benchmarks.all_on_times --last 60
"""

from __future__ import annotations

import argparse
import json
import time

from benchmarks.all_on import ROOT, solve
from benchmarks.cost import Meter, own_peak_mib
from benchmarks.record import append, stamp


def main() -> None:
    """Solve, compare with the published values, print and record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=60)
    asked = parser.parse_args()
    published = json.loads((ROOT / "data" / "published.json").read_text(encoding="utf-8"))
    values = published["A075464_all_on_minimum_n1_54"]["values"]
    here = stamp()
    for n in range(asked.first, asked.last + 1):
        meter, began = Meter(), time.monotonic()
        entry, _ = solve(n)
        wall = time.monotonic() - began
        seconds = meter.seconds()
        known = values[n - 1] if n <= len(values) else None
        assert known in (None, entry["weight"]), f"n = {n}: published {known}, found {entry}"
        result = {
            **{key: entry[key] for key in ("n", "nullity", "weight", "minimum_solutions")},
            "published": known,
            "cpu_seconds": round(seconds, 4),
            "wall_seconds": round(wall, 4),
            "peak_mib": own_peak_mib(),
        }
        print(f"{n:3} nullity {entry['nullity']:3} weight {entry['weight']:5} {seconds:9.3f} s CPU")
        append("all_on", result, here)


if __name__ == "__main__":
    main()
