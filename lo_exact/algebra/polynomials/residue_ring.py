"""Rows of residues as arrays, and their ring over GF(p), p > 2; the twin of `bit_ring`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.polynomials.residues import Residues
from lo_exact.algebra.polynomials.ring import Ring, Terms
from lo_exact.algebra.sparse import IntArray


class ResidueRing(Ring):
    """Rows of residues mod an odd prime."""

    def __init__(self, prime: int, width: int, *, joined: bool):
        super().__init__(width, joined=joined)
        self.field: Residues = Residues(prime)
        self._prime = prime

    def times(self, a: IntArray, terms: Terms) -> IntArray:
        """Return a times a short polynomial, mod P."""
        if self.joined:
            return self.field.trimmed(self.act(self._padded(a), terms))
        top = max(terms, default=0)
        out = np.zeros(self.width + top, dtype=np.int64)
        for power, amount in terms.items():
            out[power : power + a.size] += amount * a
        out %= self._prime
        for power in range(top - 1, -1, -1):
            leading = int(out[self.width + power])
            if leading:
                part = out[power : power + self.width + 1]
                part -= leading * self.modulus
                part %= self._prime
        return self.field.trimmed(out[: self.width])

    def act(self, row: IntArray, terms: Terms) -> IntArray:
        """Let a short polynomial in the step act on a row."""
        out = np.zeros(self.width, dtype=np.int64)
        for power, amount in terms.items():
            if not power:
                out += amount * row
            elif self.joined:
                out[power:] += amount * row[: self.width - power]
                out[:power] += amount * row[self.width - power :]
            else:
                step = row
                for _ in range(power):
                    step = self._neighbours(step)
                out += amount * step
        out %= self._prime
        return out

    def _neighbours(self, row: IntArray) -> IntArray:
        out = np.zeros(self.width, dtype=np.int64)
        out[1:] = row[:-1]
        out[:-1] += row[1:]
        return out

    def minus(self, row: IntArray, other: IntArray) -> IntArray:
        """Return row - other."""
        out: IntArray = (row - other) % self._prime
        return out

    def dot(self, row: IntArray, other: IntArray) -> int:
        """Return the sum of the products of two rows' entries, 0..p-1."""
        return int((row * other % self._prime).sum()) % self._prime

    def zero_row(self) -> IntArray:
        """Return the row of zeros."""
        return np.zeros(self.width, dtype=np.int64)

    def element(self, row: IntArray) -> IntArray:
        """Return the polynomial q of a row, row = q(step) e."""
        if self.joined:
            return self.field.trimmed(row.astype(np.int64))
        now = np.zeros(self.width + 1, dtype=np.int64)
        after = now.copy()
        for used, digit in enumerate(row[::-1].tolist()):
            # after becomes t * now - after + digit, then the two change places
            np.negative(after[: used + 1], out=after[: used + 1])
            after[1 : used + 1] += now[:used]
            after[0] += digit
            after[: used + 1] %= self._prime
            now, after = after, now
            if not used & 255:
                tick()
        return self.field.trimmed(now[: self.width])

    def row(self, element: IntArray) -> IntArray:
        """Return q(step) e."""
        if self.joined:
            return self._padded(element)
        out = self.zero_row()
        for digit in element[::-1].tolist():
            out = self._neighbours(out)
            out[0] += digit
            out %= self._prime
        return out

    def reversed_row(self, row: IntArray) -> IntArray:
        """Return the row of q(1/z) e for a row q(z) e; joined sides only."""
        return np.concatenate([row[:1], row[:0:-1]])

    def pack(self, values: NDArray[Any]) -> list[IntArray]:
        """Return the rows of (rows, columns) integers 0..p-1."""
        return list(values[:, ::-1].astype(np.int64))

    def unpack(self, rows: Sequence[IntArray]) -> IntArray:
        """Return (rows, columns) integers of rows."""
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.width)[:, ::-1]

    def _padded(self, a: IntArray) -> IntArray:
        out = np.zeros(self.width, dtype=np.int64)
        out[: a.size] = a
        return out
