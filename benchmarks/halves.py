"""Boards of 2^30 to 2^56 solutions: minimum, number of minima, halves evidence and its check.

    python -m benchmarks.halves [NAME ...]

Each step is the command as a user gives it, in a process of its own: ``min --count``, the same with
``--certificate``, and ``check``.  CPU time counts the whole process, start-up included; ``seconds``
is what the command says the answer took.  One line a board in ``results/halves.jsonl``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.record import append, stamp
from lo_exact.formats import write_puzzle
from lo_exact.topology import grid_puzzle
from lo_exact.topology.board import HOLE

SEED = 2

BOARDS: dict[str, tuple[str, ...] | tuple[int, str]] = {
    "39x39 all on": ("full", "--size", "39x39"),
    "47x47 all on": ("full", "--size", "47x47"),
    "61x61 all on": ("full", "--size", "61x61"),
    "61x61 random": ("random", "--size", "61x61", "--seed", "1"),
    "61x61 random, 4 holes": (61, "plane"),
    "65x65 all on": ("full", "--size", "65x65"),
    "torus 60 all on": ("full", "--size", "60x60", "--topology", "torus"),
    "torus 60 random": ("random", "--size", "60x60", "--topology", "torus", "--seed", "1"),
    "torus 60 random, 4 holes": (60, "torus"),
    "torus 300 random": ("random", "--size", "300x300", "--topology", "torus", "--seed", "1"),
    "126x126 all on": ("full", "--size", "126x126"),
}  # fmt: skip


def with_holes(side: int, topology: str) -> str:
    """Return the text of a solvable random board with four holes."""
    rng = np.random.default_rng(SEED)
    state = np.zeros((side, side), dtype=np.int64)
    state.flat[rng.choice(side * side, 4, replace=False)] = HOLE
    system = grid_puzzle(state, topology=topology).system
    state[state != HOLE] = system.matrix.dot(rng.integers(0, 2, system.unknowns))
    return write_puzzle(grid_puzzle(state, topology=topology))


def ran(*words: str) -> tuple[str, float, int]:
    """Return what a command prints, its CPU seconds, and its peak in MiB."""
    with tempfile.TemporaryFile() as out:
        command = [sys.executable, "-m", "lo_exact", *words]
        child = subprocess.Popen(command, stdout=out)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, f"{words}: exit code {child.returncode}"
        out.seek(0)
        text = out.read().decode()
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10


def measured(name: str, folder: Path) -> dict[str, Any]:
    """Return one board's figures."""
    file, proof = str(folder / "board.txt"), str(folder / "proof.json")
    words = BOARDS[name]
    text = with_holes(*words) if isinstance(words[0], int) else ran("make", *words)[0]
    Path(file).write_text(text, encoding="utf-8")
    asked = ("min", file, "--count", "--json", "--quiet")
    answer, cpu, peak = ran(*asked)
    found = json.loads(answer)
    _, with_proof, _ = ran(*asked, "--certificate", proof)
    said, checking, checked_peak = ran("check", proof)
    assert f"the least weight is {found['weight']}" in said
    return {
        "board": name, "weight": found["weight"], "minimum_solutions": found["minimum_solutions"],
        "engine": found["engine"], "seconds": round(found["seconds"], 3),
        "cpu_seconds": round(cpu, 3), "peak_mib": peak,
        "certificate_cpu_seconds": round(with_proof, 3),
        "certificate_kib": Path(proof).stat().st_size >> 10,
        "check_cpu_seconds": round(checking, 3), "check_peak_mib": checked_peak,
    }  # fmt: skip


def main() -> None:
    run = stamp()
    for name in sys.argv[1:] or BOARDS:
        with tempfile.TemporaryDirectory() as folder:
            result = measured(name, Path(folder))
        append("halves", result, run)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
