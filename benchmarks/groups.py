"""Groups of results: the latest run of each size, its median, and how numbers are written."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any

import numpy as np

from benchmarks.plot import Point

Record = dict[str, Any]

PROVED = ("optimal", "infeasible")
"""What contestants say of a board that they have settled."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table, numbers to the right."""
    titles = list(head)
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)], *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def latest(records: Iterable[Record], *keys: str) -> dict[tuple[Any, ...], list[Record]]:
    """Group records by keys, keeping for each group those of its latest run."""
    groups: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        groups.setdefault(tuple(record[key] for key in keys), []).append(record)
    for key, group in groups.items():
        newest = max(record["when"] for record in group)
        groups[key] = [record for record in group if record["when"] == newest]
    return groups


def middle(group: list[Record], contestant: str) -> Point | None:
    """Return a contestant's median on the boards of one size; None when it was left out.

    A board on which it was stopped counts as its limit.
    """
    mine = [r for r in group if r["contestant"] == contestant]
    times = [r["cpu_seconds"] for r in mine if r["status"] in (*PROVED, "limit")]
    if not mine or len(times) < len(mine):
        return None
    value = median(times)
    stopped = value >= min((r["limit"] for r in mine if r["status"] == "limit"), default=np.inf)
    spread = (min(times), max(times)) if len(times) > 1 else None
    return Point(mine[0]["n"], value, stopped, spread)


def seconds(value: float) -> str:
    """Write CPU seconds with three digits."""
    return f"{value:.3g}" if value >= 0.001 else f"{value:.5f}".rstrip("0")
