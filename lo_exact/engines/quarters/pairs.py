"""The largest value of S(z) = sum_u a_u (-1)^<u, z> by pairs of two groups' largest sums.

The buttons are cut into four groups, S = A + B + C + D.  Within one group the sum depends on the
*form* of z there alone (`forms`), so all sums of a group are one Walsh-Hadamard transform.
A and B together tell all z apart, and so do C and D.

*Why looking at the largest pairs is enough.*  If S(z) >= s then for any numbers t + t' <= s + 1
either A + B >= t or C + D >= t' at z: otherwise S <= t - 1 + t' - 1 < s.  So all pairs of forms
with A + B >= t are visited, and all with C + D >= t'; each pair names z, and C + D (or A + B) is
looked up.  Thresholds go down until no z that was not visited can beat the best sum known or, where
all that reach it are wanted, equal it.

*Each z once.*  A pair that the other half has visited already is left out: its sum there, S less
its own, is not below the other half's threshold.  So ties are counted, not kept.

*Cost.*  With k bits and half of them in each group, four transforms of 2^(k/2) numbers; and for
random amounts about 2^(k/2) pairs: the best of 2^k sums is about sqrt(2 k ln 2) deviations above 0,
a half reaches half of that with probability near 2^(-k/2).  A square root of what enumeration
takes, as in E. Horowitz and S. Sahni, Computing partitions (1974), and, for decoding, I. Dumer, On
minimum distance decoding of linear codes (1991).  Where very many sums are equal there are more
pairs; the memory stays the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.quarters.forms import Quarter, dtype_for, independent_columns
from lo_exact.engines.quarters.lookups import ColumnBits, Lookup, PartTables
from lo_exact.engines.quarters.memory import USUAL, QuartersSizes
from lo_exact.engines.quarters.streams import Stream
from lo_exact.engines.quarters.tally import Best
from lo_exact.engines.quarters.visits import Group, Half

Columns = NDArray[Any]
"""Words of 64 bits, or Python integers where there are more bits."""

LARGEST_TURN = 2**23
"""Halves take turns as long as bands have no more pairs: a good sum is met early in one of them."""


@dataclass(frozen=True, eq=False)
class Halves:
    """Both halves."""

    unit: int
    """All sums of groups are multiples of it, and counted in it."""
    fixed: int
    """The sum of what is in no group."""
    halves: tuple[Half, Half]
    """The two."""
    sizes: QuartersSizes
    """How much a search holds and does at a time."""


def largest(
    width: int,
    columns: Columns,
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    *,
    parts: Sequence[Sequence[IntArray]] = ((), (), (), ()),
    sizes: QuartersSizes = USUAL,
    ties: bool,
    limit: int,
    look: Callable[[int, float, Best, int], None],
    pause: Callable[[], object],
) -> Best:
    """Return the largest sum and vectors that reach it.

    Args:
        width: number of bits.
        columns: of each u, less than 2^width.
        amounts: (columns,) int64.
        groups: four groups of indices that hold every column but 0; `Quarter`s one and two tell
            all vectors apart, so do three and four.
        parts: of each group, in parts of small rank by whose tables it is looked up.
        sizes: how much is held.
        ties: count all vectors that reach the largest sum, and give the least ones.
        limit: give so many of them.
        look: called often with pairs visited, pairs expected, the best so far, and a sum that no
            vector exceeds.
        pause: called often before there is anything to tell.
    """
    made = halves_of(width, columns, amounts, groups, pause, parts, sizes)
    best = descended(made, columns.dtype, ties=ties, limit=limit, look=look)
    best.sum = best.sum * made.unit + made.fixed
    return best


def descended(
    made: Halves,
    dtype: Any,
    *,
    ties: bool,
    limit: int,
    look: Callable[[int, float, Best, int], None],
    most: float = inf,
) -> Best:
    """Let the thresholds down until no better sum is left, or so many pairs are visited.

    Args:
        made: both halves.
        dtype: of vectors.
        ties: as for `largest`.
        limit: as for `largest`.
        look: as for `largest`.
        most: visit no more pairs; the best met so far is returned then.

    Returns:
        The best, its sum in units.
    """
    unit, fixed, halves = made.unit, made.fixed, made.halves
    start = sum(group.start for group in halves[0].own + halves[1].own)
    best = Best(start, limit, np.zeros(1, dtype=dtype), most=made.sizes.listed)
    step = 0 if ties else 2  # in units, all sums are odd or all are even
    seen = [half.top + 1 for half in halves]  # pairs with at least this sum have been visited
    done, band, which = 0, made.sizes.first_band, 0
    while sum(seen) > best.sum + step + 1 and done < most:
        aims = cheapest(halves, seen, best.sum + step + 1)
        gaps = [seen[i] - aims[i] for i in (0, 1)]
        if gaps[which] <= 0 or (band <= LARGEST_TURN and gaps[1 - which] > gaps[which]):
            halves[which].drop()  # the lists of only one half are held
            which = 1 - which
        low = halves[which].lowered(seen[which], aims[which], band)
        band = min(2 * band, made.sizes.largest_band)
        left = (
            half.pairs(t) - half.pairs(s) for half, t, s in zip(halves, aims, seen, strict=True)
        )
        expected = done + float(sum(left))
        for visited in halves[which].visit(low, seen[which], seen[1 - which], best):
            done += visited
            look(done, max(expected, done), best, max(sum(seen) - 2, best.sum) * unit + fixed)
        seen[which] = low
    return best


def halves_of(
    width: int,
    columns: Columns,
    amounts: IntArray,
    groups: tuple[IntArray, ...],
    pause: Callable[[], object],
    parts: Sequence[Sequence[IntArray]] = ((), (), (), ()),
    sizes: QuartersSizes = USUAL,
) -> Halves:
    """Return both halves; arguments as for `largest`."""
    fixed = int(amounts[columns == 0].sum())
    unit = max(int(np.gcd.reduce(amounts[columns != 0])), 1)
    made = [
        _group(width, columns, amounts // unit, group, some, pause, sizes)
        for group, some in zip(groups, parts, strict=True)
    ]
    (a, b, c, d), (e, f, g, h) = zip(*made, strict=True)
    first = Half(width, (a, b), (c, d), (g, h), sizes)
    second = Half(width, (c, d), (a, b), (e, f), sizes)
    return Halves(unit, fixed, (first, second), sizes)


def _group(
    width: int,
    columns: Columns,
    amounts: IntArray,
    group: IntArray,
    parts: Sequence[IntArray],
    pause: Callable[[], object],
    sizes: QuartersSizes,
) -> tuple[Group, Lookup]:
    """Return a group's sums, and how they are looked up."""
    inside = columns[group], amounts[group]
    made: Group
    if len(independent_columns(width, columns[group])[0]) <= sizes.table_rank:
        made = Quarter.of(width, *inside, pause, sizes)
    else:
        made = Stream(width, *inside, pause, sizes)
    dtype = dtype_for(int(np.abs(amounts[group]).sum()))
    if parts:
        cut = [(columns[part], amounts[part]) for part in parts]
        return made, PartTables.of(width, cut, dtype, pause, sizes.block_bits)
    if isinstance(made, Quarter):
        return made, PartTables([(made.pivots, made.sums)])
    return made, ColumnBits(width, *inside, dtype)


def cheapest(halves: tuple[Half, Half], seen: list[int], goal: int) -> tuple[int, int]:
    """Return thresholds not above ``seen`` that add up to the goal, with the fewest pairs."""
    first = np.arange(goal - seen[1], seen[0] + 1)
    pairs = halves[0].pairs(first) + halves[1].pairs(goal - first)
    aim = int(first[pairs.argmin()])
    return aim, goal - aim
