"""The memory of a search, and ways to take less.

A search holds for each group either the table of all its sums or, where it is streamed, the sums
far above the mean; a table of bytes for each half whose groups have no blocks; and the lists of one
half's forms.  Smaller tables, fewer sums kept and shorter lists take less memory and more time.
The figures are above what was measured: 95 x 95 all on (ranks up to 32) takes 1513 MiB of the
1587 MiB said here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

BEGINNING = 64 * 2**20
"""The program itself."""

ENTRY_BYTES = 320
"""For each entry of the matrix: what squares, kernel and columns take before anything is searched.
Measured: 170 MiB in all for the 300 x 300 torus, 450,000 entries."""

KEPT_SHARE = 1 / 128
"""Of a streamed group's sums so many are kept, at most."""


MORE = 1.15
"""What a search holds, and this times as much: arrays are copied on the way."""


@dataclass(frozen=True)
class QuartersSizes:
    """Sizes of what a search holds and does at a time.

    Attributes:
        table_rank: groups of a larger rank are streamed.
        rough_rank: streamed groups without blocks have a table of bytes up to this rank.
        kept: sums of a streamed group that are kept.
        piece: words of a list.
        listed: minima that are kept at most.
        deviations: sums so many standard deviations above 0 are kept of a streamed group at
            first; 2.6 are 1 of 200.
        block_bits: a transform is made in blocks of 2^block_bits sums, which fit the cache.
        scanned: sums of a table that are compared at a time.
        first_band: pairs of the first band; each band has twice as many as the one before.
        largest_band: pairs of a band at most.
        chunk: pairs looked at together.
        wide: forms of the first group looked up together in a large table.
        fast: small tables that are looked up as fast as one large table of bytes.
        rows: pairs that passed the first look, looked up exactly together.
        few: forms that a list has at least.
        outer: runs with at least so many pairs are multiplied out.
    """

    table_rank: int = 26
    rough_rank: int = 28
    kept: int = 2**24
    piece: int = 2**24
    listed: int = 2**25
    deviations: float = 2.6
    block_bits: int = 16
    scanned: int = 2**20
    first_band: int = 2**16
    largest_band: int = 2**28
    chunk: int = 2**16
    wide: int = 2**9
    fast: int = 16
    rows: int = 2**14
    few: int = 2**16
    outer: int = 2**12


USUAL = QuartersSizes()
LEAST = QuartersSizes(table_rank=12, rough_rank=0, kept=2**16, piece=2**16)


@dataclass(frozen=True)
class HeldSizes:
    """Sizes of a search that a memory limit cannot change.

    Attributes:
        ranks: of the four groups.
        parted: whether each has separate parts of small rank.
        bytes: of a sum.
        entries: of the matrix.
    """

    ranks: Sequence[int]
    parted: Sequence[bool]
    bytes: int
    entries: int


def needed(search: HeldSizes, sizes: QuartersSizes) -> int:
    """Return the bytes that a search with such sizes takes, about."""
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
                held += (1 << rank) // 2  # of two groups of a half one has the table
        most = max(most, 5 * 24 * longest)
    return BEGINNING + ENTRY_BYTES * search.entries + int(MORE * (held + most))


def fitting(search: HeldSizes, memory: int) -> QuartersSizes | None:
    """Return the largest sizes that take no more memory than allowed; None where there are none."""
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
