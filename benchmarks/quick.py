"""Two minutes: `auto` and one rival on a few boards, beside the results that are kept.

    python -m benchmarks --quick

Every board is one of the kept results; its weight must be the same again.  A line says CPU seconds
now, over those kept, and how many times as long the rival took, now and then: that ratio hardly
depends on the machine.  Nothing is written.  Exit code 1 when a weight differs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from benchmarks.boards import Board
from benchmarks.contest import solve_all
from benchmarks.contestants import available
from benchmarks.groups import Record, latest, seconds, table
from benchmarks.record import read

BUDGET_SECONDS = 120.0
"""No size is begun after that."""

LIMIT_SECONDS = 20.0
"""CPU seconds a board."""

MOST_BOARDS = 3
CHOSEN = {
    "squares": ("plus", 2, (5, 9, 14, 19, 30), "xor:cryptominisat"),
    "palettes": ("plus", 3, (5, 9, 14), "sum:rc2"),
    "low_rank": ("row+column", 2, (9, 13, 17), "xor:cryptominisat"),
    "colour_codes": ("colour-code", 2, (9, 15, 21, 31), "direct:rc2"),
}
"""By benchmark: family, colours, sizes, and the rival that is run where it was fast enough."""


@dataclass(frozen=True)
class Side:
    """One contestant on the boards of a size: medians of CPU seconds, now and kept."""

    now: float
    kept: float
    wrong: list[str]


def measured(group: list[Record], contestant: str) -> Side | None:
    """Run a contestant on kept boards; None where it was not run, or took too long."""
    mine = [r for r in group if r["contestant"] == contestant][:MOST_BOARDS]
    slow = any(r["status"] != "optimal" or r["cpu_seconds"] > LIMIT_SECONDS / 4 for r in mine)
    if not mine or slow or not available(contestant):
        return None
    boards = [Board(r["family"], r["n"], r["colours"], r["seed"]) for r in mine]
    found = solve_all(contestant, boards, LIMIT_SECONDS, 1)
    if any(result["status"] != "optimal" for result in found):
        return Side(
            LIMIT_SECONDS, median(r["cpu_seconds"] for r in mine), [f"{contestant} stopped"]
        )
    wrong = [
        f"{board}: {contestant} says {new['weight']}, kept is {old['weight']}"
        for board, new, old in zip(boards, found, mine, strict=True)
        if new["weight"] != old["weight"]
    ]
    times = [[r["cpu_seconds"] for r in side] for side in (found, mine)]
    return Side(median(times[0]), median(times[1]), wrong)


def lines(until: float) -> Iterator[tuple[list[str], list[str]]]:
    """Yield a line of the table, and what is wrong with it, for each size until the time is up."""
    for benchmark, (family, colours, sizes, rival) in CHOSEN.items():
        groups = latest(read(benchmark), "family", "colours", "n")
        for n in sizes:
            if time.monotonic() > until:
                return
            group = groups[family, colours, n]
            ours = measured(group, "auto")
            if ours is None:
                continue
            cells = [f"{family} {n}, {colours} colours", seconds(ours.now), seconds(ours.kept)]
            cells.append(f"{ours.now / ours.kept:.2f}")
            theirs = measured(group, rival)
            if theirs is None:
                cells += ["–", "–"]
            else:
                cells += [f"{theirs.now / ours.now:.3g}", f"{theirs.kept / ours.kept:.3g}"]
            yield cells, [*ours.wrong, *(theirs.wrong if theirs else [])]


def main() -> int:
    """Run, and print the table."""
    began = time.monotonic()
    found = list(lines(began + BUDGET_SECONDS))
    heads = ["board", "auto, s", "kept, s", "now / kept", "rival / auto", "kept"]
    print(table(heads, [cells for cells, _ in found]))
    wrong = [fault for _, faults in found for fault in faults]
    print("\n".join(wrong) or "all weights as kept")
    ratios = [float(cells[3]) for cells, _ in found]
    print(f"median now / kept: {median(ratios):.2f}; {time.monotonic() - began:.0f} s in all")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
