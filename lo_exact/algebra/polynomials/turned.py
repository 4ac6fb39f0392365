"""A board worked the other way round: upside down, or with rows and columns exchanged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.polynomials.part import Failure, UniformPart
from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True, eq=False)
class TurnedPart:
    """The answers of a board from those of the turned one.

    Attributes:
        inner: the turned board.
        shape: (rows, columns) of the board itself.
        transposed: whether rows and columns were exchanged.
        flipped: whether it then was put upside down.
    """

    inner: UniformPart
    shape: tuple[int, int]
    transposed: bool
    flipped: bool

    @property
    def modulus(self) -> int:
        """The prime p."""
        return self.inner.modulus

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators."""
        return self.inner.orders

    def generators(self) -> NDArray[Any]:
        """Return (generators, buttons) residues mod p."""
        return self._back(self.inner.generators())

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Failure]]:
        """Return (count, buttons) solutions, and for each that fails what `witness` takes."""
        drawn = syndromes.reshape(-1, *self.shape)
        drawn = drawn.transpose(0, 2, 1) if self.transposed else drawn
        drawn = drawn[:, ::-1] if self.flipped else drawn
        found, failures = self.inner.solve(drawn.reshape(syndromes.shape))
        return self._back(found), failures

    def witness(self, failure: Failure) -> IntArray:
        """Return (lights,) int64 y, 0..p-1: y A = 0 and y . s != 0 (mod p)."""
        found: IntArray = self._back(self.inner.witness(failure)[None, :])[0]
        return found

    def _back(self, vectors: NDArray[Any]) -> NDArray[Any]:
        rows, columns = self.shape[::-1] if self.transposed else self.shape
        drawn = vectors.reshape(-1, rows, columns)
        drawn = drawn[:, ::-1] if self.flipped else drawn
        drawn = drawn.transpose(0, 2, 1) if self.transposed else drawn
        return np.ascontiguousarray(drawn).reshape(vectors.shape)
