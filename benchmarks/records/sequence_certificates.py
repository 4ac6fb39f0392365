"""Certificates of A075464: what data/oeis/a075464/verify.py needs where solutions are too many.

    python -m benchmarks.records.sequence_certificates 39 47 61
    python -m benchmarks.records.sequence_certificates --measure 39

The groups of buttons are those of the kept evidence of benchmarks/all_on.py, else the engine's.
Each certificate is checked by verify.py in a process of its own before it stays; the seconds and
the memory this took are written into it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import numpy as np

from benchmarks.all_on import EVIDENCE, RESULTS, ROOT
from lo_exact.algebra import IntArray
from lo_exact.certificate.forms.halves import evidence_of, thresholds
from lo_exact.engines.quarters import engine as quarters
from lo_exact.engines.quarters.pairs import halves_of
from lo_exact.puzzle import System
from lo_exact.topology import grid_puzzle

FOLDER = ROOT / "data" / "oeis" / "a075464"


def groups_of(n: int, system: System, weight: int) -> tuple[list[IntArray], list[int]]:
    """Return the buttons of four groups and two thresholds of the form halves."""
    kept = {e["n"]: e for e in json.loads(EVIDENCE.read_text(encoding="utf-8"))["boards"]}
    if n in kept:
        evidence = kept[n]["evidence"]
    else:
        plan = quarters.plan_of(system)
        found = thresholds(system, plan, system.solutions.particular, weight)
        evidence = evidence_of(system, plan, found)
    groups = []
    for digits in evidence["groups"]:
        bits = f"{int(digits, 16):0{n * n}b}"[::-1]
        groups.append(np.flatnonzero(np.array(list(bits)) == "1"))
    return groups, evidence["thresholds"]


def make(n: int) -> dict[str, Any]:
    """Return the certificate of a board, not yet measured."""
    system = grid_puzzle(np.ones((n, n), dtype=np.int64)).system
    entry = {e["n"]: e for e in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]}[n]
    groups, values = groups_of(n, system, entry["weight"])
    plan = quarters.plan_of(system)
    assert plan.columns is not None
    amounts = system.prices * (1 - 2 * system.solutions.particular.astype(np.int64))
    assert plan.basis is not None
    made = halves_of(len(plan.basis.pivots), plan.columns, amounts, tuple(groups), lambda: None)
    tops = [group.high * made.unit for each in made.halves for group in each.own]
    least = [(buttons.size - top) // 2 for buttons, top in zip(groups, tops, strict=True)]
    sizes = [groups[0].size + groups[1].size, groups[2].size + groups[3].size]
    masks = []
    for buttons in groups:
        inside = np.zeros(n * n, dtype=int)
        inside[buttons] = 1
        masks.append(f"{int(''.join(map(str, inside)), 2):x}")
    return {
        "n": n,
        "weight": entry["weight"],
        "minimum_solutions": entry["minimum_solutions"],
        "limits": [int(size - value) // 2 for size, value in zip(sizes, values, strict=True)],
        "least": [int(value) for value in least],
        "groups": masks,
        "measured": {"seconds": 0, "mebibytes": 0},
    }


def measured(n: int) -> dict[str, int]:
    """Return what verify.py says that a term takes: seconds of CPU and MiB."""
    words = [sys.executable, "-I", str(FOLDER / "verify.py"), "--term", str(n)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, flush=True)
    assert done.returncode == 0, f"a({n}): exit code {done.returncode}"
    seconds, mebibytes = re.findall(r"([0-9.]+) s of CPU, (\d+) MiB", done.stdout)[-1]
    return {"seconds": int(float(seconds)) + 1, "mebibytes": int(mebibytes)}


def write(n: int, document: dict[str, Any]) -> None:
    """Write a certificate, a key a line."""
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in document.items()]
    path = FOLDER / "certificates" / f"{n}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


def main() -> None:
    again = "--measure" in sys.argv  # what is there, once more
    for n in [int(word) for word in sys.argv[1:] if word.isdigit()]:
        path = FOLDER / "certificates" / f"{n}.json"
        document = json.loads(path.read_text(encoding="ascii")) if again else make(n)
        write(n, document)
        document["measured"] = measured(n)
        write(n, document)


if __name__ == "__main__":
    main()
