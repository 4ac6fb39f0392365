"""One contestant in a process of its own: boards come in, one JSON line a board goes out.

    python -m benchmarks.worker < job.json

A job is ``{"contestant": ..., "boards": [[family, n, colours, seed], ...]}``.  Small boards are
solved first, so that imports and the start of solver processes are not measured.  A fast solve is
repeated, always on a fresh puzzle (puzzles remember their elimination), and the median counts.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from statistics import median
from typing import Any

from benchmarks.boards import Board
from benchmarks.contestants import prepare
from benchmarks.cost import Meter, own_peak_mib
from lo_exact.errors import LoExactError

FAST_SECONDS = 0.1
REPEATS = 5


def warm_up(contestant: str, board: Board) -> None:
    """Solve small boards of the same family, and for races start the solvers that may take part."""
    if board.family == "colour-code":
        names = [contestant]
        if contestant == "auto":
            names += ["direct:rc2", "xor:cryptominisat"]
        sizes = (3, 5)
    else:
        names, sizes = [contestant], (3, 5) if contestant == "auto" else (2, 3)
    for n in sizes:
        for name in names:
            prepare(name, Board(board.family, n, board.colours, 0).puzzle())()


def solve(contestant: str, board: Board) -> dict[str, Any]:
    """Return what one board costs and what came out, multiplied out."""
    puzzle = board.puzzle()
    cpu, wall = [], []
    while len(cpu) < REPEATS:
        run = prepare(contestant, replace(puzzle))
        meter, began = Meter(), time.monotonic()
        answer = run()
        wall.append(time.monotonic() - began)
        cpu.append(meter.seconds())
        if cpu[0] > FAST_SECONDS:
            break
    if not answer.proved:
        return {"status": "unproved"}
    if answer.presses.size and not puzzle.system.solves(answer.presses):
        return {"status": "wrong"}
    return {
        "status": "optimal" if answer.presses.size else "infeasible",
        "weight": int(answer.presses.sum()) if answer.presses.size else None,
        "cpu_seconds": round(median(cpu), 6),
        "wall_seconds": round(median(wall), 6),
        "repeats": len(cpu),
        "peak_mib": own_peak_mib(),
        "engine": answer.engine,
    }


def main() -> None:
    """Serve one job."""
    job = json.load(sys.stdin)
    boards = [Board(*board) for board in job["boards"]]
    out, sys.stdout = sys.stdout, sys.stderr  # solvers print
    warm_up(job["contestant"], boards[0])
    print(json.dumps({"status": "ready"}), file=out, flush=True)
    for board in boards:
        try:
            result = solve(job["contestant"], board)
        except LoExactError as error:
            result = {"status": "refused", "why": str(error)}
        print(json.dumps(result), file=out, flush=True)


if __name__ == "__main__":
    main()
