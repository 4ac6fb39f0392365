"""Partition of the buttons into four groups whose columns in the kernel have low rank.

A quiet pattern x satisfies A x = 0, so also A^2 x = 0 and A^4 x = 0 (mod 2).  Squaring mod 2
doubles every step of a rule and cancels the mixed terms.  The square of "itself and its four
neighbours" is "itself and the four places two steps away".  So A^2 often has separate blocks,
components that A joins, such as the places of even row and odd column.  Within one component a
quiet pattern obeys the component's equations alone, so it takes far fewer forms there than there
are quiet patterns.  The number of forms is counted exactly, as the rank of the patterns' columns;
the squares only suggest candidates.

`find_groups` joins such parts of the buttons into four groups.  Two groups are a *half* when
together they distinguish all quiet patterns.  Costs the entries of the squares, and a rank for
every set of parts.  `finer` looks for parts within one large group.

Parts of the buttons are suggested in three ways:

- `marked_components`: *components* of buttons that the squared matrix joins.  Labels spread from
  neighbour to neighbour until nothing changes, some passes over the matrix.
- `flats`, where a hole in the board, a light that does not matter or one odd edge of a graph joins
  the components of the square: it hardly changes the rank of the columns far from it.
- `typical`, where holes join blocks that are separate elsewhere: it leaves the buttons beside holes
  out, takes the components of the others, and then assigns those left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix
from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import Span, integers, rank, reduced_rows

MAX_PARTS = 64
"""Components of a square; a square with more is not used."""


def marked_components(matrix: SparseMatrix, marked: NDArray[np.bool_], most: int) -> list[IntArray]:
    """Return the marked buttons of each connected component; [] if the components are too many.

    Args:
        matrix: (buttons, buttons) whose entries join buttons.
        marked: (buttons,) buttons to return; components without any are dropped.
        most: largest number of components with marked buttons.
    """
    label = np.arange(matrix.shape[0])
    here, there = matrix.columns_of_entries(), matrix.rows
    while True:
        tick()
        lower = label.copy()
        np.minimum.at(lower, here, label[there])
        np.minimum.at(lower, there, label[here])
        lower = lower[lower]
        if np.array_equal(lower, label):
            break
        label = lower
    names = np.unique(label[marked])
    if names.size > most:
        return []
    return [np.flatnonzero((label == name) & marked) for name in names]


MAX_COMPONENTS = 9
"""Parts that are joined into four groups: all ways to do so are tried."""

MAX_BEGINNINGS = 64
"""Buttons from which a flat is grown before the remaining ones are given up."""

QUIET_LAYERS = 2
"""Layers of neighbours without effect on a ball's span after which the ball is complete."""


def flats(near: SparseMatrix, words: NDArray[np.uint8]) -> list[IntArray]:
    """Partition the buttons; the kernel columns of each part are spanned by those of one area.

    Begin at some button, go from neighbour to neighbour in the square, and extend the span of their
    columns (the quiet patterns that press them) until it stops growing.  All buttons whose column
    lies in that span are one part, wherever they are; the search continues with the rest.  A ball
    whose rank grows beyond 3/4 of all has leaked into another part, so another start is tried.

    Costs a few ranks of balls, and for each part a reduction of all columns: 0.1 s for 61 x 61.

    Args:
        near: (buttons, buttons) whose entries link related buttons.
        words: (quiet patterns, buttons) 0 or 1, a basis.
    """
    width = words.shape[0]
    columns = columns_of(words)
    left = np.flatnonzero(words.any(axis=0))
    parts: list[IntArray] = []
    for trial in range(MAX_BEGINNINGS):
        if not left.size or len(parts) == MAX_COMPONENTS - 1:
            break
        tick()
        begin = int(left[trial * 7919 % left.size])
        span = _ball(near, columns, begin, 3 * width / 4)
        if not span:
            continue
        inside = np.array([not span.reduced(columns[j]) for j in left.tolist()])
        parts.append(left[inside])
        left = left[~inside]
    return [*parts, left] if left.size else parts


def columns_of(words: NDArray[np.uint8]) -> list[int]:
    """Return, for each button, the bit mask of the quiet patterns that press it."""
    return integers(words.T)


def _ball(near: SparseMatrix, columns: list[int], begin: int, most: float) -> Span:
    """Return the span of the columns of buttons near ``begin``; empty if its rank is > ``most``."""
    span = Span()
    seen, layer, quiet = {begin}, [begin], 0
    while layer and quiet < QUIET_LAYERS:
        before = len(span)
        for j in layer:
            span.add(columns[j])
        if len(span) > most:
            return Span()
        quiet = quiet + 1 if len(span) == before else 0
        following = {i for j in layer for i in near.column(j)[0].tolist()} - seen
        seen |= following
        layer = sorted(following)
    return span


LEAST_PART = 16
"""Least number of buttons of a component; smaller ones are enclosed by holes and dropped."""


def typical(matrix: SparseMatrix, near: SparseMatrix, words: NDArray[np.uint8]) -> list[IntArray]:
    """Partition the buttons that change the most common number of lights, then assign the others.

    A button beside a hole, beside a light that does not matter or at an edge changes fewer lights
    than most.  Only such buttons join the components of the square to each other.  So they are left
    out at first.  Then each goes to a component in whose span its column lies (the quiet patterns
    that press it).  Those in no span are a part of their own, which is small.  As with flats, the
    ranks decide.

    Quiet patterns of a board with holes are those of the full board that vanish there.  So no
    component takes more forms than it does on the full board.  Costs a reduction of some columns.

    Args:
        matrix: A.
        near: (buttons, buttons) whose entries link related buttons.
        words: (quiet patterns, buttons) 0 or 1, a basis.
    """
    pressed = words.max(axis=0, initial=0) > 0
    lights = np.diff(matrix.starts)
    most = lights == np.bincount(lights[pressed]).argmax()
    if most.all():
        return []
    among = most[near.rows] & most[near.columns_of_entries()]
    starts = np.zeros(near.shape[1] + 1, dtype=np.int64)
    np.cumsum(
        np.bincount(near.columns_of_entries()[among], minlength=near.shape[1]), out=starts[1:]
    )
    inner = SparseMatrix(near.shape, 2, starts, near.rows[among], near.values[among])
    parts = [
        part
        for part in marked_components(inner, pressed & most, MAX_PARTS)
        if part.size >= LEAST_PART
    ]
    if not parts:
        return []
    columns = columns_of(words)
    spans = []
    for part in parts:
        tick()
        spans.append(Span(columns[j] for j in part.tolist()))
    given: list[list[int]] = [part.tolist() for part in parts]
    left: list[int] = []
    for j in np.setdiff1d(np.flatnonzero(pressed), np.concatenate(parts)).tolist():
        homes = [i for i, span in enumerate(spans) if not span.reduced(columns[j])]
        (given[homes[0]] if homes else left).append(j)
    return [np.array(sorted(some)) for some in (*given, left) if some]


MAX_SQUARE_ENTRIES = 2**24
"""Entries of a product of two matrices, counted before pairs cancel."""

SQUARINGS = 2
"""Squarings of the matrix that are tried for the four groups."""

FINER_SQUARINGS = 5
"""Squarings that are tried for the parts within a group."""

WHOLE_RANK = 24
"""Rank up to which a group gets one table, since finding parts takes longer."""

PART_RANK = 17
"""Largest rank of a part, whose table then fits the cache."""

GOOD = 8
"""Factor over the least table size, 4 * 2^(k/2) entries for 2^k patterns, up to which groups are
good enough."""


@dataclass(frozen=True)
class Groups:
    """Four groups of buttons: the first two form one half, the last two the other."""

    buttons: tuple[IntArray, ...]
    """Buttons of each group, ascending."""
    ranks: tuple[int, ...]
    """Rank of the columns of each group."""
    parts: tuple[tuple[IntArray, ...], ...] = ((), (), (), ())
    """Parts of small rank of each group; empty if it has no blocks."""

    @property
    def entries(self) -> int:
        """Total number of signed sums in the tables of the four groups."""
        return sum(1 << rank for rank in self.ranks)


def find_groups(matrix: SparseMatrix, words: NDArray[np.uint8]) -> Groups | None:
    """Return the four groups of buttons with the smallest tables, or None if none are found.

    Args:
        matrix: A, mod 2.
        words: (quiet patterns, buttons) 0 or 1, a basis.
    """
    best = _found(matrix, words)
    if best is None:
        return None
    return replace(best, parts=finer(matrix, words, best))


def _found(matrix: SparseMatrix, words: NDArray[np.uint8]) -> Groups | None:
    width = words.shape[0]
    best: Groups | None = None
    for near in _squares(matrix, SQUARINGS):
        for parts in _candidates(matrix, near, words):
            if not 4 <= len(parts) <= MAX_COMPONENTS:
                continue
            found = _best_groups(parts, words, width)
            if found and (best is None or found.entries < best.entries):
                best = found
            if best and best.entries <= GOOD * 2 ** (width / 2):
                return best
    return best


def _candidates(
    matrix: SparseMatrix, near: SparseMatrix, words: NDArray[np.uint8]
) -> Iterator[list[IntArray]]:
    """Yield candidate partitions of the buttons, the cheapest to compute first."""
    yield marked_components(near, words.max(axis=0, initial=0) > 0, MAX_COMPONENTS)
    yield flats(near, words)
    yield typical(matrix, near, words)


def finer(
    matrix: SparseMatrix, words: NDArray[np.uint8], groups: Groups
) -> tuple[tuple[IntArray, ...], ...]:
    """Return, per group, a partition into parts of low rank; () if it is small or none is found.

    Args:
        matrix: A, mod 2.
        words: (quiet patterns, buttons) 0 or 1, a basis.
        groups: the groups; their own parts are ignored.
    """
    found: list[tuple[IntArray, ...]] = [()] * len(groups.buttons)
    open_ = [i for i, r in enumerate(groups.ranks) if r > WHOLE_RANK]
    if not open_:
        return tuple(found)
    for near in _squares(matrix, FINER_SQUARINGS):
        for i in list(open_):
            inside = np.zeros(words.shape[1], dtype=np.bool_)
            inside[groups.buttons[i]] = True
            parts = _joined(marked_components(near, inside, MAX_PARTS), words)
            if parts:
                found[i] = tuple(parts)
                open_.remove(i)
        if not open_:
            break
    return tuple(found)


def _joined(parts: list[IntArray], words: NDArray[np.uint8]) -> list[IntArray]:
    """Merge parts up to rank `PART_RANK`; return [] if a single part has a larger rank."""
    joined: list[IntArray] = []
    for part in parts:
        if rank(words[:, part]) > PART_RANK:
            return []
        for i, other in enumerate(joined):
            both = np.concatenate([other, part])
            if rank(words[:, both]) <= PART_RANK:
                joined[i] = both
                break
        else:
            joined.append(part)
    return joined


def _squares(matrix: SparseMatrix, times: int) -> Iterator[SparseMatrix]:
    """Yield matrices that link related buttons: A^2, A^4, ..., then A^T A, (A^T A)^2, ....

    The first two only where there is a light for each button; the last two are other matrices only
    where A is not symmetric.
    """
    turned = matrix.transpose()
    symmetric = np.array_equal(matrix.starts, turned.starts) and np.array_equal(
        matrix.rows, turned.rows
    )
    starts = [(matrix, turned)] if not symmetric else []
    if matrix.shape[0] == matrix.shape[1]:
        starts.insert(0, (matrix, matrix))
    for first, second in starts:
        near = _product(first, second)
        for _ in range(times):
            if near is None:
                break
            yield near
            near = _product(near, near)


def _product(first: SparseMatrix, second: SparseMatrix) -> SparseMatrix | None:
    """Return ``second @ first`` mod 2, or None if the product would be large."""
    count = np.diff(second.starts)
    total = int(count[first.rows].sum())
    if total > MAX_SQUARE_ENTRIES:
        return None
    shape = second.shape[0], first.shape[1]
    # column j of the product: the sum of the columns i of `second` with first[i, j] = 1
    tick()
    lengths = count[first.rows]
    ends = np.cumsum(lengths)
    within = np.arange(total) - np.repeat(ends - lengths, lengths)
    rows = second.rows[np.repeat(second.starts[first.rows], lengths) + within].astype(np.int64)
    keys = np.repeat(first.columns_of_entries(), lengths) * shape[0] + rows
    tick()
    keys, times = np.unique(keys, return_counts=True)
    keys = keys[times % 2 == 1]
    starts = np.zeros(shape[1] + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys // shape[0], minlength=shape[1]), out=starts[1:])
    ones = np.ones(keys.size, dtype=first.values.dtype)
    return SparseMatrix(shape, 2, starts, (keys % shape[0]).astype(np.int32), ones)


def _best_groups(parts: list[IntArray], words: NDArray[np.uint8], width: int) -> Groups | None:
    bases = []
    for part in parts:
        tick()
        _, pivots = reduced_rows(words[:, part])
        bases.append(integers(words[:, part[list(pivots)]].T))

    @cache
    def rank_of(mask: int) -> int:
        return len(Span(u for i, some in enumerate(bases) if mask >> i & 1 for u in some))

    best, least = None, 0
    everything = (1 << len(parts)) - 1
    for half in range(1, everything // 2 + 1):  # no split twice: the last part is in `rest`
        rest = everything ^ half
        if half.bit_count() < 2 or rest.bit_count() < 2:
            continue
        if rank_of(half) < width or rank_of(rest) < width:
            continue
        # the best partition of one half does not depend on the other half
        pairs = [
            min(_two_sets(mask), key=lambda two: (1 << rank_of(two[0])) + (1 << rank_of(two[1])))
            for mask in (half, rest)
        ]
        found = (*pairs[0], *pairs[1])
        size = sum(1 << rank_of(mask) for mask in found)
        if best is None or size < least:
            best, least = found, size
    if best is None:
        return None
    buttons = tuple(
        np.sort(np.concatenate([part for i, part in enumerate(parts) if mask >> i & 1]))
        for mask in best
    )
    return Groups(buttons, tuple(rank_of(mask) for mask in best))


def _two_sets(mask: int) -> Iterator[tuple[int, int]]:
    """Yield all partitions of a bit mask into two non-empty masks."""
    top = 1 << (mask.bit_length() - 1)
    rest = mask ^ top
    some = rest
    while some:  # enumerates the non-empty subsets of `rest`, the largest first
        yield mask ^ some, some
        some = (some - 1) & rest
