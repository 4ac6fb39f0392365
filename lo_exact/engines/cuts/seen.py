"""Syndromes that were gone on from: as sorted pieces for numpy, as a table for compiled loops.

Either says which of many syndromes are new, or cheaper than before; both hold every one word for
word, for equal marks prove nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray

Words = NDArray[np.uint64]


class SeenSyndromes:
    """Syndromes that were gone on from, with price and potentials, in sorted pieces."""

    def __init__(self) -> None:
        self.size: int = 0
        self.pieces: list[tuple[Words, Words, IntArray]] = []

    def new(self, words: Words, sums: IntArray) -> tuple[Words, IntArray]:
        """Keep syndromes; return each once, for least, unless it was seen for no more."""
        marks, words, sums = _least(words, sums)
        new = ~self._no_dearer(marks, words, sums)
        marks, words, sums = found = marks[new], words[new], sums[new]
        self.size += sums.size
        while self.pieces and self.pieces[-1][2].size <= 2 * sums.size:
            piece = self.pieces.pop()
            joined = (
                np.concatenate(pair) for pair in zip(piece, (marks, words, sums), strict=True)
            )
            marks, words, sums = next(joined), next(joined), next(joined)
            order = np.lexsort((sums, marks))
            marks, words, sums = marks[order], words[order], sums[order]
        self.pieces.append((marks, words, sums))
        return found[1], found[2]

    def _no_dearer(self, marks: Words, words: Words, sums: IntArray) -> NDArray[np.bool_]:
        """Say which syndromes were seen before, for no more; it may miss some."""
        found = np.zeros(sums.size, dtype=bool)
        for seen, theirs, spent in self.pieces:
            at = np.minimum(np.searchsorted(seen, marks), max(seen.size - 1, 0))
            if seen.size:
                found |= (theirs[at] == words).all(axis=1) & (spent[at] <= sums)
        return found

    def holds(self, word: Words, total: int) -> bool:
        """Say whether a syndrome was seen with so much."""
        (mark,) = _marks(word[None])
        for seen, theirs, spent in self.pieces:
            begin, high = (
                int(np.searchsorted(seen, mark)),
                int(np.searchsorted(seen, mark, "right")),
            )
            same = (theirs[begin:high] == word).all(axis=1) & (spent[begin:high] == total)
            if same.any():
                return True
        return False


class SyndromeTable:
    """The same as a table for compiled loops."""

    def __init__(self, seen: SeenSyndromes, largest: int):
        from lo_exact.compiled import syndromes

        self._loops, self._largest = syndromes, largest
        self.size: int = 0
        words, sums = joined_syndromes([(words, sums) for _, words, sums in seen.pieces])
        self._known = np.empty((0, words.shape[1]), dtype=np.uint64)
        self._least = np.empty(0, dtype=np.int64)
        self._slots = np.empty(0, dtype=np.int32)
        self.new(words, sums)

    def new(self, words: Words, sums: IntArray) -> tuple[Words, IntArray]:
        """Keep syndromes; return each once, for least, unless it was seen for no more."""
        room = self.size + sums.size
        if room > len(self._known):
            room = max(min(4 * len(self._known), self._largest), room)
            self._known = _longer(self._known[: self.size], room)
            self._least = _longer(self._least[: self.size], room)
            self._waits = np.zeros(room, dtype=np.bool_)
            self._slots = np.full(1 << (2 * room).bit_length(), -1, dtype=np.int32)
            self._loops.rehash(self._known[: self.size], self._slots)
        fresh = np.empty(sums.size, dtype=np.int64)
        self.size, found = self._loops.take_in(
            words, sums, self._known, self._least, self._slots, self.size, self._waits, fresh
        )
        fresh = fresh[:found]
        return self._known[fresh], self._least[fresh]

    def holds(self, word: Words, total: int) -> bool:
        """Say whether a syndrome was seen with so much, and never with less."""
        number = self._slots[self._loops.slot_of(word, self._known, self._slots)]
        return bool(number >= 0 and self._least[number] == total)


def _longer(values: NDArray[Any], room: int) -> NDArray[Any]:
    """Return an array with room behind its values."""
    longer = np.empty((room, *values.shape[1:]), dtype=values.dtype)
    longer[: len(values)] = values
    return longer


def joined_syndromes(parts: list[tuple[Words, IntArray]]) -> tuple[Words, IntArray]:
    """Return pieces of syndromes and sums as one."""
    return np.concatenate([words for words, _ in parts]), np.concatenate([s for _, s in parts])


def _marks(words: Words) -> Words:
    """Return a number for each row of words, the same for the same words."""
    found = np.zeros(len(words), dtype=np.uint64)
    for column in words.T:
        found = (found ^ column) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return found


def _least(words: Words, sums: IntArray) -> tuple[Words, Words, IntArray]:
    """Return marks, syndromes and sums by ascending mark, each syndrome once, for least."""
    marks = _marks(words)
    order = np.lexsort((sums, marks))
    marks, words, sums = marks[order], words[order], sums[order]
    kept = np.ones(sums.size, dtype=bool)
    kept[1:] = (words[1:] != words[:-1]).any(axis=1)
    return marks[kept], words[kept], sums[kept]
