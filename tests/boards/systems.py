"""Systems: random small ones of every kind, and boards of the plus rule."""

from collections.abc import Iterator

import numpy as np

from lo_exact.algebra import from_dense, from_entries
from lo_exact.puzzle import System

COLOURS = (2, 2, 2, 3, 4, 5, 6, 8, 9, 12)


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


def plus_board(n: int) -> System:
    """Return the system of n x n lights, all on, and the plus rule, 2 colours."""
    places = [(i, j) for i in range(n) for j in range(n)]
    rows, columns = zip(
        *[
            (i * n + j, k * n + m)
            for i, j in places
            for k, m in ((i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
            if 0 <= k < n and 0 <= m < n
        ],
        strict=True,
    )
    matrix = from_entries(
        (n * n, n * n), 2, np.array(rows), np.array(columns), np.ones(len(rows), dtype=np.int64)
    )
    return System(matrix, np.ones(n * n, dtype=np.int64), np.ones(n * n, dtype=np.int64))


def random_plus_board(side, seed):
    """Return the system of a random solvable board of the plus rule, 2 colours."""
    row, column = np.divmod(np.arange(side * side), side)
    apart = abs(row[:, None] - row) + abs(column[:, None] - column)
    near = (apart <= 1).astype(np.int64)
    presses = np.random.default_rng(seed).integers(0, 2, side * side)
    ones = np.ones(side * side, dtype=np.int64)
    return System(from_dense(near, 2), near @ presses % 2, ones)
