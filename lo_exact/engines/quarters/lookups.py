"""A group's sums at many vectors, each the exclusive or of two forms' handles.

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
    """The sums of a group, looked up by form."""

    words: int
    """How many words a handle has."""
    cost: int
    """Of one sum, in look-ups of a small table, about."""
    dtype: type
    """Of the sums."""

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return (vectors, words) the handles of some vectors."""

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums at the vectors with these handles."""


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
    """A group's sums by tables of parts of its columns."""

    def __init__(self, tables: Sequence[tuple[tuple[int, ...], NDArray[Any]]]):
        """Pack the parts' forms into words.

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
        """Make the tables.

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
        """Return (vectors, words) the handles of some vectors."""
        out = np.zeros((len(vectors), self.words), dtype=np.uint64)
        for i, vector in enumerate(vectors):
            for table in self._tables:
                out[i, table.word] |= np.uint64(table.image(vector))
        return out

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums at the vectors with these handles."""
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
    """A group's sums from a table of bytes, exact in the upper 510 and not below the sum beneath.

    For groups without independent blocks: where the pairs come in the order of their handles, most
    of what is asked for together stands together.
    """

    def __init__(self, pivots: tuple[int, ...], table: NDArray[np.uint8], below: int, dtype: type):
        """Take the table.

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
        """Return (vectors, words) the handles of some vectors."""
        images = [[self._table.image(vector)] for vector in vectors]
        return np.array(images, dtype=np.uint64).reshape(len(vectors), 1)

    def at(self, word: Word) -> NDArray[Any]:
        """Return sums that are not below those at the vectors with these handles."""
        found: NDArray[Any] = self._sums.take(self._table.sums.take(word(0).view(np.int64)))
        return found


class ColumnBits:
    """A group's sums from the bits of its columns themselves."""

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
        """Return (vectors, words) the bits <u, vector> for all columns u."""
        rows = []
        for vector in vectors:
            form = sum(
                ((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(self._pivots)
            )
            rows.append(words_of(np.bitwise_count(self._places & form) & 1))
        return np.array(rows, dtype=np.uint64).reshape(len(vectors), self.words)

    def at(self, word: Word) -> NDArray[Any]:
        """Return the sums at the vectors with these handles."""
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
    """Pack bits into words of 64, filled with zeros; one word at least."""
    return pack(bits[None, :]).reshape(-1)


def tables_of(images: Forms) -> Forms:
    """Return (bytes, 256, words) the sums of images for each value of each eight bits of a form.

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
    """Return (forms, words) the sum of the images of each form's bits."""
    out = np.zeros((forms.size, tables.shape[2]), dtype=np.uint64)
    for i, table in enumerate(tables):
        out ^= table[(forms >> np.uint64(8 * i)).astype(np.intp) & 255]
    return out
