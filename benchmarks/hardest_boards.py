"""Hardest boards of many families: ``python -m benchmarks.hardest_boards``.

Writes ``data/results/hardest-boards.json`` (every value with its evidence: an example board, its
minimum, the refuted peaks), ``hardest-boards.md`` (the table) and ``hardest-*.txt`` (b-files, up to
the first size that is not settled).  Values that stand there already are kept; ``--again`` redoes
them, ``--effort`` searches longer where only an interval is known.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, prod
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cost import Meter
from lo_exact.certificate.certify import write_certificate
from lo_exact.certificate.checker import check
from lo_exact.certificate.draft import MinimumClaim
from lo_exact.errors import LimitReached, LoExactError
from lo_exact.hardest_boards.answer import Hardest
from lo_exact.hardest_boards.claims.certificates import MAX_VISITED
from lo_exact.hardest_boards.find import hardest
from lo_exact.puzzle import Puzzle
from lo_exact.runners.work import Where
from lo_exact.topology import with_state
from lo_exact.topology.described import described

RESULTS = Path(__file__).resolve().parents[1] / "data/results"
EXAMPLES = RESULTS.parent / "records/hardest"
"""Certificates of examples with more solutions than the checker walks through."""


@dataclass(frozen=True)
class Family:
    """Boards of one rule.

    Attributes:
        name: as it is called in files.
        about: one line for people.
        sizes: (rows, columns) pairs.
        rule: neighbourhood.
        topology: surface.
        colours: c.
    """

    name: str
    about: str
    sizes: tuple[tuple[int, int], ...]
    rule: str = "plus"
    topology: str = "plane"
    colours: int = 2

    @property
    def square(self) -> bool:
        """Whether all boards are squares."""
        return all(rows == columns for rows, columns in self.sizes)


def squares(low: int, high: int) -> tuple[tuple[int, int], ...]:
    return tuple((n, n) for n in range(low, high + 1))


FAMILIES = (
    Family("plus", "plus", squares(1, 130)),
    Family("x", "own light and diagonal neighbours", squares(1, 12), rule="x"),
    Family("king", "own light and the eight around it", squares(1, 10), rule="king"),
    Family("knight", "own light and knight's steps", squares(1, 8), rule="knight"),
    Family("torus", "plus on a torus", squares(3, 10), topology="torus"),
    Family("plus-c3", "plus, 3 colours", squares(1, 7), colours=3),
    Family("plus-c4", "plus, 4 colours", squares(1, 5), colours=4),
    Family("plus-c6", "plus, 6 colours", squares(1, 5), colours=6),
    Family("alien-c4", "row and column, 4 colours", squares(3, 5), rule="row+column", colours=4),
    Family(
        "rectangles",
        "plus on rectangles",
        tuple((rows, columns) for columns in range(2, 13) for rows in range(1, columns)),
    ),
)


def main() -> None:
    """Find what is missing, and write everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--family", help="names separated by commas")
    parser.add_argument("--size", help="only this size, like 5x5")
    parser.add_argument("--effort", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="redo what is there")
    parser.add_argument("--open", action="store_true", help="redo what is not settled")
    parser.add_argument("--time-limit", type=float, default=inf, help="seconds for each board")
    asked = parser.parse_args()
    sys.set_int_max_str_digits(0)
    path = RESULTS / "hardest-boards.json"
    known = {entry["name"]: entry for entry in _load(path)}
    for family in FAMILIES:
        if asked.family and family.name not in asked.family.split(","):
            continue
        for rows, columns in family.sizes:
            name = f"{family.name} {rows}x{columns}"
            if asked.size and asked.size != f"{rows}x{columns}":
                continue
            old = known.get(name)
            if old and not asked.again and not (asked.open and old["status"] != "optimal"):
                continue
            new = found_entry(
                family, rows, columns, old, asked.effort, asked.jobs, asked.time_limit
            )
            known[name] = better(old, new)
            print(name, known[name]["lower_bound"], known[name]["upper_bound"], flush=True)
            _write(path, known)


def found_entry(
    family: Family,
    rows: int,
    columns: int,
    old: dict[str, Any] | None,
    effort: int,
    jobs: int,
    time_limit: float,
) -> dict[str, Any]:
    """Return one board's entry; a better example than the old one gets a certificate."""
    puzzle = described(
        f"{rows}x{columns}",
        neighbourhood=family.rule,
        topology=family.topology,
        colours=family.colours,
    )
    meter = Meter()
    try:
        found = hardest(puzzle, effort=effort, where=Where(jobs), time_limit=time_limit)
    except LimitReached as error:
        raise SystemExit(f"{family.name} {rows}x{columns}: {error}") from None
    if old is None or found.lower_bound > old["lower_bound"]:
        certify_example(puzzle, found)
    joiner = "" if family.colours <= 10 else " "
    return {
        "name": f"{family.name} {rows}x{columns}",
        "puzzle_sha256": puzzle.sha256,
        "status": found.status.value,
        "lower_bound": found.lower_bound,
        "upper_bound": found.upper_bound,
        "boards": str(found.boards) if found.boards >= 0 else None,
        "method": found.method,
        "seconds": round(meter.seconds(), 2),
        "state": joiner.join(map(str, found.state)),
        "presses": joiner.join(map(str, found.presses)),
        "refutations": [
            {
                "peak": one.peak,
                "depth": one.depth,
                "points": one.points,
                "basis": " ".join(format(vector, "x") for vector in one.basis),
            }
            for one in found.refutations
        ],
        **({} if effort == 1 else {"effort": effort}),
    }


def certify_example(puzzle: Puzzle, found: Hardest) -> None:
    """Write a certificate of the example's minimum where a walk through all solutions is too long.

    It rests on halves, and is accepted by the checker before it stays.
    """
    if not found.state or prod(puzzle.system.elimination.orders) <= MAX_VISITED:
        return
    size = "x".join(map(str, puzzle.layout.shape))
    board = with_state(puzzle, np.array(found.state, dtype=np.int64))
    EXAMPLES.mkdir(exist_ok=True)
    claim = MinimumClaim(found.lower_bound, (found.presses,))
    try:
        written = write_certificate(board, claim, EXAMPLES / f"{size}.json", forms=("halves",))
    except LoExactError as reason:
        print(f"{size}: no certificate: {reason}")
        return
    verdict = check(written.path)
    if not verdict.accepted:
        written.path.unlink()
        print(f"{size}: the checker says {verdict.text}")


def better(old: dict[str, Any] | None, new: dict[str, Any]) -> dict[str, Any]:
    """Join two entries of a board: the higher lower bound and the lower upper bound."""
    if old is None or new["status"] == "optimal" or old["puzzle_sha256"] != new["puzzle_sha256"]:
        return new
    joined = dict(new)
    if old["lower_bound"] >= new["lower_bound"]:
        joined |= {key: old[key] for key in ("lower_bound", "state", "presses")}
    if old["upper_bound"] < new["upper_bound"]:
        joined.pop("flag", None)
        joined |= {key: old[key] for key in ("upper_bound", "refutations", "flag") if key in old}
    if joined["lower_bound"] == joined["upper_bound"]:
        joined["status"] = "optimal"
    return joined


def _load(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["boards"] if path.exists() else []


def _entries(known: dict[str, dict[str, Any]], family: Family) -> Iterator[dict[str, Any]]:
    for rows, columns in family.sizes:
        entry = known.get(f"{family.name} {rows}x{columns}")
        if entry is not None:
            yield entry


def _write(path: Path, known: dict[str, dict[str, Any]]) -> None:
    ordered = [entry for family in FAMILIES for entry in _entries(known, family)]
    about = (
        "Largest minimum number of presses over all solvable boards, and how many boards need it. "
        "'state' is an example by light, 'presses' its lexicographically least minimum, found "
        "among all its solutions; 'refutations' are searches of docs/explain/hardest.md that leave "
        "nothing below the peak, 'flag' the steps of a direct sum."
    )
    lines = ",\n".join(json.dumps(entry) for entry in ordered)
    path.write_text(
        f'{{\n"about": {json.dumps(about)},\n"boards": [\n{lines}\n]}}\n', encoding="utf-8"
    )
    table = ["# Hardest boards", "", about, ""]
    for family in FAMILIES:
        entries = list(_entries(known, family))
        if not entries:
            continue
        table += [f"## {family.about.capitalize()}", ""]
        table += ["| board | hardest | boards that need it | method |", "|---|---|---|---|"]
        for entry in entries:
            size = entry["name"].split()[1].replace("x", " x ")
            value = str(entry["lower_bound"])
            if entry["status"] != "optimal":
                value += f" to {entry['upper_bound']}"
            table.append(f"| {size} | {value} | {_count(entry['boards'])} | {entry['method']} |")
        table.append("")
        if family.square:
            _write_bfile(family, entries)
    (path.with_suffix(".md")).write_text("\n".join(table), encoding="utf-8")


def _write_bfile(family: Family, entries: list[dict[str, Any]]) -> None:
    lines = []
    for (rows, _), entry in zip(family.sizes, entries, strict=False):
        if entry["status"] != "optimal" or entry["name"] != f"{family.name} {rows}x{rows}":
            break
        lines.append(f"{rows} {entry['lower_bound']}\n")
    if lines:
        (RESULTS / f"hardest-{family.name}.txt").write_text("".join(lines), encoding="utf-8")


def _count(boards: str | None) -> str:
    if boards is None:
        return "not counted"
    return boards if len(boards) <= 24 else f"{boards[:6]}... ({len(boards)} digits)"


if __name__ == "__main__":
    main()
