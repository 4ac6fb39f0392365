"""Best sum found so far, the number of vectors that reach it, and the least of them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.engines.quarters.memory import USUAL
from lo_exact.errors import LimitReached


@dataclass
class Best:
    """Best sum found so far, with the number of vectors that reach it and the least of them."""

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
        """Update the best sum, and return the indices of the sums that equal it."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.count = top, 0
        return np.flatnonzero(sums == self.sum)

    def take(self, vectors: NDArray[Any]) -> None:
        """Add vectors that reach the best sum, each for the first time."""
        both = vectors if not self.count else np.concatenate([self.first, vectors])
        self.first = np.sort(both)[: self.limit]
        self.count += vectors.size
        if self.first.size > self.most:
            raise LimitReached(f"more than {self.most} minima are too many to be listed")
