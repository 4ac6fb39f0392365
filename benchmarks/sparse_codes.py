"""Syndromes of sparse codes: `auto` against integer programming and constraint solvers.

    python -m benchmarks.sparse_codes --limit 10 --count 3

Every rival is a process of its own and gets the same boards, one after the other; a board that
takes it longer than the limit of CPU time ends the process, and a new one goes on behind it.  CPU
seconds include the building of the solver's own program, not imports: a small board is solved
before.  Written: benchmarks/results/sparse_codes.json, and a table on standard output.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import time
from math import exp, log
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.codes import Instance, bicycle, flipped, instances
from benchmarks.rivals import RIVALS, available

RESULTS = Path(__file__).parent / "results" / "sparse_codes.json"


def cpu_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def serve(rival: str, boards: list[Instance], pipe: Connection) -> None:
    """Solve boards one after the other; say what came out, and what it cost."""
    from lo_exact.backends.worker import close_children

    run = RIVALS[rival][0]
    run(next(flipped("", bicycle(72), (0.02,), 1)).puzzle)
    for board in boards:
        close_children()  # what children used is counted when they end
        pipe.send("next")
        began = cpu_seconds()
        proved, weight = run(board.puzzle)
        close_children()
        pipe.send((proved, weight, cpu_seconds() - began))


def contest(rival: str, boards: list[Instance], limit: float) -> list[dict[str, Any]]:
    """Return for each board what the rival made of it."""
    found: list[dict[str, Any]] = []
    while len(found) < len(boards):
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=serve, args=(rival, boards[len(found) :], theirs))
        child.start()
        theirs.close()
        try:
            while len(found) < len(boards):
                assert ours.recv() == "next"
                end = time.monotonic() + 20 * limit
                began = used_by(child.pid)
                while not ours.poll(0.05):
                    if used_by(child.pid) - began > limit or time.monotonic() > end:
                        raise TimeoutError
                proved, weight, seconds = ours.recv()
                found.append({"proved": proved, "weight": weight, "cpu_seconds": round(seconds, 5)})
        except (TimeoutError, EOFError, AssertionError) as why:
            found.append({"proved": False, "why": type(why).__name__})
        finally:
            child.kill()
            child.join()
    return found


def used_by(pid: int | None) -> float:
    """Return the CPU time of a process and of its living children."""
    ticks, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += sum(map(float, fields[11:15]))
            waiting += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except OSError:
            continue
    return ticks / 100


def main() -> None:
    """Run the contest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limit", type=float, default=120.0, help="CPU seconds a board")
    parser.add_argument("--count", type=int, default=20, help="syndromes of each code and rate")
    parser.add_argument("--rivals", default=",".join(available()))
    parser.add_argument("--families", default="", help="words separated by ;")
    given = parser.parse_args()
    words = given.families.split(";")
    boards = [b for b in instances(given.count) if any(word in b.family for word in words)]
    rivals = given.rivals.split(",")
    families = list(dict.fromkeys(board.family for board in boards))
    rows: list[dict[str, Any]] = []
    RESULTS.parent.mkdir(exist_ok=True)
    for family in families:
        chosen = [board for board in boards if board.family == family]
        found = {rival: contest(rival, chosen, given.limit) for rival in rivals}
        for k, board in enumerate(chosen):
            said = {rival: found[rival][k] for rival in rivals}
            weights = {one["weight"] for one in said.values() if one["proved"]}
            rows.append({"family": family, "name": board.name, "disagree": len(weights) > 1} | said)
        about = {"limit": given.limit, "count": given.count, "measured": "CPU seconds, one thread"}
        RESULTS.write_text(json.dumps(about | {"boards": rows}, indent=1) + "\n")
        print(line(family, [row for row in rows if row["family"] == family], rivals), flush=True)
    print(f"disagreements: {sum(row['disagree'] for row in rows)}")


def line(family: str, rows: list[dict[str, Any]], rivals: list[str]) -> str:
    """Return one line: for each rival the geometric mean, the median, and how many it proved.

    The means are over the boards that all rivals with any proof in the family have proved.
    """
    able = [rival for rival in rivals if any(row[rival]["proved"] for row in rows)]
    shared = [row for row in rows if all(row[rival]["proved"] for rival in able)]
    parts = []
    for rival in rivals:
        times = [row[rival]["cpu_seconds"] for row in rows if row[rival]["proved"]]
        common = [max(row[rival]["cpu_seconds"], 1e-4) for row in shared] if rival in able else []
        mean = exp(sum(map(log, common)) / len(common)) if common else float("nan")
        middle = median(times) if times else float("nan")
        parts.append(f"{rival} {mean:.4f} / {middle:.4f} / {len(times)}")
    return f"{family} ({len(rows)}, {len(shared)} by all): " + "; ".join(parts)


if __name__ == "__main__":
    main()
