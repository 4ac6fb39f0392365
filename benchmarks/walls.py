"""The walls: puzzles that `auto` did not prove, or refused, and what it and others do today.

    python -m benchmarks.walls --limit 20 --label after
    python -m benchmarks.walls --contestants auto --names dense,torus

Each puzzle is answered in a process of its own with a limit of CPU time: `auto`, CP-SAT (one
worker), HiGHS on the raw program A x - c k = s, SCIP with XOR constraints at c = 2 and the raw
program otherwise.  Who is stopped says its best weight and bound; an external solver that is
stopped once is not asked for what is left of that family, whose puzzles get harder.  Weights that
are said to be optimal must agree, and no best may be below one, no bound above one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

from benchmarks.record import append, read, stamp
from benchmarks.wall_puzzles import PUZZLES

NAME = "walls"
CONTESTANTS = ("auto", "cpsat", "highs", "scip")
GRACE = 30.0
"""Wall seconds for each second of the limit after which a solver is killed, on a busy machine."""


def main() -> None:
    """Measure what is asked for; one puzzle and contestant a process."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for one puzzle")
    parser.add_argument("--label", default="after", help="which version of `auto` this is")
    parser.add_argument("--contestants", default=",".join(CONTESTANTS))
    parser.add_argument("--names", default="", help="only puzzles whose names hold one of these")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "CONTESTANT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        from benchmarks.wall_contestants import answered

        print(json.dumps(answered(*asked.one, asked.limit)))
        return
    here = stamp()
    parts, stopped = asked.names.split(","), set[tuple[str, str]]()
    for name, (family, _) in PUZZLES.items():
        if not any(part in name for part in parts):
            continue
        for contestant in asked.contestants.split(","):
            if contestant != "auto" and (family, contestant) in stopped:
                continue
            said = _measured(name, contestant, asked.limit)
            if said["status"] != "optimal":
                stopped.add((family, contestant))
            said = {"name": name, "family": family, "contestant": contestant, **said}
            append(NAME, {**said, "limit": asked.limit, "label": asked.label}, here)
            shown = " ".join(f"{key} {said[key]}" for key in said if key not in ("name", "family"))
            print(f"{name:50} {shown}", flush=True)
    for complaint in complaints(list(read(NAME))):
        print(complaint)


def _measured(name: str, contestant: str, limit: float) -> dict[str, Any]:
    """Answer one puzzle in a process of its own."""
    command = [
        sys.executable, "-m", "benchmarks.walls", "--one", name, contestant, "--limit", str(limit),
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=30 + GRACE * limit, check=False
        )
    except subprocess.TimeoutExpired:
        return {"status": "killed"}
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return {"status": "crashed", "why": done.stderr.strip().splitlines()[-1:]}
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def complaints(rows: list[dict[str, Any]]) -> list[str]:
    """Say which answers contradict each other."""
    proved: dict[str, set[int]] = {}
    for row in rows:
        if row["status"] == "optimal":
            proved.setdefault(row["name"], set()).add(row["weight"])
    said = [f"{name}: optimal {sorted(w)}" for name, w in proved.items() if len(w) > 1]
    for row in rows:
        if row["status"] == "infeasible":
            said.append(f"{row['name']}: {row['contestant']} says that nothing solves it")
        least = min(proved.get(row["name"], {-1}))
        if least < 0 or row["status"] == "optimal":
            continue
        if row.get("weight", least) < least or row.get("bound", least) > least:
            said.append(f"{row['name']}: {row['contestant']} contradicts {least}")
    return said


if __name__ == "__main__":
    main()
