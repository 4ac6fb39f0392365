"""Signed sums of a coset with symmetries: one prefix of every orbit is enough.

Let G be a group of permutations of the buttons that maps the set of all solutions to itself and
keeps prices.  Let J be a set of buttons that G maps to itself.  The *prefix* of a solution is its
presses on J; g in G maps the solutions with prefix y one to one to those with prefix g y, and keeps
their weight.  So all prefixes of an orbit have the same least weight and the same number of
solutions that reach it: one prefix of each orbit is searched, its count multiplied by the size of
the orbit, and nothing is lost.  The minima of the other prefixes are the images of those found, so
the lexicographically least of all minima is the least of all images, under all of G, of the minima
found.

Everything is verified here, not taken on trust: a permutation is used only if it maps every row of
the kernel's basis into the kernel, the least solution into the coset, and prices to themselves; the
permutations only if they are a group.

Prefixes become the high bits of z by bringing the buttons of J to the front of the echelon form:
later rows are 0 on J.  Costs |G| table look-ups for every prefix beforehand; saves up to |G| x.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.engines.coset.binary_classes import classes
from lo_exact.engines.coset.binary_visit import BinarySearchPart, BinaryVisitSizes
from lo_exact.engines.coset.search import CosetSearch, Tally, Words
from lo_exact.engines.coset.signed_sum import SignedSum, parity
from lo_exact.engines.coset.spread import OrbitTally

MAX_PREFIX_BITS = 18
JOB_OVERHEAD = 2**22
"""What a job costs besides, in elements visited."""
_MANY_HITS = 2**12

Permutations = NDArray[np.intp]


def symmetric_search(
    search: CosetSearch,
    prices: IntArray,
    permutations: list[NDArray[np.intp]],
    block: int = 2**18,
    *,
    job_overhead: int = JOB_OVERHEAD,
) -> CosetSearch:
    """Return the search with one part that visits one prefix of each orbit, if that saves work.

    Args:
        search: over GF(2), in one part and without idle words; otherwise returned as it is.
        prices: (buttons,) int64.
        permutations: candidates; button j goes to p[j].
        block: table entries handled at once.
        job_overhead: what a job costs besides, in elements visited.
    """
    if len(search.parts) != 1 or search.idle_orders:
        return search
    group = _verified(search, prices, permutations)
    if group.shape[0] < 2:
        return search
    frame = _best_frame(search, group, job_overhead)
    if frame is None:
        return search
    part = OrbitSearchPart(search, prices, frame, block)
    return CosetSearch(
        search.basis,
        search.least,
        (part,),
        search.offset,
        search.divisor,
        search.scale,
        search.idle,
        search.idle_orders,
    )


def _verified(
    search: CosetSearch, prices: IntArray, permutations: list[NDArray[np.intp]]
) -> Permutations:
    """Return (permutations, buttons): those that keep coset and prices, if they are a group."""
    basis, buttons = search.basis, np.arange(prices.size)
    rows, pivots = basis.rows.astype(np.float32), list(basis.pivots)
    kept: dict[bytes, NDArray[np.intp]] = {buttons.tobytes(): buttons}
    for p in permutations:
        if not np.array_equal(np.sort(p), buttons) or not np.array_equal(prices[p], prices):
            continue
        back = np.argsort(p)
        moved = basis.rows[:, back]
        # a word of the kernel is the sum of the rows at whose pivots it is 1; sums are below 2^24
        spanned = moved[:, pivots].astype(np.float32) @ rows
        if np.array_equal(spanned.astype(np.int64) % 2, moved) and np.array_equal(
            basis.reduced(search.least[back]), search.least
        ):
            kept[p.astype(np.intp).tobytes()] = p.astype(np.intp)
    group = list(kept.values())
    closed = all(p[q].tobytes() in kept for p in group for q in group)
    return np.array(group if closed else [buttons])


@dataclass(frozen=True, eq=False)
class _Frame:
    """Buttons J in front.

    Attributes:
        group: (permutations, buttons).
        basis: the kernel, J's buttons first in its echelon form.
        zero: (buttons,) the solution with nothing pressed at the pivots.
        bits: rows that start in J.
        prefixes: (orbits,) one prefix of each orbit, ascending.
        orbits: (orbits,) their sizes.
    """

    group: Permutations
    basis: Basis
    zero: IntArray
    bits: int
    prefixes: Words
    orbits: IntArray

    def work(self, job_overhead: int) -> int:
        """Return the elements to visit, with what a job costs besides."""
        width = len(self.basis.pivots) - self.bits
        return int(self.prefixes.size) * ((1 << width) + job_overhead)


def _best_frame(search: CosetSearch, group: Permutations, job_overhead: int) -> _Frame | None:
    """Try the first orbits of buttons, more and more of them; return the cheapest frame."""
    orbit_of = group.min(axis=0)
    chosen: list[int] = []
    best: _Frame | None = None
    for orbit in np.unique(orbit_of[search.basis.rows.any(axis=0)]).tolist():
        chosen += np.flatnonzero(orbit_of == orbit).tolist()
        frame = _frame(search, group, sorted(chosen))
        if frame is None:
            break
        work = frame.work(job_overhead)
        if best is None or work < best.work(job_overhead):
            best = frame
        elif work > 2 * best.work(job_overhead):
            break
    if best is None or best.work(job_overhead) > search.parts[0].elements // 2:
        return None
    return best


def _frame(search: CosetSearch, group: Permutations, front: list[int]) -> _Frame | None:
    """Return the frame of a set of buttons; None when it has too many prefixes."""
    rows = search.basis.rows
    order = np.array(front + np.delete(np.arange(rows.shape[1]), front).tolist())
    turned = echelon(Kernel(2, rows[:, order], search.basis.orders))
    bits = sum(pivot < len(front) for pivot in turned.pivots)
    if bits > min(MAX_PREFIX_BITS, len(turned.pivots) - 1):
        return None
    back = np.argsort(order)
    pivots = tuple(int(order[pivot]) for pivot in turned.pivots)
    basis = Basis(2, turned.rows[:, back], pivots, turned.steps, turned.orders)
    zero = basis.reduced(search.least)
    prefixes = np.arange(1 << bits, dtype=np.uint64)
    columns = _columns(basis)[:] >> np.uint64(len(pivots) - bits)
    images = np.array(
        [_pressed(prefixes, columns, zero, np.argsort(p)[list(pivots[:bits])]) for p in group]
    )
    least = images.min(axis=0) == prefixes
    fixing = (images == prefixes).sum(axis=0)[least]
    return _Frame(group, basis, zero, bits, prefixes[least], group.shape[0] // fixing)


def _columns(basis: Basis) -> Words:
    """Return each button's column of the rows as one number, row 0 the highest bit."""
    columns = np.zeros(basis.rows.shape[1], dtype=np.uint64)
    for row in basis.rows:
        columns = (columns << np.uint64(1)) | row.astype(np.uint64)
    return columns


def _pressed(elements: Words, columns: Words, zero: IntArray, buttons: NDArray[np.intp]) -> Words:
    """Return the presses of some buttons as one number, the first button the highest bit."""
    found = np.zeros_like(elements)
    for j in buttons.tolist():
        bit = parity(elements & columns[j]) ^ bool(zero[j])
        found = (found << np.uint64(1)) | bit.astype(np.uint64)
    return found


class OrbitSearchPart:
    """A signed sum, searched at one prefix of each orbit; a job is a prefix."""

    def __init__(self, search: CosetSearch, prices: IntArray, frame: _Frame, block: int):
        self._frame, self._lex = frame, list(search.basis.pivots)
        columns, amounts = classes(frame.basis.rows, prices // search.scale * (1 - 2 * frame.zero))
        kept = (columns != 0) & (amounts != 0)
        width = len(frame.basis.pivots)
        target = SignedSum(
            tuple(1 << i for i in reversed(range(width))), columns[kept], amounts[kept]
        )
        self._inner = BinarySearchPart(target, BinaryVisitSizes(block, width - frame.bits))
        self._columns = _columns(frame.basis)
        self.jobs: int = int(frame.prefixes.size)
        self.elements: int = self.jobs << (width - frame.bits)
        self.ceiling: int = self._inner.ceiling

    def start(self, limit: int) -> Tally:
        """Return a tally that knows a local maximum."""
        found = self._inner.start(limit)
        return Tally(found.best, limit, 0, np.sort(self.images(found.first))[:1])

    def keys(self, tally: Tally) -> list[int]:
        """Return the keys: tallies hold whole keys already."""
        return list(tally.first.tolist())

    def visit(self, job: int, tally: Tally) -> None:
        """Visit one prefix, for its whole orbit."""
        size = int(self._frame.orbits[job])
        tallied = OrbitTally(tally, self.images, size, _MANY_HITS)
        self._inner.visit(int(self._frame.prefixes[job]), tallied)

    def images(self, elements: Words) -> Words:
        """Return the keys of all images of some elements."""
        images = [
            _pressed(elements, self._columns, self._frame.zero, np.argsort(p)[self._lex])
            for p in self._frame.group
        ]
        return np.concatenate(images)
