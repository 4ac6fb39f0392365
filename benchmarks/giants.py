"""Giant boards, whole commands: from a file on disk to the answer drawn (or as a bitmap).

    python -m benchmarks.giants               up to 31,623 x 31,623, some minutes
    python -m benchmarks.giants --largest     100,000 x 100,000 as well: 2.5 GB of disk, 5 GiB
    python -m benchmarks.giants --sides 3000  boards of these sides alone
    python -m benchmarks.giants --proofs      certificates: `min --certificate`, and the checker

CPU seconds (user and system) and peak memory are those of the whole process, start and imports
included, as the operating system counts them; drawings go to /dev/null.  States are random, so tori
are mostly unsolvable: then the witness is drawn.  Whatever is answered has been multiplied out.
Each figure is the median of three runs, of one for boards of 10^9 places and more.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.record import append, stamp
from lo_exact.certificate import checker

COMMAND = ("-m", "lo_exact")
TEXT = [(1000, "solve"), (3000, "solve"), (10_000, "solve")]
PROVED = [(300, "1 % holes"), (400, "random"), (1000, "random")]
"""Boards that get a certificate: as text, solvable or not."""
LARGEST = 100_000
BITMAPS = [(n, "solve") for n in (1000, 3162, 10_000, 31_623, LARGEST)]
COUNTED = 0
"""Stands for the kernel of the largest board, counted."""
SIDES = [COUNTED, 1000, 1002, 1499, 2009, 3000, 3162, 10_000, 31_623]
QUESTIONS = ["show", "plan", "prove", "min"]
"""Beside `solve`, of 3000 x 3000."""


def write_board(path: Path, n: int, kind: str, colours: int = 2) -> None:
    """Write a random board as text, as text with holes or as a P4 bitmap."""
    rng = random.Random(n)
    with path.open("wb") as file:
        if kind == "1 % holes":
            file.write(b"legend: .=off #=on o=hole\n\n")
            for _ in range(n):
                file.write("".join(rng.choices(".#o", (99, 99, 2), k=n)).encode() + b"\n")
            return
        if kind == "pbm":
            file.write(b"P4\n%d %d\n" % (n, n))
            spare, length = -n % 8, (n + 7) // 8
            for _ in range(n):
                file.write((rng.getrandbits(n) << spare).to_bytes(length, "big"))
            return
        file.write(b"colours: %d\n\n" % colours)
        for _ in range(n):
            if colours == 2:
                file.write(format(rng.getrandbits(n), f"0{n}b").encode() + b"\n")
            else:
                file.write("".join(rng.choices("012"[:colours], k=n)).encode() + b"\n")


def measure(*arguments: str, runs: int = 3) -> dict[str, Any]:
    """Run a program in Python and return what the operating system counted for it."""
    seconds, peaks = [], []
    for _ in range(runs):
        command = [sys.executable, *arguments]
        child = os.posix_spawn(
            sys.executable, command, os.environ,
            file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
        )  # fmt: skip
        _, status, used = os.wait4(child, 0)
        assert os.waitstatus_to_exitcode(status) in (0, 1), arguments
        seconds.append(used.ru_utime + used.ru_stime)
        peaks.append(used.ru_maxrss // 1024)
    return {"cpu_seconds": round(median(seconds), 3), "peak_mib": max(peaks)}


def jobs(folder: Path, sides: set[int]) -> list[tuple[str, int, list[str]]]:
    """Write the boards of these sides; return (what, n, arguments) of every command."""
    found: list[tuple[str, int, list[str]]] = []
    for n, question in TEXT:
        if n not in sides:
            continue
        path = folder / f"{n}.txt"
        write_board(path, n, "text")
        found.append((f"text, {question}", n, [question, str(path)]))
        if n == 3000:
            found += [(f"text, {name}", n, [name, str(path)]) for name in QUESTIONS]
            found.append(("text, torus, solve", n, ["solve", str(path), "--topology", "torus"]))
    if 1000 in sides:
        three = folder / "three.txt"
        write_board(three, 1000, "text", 3)
        found.append(("text, 3 colours, solve", 1000, ["solve", str(three)]))
    for n in (1002, 1499, 2009):  # with 8, 22 and 10 quiet patterns
        if n in sides:
            lit = folder / f"lit{n}.txt"
            lit.write_text(f"size: {n}x{n}\nstate: 1\n", encoding="utf-8")
            found += [(f"all on, {name}", n, [name, str(lit)]) for name in ("min", "plan")]
    for n, question in BITMAPS:
        if n not in sides:
            continue
        path = folder / f"{n}.pbm"
        write_board(path, n, "pbm")
        answer = ["--pbm", str(folder / "answer.pbm")]
        found.append((f"bitmap to bitmap, {question}", n, [question, str(path), *answer]))
        found.append((f"bitmap to drawing, {question}", n, [question, str(path)]))
    if COUNTED in sides:
        dark = folder / "dark.txt"
        dark.write_text("size: 100000x100000\nstate: 0\n", encoding="utf-8")
        found.append(("kernel --count", 100_000, ["kernel", "--count", str(dark)]))
    return found


def prove(folder: Path, here: dict[str, Any]) -> None:
    """Measure certificates: made by `min`, judged by the checker as a program of its own."""
    for n, kind in PROVED:
        board, proof = folder / f"proved{n}.txt", folder / f"proof{n}.json"
        write_board(board, n, kind)
        made = measure(*COMMAND, "min", str(board), "--certificate", str(proof))
        judged = measure(checker.__file__, str(proof))
        keep(f"{kind}, min --certificate", n, made, here)
        keep(f"{kind}, certificate checked", n, judged, here)


def keep(what: str, n: int, found: dict[str, Any], here: dict[str, Any]) -> None:
    """Record and print one measurement."""
    append("giants", {"what": what, "n": n, **found}, here)
    print(f"{what:30} {n:7} {found['cpu_seconds']:8.2f} s {found['peak_mib']:6} MiB")


def main() -> None:
    """Measure, print and record every command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--largest", action="store_true", help="also 100,000 x 100,000")
    parser.add_argument("--sides", type=int, nargs="+", default=SIDES)
    parser.add_argument("--proofs", action="store_true", help="certificates alone")
    asked = parser.parse_args()
    sides = {*asked.sides, *([LARGEST] if asked.largest else [])}
    here = stamp()
    with tempfile.TemporaryDirectory() as folder:
        if asked.proofs:
            prove(Path(folder), here)
            return
        for what, n, arguments in jobs(Path(folder), sides):
            found = measure(*COMMAND, *arguments, runs=1 if n > 20_000 else 3)
            keep(what, n, found, here)


if __name__ == "__main__":
    main()
