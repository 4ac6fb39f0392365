"""The atlas: quiet patterns and all-on minima of every small board, data/atlas/*.jsonl.

    python -m benchmarks.records.atlas --minutes 30
    python -m benchmarks.records.atlas --minutes 30 --patience 10

One file a rule and surface, one line a board of up to 40 x 40, as data/atlas/schema.json says.
Entries that stand there are kept; a run adds what is missing until its time is up, small boards
first.  What the engines do not prove within `PATIENCE` seconds is left out, never guessed; with
--patience it is tried again.

The quiet patterns mod c are a product of cyclic groups.  By the Chinese remainder theorem and the
invariant factors of the matrix, those mod 8, 9, 5, 7 and 11 give those of every c from 2 to 12:
a line keeps how many cyclic parts have an order divisible by 2, 4, 8, 3, 9, 5, 7 and 11.
"""

from __future__ import annotations

import argparse
import json
import time
from math import inf
from pathlib import Path
from typing import Any

from benchmarks.records.collect import ROOT
from lo_exact import grid_puzzle, kernel, minimum
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status
from lo_exact.topology.described import described

ATLAS = ROOT / "data" / "atlas"
RULES = ("plus", "cross", "x", "king", "knight")
SURFACES = ("plane", "cylinder", "torus")
LARGEST = 40
COLOURS = range(2, 13)
PASSES = ((2, 40), (12, 6), (12, 10), (12, 14), (12, 20))
"""Most colours and largest side of the all-on minima that a run looks for, one pass after another:
two colours of all boards, then more colours of small ones."""

SAVE_SECONDS = 30.0

DIVISORS = (2, 4, 8, 3, 9, 5, 7, 11)
"""Prime powers, in the order of a line's `quiet`."""

MODULI = {8: (2, 4, 8), 9: (3, 9), 5: (5,), 7: (7,), 11: (11,)}
PATIENCE = {2: 0.5}
"""Seconds that a minimum may take, by the number of colours."""

OTHERS_PATIENCE = 0.3

Board = dict[str, Any]


def sizes(surface: str) -> list[tuple[int, int]]:
    """Return (rows, columns) of every board, small ones first.

    Plane and torus look the same with rows and columns exchanged; only one of the two is kept.
    """
    sides = range(1, LARGEST + 1)
    found = [(m, n) for m in sides for n in sides if surface == "cylinder" or m <= n]
    return sorted(found, key=lambda size: (max(size), size))


def quiet(rule: str, surface: str, rows: int, columns: int) -> list[int]:
    """Return how many cyclic parts of the quiet patterns have an order divisible by `DIVISORS`."""
    found = {}
    for modulus, divisors in MODULI.items():
        puzzle = described(
            f"{rows}x{columns}", neighbourhood=rule, topology=surface, colours=modulus
        )
        orders = kernel(puzzle).orders
        for divisor in divisors:
            found[divisor] = sum(order % divisor == 0 for order in orders)
    return [found[divisor] for divisor in DIVISORS]


def all_on(
    rule: str, surface: str, rows: int, columns: int, colours: int, patience: float = 0
) -> list[Any] | None:
    """Return the fewest presses that turn off all lights on, and how many solutions need as few.

    Returns:
        [] where nothing solves it, [presses] where only the minimum is proved, [presses, number]
        with the number as digits where that is proved too; None where neither is.
    """
    puzzle = grid_puzzle(
        [[1] * columns] * rows, neighbourhood=rule, topology=surface, colours=colours
    )
    try:
        seconds = patience or PATIENCE.get(colours, OTHERS_PATIENCE)
        solution = minimum(puzzle, count=True, time_limit=seconds)
    except LimitReached:
        return None
    if solution.status is Status.INFEASIBLE:
        return []
    if solution.status is not Status.OPTIMAL:
        return None
    count = solution.minimum_solutions
    return [solution.weight] if count is None else [solution.weight, str(count)]


def path_of(rule: str, surface: str) -> Path:
    """Return the file of a rule and a surface."""
    return ATLAS / f"{rule}-{surface}.jsonl"


def load_atlas(rule: str, surface: str) -> dict[tuple[int, int], Board]:
    """Return the boards of a file by (rows, columns)."""
    path = path_of(rule, surface)
    if not path.exists():
        return {}
    boards = map(json.loads, path.read_text(encoding="ascii").splitlines())
    return {(board["rows"], board["columns"]): board for board in boards}


def save(rule: str, surface: str, boards: dict[tuple[int, int], Board]) -> None:
    """Write a file: first under another name, then renamed."""
    path = path_of(rule, surface)
    lines = [json.dumps(boards[size]) + "\n" for size in sizes(surface) if size in boards]
    new = path.with_suffix(".new")
    new.write_text("".join(lines), encoding="ascii")
    new.replace(path)


def settled(found: list[Any] | None) -> bool:
    """Say whether a minimum and its number are proved, or that there is none."""
    return found is not None and len(found) != 1


def fill(
    rule: str, surface: str, colours: int, side: int, until: float, patience: float = 0
) -> bool:
    """Add what a file lacks, up to a number of colours and a side.

    Args:
        rule: of the file.
        surface: of the file.
        colours: the most colours of an all-on minimum.
        side: the largest side of a board.
        until: when to stop, by the monotonic clock.
        patience: seconds for minima that were tried before and not settled; 0 leaves them.

    Returns:
        Whether the time was enough.
    """
    boards, saved, changed = load_atlas(rule, surface), time.monotonic(), False
    for size in sizes(surface):
        if max(size) > side or time.monotonic() > until:
            break
        if changed and time.monotonic() > saved + SAVE_SECONDS:
            save(rule, surface, boards)
            saved, changed = time.monotonic(), False
        if size not in boards:
            rows, columns = size
            found = quiet(rule, surface, *size)
            boards[size] = {"rows": rows, "columns": columns, "quiet": found, "all_on": {}}
            changed = True
        kept = boards[size]["all_on"]
        for number in range(2, colours + 1):
            key = str(number)
            again = patience and key in kept and not settled(kept[key])
            if key not in kept or (again and time.monotonic() < until):
                found_again = all_on(rule, surface, *size, number, patience)
                kept[key] = kept.get(key) if found_again is None else found_again
                changed = True
    if changed:
        save(rule, surface, boards)
    return time.monotonic() <= until


def main() -> None:
    """Fill the atlas until the time is up."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--patience", type=float, default=0, help="seconds for what is open")
    asked = parser.parse_args()
    for name in ("minutes", "patience"):
        if not 0 <= getattr(asked, name) < inf:
            parser.error(f"--{name} must be a number from 0, got {getattr(asked, name)}")
    until = time.monotonic() + asked.minutes * 60
    for colours, side in PASSES:
        for surface in SURFACES:
            for rule in RULES:
                whole = fill(rule, surface, colours, side, until, asked.patience)
                where = f"{rule} {surface}, {colours} colours, up to {side} x {side}"
                print(f"{where}: {'complete' if whole else 'stopped'}", flush=True)


if __name__ == "__main__":
    main()
