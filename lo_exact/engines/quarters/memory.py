"""Memory estimate of a search, and smaller table sizes for a lower memory limit.

For each group a search holds the table of all its sums, or, where the group is streamed, the sums
far above the mean.  It also holds a table of bytes for each half whose groups have no blocks, and
the lists of one half's forms.  Smaller tables, fewer stored sums and shorter lists take less memory
and more time.  The estimate is above the measured memory: 95 x 95 all on (ranks up to 32) takes
1513 MiB of the 1587 MiB estimated here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

BEGINNING = 64 * 2**20
"""Bytes of the program itself."""

ENTRY_BYTES = 320
"""Bytes for each matrix entry, for squares, kernel and columns before the search.
Measured: 170 MiB in total for the 300 x 300 torus, 450,000 entries."""

KEPT_SHARE = 1 / 128
"""Largest share of a streamed group's sums that is stored."""


MORE = 1.15
"""Factor of the memory for arrays that are copied."""


@dataclass(frozen=True)
class QuartersSizes:
    """Sizes of the tables, lists and batches of a search."""

    table_rank: int = 26
    """Largest rank of a group with a table; other groups are streamed."""
    rough_rank: int = 28
    """Largest rank of a streamed group with a table of bytes, if it has no blocks."""
    kept: int = 2**24
    """Largest number of stored sums of a streamed group."""
    piece: int = 2**24
    """Largest number of words of a list."""
    listed: int = 2**25
    """Largest number of minima to store."""
    deviations: float = 2.6
    """Standard deviations above 0 from which on sums of a streamed group are stored first; 2.6: 1
    of 200.
    """
    block_bits: int = 16
    """Binary logarithm of the sums in a block of a transform, which fits the cache."""
    scanned: int = 2**20
    """Sums of a table compared together."""
    first_band: int = 2**16
    """Pairs of the first band; each band has twice as many as the one before."""
    largest_band: int = 2**28
    """Largest number of pairs in a band."""
    chunk: int = 2**16
    """Pairs processed together."""
    wide: int = 2**9
    """Entries of the first group looked up together in a large table."""
    fast: int = 16
    """Small tables that are looked up as fast as one large table of bytes."""
    rows: int = 2**14
    """Pairs that passed the rough test and are looked up exactly together."""
    few: int = 2**16
    """Least number of sums in a list."""
    outer: int = 2**12
    """Least number of pairs of two runs that are processed as a product."""


USUAL = QuartersSizes()
LEAST = QuartersSizes(table_rank=12, rough_rank=0, kept=2**16, piece=2**16)


@dataclass(frozen=True)
class HeldSizes:
    """Properties of a system that determine the memory of a search: ranks, blocks, sizes."""

    ranks: Sequence[int]
    """Ranks of the four groups."""
    parted: Sequence[bool]
    """Whether each group has separate parts of small rank."""
    bytes: int
    """Bytes of a sum."""
    entries: int
    """Number of matrix entries."""


def needed(search: HeldSizes, sizes: QuartersSizes) -> int:
    """Estimate the bytes that a search with the given sizes takes."""
    held = most = 0
    for rank, apart in zip(search.ranks, search.parted, strict=True):
        if rank <= sizes.table_rank:
            held += search.bytes << rank
            longest = min(sizes.piece // 3, 1 << rank)
        else:
            kept = min(sizes.kept, int(KEPT_SHARE * 2**rank) + 2**16)
            held += 12 * kept
            most = max(most, 24 * kept)
            longest = sizes.piece // 3
            if not apart and rank <= sizes.rough_rank:
                held += (1 << rank) // 2  # halved: only one of two groups needs a table of bytes
        most = max(most, 5 * 24 * longest)
    return BEGINNING + ENTRY_BYTES * search.entries + int(MORE * (held + most))


def fitting(search: HeldSizes, memory: int) -> QuartersSizes | None:
    """Return the largest sizes that fit the memory limit, or None if none do."""
    sizes = USUAL
    while needed(search, sizes) > memory:
        if sizes == LEAST:
            return None
        if sizes.piece > LEAST.piece:
            sizes = replace(sizes, piece=sizes.piece // 2, kept=max(sizes.kept // 2, LEAST.kept))
        elif sizes.rough_rank:
            sizes = replace(sizes, rough_rank=0)
        else:
            sizes = replace(sizes, table_rank=sizes.table_rank - 1)
    return sizes
