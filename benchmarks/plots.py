"""The plots of docs/benchmarks, one a family, from the results."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import sparse_codes
from benchmarks.groups import Record, latest, middle
from benchmarks.plot import Point, log_plot
from benchmarks.record import read

CONTESTS = {
    "squares": ("Random solvable n x n boards, 2 colours: CPU seconds, median", "n"),
    "colour_codes": ("Triangular colour codes, p = 0.1: CPU seconds, median", "distance d"),
}
RIVALS = ("auto", "highs", "scip")
"""Those that were asked nearly everything of the sparse codes."""


def plots() -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each plot."""
    for name, (title, label) in CONTESTS.items():
        yield name.replace("_", "-"), contest(read(name), title, label)
    three = [record for record in read("palettes") if record["colours"] == 3]
    title = "Random solvable n x n boards, 3 colours: CPU seconds, median"
    yield "palettes", contest(three, title, "n")
    rows = [record for record in read("low_rank") if record["family"] == "row+column"]
    yield "low-rank", contest(rows, "Row+column boards, n x n: CPU seconds, median", "n")
    yield "sparse-codes", cactus()
    yield "growth", growth()
    yield "giants", giants()
    yield "decoding", decoding()


def contest(records: list[Record], title: str, label: str) -> str:
    """Draw the medians of all contestants by size."""
    groups = latest(records, "family", "colours", "n")
    series: dict[str, list[Point]] = {}
    for _, group in sorted(groups.items()):
        for name in dict.fromkeys(r["contestant"] for r in group):
            point = middle(group, name)
            if point is not None:
                series.setdefault(name, []).append(point)
    return log_plot(title, label, series, max(r["limit"] for g in groups.values() for r in g))


def cactus() -> str:
    """Draw how many syndromes of sparse codes are proved within how long, for the same ones."""
    times: dict[str, dict[tuple[str, str], Record]] = {name: {} for name in RIVALS}
    for family, group in sparse_codes.latest(read(sparse_codes.NAME)).items():
        for row in group:
            if row["contestant"] in times:
                times[row["contestant"]][family, row["name"]] = row
    common = set.intersection(*(set(found) for found in times.values()))
    series = {}
    for name, found in times.items():
        proved = sorted(
            sparse_codes.seconds(found[board])
            for board in common
            if sparse_codes.proved(found[board])
        )
        series[name] = [Point(k, seconds, False) for k, seconds in enumerate(proved, 1)]
    title = f"Sparse codes: {len(common)} syndromes asked of all three, CPU seconds"
    return log_plot(title, "proved within that time", series, 0)


def growth() -> str:
    """Draw CPU seconds from file to answer by the side of the board."""
    measured = [record for record in read("growth") if "question" in record]
    series: dict[str, list[Point]] = {}
    for (colours, n), (*_, row) in sorted(latest(measured, "colours", "n").items()):
        name = f"{colours} colours, {row['question']}"
        series.setdefault(name, []).append(Point(n, row["cpu_seconds"], False))
    title = "Random solvable n x n boards by elimination: CPU seconds from file to answer"
    return log_plot(title, "n", series, 0, log_x=True)


def giants() -> str:
    """Draw CPU seconds of whole commands on uniform boards by the number of lights."""
    series: dict[str, list[Point]] = {}
    for (what, n), (*_, row) in sorted(latest(read("giants"), "what", "n").items()):
        if what in ("bitmap to bitmap, solve", "text, solve"):
            series.setdefault(what, []).append(Point(n * n, row["cpu_seconds"], False))
    title = "Uniform boards: CPU seconds of the whole command"
    return log_plot(title, "lights", series, 0, log_x=True)


def decoding() -> str:
    """Draw microseconds a shot of `Decoder`, by error rate."""
    series: dict[str, list[Point]] = {}
    for (what,), (*_, row) in sorted(latest(read("decoding"), "what").items()):
        code, _, rate = what.rpartition(" ")
        seconds = row["microseconds"] / 1e6
        series.setdefault(code, []).append(Point(float(rate), seconds, False))
    return log_plot("Decoding: CPU seconds a shot", "error rate", series, 0, log_x=True)
