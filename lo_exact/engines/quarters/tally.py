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
    """Best sum found so far."""
    limit: int
    """Number of vectors to keep."""
    first: NDArray[Any] = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))
    """The least vectors that reach it, ascending, 1 to ``limit`` of them.  64-bit words,
    or Python integers if longer.
    """
    count: int = 0
    """Number of vectors found that reach it."""
    most: int = USUAL.listed
    """Largest number of stored vectors."""

    def offer(self, sums: NDArray[np.int64]) -> NDArray[np.intp]:
        """Update the best sum, and return the indices of the sums that equal it."""
        top = int(sums.max(initial=self.sum))
        if top > self.sum:
            self.sum, self.count = top, 0
        return np.flatnonzero(sums == self.sum)

    def take(self, vectors: NDArray[Any]) -> None:
        """Add vectors that reach the best sum and were not added before."""
        both = vectors if not self.count else np.concatenate([self.first, vectors])
        self.first = np.sort(both)[: self.limit]
        self.count += vectors.size
        if self.first.size > self.most:
            raise LimitReached(f"more than {self.most} minima are too many to be listed")
