"""Evidence by a walk: every solution is visited, one after the other.

Proves: the least weight of all solutions and how many have it, so a minimum, its number, or a lower
bound.  Each step adds one generator to the last solution, and the weight is counted anew.
Does not prove: anything where there are too many solutions to visit (MAX_ELEMENTS).
Trusts: the part "solutions", for "these are all solutions, each once"; Python's integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import Vector, bits_of, fields
from lo_exact.certificate.checker_parts.solutions import Kernel, kernel_of
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_ELEMENTS = 2**26
"""Solutions (about 20 s for two colours, 2 minutes for more or with prices)."""

MAX_BITS = 2**40
"""Bits that are read: for each solution, a few for each unknown."""


@form("walk", MINIMA)
def judge_walk(certificate: Certificate, piece: Any) -> str:
    """Check evidence by a walk: visit all solutions; compare their least weight with the claim."""
    fields(piece, "evidence", "by")
    kernel = kernel_of(certificate)
    certificate.compare(*walk(certificate.system, kernel))
    return f"a walk through all {kernel.size} solutions"


def walk(system: System, kernel: Kernel) -> tuple[int, int]:
    """Return the least weight of all solutions, and the number of solutions that have it.

    Every step adds one generator: the one whose digit a counter with these orders as bases would
    raise.  The lower digits are not reset: generator i is added only when digit i rises, and adding
    it order_i times changes nothing.  So for fixed higher digits its multiple starts somewhere and
    runs once through all residues mod order_i: every combination is met exactly once.  The solution
    is held as one integer with a field of bits for each unknown that costs something.
    """
    bounded(kernel.size <= MAX_ELEMENTS, f"more than {MAX_ELEMENTS} solutions to walk through")
    c = system.colours
    priced = [j for j, price in enumerate(system.prices) if price]
    # a field holds the sum of two numbers, and the sum of all fields is below 2^width - 1
    width = max((c - 1).bit_length() + 1, (len(priced) * (c - 1) + 1).bit_length())
    width = 1 if c == 2 else width
    slices = []  # (2^b, mask of the fields whose price has bit b)
    for b in range(max(system.prices, default=0).bit_length()):
        mask = [(2**width - 1) * (system.prices[j] >> b & 1) for j in priced]
        if any(mask):
            slices.append((2**b, _packed(mask, width)))
    bits = kernel.size * (len(slices) + 1) * len(priced) * width
    bounded(bits <= MAX_BITS, f"more than {MAX_BITS} bits to walk through")
    ones = _packed([1] * len(priced), width)
    half = 2 ** (width - 1)  # the highest bit of a field: 1 after adding to_c if the field was >= c
    high, to_c, to_1 = ones * half, ones * (half - c), ones * (half - 1)
    # 2^width is 1 mod 2^width - 1, so x mod 2^width - 1 is the sum of its fields
    sum_of_fields = 2**width - 1

    def sliced(x: int) -> int:
        return sum(scale * (x & mask).bit_count() for scale, mask in slices)

    def pressed(x: int) -> int:
        return sliced(x + to_1 & high)

    def pressings(x: int) -> int:
        return sum(scale * ((x & mask) % sum_of_fields) for scale, mask in slices)

    weight: Callable[[int], int] = pressed if system.per_button else pressings
    if c == 2:
        weight = int.bit_count if slices == [(1, ones)] else sliced
    x = _packed([kernel.particular[j] for j in priced], width)
    steps = [_packed([g[j] for j in priced], width) for g in kernel.generators]
    least, count = weight(x), 1
    for step in _counter(kernel.orders):
        if c == 2:
            x ^= steps[step]
        else:
            x += steps[step]
            x -= ((x + to_c & high) >> width - 1) * c  # subtract c where a field reached c
        found = weight(x)
        if found <= least:
            least, count = found, count + 1 if found == least else 1
    return least, count


def _packed(values: Vector, width: int) -> int:
    """Return the integer sum value_i 2^(width i), which packs small values."""
    if width == 1:
        return bits_of(values)
    return int("0" + "".join(f"{v:0{width}b}" for v in reversed(values)), 2)


def _counter(orders: Vector) -> Iterator[int]:
    """Count in mixed radix; yield the index of the digit that each step increments."""
    digits = [0] * len(orders)
    for _ in range(prod(orders) - 1):
        place = 0
        while digits[place] == orders[place] - 1:
            digits[place] = 0
            place += 1
        digits[place] += 1
        yield place
