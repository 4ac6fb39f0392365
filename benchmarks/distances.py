"""Distances of codes: ours, compiled and plain, beside integer programs and SAT solvers.

    python -m benchmarks.distances                          all, some twenty minutes
    python -m benchmarks.distances --limit 60 --codes 72,90 small ones alone
    python -m benchmarks.distances --records                what data/records/distances.json holds
    python -m benchmarks.distances --plot                   growth, docs/distances-growth.svg

Each row is a process of its own, measured as a whole: imports, reading, and everything below it.
``distance`` is `lo-exact distance` with numba, ``distance plain`` the same without.  A rival gets
one board for each logical operator of one side (that operator is odd, all checks are even) until
the limit; the least of their minima is the distance, since the other side is its mirror image.
Who does not finish says how many of the operators were done.  dist-m4ri is in no package registry.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.plot import Point, log_plot
from benchmarks.record import append, stamp
from lo_exact.codes.code import Code
from lo_exact.codes.distance import find_distance
from lo_exact.outcome import Watch

ROOT = Path(__file__).resolve().parent.parent
CODES = ROOT / "data/codes/bicycle.json"
CSS = ROOT / "data/codes/css.json"
RECORDS = ROOT / "data/records/distances.json"
PLAIN = "import sys; sys.modules['numba'] = None; "
RIVALS = ("cuts", "slack:highs", "slack:scip", "xor:scip", "xor:cryptominisat")
GROWTH = (
    "bb:12,6:x^3+y+y^2:y^3+x+x^2",
    "bb:12,12:x^3+y^2+y^7:y^3+x+x^2",
    "bb:30,6:x^9+y+y^2:y^3+x^25+x^26",
    "bb:21,18:x^3+y^10+y^17:y^5+x^3+x^19",
)
"""Codes whose growth is drawn."""

SIZES = (72, 90, 144, 288)


def finished(words: list[str]) -> tuple[str, float, float, int]:
    """Run a command; return (standard output, CPU seconds, wall-clock seconds, peak MiB)."""
    began = time.monotonic()
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    text = child.stdout.read()
    _, _, used = os.wait4(child.pid, 0)
    seconds = time.monotonic() - began
    return text, used.ru_utime + used.ru_stime, seconds, used.ru_maxrss // 1024


def ours(code: str, limit: float, *, plain: bool) -> dict[str, Any]:
    """Measure `lo-exact distance`."""
    start = (PLAIN if plain else "") + "from lo_exact.__main__ import main; sys.exit(main())"
    arguments = ["distance", code, "--json", "-q", "--time-limit", str(limit)]
    command = [sys.executable, "-c", "import sys; " + start, *arguments]
    text, cpu, seconds, memory = finished(command)
    found = json.loads(text)
    nodes = sum(r["nodes"] for side in found["sides"] for r in side["refuted"])
    return {
        "distance": found["distance"], "lower_bound": found["lower_bound"], "nodes": nodes,
        "cpu_seconds": round(cpu, 3), "seconds": round(seconds, 3), "peak_mib": memory,
    }  # fmt: skip


def rival(name: str, code: str, limit: float) -> dict[str, Any]:
    """Measure a rival in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.distances", "--one", name, code, str(limit)]
    text, cpu, seconds, memory = finished(command)
    found = json.loads(text)
    return found | {
        "cpu_seconds": round(cpu, 3), "seconds": round(seconds, 3), "peak_mib": memory,
    }  # fmt: skip


def one(name: str, code: str, limit: float) -> dict[str, Any]:
    """Ask an engine for the lightest word of each logical operator of the first side."""
    from lo_exact.algebra import from_dense
    from lo_exact.codes.code_files import bicycle_code
    from lo_exact.outcome import Status
    from lo_exact.puzzle import Puzzle
    from lo_exact.solver import minimum

    side = bicycle_code(code).sides[0]
    end = time.monotonic() + limit
    weights: list[int] = []
    for number in range(side.functionals):
        checks = np.zeros((len(side.checks) + 1, side.size), dtype=np.int64)
        for light, row in enumerate(side.checks):
            checks[light, list(row)] = 1
        checks[-1] = [label >> number & 1 for label in side.labels]
        state = np.zeros(len(checks), dtype=np.int64)
        state[-1] = 1
        puzzle = Puzzle(from_dense(checks, 2), state, np.zeros_like(state))
        left = end - time.monotonic()
        if left <= 0:
            break
        found = minimum(puzzle, engine=name, time_limit=left)
        if found.status is not Status.OPTIMAL:
            break
        assert found.weight is not None
        weights.append(found.weight)
    done = len(weights) == side.functionals
    return {
        "distance": min(weights) if done else None,
        "operators": f"{len(weights)} of {side.functionals}",
    }


def measure(sizes: tuple[int, ...], limit: float) -> None:
    """Measure everybody on the codes of these sizes, print and keep."""
    here = stamp()
    codes = [row for row in json.loads(CODES.read_text())["codes"] if row["n"] in sizes]
    for row in codes:
        code = row["code"]
        results = {"distance": ours(code, limit, plain=False)}
        if row["n"] <= 200:
            results["distance plain"] = ours(code, limit, plain=True)
        results |= {name: rival(name, code, limit) for name in RIVALS}
        for name, result in results.items():
            kept = {"code": code, "n": row["n"], "k": row["k"], "contestant": name, "limit": limit}
            append("distances", kept | result, here)
            print(f"[[{row['n']},{row['k']}]] {name:18} {result}", flush=True)


def record(limit: float) -> None:
    """Find the distance of every code of the lists, and write them as a record."""
    from lo_exact.codes.code import css_code
    from lo_exact.codes.code_files import bicycle_code

    here = stamp()
    rows = []
    for given in json.loads(CODES.read_text())["codes"]:
        row = {"code": given["code"], "published": given["published"], "source": given["source"]}
        rows.append(row | distance_of(bicycle_code(given["code"]), limit))
    published = json.loads(CSS.read_text())
    for given in published["codes"]:
        x, z = (tuple(tuple(sorted(row)) for row in given[kind]) for kind in "XZ")
        name = f"{given['name']} of data/codes/css.json"
        row = {"code": name, "published": str(given["distance"])}
        rows.append(row | distance_of(css_code(x, z, given["n"]), limit))
    about = (
        "Distances of codes. lower_bound is proved; upper_bound is the weight of the word, whose "
        "columns count from 0. refuted: [limit, nodes] of each search that met no word; a side "
        "without any follows by the symmetry that swaps the sides. Made by: python -m "
        "benchmarks.distances --records; one code again: lo-exact distance CODE"
    )
    head = {"about": about, "made_with": {key: here[key] for key in ("cpu", "python", "lo-exact")}}
    lines = ",\n".join(json.dumps(row) for row in rows)
    RECORDS.parent.mkdir(exist_ok=True)
    new = RECORDS.with_suffix(".new")
    new.write_text(json.dumps(head)[:-1] + f', "codes": [\n{lines}\n]}}\n')
    new.rename(RECORDS)


def growth_of_nodes() -> str:
    """Draw how the nodes of four codes grow with the limit, from the record."""
    codes = {row["code"]: row for row in json.loads(RECORDS.read_text())["codes"]}
    series = {}
    for code in GROWTH:
        row = codes[code]
        nodes = [Point(limit, nodes, False) for limit, nodes in row["sides"][0]["refuted"]]
        upper = "" if row["lower_bound"] == row["upper_bound"] else f"..{row['upper_bound']}"
        series[f"[[{row['n']},{row['k']},{row['lower_bound']}{upper}]]"] = nodes
    title = "Distances of bicycle codes: nodes of the search to each limit"
    return log_plot(title, "columns", series, 0, lambda power: f"{10**power:,}")


def distance_of(code: Code, limit: float) -> dict[str, Any]:
    """Return what is known of a code after so many seconds."""
    began = time.process_time()
    found = find_distance(code, watch=Watch(limit))
    seconds = round(time.process_time() - began, 2)
    sides = [
        {"side": side.name, "lower_bound": side.lower_bound, "word": side.word,
         "refuted": side.refuted}
        for side in found.sides
    ]  # fmt: skip
    row = {
        "n": code.size, "k": code.dimension, "lower_bound": found.lower_bound,
        "upper_bound": found.weight, "cpu_seconds": seconds, "sides": sides,
    }  # fmt: skip
    print(f"[[{code.size},{code.dimension}]] {found.lower_bound}..{found.weight}  {seconds} s")
    return row


def main() -> None:
    """Read the options, measure or record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for each")
    parser.add_argument("--codes", help="numbers of qubits, such as 72,90")
    parser.add_argument("--records", action="store_true", help="write the record instead")
    parser.add_argument("--plot", action="store_true", help="draw the growth from the record")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        name, code, limit = asked.one
        print(json.dumps(one(name, code, float(limit))))
    elif asked.records:
        record(asked.limit)
    elif asked.plot:
        (ROOT / "docs/distances-growth.svg").write_text(growth_of_nodes())
    else:
        sizes = tuple(map(int, asked.codes.split(","))) if asked.codes else SIZES
        measure(sizes, asked.limit)


if __name__ == "__main__":
    main()
