"""Syndromes of sparse codes: `auto` against integer programming and constraint solvers.

    python -m benchmarks.sparse_codes --limit 20 --count 3 --budget 40
    python -m benchmarks.sparse_codes --families "colour;toric" --rivals auto,scip
    python -m benchmarks.sparse_codes --only report

Every rival is a process of its own and gets the same boards of a family, one after the other, the
first syndrome of each rate before the second; a board that takes it longer than the limit of CPU
time ends the process, and a new one goes on behind it.  Who has used up the budget of a family, or
was stopped twice in it, is asked no more there.  CPU seconds, warm (small codes are answered
first), one thread each, include the building of the solver's own program and all child processes.

Written: a line for each board and rival in benchmarks/results/sparse_codes.jsonl, and a table on
standard output.  A rival that was stopped at the limit counts as the limit in the means.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterable
from math import exp, log
from multiprocessing.connection import Connection
from statistics import median
from typing import Any

from benchmarks.codes import Instance, bicycle, colour_codes, flipped, instances, toric
from benchmarks.cost import Meter, cpu_seconds
from benchmarks.record import append, read, stamp
from benchmarks.rivals import RIVALS, available

NAME = "sparse_codes"
LEAST_SECONDS = 1e-4
"""Times below count as this."""

MOST_STOPS = 2
"""Who was stopped so often is asked no more in a family."""

WARMED_LIGHTLY = ("cpsat",)
"""A weight of 8 takes it 20 s already; it works in the process itself."""

Row = dict[str, Any]


def serve(rival: str, boards: list[Instance], pipe: Connection) -> None:
    """Solve boards one after the other; say what came out, and what it cost."""
    run = RIVALS[rival][0]
    warmers = [*flipped("", bicycle(72), (0.02,), 1), *flipped("", toric(8), (0.05,), 1)]
    if rival not in WARMED_LIGHTLY:
        warmers += [*flipped("", bicycle(72), (0.08,), 1), *colour_codes((9,), 3)]
    for warm in warmers:
        run(warm.puzzle)
    for board in boards:
        pipe.send("next")
        meter = Meter()
        said = run(board.puzzle)
        pipe.send((said, meter.seconds()))


def contest(rival: str, boards: list[Instance], limit: float, budget: float) -> list[Row]:
    """Return for each board what the rival made of it; fewer where the budget ran out."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    found: list[Row] = []
    spent = 0.0
    while len(found) < len(boards) and spent < budget and _stops(found) < MOST_STOPS:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=serve, args=(rival, boards[len(found) :], theirs))
        child.start()
        assert child.pid is not None
        theirs.close()
        try:
            while len(found) < len(boards) and spent < budget:
                assert ours.recv() == "next"
                began, end = cpu_seconds(child.pid), time.monotonic() + 20 * limit
                while not ours.poll(0.05):
                    if cpu_seconds(child.pid) - began > limit or time.monotonic() > end:
                        raise TimeoutError
                (status, weight), seconds = ours.recv()
                found.append({"status": status, "weight": weight, "cpu_seconds": round(seconds, 5)})
                spent += seconds
        except TimeoutError:
            found.append({"status": "limit", "cpu_seconds": limit})
            spent += limit
        except EOFError:
            found.append({"status": "crashed", "cpu_seconds": limit})
            spent += limit
        finally:
            child.kill()
            child.join()
    return found


def _stops(found: list[Row]) -> int:
    return sum(row["status"] in ("limit", "crashed") for row in found)


def main() -> None:
    """Run the contest."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=120.0, help="CPU seconds a board")
    parser.add_argument("--budget", type=float, default=600.0, help="CPU seconds a rival, family")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin no family after these")
    parser.add_argument("--count", type=int, default=20, help="syndromes of each code and rate")
    parser.add_argument("--rivals", default=",".join(available()))
    parser.add_argument("--families", default="", help="words separated by ;")
    parser.add_argument("--names", default="", help="how boards begin, separated by ;: rates")
    parser.add_argument("--only", choices=["report"], help="print the table of the latest runs")
    given = parser.parse_args()
    if given.only:
        for text in table(read(NAME)):
            print(text)
        return
    words, rivals, here = given.families.split(";"), given.rivals.split(","), stamp()
    end = time.monotonic() + given.seconds
    begins = tuple(given.names.split(";"))
    boards = [
        b for b in instances(given.count)
        if any(word in b.family for word in words) and b.name.startswith(begins)
    ]  # fmt: skip
    for family in dict.fromkeys(board.family for board in boards):
        if time.monotonic() > end:
            print(f"{family}: no time left")
            continue
        # the first syndrome of each rate before the second: a budget cuts no rate off
        chosen = [board for board in boards if board.family == family]
        chosen.sort(key=lambda board: board.seed)
        rows = []
        for rival in rivals:
            for board, result in zip(
                chosen, contest(rival, chosen, given.limit, given.budget), strict=False
            ):
                about = {"contestant": rival, "family": family, "name": board.name}
                row = {**about, **result, "limit": given.limit}
                append(NAME, row, here)
                rows.append(row | here)
        for text in table(rows):
            print(text, flush=True)


def latest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each family's latest run."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["family"], []).append(row)
    for family, group in groups.items():
        newest = max(row["when"] for row in group)
        groups[family] = [row for row in group if row["when"] == newest]
    return groups


def table(rows: Iterable[Row]) -> Iterable[str]:
    """Yield a line for each family and rival: means, how many were proved, and `auto` beside it.

    A ratio is the geometric mean of the rival's times over those of `auto`, over the boards that
    both were asked.  The last column is the largest ratio of `auto` to the best rival of a board
    that takes the best one over 0.1 s.
    """
    for family, group in latest(rows).items():
        by_rival: dict[str, dict[str, Row]] = {}
        weights: dict[str, set[int]] = {}
        for row in group:
            by_rival.setdefault(row["contestant"], {})[row["name"]] = row
            if proved(row):
                weights.setdefault(row["name"], set()).add(row["weight"])
        own = by_rival.pop("auto", {})
        wrong = sum(len(found) > 1 for found in weights.values())
        worst = max(ratios(own, by_rival), default=0.0)
        yield f"{family}: {len(weights)} boards, {wrong} disagreements, worst ratio {worst:.2f}"
        for rival, found in ({"auto": own} | by_rival).items():
            times = [seconds(row) for row in found.values()]
            both = [name for name in found if name in own]
            ratio = mean([seconds(found[name]) / seconds(own[name]) for name in both])
            yield (
                f"  {rival:12} mean {mean(times):8.4f}  median {median(times):8.4f}"
                f"  most {max(times):8.4f}"
                f"  proved {sum(map(proved, found.values()))} of {len(found)}"
                f"  over auto {ratio:.2f}"
            )


def ratios(own: dict[str, Row], rivals: dict[str, dict[str, Row]]) -> Iterable[float]:
    """Yield `auto` over the best rival for the boards that take that one over 0.1 s."""
    for name, row in own.items():
        there = (rows[name] for rows in rivals.values() if name in rows)
        best = min((seconds(other) for other in there if proved(other)), default=0.0)
        if best > 0.1:
            yield seconds(row) / best


def proved(row: Row) -> bool:
    """Say whether a rival claims a proof."""
    return bool(row["status"] == "optimal")


def seconds(row: Row) -> float:
    """Return what counts in a mean."""
    return max(row["cpu_seconds"], LEAST_SECONDS)


def mean(times: list[float]) -> float:
    """Return the geometric mean."""
    return exp(sum(map(log, times)) / len(times)) if times else float("nan")


if __name__ == "__main__":
    main()
