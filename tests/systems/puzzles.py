"""Put COUNT small puzzles to each command, in this process, and print what is wrong.

    python -m tests.systems.puzzles COUNT

The answers wanted come from plain loops over all presses (boards), and from breadth-first search
(walks).  Started by the tests with names removed, so that commands and their children lack them.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np

from tests.cli_runner import is_taken_out, run

SIZES = ((2, 2), (2, 3), (3, 3), (2, 4))
ENGINES = ("auto", "coset", "kernel:cadical", "chain:rc2", "slack:cbc", "slack:highs")
FEW = 3
"""Boards whose certificates are judged in a process each, where few puzzles are wanted."""

Presses = tuple[int, ...]


def lights_of(rows: int, columns: int) -> list[int]:
    """Return for each button the lights it changes, as bits: its own and its neighbours'."""
    found = []
    for r, c in product(range(rows), range(columns)):
        near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        inside = [(a, b) for a, b in near if 0 <= a < rows and 0 <= b < columns]
        found.append(sum(1 << (a * columns + b) for a, b in inside))
    return found


def solutions(rows: int, columns: int) -> dict[int, list[Presses]]:
    """Return all solutions of every board, by its lights as bits."""
    lights = lights_of(rows, columns)
    found: dict[int, list[Presses]] = {}
    for presses in product((0, 1), repeat=len(lights)):
        state = 0
        for one, pressed in zip(lights, presses, strict=True):
            state ^= one * pressed
        found.setdefault(state, []).append(presses)
    return found


def least(presses: list[Presses]) -> set[Presses]:
    weight = min(map(sum, presses))
    return {one for one in presses if sum(one) == weight}


def flat(grid: list[list[int]]) -> Presses:
    return tuple(cell for row in grid for cell in row)


class Boards:
    """Random boards of all sizes, their files, and all solutions of each."""

    def __init__(self, count: int, folder: Path):
        random = Random(29)
        self.files, self.truths = [], []
        every = {size: solutions(*size) for size in SIZES}
        for number in range(count):
            rows, columns = SIZES[number % len(SIZES)]
            state = random.randrange(2 ** (rows * columns))
            cells = [str(state >> k & 1) for k in range(rows * columns)]
            lines = ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)]
            path = folder / f"board-{number}.txt"
            path.write_text("\n".join(lines) + "\n")
            self.files.append(str(path))
            self.truths.append(every[rows, columns].get(state, []))

    def answers(self, *words: str) -> Iterator[tuple[dict, list[Presses]]]:
        """Run a command on all boards; yield each answer with all solutions."""
        done = run(*words, *self.files, "--json", "-q")
        lines = [json.loads(line) for line in done.out.splitlines()]
        assert done.code in (0, 1), (words, done)
        assert len(lines) - (len(self.files) > 1) == len(self.files), (words, done)
        yield from zip(lines, self.truths, strict=False)


def wrong_minima(boards: Boards) -> Iterator[object]:
    for engine in ENGINES:
        for answer, truth in boards.answers("min", "--engine", engine):
            if not truth:
                right = answer["status"] == "infeasible"
            else:
                right = answer["status"] == "optimal" and flat(answer["presses"]) in least(truth)
            if not right:
                yield engine, answer


def wrong_lists(boards: Boards) -> Iterator[object]:
    for answer, truth in boards.answers("all"):
        if {flat(one) for one in answer.get("solutions", [])} != (least(truth) if truth else set()):
            yield answer


def wrong_counts(boards: Boards) -> Iterator[object]:
    for answer, truth in boards.answers("count"):
        minima = len(least(truth)) if truth else None
        if (answer.get("minimum_solutions"), answer.get("solutions_total", 0)) != (
            minima, len(truth),
        ):  # fmt: skip
            yield answer


def wrong_proofs(boards: Boards) -> Iterator[object]:
    for answer, truth in boards.answers("prove"):
        if (answer["status"] == "infeasible") == bool(truth):
            yield answer


def wrong_certificates(boards: Boards, folder: Path, count: int) -> Iterator[object]:
    """Certificates that `check` accepts, and one about more presses than there are."""
    for file, truth in list(zip(boards.files, boards.truths, strict=True))[:count]:
        path = folder / "certificate.json"
        claim = f"the least weight is {sum(min(least(truth)))}" if truth else "no presses solve it"
        for form in ((), ("--form", "lrat-kernel")) if truth else ((),):
            made = run("min", file, "--certificate", str(path), *form, "-q")
            judged = run("check", str(path))
            if (made.code, judged.code) != (0, 0) or claim not in judged.out:
                yield file, form, made, judged
            if b"\r" in path.read_bytes():
                yield "ends of lines of another system", path.read_bytes()
        path.write_text(re.sub(r'"weight":(\d)', r'"weight":1\1', path.read_text()))
        if truth and run("check", str(path)).code != 1:
            yield "not rejected", file


def wrong_comparisons(boards: Boards, count: int) -> Iterator[object]:
    engines = [word for engine in ENGINES[1:] for word in ("--engine", engine)]
    for file in boards.files[:count]:
        done = run("crosscheck", file, *engines, "--json", "-q")
        if done.code or json.loads(done.out)["proved"] != len(ENGINES) - 1:
            yield file, done


def wrong_hardest(count: int) -> Iterator[object]:
    sizes = [(r, c) for r in range(1, 13) for c in range(1, 13) if r * c <= 12]
    for rows, columns in sizes[:count]:
        weights = [min(map(sum, ways)) for ways in solutions(rows, columns).values()]
        done = run("hardest", "--size", f"{rows}x{columns}", "--count", "--json", "-q")
        found = json.loads(done.out)
        if (found["weight"], found["boards"]) != (max(weights), weights.count(max(weights))):
            yield rows, columns, done


def wrong_walks(count: int, folder: Path) -> Iterator[object]:
    from lo_exact.parity_walks.level_text import read_levels
    from tests.parity_walks.enumerated import fewest

    random, levels = Random(30), []
    for _ in range(count):
        cells = [random.choice("....#") for _ in range(9)]
        cells[random.randrange(9)] = "S"
        levels.append("\n".join("".join(cells[k : k + 3]) for k in (0, 3, 6)))
    path = folder / "levels.txt"
    path.write_text("\n\n".join(levels) + "\n")
    done = run("walk", "solve", str(path), "--json", "-q")
    wanted = [
        None if fewest(level) < 0 else fewest(level) for level in read_levels(path.read_text())
    ]
    steps = [json.loads(line).get("steps") for line in done.out.splitlines()]
    if (done.code, steps[: len(wanted)]) != (0, wanted):
        yield (
            done.code,
            done.err,
            [
                (level, is_, want)
                for level, is_, want in zip(levels, steps, wanted, strict=False)
                if is_ != want
            ],
        )


def wrong_decoding(count: int, folder: Path) -> Iterator[object]:
    rows, columns = 3, 3
    every = solutions(rows, columns)
    states = [Random(31).choice(sorted(every)) for _ in range(count)]
    lights = lights_of(rows, columns)
    size = rows * columns
    matrix = [[lights[j] >> i & 1 for j in range(size)] for i in range(size)]
    np.save(folder / "h.npy", np.array(matrix, np.uint8))
    shots = "".join("".join(str(s >> k & 1) for k in range(size)) + "\n" for s in states)
    (folder / "s.01").write_text(shots)
    out = folder / "a.npz"
    for jobs in ("1", "2"):
        names = (str(folder / "h.npy"), str(folder / "s.01"), "-o", str(out))
        done = run("decode", *names, "--jobs", jobs, "-q", "--force")
        weights = np.load(out)["weights"].tolist() if done.code == 0 else []
        if weights != [min(map(sum, every[s])) for s in states]:
            yield jobs, done, weights
        out.unlink(missing_ok=True)


def main(count: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards = Boards(count, folder)
        judged = min(count, FEW) if count < 10 else count
        wrong = {
            "min": wrong_minima(boards),
            "all": wrong_lists(boards),
            "count": wrong_counts(boards),
            "prove": wrong_proofs(boards),
            "check": wrong_certificates(boards, folder, judged),
            "crosscheck": wrong_comparisons(boards, judged),
            "hardest": wrong_hardest(count),
            "walk": wrong_walks(count, folder),
            "decode": wrong_decoding(count, folder),
        }
        for command, problems in wrong.items():
            found = [] if is_taken_out(command) else list(problems)
            print(command, "wrong" if found else "right", *found, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
