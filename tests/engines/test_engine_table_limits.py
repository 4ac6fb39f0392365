"""Engines look at the clock at least once a second, on systems that they cannot finish."""

import time

import numpy as np
import pytest

from lo_exact.outcome import Status, Watch
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle, matrix_puzzle

LIMIT = 4.0
MOST = 1.5
"""CPU seconds of this process between two looks, with some room for a busy machine."""


def dense(buttons, lights, colours=2, seed=1):
    """Return a solvable system of random numbers."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, colours, (lights, buttons))
    syndrome = matrix @ rng.integers(0, colours, buttons)
    return matrix_puzzle(matrix, -syndrome % colours, colours=colours)


def random_torus(side, seed=1):
    """Return a solvable torus of two colours with more solutions than can be visited."""
    x = np.random.default_rng(seed).integers(0, 2, (side, side))
    rolled = sum(np.roll(x, step, axis) for step in (1, -1) for axis in (0, 1))
    return grid_puzzle((x + rolled) % 2, colours=2, topology="torus")


@pytest.mark.large  # numba compiles, and each runs until its limit
@pytest.mark.parametrize(
    ("engine", "puzzle"),
    [
        ("windows", dense(200, 130)),
        ("windows", dense(100, 65, colours=3)),
        ("coset", dense(120, 84)),
        ("syndrome", dense(120, 26)),
        ("syndrome", dense(80, 16, colours=3)),
        ("quarters", random_torus(40)),
        ("clusters", dense(400, 200)),
        ("clusters", dense(1000, 500)),
        ("moats", dense(400, 200)),
        ("moats", dense(1000, 500)),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value.activation.shape),
)
def test_a_time_limit_ends_a_search_within_a_second(engine, puzzle, monkeypatch):
    minimum(dense(30, 15), engine=engine if engine in ("clusters", "moats") else "auto")
    looks = [time.process_time()]
    check = Watch.check

    def counted(watch, *done):
        looks.append(time.process_time())
        check(watch, *done)

    monkeypatch.setattr(Watch, "check", counted)
    began = time.process_time()
    found = minimum(puzzle, engine=engine, time_limit=LIMIT, count=True)
    looks.append(time.process_time())
    assert found.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert time.process_time() - began < LIMIT + MOST
    assert max(np.diff(looks)) < MOST
