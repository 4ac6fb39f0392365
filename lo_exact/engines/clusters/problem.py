"""Input of a cluster search: checks, words known to be trivial, and linear functionals.

Checks, trivial words and labels are of one side of a code, of a parity-check matrix, or of a
puzzle's matrix with its syndrome.  The compiled search reads them as arrays, the plain one as
lists; both are made here, once a problem.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

LABEL_BITS = 62
"""Functionals in one integer of a label, which keeps it below 2^62."""


@dataclass(frozen=True, eq=False)
class ClusterProblem:
    """Problem of a cluster search: the checks that a set of buttons (a word) has to satisfy."""

    size: int
    """Number of buttons."""
    checks: Sequence[Sequence[int]]
    """Buttons of each check, ascending; a word is odd on exactly the ``lit`` ones."""
    trivial: Sequence[Sequence[int]] = ()
    """Trivial words: a lightest word never has more than half of one pressed. Each must be
    even on every check and on every label.
    """
    labels: Sequence[int] = ()
    """Bits of each button: bit k is 1 if functional k is odd on it."""
    functionals: int = 0
    """Number of functionals; 0 if every word counts (without ``lit``, except the empty one).
    Otherwise a word counts if some functional is odd on it.
    """
    lit: Sequence[int] = ()
    """The checks on which a word must be odd."""

    @cached_property
    def width(self) -> int:
        """Number of buttons in the largest check, at least 1."""
        return max(map(len, self.checks), default=1) or 1

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The checks that contain each button."""
        return _transposed(self.checks, self.size)

    @cached_property
    def degree(self) -> int:
        """Largest number of checks that contain one button."""
        return max(map(len, self.columns), default=0)

    @cached_property
    def label_words(self) -> int:
        """Number of 62-bit integers that hold one button's bits, one bit for each functional."""
        return -(-self.functionals // LABEL_BITS)

    @cached_property
    def fixed(self) -> tuple[tuple[int, ...], ...]:
        """Constant arrays that `lo_exact.compiled.clusters.advance` reads."""
        mask = (1 << LABEL_BITS) - 1
        words = [
            label >> (LABEL_BITS * k) & mask
            for label in self.labels
            for k in range(self.label_words)
        ]
        return (
            *_flat(self.columns),
            *_flat(self.checks),
            *_flat(_transposed(self.trivial, self.size)),
            tuple(map(len, self.trivial)),
            tuple(words),
        )


def _flat(lists: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the start index of each list, and the lists concatenated."""
    return tuple(accumulate(map(len, lists), initial=0)), tuple(chain.from_iterable(lists))


def _transposed(lists: Sequence[Sequence[int]], size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each number below ``size``, the indices of the lists that contain it."""
    holding: list[list[int]] = [[] for _ in range(size)]
    for number, members in enumerate(lists):
        for member in members:
            holding[member].append(number)
    return tuple(map(tuple, holding))
