"""Pairs of sets: the loop runs compiled, plain, and by numpy, with the same hits."""

import numpy as np
import pytest

from lo_exact.engines.windows.plan import WindowProblem
from lo_exact.engines.windows.window import Visit
from lo_exact.outcome import Watch
from lo_exact.puzzle import System
from tests.engines.windows.systems import dense_system

pytest.importorskip("numba", reason="numba needs numba: pip install 'numba>=0.61'")


def met(system, inside, cost, *, ties, limit, compiled):
    """The solutions of a cost on a window that cost less than a limit, and the limit after it."""
    limits = np.array([limit])
    asked = Visit(cost, ties, 0, 2**30, compiled, limits)
    problem = WindowProblem(system)
    found = [
        tuple(row)
        for rows in problem.window(inside).visit(asked, Watch())
        for row in problem.solves(rows).tolist()
    ]
    weights = [system.weight(np.array(x)) for x in found]
    least = [x for x, weight in zip(found, weights, strict=True) if weight == min(weights)]
    return sorted(least) if ties else min(weights, default=None), int(limits[0])


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("colours", "once", "prices"),
    [(2, False, [1]), (2, False, [1, 2, 3]), (3, False, [1]), (3, True, [1, 2]), (5, False, [1])],
)
def test_the_loop_finds_what_numpy_finds(colours, once, prices, ties, monkeypatch):
    from lo_exact.compiled import windows

    size = {2: 24, 3: 14}.get(colours, 9)
    costs = np.resize(prices, size)
    for room in (2**14, 1):
        monkeypatch.setattr("lo_exact.engines.windows.window.ROOM", room)
        for seed in range(2):
            one = dense_system(size, size // 2, seed, colours)
            system = System(one.matrix, one.syndrome, costs, once)
            inside = np.random.default_rng(seed).permutation(size)[: size // 2 + seed]
            for cost in range(5):
                given = (system, inside, cost)
                right = met(*given, ties=ties, limit=9, compiled=False)
                assert met(*given, ties=ties, limit=9, compiled=True) == right
                if cost == 2 and seed:
                    with monkeypatch.context() as patch, np.errstate(over="ignore"):
                        patch.setattr(windows, "scan_window", windows.scan_window.plain)
                        assert met(*given, ties=ties, limit=9, compiled=True) == right
