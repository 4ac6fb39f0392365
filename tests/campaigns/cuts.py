"""The engine `cuts` on many random sparse systems with prices, against enumeration.

    python -m tests.campaigns.cuts --count 20000 --seed 1
    python -m tests.campaigns.cuts --count 20000 --seed 1 --crippled

With ``--crippled`` the engine works in this process, and mostly without what ends small systems at
their root, so that trees are met.
The truth is the table of all sums of columns, made here.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.engines.cuts import engine, light, minimum, search
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.campaigns import frame


def sparse_systems(rng: np.random.Generator, buttons: int = 14) -> Iterator[System]:
    """Yield two-coloured systems with light columns: directed, not square, also unsolvable."""
    while True:
        n, m = int(rng.integers(0, buttons + 1)), int(rng.integers(0, 11))
        matrix = np.zeros((m, n), dtype=np.int64)
        for j in range(n):
            touched = rng.choice(m, size=min(m, int(rng.integers(0, 5))), replace=False)
            matrix[touched, j] = 1
        if n > 1 and rng.random() < 0.2:
            matrix[:, rng.integers(n)] = matrix[:, rng.integers(n)]
        syndrome = matrix @ rng.integers(0, 2, n) % 2
        if rng.random() < 0.1:
            syndrome = rng.integers(0, 2, m)
        highest = int(rng.choice([1, 2, 5, 300, 2**20, 2**31]))
        prices = np.ones(n, dtype=np.int64)
        if rng.random() < 0.7:
            prices = rng.integers(0, highest + 1, n)
        yield System(from_dense(matrix, 2), syndrome.astype(np.int64), prices.astype(np.int64))


def minima(system: System) -> tuple[int, list[tuple[int, ...]]]:
    """Return the least weight (-1: unsolvable) and all solutions of it in lexicographic order."""
    n = system.unknowns
    numbers = np.arange(2**n, dtype=np.int64)
    reached = np.zeros((2**n,), dtype=np.int64)
    weight = np.zeros(2**n, dtype=np.int64)
    for j in range(n):
        rows, _ = system.matrix.column(j)
        pressed = numbers >> (n - 1 - j) & 1
        reached ^= pressed * sum(1 << int(i) for i in rows)
        weight += pressed * int(system.prices[j])
    wanted = sum(1 << i for i, s in enumerate(system.syndrome.tolist()) if s)
    solving = np.flatnonzero(reached == wanted)
    if not solving.size:
        return -1, []
    least = int(weight[solving].min())
    best = solving[weight[solving] == least].tolist()
    return least, [tuple(x >> (n - 1 - j) & 1 for j in range(n)) for x in best]


def verdict(
    system: System,
    wanted: Wanted,
    minimise: Callable[[System, Wanted, Watch], Outcome] = engine.minimise,
) -> str:
    """Return what is wrong with the engine's answer, or ``""``."""
    weight, listed = minima(system)
    watch = Watch()
    outcome = minimise(system, wanted, watch)
    if weight < 0:
        right = outcome.status is Status.INFEASIBLE
        right = right and system.refutes(np.array(outcome.witness, dtype=np.int64))
        return "" if right else f"{outcome}; there is no solution"
    right = outcome.status is Status.OPTIMAL and outcome.weight == weight
    right = right and watch.lower_bound <= weight
    right = right and set(outcome.minima) <= set(listed)
    if wanted.count:
        right = right and outcome.count == len(listed)
    if wanted.canonical or outcome.canonical:
        right = right and outcome.canonical and outcome.minima[0] == listed[0]
    if wanted.count or wanted.minima > 1:
        right = right and len(outcome.minima) == min(max(wanted.minima, 1), len(listed))
    return "" if right else f"{outcome}; true are {weight}, {len(listed)}, {listed[:3]}"


def asked(rng: np.random.Generator) -> Wanted:
    """Return something to want."""
    return Wanted(int(rng.choice([1, 1, 4])), bool(rng.random() < 0.4), bool(rng.random() < 0.3))


def cripple(rng: np.random.Generator) -> None:
    """Take away some of what helps."""
    search.NODE_ROUNDS = int(rng.choice([0, 0, 1, 12]))
    search.light_solution = partial(light.light_solution, steps=-1)


def judge(rng: np.random.Generator, given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Judge the engine's answer to the next sparse system."""
    system, wanted = next(sparse_systems(rng)), asked(rng)
    if given.crippled:
        cripple(rng)
    wrong = verdict(system, wanted, (engine.minimise, minimum.minimise_by_cuts)[given.crippled])
    numbers = system.matrix.to_dense().tolist(), system.syndrome, system.prices
    yield "systems", f"{wanted}: {wrong}\n{numbers}" if wrong else ""


if __name__ == "__main__":
    crippled = {"--crippled": {"action": "store_true", "help": "without what ends them early"}}
    sys.exit(frame.main(judge, __doc__, count=20_000, options=crippled))
