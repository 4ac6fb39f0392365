"""Boards over Z/p^e whose matrix is invertible mod p: digit by digit (Hensel 1904).

x = x0 + p x1 + ...: with A x0 = s (mod p), what is missing, s - A x0, is a multiple of p, and its
p-th part is the syndrome of the next digit.  An invertible matrix stays invertible, so there are
no quiet patterns and no unsolvable boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.polynomials.part import TurnedPart, UniformPart
from lo_exact.algebra.sparse import IntArray, residue_dtype
from lo_exact.algebra.uniform import Uniform, act_on


@dataclass(frozen=True, eq=False)
class LiftedPart:
    """A board over Z/p^e without quiet patterns mod p.

    Attributes:
        board: over Z/p^e.
        digits: the board over GF(p).
    """

    board: Uniform
    digits: UniformPart | TurnedPart

    @property
    def modulus(self) -> int:
        """p^e."""
        return self.board.modulus

    @property
    def orders(self) -> tuple[int, ...]:
        """None: there is nothing in the kernel."""
        return ()

    def generators(self) -> NDArray[Any]:
        """Return (0, buttons)."""
        size = self.board.rows * self.board.columns
        return np.zeros((0, size), dtype=residue_dtype(self.modulus))

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Any]]:
        """Return (count, buttons) solutions; none fails."""
        prime, modulus = self.digits.modulus, self.modulus
        shape = (-1, self.board.rows, self.board.columns)
        out = np.zeros(syndromes.shape, dtype=np.int64)
        missing, place = syndromes % modulus, 1
        while place < modulus:
            digit, failures = self.digits.solve(missing % prime)
            assert not failures, "an invertible matrix reaches everything"
            digit = digit.astype(np.int64)
            out += place * digit
            reached = act_on(self.board, digit.reshape(shape)).reshape(syndromes.shape)
            missing = (missing - reached) % modulus // prime
            place *= prime
        return out, {}

    def witness(self, failure: Any) -> IntArray:
        """Never called."""
        raise AssertionError(failure)
