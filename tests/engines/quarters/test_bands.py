"""A search in bands gives the answer of one search, in any order and wherever it is stopped."""

import random

import numpy as np
import pytest

from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine
from lo_exact.engines.quarters.bands import minimise_in_bands
from lo_exact.engines.quarters.memory import QuartersSizes
from lo_exact.errors import InputError, LimitReached, UsageError
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import HERE, NoAnswer, Where
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


def in_bands(system, where=HERE, watch=None, wanted=WANTED, sha256=HASH, **how):
    return minimise_in_bands(system, wanted, watch or Watch(), where, sha256, **how)


class Impatient(Watch):
    """A clock that ends the search when it has been asked often enough."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def check(self, done=0, total=0):
        self.looks -= 1
        if not self.looks:
            raise LimitReached("time limit")


@pytest.mark.parametrize("first", [0, 5, 2**22])
@pytest.mark.parametrize(
    "number",
    [1, 2, 7, pytest.param(3, marks=pytest.mark.large), pytest.param(40, marks=pytest.mark.large)],
)
def test_bands_in_any_order_give_what_visiting_all_solutions_gives(tmp_path, number, first):
    shuffled = random.Random(number)
    for seed, (side, topology) in enumerate(((9, "plane"), (16, "plane"), (6, "torus"))):
        for highest in (1, 1000):
            system = board(side, topology, seed if highest > 1 else seed or None, highest)
            with pytest.raises(NoAnswer) as nothing:
                in_bands(system, Where(task="plan"), bands=number, first_pairs=first)
            units = nothing.value.work.order.units
            assert max(number, 2) - 1 <= units <= max(number, 2) + 1 or number == 40
            folder = tmp_path / f"{seed}-{highest}"
            folder.mkdir()
            for index in shuffled.sample(range(units), units):
                where = Where(task=f"run {index}", pieces=units, ledger=folder)
                with pytest.raises(NoAnswer):
                    in_bands(system, where, bands=number, first_pairs=first)
            outcome = in_bands(
                system, Where(task="merge", ledger=folder), bands=number, first_pairs=first
            )
            assert outcome == coset.minimise(system, WANTED, Watch())


@pytest.mark.parametrize("table_rank", [26, 1])
def test_a_search_stopped_anywhere_is_resumed_to_the_same_end(tmp_path, table_rank):
    sizes = QuartersSizes(table_rank=table_rank, deviations=0)
    system, path = board(16, seed=1, highest=3), tmp_path / "c"
    whole, found, resumed = engine.minimise(system, WANTED, Watch(), sizes=sizes), None, 0
    for looks in range(1, 400):
        try:
            found = in_bands(system, Where(ledger=path), Impatient(looks), bands=40, sizes=sizes)
            break
        except LimitReached:
            resumed += path.exists()
    assert found == whole
    assert resumed > 1
    ledger = path.read_bytes()
    assert in_bands(system, Where(ledger=path), bands=40, sizes=sizes) == whole
    assert path.read_bytes() == ledger


def test_a_ledger_of_something_else_is_refused(tmp_path):
    system, path = board(16, seed=1), tmp_path / "c"
    where = Where(ledger=path)
    in_bands(system, where)
    with pytest.raises(InputError, match="another puzzle"):
        in_bands(system, where, sha256="cd" * 32)
    with pytest.raises(InputError, match="a record with minima 3, wanted 1"):
        in_bands(system, where, wanted=Wanted())
    with pytest.raises(InputError, match="a record with bands"):
        in_bands(system, where, bands=7)
    path.write_text(path.read_text().replace('"count":', '"count":1'))
    with pytest.raises(InputError, match="not a record of a ledger"):
        in_bands(system, where)


def test_what_it_does_not_take():
    three = grid_puzzle(np.zeros((4, 4), dtype=np.int64), colours=3).system
    with pytest.raises(UsageError, match="only two colours"):
        in_bands(three)
    with pytest.raises(UsageError, match="few solutions"):
        in_bands(board(3), Where(task="plan"))
    assert in_bands(board(3)) == coset.minimise(board(3), WANTED, Watch())
    with pytest.raises(LimitReached):
        in_bands(board(16), watch=Watch(0.0))


def test_a_clock_learns_presses_that_solve_and_a_bound():
    system, watch = board(16, seed=3), Watch()
    best = in_bands(system, watch=watch).weight
    assert system.solves(np.array(watch.best))
    assert watch.best_weight == best == coset.minimise(system, Wanted(), Watch()).weight
    assert 0 < watch.lower_bound <= best
