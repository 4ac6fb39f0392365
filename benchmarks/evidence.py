"""Evidence of sparse codes' minima: what a tree weighs, and what the checker takes for it.

    python -m benchmarks.evidence --count 1
    python -m benchmarks.evidence --families "bicycle;gross" --seconds 120

For each syndrome of `sparse_codes`: the minimum by `auto`, its certificate by `tree`, and the
checker as a program of its own, with nothing but the standard library.  CPU seconds; those of the
checker include the start of Python and the reading of the puzzle.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.codes import Instance, instances
from benchmarks.cost import Meter
from benchmarks.record import append, stamp
from lo_exact.certificate import checker
from lo_exact.certificate.draft import MinimumClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.outcome import Watch
from lo_exact.solver import minimum

NAME = "evidence"


def judged(board: Instance, folder: Path, limit: float) -> dict[str, object]:
    """Return what the evidence of one minimum takes."""
    about: dict[str, object] = {"family": board.family, "name": board.name}
    found = minimum(board.puzzle, time_limit=limit)
    if found.weight is None or found.weight != found.lower_bound or found.presses is None:
        return {**about, "status": "no minimum in time"}
    path, meter = folder / "certificate.json", Meter()
    claim = MinimumClaim(found.weight, (found.presses,))
    write_certificate(board.puzzle, claim, path, forms=["tree"], watch=Watch(limit))
    about |= {"weight": found.weight, "write_seconds": round(meter.seconds(), 4)}
    text = path.read_bytes()
    (tree,) = json.loads(text)["evidence"]
    about |= {"bytes": len(text), "nodes": len(tree["nodes"]), "cuts": len(tree["cuts"])}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-I", checker.__file__, str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    status = "accepted" if said.returncode == 0 else said.stdout.strip() or said.stderr.strip()
    return {**about, "check_seconds": round(spent, 3), "status": status}


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1, help="syndromes of each code and rate")
    parser.add_argument("--families", default="", help="words separated by ;")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each step")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin none after these")
    given = parser.parse_args()
    here, end = stamp(), time.monotonic() + given.seconds
    words = given.families.split(";")
    with tempfile.TemporaryDirectory() as folder:
        for board in instances(given.count):
            if time.monotonic() > end or not any(word in board.family for word in words):
                continue
            try:
                row = judged(board, Path(folder), given.limit)
            except Exception as error:  # a row of its own: the others are measured
                row = {"family": board.family, "name": board.name, "status": f"{error}"}
            print(row, flush=True)
            append(NAME, row, here)


if __name__ == "__main__":
    main()
