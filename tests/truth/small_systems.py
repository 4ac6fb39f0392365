"""Random small systems and the truth about them, by nested loops over Python integers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.puzzle import System

COLOURS = (2, 2, 2, 3, 4, 5, 6, 8, 9, 12)


@dataclass(frozen=True)
class Truth:
    """The minimum weight (-1: unsolvable) and all minima in lexicographic order."""

    weight: int
    minima: tuple[tuple[int, ...], ...]


def truth(system: System) -> Truth:
    c, n = system.colours, system.unknowns
    rows = system.matrix.to_dense().tolist()
    wanted = system.syndrome.tolist()
    prices = system.prices.tolist()
    found: dict[int, list[tuple[int, ...]]] = {}
    for x in product(range(c), repeat=n):
        if all(
            (sum(a * v for a, v in zip(row, x, strict=True)) - s) % c == 0
            for row, s in zip(rows, wanted, strict=True)
        ):
            cost = sum(
                p * ((v > 0) if system.per_button else v) for p, v in zip(prices, x, strict=True)
            )
            found.setdefault(cost, []).append(x)
    if not found:
        return Truth(-1, ())
    return Truth(min(found), tuple(found[min(found)]))


def random_systems(
    rng: np.random.Generator, *, vectors: int = 1000, colours: tuple[int, ...] = COLOURS
) -> Iterator[System]:
    """Yield systems of every kind: directed, not square, empty, equal buttons, zero prices."""
    while True:
        c = int(rng.choice(colours))
        n, m = int(rng.integers(0, 11)), int(rng.integers(0, 7))
        if c**n > vectors:
            continue
        matrix = rng.integers(0, c, (m, n)) * (rng.random((m, n)) < rng.random())
        if n > 1 and rng.random() < 0.3:
            matrix[:, rng.integers(n)] = matrix[:, rng.integers(n)]
        if rng.random() < 0.3:
            matrix = matrix * int(rng.integers(1, c)) % c
        syndrome = matrix @ rng.integers(0, c, n) % c
        if rng.random() < 0.1:
            syndrome = rng.integers(0, c, m)
        highest = int(rng.choice([1, 2, 5, 300, 2**31]))
        prices = np.ones(n, dtype=np.int64)
        if rng.random() < 0.6:
            prices = rng.integers(0, highest + 1, n)
        yield System(
            from_dense(matrix, c),
            syndrome.astype(np.int64).reshape(m),
            prices.astype(np.int64),
            bool(rng.random() < 0.4),
        )


def take(count: int, seed: int, **options) -> list[System]:
    systems = random_systems(np.random.default_rng(seed), **options)
    return [system for _, system in zip(range(count), systems, strict=False)]
