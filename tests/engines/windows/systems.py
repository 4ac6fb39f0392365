"""Random systems for windows, and plans at random, so that small systems meet every kind."""

from contextlib import suppress
from dataclasses import replace

import numpy as np

from lo_exact.algebra.sparse import from_dense
from lo_exact.engines.windows.plan import Planner
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System

ASKED = (Wanted(), Wanted(count=True, canonical=True), Wanted(minima=10**6, count=True))

PLANS = Planner.plans


def dense_system(buttons, dimension, seed=1, colours=2):
    rng = np.random.default_rng(seed)
    rank = buttons - dimension
    matrix = from_dense(rng.integers(0, colours, (rank, buttons)), colours)
    return System(matrix, rng.integers(0, colours, rank), np.ones(buttons, dtype=np.int64))


def random_system(rng):
    """Up to 12 buttons, 5 with many colours; dependent lights, prices, solvable or not."""
    c = rng.choice([2, 2, 2, 3, 3, 5, 7, 4, 6, 8, 9])
    n = rng.randrange({2: 13, 3: 8, 4: 7}.get(c, 5))
    m = rng.choice([rng.randrange(6), rng.randrange(6), 70 if c == 2 else 25])
    share = rng.choice([0.2, 0.5, 0.9])
    rows = [
        [rng.randrange(1, c) * (rng.random() < share) for _ in range(n)] for _ in range(min(m, 6))
    ]
    if rng.random() < 0.3:  # far from invertible
        rows = [[value * rng.choice([0, 2, 3]) % c for value in row] for row in rows]
    rows += [rng.choice(rows) for _ in range(m - len(rows))]
    dense = np.array(rows, dtype=np.int64).reshape(m, n)
    pressed = np.array([rng.randrange(c) for _ in range(n)], dtype=np.int64)
    lit = np.array([rng.randrange(c) for _ in range(m)], dtype=np.int64)
    syndrome = dense @ pressed % c if rng.random() < 0.8 else lit
    prices = rng.choice([[1], [1], [0, 1, 1, 2, 3], [2, 4, 6, 10]])
    costs = np.array([rng.choice(prices) for _ in range(n)], dtype=np.int64)
    return System(from_dense(dense, c), syndrome.reshape(m), costs, rng.random() < 0.3)


def plans_at_random(rng, *, compiled):
    """What stands in for `Planner.plans`: some plans, the best or not, plain or compiled."""

    def plans(planner, weight, *, ties):
        made = [replace(plan, compiled=compiled) for plan in PLANS(planner, weight, ties=ties)]
        rng.shuffle(made)
        return [replace(plan, seconds=0.0) for plan in made]

    return plans


def faults(minimise, system, right, wanted):
    """What is wrong with an answer, its bounds and its solutions on the way; empty: nothing."""
    bounds, told = [], []
    watch = Watch(on_bound=bounds.append, on_improved=lambda *found: told.append(found))
    found = minimise(system, wanted, watch)
    if right.weight < 0:
        return "" if found.status is Status.INFEASIBLE and not bounds + told else "no solution"
    if max(bounds, default=0) > right.weight:
        return f"a bound of {max(bounds)}, {right.weight} is right"
    if not all(system.solves(x) and system.weight(x) == weight for x, weight in told):
        return "presses that solve nothing"
    if found.weight != right.weight:
        return f"{found.weight}, {right.weight} is right"
    listed = found.minima == right.minima[: wanted.minima]
    if wanted.more_than_one and not (found.count == len(right.minima) and listed):
        return f"{found.count} minima, {len(right.minima)} are right"
    return ""


def stopped(minimise, system, wanted, looks):
    """What is known after so many looks at the clock: (bound, weight)."""

    def stop(*_):
        nonlocal looks
        looks -= 1
        if looks < 0:
            raise LimitReached("stopped")

    watch = Watch(stop=stop)
    with suppress(LimitReached):
        minimise(system, wanted, watch)
    return watch.lower_bound, watch.best_weight
