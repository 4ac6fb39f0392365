"""Factorisation of the modulus c into prime powers, for the Chinese remainder theorem.

c <= 2**31, so trial division up to its square root (46,341) is instant and needs no library.
"""

from functools import lru_cache


@lru_cache(maxsize=256)
def prime_powers(modulus: int) -> tuple[tuple[int, int], ...]:
    """Return the factorisation of a modulus >= 2 as pairs (prime, exponent), primes ascending.

    >>> prime_powers(360)
    ((2, 3), (3, 2), (5, 1))
    """
    factors = []
    rest, divisor = modulus, 2
    while divisor * divisor <= rest:
        exponent = 0
        while rest % divisor == 0:
            rest //= divisor
            exponent += 1
        if exponent:
            factors.append((divisor, exponent))
        divisor += 1
    if rest > 1:
        factors.append((rest, 1))
    return tuple(factors)


def idempotent(modulus: int, prime_power: int) -> int:
    """Return the residue that is 1 mod ``prime_power`` and 0 mod the modulus / ``prime_power``.

    >>> idempotent(12, 4)
    9
    """
    rest = modulus // prime_power
    return rest * pow(rest, -1, prime_power) % modulus if rest > 1 else 1
