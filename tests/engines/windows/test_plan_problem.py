"""Windows of the kernel: lightest words that are not zero, with any rank on any window."""

import random
from itertools import product

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.engines.windows.plan import Planner, WindowProblem
from lo_exact.engines.windows.search import WindowSearch
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from tests.engines.windows.systems import plans_at_random


def kernel_of(colours, rows, buttons):
    return [
        word
        for word in product(range(colours), repeat=buttons)
        if any(word)
        and all(sum(a * v for a, v in zip(row, word, strict=True)) % colours == 0 for row in rows)
    ]


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(k, marks=pytest.mark.large) for k in range(1, 3))]
)
def test_lightest_words_are_those_of_enumeration(block, monkeypatch):
    """Also where a window has a rank below the kernel's, and where weights step by 2, 3 or 4."""
    rng = random.Random(block)
    monkeypatch.setattr(Planner, "plans", plans_at_random(rng, compiled=False))
    for _ in range(20 if block else 8):
        c = rng.choice([2, 2, 2, 3, 5])
        n = rng.randrange(2, {2: 12, 3: 7}.get(c, 5))
        rows = [[rng.randrange(c) for _ in range(n)] for _ in range(rng.randrange(n))]
        if rng.random() < 0.4:
            rows.append([1] * n)
        words = kernel_of(c, rows, n)
        if not words:
            continue
        matrix = from_dense(np.array(rows, dtype=np.int64).reshape(len(rows), n), c)
        zero, ones = np.zeros(len(rows), dtype=np.int64), np.ones(n, dtype=np.int64)
        problem = WindowProblem(System(matrix, zero, ones, per_button=True), nonzero=True)
        number, residue = problem.step
        weights = [sum(v > 0 for v in word) for word in words]
        assert all(weight % number == residue for weight in weights)
        least = min(weights)
        for wanted in (Wanted(), Wanted(count=True, minima=3)):
            bounds = []
            search = WindowSearch(problem, wanted, Watch(on_bound=bounds.append))
            search.run()
            assert search.best == least
            assert max(bounds, default=0) <= least
            if wanted.count:
                assert search.count == weights.count(least)
                lightest = [word for word, w in zip(words, weights, strict=True) if w == least]
                assert [tuple(word) for word in search.minima] == lightest[:3]


def test_weights_of_doubly_even_codes_step_by_four():
    golay = [0b101011100011 << i for i in range(12)]  # the cyclic code, with a parity bit
    rows = [[word >> j & 1 for j in range(23)] for word in golay]
    rows = [[*row, sum(row) % 2] for row in rows]  # self-dual: its own checks
    matrix = from_dense(np.array(rows), 2)
    system = System(matrix, np.zeros(12, dtype=np.int64), np.ones(24, dtype=np.int64))
    problem = WindowProblem(system, nonzero=True)
    assert problem.step == (4, 0)
    search = WindowSearch(problem, Wanted(count=True), Watch())
    search.run()
    assert (search.best, search.count) == (8, 759)
    alone = WindowSearch(problem, Wanted(), Watch(), orbits=[list(range(24))])
    alone.run()
    assert alone.best == 8
