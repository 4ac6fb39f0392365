"""Rows of bits as integers, and their ring over GF(2); the twin of `residue_ring`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import bits_of, integers
from lo_exact.algebra.polynomials.bits import Bits
from lo_exact.algebra.polynomials.ring import Ring, Terms

_ONE = {0: 1}


class BitRing(Ring):
    """Rows of bits."""

    field: Bits = Bits()

    def __init__(self, width: int, *, joined: bool):
        super().__init__(width, joined=joined)
        self._mask = (1 << width) - 1

    def times(self, a: int, terms: Terms) -> int:
        """Return a times a short polynomial, mod P."""
        out = 0
        for power in terms:
            out ^= a << power
        if self.joined:
            while out > self._mask:
                out = (out & self._mask) ^ (out >> self.width)
            return out
        while (gap := out.bit_length() - 1 - self.width) >= 0:
            out ^= self.modulus << gap
        return out

    def act(self, row: int, terms: Terms) -> int:
        """Let a short polynomial in the step act on a row."""
        if terms == _ONE:
            return row
        out = 0
        for power in terms:
            if not power:
                out ^= row
            elif self.joined:
                out ^= (row << power & self._mask) ^ (row >> (self.width - power))
            else:
                step = row
                for _ in range(power):
                    step = (step << 1 & self._mask) ^ (step >> 1)
                out ^= step
        return out

    def minus(self, row: int, other: int) -> int:
        """Return row - other."""
        return row ^ other

    def dot(self, row: int, other: int) -> int:
        """Return the sum of the products of two rows' entries, 0..p-1."""
        return (row & other).bit_count() & 1

    def zero_row(self) -> int:
        """Return the row of zeros."""
        return 0

    def element(self, row: int) -> int:
        """Return the polynomial q of a row, row = q(step) e."""
        if self.joined:
            return row
        now, after = 0, 0
        for k, digit in enumerate(self.field.coefficients(row, self.width)):
            now, after = now << 1 ^ after ^ digit, now
            if not k & 1023:
                tick()
        return now

    def row(self, element: int) -> int:
        """Return q(step) e."""
        if self.joined:
            return element
        mask, out = self._mask, 0
        for k, digit in enumerate(self.field.coefficients(element, self.width)):
            out = (out << 1 & mask) ^ (out >> 1) ^ digit
            if not k & 1023:
                tick()
        return out

    def reversed_row(self, row: int) -> int:
        """Return the row of q(1/z) e for a row q(z) e; joined sides only."""
        digits = format(row, f"0{self.width}b")
        return int(digits[-1] + digits[:-1][::-1], 2)

    def pack(self, values: NDArray[Any]) -> list[int]:
        """Return the rows of (rows, columns) integers 0..p-1."""
        return integers(values)

    def unpack(self, rows: Sequence[int]) -> NDArray[np.uint8]:
        """Return (rows, columns) integers of rows."""
        return bits_of(rows, self.width)
