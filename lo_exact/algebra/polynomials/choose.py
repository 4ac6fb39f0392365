"""Which boards polynomials answer, and which way round each is worked.

A board can be turned so that its rows are short, or so that its outermost row is a unit.  Work
grows with the square of a row's length and with the number of places.

Boards over Z/p^e whose matrix is invertible mod p: digit by digit (Hensel 1904).

x = x0 + p x1 + ...: with A x0 = s (mod p), what is missing, s - A x0, is a multiple of p, and its
p-th part is the syndrome of the next digit.  An invertible matrix stays invertible, so there are
no quiet patterns and no unsolvable boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.polynomials.band import make_band
from lo_exact.algebra.polynomials.bit_ring import BitRing
from lo_exact.algebra.polynomials.part import TurnedPart, UniformPart
from lo_exact.algebra.polynomials.residue_ring import ResidueRing
from lo_exact.algebra.polynomials.residues import fits
from lo_exact.algebra.polynomials.ring import Ring
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


TURN_FACTOR = 4
"""Rows so many times longer than columns are worth exchanging them."""

AnyPart = UniformPart | TurnedPart | LiftedPart


def polynomial_part(board: Uniform, prime: int, exponent: int) -> AnyPart | None:
    """Return a board over Z/p^e ready to answer, None where polynomials do not apply.

    Args:
        board: the board, its modulus a multiple of p^e.
        prime: p.
        exponent: e.
    """
    if board.rows == 0 or board.columns == 0:
        return None
    found = _over_field(board.reduced(prime))
    if exponent == 1 or found is None:
        return found
    return None if found.orders else LiftedPart(board.reduced(prime**exponent), found)


def _over_field(board: Uniform) -> UniformPart | TurnedPart | None:
    if not fits(board.modulus, max(board.rows, board.columns)):
        return None
    long = board.columns > TURN_FACTOR * board.rows
    for transposed in (long, not long):
        for flipped in (False, True):
            part = _one_way(board, transposed=transposed, flipped=flipped)
            if part is not None:
                if not transposed and not flipped:
                    return part
                return TurnedPart(part, (board.rows, board.columns), transposed, flipped)
    return None


def _one_way(board: Uniform, *, transposed: bool, flipped: bool) -> UniformPart | None:
    turned = board.transposed() if transposed else board
    turned = turned.flipped() if flipped else turned
    band = make_band(turned, _ring(board.modulus, turned.columns, joined=turned.columns_joined))
    return None if band is None else UniformPart(band)


def _ring(prime: int, width: int, *, joined: bool) -> Ring:
    if prime == 2:
        return BitRing(width, joined=joined)
    return ResidueRing(prime, width, joined=joined)
