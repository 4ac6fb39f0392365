"""Tables, numbers and plots of docs/benchmarks, from results: ``python -m benchmarks.report``.

Only what stands between ``<!-- begin NAME -->`` and ``<!-- end NAME -->``, or is a number of
`benchmarks.pages.values`, is written anew.  For
each size the latest run that measured it counts, so every ratio is within one run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks import sparse_codes
from benchmarks.groups import PROVED, Record, latest, middle, seconds, table
from benchmarks.measured import MEASURED
from benchmarks.pages.values import filled
from benchmarks.plot import Point
from benchmarks.plots import plots
from benchmarks.record import PACKAGES, read
from benchmarks.rivals import RIVALS

DOCS = Path(__file__).parent.parent / "docs"
FITTED = (400, 1600)
"""Sides of the boards whose growth is fitted."""


def contest(benchmark: str) -> str:
    """Return the table of one contest."""
    groups = latest(read(benchmark), "family", "colours", "n")
    names = list(dict.fromkeys(r["contestant"] for group in groups.values() for r in group))
    rows = []
    for (family, colours, n), group in sorted(groups.items()):
        points = {name: middle(group, name) for name in names}
        ours = points.get("auto")
        rivals = [p for name, p in points.items() if name != "auto" and p is not None]
        best = min(rivals, key=lambda p: p.seconds, default=None)
        ratio = "–"
        if ours is not None and best is not None and not ours.stopped:
            ratio = f"{'> ' if best.stopped else ''}{best.seconds / ours.seconds:.3g}"
        kind = {"plus": "", "colour-code": "d = "}.get(family, f"{family} ")
        size = f"{kind}{n}" if family == "colour-code" else f"{kind}{n} x {n}"
        several = len({c for _, c, _ in groups}) > 1
        label = f"c = {colours}, {size}" if several else size
        rows.append([label, *[_cell(points[name], group, name) for name in names], ratio])
    return table(["board", *names, "best rival / auto"], rows)


def _cell(point: Point | None, group: list[Record], name: str) -> str:
    if point is not None:
        return f"> {point.seconds:g}" if point.stopped else seconds(point.seconds)
    mine = [record["status"] for record in group if record["contestant"] == name]
    return ", ".join(sorted(set(mine) - set(PROVED))) or "–"


def growth() -> str:
    """Return the table of growth, with the exponents fitted."""
    measured = (record for record in read("growth") if "question" in record)
    groups = latest(measured, "colours", "n")
    rows = [
        [
            f"c = {c}, {n} x {n}, {r['question']}",
            str(r["nullity"]),
            seconds(r["cpu_seconds"]),
            str(r["peak_mib"]),
        ]
        for (c, n), (*_, r) in sorted(groups.items())
    ]
    text = table(["board", "nullity", "CPU s", "peak MiB"], rows)
    for colours in sorted({c for c, _ in groups}):
        fitted = [
            (n, group[-1]["cpu_seconds"])
            for (c, n), group in groups.items()
            if c == colours and FITTED[0] <= n <= FITTED[1]
        ]
        if len(fitted) > 1:
            sizes, times = np.log(np.array(fitted, dtype=float)).T
            power = float(np.polyfit(sizes, times, 1)[0])
            largest = max(n for n, _ in fitted)
            text += f"\n\nc = {colours}, {FITTED[0]} to {largest}: CPU time grows as n^{power:.2f}."
    return text


def giants() -> str:
    """Return the table of giant boards, with the exponents fitted over the four largest sizes."""
    groups = latest(read("giants"), "what", "n")
    rows = [
        [f"{n:,} x {n:,}", what, seconds(r["cpu_seconds"]), str(r["peak_mib"])]
        for (what, n), (*_, r) in sorted(groups.items(), key=lambda item: item[0][::-1])
    ]
    text = table(["board", "what", "CPU s", "peak MiB"], rows)
    for kind in ("bitmap to bitmap, solve", "bitmap to drawing, solve"):
        fitted = sorted(
            (n, group[-1]["cpu_seconds"]) for (what, n), group in groups.items() if what == kind
        )[-4:]
        if len(fitted) > 1:
            sizes, times = np.log(np.array(fitted, dtype=float)).T
            power = float(np.polyfit(sizes, times, 1)[0])
            text += f"\n\n{kind}, {min(fitted)[0]:,} to {max(fitted)[0]:,}: n^{power:.2f}."
    return text


def enumeration() -> str:
    """Return the table of the coset engine's speed."""
    groups = latest(read("enumeration"), "nullity", "cores_used")
    rows = [
        [
            f"{r['n']} x {r['n']}, 2^{nullity}", str(cores), seconds(r["cpu_seconds"]),
            seconds(r["wall_seconds"]), str(r["nanoseconds"]), str(r["peak_mib"]),
        ]
        for (nullity, cores), (*_, r) in sorted(groups.items())
    ]  # fmt: skip
    return table(
        ["board, solutions", "cores", "CPU s", "wall s", "CPU ns a solution", "peak MiB"], rows
    )


def all_on() -> str:
    """Return the table of the all-on boards with many solutions, and the sum of all."""
    found = [r for (_,), (*_, r) in sorted(latest(read("all_on"), "n").items())]
    rows = [
        [
            f"{r['n']} x {r['n']}", str(r["nullity"]), str(r["weight"]),
            str(r["minimum_solutions"]), seconds(r["cpu_seconds"]), seconds(r["wall_seconds"]),
        ]
        for r in found
        if r["nullity"] >= 20
    ]  # fmt: skip
    text = table(["board", "nullity", "minimum", "minima", "CPU s", "wall s"], rows)
    cpu, wall = (sum(r[key] for r in found) for key in ("cpu_seconds", "wall_seconds"))
    same = sum(r["published"] is not None for r in found)
    if not found:
        return text
    return text + (
        f"\n\nAll of n = {found[0]['n']}..{found[-1]['n']}: {cpu:.1f} s CPU, {wall:.1f} s wall; "
        f"{same} values compared with the published ones, all equal."
    )


def startup() -> str:
    """Return the table of small things."""
    groups = latest(read("startup"), "what")
    rows = [[what, f"{group[-1]['cpu_seconds'] * 1000:.3g}"] for (what,), group in groups.items()]
    return table(["what", "CPU ms"], rows)


def sparse() -> str:
    """Return the table of sparse codes: times of `auto`, and the rivals' over these."""
    families = sparse_codes.latest(read(sparse_codes.NAME))
    names = [name for name in RIVALS if name != "auto"]
    rows = []
    for family, group in families.items():
        by_rival: dict[str, dict[str, Record]] = {}
        for row in group:
            by_rival.setdefault(row["contestant"], {})[row["name"]] = row
        own = by_rival.pop("auto")
        proved = sum(map(sparse_codes.proved, own.values()))
        worst = max(sparse_codes.ratios(own, by_rival), default=None)
        times = [sparse_codes.seconds(row) for row in own.values()]
        rows.append([
            family, f"{proved} of {len(own)}", seconds(sparse_codes.mean(times)),
            seconds(max(times)), *[_over(by_rival.get(name, {}), own) for name in names],
            "–" if worst is None else f"{worst:.2f}",
        ])  # fmt: skip
    return table(["code", "proved", "auto, mean", "most", *names, "worst"], rows)


def _over(found: dict[str, Record], own: dict[str, Record]) -> str:
    """Return how many times a rival's time is that of `auto`, on the boards that both were asked.

    With how many it was asked where these are fewer, and ">" where it was stopped.
    """
    both = [name for name in found if name in own]
    if not any(sparse_codes.proved(found[name]) for name in both):
        return "–"
    times = [sparse_codes.seconds(found[n]) / sparse_codes.seconds(own[n]) for n in both]
    stopped = not all(sparse_codes.proved(found[name]) for name in both)
    part = f" ({len(both)})" if len(both) < len(own) else ""
    return f"{'> ' if stopped else ''}{sparse_codes.mean(times):.2f}{part}"


def evidence() -> str:
    """Return the table of evidence by trees: the largest figures of each family."""
    rows = []
    for (family,), group in latest(read("evidence"), "family").items():
        good = [r for r in group if r["status"] == "accepted"]
        most = [str(max(r[key] for r in good)) for key in ("nodes", "cuts", "bytes")]
        times = [seconds(max(r[key] for r in good)) for key in ("write_seconds", "check_seconds")]
        rows.append([family, f"{len(good)} of {len(group)}", *most, *times])
    head = ["code", "accepted", "nodes", "cuts", "bytes", "write, CPU s", "check, CPU s"]
    return table(head, rows)


def batches() -> str:
    """Return the table of many boards of one matrix."""
    rows = [
        [
            what, f"{r['boards']:,}", seconds(r["cpu_seconds"]), seconds(r["wall_seconds"]),
            f"{r['cpu_seconds'] / r['boards'] * 1e6:.2f}",
            ", ".join(f"{name} {count:,}" for name, count in r["methods"].items()),
        ]
        for (what,), (*_, r) in latest(read("batches"), "what").items()
    ]  # fmt: skip
    return table(["matrix", "boards", "CPU s", "wall s", "CPU us a board", "by"], rows)


def machine() -> str:
    """Return the machines, dates and versions of what the tables show."""
    names = ("squares", "palettes", "low_rank", "colour_codes", "startup", "enumeration", "all_on")
    runs: dict[str, Record] = {}
    for name in names:
        for record in read(name):
            runs[name] = record
    lines = []
    for text in dict.fromkeys(_machine_line(r) for r in runs.values()):
        days = sorted({r["when"][:10] for r in runs.values() if _machine_line(r) == text})
        lines.append(f"{' and '.join(dict.fromkeys((days[0], days[-1])))}: {text}")
    return "\n".join(f"- {line}" for line in lines)


def _machine_line(record: Record) -> str:
    versions = ", ".join(f"{name} {record[name]}" for name in PACKAGES if name in record)
    return (
        f"{record['cpu']}, {record['cores']} cores, {record['memory_gib']} GiB, "
        f"{record['system']}, Python {record['python']}, {versions}"
    )


SECTIONS: dict[str, Callable[[], str]] = {
    "machine": machine,
    "squares": lambda: contest("squares"),
    "palettes": lambda: contest("palettes"),
    "low_rank": lambda: contest("low_rank"),
    "colour_codes": lambda: contest("colour_codes"),
    "enlight": lambda: contest("enlight"),
    "alien_tiles": lambda: contest("alien_tiles"),
    "sparse_codes": sparse,
    "evidence": evidence,
    "batches": batches,
    "startup": startup,
    "enumeration": enumeration,
    "all_on": all_on,
    "growth": growth,
    "giants": giants,
    **MEASURED,
}


PAGES = (*sorted((DOCS / "benchmarks").glob("*.md")), DOCS / "distances.md")


def written(text: str) -> str:
    """Return a page with all its sections and numbers written anew."""
    for name, write in SECTIONS.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        before, found, rest = text.partition(begin)
        if found:
            text = f"{before}{begin}{write()}\n{end}{rest.partition(end)[2]}"
    return filled(text)


def main() -> None:
    """Write all sections and plots."""
    for page in PAGES:
        page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")
    for name, drawn in plots():
        (DOCS / f"benchmarks/{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
