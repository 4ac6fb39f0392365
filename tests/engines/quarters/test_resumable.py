"""A search by pairs that is stopped after any band goes on from its file to the same end."""

import json

import numpy as np
import pytest

from lo_exact.engines.quarters import engine, pairs, streams
from lo_exact.engines.quarters.memory import Sizes
from lo_exact.engines.quarters.resumable import minimise_resumable
from lo_exact.errors import InputError, LimitReached, UsageError
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.topology import grid_puzzle

HASH = "ab" * 32
WANTED = Wanted(minima=3, count=True)


def board(side=16, seed=1):
    system = grid_puzzle(np.zeros((side, side), dtype=np.int64)).system
    rng = np.random.default_rng(seed)
    n = system.unknowns
    return System(system.matrix, system.matrix.dot(rng.integers(0, 2, n)), rng.integers(1, 4, n))


class Impatient(Watch):
    """A clock that ends the search when it has been asked often enough."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def check(self, done=0, total=0):
        self.looks -= 1
        if not self.looks:
            raise LimitReached("time limit")


@pytest.mark.parametrize("table_rank", [26, 1])
def test_a_search_stopped_anywhere_goes_on_to_the_same_end(tmp_path, monkeypatch, table_rank):
    monkeypatch.setattr(pairs, "FIRST_BAND", 1)
    monkeypatch.setattr(pairs, "LARGEST_BAND", 8)
    monkeypatch.setattr(engine, "fitting", lambda *_: Sizes(table_rank=table_rank))
    monkeypatch.setattr(streams, "DEVIATIONS", 0)
    system, path = board(), tmp_path / "c"
    whole = engine.minimise(system, WANTED, Watch())
    stops = resumed = 0
    for looks in range(1, 400):
        try:
            found = minimise_resumable(
                system, WANTED, Impatient(looks), path, HASH, resume=path.exists()
            )
        except LimitReached:
            stops += 1
            resumed += path.exists()
            continue
        assert found == whole
        break
    assert found == whole
    assert stops > 3
    assert resumed > 1


def test_a_finished_search_is_there_at_once(tmp_path):
    system, path = board(), tmp_path / "c"
    whole = minimise_resumable(system, WANTED, Watch(), path, HASH, resume=False)
    done = json.loads(path.read_text())["state"]["done"]
    assert minimise_resumable(system, WANTED, Watch(), path, HASH, resume=True) == whole
    assert json.loads(path.read_text())["state"]["done"] == done


def test_what_it_refuses(tmp_path):
    path = tmp_path / "c"
    minimise_resumable(board(), WANTED, Watch(), path, HASH, resume=False)
    with pytest.raises(InputError, match="another puzzle"):
        minimise_resumable(board(), WANTED, Watch(), path, "cd" * 32, resume=True)
    with pytest.raises(InputError, match="another search"):
        minimise_resumable(board(), Wanted(), Watch(), path, HASH, resume=True)
    path.write_text(path.read_text().replace('"done": ', '"done": 1'))
    with pytest.raises(InputError, match="checksum"):
        minimise_resumable(board(), WANTED, Watch(), path, HASH, resume=True)
    three = grid_puzzle(np.zeros((4, 4), dtype=np.int64), colours=3).system
    with pytest.raises(UsageError, match="only two colours"):
        minimise_resumable(three, WANTED, Watch(), path, HASH, resume=False)
