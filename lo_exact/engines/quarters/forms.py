"""The forms that bit vectors take in a group of columns, and each form's sum.

For a group of columns u with rank r, choose r *pivots* among them that are independent.  The *form*
of z in the group is the r bits <pivot, z>; every <u, z> follows from it, so the group's share of
sum_u a_u (-1)^<u, z> is a function of the form, and all its values are one transform of 2^r
numbers, made a block at a time.

Everything between forms and vectors is linear and is given by what each bit is sent to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import reduced_rows

Forms = NDArray[np.uint64]

BLOCK_BITS = 16

_SLICE = 2**20


@dataclass(frozen=True, eq=False)
class Quarter:
    """One group's sums.

    Attributes:
        pivots: independent columns; bit i of a form is <pivots[i], z>.
        sums: (2^pivots,) the group's sum for each form, int16 or int32.
        low: the least sum.
        high: the largest sum.
        counts: how many forms have each sum from ``low`` to ``high``.
    """

    pivots: tuple[int, ...]
    sums: NDArray[Any]
    low: int
    high: int
    counts: IntArray

    @classmethod
    def of(
        cls, width: int, columns: Forms, amounts: IntArray, pause: Callable[[], object]
    ) -> Quarter:
        """Transform a group.

        Args:
            width: number of bits.
            columns: bit vectors.
            amounts: (columns,) int64; their absolute values add up to less than 2^31.
            pause: called several times a second.
        """
        columns, amounts = added_up(columns, amounts)
        pivots, places = pivots_of(width, columns)
        size = int(np.abs(amounts).sum())
        sums = np.zeros(1 << len(pivots), dtype=np.int16 if size < 2**15 else np.int32)
        counts = np.zeros(2 * size + 1, dtype=np.int64)
        for first, block in blocks_of(len(pivots), places, amounts, pause):
            sums[first : first + block.size] = block
            counts += np.bincount(block.astype(np.int64) + size, minlength=counts.size)
        there = np.flatnonzero(counts)
        low, high = int(there[0]) - size, int(there[-1]) - size
        counts = counts[there[0] : there[-1] + 1]
        return cls(pivots, sums, low, high, counts)

    def least_from(self, sum_: int) -> int:
        """Return the least sum a form has that is at least ``sum_``; above all where none is."""
        there = np.flatnonzero(self.counts[max(sum_ - self.low, 0) :])
        return max(sum_, self.low) + int(there[0]) if there.size else self.high + 1

    @property
    def start(self) -> int:
        """The sum of form 0."""
        return int(self.sums[0])

    def between(self, low: int, high: int, most: int) -> Iterator[tuple[Forms, IntArray]]:
        """Yield forms with sums from ``low`` to ``high`` and the sums, about ``most`` at a time."""
        kept: list[NDArray[np.intp]] = []
        size = 0
        for start in range(0, self.sums.size, _SLICE):
            some = self.sums[start : start + _SLICE]
            kept.append(np.flatnonzero((some >= low) & (some <= high)) + start)
            size += kept[-1].size
            if size >= most:
                yield self._taken(kept)
                kept, size = [], 0
        if size:
            yield self._taken(kept)

    def _taken(self, kept: list[NDArray[np.intp]]) -> tuple[Forms, IntArray]:
        forms = np.concatenate(kept)
        return forms.astype(np.uint64), self.sums[forms].astype(np.int64)

    def handles(self, images: Forms, forms: Forms) -> Forms:
        """Return what each form adds to the form in this group, by its bits' images."""
        return mapped(images.tolist(), forms)

    def at(self, x: Forms, i: NDArray[np.intp], y: Forms, j: NDArray[np.intp]) -> IntArray:
        """Return the sums at the vectors that belong to the pairs of handles x[i] and y[j]."""
        found: IntArray = self.sums[x[i] ^ y[j]].astype(np.int64)
        return found

    def images(self, vectors: Sequence[int]) -> Forms:
        """Return the forms of some vectors."""
        forms = [
            sum(((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(self.pivots))
            for vector in vectors
        ]
        return np.array(forms, dtype=np.uint64)


def added_up(columns: Forms, amounts: IntArray) -> tuple[Forms, IntArray]:
    """Return the different columns, ascending, with the amounts of equal ones added up."""
    different, where = np.unique(columns, return_inverse=True)
    added = np.zeros(different.size, dtype=np.int64)
    np.add.at(added, where, amounts)
    return different, added


def blocks_of(
    rank: int, places: IntArray, amounts: IntArray, pause: Callable[[], object]
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield the first form of each block and the block's sums, all forms in order.

    The bits of the form above the block's decide signs, so that a block is one Walsh-Hadamard
    transform of a vector that fits the cache: 6 ns a form.  A block is overwritten by the next.

    Args:
        rank: number of bits of a form.
        places: of each column the pivots that it is the sum of, as bits.
        amounts: of each column; their absolute values add up to less than 2^31.
        pause: called several times a second.
    """
    bits = min(rank, BLOCK_BITS)
    half = bits // 2
    # transformed by rows, turned, and transformed by rows again, a block stands in order
    low, high = places & ((1 << half) - 1), places >> half & ((1 << (bits - half)) - 1)
    at, above = low << (bits - half) | high, places >> bits
    dtype = np.int16 if int(np.abs(amounts).sum()) < 2**15 else np.int32
    table, spare = (np.zeros(1 << bits, dtype=dtype) for _ in range(2))
    for block in range(1 << (rank - bits)):
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
    """Transform every column of the table with so many rows; return it and what became spare."""
    columns, step = values.size // rows, 1
    while step < rows:
        old = values.reshape(rows // (2 * step), 2, step * columns)
        new = spare.reshape(old.shape)
        np.add(old[:, 0], old[:, 1], out=new[:, 0])
        np.subtract(old[:, 0], old[:, 1], out=new[:, 1])
        values, spare = spare, values
        step *= 2
    return values, spare


def pivots_of(width: int, columns: Forms) -> tuple[tuple[int, ...], IntArray]:
    """Return independent columns, and of which of them each column is the sum, as bits.

    Args:
        width: number of bits.
        columns: bit vectors.
    """
    bits = (columns[None, :] >> np.arange(width, dtype=np.uint64)[:, None]) & np.uint64(1)
    rows, pivots = reduced_rows(bits.astype(np.uint8))
    # column u is the sum of the pivots i with rows[i, u] = 1
    places = np.zeros(columns.size, dtype=np.int64)
    for i, row in enumerate(rows):
        places |= row.astype(np.int64) << i
    return tuple(int(columns[pivot]) for pivot in pivots), places


@dataclass(frozen=True)
class Basis:
    """Vectors of some bits by the forms of two groups that tell them apart.

    Attributes:
        vectors: for each bit of the first form and of the second, what it adds to the vector.
        tags: for each of these bits, what it adds to the form's tag: two forms belong to one vector
            when their tags are equal.
        relations: number of bits of a tag.
    """

    vectors: tuple[list[int], list[int]]
    tags: tuple[list[int], list[int]]
    relations: int

    @classmethod
    def of(cls, width: int, first: tuple[int, ...], second: tuple[int, ...]) -> Basis:
        """Return the basis for two groups' pivots, which have rank ``width`` together."""
        pivots = first + second
        rows: dict[int, tuple[int, int]] = {}
        relations = []
        for i, pivot in enumerate(pivots):
            rest, combination = pivot, 1 << i
            while rest and rest.bit_length() in rows:
                vector, others = rows[rest.bit_length()]
                rest, combination = rest ^ vector, combination ^ others
            if rest:
                rows[rest.bit_length()] = rest, combination
            else:
                relations.append(combination)
        assert len(rows) == width
        vectors = [0] * len(pivots)
        solved: dict[int, int] = {}
        for top in sorted(rows):  # bit top - 1 of z is the parity of the form bits in `solved`
            rest, combination = rows[top]
            for lower in range(top - 1):
                if rest >> lower & 1:
                    combination ^= solved[lower]
            solved[top - 1] = combination
            for i in range(len(pivots)):
                if combination >> i & 1:
                    vectors[i] |= 1 << (top - 1)
        tags = [
            sum((relation >> i & 1) << r for r, relation in enumerate(relations))
            for i in range(len(pivots))
        ]
        cut = len(first)
        return cls((vectors[:cut], vectors[cut:]), (tags[:cut], tags[cut:]), len(relations))


def mapped(images: Sequence[int], forms: Forms) -> Forms:
    """Apply a linear map, given by what each bit is sent to, eight bits at a time."""
    out = np.zeros(forms.size, dtype=np.uint64)
    for start in range(0, len(images), 8):
        table = np.zeros(1, dtype=np.uint64)
        for image in images[start : start + 8]:
            table = np.concatenate([table, table ^ np.uint64(image)])
        out ^= table[(forms >> np.uint64(start)).astype(np.intp) & (table.size - 1)]
    return out
