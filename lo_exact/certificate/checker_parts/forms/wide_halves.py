"""Halves evidence with numpy, for groups of unknowns whose ranks are above 24.

Proves: what the part "halves" proves, by the same theorem.  The groups of "halves" hold a table of
all their sums; these make the sums 2^16 at a time and list only those that a threshold asks for,
and what the other half says is added up from the bits themselves.  A rank of 32 takes a minute for
each time its sums are made, and they are made twice.
Does not prove: anything for ranks above 34.
Trusts: the part "solutions"; and numpy, for sums of whole numbers in float32 below 2^24, in float64
below 2^53, and for sorting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.forms.halves import by_halves, joint
from lo_exact.certificate.checker_parts.linear.group import Group
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_WIDE_LISTED = 2**24  # sums of one group that are listed
MAX_WIDE_PAIRS = 2**36  # pairs of sums that are looked at, for each half

Floats = NDArray[Any]
Words = NDArray[np.uint64]


@form("halves", MINIMA, part="wide_halves")
def judge_wide_halves(certificate: Certificate, piece: Any) -> str:
    """Find all solutions up to the claimed weight, by pairs of sums."""
    return by_halves(certificate, piece, WideGroup, wide_pairs)


class WideGroup(Group):
    """A group whose sums are made when they are asked for."""

    max_rank: int = 34
    max_sums: int = 2**36

    def blocks(self) -> Iterator[tuple[int, Floats]]:
        """Yield the first form of each block and the block's sums.

        A Walsh-Hadamard transform of a table is H T H, with H[i, j] = (-1)^<i, j>.  All numbers on
        the way are whole and at most `size`, so that floating-point arithmetic is exact.
        """
        dtype = np.float32 if self.size < 2**24 else np.float64
        bits = min(self.rank, 16)
        left: Floats = hadamard(bits - bits // 2).astype(dtype)
        right: Floats = hadamard(bits // 2).astype(dtype)
        places = np.array(list(self.amounts), dtype=np.int64)
        amounts = np.array(list(self.amounts.values()), dtype=np.int64)
        for high in range(1 << (self.rank - bits)):
            odd = np.bitwise_count(places >> bits & high) % 2
            table = np.zeros(1 << bits, dtype=dtype)
            np.add.at(table, places % table.size, amounts * (1 - 2 * odd.astype(np.int64)))
            sums: Floats = left @ table.reshape(left.shape[0], -1) @ right
            yield high << bits, sums.reshape(-1)

    def tabulate(self) -> None:
        """Find `top`, the largest sum; the sums themselves are made again when they are listed."""
        self.top: int = max(int(sums.max()) for _, sums in self.blocks())

    def listed(self, low: int) -> tuple[NDArray[np.int64], Words]:
        """Return the sums of at least ``low`` and their forms."""
        values, forms, number = [], [], 0
        for first, sums in self.blocks() if low <= self.top else ():
            here = np.flatnonzero(sums >= low)
            number += here.size
            bounded(number <= MAX_WIDE_LISTED, f"more than {MAX_WIDE_LISTED} sums are to be listed")
            values.append(sums[here].astype(np.int64))
            forms.append(here.astype(np.uint64) + np.uint64(first))
        empty = np.zeros(0, dtype=np.int64)
        return np.concatenate([empty, *values]), np.concatenate([empty.astype(np.uint64), *forms])


def hadamard(bits: int) -> NDArray[np.int64]:
    """Return the matrix of (-1)^<i, j>."""
    i = np.arange(1 << bits)
    odd: NDArray[np.int64] = (np.bitwise_count(i[:, None] & i[None, :]) % 2).astype(np.int64)
    return 1 - 2 * odd


class Others:
    """What two groups say at z together, from the bits <u, z> of all their places."""

    def __init__(self, groups: list[Group]):
        self.groups = groups
        amounts = np.array([a for group in groups for a in group.amounts.values()], dtype=np.int64)
        self.total: int = int(np.abs(amounts).sum())
        self.negative: Words = packed(amounts < 0)
        size = np.abs(amounts)
        levels = range(int(size.max(initial=0)).bit_length())
        self.slices: list[tuple[int, Words]] = [(1 << b, packed(size >> b & 1)) for b in levels]

    def image(self, z: int) -> Words:
        """Return the bits <u, z>."""
        bits = [
            (place & form).bit_count() % 2
            for group in self.groups
            for form in (group.form(z),)
            for place in group.amounts
        ]
        return packed(np.array(bits, dtype=np.int64))

    def sums(self, rows: Words) -> NDArray[np.int64]:
        """Return the sums that belong to rows of bits; what differs from its sign is taken off."""
        differ = rows ^ self.negative
        lost = np.zeros(rows.shape[0], dtype=np.int64)
        for scale, mask in self.slices:
            lost += scale * np.bitwise_count(differ & mask).sum(axis=1, dtype=np.int64)
        found: NDArray[np.int64] = self.total - 2 * lost
        return found


def packed(bits: NDArray[np.integer] | NDArray[np.bool_]) -> Words:
    """Return bits in words of 64, filled with zeros."""
    filled = np.zeros(-(-max(bits.size, 1) // 64) * 64, dtype=np.uint8)
    filled[: bits.size] = bits
    return np.packbits(filled, bitorder="little").view(np.uint64)


def reached(images: Words, forms: Words) -> Words:
    """Return (forms, words) the sum of the images of each form's bits, eight bits at a time."""
    out = np.zeros((forms.size, images.shape[1]), dtype=np.uint64)
    for start in range(0, images.shape[0], 8):
        table = np.zeros((1, images.shape[1]), dtype=np.uint64)
        for image in images[start : start + 8]:
            table = np.concatenate([table, table ^ image])
        out ^= table[forms >> np.uint64(start) & np.uint64(len(table) - 1)]
    return out


def wide_pairs(
    own: list[WideGroup], others: list[Group], width: int, low: int, aim: int
) -> Iterator[tuple[int, int]]:
    """Yield what `pairs` yields."""
    (a, b), rest = own, Others(others)
    vectors, tags = joint(a.pivots + b.pivots, width)
    bounded(max(tags, default=0) < 2**63, "too many relations")
    images = np.array([rest.image(z) for z in vectors], dtype=np.uint64)
    images = images.reshape(len(vectors), rest.negative.size)
    marks = np.array(tags, dtype=np.uint64).reshape(-1, 1)
    values, forms = b.listed(low - a.top)
    tag = reached(marks[a.rank :], forms)[:, 0]
    order = np.lexsort((-values, tag))
    values, tag = values[order], tag[order]
    rows = reached(images[a.rank :], forms[order])
    firsts, forms = a.listed(low - b.top)
    tag_a = reached(marks[: a.rank], forms)[:, 0]
    starts = np.searchsorted(tag, tag_a, side="left")
    ends = np.searchsorted(tag, tag_a, side="right")
    visited = 0
    for first, own_form, start, end in zip(firsts.tolist(), forms, starts, ends, strict=True):
        number = int(np.searchsorted(-values[start:end], first - low, side="right"))
        visited += number
        bounded(
            visited <= MAX_WIDE_PAIRS,
            f"more than {MAX_WIDE_PAIRS} pairs of sums are to be looked at",
        )
        for begin in range(start, start + number, 2**14):
            some = slice(begin, min(begin + 2**14, start + number))
            x = reached(images[: a.rank], np.array([own_form]))
            other = rest.sums(rows[some] ^ x)
            own_sums = values[some] + first
            for i in np.flatnonzero(own_sums + other >= aim).tolist():
                yield int(own_sums[i]), int(other[i])
