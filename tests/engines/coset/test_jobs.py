"""A search with a ledger: killed or interrupted at any moment the answer is that of one run."""

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.coset import binary_classes, search
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.coset.binary_visit import BinaryVisitSizes
from lo_exact.errors import InputError, LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners import collect
from lo_exact.runners.work import Where
from tests.boards.systems import plus_board
from tests.truth.systems import truth

HASH = "ab" * 32


def system() -> System:
    rng = np.random.default_rng(2)
    matrix = rng.integers(0, 2, (70, 90))
    return System(from_dense(matrix, 2), matrix.sum(axis=1) % 2, np.ones(90, dtype=np.int64))


def kept(board: System, path: Path, minima: int = 1, pieces: int = 0):
    where = Where(ledger=path, pieces=pieces)
    wanted = Wanted(minima=minima)
    return coset.minimise(board, wanted, Watch(), where=where, puzzle_sha256=HASH)


# One process imports once and forks a searcher for every line it reads.
NURSERY = """
import os, sys
from functools import partial
from pathlib import Path
from lo_exact.engines.coset import binary_classes
from lo_exact.engines.coset.binary_visit import BinaryVisitSizes
from tests.engines.coset.test_jobs import kept, system
sizes = BinaryVisitSizes(2**12, 11)
binary_classes.binary_search = partial(binary_classes.binary_search, sizes=sizes)
path = Path(sys.argv[1])
puzzle = system()
puzzle.solutions
for _ in sys.stdin:
    child = os.fork()
    if child:
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)
        continue
    outcome = kept(puzzle, path, 3, 128)
    print(outcome.weight, outcome.count, outcome.minima, flush=True)
    os._exit(0)
"""


@pytest.mark.large
def test_a_search_killed_at_twenty_random_moments_gives_the_same_answer(tmp_path):
    path = tmp_path / "search.jsonl"
    moments = random.Random(7)
    progress = []
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None

        def searcher() -> int:
            print("go", file=nursery.stdin, flush=True)
            return int(nursery.stdout.readline())

        def until_gone() -> list[str]:
            return list(iter(lambda: nursery.stdout.readline().strip(), "gone"))

        for _ in range(20):
            before = path.read_bytes() if path.exists() else b""
            child = searcher()
            limit = time.monotonic() + 2
            while time.monotonic() < limit:
                if path.exists() and path.read_bytes() != before:
                    break
            time.sleep(moments.uniform(0, 0.02))
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:  # a busy machine slept longer than the search
                break
            until_gone()
            progress.append(path.read_bytes().count(b"}\n"))
        else:
            searcher()
        said = until_gone()
        nursery.stdin.close()
    assert progress == sorted(progress)
    assert len(progress) > 5
    assert progress[-1] > progress[0]
    outcome = coset.minimise(system(), Wanted(minima=3), Watch())
    assert said[-1] == f"{outcome.weight} {outcome.count} {outcome.minima}"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_stopped_search_is_resumed_and_a_finished_one_is_there_at_once(tmp_path):
    path = tmp_path / "c"
    where = Where(ledger=path)
    with pytest.raises(LimitReached):
        coset.minimise(system(), Wanted(), Watch(seconds=0), where=where, puzzle_sha256=HASH)
    outcome = kept(system(), path)
    assert outcome == coset.minimise(system(), Wanted(), Watch())
    ledger = path.read_bytes()
    assert kept(system(), path) == outcome
    assert path.read_bytes() == ledger


def test_after_ctrl_c_between_any_two_steps_no_minimum_is_counted_twice(tmp_path, monkeypatch):
    board = plus_board(4)
    true = truth(board)
    sizes = partial(binary_classes.binary_search, sizes=BinaryVisitSizes(4, 1))
    monkeypatch.setattr(binary_classes, "binary_search", sizes)
    least, append, steps, stops = search._least, collect.append, 0, 0

    def step():
        nonlocal steps
        steps += 1
        if steps == stops:
            raise KeyboardInterrupt

    def interrupted(keys, limit):
        step()
        return least(keys, limit)

    def written(path, line):
        step()
        append(path, line)
        step()

    monkeypatch.setattr(search, "_least", interrupted)
    monkeypatch.setattr(collect, "append", written)
    finished = False
    while not finished:
        path, steps, stops = tmp_path / f"c{stops}", 0, stops + 1
        try:
            kept(board, path, pieces=8)
            finished = True
        except KeyboardInterrupt:
            outcome = kept(board, path, pieces=8)
            assert (outcome.weight, outcome.count) == (true.weight, len(true.minima)), stops
    assert stops > 20


def test_a_ledger_of_another_puzzle_or_question_is_refused(tmp_path):
    path = tmp_path / "c"
    kept(plus_board(4), path)
    with pytest.raises(InputError, match="c:1: a record with minima 1, wanted 2"):
        kept(plus_board(4), path, minima=2)
    with pytest.raises(InputError, match=r"c:1: a record with .*, wanted "):
        kept(plus_board(5), path)
    where = Where(ledger=path)
    with pytest.raises(InputError, match="another puzzle"):
        coset.minimise(plus_board(4), Wanted(), Watch(), where=where, puzzle_sha256="cd" * 32)
