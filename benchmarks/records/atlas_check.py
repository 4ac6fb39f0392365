"""The atlas found again by plain elimination over Z/p^e, with no line of the package.

Smith's form: the entry with the fewest factors p becomes the next pivot and clears its row and its
column, which it divides.  With U A V = D, A x = b becomes D y = U b, x = V y.  The matrix of a
board is written out, so a board of N places costs N^3 steps of Python: 0.1 s for N = 64.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from benchmarks.records.atlas import DIVISORS, RULES, SURFACES, load_atlas

STEPS = {
    "plus": ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)),
    "cross": ((0, 1), (0, -1), (1, 0), (-1, 0)),
    "x": ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    "king": tuple(product((-1, 0, 1), repeat=2)),
    "knight": ((0, 0), *((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if a * a != b * b)),
}
PRIMES = {2: 3, 3: 2, 5: 1, 7: 1, 11: 1}
"""Each prime with the power of it that the atlas keeps: 8, 9, 5, 7 and 11."""

MOST_PLACES = 64
MOST_SOLUTIONS = 20_000

Matrix = list[list[int]]


def activation(rule: str, surface: str, rows: int, columns: int) -> Matrix:
    """Return what each button (column) adds to each light (row)."""
    matrix = [[0] * (rows * columns) for _ in range(rows * columns)]
    for i, j in product(range(rows), range(columns)):
        for down, right in STEPS[rule]:
            r, s = i + down, j + right
            if surface == "torus":
                r %= rows
            if surface != "plane":
                s %= columns
            if 0 <= r < rows and 0 <= s < columns:
                matrix[r * columns + s][i * columns + j] += 1
    return matrix


def smith(matrix: Matrix, wanted: list[int], prime: int, power: int) -> tuple[Any, ...]:
    """Return the exponents v of D's entries p^v, U times `wanted`, and V, all mod p^power."""
    modulus, size = prime**power, len(matrix)
    a = [[entry % modulus for entry in row] for row in matrix]
    b = [entry % modulus for entry in wanted]
    v = [[int(i == j) for j in range(size)] for i in range(size)]

    def factors(entry: int) -> int:
        return next((k for k in range(power) if entry % prime ** (k + 1)), power)

    exponents = []
    for step in range(size):
        places = ((factors(a[i][j]), i, j) for i in range(step, size) for j in range(step, size))
        least, i, j = power, step, step
        for found in places:
            if found[0] < least:
                least, i, j = found
            if least == (exponents[-1] if exponents else 0):
                break  # entries have no fewer factors than the pivot before
        exponents.append(least)
        if least == power:
            continue
        a[step], a[i], b[step], b[i] = a[i], a[step], b[i], b[step]
        for row in (*a, *v):
            row[step], row[j] = row[j], row[step]
        unit = pow(a[step][step] // prime**least, -1, modulus)
        a[step] = [entry * unit % modulus for entry in a[step]]
        b[step] = b[step] * unit % modulus
        for i in range(step + 1, size):
            if times := a[i][step] // prime**least:
                a[i] = [(x - times * y) % modulus for x, y in zip(a[i], a[step], strict=True)]
                b[i] = (b[i] - times * b[step]) % modulus
        for j in range(step + 1, size):
            if times := a[step][j] // prime**least:
                a[step][j] = 0  # the pivot's column holds nothing else now
                for row in v:
                    row[j] = (row[j] - times * row[step]) % modulus
    return exponents, b, v


def solutions(matrix: Matrix, wanted: list[int], prime: int, power: int) -> list[list[int]] | None:
    """Return every x with A x = wanted mod p^power; None where there are too many to list."""
    modulus = prime**power
    exponents, b, v = smith(matrix, wanted, prime, power)
    if prime ** sum(exponents) > MOST_SOLUTIONS:
        return None
    if any(entry % prime**k for entry, k in zip(b, exponents, strict=True)):
        return []
    choices = [
        range(entry // prime**k, modulus, prime ** (power - k)) if k else (entry,)
        for entry, k in zip(b, exponents, strict=True)
    ]
    return [
        [sum(x * y for x, y in zip(row, ys, strict=True)) % modulus for row in v]
        for ys in product(*choices)
    ]


def quiet_again(matrix: Matrix) -> list[int]:
    """Return how many cyclic parts of the quiet patterns have an order divisible by `DIVISORS`."""
    counts = Counter[int]()
    for prime, power in PRIMES.items():
        exponents = smith(matrix, [0] * len(matrix), prime, power)[0]
        for k in range(1, power + 1):
            counts[prime**k] = sum(exponent >= k for exponent in exponents)
    return [counts[divisor] for divisor in DIVISORS]


def all_on_again(matrix: Matrix, colours: int) -> list[Any] | None:
    """Return what the atlas keeps of the board with all lights on; None if that takes too long."""
    listed, moduli = [], []
    for prime in PRIMES:
        power = next(k for k in range(5) if colours % prime ** (k + 1))
        if power:
            found = solutions(matrix, [-1] * len(matrix), prime, power)
            if found is None:
                return None
            listed.append(found)
            moduli.append(prime**power)
    most = 1
    for found in listed:
        most *= len(found)
    if most > MOST_SOLUTIONS:
        return None
    idempotents = [
        next(e for e in range(colours) if all(e % m == (m == own) for m in moduli))
        for own in moduli
    ]
    weights = Counter[int]()
    for parts in product(*listed):
        digits = (
            sum(e * digit for e, digit in zip(idempotents, column, strict=True)) % colours
            for column in zip(*parts, strict=True)
        )
        weights[sum(digits)] += 1
    return [min(weights), str(weights[min(weights)])] if weights else []


def rank_of_bits(matrix: Matrix) -> int:
    """Return the rank mod 2, rows as integers; a board of 1600 places takes 0.5 s."""
    basis: dict[int, int] = {}
    for row in matrix:
        word = int("".join(str(entry % 2) for entry in row), 2)
        while word and (top := word.bit_length()) in basis:
            word ^= basis[top]
        if word:
            basis[word.bit_length()] = word
    return len(basis)


def atlas_faults(sample: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the name of a board of the sample, and what differs ("" where nothing does)."""
    rng = random.Random(seed)
    for number in range(sample):
        rule, surface = rng.choice(RULES), rng.choice(SURFACES)
        boards = load_atlas(rule, surface)
        large = number % 4 == 3
        sizes = [size for size in boards if large or size[0] * size[1] <= MOST_PLACES]
        if not sizes:
            continue
        size = rng.choice(sizes)
        board, matrix = boards[size], activation(rule, surface, *size)
        name = f"atlas {rule} {surface} {size[0]}x{size[1]}"
        if large:
            nullity = len(matrix) - rank_of_bits(matrix)
            yield name, "" if nullity == board["quiet"][0] else f"nullity {nullity}"
            continue
        quiet = quiet_again(matrix)
        yield name, "" if quiet == board["quiet"] else f"quiet patterns {quiet}"
        for colours, kept in board["all_on"].items():
            found = all_on_again(matrix, int(colours)) if kept is not None else None
            if found is not None and kept != found[: len(kept) or 2]:
                yield f"{name}, {colours} colours", f"all on {found}, not {kept}"
