"""Numbers in the text of a page, made from the data.

A page says ``<!-- = NAME WORDS -->``, the number, and ``<!-- . -->``; what stands between is
written anew by the programs that write the page's tables.  NAME is a row of `VALUES`, and the words
are its arguments.  `loose` lists the numbers that stand by hand: of two digits and more, or with a
point, and neither the size of a board nor a power, a year, a code's name or a part of a formula.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import sparse_codes
from benchmarks.groups import PROVED, latest
from benchmarks.record import read
from benchmarks.records.atlas import RULES, SURFACES, load_atlas
from benchmarks.records.collect import ROOT, SOURCES, load
from benchmarks.worker import FAST_SECONDS, REPEATS

MARK = re.compile(r"(<!-- = ([^>]+?) -->).*?(<!-- \. -->)", re.DOTALL)
RESULTS = ROOT / "data" / "results"


def boards_a_size(benchmark: str) -> str:
    """Return how many boards of one size `auto` was given, as one number or a range."""
    groups = latest(read(benchmark), "family", "colours", "n")
    counts = {
        len({record["seed"] for record in group if record["contestant"] == "auto"})
        for group in groups.values()
    }
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def limit(benchmark: str, colours: int = 2) -> str:
    """Return the limit of CPU seconds a board, of the boards of at least so many colours."""
    groups = latest(read(benchmark), "family", "colours", "n")
    limits = {
        record["limit"] for (_, c, _), group in groups.items() for record in group if c >= colours
    }
    return " or ".join(f"{seconds:g}" for seconds in sorted(limits))


def all_on(key: str) -> str:
    """Return a number about the all-on boards."""
    terms = json.loads((RESULTS / "all-on-minima.json").read_text(encoding="utf-8"))["boards"]
    sides = {entry["n"] for entry in terms}
    tori = json.loads((RESULTS / "all-on-tori.json").read_text(encoding="utf-8"))["boards"]
    twice = json.loads((RESULTS / "all-on-evidence.json").read_text(encoding="utf-8"))["boards"]
    published = json.loads((ROOT / "data" / "published.json").read_text(encoding="utf-8"))
    known = len(published["A075464_all_on_minimum_n1_54"]["values"])
    found = {
        "published": known,
        "new": len(terms) - known,
        "first_new": min(sides - set(range(1, known + 1))),
        "terms": len(terms),
        "last": max(sides),
        "missing": ", ".join(str(n) for n in range(1, max(sides)) if n not in sides),
        "twice": len(twice),
        "tori": sum("refused" not in entry for entry in tori),
        "tori_last": max(entry["n"] for entry in tori),
        "tori_refused": sum("refused" in entry for entry in tori),
    }
    return str(found[key])


def bound(n: str, key: str) -> str:
    """Return a bound for the all-on board of this side: `lower` or `upper`."""
    boards = json.loads((RESULTS / "all-on-bounds.json").read_text(encoding="utf-8"))["boards"]
    (board,) = (board for board in boards if board["n"] == int(n))
    return str(board[key])


def pairs(n: str) -> str:
    """Return how many pairs of sums the engine looked at, for the all-on board of this side."""
    boards = json.loads((RESULTS / "all-on-evidence.json").read_text(encoding="utf-8"))["boards"]
    (board,) = (board for board in boards if board["n"] == int(n))
    return " and ".join(f"{number:,}" for number in board["pairs"])


def giants(what: str, n: str) -> str:
    """Return the CPU seconds of the latest run on an n x n board."""
    (*_, row) = latest(read("giants"), "what", "n")[what, int(n)]
    return f"{row['cpu_seconds']:.2g}"


def enlight(n: str) -> str:
    """Return the minimum of MIPLIB's board of this side, or that it has no solution."""
    (found,) = {r["weight"] for r in read("enlight") if r["n"] == int(n) and r["status"] in PROVED}
    return "infeasible" if found is None else str(found)


def classical(key: str, *name: str) -> str:
    """Return a number of the latest run on a classical code: `weight` or `cpu_seconds`."""
    (row, *_) = latest(read("classical_codes"), "name", "contestant")[" ".join(name), "distance"]
    return f"{row[key]:.3g}"


def wall(*name: str) -> str:
    """Return the weight that windows proved for a puzzle of the walls, or its interval."""
    (row, *_) = latest(read("walls"), "name", "contestant", "label")[
        " ".join(name), "auto", "windows"
    ]
    if row["status"] == "optimal":
        return f"{row['weight']} in {row['cpu_seconds']:.2g} s"
    return f"{row['bound']} to {row['weight']} after {row['limit']:g} s"


def records() -> str:
    """Return how many records data/records has."""
    return str(sum(len(load(name)) for name in SOURCES))


def atlas() -> str:
    """Return how many boards the atlas has, counted once for each rule and surface."""
    return f"{sum(len(load_atlas(rule, surface)) for rule in RULES for surface in SURFACES):,}"


def hardest(size: str, key: str = "low") -> str:
    """Return a number of the record about the hardest board of a size, plus on the plane."""
    (record,) = (r for r in load("hardest") if r["id"] == f"hardest plus {size}")
    low, high = record.get("interval", [record.get("value")] * 2)
    found: dict[str, Any] = {
        "low": low,
        "high": high,
        "count": record.get("count"),
        "seconds": f"{record['cpu']['seconds']:.2g}",
    }
    return str(found[key])


def only(values: set[str]) -> str:
    """Return the one value of a set, or all of them."""
    return " or ".join(sorted(values))


def noise_limit() -> str:
    """Return the limit on words over a noisy channel."""
    return only(
        {
            f"{row['limit']:g}"
            for family, rows in sparse_codes.latest(read(sparse_codes.NAME)).items()
            for row in rows
            if family.endswith("noise")
        }
    )


VALUES: dict[str, Callable[..., str]] = {
    "boards": boards_a_size,
    "limit": lambda benchmark, colours="2": limit(benchmark, int(colours)),
    "noise-limit": noise_limit,
    "distance-limit": lambda: only({f"{record['limit']:g}" for record in read("distances")}),
    "repeat-below": lambda: f"{FAST_SECONDS:g}",
    "repeats": lambda: str(REPEATS),
    "all-on": all_on,
    "bound": bound,
    "hardest": hardest,
    "classical": lambda *name: classical("cpu_seconds", *name),
    "classical-weight": lambda *name: classical("weight", *name),
    "wall": wall,
    "pairs": pairs,
    "enlight": enlight,
    "giants": lambda n: giants("bitmap to bitmap, solve", n),
    "giants-kernel": lambda n: giants("kernel --count", n),
    "records": records,
    "atlas": atlas,
}


def filled(text: str) -> str:
    """Return a page with its numbers made anew."""

    def made(match: re.Match[str]) -> str:
        name, *words = match[2].split()
        if name not in VALUES:
            raise SystemExit(
                f"{match[1]}: there is no value {name!r}; VALUES has {', '.join(VALUES)}"
            )
        return f"{match[1]}{VALUES[name](*words)}{match[3]}"

    return MARK.sub(made, text)


GENERATED = re.compile(
    r"<!-- (?:table|begin) (\S+) -->.*?<!-- end (?:of table|\1) -->|```.*?```", re.DOTALL
)
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|^    .*$", re.MULTILINE)
NAMES = re.compile(
    r"\d+ x \d+|\d+\^\S+|\[\[[^\]]*\]\]|\bA\d{6}\b(\(\d+\))?|\b(19|20)\d\d\b|\b\d+K\b"
    r"|\b(CC0|SHA-256|SCIP|CSPLib|Python) ?\d*(\.\d+)?|\(\d+,\d+\)|exit codes? \d+"
)
NUMBER = re.compile(r"\d[\d,. ]*\d")


def loose(text: str, allowed: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield each number of a page that stands by hand."""
    text = CODE.sub("", MARK.sub("", GENERATED.sub("", text)))
    for phrase in allowed:
        text = text.replace(phrase, "")
    for found in NUMBER.finditer(NAMES.sub("", text)):
        yield found[0]
