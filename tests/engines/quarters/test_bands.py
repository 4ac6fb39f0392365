"""A search in pieces that run in any order gives the answer of one search."""

import json
import random

import numpy as np
import pytest

from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import bands
from lo_exact.errors import InputError, LimitReached, UsageError
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.topology import grid_puzzle

HASH = "ab" * 32
WANTED = Wanted(minima=3, count=True)


def board(side, topology="plane", seed=None, highest=1):
    """A random solvable board, or all lights on."""
    system = grid_puzzle(np.zeros((side, side), dtype=np.int64), topology=topology).system
    n = system.unknowns
    if seed is None:
        return System(system.matrix, np.ones(n, dtype=np.int64), np.ones(n, dtype=np.int64))
    rng = np.random.default_rng(seed)
    syndrome = system.matrix.dot(rng.integers(0, 2, n))
    return System(system.matrix, syndrome, rng.integers(1, highest + 1, n))


def through_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("first", [0, 5, 2**22])
@pytest.mark.parametrize("number", [1, 2, 3, 7, 40])
def test_pieces_in_any_order_give_what_visiting_all_solutions_gives(monkeypatch, number, first):
    monkeypatch.setattr(bands, "FIRST_PAIRS", first)
    shuffled = random.Random(number)
    for seed, (side, topology) in enumerate(((9, "plane"), (16, "plane"), (6, "torus"))):
        for highest in (1, 1000):
            system = board(side, topology, seed if highest > 1 else seed or None, highest)
            found = through_json(bands.pieces(system, HASH, number, Watch(), minima=3))
            assert max(number, 2) - 1 <= len(found) <= max(number, 2) + 1 or number == 40
            records = [bands.run(system, piece, Watch()) for piece in found]
            shuffled.shuffle(records)
            again = bands.run(system, found[0], Watch())
            outcome = bands.merged(system, through_json([*records, again]))
            assert outcome == coset.minimise(system, WANTED, Watch())


def test_what_is_missing_or_foreign_is_said():
    system, other = board(16), board(9)
    found = bands.pieces(system, HASH, 5, Watch())
    records = [bands.run(system, piece, Watch()) for piece in found]
    with pytest.raises(InputError, match="1 pieces are missing"):
        bands.merged(system, records[:-1])
    with pytest.raises(InputError, match="missing"):
        bands.merged(system, [])
    with pytest.raises(InputError, match="another puzzle"):
        bands.merged(other, records)
    with pytest.raises(InputError, match="another puzzle"):
        bands.run(other, found[0], Watch())
    changed = {**records[0], "piece": {**found[0], "goal": found[0]["goal"] - 2}}
    with pytest.raises(InputError, match="different searches"):
        bands.merged(system, [changed, *records[1:]])
    with pytest.raises(InputError, match="differ"):
        bands.merged(system, [*records, {**records[0], "count": 9}])
    with pytest.raises(InputError, match="wanted a piece"):
        bands.run(system, {**found[0], "format": "x"}, Watch())
    with pytest.raises(UsageError, match="few solutions"):
        bands.pieces(board(3), HASH, 5, Watch())
    with pytest.raises(LimitReached):
        bands.run(system, found[0], Watch(0.0))


def test_a_clock_learns_presses_that_solve():
    system, watch = board(16, seed=3), Watch()
    found = bands.pieces(system, HASH, 4, watch)
    assert system.solves(np.array(watch.best))
    for piece in found:
        bands.run(system, piece, watch)
    assert watch.best_weight == coset.minimise(system, Wanted(), Watch()).weight
