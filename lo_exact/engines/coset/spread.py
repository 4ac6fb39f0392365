"""What a search up to symmetry passes on: each hit counts for its whole orbit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from lo_exact.engines.coset.search import Tally, Words


class OrbitTally:
    """Passes what the search of one prefix finds on to a tally, for the prefix's whole orbit.

    Args:
        tally: of keys of all solutions.
        images: returns the keys of all images of some elements.
        size: prefixes in the orbit.
        most: elements whose images are made at a time.
    """

    def __init__(self, tally: Tally, images: Callable[[Words], Words], size: int, most: int):
        self._tally, self._images, self._size, self._most = tally, images, size, most

    @property
    def best(self) -> int:
        """The best score known."""
        return self._tally.best

    def offer(self, scores: NDArray[Any], elements: Words) -> None:
        """Take note of elements with their scores."""
        if not scores.size:
            return
        self._tally.raise_to(int(scores.max()))
        hits = elements[scores == self._tally.best]
        for low in range(0, hits.size, self._most):
            part = hits[low : low + self._most]
            self._tally.add(self._images(part), part.size * self._size)
