"""Group of unknowns for two colours, and its contribution to the weight of each solution.

Proves: the sums of the group's part of S(z) = sum_u a_u (-1)^<u, z> over all z, where column u says
which generators press unknown u.  They depend on few bits of z.
Trusts: Python's integers.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable
from itertools import islice

from lo_exact.certificate.checker_parts.reading import Vector
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_LISTED = 2**22
"""Sums of one group that are listed."""


class Group:
    """Group of unknowns, which tabulates its contribution to the weight of each solution.

    Attributes:
        pivots: independent columns, whose sums give all columns of the group.  The *form* of z in
            the group is the number whose bit i is <pivots[i], z>.
        amounts: a_u, added up by place: bit i of u's place says whether pivots[i] is part of u.
    """

    max_rank: int = 24
    max_sums: int = 2**26

    def __init__(self, members: Iterable[tuple[int, int]]):
        self.pivots: Vector = []
        self.amounts: dict[int, int] = {}
        reduced: dict[int, tuple[int, int]] = {}  # leading bit -> (sum of pivots, their bit mask)
        for column, amount in members:
            row, place = column, 0
            while row.bit_length() in reduced:
                other, which = reduced[row.bit_length()]
                row, place = row ^ other, place ^ which
            if row:
                new = 1 << len(self.pivots)
                reduced[row.bit_length()] = row, place ^ new
                self.pivots.append(column)
                place = new
                most = self.max_rank
                bounded(new < 2**most, f"a group has a rank above {most}")
            self.amounts[place] = self.amounts.get(place, 0) + amount
        self.rank: int = len(self.pivots)
        self.size: int = sum(map(abs, self.amounts.values()))
        bounded(self.size < 2**31, "the prices of a group add up to too much")

    def form(self, z: int) -> int:
        """Return the form of z: the number whose bit i is <pivots[i], z> mod 2."""
        return sum((pivot & z).bit_count() % 2 << i for i, pivot in enumerate(self.pivots))

    def tabulate(self) -> None:
        """Compute `sums`, a signed sum of amounts for each value of `form`, and `top`, the largest.

        A Walsh-Hadamard transform, 2^14 numbers at once.  They stand in one integer, each in a lane
        of 16 or 32 bits, with a bias that keeps it positive.  For each bit, f at the forms without
        it and g at those with it become f + g and f - g.  Higher bits decide signs before.
        """
        lane, code = (16, "h") if self.size < 2**15 else (32, "i")
        bits = min(self.rank, 14)
        whole = (1 << (lane << bits)) - 1
        bias = whole // ((1 << lane) - 1) << lane - 1
        levels, without = [], whole  # without: mask of lanes where the form's bit is 0
        for bit in reversed(range(bits)):
            without = (without ^ without << (lane << bit)) & whole
            levels.append((lane << bit, without, without & bias))
        self.sums: array[int] = array(code)
        for high in range(1 << self.rank - bits):
            sums = [0] * (1 << bits)
            for place, amount in self.amounts.items():
                odd = (place >> bits & high).bit_count() % 2
                sums[place % len(sums)] += -amount if odd else amount
            packed = struct.pack(f"<{len(sums)}{code}", *sums)
            x = int.from_bytes(packed, "little") ^ bias
            for shift, mask, half in levels:
                f, g = x & mask, x >> shift & mask
                x = f + g - half | f - g + half << shift
            packed = (x ^ bias).to_bytes(len(packed), "little")
            self.sums.extend(struct.unpack(f"<{len(sums)}{code}", packed))
        self.top: int = max(self.sums)

    def above(self, low: int) -> list[tuple[int, int]]:
        """Return the entries of `sums` that are at least ``low``, as pairs (sum, form)."""
        if low > self.top:
            return []
        every = ((value, form) for form, value in enumerate(self.sums) if value >= low)
        found = list(islice(every, MAX_LISTED + 1))
        fits = len(found) <= MAX_LISTED
        bounded(fits, f"more than {MAX_LISTED} sums of one group are to be listed")
        return found
