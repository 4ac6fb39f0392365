"""Every solution written out, block by block: for so many colours that cost tables do not fit.

Costs solutions x buttons x generators, vectorised.
"""

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.engines.coset.search import CosetSearch, Tally


class DirectSearchPart:
    """All digits of the key at once; scores are -cost.

    Args:
        basis: the kernel.
        least: (buttons,) the lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        block: numbers handled at once.
    """

    def __init__(
        self, basis: Basis, least: IntArray, prices: IntArray, per_button: bool, block: int = 2**18
    ):
        self._basis, self._least, self._per_button = basis, least, per_button
        most = 1 if per_button else basis.modulus - 1
        exact = prices.size * int(prices.max(initial=0)) * most < 2**62
        self._prices = prices if exact else prices.astype(object)
        self._job = max(block // max(prices.size, 1), 1)
        self.elements: int = basis.size
        self.jobs: int = -(-basis.size // self._job)
        self.ceiling = 0

    def start(self, limit: int) -> Tally:
        """Return a tally that knows the least solution."""
        score = int(self._scores(self._least[None])[0])
        return Tally(score, limit, 0, np.zeros(1, dtype=np.uint64))

    def keys(self, tally: Tally) -> list[int]:
        """Return the keys: tallies hold whole keys already."""
        return list(tally.first.tolist())

    def visit(self, job: int, tally: Tally) -> None:
        """Visit one block of elements."""
        low = job * self._job
        names = np.arange(low, min(low + self._job, self.elements), dtype=np.int64)
        x = np.repeat(self._least[None], names.size, axis=0)
        for row, place, order in zip(
            self._basis.rows, self._basis.places, self._basis.orders, strict=True
        ):
            digits = names // place % order
            x = (x + digits[:, None] * row.astype(np.int64)) % self._basis.modulus
        tally.offer(self._scores(x), self._basis.keys(x))

    def _scores(self, solutions: IntArray) -> IntArray:
        counted = (solutions != 0) if self._per_button else solutions
        scores: IntArray = -(counted.astype(self._prices.dtype) @ self._prices)
        return scores


def direct_search(basis: Basis, least: IntArray, prices: IntArray, per_button: bool) -> CosetSearch:
    """Return the search that writes every solution out."""
    part = DirectSearchPart(basis, least, prices, per_button)
    none = np.zeros((0, least.size), dtype=np.int64)
    return CosetSearch(basis, least, (part,), 0, 1, 1, none, ())
