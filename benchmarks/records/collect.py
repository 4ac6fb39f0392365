"""The set of records, data/records/*.jsonl, made from what the benchmarks found.

    python -m benchmarks.records.collect

One record a line, as data/records/schema.json says.  The sources are data/results and
data/records/distances.json.  Commit and date of a value are those of the line in which it stands
in its source, by ``git blame``; a value that has not changed keeps those it has, so that a checkout
without history makes the same records.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.all_on import RESULTS, ROOT, TORI
from benchmarks.hardest_boards import FAMILIES

RECORDS = ROOT / "data" / "records"
HARDEST = ROOT / "data" / "results" / "hardest-boards.json"
DISTANCES = RECORDS / "distances.json"
VERSION = "0.1.0"
CPU = "AMD EPYC"
"""The machine of all of these, as benchmarks/results says."""

Record = dict[str, Any]


def in_hexadecimal(digits: list[int], base: int) -> str:
    """Return digits of a base as one hexadecimal number, the first digit the highest."""
    number = 0
    for digit in digits:
        number = number * base + digit
    return f"{number:x}"


def digits_of(number: str, base: int, length: int) -> list[int]:
    """Return what `in_hexadecimal` was given."""
    value, digits = int(number, 16), []
    for _ in range(length):
        value, digit = divmod(value, base)
        digits.append(digit)
    assert value == 0, f"{length} digits do not hold the number"
    return digits[::-1]


def from_all_on() -> Iterator[tuple[str, Record]]:
    """Yield the line's key and the record of each term of A075464."""
    for entry in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]:
        n = entry["n"]
        file = f"data/oeis/a075464/certificates/{n}.json"
        evidence = {"command": f"python data/oeis/a075464/verify.py --term {n}"}
        if (ROOT / file).exists():
            evidence["file"] = file
        second = "OEIS A075464, and verify.py" if n <= 54 else "verify.py"
        if "file" in evidence and not json.loads((ROOT / file).read_text())["measured"]["seconds"]:
            second = "quarters over other halves"  # verify.py was not run to its end
        yield (
            f'{{"n": {n}, ',
            {
                "id": f"all-on {n}x{n}",
                "question": question("minimum", n, n) | {"state": "all on"},
                "value": entry["weight"],
                "count": str(entry["minimum_solutions"]),
                "presses": entry["presses"],
                "method": entry.get("by", "all solutions visited"),
                "evidence": evidence,
                "second": second,
            },
        )


def from_tori() -> Iterator[tuple[str, Record]]:
    """Yield the line's key and the record of each torus with all lights on."""
    for entry in json.loads(TORI.read_text(encoding="utf-8"))["boards"]:
        n = entry["n"]
        if "refused" in entry:
            continue
        by = entry.get("by", "")
        command = f"python -m benchmarks.all_on --torus --first {n} --last {n}"
        record: Record = {
            "id": f"all-on torus {n}x{n}",
            "question": question("minimum", n, n, topology="torus") | {"state": "all on"},
            "value": entry["weight"],
            "count": str(entry["minimum_solutions"]),
            "presses": entry["presses"],
            "method": by or "all solutions visited",
            "evidence": {"command": command},
        }
        if by == "orbits":
            record["second"] = "the number of solutions of each weight, by MacWilliams' identity"
            folder = "data/records/odd-tori"
            command = f"python {folder}/judge.py {folder}/{n}.json"
            record["evidence"] = {"file": f"{folder}/{n}.json", "command": command}
        yield f'{{"n": {n}, ', record


def question(kind: str, rows: int, columns: int, **other: Any) -> Record:
    """Return a question about a grid; plus on the plane with two colours unless said."""
    asked = {"kind": kind, "rows": rows, "columns": columns}
    return asked | {"rule": "plus", "topology": "plane", "colours": 2} | other


def from_hardest() -> Iterator[tuple[str, Record]]:
    """Yield the line's key and the record of each hardest board."""
    families = {family.name: family for family in FAMILIES}
    for entry in json.loads(HARDEST.read_text(encoding="utf-8"))["boards"]:
        name, size = entry["name"].split()
        family, (rows, columns) = families[name], map(int, size.split("x"))
        rule = {"rule": family.rule, "topology": family.topology, "colours": family.colours}
        command = ["lo-exact", "hardest", "--size", size]
        if family.rule != "plus":
            command += ["--neighbourhood", family.rule]
        if family.topology != "plane":
            command += ["--topology", family.topology]
        if family.colours != 2:
            command += ["--colours", str(family.colours)]
        if "effort" in entry:
            command += ["--effort", str(entry["effort"])]
        record: Record = {
            "id": f"hardest {entry['name']}",
            "question": question("hardest", rows, columns, **rule),
        }
        low, high = int(entry["lower_bound"]), int(entry["upper_bound"])
        record |= {"value": low} if low == high else {"interval": [low, high]}
        if entry["boards"]:
            record["count"] = entry["boards"]
        for key in ("presses", "state"):
            if entry[key]:
                text = entry[key].split() if " " in entry[key] else entry[key]
                record[key] = in_hexadecimal(list(map(int, text)), family.colours)
        evidence = {"command": shlex.join(command)}
        for file in (f"data/claims/plus-{size}.evidence.json", f"data/records/hardest/{size}.json"):
            if name == "plus" and (ROOT / file).exists():
                evidence["file"] = file
        yield (
            f'{{"name": "{entry["name"]}", ',
            record
            | {
                "method": entry["method"],
                "evidence": evidence,
                "cpu": {"model": CPU, "seconds": float(entry["seconds"])},
            },
        )


def from_distances() -> Iterator[tuple[str, Record]]:
    """Yield the line's key and the record of each code's distance."""
    for entry in json.loads(DISTANCES.read_text(encoding="utf-8"))["codes"]:
        low, high = entry["lower_bound"], entry["upper_bound"]
        words = [side["word"] for side in entry["sides"] if len(side["word"]) == high]
        bits = [0] * entry["n"]
        for place in words[0]:
            bits[place] = 1
        record = {
            "id": f"distance {entry['code'].lower()}",
            "question": {
                "kind": "distance", "code": entry["code"], "n": entry["n"], "k": entry["k"],
            },
        }  # fmt: skip
        record |= {"value": low} if low == high else {"interval": [low, high]}
        if entry["published"] and "source" in entry:
            record["second"] = f"published: {entry['published']} ({entry['source']})"
        given = entry["code"].startswith("bb:")
        yield (
            f'{{"code": {json.dumps(entry["code"])}, ',
            record
            | {
                "presses": in_hexadecimal(bits, 2),
                "method": "search at an open check, limit by limit",
                "evidence": {
                    "command": f"lo-exact distance {shlex.quote(entry['code'])}"
                    if given
                    else "python -m benchmarks.distances --records",
                    "file": "data/records/distances.json",
                },
                "cpu": {"model": CPU, "seconds": entry["cpu_seconds"]},
            },
        )


SOURCES = {
    "all-on": (RESULTS, from_all_on),
    "all-on-tori": (TORI, from_tori),
    "hardest": (HARDEST, from_hardest),
    "distances": (DISTANCES, from_distances),
}
"""File in data/records, its source, and what reads that."""

WHEN = ("version", "commit", "date")


def blamed(path: Path) -> dict[str, tuple[str, str]]:
    """Return commit and date of each line of a file, by its beginning."""
    command = ["git", "-C", str(ROOT), "blame", "--line-porcelain", "--", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found, commit, date = {}, "", ""
    for line in done.stdout.splitlines():
        if line.startswith("\t"):
            found[line[1:]] = commit, date
        elif line.startswith("committer-time "):
            date = datetime.fromtimestamp(int(line.split()[1]), UTC).date().isoformat()
        elif len(line.split()[0]) == 40:
            commit = line.split()[0]
    return found


def collected(name: str, *, history: bool) -> list[Record]:
    """Return the records of a file; where nobody knows the history, of values that are kept."""
    path, read = SOURCES[name]
    kept = {}
    if (RECORDS / f"{name}.jsonl").exists():
        kept = {record["id"]: record for record in load(name)}
    lines = None
    records = []
    for key, record in read():
        old = kept.get(record["id"], {})
        if {k: v for k, v in old.items() if k not in WHEN} == record:
            when = {word: old[word] for word in WHEN}
        else:
            assert history, f"{record['id']} has changed: make records in a checkout with history"
            lines = lines or blamed(path)
            (found,) = {when for line, when in lines.items() if line.startswith(key)}
            when = {"version": VERSION, "commit": found[0], "date": found[1]}
        records.append(record | when)
    return records


def load(name: str) -> list[Record]:
    """Return the records of a file."""
    text = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def as_lines(records: list[Record]) -> str:
    """Return records as they stand in a file."""
    return "".join(json.dumps(record, sort_keys=False) + "\n" for record in records)


def main() -> None:
    for name in SOURCES:
        text = as_lines(collected(name, history=True))
        (RECORDS / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
