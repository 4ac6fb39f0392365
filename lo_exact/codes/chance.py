"""Random search for light codewords: a quick upper bound on the distance.

A basis of all words is brought to echelon form along a random order of the buttons, so each row has
one button of an *information set* and chance decides the rest; lightest words turn up soon among
the rows (Prange 1962, information set decoding) and the sums of two (Lee and Brickell 1988), which
hold some ten times as many words for twice the work.  It proves nothing but that the word is there.

Where there are fewer checks than words in a basis, the checks are eliminated in place of the words:
with a 1 for one button outside the pivots, its column says which pivots a word has.  Functionals
are eliminated along, so a label stands beside each word.  Rows are packed, 64 bits a word, and
numpy adds and counts: a round of 648 buttons and 108 checks takes 2 ms.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import bits_of, kernel_of_bits, pack, unpack
from lo_exact.codes.code import Side, rows_as_bits

PIVOT_SECONDS = 2e-5
"""CPU seconds for each pivot, without the additions of rows."""

WORD_SECONDS = 2e-9
"""CPU seconds for adding or weighing one 64-bit word of a row."""

BLOCK = 2**17
"""64-bit words of row sums that are computed together."""

Words = NDArray[np.uint64]


def round_seconds(checks: int, size: int) -> float:
    """Estimate the CPU seconds of a random elimination from the numbers of checks and buttons."""
    words, width = max(size - checks, 1), size / 64 + 1
    pivots = min(checks, words)
    weighed = pivots / 64 + 1 if words > pivots else width
    return PIVOT_SECONDS * pivots + WORD_SECONDS / 2 * (pivots**2 * width + words**2 * weighed)


class WordsByChance:
    """Random generator of nontrivial words for one side of a code.

    Args:
        side: the side of the code.
        rng: random generator; equal seeds give equal words.
    """

    def __init__(self, side: Side, rng: np.random.Generator):
        self._side, self._rng = side, rng

    @cached_property
    def _rows(self) -> Words:
        """Packed rows to eliminate: checks and functionals, or, if fewer, a basis of words."""
        side, checks = self._side, rows_as_bits(self._side.problem.checks)
        labels = np.zeros((side.size, 0), dtype=np.uint8)
        if side.functionals:
            labels = bits_of(side.labels, side.functionals, "little")
        basis = kernel_of_bits(checks, side.size)
        self._words, self._by_checks = len(basis), 2 * len(basis) > side.size
        if self._by_checks:
            return pack(np.vstack([bits_of(checks, side.size, "little"), labels.T]))
        words = bits_of(basis, side.size, "little")
        return np.hstack([pack(words), pack(words.astype(np.int64) @ labels % 2)])

    def lighter(self, weight: int | None, *, sums: bool = True) -> tuple[int, ...] | None:
        """Return the lightest word of one random elimination, or None if none is below ``weight``.

        The rows of an echelon form span all words, so one of them matters if any word does.

        Args:
            weight: weight of the lightest known word, or None.
            sums: whether to try sums of two rows, too.
        """
        side, size = self._side, self._side.size
        pivots = self._eliminated(self._rng.permutation(size))
        if self._by_checks:
            # each non-pivot button b gives a word: b and the pivot of each row with a 1 in column b
            others = np.setdiff1d(np.arange(size), pivots)
            columns = unpack(self._rows, size)[:, others].T
            heads = len(side.problem.checks)
            places, base = np.array(pivots, dtype=np.int64), 1
            words, labels = pack(columns[:, : places.size]), pack(columns[:, heads:])
        else:
            others, places, base = np.zeros(0, dtype=np.int64), np.arange(size), 0
            words, labels = np.hsplit(self._rows, [max(-(-size // 64), 1)])
        best: tuple[int, ...] | None = None
        most = size if weight is None else weight - 1
        for chosen in _light(words, base, most, sums=sums):
            each = np.bitwise_xor.reduce(words[chosen], axis=1)
            weights = len(chosen[0]) * base + _ones(each)
            odd = np.bitwise_xor.reduce(labels[chosen], axis=1).any(axis=1)
            weights[~odd if side.functionals else weights == 0] = size + 1
            lightest = int(weights.argmin())
            if weights[lightest] <= most:
                bits = unpack(each[lightest : lightest + 1], places.size)[0]
                found = [*places[bits > 0].tolist(), *others[chosen[lightest]].tolist()] if (
                    self._by_checks) else places[bits > 0].tolist()  # fmt: skip
                best, most = tuple(sorted(found)), int(weights[lightest]) - 1
                assert side.matters(best)
        return best

    def _eliminated(self, order: NDArray[np.int64]) -> list[int]:
        """Eliminate the rows, taking columns in the given order; return the pivot columns."""
        rows, pivots = self._rows, list[int]()
        heads = len(self._side.problem.checks) if self._by_checks else len(rows)
        rank = self._side.size - self._words if self._by_checks else heads
        for column in order.tolist():
            top = len(pivots)
            if top == rank:
                break
            hit = np.flatnonzero(rows[:, column // 64] >> np.uint64(column % 64) & np.uint64(1))
            first = int(np.searchsorted(hit, top))
            if first == hit.size or hit[first] >= heads:
                continue
            chosen = int(hit[first])
            pivot = rows[chosen].copy()
            rows[hit] ^= pivot
            rows[chosen] = rows[top]
            rows[top] = pivot
            pivots.append(column)
        return pivots


def _ones(words: Words) -> NDArray[np.int64]:
    """Return the number of 1 bits in each row of 64-bit words (the last axis)."""
    return np.asarray(np.bitwise_count(words).sum(axis=-1, dtype=np.int64))


def _light(words: Words, base: int, most: int, *, sums: bool) -> Iterator[NDArray[np.int64]]:
    """Yield arrays of row indices: single rows of low weight, then pairs with a sum of low weight.

    Args:
        words: (rows, words) of bits, each of weight 1.
        base: weight of each row's other columns.
        most: largest weight of a light row or sum.
        sums: whether to try sums.
    """
    single = np.flatnonzero(base + _ones(words) <= most)
    if single.size:
        yield single[:, None]
    each = max(BLOCK // (words.size or 1), 1)
    for low in range(0, len(words) if sums else 0, each):
        high = min(low + each, len(words))
        added = np.zeros((high - low, high), dtype=np.int16)
        for part in words.T:
            added += np.bitwise_count(part[low:high, None] ^ part[:high])
        first, second = np.nonzero(added <= most - 2 * base)
        pairs = np.stack([first + low, second], axis=1)[first + low > second]
        if pairs.size:
            yield pairs
