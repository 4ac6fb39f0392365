"""The best sum met so far, how often, and the least vectors that reach it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.quarters.memory import USUAL
from lo_exact.errors import LimitReached


@dataclass
class Best:
    """The best sum met."""

    sum: int
    """The sum."""
    limit: int
    """How many vectors to keep."""
    first: NDArray[Any] = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))
    """The least vectors that reach it, ascending, up to ``limit``; one at least.  Words of 64 bits,
    or Python integers where a vector has more bits.
    """
    count: int = 0
    """How many were met that reach it."""
    most: int = USUAL.listed
    """Vectors that are kept at most."""

    def offer(self, sums: NDArray[np.int64]) -> NDArray[np.intp]:
        """Compare some sums with the best; return the places of those whose vectors to take."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.count = top, 0
        return np.flatnonzero(sums == self.sum)

    def take(self, vectors: NDArray[Any]) -> None:
        """Take vectors that reach the best sum and were not met before."""
        both = vectors if not self.count else np.concatenate([self.first, vectors])
        self.first = np.sort(both)[: self.limit]
        self.count += vectors.size
        if self.first.size > self.most:
            raise LimitReached(f"more than {self.most} minima are too many to be listed")
