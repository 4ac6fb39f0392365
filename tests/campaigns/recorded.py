"""What the commands answer, recorded, and compared with what they answer later.

    python -m tests.campaigns.recorded --write before.jsonl
    python -m tests.campaigns.recorded --compare before.jsonl [--less certificate]

The boards of data/ and random puzzles (directed, not square, holes, composite colours, unsolvable,
empty, priced, larger boards of each engine's kind) go through the commands that take a board, with
``--json``, and each certificate is written.  A line a call: the command, the puzzle, the exit
code and everything printed on standard output, less the seconds.  A change of the inside that means
no change of the outside leaves every line as it was, byte for byte.  Files hold one release's
answers, so they are made from the revision to compare with and kept outside the repository.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lo_exact import read_puzzle
from lo_exact.formats.json.writer import write_json
from lo_exact.puzzle import Puzzle
from tests.boards.puzzles import edges_of_a_grid, grid_puzzle, random_puzzle
from tests.cli_runner import run

ROOT = Path(__file__).resolve().parents[2]

CALLS = (
    ("min", "--count"),
    ("min", "--certificate", "CERTIFICATE"),
    ("all",),
    ("count",),
    ("kernel",),
    ("prove", "--certificate", "CERTIFICATE"),
    ("show",),
    ("solve",),
    ("hint",),
    ("explain",),
    ("chase",),
    ("matrix",),
    ("plan",),
    ("levels", "--grade"),
)

SMALL_CALLS = (("spectrum",), ("sample",), ("hardest",), ("histogram",))
"""Calls for puzzles of at most `SMALL` buttons: each ends there in a moment."""

SMALL = 12

LARGE = 40
"""One puzzle in so many is larger: thousands to millions of solutions."""


def puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    """Yield random puzzles; the same for the same numbers."""
    rng = random.Random(seed)
    for i in range(count):
        if i % LARGE == 7:
            yield _larger(rng)
        else:
            yield random_puzzle(rng, binary=i % 4 == 3)


def _larger(rng: random.Random) -> Puzzle:
    kind = rng.randrange(4)
    if kind == 0:  # four columns: up to four quiet patterns each
        rows, columns, colours = rng.randrange(4, 15), rng.choice([4, 9, 11]), rng.choice([2, 3, 6])
    elif kind == 1:
        rows = columns = rng.choice([5, 9, 11, 14, 16, 19])
        colours = 2
    elif kind == 2:
        rows, columns = rng.randrange(3, 7), rng.randrange(3, 7)
        lights = rng.sample(range(rows * columns), 2 * rng.randrange(1, 4))
        return edges_of_a_grid(rows, columns, *lights)
    else:
        rows, columns, colours = rng.randrange(2, 6), rng.randrange(2, 6), rng.randrange(2, 13)
    board = grid_puzzle(rows, columns, colours)
    presses = np.array([rng.randrange(colours) for _ in range(board.buttons)])
    state = (-board.activation.dot(presses)) % colours
    return grid_puzzle(rows, columns, colours, state)


def _less_the_seconds(value: object) -> object:
    if isinstance(value, dict):
        return {k: _less_the_seconds(v) for k, v in value.items() if k != "seconds"}
    if isinstance(value, list):
        return [_less_the_seconds(item) for item in value]
    return value


def answers(file: Path, folder: Path) -> Iterator[dict[str, object]]:
    """Yield a record of each call for one puzzle."""
    small = read_puzzle(file).buttons <= SMALL
    for call in CALLS + (SMALL_CALLS if small else ()):
        certificate = folder / "certificate.json"
        certificate.unlink(missing_ok=True)
        words = [str(certificate) if word == "CERTIFICATE" else word for word in call]
        ran = run(words[0], str(file), *words[1:], "--json")
        printed = [_less_the_seconds(json.loads(line)) for line in ran.out.splitlines()]
        written = None
        if certificate.exists():
            written = _less_the_seconds(json.loads(certificate.read_text()))
        yield {
            "call": " ".join(call), "puzzle": file.name, "code": ran.code,
            "printed": json.loads(json.dumps(printed).replace(str(folder), "FOLDER")),
            "certificate": written,
        }  # fmt: skip


def recorded(count: int, seed: int) -> Iterator[str]:
    """Yield the record's lines."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = sorted((ROOT / "data" / "boards").glob("*.txt"))
        for i, puzzle in enumerate(puzzles(count, seed)):
            file = folder / f"random-{i:05}.json"
            file.write_text(write_json(puzzle))
            files.append(file)
        for file in files:
            for record in answers(file, folder):
                yield json.dumps(record, sort_keys=True)


def _without(line: str, name: str | None) -> str:
    """Return a line without one of its values."""
    return json.dumps({**json.loads(line), name: None}, sort_keys=True) if name else line


def main() -> int:
    """Write a record, or compare with one."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", type=Path)
    options.add_argument("--compare", type=Path)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--less", choices=["certificate"], help="what is left out of each line")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    lines = recorded(given.count, given.seed)
    if given.write:
        given.write.write_text("".join(f"{line}\n" for line in lines))
        return 0
    before = [_without(line, given.less) for line in given.compare.read_text().splitlines()]
    lines = (_without(line, given.less) for line in lines)
    different = 0
    compared = 0
    for old, new in zip(before, lines, strict=False):  # a smaller --count compares the first ones
        compared += 1
        if old != new:
            different += 1
            if different <= 10:
                print(f"before: {old[:1500]}\nnow:    {new[:1500]}\n")
    print(f"{compared} of {len(before)} calls, {different} different")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
