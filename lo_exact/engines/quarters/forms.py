"""The forms that bit vectors take in a group of columns, and each form's sum.

For a group of columns u with rank r, choose r *pivots* among them that are independent.  The *form*
of z in the group is the r bits <pivot, z>; every <u, z> follows from it, so the group's share of
sum_u a_u (-1)^<u, z> is a function of the form, and all its values are one transform of 2^r
numbers.

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
from lo_exact.algebra.walsh import transformed

Forms = NDArray[np.uint64]

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
        bits = (columns[None, :] >> np.arange(width, dtype=np.uint64)[:, None]) & np.uint64(1)
        rows, pivots = reduced_rows(bits.astype(np.uint8))
        # column u is the sum of the pivots i with rows[i, u] = 1
        places = np.zeros(columns.size, dtype=np.int64)
        for i, row in enumerate(rows):
            places |= row.astype(np.int64) << i
        narrow = int(np.abs(amounts).sum()) < 2**15
        sums = np.zeros(1 << len(pivots), dtype=np.int16 if narrow else np.int32)
        np.add.at(sums, places, amounts.astype(sums.dtype))
        sums = transformed(sums, pause)
        low, high = int(sums.min()), int(sums.max())
        counts = np.zeros(high - low + 1, dtype=np.int64)
        for start in range(0, sums.size, _SLICE):
            pause()
            wide = sums[start : start + _SLICE].astype(np.int64)
            counts += np.bincount(wide - low, minlength=counts.size)
        return cls(tuple(int(columns[pivot]) for pivot in pivots), sums, low, high, counts)

    def least_from(self, sum_: int) -> int:
        """Return the least sum a form has that is at least ``sum_``; above all where none is."""
        there = np.flatnonzero(self.counts[max(sum_ - self.low, 0) :])
        return max(sum_, self.low) + int(there[0]) if there.size else self.high + 1

    def between(self, low: int, high: int, most: int) -> Iterator[Forms]:
        """Yield the forms with sums from ``low`` to ``high``, about ``most`` at a time."""
        kept: list[NDArray[np.intp]] = []
        size = 0
        for start in range(0, self.sums.size, _SLICE):
            some = self.sums[start : start + _SLICE]
            kept.append(np.flatnonzero((some >= low) & (some <= high)) + start)
            size += kept[-1].size
            if size >= most:
                yield np.concatenate(kept).astype(np.uint64)
                kept, size = [], 0
        if size:
            yield np.concatenate(kept).astype(np.uint64)

    def form_bits(self, vectors: Sequence[int]) -> list[int]:
        """Return the forms of some vectors."""
        return [
            sum(((pivot & vector).bit_count() & 1) << i for i, pivot in enumerate(self.pivots))
            for vector in vectors
        ]


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
