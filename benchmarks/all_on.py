"""All lights of the n x n board on (OEIS A075464): the minimum and the number of minima.

    python -m benchmarks.all_on --first 1 --last 60
    python -m benchmarks.all_on --again --first 79 --last 79
    python -m benchmarks.all_on --b-file b075464.txt

Boards with up to 2^24 solutions go to the coset engine, others to quarters.  The minimum is
multiplied out and, where the sequence is published, compared.  Values are written to
data/results/all-on-minima.json and printed with the CPU time of each board.  ``--again`` takes the
groups of quarters in another order, so that other halves prove the same; it compares and writes
nothing.  ``--b-file`` writes the values, up to the first that is missing, as OEIS wants them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine as quarters
from lo_exact.engines.quarters import resumable
from lo_exact.engines.quarters.pairs import largest
from lo_exact.outcome import Progress, Wanted, Watch
from lo_exact.topology import grid_puzzle

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "data" / "results" / "all-on-minima.json"
MOST_VISITED = 24
"""The largest nullity for which all solutions are visited."""

ABOUT = (
    "Minimum number of presses that turns all lights of the n x n board off (plus rule, 2 colours, "
    "all on; OEIS A075464), and in how many ways it is reached. Proved by visiting all 2^nullity "
    "solutions or, where 'by' says quarters, by pairs of sums of four groups of buttons; each "
    "value's least minimum was multiplied out. 'presses' is the lexicographically "
    "least minimum as a hexadecimal number of n * n bits, row by row, top left the highest bit."
)


def solve(n: int) -> tuple[dict[str, Any], float]:
    """Return the board's entry and the CPU seconds it took."""
    puzzle = grid_puzzle(np.ones((n, n), dtype=np.int64))
    system, keep = puzzle.system, Path(f"all-on-{n}.checkpoint")
    started = time.process_time()
    nullity = len(system.solutions.kernel.orders)
    wanted, watch = Wanted(count=True), Watch(report=told)
    if nullity <= MOST_VISITED:
        outcome = coset.minimise(system, wanted, watch)
    else:
        outcome = resumable.minimise_resumable(
            system, wanted, watch, keep, puzzle.sha256, resume=keep.exists()
        )
    seconds = time.process_time() - started
    presses = np.array(outcome.minima[0], dtype=np.int64)
    assert system.solves(presses)
    assert int(presses.sum()) == outcome.weight
    return {
        "n": n,
        "nullity": nullity,
        "weight": outcome.weight,
        "minimum_solutions": outcome.count,
        "presses": f"{int(''.join(map(str, outcome.minima[0])), 2):x}",
    } | ({"by": "quarters"} if nullity > MOST_VISITED else {}), seconds


def told(progress: Progress) -> None:
    """Show how far a long search is, on stderr."""
    print(
        f"\r{progress.seconds:6.0f} s, {progress.done} of {progress.total or '?'} pairs, "
        f"{progress.lower_bound}..{progress.best}",
        end="", file=sys.stderr, flush=True,
    )  # fmt: skip


def solve_again(n: int) -> tuple[int, int, float]:
    """Return (minimum, number of minima, CPU seconds) by quarters over other halves."""
    system = grid_puzzle(np.ones((n, n), dtype=np.int64)).system
    plan = quarters.plan_of(system)
    assert plan.groups is not None, f"n = {n}: {plan.refusal}"
    a, b, c, d = plan.groups.buttons
    started = time.process_time()
    least = plan.basis.reduced(system.solutions.particular)
    best = largest(
        len(plan.basis.pivots), plan.columns, 1 - 2 * least, (a, c, b, d), ties=True, limit=1,
        look=lambda *_: None, pause=lambda: None,
    )  # fmt: skip
    return (n * n - best.sum) // 2, best.count, time.process_time() - started


def b_file(boards: dict[int, dict[str, Any]]) -> str:
    """Return lines "n a(n)" from 1 on, as far as every value is known."""
    known = itertools.takewhile(boards.__contains__, itertools.count(1))
    return "".join(f"{n} {boards[n]['weight']}\n" for n in known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=60)
    parser.add_argument("--again", action="store_true", help="compare with other halves")
    parser.add_argument("--b-file", type=Path, help="write what is known, and solve nothing")
    asked = parser.parse_args()
    published = json.loads((ROOT / "data" / "published.json").read_text(encoding="utf-8"))
    values = published["A075464_all_on_minimum_n1_54"]["values"]
    known = {}
    if RESULTS.exists():
        known = {e["n"]: e for e in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]}
    if asked.b_file:
        asked.b_file.write_text(b_file(known), encoding="ascii")
        return
    if asked.again:
        for n in range(asked.first, asked.last + 1):
            weight, count, seconds = solve_again(n)
            same = (weight, count) == (known[n]["weight"], known[n]["minimum_solutions"])
            print(f"{n:3} {weight:5} {count:6} {seconds:8.3f} s", "same" if same else "DIFFERENT")
        return
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
