"""Matrices for the tests of the linear algebra, from array shifts of their own."""

import numpy as np

from lo_exact.algebra import IntArray, SparseMatrix, from_entries

PLUS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
KING = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1))
KNIGHT = ((0, 0), *((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)))


def grid(
    height: int,
    width: int,
    colours: int = 2,
    rule=PLUS,
    *,
    torus: bool = False,
    amounts=None,
) -> SparseMatrix:
    """Every button adds ``amounts`` (1 if left out) at the places of the rule around it."""
    row, column = np.divmod(np.arange(height * width, dtype=np.int64), width)
    triples = []
    for i, (down, right) in enumerate(rule):
        r, c = row + down, column + right
        if torus:
            r, c = r % height, c % width
        on = (r >= 0) & (r < height) & (c >= 0) & (c < width)
        amount = np.full(int(on.sum()), 1 if amounts is None else int(amounts[i]))
        triples.append((r[on] * width + c[on], np.flatnonzero(on), amount))
    size = height * width
    return from_entries((size, size), colours, *map(np.concatenate, zip(*triples, strict=True)))


def without(matrix: SparseMatrix, part: float, rng: np.random.Generator) -> SparseMatrix:
    """Drop a part of the places, light and button."""
    kept = np.flatnonzero(rng.random(matrix.shape[0]) >= part)
    return matrix.take_rows(kept).take_columns(kept)


def shuffled(matrix: SparseMatrix, rng: np.random.Generator) -> SparseMatrix:
    """Renumber lights and buttons at random."""
    rows = matrix.take_rows(rng.permutation(matrix.shape[0]))
    return rows.take_columns(rng.permutation(matrix.shape[1]))


def random_dense(rng: np.random.Generator, lights: int, buttons: int, colours: int) -> IntArray:
    """A matrix of one of many kinds: sparse, full, of low rank, with rows or all without units."""
    dense = rng.integers(0, colours, (lights, buttons))
    dense *= rng.random((lights, buttons)) < rng.choice([0.2, 0.5, 1.0])
    factor = next(p for p in range(2, colours + 1) if colours % p == 0)
    kind = int(rng.integers(0, 5))
    if kind == 1:
        dense = dense * rng.choice([1, factor, factor**2 % colours], size=(lights, 1)) % colours
    if kind == 2:
        rank, small = int(rng.integers(0, 4)), min(colours, 1000)
        left = rng.integers(0, small, (lights, rank))
        dense = left @ rng.integers(0, small, (rank, buttons)) % colours
    if kind == 3:
        dense = dense * factor % colours
    if kind == 4 and buttons > 1:
        dense[:, -1] = dense[:, 0]
    return dense.astype(np.int64)
