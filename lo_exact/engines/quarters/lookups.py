"""Lookup of one group's sums at many vectors, each given by a handle (a packed form).

A *handle* is a few words of 64 bits, linear in the vector.  `PartTables` cuts the group's columns
into parts of small rank: the handle holds the vector's form in each, and the sum is one number from
each part's table, which fits the cache.  `ColumnBits` needs no structure: the handle holds <u, z>
for all columns, and the sum is the amounts' total less twice the amounts of the bits that differ
from the amounts' signs.  `Octets` is one table of bytes for a large group that has no such parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import pack
from lo_exact.engines.quarters.forms import Forms, blocks_of, independent_columns

WORD = 64

Word = Callable[[int], Forms]
"""From the number of a word to that word of many handles."""


class Lookup(Protocol):
    """Interface of a table that returns a group's sum for a vector's handle."""

    words: int
    """How many words a handle has."""
    cost: int
    """Of one sum, in look-ups of a small table, about."""
    dtype: type
    """Of the sums."""

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return the handles of some vectors, as an array of shape (vectors, words)."""

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums for many handles, given word by word."""


@dataclass(frozen=True, eq=False)
class _PartTable:
    pivots: tuple[int, ...]
    word: int
    shift: int
    sums: NDArray[Any]

    def image(self, vector: int) -> int:
        form = sum(((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(self.pivots))
        return form << self.shift


class PartTables:
    """Lookup of a group's sums in one small table for each part of its columns."""

    def __init__(self, tables: Sequence[tuple[tuple[int, ...], NDArray[Any]]]):
        """Assign the parts' forms to bit ranges of 64-bit words.

        Args:
            tables: of each part independent columns and the sums of all forms; no rank above 62,
                all sums of one type that holds the sum of all.
        """
        self._tables = []
        word, used = 0, 0
        for pivots, sums in tables:
            if used + len(pivots) > WORD:
                word, used = word + 1, 0
            self._tables.append(_PartTable(pivots, word, used, sums))
            used += len(pivots)
        self.words: int = word + 1
        self.cost: int = len(self._tables)
        self.dtype: type[Any] = self._tables[0].sums.dtype.type

    @classmethod
    def of(
        cls,
        width: int,
        parts: Sequence[tuple[Forms, IntArray]],
        dtype: type,
        pause: Callable[[], object],
        block_bits: int,
    ) -> PartTables:
        """Compute the table of each part.

        Args:
            width: number of bits.
            parts: columns of each part and their amounts.
            dtype: of the sums.
            pause: called several times a second.
            block_bits: as for `blocks_of`.
        """
        tables = []
        for columns, amounts in parts:
            pivots, places = independent_columns(width, columns)
            sums: NDArray[Any] = np.zeros(1 << len(pivots), dtype=dtype)
            for first, block in blocks_of(len(pivots), places, amounts, pause, block_bits):
                sums[first : first + block.size] = block
            tables.append((pivots, sums))
        return cls(tables)

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return the handles of some vectors, as an array of shape (vectors, words)."""
        out = np.zeros((len(vectors), self.words), dtype=np.uint64)
        for i, vector in enumerate(vectors):
            for table in self._tables:
                out[i, table.word] |= np.uint64(table.image(vector))
        return out

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums for many handles, given word by word."""
        total: NDArray[Any] | None = None
        here, number = word(0).view(np.int64), 0
        for table in self._tables:
            if table.word != number:
                here, number = word(table.word).view(np.int64), table.word
            places = here >> table.shift & (table.sums.size - 1)
            found = table.sums.take(places)
            total = found if total is None else np.add(total, found, out=total)
        assert total is not None
        return total


class Octets:
    """Lookup of a group's sums in a table of bytes: exact for large sums, else upper bounds.

    For groups without independent blocks: where the pairs come in the order of their handles, most
    of what is asked for together stands together.
    """

    def __init__(self, pivots: tuple[int, ...], table: NDArray[np.uint8], below: int, dtype: type):
        """Store the table of bytes and the values that its entries represent.

        Args:
            pivots: independent columns; bit i of a form is <pivots[i], z>.
            table: (2^pivots,) half of how far each form's sum is above ``below``.
            below: what is less is 0 in the table.
            dtype: of the sums.
        """
        self._table = _PartTable(pivots, 0, 0, table)
        self._sums: NDArray[Any] = (below + 2 * np.arange(256)).astype(dtype)
        self.words: int = 1
        self.cost: int = 1
        self.dtype: type = dtype

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return the handles of some vectors, as an array of shape (vectors, 1)."""
        images = [[self._table.image(vector)] for vector in vectors]
        return np.array(images, dtype=np.uint64).reshape(len(vectors), 1)

    def at(self, word: Word) -> NDArray[Any]:
        """Return upper bounds on the sums for many handles."""
        found: NDArray[Any] = self._sums.take(self._table.sums.take(word(0).view(np.int64)))
        return found


class ColumnBits:
    """Lookup of a group's sums by counting the bits <u, z> of all columns u."""

    def __init__(self, width: int, columns: Forms, amounts: IntArray, dtype: type):
        speaking = amounts != 0
        self._pivots, self._places = independent_columns(width, columns[speaking])
        amounts = amounts[speaking]
        weights = np.abs(amounts)
        self.dtype: type = dtype
        self._total = int(weights.sum())
        self._negative = words_of(amounts < 0)
        self._slices = [
            (1 << bit, words_of(weights >> bit & 1))
            for bit in range(int(weights.max(initial=0)).bit_length())
        ]
        self.words: int = self._negative.size
        self.cost: int = 2 * self.words

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return the packed bits <u, vector> of all columns u, of shape (vectors, words)."""
        rows = []
        for vector in vectors:
            form = sum(
                ((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(self._pivots)
            )
            rows.append(words_of(np.bitwise_count(self._places & form) & 1))
        return np.array(rows, dtype=np.uint64).reshape(len(vectors), self.words)

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums for many handles, given word by word."""
        lost: NDArray[Any] | None = None
        for number in range(self.words):
            differ = word(number) ^ self._negative[number]
            for scale, mask in self._slices:
                some = differ if len(self._slices) == 1 else differ & mask[number]
                count = np.bitwise_count(some).astype(np.int32) * scale
                lost = count if lost is None else np.add(lost, count, out=lost)
        assert lost is not None
        found: NDArray[Any] = (self._total - 2 * lost).astype(self.dtype)
        return found


def words_of(bits: NDArray[Any]) -> Forms:
    """Pack bits into 64-bit words, padded with zeros, at least one word."""
    return pack(bits[None, :]).reshape(-1)


def tables_of(images: Forms) -> Forms:
    """Return the images of all values of each byte of a form, of shape (bytes, 256, words).

    Args:
        images: (bits, words) what each bit of a form is sent to.
    """
    bits, words = images.shape
    tables = np.zeros((-(-bits // 8), 256, words), dtype=np.uint64)
    for i in range(bits):
        size = 1 << i % 8
        tables[i // 8, size : 2 * size] = tables[i // 8, :size] ^ images[i]
    return tables


def handles(tables: Forms, forms: Forms) -> Forms:
    """Return the handles of forms, of shape (forms, words), from the tables of `tables_of`."""
    out = np.zeros((forms.size, tables.shape[2]), dtype=np.uint64)
    for i, table in enumerate(tables):
        out ^= table[(forms >> np.uint64(8 * i)).astype(np.intp) & 255]
    return out
