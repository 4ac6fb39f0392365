"""Packed kernel over GF(2) in echelon form, and its buttons grouped by equal columns.

A word of 3000 x 3000 buttons is 1 MB here and 9 MB as bytes; columns of all buttons would be 72 MB
of keys.  They are never all in memory.  A few rows are unpacked at a time, buttons with equal
columns become one class, and of a class only its column and the sum of its amounts are stored.
Costs k bits unpacked and one number sorted for each button.

The order of keys is that of `lo_exact.algebra.echelon`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import bytes_of, integers_of_bytes
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.sparse import IntArray
from lo_exact.machine import check_memory

MAX_WORDS = 64
"""Largest number of words, since a column is one 64-bit number."""

PLACES = 2**20
"""Buttons processed together."""

_KEPT = 2**21
"""Distinct columns that are collected before equal ones are joined."""

_BLOCK = 2**16
"""Bytes searched together for the first bit."""

Columns = NDArray[np.uint64]
Labels = NDArray[np.intp]
Classes = tuple[Columns, IntArray]
"""Distinct columns, ascending, and the sum of the amounts of each."""


@dataclass(frozen=True, eq=False)
class PackedBasis:
    """Basis of a kernel over GF(2) in reduced echelon form, packed into bytes."""

    shape: tuple[int, int]
    """(rows, columns) of the board."""
    words: NDArray[np.uint8]
    """(k, rows, bytes) uint8, each row as `numpy.packbits` packs it."""
    pivots: tuple[int, ...]
    """The first button of each word, ascending; no other word presses it."""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Place value of each digit of a solution's key, powers of 2."""
        return tuple(1 << i for i in reversed(range(len(self.pivots))))

    def reduced(self, particular: BitRows) -> BitRows:
        """Return the lexicographically least solution of the coset."""
        return self._added(particular, [bool(particular[pivot]) for pivot in self.pivots])

    def solution(self, least: BitRows, key: int) -> BitRows:
        """Return the solution with the given key, packed.

        Args:
            least: the lexicographically least solution, from `reduced`.
            key: 0..2^k - 1; keys are ordered as solutions are lexicographically.
        """
        return self._added(least, [bool(key & place) for place in self.places])

    def _added(self, presses: BitRows, chosen: list[bool]) -> BitRows:
        total = bytes_of(presses.rows, presses.shape[1])
        for word in self.words[chosen]:
            total ^= word
        return BitRows(presses.shape[1], integers_of_bytes(total, presses.shape[1]))

    def columns(self, low: int, high: int) -> Columns:
        """Return, for each button in rows low..high-1, a mask of the basis vectors that press it.

        The first word is the highest of k bits, as in a key.
        """
        width = self.shape[1]
        out = np.zeros((high - low, width), dtype="<u8")
        planes = out.view(np.uint8).reshape(high - low, width, 8)
        for i, word in enumerate(self.words[::-1]):
            bits = np.unpackbits(word[low:high], axis=1, count=width)
            planes[:, :, i // 8] |= bits << np.uint8(i % 8)
        return out.astype(np.uint64, copy=False)

    def classes(self, least: BitRows, down: Labels, across: Labels) -> list[Classes]:
        """Group buttons by labels and kernel column; count unpressed minus pressed ones by group.

        Args:
            least: a solution.
            down: (rows,) a label for each row of the board, 0 and up.
            across: (columns,) the same for each column; equal pairs of labels form a set.

        Returns:
            For each label of a row, for each label of a column, the classes of that set; buttons
            in no word are left out.
        """
        rows, width = self.shape
        kinds = int(across.max()) + 1
        sets = [_Sum() for _ in range((int(down.max()) + 1) * kinds)]
        height = max(1, PLACES // width)
        for low in range(0, rows, height):
            tick()
            high = min(low + height, rows)
            columns = self.columns(low, high)
            amounts = 1 - 2 * least.bits(low, high).astype(np.int8)
            for r in np.unique(down[low:high]).tolist():
                there = np.flatnonzero(down[low:high] == r)
                for c in range(kinds):
                    here = np.ix_(there, np.flatnonzero(across == c))
                    sets[r * kinds + c].add(columns[here].ravel(), amounts[here].ravel())
        return [some.done() for some in sets]


class _Sum:
    """Accumulator that adds up the amounts of buttons with equal columns, block by block."""

    def __init__(self) -> None:
        self._parts: list[Classes] = []
        self._size = 0

    def add(self, columns: Columns, amounts: NDArray[np.int8]) -> None:
        """Add a block of buttons, except those that no basis vector presses."""
        pressed = columns != 0
        self._parts.append(summed(columns[pressed], amounts[pressed].astype(np.int64)))
        self._size += self._parts[-1][0].size
        if self._size > _KEPT:
            self._parts = [self.done()]
            self._size = self._parts[0][0].size

    def done(self) -> Classes:
        """Return the distinct columns of all buttons added, each with the sum of its amounts."""
        if not self._parts:
            return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
        columns, amounts = zip(*self._parts, strict=True)
        return summed(np.concatenate(columns), np.concatenate(amounts))


def summed(columns: Columns, amounts: IntArray) -> Classes:
    """Return the distinct columns, ascending, each with the sum of its amounts."""
    order = np.argsort(columns, kind="stable")
    ordered = columns[order]
    first = np.ones(ordered.size, dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    if not starts.size:
        return ordered, np.zeros(0, dtype=np.int64)
    return ordered[starts], np.add.reduceat(amounts[order], starts)


def count_classes(shape: tuple[int, int], words: Sequence[BitRows]) -> tuple[int, int]:
    """Return the number of distinct nonzero kernel columns, and of buttons whose column is 0.

    Args:
        shape: (rows, columns) of the board.
        words: any number of packed kernel words.
    """
    rows, width = shape
    size = max(8, (len(words) + 7) // 8)
    kind = np.dtype("<u8") if size == 8 else np.dtype((np.void, size))
    nothing = np.zeros(1, dtype=kind)
    found: NDArray[Any] = nothing
    free = 0
    height = max(1, PLACES // width)
    for low in range(0, rows, height):
        tick()
        high = min(low + height, rows)
        planes = np.zeros((high - low, width, size), dtype=np.uint8)
        for i, word in enumerate(words):
            planes[:, :, i // 8] |= word.bits(low, high) << np.uint8(i % 8)
        free += int((high - low) * width - np.count_nonzero(planes.any(axis=2)))
        columns = np.unique(planes.reshape(-1, size).view(kind).ravel())
        found = np.unique(np.concatenate([found, columns]))
    return found.size - 1, free


def packed_basis(shape: tuple[int, int], count: int, words: Iterable[BitRows]) -> PackedBasis:
    """Return the reduced echelon form of independent packed kernel vectors.

    Args:
        shape: (rows, columns) of the board.
        count: number of words, at most `MAX_WORDS`.
        words: independent kernel words.

    Raises:
        PuzzleError: When they do not fit in memory.
    """
    rows, width = shape
    check_memory(
        count * rows * ((width + 7) // 8), f"a kernel of {count} words of {rows} x {width}"
    )
    table = np.empty((count, rows, (width + 7) // 8), dtype=np.uint8)
    for line, word in zip(table, words, strict=True):
        line[:] = bytes_of(word.rows, width)
    lines = table.reshape(count, rows * table.shape[2])
    pivots: list[int] = []
    for done in range(count):
        tick()
        leads = [_first_bit(line) for line in lines[done:]]
        bit = min(leads)
        chosen = done + leads.index(bit)
        if chosen != done:
            lines[[done, chosen]] = lines[[chosen, done]]
        for other in range(count):
            if other != done and lines[other, bit // 8] >> (7 - bit % 8) & 1:
                lines[other] ^= lines[done]
        row, column = divmod(bit, 8 * table.shape[2])
        pivots.append(row * width + column)
    return PackedBasis(shape, table, tuple(pivots))


def _first_bit(line: NDArray[np.uint8]) -> int:
    """Return the index of the first bit that is 1, the highest bit of a byte first."""
    for low in range(0, line.size, _BLOCK):
        used = np.flatnonzero(line[low : low + _BLOCK])
        if used.size:
            at = low + int(used[0])
            return 8 * at + 8 - int(line[at]).bit_length()
    raise AssertionError("words of a basis are not 0")
