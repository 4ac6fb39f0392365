"""Determinant of a board's integer matrix, and its prime factors.

A square board is solvable in every state exactly when the determinant has no factor in common with
c.  So one number answers this for all numbers of colours.  It is computed modulo many 31-bit primes
and joined by the Chinese remainder theorem; Hadamard's bound tells when there are enough primes.
That is exact, with far smaller numbers than fractions need.  Factors are found by trial division.
Primality of the rest is tested by Miller and Rabin with the bases that are proved enough below
3.3e24 (Sorenson and Webster 2015).  A factor that stays unproved is called unfactored.

Costs side^3 steps a prime, 1 prime for 25 lights of a plus board.
"""

from dataclasses import dataclass
from math import isqrt, prod

import numpy as np

from lo_exact.algebra import MAX_MODULUS, IntArray
from lo_exact.errors import LimitReached
from lo_exact.puzzle import Puzzle
from lo_exact.topology import Grid, grid_matrix

MAX_SIDE = 500
"""Largest number of rows for computing a determinant."""

_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_PROVED = 3_317_044_064_679_887_385_961_981
"""Below this number the Miller-Rabin test with the first 13 primes is a proof (Sorenson and Webster
2017)."""

_TRIAL = 100_000
"""Bound of trial division; a single larger prime factor, or its square, is also found."""


@dataclass(frozen=True)
class Factors:
    """Factorisation of an integer into primes and an unfactored cofactor."""

    primes: tuple[tuple[int, int], ...]
    """(prime, exponent), ascending."""
    rest: int
    """Unfactored cofactor, or 1."""


def integer_matrix(puzzle: Puzzle) -> IntArray:
    """Return the matrix before reduction mod c if the board's rule is known, else mod c.

    On a small torus a press may reach a light twice: 2, which two colours no longer show.
    """
    layout, matrix = puzzle.layout, puzzle.activation
    if layout.is_grid and layout.neighbourhood:
        grid = Grid(layout.light_at >= 0, layout.button_at >= 0)
        whole = grid_matrix(grid, layout.neighbourhood, layout.topology or "plane", MAX_MODULUS)
        reduced = whole.to_dense() % matrix.modulus
        if np.array_equal(reduced, matrix.to_dense()):
            return whole.to_dense()
    return matrix.to_dense()


def determinant(matrix: IntArray) -> int:
    """Return the determinant of a square matrix of integers below 2^31, exactly.

    Raises:
        LimitReached: When the matrix is too large.
    """
    side = matrix.shape[0]
    if side > MAX_SIDE:
        raise LimitReached(f"determinants are for at most {MAX_SIDE} lights, here are {side}")
    # Hadamard's bound: |det| is at most the product of the Euclidean lengths of the rows
    bound = isqrt(prod(sum(int(v) ** 2 for v in row) for row in matrix.tolist())) + 1
    total, modulus, prime = 0, 1, 2**31
    while modulus <= 2 * bound:
        prime -= 1
        while not is_prime(prime):
            prime -= 1
        total += modulus * ((_modular(matrix, prime) - total) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return total - modulus if total > modulus // 2 else total


def _modular(matrix: IntArray, prime: int) -> int:
    """Return the determinant mod a prime below 2^31, by elimination."""
    rows = matrix % prime
    result = 1
    for k in range(len(rows)):
        pivots = np.flatnonzero(rows[k:, k])
        if not pivots.size:
            return 0
        at = k + int(pivots[0])
        if at != k:
            rows[[k, at]] = rows[[at, k]]
            result = -result
        pivot = int(rows[k, k])
        result = result * pivot % prime
        inverse = pow(pivot, -1, prime)
        below = k + 1 + np.flatnonzero(rows[k + 1 :, k])
        factors = rows[below, k] * inverse % prime
        # both factors are below 2**31, so the product fits in int64
        rows[below, k:] = (rows[below, k:] - factors[:, None] * rows[k, k:] % prime) % prime
    return result % prime


def is_prime(number: int) -> bool:
    """Return whether a number below 3.3e24 is prime, by a deterministic Miller-Rabin test.

    >>> [n for n in range(20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if number < 2:
        return False
    if any(number % base == 0 for base in _BASES):
        return number in _BASES
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _BASES:
        x = pow(base, odd, number)
        if x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True


def factors(number: int) -> Factors:
    """Return the prime factors of an integer, ignoring its sign; 0 and 1 have none.

    >>> factors(-119)
    Factors(primes=((7, 1), (17, 1)), rest=1)
    """
    number = abs(number)
    found: dict[int, int] = {}
    divisor = 2
    while number > 1 and divisor <= _TRIAL:
        while number % divisor == 0:
            number //= divisor
            found[divisor] = found.get(divisor, 0) + 1
        divisor += 1 if divisor == 2 else 2
    times = 1
    while number > 1 and (root := isqrt(number)) ** 2 == number:
        number, times = root, 2 * times
    if 1 < number < _PROVED and is_prime(number):
        found[number] = times
        number = 1
    return Factors(tuple(sorted(found.items())), max(number, 1) ** times)
