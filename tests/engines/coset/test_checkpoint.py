"""Checkpoints: killed at random moments the answer is the same; anything odd is refused."""

import json
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
from lo_exact.engines.coset import binary_classes, checkpoint, search, small
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.coset.binary_visit import Sizes
from lo_exact.engines.coset.resumable import minimise_resumable
from lo_exact.errors import InputError, LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from tests.boards.systems import plus_board
from tests.truth.systems import truth

HASH = "ab" * 32


def system() -> System:
    rng = np.random.default_rng(2)
    matrix = rng.integers(0, 2, (70, 90))
    return System(from_dense(matrix, 2), matrix.sum(axis=1) % 2, np.ones(90, dtype=np.int64))


# One process imports once and forks a searcher for every line it reads.
NURSERY = f"""
import os, sys
from functools import partial
from pathlib import Path
from lo_exact.engines.coset import binary_classes
from lo_exact.engines.coset.binary_visit import Sizes
from lo_exact.engines.coset.resumable import minimise_resumable
from lo_exact.outcome import Wanted, Watch
from tests.engines.coset.test_checkpoint import system
binary_classes.binary_search = partial(binary_classes.binary_search, sizes=Sizes(2**12, 11))
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
    outcome = minimise_resumable(
        puzzle, Wanted(minima=3), Watch(), path, "{HASH}", resume=path.exists(), every_seconds=0
    )
    print(outcome.weight, outcome.count, outcome.minima, flush=True)
    os._exit(0)
"""


def test_a_search_killed_at_twenty_random_moments_gives_the_same_answer(tmp_path):
    path = tmp_path / "search.checkpoint"
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
            os.kill(child, signal.SIGKILL)
            until_gone()
            progress.append(json.loads(path.read_text())["state"]["done"][0])
        searcher()
        said = until_gone()
        nursery.stdin.close()
    assert progress == sorted(progress)
    assert progress[-1] > progress[0]
    outcome = coset.minimise(system(), Wanted(minima=3), Watch())
    assert said[-1] == f"{outcome.weight} {outcome.count} {outcome.minima}"


def test_a_stopped_search_leaves_a_checkpoint(tmp_path):
    path = tmp_path / "c"
    with pytest.raises(LimitReached):
        minimise_resumable(system(), Wanted(), Watch(seconds=0), path, HASH, resume=False)
    outcome = minimise_resumable(system(), Wanted(), Watch(), path, HASH, resume=True)
    assert outcome == coset.minimise(system(), Wanted(), Watch())
    again = minimise_resumable(system(), Wanted(), Watch(), path, HASH, resume=True)
    assert again == outcome


def test_after_ctrl_c_between_any_two_steps_no_minimum_is_counted_twice(tmp_path, monkeypatch):
    board = plus_board(4)
    true = truth(board)
    monkeypatch.setattr(small, "MAX_NUMBERS", 0)
    sizes = partial(binary_classes.binary_search, sizes=Sizes(4, 1))
    monkeypatch.setattr(binary_classes, "binary_search", sizes)
    least, steps, stops = search._least, 0, 0

    def interrupted(keys, limit):
        nonlocal steps
        steps += 1
        if steps == stops:
            raise KeyboardInterrupt
        return least(keys, limit)

    monkeypatch.setattr(search, "_least", interrupted)
    finished = False
    while not finished:
        path, steps, stops = tmp_path / f"c{stops}", 0, stops + 1
        try:
            minimise_resumable(board, Wanted(), Watch(), path, HASH)
            finished = True
        except KeyboardInterrupt:
            outcome = minimise_resumable(board, Wanted(), Watch(), path, HASH, resume=True)
            assert (outcome.weight, outcome.count) == (true.weight, len(true.minima)), stops
    assert stops > 4


def written(path: Path) -> dict:
    checkpoint.save(path, HASH, {"engine": "coset"}, {"done": [1]})
    return json.loads(path.read_text())


def test_what_is_saved_is_loaded(tmp_path):
    written(tmp_path / "c")
    assert checkpoint.load(tmp_path / "c", HASH, {"engine": "coset"}) == {"done": [1]}
    assert [file.name for file in tmp_path.iterdir()] == ["c"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data[: len(data) // 2], "torn or no checkpoint"),
        (lambda data: b"", "torn or no checkpoint"),
        (lambda data: b"\xff\x00" * 50, "torn or no checkpoint"),
        (lambda data: b"[" * 100_000, "torn or no checkpoint"),
        (lambda data: b'{"a": 1}', "wanted a lo-exact checkpoint"),
        (lambda data: b"[1]", "wanted a lo-exact checkpoint"),
        (lambda data: data.replace(b'"version": 1', b'"version": 2'), "version 1, got 2"),
        (lambda data: data.replace(b'"done": [1]', b'"done": [2]'), "checksum"),
    ],
)
def test_a_spoilt_file_is_refused_in_one_line(tmp_path, spoil, message):
    path = tmp_path / "c"
    written(path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InputError, match=message) as refused:
        checkpoint.load(path, HASH, {"engine": "coset"})
    assert "\n" not in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "c"
    written(path)
    with pytest.raises(InputError, match="another puzzle"):
        checkpoint.load(path, "cd" * 32, {"engine": "coset"})
    with pytest.raises(InputError, match="another search"):
        checkpoint.load(path, HASH, {"engine": "other"})
    with pytest.raises(InputError, match="cannot be read"):
        checkpoint.load(tmp_path / "none", HASH, {})
    with pytest.raises(InputError, match="cannot be read"):
        checkpoint.load(tmp_path, HASH, {})
