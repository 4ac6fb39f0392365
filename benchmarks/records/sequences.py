"""The folders of data/oeis: b-files, terms past a gap, DATA lines and checksums.

    python -m benchmarks.records.sequences

Everything is made from data/results and data/published.json; verify.py and the certificates are
kept as they are.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from benchmarks.all_on import RESULTS, ROOT, b_file

OEIS = ROOT / "data" / "oeis"
MOST_DATA = 260
"""Characters of an OEIS entry's DATA."""


def data_line(values: list[int]) -> str:
    """Return the terms that fit into DATA, by commas."""
    line = ", ".join(map(str, values))
    return line if len(line) <= MOST_DATA else line[: line.rindex(",", 0, MOST_DATA + 1)]


def a075464() -> dict[str, str]:
    """Return the files of A075464 that are made, by name."""
    kept = {e["n"]: e for e in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]}
    listed = b_file(kept)
    gap = len(listed.splitlines()) + 1
    beyond = "".join(f"{n} {kept[n]['weight']}\n" for n in sorted(kept) if n > gap)
    edit = (OEIS / "a075464" / "edit.txt").read_text(encoding="ascii")
    data = data_line([int(line.split()[1]) for line in listed.splitlines()])
    return {
        "b075464.txt": listed,
        "a075464.txt": f"# Terms of A075464 beyond the first unknown, a({gap}): n a(n)\n{beyond}",
        "edit.txt": re.sub(r"(?m)(?<=characters allow\)\n).*$", data, edit, count=1),
    }


def sums(folder: Path, changed: dict[str, str]) -> str:
    """Return the checksums of a folder, with some files changed."""
    lines = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name = path.relative_to(folder).as_posix()
        if name == "sha256sums" or "__pycache__" in name:
            continue
        text = changed[name].encode() if name in changed else path.read_bytes()
        lines.append(f"{hashlib.sha256(text).hexdigest()}  {name}\n")
    return "".join(lines)


def made(name: str) -> dict[str, str]:
    """Return the files of a sequence's folder that are made, by name."""
    files = a075464() if name == "a075464" else {}
    return files | {"sha256sums": sums(OEIS / name, files)}


def main() -> None:
    for folder in sorted(p for p in OEIS.iterdir() if p.is_dir()):
        for name, text in made(folder.name).items():
            (folder / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
