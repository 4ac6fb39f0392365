"""Tables of sum_u a_u (-1)^<u, z> over a group of columns u, for all bit vectors z.

For a group of columns u with rank r, choose r *pivots* among them that are independent.  The *form*
of z in the group is the r bits <pivot, z>; every <u, z> follows from it.  So the group's share of
sum_u a_u (-1)^<u, z> is a function of the form.  All its values are one transform of 2^r numbers,
made a block at a time (`Quarter`).  Maps between forms and vectors are linear, and are given by the
image of each bit (`FormsBasis`, `mapped`).

The sums of another group are looked up at many vectors.  A vector is then given by a *handle*, a
few words of 64 bits that are linear in the vector.  There are three kinds of `Lookup`:

- `PartTables` cuts the group's columns into parts of small rank.  The handle holds the vector's
  form in each part, and the sum is one number from each part's table, which fits the cache.
- `ColumnBits` needs no structure.  The handle holds <u, z> for all columns.  The sum is the
  amounts' total less twice the amounts of the bits that differ from the amounts' signs.
- `Octets` is one table of bytes for a large group that has no such parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import bits_of, pack, reduce_tagged, reduced_rows, unpack
from lo_exact.engines.quarters.memory import USUAL, QuartersSizes

Forms = NDArray[np.uint64]

Listing = tuple[Forms, NDArray[Any]]
"""Forms and their sums."""


@dataclass(frozen=True, eq=False)
class Quarter:
    """Table of a column group's signed sums for all vectors z, indexed by the bits <pivot, z>."""

    pivots: tuple[int, ...]
    """Independent columns; bit i of a form is <pivots[i], z>."""
    sums: NDArray[Any]
    """(2^pivots,) the group's sum for each form, int16 or int32."""
    low: int
    """Least sum."""
    high: int
    """Largest sum."""
    counts: IntArray
    """Number of forms with each sum from ``low`` to ``high``."""
    scanned: int
    """Sums that `between` compares at a time."""

    @classmethod
    def of(
        cls,
        width: int,
        columns: Forms,
        amounts: IntArray,
        pause: Callable[[], object],
        sizes: QuartersSizes = USUAL,
    ) -> Quarter:
        """Compute the table of a group's signed sums by a Walsh-Hadamard transform.

        Args:
            width: number of bits.
            columns: bit vectors.
            amounts: (columns,) int64; their absolute values add up to less than 2^31.
            pause: called several times a second.
            sizes: block sizes.
        """
        columns, amounts = added_up(columns, amounts)
        pivots, places = independent_columns(width, columns)
        size = int(np.abs(amounts).sum())
        sums: NDArray[Any] = np.zeros(1 << len(pivots), dtype=dtype_for(size))
        counts = np.zeros(2 * size + 1, dtype=np.int64)
        for first, block in blocks_of(len(pivots), places, amounts, pause, sizes.block_bits):
            sums[first : first + block.size] = block
            counts += np.bincount(block.astype(np.int64) + size, minlength=counts.size)
        there = np.flatnonzero(counts)
        low, high = int(there[0]) - size, int(there[-1]) - size
        counts = counts[there[0] : there[-1] + 1]
        return cls(pivots, sums, low, high, counts, sizes.scanned)

    @property
    def start(self) -> int:
        """Signed sum of the group at z = 0, which is the total of its amounts."""
        return int(self.sums[0])

    def at_least(self, low: int, most: int) -> Iterator[Listing]:
        """Yield all sums of at least ``low`` with their indices (bits <pivot, z>), in batches.

        Args:
            low: the least sum.
            most: largest number of forms in a batch.
        """
        kept: list[NDArray[np.intp]] = []
        size = 0
        for start in range(0, self.sums.size, self.scanned):
            kept.append(np.flatnonzero(self.sums[start : start + self.scanned] >= low) + start)
            size += kept[-1].size
            if size >= most:
                yield self._taken(kept)
                kept, size = [], 0
        if size:
            yield self._taken(kept)

    def _taken(self, kept: list[NDArray[np.intp]]) -> Listing:
        forms = np.concatenate(kept)
        return forms.astype(np.uint64), self.sums[forms]


def dtype_for(size: int) -> type:
    """Return the smallest dtype for sums of amounts whose absolute values total ``size``."""
    return np.int16 if size < 2**15 else np.int32


def added_up(columns: Forms, amounts: IntArray) -> tuple[Forms, IntArray]:
    """Return the distinct columns in ascending order, each with the total of its amounts."""
    different, where = np.unique(columns, return_inverse=True)
    added = np.zeros(different.size, dtype=np.int64)
    np.add.at(added, where, amounts)
    return different, added


def blocks_of(
    rank: int,
    places: IntArray,
    amounts: IntArray,
    pause: Callable[[], object],
    block_bits: int,
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Compute all 2^rank signed sums of a group of columns; yield blocks (first index, sums).

    The bits of the form above the block's decide signs, so that a block is one Walsh-Hadamard
    transform of a vector that fits the cache: 6 ns a form.  A block is overwritten by the next.

    Args:
        rank: number of bits of a form.
        places: bit mask of the pivots whose sum gives each column.
        amounts: of each column; their absolute values add up to less than 2^31.
        pause: called several times a second.
        block_bits: a block has 2^block_bits sums, or all where there are fewer.
    """
    bits = min(rank, block_bits)
    half = bits // 2
    # swap the halves of the index bits here, since the transposition below swaps them back
    low, high = places & ((1 << half) - 1), places >> half & ((1 << (bits - half)) - 1)
    at, above = low << (bits - half) | high, places >> bits
    dtype = dtype_for(int(np.abs(amounts).sum()))
    table: NDArray[Any] = np.zeros(1 << bits, dtype=dtype)
    spare = table.copy()
    for block in range(1 << rank - bits):
        if block % 64 == 0:
            pause()
        odd = np.bitwise_count(above & block) & 1
        table[:] = 0
        np.add.at(table, at, np.where(odd, -amounts, amounts).astype(dtype))
        rows, other = _by_rows(table, spare, 1 << half)
        turned = np.ascontiguousarray(rows.reshape(1 << half, -1).T).reshape(-1)
        done, _ = _by_rows(turned, other, 1 << (bits - half))
        yield block << bits, done


def _by_rows(
    values: NDArray[Any], spare: NDArray[Any], rows: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Apply the Walsh-Hadamard transform to each column; return (result, spare array)."""
    columns, step = values.size // rows, 1
    while step < rows:
        old = values.reshape(rows // (2 * step), 2, step * columns)
        new = spare.reshape(old.shape)
        np.add(old[:, 0], old[:, 1], out=new[:, 0])
        np.subtract(old[:, 0], old[:, 1], out=new[:, 1])
        values, spare = spare, values
        step *= 2
    return values, spare


def independent_columns(width: int, columns: Forms) -> tuple[tuple[int, ...], IntArray]:
    """Return independent columns, and for each column a bit mask of independent ones to XOR.

    Args:
        width: number of bits.
        columns: bit vectors: words of 64 bits, or Python integers where there are more bits.
    """
    if columns.dtype == object:
        bits = bits_of(columns.tolist(), width, "little")
    else:
        bits = unpack(columns[:, None], width)
    rows, pivots = reduced_rows(bits.T)
    assert len(pivots) < 63, "places are numbers of 64 bits"
    # column u is the sum of the pivots i with rows[i, u] = 1
    places = np.zeros(columns.size, dtype=np.int64)
    for i, row in enumerate(rows):
        places |= row.astype(np.int64) << i
    return tuple(int(columns[pivot]) for pivot in pivots), places


@dataclass(frozen=True)
class FormsBasis:
    """Linear map that recovers a bit vector z from the bits <pivot, z> of two groups of columns."""

    vectors: tuple[list[int], list[int]]
    """Vector added by each bit of the first form, and of the second."""
    tags: tuple[list[int], list[int]]
    """Tag added by each of these bits: two forms belong to one vector when
    their tags are equal.
    """
    relations: int
    """Number of bits of a tag."""

    @classmethod
    def of(cls, width: int, first: tuple[int, ...], second: tuple[int, ...]) -> FormsBasis:
        """Compute the map for two groups from their pivots, which together have rank ``width``."""
        pivots = first + second
        rows, relations = reduce_tagged(pivots)
        assert len(rows) == width
        vectors = [
            # bit j of z is the sum mod 2 of the bits <pivots[i], z> with bit i set in rows[j]
            sum((row >> i & 1) << j for j, row in rows.items())
            for i in range(len(pivots))
        ]
        tags = [
            sum((relation >> i & 1) << r for r, relation in enumerate(relations))
            for i in range(len(pivots))
        ]
        cut = len(first)
        return cls((vectors[:cut], vectors[cut:]), (tags[:cut], tags[cut:]), len(relations))

    def keys(self, first: Forms, second: Forms, width: int) -> NDArray[Any]:
        """Return the bit vector z for each pair of forms: the bits <pivot, z> of both groups.

        Args:
            first: a form of the first group of each pair.
            second: of the second group.
            width: number of bits; above 64 the vectors are Python integers.
        """
        out: NDArray[Any] | None = None
        for start in reversed(range(0, width, 64)):
            images = [[v >> start & (2**64 - 1) for v in some] for some in self.vectors]
            word = mapped(images[0], first) ^ mapped(images[1], second)
            if width <= 64:
                return word
            out = word.astype(object) if out is None else (out << 64) | word.astype(object)
        assert out is not None
        return out


def mapped(images: Sequence[int], forms: Forms) -> Forms:
    """Apply a linear map over GF(2), given by the image of each bit, to packed bit vectors."""
    out = np.zeros(forms.size, dtype=np.uint64)
    for start in range(0, len(images), 8):
        table = np.zeros(1, dtype=np.uint64)
        for image in images[start : start + 8]:
            table = np.concatenate([table, table ^ np.uint64(image)])
        out ^= table[(forms >> np.uint64(start)).astype(np.intp) & (table.size - 1)]
    return out


FORM_BITS = 64
"""Bits of a word that holds forms of parts of a group."""

Word = Callable[[int], Forms]
"""From the number of a word to that word of many handles."""


class Lookup(Protocol):
    """Interface to look up a group's signed sum at bit vectors encoded as 64-bit words."""

    words: int
    """Number of words of a handle."""
    cost: int
    """Approximate cost of a sum, in look-ups of a small table."""
    dtype: type
    """Type of the sums."""

    def images(self, vectors: Sequence[int]) -> Forms:
        """Encode bit vectors for look-up by `at`: 64-bit words of shape (vectors, words)."""

    def at(self, word: Word) -> NDArray[Any]:
        """Return the group's sum at each encoded bit vector; ``word(k)`` holds word k of each."""


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
    """Lookup of a group's signed sums, each the total of one table entry for each part."""

    def __init__(self, tables: Sequence[tuple[tuple[int, ...], NDArray[Any]]]):
        """Choose, for each part, the bits of an encoded vector that hold the index into its table.

        Args:
            tables: of each part independent columns and the sums of all forms; no rank above 62,
                all sums of one type that holds the sum of all.
        """
        self._tables = []
        word, used = 0, 0
        for pivots, sums in tables:
            if used + len(pivots) > FORM_BITS:
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
        """Compute one table of signed sums for each part of a group's columns.

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
        """Encode bit vectors for look-up by `at`: 64-bit words of shape (vectors, words)."""
        out = np.zeros((len(vectors), self.words), dtype=np.uint64)
        for i, vector in enumerate(vectors):
            for table in self._tables:
                out[i, table.word] |= np.uint64(table.image(vector))
        return out

    def at(self, word: Word) -> NDArray[Any]:
        """Return the group's sum at each encoded bit vector; ``word(k)`` holds word k of each."""
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
    """Lookup of a group's signed sums in a table of bytes: large sums exact, others upper bounds.

    For groups without independent blocks.  If pairs are visited in the order of their handles, most
    entries that are looked up together are near each other in memory.
    """

    def __init__(self, pivots: tuple[int, ...], table: NDArray[np.uint8], below: int, dtype: type):
        """Store the byte table, and the sum that each byte value stands for.

        Args:
            pivots: independent columns; bit i of a form is <pivots[i], z>.
            table: (2^pivots,) half of each form's sum minus ``below``.
            below: smaller sums are 0 in the table.
            dtype: of the sums.
        """
        self._table = _PartTable(pivots, 0, 0, table)
        self._sums: NDArray[Any] = (below + 2 * np.arange(256)).astype(dtype)
        self.words: int = 1
        self.cost: int = 1
        self.dtype: type = dtype

    def images(self, vectors: Sequence[int]) -> Forms:
        """Encode bit vectors for look-up by `at`: 64-bit table indices of shape (vectors, 1)."""
        images = [[self._table.image(vector)] for vector in vectors]
        return np.array(images, dtype=np.uint64).reshape(len(vectors), 1)

    def at(self, word: Word) -> NDArray[Any]:
        """Return upper bounds on the group's sums at the bit vectors that ``word(0)`` encodes."""
        found: NDArray[Any] = self._sums.take(self._table.sums.take(word(0).view(np.int64)))
        return found


class ColumnBits:
    """Evaluation of a group's sum of a_u (-1)^<u, z> from the bits <u, z>, without a table."""

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
        """Return the group's sum at each encoded bit vector; ``word(k)`` holds word k of each."""
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
    """Tabulate a linear map over GF(2): each byte value's image, of shape (bytes, 256, words).

    Args:
        images: (bits, words) image of each bit of a form.
    """
    bits, words = images.shape
    tables = np.zeros((-(-bits // 8), 256, words), dtype=np.uint64)
    for i in range(bits):
        size = 1 << i % 8
        tables[i // 8, size : 2 * size] = tables[i // 8, :size] ^ images[i]
    return tables


def handles(tables: Forms, forms: Forms) -> Forms:
    """Apply the linear map tabulated by `tables_of` to packed bit vectors; return 64-bit words."""
    out = np.zeros((forms.size, tables.shape[2]), dtype=np.uint64)
    for i, table in enumerate(tables):
        out ^= table[(forms >> np.uint64(8 * i)).astype(np.intp) & 255]
    return out
