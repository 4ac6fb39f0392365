"""Tables of docs/records, docs/explain/hardest.md and docs/explain/why-trust.md, made from data/.

    python -m benchmarks.pages.tables

A page says ``<!-- table NAME -->`` where a table belongs, and ``<!-- end of table -->`` behind it;
what stands between is written anew.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.pages.values import filled
from benchmarks.records.atlas import RULES, SURFACES, load_atlas
from benchmarks.records.collect import RECORDS, ROOT, SOURCES, Record, load

PAGES = ROOT / "docs" / "records"
MARK = re.compile(r"(<!-- table (\S+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
MOST_DIGITS = 18


def as_table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    heads = list(heads)
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def said(record: Record) -> str:
    """Return a value, or an interval in words."""
    if "value" in record:
        return str(record["value"])
    return "{} to {}".format(*record["interval"])


def shortened(count: str | None) -> str:
    """Return how many, or the number of its digits where it is long."""
    if count is None:
        return "not counted"
    if len(count) <= MOST_DIGITS:
        return count
    return f"{count[0]}.{count[1:4]} · 10^{len(count) - 1}"


def side(record: Record) -> str:
    """Return the size of a board."""
    asked = record["question"]
    return f"{asked['rows']} x {asked['columns']}"


def counts() -> str:
    """Return how many records each file has."""
    rows = []
    for name in SOURCES:
        records = load(name)
        settled = sum("value" in record for record in records)
        dates = sorted(record["date"] for record in records)
        link = f"[{name}.jsonl](../../data/records/{name}.jsonl)"
        rows.append([link, len(records), settled, len(records) - settled, dates[-1]])
    return as_table(["file", "records", "settled", "intervals", "newest"], rows)


def terms() -> str:
    """Return A075464, with what verifying a term takes."""
    rows = []
    for record in load("all-on"):
        n = record["question"]["rows"]
        took = "all solutions"
        if "file" in record["evidence"]:
            kept = json.loads((ROOT / record["evidence"]["file"]).read_text(encoding="ascii"))
            measured = kept["measured"]
            took = f"halves, {measured['seconds']} s, {measured['mebibytes']} MiB"
        known = "OEIS" if n <= 54 else "new"
        rows.append([n, record["value"], record["count"], known, took])
    return as_table(["n", "a(n)", "solutions that reach it", "first listed", "to verify"], rows)


def tori() -> str:
    """Return all-on tori."""
    rows = [[r["question"]["rows"], r["value"], r["count"]] for r in load("all-on-tori")]
    return as_table(["n", "presses", "solutions that reach it"], rows)


def family(rule: str, topology: str, colours: int, *, squares: bool) -> str:
    """Return hardest boards of one family."""
    rows = []
    for record in load("hardest"):
        asked = record["question"]
        if (asked["rule"], asked["topology"], asked["colours"]) != (rule, topology, colours):
            continue
        if (asked["rows"] == asked["columns"]) is squares:
            count = shortened(record.get("count"))
            rows.append([side(record), said(record), count, record["method"]])
    return as_table(["board", "presses", "boards that need that many", "method"], rows)


def distances() -> str:
    """Return distances of codes."""
    rows = []
    for record in load("distances"):
        asked = record["question"]
        other = record.get("second", "").removeprefix("published: ")
        other = f"at most {other[2:]}" if other.startswith("..") else other
        name = asked["code"].removesuffix(" of data/codes/css.json")
        rows.append(
            [f"`{name}`", f"[[{asked['n']},{asked['k']}]]", said(record), other,
             record["cpu"]["seconds"]]
        )  # fmt: skip
    return as_table(["code", "n, k", "distance", "published", "CPU s"], rows)


def undecided() -> str:
    """Return every record that is an interval."""
    rows = []
    for name in SOURCES:
        for record in load(name):
            if "interval" in record:
                low, high = record["interval"]
                known = re.match(r"published: \.\.(\d+)", record.get("second", ""))
                least = min(high, int(known[1])) if known else high
                said = f"{least} (published; {high} here)" if least < high else high
                rows.append([record["id"], low, said, least - low, record["method"]])
    return as_table(["question", "at least", "at most", "gap", "method"], rows)


def corrections() -> str:
    """Return the published values that are wrong."""
    kept = json.loads((RECORDS / "corrections.json").read_text(encoding="utf-8"))["corrections"]
    rows = [[row["published"], row["where"], row["right"], row["why"]] for row in kept]
    return as_table(["published", "where", "right", "why"], rows)


def flat() -> str:
    """Return the boards of two colours that a search of flat spectra settled, and its intervals."""
    rows = []
    for record in load("hardest"):
        if "flat spectra" in record["method"]:
            name = record["id"].removeprefix("hardest ")
            low, high = record.get("interval", [record.get("value")] * 2)
            seconds = record["cpu"]["seconds"]
            rows.append([name, low, high, shortened(record.get("count")), seconds])
    return as_table(["board", "best board", "bound", "boards that need that many", "s"], rows)


def atlas() -> str:
    """Return how much of the atlas is there."""
    rows = []
    for rule in RULES:
        for surface in SURFACES:
            boards = load_atlas(rule, surface).values()
            two = [board["all_on"].get("2") for board in boards]
            more = [found for b in boards for c, found in b["all_on"].items() if c != "2"]
            name = f"{rule}-{surface}"
            cells = [f"[{name}.jsonl](../../data/atlas/{name}.jsonl)", len(boards)]
            for asked in (two, more):
                cells.append(f"{sum(found is not None for found in asked)} of {len(asked)}")
            rows.append(cells)
    heads = ["file", "boards", "all on, two colours: settled", "all on, 3 to 12 colours: settled"]
    return as_table(heads, rows)


def campaigns() -> str:
    """Return what was judged against enumeration in all campaigns that were kept."""
    judged: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    kept = (ROOT / "data" / "campaigns.jsonl").read_text(encoding="utf-8").splitlines()
    for run in map(json.loads, kept):
        for what, times in run["seen"].items():
            judged[run["campaign"], what] += times
            wrong[run["campaign"], what] += run["wrong"]
    rows: dict[str, list[int]] = {}
    for key in sorted(judged):
        if key in COMPARED:
            row = rows.setdefault(COMPARED[key], [0, 0])
            row[0] += judged[key]
            row[1] += wrong[key]
    lines = [[what, f"{many:,}", bad] for what, (many, bad) in rows.items()]
    return as_table(["what was compared", "how many", "wrong"], lines)


COMPARED = {
    ("answers", "answers"): "minima, lists and counts of solutions",
    ("answers", "answers by children"): "the same, computed in other processes",
    ("answers", "shots"): "decoded syndromes",
    (
        "codes",
        "changed evidence: accepted, and true",
    ): "randomly changed certificates: accepted only if the claim was true",
    ("codes", "changed evidence: rejected"): "randomly changed certificates: accepted only if the "
    "claim was true",
    ("codes", "evidence"): "certificates of distances; the checker had to accept",
    ("codes", "sides of CSS codes"): "distances of CSS codes, for X and Z errors each",
    ("codes", "sides of classical codes"): "distances of classical codes",
    ("codes", "sides of model codes"): "distances of error models",
    ("spellings", "answers of commands about one matrix"): "answers about one matrix, written in "
    "several formats",
    ("windows", "answers that nothing solves it"): "engine `windows`: puzzles without a solution",
    ("windows", "answers with a minimum"): "engine `windows`: minima, lists and counts",
    ("windows", "stopped"): "engine `windows`: bounds of searches that were stopped",
}
"""What a campaign compared, in words, by its name and the name it counts under."""


TABLES: dict[str, Callable[[], str]] = {
    "campaigns": campaigns,
    "counts": counts,
    "terms": terms,
    "tori": tori,
    "distances": distances,
    "open": undecided,
    "atlas": atlas,
    "flat": flat,
    "corrections": corrections,
    "plus": lambda: family("plus", "plane", 2, squares=True),
    "rectangles": lambda: family("plus", "plane", 2, squares=False),
    "x": lambda: family("x", "plane", 2, squares=True),
    "king": lambda: family("king", "plane", 2, squares=True),
    "knight": lambda: family("knight", "plane", 2, squares=True),
    "torus": lambda: family("plus", "torus", 2, squares=True),
    "c3": lambda: family("plus", "plane", 3, squares=True),
    "c4": lambda: family("plus", "plane", 4, squares=True),
    "c6": lambda: family("plus", "plane", 6, squares=True),
    "alien": lambda: family("row+column", "plane", 4, squares=True),
}


def written(text: str) -> str:
    """Return a page with its tables and numbers made anew."""

    def made(match: re.Match[str]) -> str:
        if match[2] not in TABLES:
            raise SystemExit(f"there is no table {match[2]!r}, only {', '.join(TABLES)}")
        return f"{match[1]}\n{TABLES[match[2]]()}\n{match[3]}"

    return filled(MARK.sub(made, text))


def pages() -> list[Path]:
    """Return the pages whose tables and numbers are made here."""
    others = ("explain/hardest.md", "explain/why-trust.md")
    return [*sorted(PAGES.glob("*.md")), *(PAGES.parent / name for name in others)]


def main() -> None:
    sys.set_int_max_str_digits(0)
    for path in pages():
        path.write_text(written(path.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
