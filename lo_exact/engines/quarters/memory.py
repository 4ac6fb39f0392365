"""How much memory a search takes, and how to take less.

A search holds for each group either the table of all its sums or, where it is streamed, the sums
far above the mean; a table of bytes for each half whose groups do not fall apart; and the lists of
one half's forms.  Smaller tables, fewer sums kept and shorter lists take less memory and more time.
The figures are above what was measured: 95 x 95 all on (ranks up to 32) takes 1513 MiB of the
1700 MiB said here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

MEMORY = 2**31
"""Bytes that a search takes at most, unless it is told otherwise."""

BEGINNING = 160 * 2**20
"""The program itself and the kernel's words."""

KEPT_SHARE = 1 / 128
"""Of a streamed group's sums so many are kept, at most."""


@dataclass(frozen=True)
class Sizes:
    """What a search holds.

    Attributes:
        table_rank: groups of a larger rank are streamed.
        rough_rank: streamed groups that do not fall apart have a table of bytes up to this rank.
        kept: sums of a streamed group that are kept.
        piece: words of a list.
    """

    table_rank: int = 26
    rough_rank: int = 28
    kept: int = 2**24
    piece: int = 2**24


LEAST = Sizes(table_rank=12, rough_rank=0, kept=2**16, piece=2**16)


def needed(ranks: Sequence[int], parted: Sequence[bool], bytes_: int, sizes: Sizes) -> int:
    """Return the bytes that a search takes, about.

    Args:
        ranks: of the four groups.
        parted: whether each falls apart into parts of small rank.
        bytes_: of a sum.
        sizes: what it holds.
    """
    held = BEGINNING
    most = 0
    for rank, apart in zip(ranks, parted, strict=True):
        if rank <= sizes.table_rank:
            held += bytes_ << rank
            longest = min(sizes.piece // 3, 1 << rank)
        else:
            kept = min(sizes.kept, int(KEPT_SHARE * 2**rank) + 2**16)
            held += 12 * kept
            most = max(most, 24 * kept)
            longest = sizes.piece // 3
            if not apart and rank <= sizes.rough_rank:
                held += (1 << rank) // 2  # of two groups of a half one has the table
        most = max(most, 5 * 24 * longest)
    return held + most


def fitting(ranks: Sequence[int], parted: Sequence[bool], bytes_: int, memory: int) -> Sizes | None:
    """Return the largest sizes that take no more memory than allowed; None where there are none."""
    sizes = Sizes()
    while needed(ranks, parted, bytes_, sizes) > memory:
        if sizes == LEAST:
            return None
        if sizes.piece > LEAST.piece:
            sizes = replace(sizes, piece=sizes.piece // 2, kept=max(sizes.kept // 2, LEAST.kept))
        elif sizes.rough_rank:
            sizes = replace(sizes, rough_rank=0)
        else:
            sizes = replace(sizes, table_rank=sizes.table_rank - 1)
    return sizes
