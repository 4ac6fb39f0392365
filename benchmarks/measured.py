"""More tables of docs/benchmarks: halves, decoding, distances beside rivals, what stays open."""

from __future__ import annotations

import json
from collections.abc import Callable

from benchmarks import sparse_codes
from benchmarks.classical_codes import CODES
from benchmarks.groups import Record, latest, seconds, table
from benchmarks.record import read
from benchmarks.records.collect import DISTANCES
from benchmarks.wall_puzzles import PUZZLES


def halves() -> str:
    """Return the table of boards beyond enumeration, and of their evidence."""
    rows = [
        [
            board, str(r["weight"]), seconds(r["cpu_seconds"]), str(r["peak_mib"]),
            seconds(r["certificate_cpu_seconds"]), str(r["certificate_kib"]),
            seconds(r["check_cpu_seconds"]), str(r["check_peak_mib"]),
        ]
        for (board,), (*_, r) in latest(read("halves"), "board").items()
        if "check_cpu_seconds" in r
    ]  # fmt: skip
    head = [
        "board",
        "minimum",
        "CPU s",
        "MiB",
        "with evidence, CPU s",
        "KiB",
        "to check, CPU s",
        "MiB",
    ]
    return table(head, rows)


def decoding() -> str:
    """Return the table of `Decoder` on circuits and codes, with other decoders beside."""
    groups = latest(read("decoding"), "what").items()
    rows = [
        [
            what, f"{r['shots']:,}", f"{r['open']:,}", _microseconds(r["microseconds"]),
            _microseconds(r["one_by_one"]), _microseconds(r["one_by_one_p99"]),
            _microseconds(r.get("tesseract_us")), _microseconds(r.get("pymatching_us")),
        ]
        for (what,), (*_, r) in sorted(groups, key=lambda group: _code_and_rate(group[0][0]))
    ]  # fmt: skip
    head = ["code and error rate", "shots", "open", "mean", "one by one", "99 %"]
    return table([*head, "Tesseract", "PyMatching"], rows)


def fresh() -> str:
    """Return the table of decoders on circuits that nothing was tuned on."""
    rows = []
    for (circuit, rate), group in latest(read("fresh_circuits"), "circuit", "rate").items():
        for r in group:
            low, high = interval(r["errors"], r["shots"])
            proved = f"{r['proved']:,}" if "proved" in r else "–"
            rows.append([
                f"{circuit} {rate}", r["decoder"], f"{r['shots']:,}", proved, str(r["errors"]),
                f"{low:.2g} to {high:.2g}", _microseconds(r["median_us"]),
                _microseconds(r["p99_us"]), _microseconds(r["mean_us"]),
            ])  # fmt: skip
    head = ["circuit and error rate", "decoder", "shots", "proved", "wrong", "rate, 95 %"]
    return table([*head, "median", "99 %", "mean"], rows)


def interval(errors: int, shots: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate."""
    z2 = 1.959964**2
    middle = (errors + z2 / 2) / (shots + z2)
    half = (z2 * (errors * (shots - errors) / shots + z2 / 4)) ** 0.5 / (shots + z2)
    return max(0.0, middle - half), middle + half


def _code_and_rate(what: str) -> tuple[int, str, float]:
    code, _, rate = what.rpartition(" ")
    return len(code), code, float(rate)


def _microseconds(value: float | None) -> str:
    """Return a time to three digits."""
    return "–" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def distances() -> str:
    """Return the table of distances beside external solvers."""
    groups = latest(read("distances"), "n", "k")
    names = list(dict.fromkeys(r["contestant"] for group in groups.values() for r in group))
    rows = []
    for (n, k), group in groups.items():
        found = {r["contestant"]: r for r in group}
        cells = []
        for name in names:
            row = found.get(name)
            if row is None:
                cells.append("–")
            elif row["distance"] is None:
                cells.append(row["operators"])
            else:
                cells.append(seconds(row["cpu_seconds"]))
        best = next(r["distance"] for r in group if r["distance"] is not None)
        rows.append([f"[[{n},{k},{best}]]", *cells])
    return table(["code", *names], rows)


def settled() -> str:
    """Return the distances of codes that were open, or known as bounds."""
    codes = json.loads(DISTANCES.read_text(encoding="utf-8"))["codes"]
    rows = []
    for row in codes:
        known, low, high = row.get("published") or "", row["lower_bound"], row["upper_bound"]
        if ".." not in known:
            continue
        least, most = known.split("..")
        said = f"{least} to {most}" if least else f"at most {most}"
        columns, nodes = max(side["refuted"][-1] for side in row["sides"] if side["refuted"])
        rows.append([
            f"[[{row['n']},{row['k']}]]", said, f"**{low}**" if low == high else f"at least {low}",
            f"{nodes:,}", str(columns), f"{row['cpu_seconds']:.0f}",
        ])  # fmt: skip
    return table(["code", "published", "now", "nodes", "of the last limit", "CPU s"], rows)


def unproved() -> str:
    """Return what `auto` did not prove within the limit."""
    rows = [
        [family, row["name"].rpartition(" ")[0], f"{row['limit']:g}"]
        for family, group in sparse_codes.latest(read(sparse_codes.NAME)).items()
        for row in group
        if row["contestant"] == "auto" and not sparse_codes.proved(row)
    ]
    return table(["code", "error rate", "limit, CPU s"], rows)


def walls() -> str:
    """Return the table of puzzles that `auto` did not prove once: before windows, now, others."""
    groups = latest(read("walls"), "name", "contestant", "label")
    columns = [("auto", "after")]
    columns += [(name, "windows") for name in ("auto", "cpsat", "highs", "scip")]
    head = ["puzzle", "auto before", "auto", "cpsat", "highs", "scip"]
    rows = []
    for name in PUZZLES:
        cells = [groups.get((name, contestant, label)) for contestant, label in columns]
        rows.append([name, *[_wall(cell[-1]) if cell else "–" for cell in cells]])
    return table(head, rows)


def classical() -> str:
    """Return the table of minimum distances of classical codes, ours and GUAVA's."""
    groups = latest(read("classical_codes"), "name", "contestant")
    rows = []
    for name in CODES:
        ours, *_ = groups[name, "distance"]
        proved = ours["bound"] == ours["weight"]
        least = str(ours["weight"]) if proved else f"{ours['bound']}..{ours['weight']}"
        cells = [name, f"[{ours['n']},{ours['k']},{least}]"]
        forecast = ours.get("forecast_seconds", 0.0)
        cells += [f"{seconds(ours['cpu_seconds'])}", seconds(forecast) if forecast > 0.01 else "–"]
        guava, *_ = groups.get((name, "guava"), [None])
        cells.append("–" if guava is None else _guava(guava))
        rows.append(cells)
    return table(["code", "[n,k,d]", "CPU s", "forecast, s", "GUAVA, CPU s"], rows)


def _guava(row: Record) -> str:
    """Return the CPU seconds of an answer, or the limit that ended the search."""
    return f"over {row['limit']:g}" if "weight" not in row else seconds(row["cpu_seconds"])


def _wall(row: Record) -> str:
    """Return a proved weight with its CPU seconds, or bound and best at the limit."""
    if row["status"] == "optimal":
        return f"{row['weight']} ({seconds(row['cpu_seconds'])} s)"
    if row["status"] == "limit":
        return f"{row.get('bound', '?')}..{row.get('weight', '?')} at {row['limit']:g} s"
    return str(row["status"])


MEASURED: dict[str, Callable[[], str]] = {
    "halves": halves,
    "decoding": decoding,
    "fresh_circuits": fresh,
    "distances": distances,
    "settled": settled,
    "unproved": unproved,
    "walls": walls,
    "classical": classical,
}
