"""All lights of the n x n board on (OEIS A075464): the minimum and the number of minima.

    python -m benchmarks.all_on --first 1 --last 60
    python -m benchmarks.all_on --again --first 79 --last 79
    python -m benchmarks.all_on --certificate 79.json --first 79
    python -m benchmarks.all_on --b-file b075464.txt
    python -m benchmarks.all_on --torus --first 1 --last 100

Boards with up to 2^24 solutions go to the coset engine, others to quarters.  The minimum is
multiplied out and, where the sequence is published, compared.  Values are written to
data/results/all-on-minima.json and printed with the CPU time of each board.  ``--again`` proves
the same over other halves than those of the engine, compares, and writes the evidence of these
halves to data/results/all-on-evidence.json; ``--certificate`` makes of it a certificate, which the
checker judges where ranks are at most 24.  A search that is stopped resumes from its ledger in the
current folder.
``--b-file`` writes the values, up to the first that is missing, as OEIS wants them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lo_exact import __version__
from lo_exact.algebra import IntArray
from lo_exact.certificate.draft import (
    document_text,
    kernel_document,
    puzzle_document,
    vector_document,
)
from lo_exact.certificate.forms.halves import evidence_of, thresholds
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine as quarters
from lo_exact.engines.quarters.groups import Groups, finer, rank
from lo_exact.outcome import Progress, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.topology import grid_puzzle

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "data" / "results" / "all-on-minima.json"
EVIDENCE = ROOT / "data" / "results" / "all-on-evidence.json"
TORI = ROOT / "data" / "results" / "all-on-tori.json"
MOST_LISTED = 64
MOST_VISITED = 24
"""The largest nullity for which all solutions are visited."""

ABOUT = (
    "Minimum number of presses that turns all lights of the n x n board off (plus rule, 2 colours, "
    "all on; OEIS A075464), and in how many ways it is reached. Proved by visiting all 2^nullity "
    "solutions or, where 'by' says quarters, by pairs of sums of four groups of buttons; each "
    "value's least minimum was multiplied out. 'presses' is the lexicographically "
    "least minimum as a hexadecimal number of n * n bits, row by row, top left the highest bit."
)

ABOUT_TORI = ABOUT.replace("n x n board off (plus rule, ", "n x n torus off (plus rule, ").replace(
    "; OEIS A075464", ""
) + (
    " 'refused' says why there is no minimum: too many solutions, or no groups at all. Where 'by' "
    "says orbits, the certificates in data/records/odd-tori prove it, by symmetries."
)

ABOUT_EVIDENCE = (
    "Minima of all-on boards found a second time, over other halves than those of the first "
    "search. 'minima' are all minima and 'evidence' is the form halves, both as in "
    "docs/certificate-forms.md; "
    "'pairs' is about how many pairs of sums reach each threshold (one number: both). A "
    "certificate is made of it by "
    "python -m benchmarks.all_on --certificate FILE --first N, and checked by python "
    "checker.py FILE where ranks are at most 24; data/oeis/a075464/verify.py proves all."
)


def solve(n: int, topology: str = "plane") -> tuple[dict[str, Any], float]:
    """Return the board's entry and the CPU seconds it took.

    Raises:
        UsageError: When there are too many solutions to visit, and no four groups of buttons.
    """
    puzzle = grid_puzzle(np.ones((n, n), dtype=np.int64), topology=topology)
    system = puzzle.system
    started = time.process_time()
    nullity = len(system.solutions.kernel.orders)
    wanted, watch = Wanted(count=True), Watch(report=told)
    engine = coset if nullity <= MOST_VISITED else quarters
    outcome = engine.minimise(system, wanted, watch)
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


def other_plan(system: System) -> quarters.QuartersPlan:
    """Return a plan with other halves than those of the engine.

    Groups of the two halves are exchanged; where two groups then miss one dimension, one button
    that has it is moved over to them.
    """
    plan = quarters.plan_of(system)
    assert plan.groups is not None, plan.refusal
    assert plan.basis is not None
    a, b, c, d = plan.groups.buttons
    width = len(plan.basis.pivots)

    def ranks(*groups: IntArray) -> tuple[int, ...]:
        return tuple(rank(plan.columns[group].tolist()) for group in groups)

    def full(*groups: IntArray) -> bool:
        return rank(plan.columns[np.concatenate(groups)].tolist()) == width

    candidates = [(a, c, b, d), (a, d, b, c), (a, d, c, b)]
    for e, f, g, h in ((a, d, b, c), (b, d, a, c), (a, c, d, b)):
        for button in f[:: max(f.size // 64, 1)].tolist():  # from the second group to the fourth
            moved = np.array([button])
            candidates.append((e, np.setdiff1d(f, moved), g, np.union1d(h, moved)))
    for found in candidates:
        if full(*found[:2]) and full(*found[2:]):
            groups = Groups(found, ranks(*found))
            parts = finer(system.matrix, plan.basis.rows, groups)
            return replace(plan, groups=replace(groups, parts=parts))
    raise AssertionError("no other halves")


def solve_again(n: int) -> tuple[dict[str, Any], float]:
    """Return what quarters finds over other halves, with its evidence, and the CPU seconds.

    The evidence is that of docs/certificate-forms.md, form halves: by `certificate` it becomes a
    certificate that the checker judges where ranks are at most 24.
    """
    puzzle = grid_puzzle(np.ones((n, n), dtype=np.int64))
    system = puzzle.system
    started = time.process_time()
    plan, watch = other_plan(system), Watch(report=told)
    outcome = quarters.minimise(system, Wanted(minima=MOST_LISTED, count=True), watch, plan=plan)
    assert all(system.solves(np.array(presses)) for presses in outcome.minima)
    found = thresholds(system, plan, system.solutions.particular, outcome.weight)
    return {
        "n": n,
        "weight": outcome.weight,
        "minimum_solutions": outcome.count,
        "minima": [vector_document(np.array(presses), 2) for presses in outcome.minima],
        "pairs": [round(pairs) for pairs in found.pairs],
        "evidence": evidence_of(system, plan, found),
    }, time.process_time() - started


def certificate(n: int, path: Path) -> None:
    """Write the certificate of a board from its kept evidence."""
    entry = {e["n"]: e for e in json.loads(EVIDENCE.read_text(encoding="utf-8"))["boards"]}[n]
    puzzle = grid_puzzle(np.ones((n, n), dtype=np.int64))
    document = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"lo-exact": __version__},
        "claim": {
            "kind": "minimum", "puzzle_sha256": puzzle.sha256, "weight": entry["weight"],
            "count": entry["minimum_solutions"], "minima": entry["minima"],
        },
        "puzzle": puzzle_document(puzzle),
        "kernel": kernel_document(puzzle.system.solutions),
        "evidence": [entry["evidence"]],
    }  # fmt: skip
    path.write_text(document_text(document), encoding="ascii")


def tori(first: int, last: int, rank_: int) -> None:
    """Solve boards without edges, as far as the ranks of their groups allow, and write them.

    Args:
        first: the first side.
        last: the last side.
        rank_: boards with groups of a larger rank are left out for now.
    """
    known = {}
    if TORI.exists():
        known = {e["n"]: e for e in json.loads(TORI.read_text(encoding="utf-8"))["boards"]}
    for n in range(first, last + 1):
        system = grid_puzzle(np.ones((n, n), dtype=np.int64), topology="torus").system
        nullity = len(system.solutions.kernel.orders)
        plan = quarters.plan_of(system)
        if nullity > MOST_VISITED and plan.groups and max(plan.groups.ranks) > rank_:
            print(f"{n:3} {nullity:3} left out: rank {max(plan.groups.ranks)}", flush=True)
            continue
        if known.get(n, {}).get("by") == "orbits":
            print(f"{n:3} {nullity:3} kept: data/records/odd-tori/{n}.json", flush=True)
            continue
        said = plan.refusal if nullity > MOST_VISITED else ""
        if said:
            known[n] = {"n": n, "nullity": nullity, "refused": said}
            print(f"{n:3} {nullity:3} {said}", flush=True)
        else:
            known[n], seconds = solve(n, "torus")
            fields = f"{nullity:3} {known[n]['weight']:5} {known[n]['minimum_solutions']:6}"
            print(f"{n:3} {fields} {seconds:8.3f} s", flush=True)
        write(TORI, ABOUT_TORI, known)


def b_file(boards: dict[int, dict[str, Any]]) -> str:
    """Return lines "n a(n)" from 1 on, as far as every value is known."""
    known = itertools.takewhile(boards.__contains__, itertools.count(1))
    return "".join(f"{n} {boards[n]['weight']}\n" for n in known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=60)
    parser.add_argument(
        "--torus", action="store_true", help="boards without edges, to a file apart"
    )
    parser.add_argument("--rank", type=int, default=32, help="of groups of tori, at most")
    parser.add_argument("--again", action="store_true", help="once more, over other halves")
    parser.add_argument("--certificate", type=Path, help="write that of --first from its evidence")
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
    if asked.torus:
        tori(asked.first, asked.last, asked.rank)
        return
    if asked.certificate:
        certificate(asked.first, asked.certificate)
        return
    if asked.again:
        kept = {}
        if EVIDENCE.exists():
            kept = {e["n"]: e for e in json.loads(EVIDENCE.read_text(encoding="utf-8"))["boards"]}
        for n in range(asked.first, asked.last + 1):
            kept[n], seconds = solve_again(n)
            weight, count = kept[n]["weight"], kept[n]["minimum_solutions"]
            same = (weight, count) == (known[n]["weight"], known[n]["minimum_solutions"])
            assert same, f"{n}: {known[n]} before, {weight} and {count} now"
            print(f"{n:3} {weight:5} {count:6} {seconds:8.3f} s, the same", flush=True)
            write(EVIDENCE, ABOUT_EVIDENCE, kept)
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
    write(RESULTS, ABOUT, known)


def write(path: Path, about: str, boards: dict[int, dict[str, Any]]) -> None:
    """Write entries by n, one line each."""
    lines = [json.dumps(boards[n]) for n in sorted(boards)]
    text = f'{{\n"about": {json.dumps(about)},\n"boards": [\n' + ",\n".join(lines) + "\n]\n}\n"
    aside = path.with_name(path.name + ".new")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)


if __name__ == "__main__":
    main()
