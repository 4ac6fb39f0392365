"""Engine that visits all solutions of a system, for small and medium-size kernels.

Elimination gives one solution and the kernel.  The kernel in echelon form turns the lexicographic
order into a number (`lo_exact.algebra.echelon`).  The search is split into independent parts by
classes of buttons, and each part is visited job by job.  For two colours see `binary_classes` and
`binary_visit`, for more see `residue_classes`.  The answer is the minimum, the exact number of
minima, and the lexicographically least ones.

Costs about half a nanosecond a solution for c = 2 with equal prices, 1 to 3 for c = 3 or 5, more
for composite c.  Memory stays at some dozen megabytes whatever the number of solutions.  Large
boards that are stored as packed bits stay packed (`packed`).

`prepare` makes a kernel ready for many boards with the same matrix (`Prepared`), and picks one of
three searches.  `SmallCoset` is a table of all kernel elements, where they are few: it weighs every
solution of a board with one table, one product and one minimum.  `DirectSearchPart` computes every
solution, where there are so many colours that cost tables do not fit.  All other kernels are
visited by classes.

`refusal`, `offer` and `minimise` are the functions that every engine has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, log2, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, IntArray, Kernel, Unsolvable
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset.search import CosetSearch, Tally
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

if TYPE_CHECKING:
    from lo_exact.runners.work import Where

MAX_NUMBERED_BITS = 61.9
"""Largest binary logarithm of a group's elements, which are numbered in 64-bit words."""

MAX_ECHELON_STEPS = 2**31
"""Largest estimated number of steps for bringing a kernel to echelon form."""

MAX_COST_NUMBERS = 2**24
"""Largest number of entries of cost tables, one for each button and colour."""

MAX_NUMBERS = 2**17
"""Largest number of entries of the table of all kernel elements."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """Kernel prepared for many boards: its echelon form, and its elements if they are few."""

    basis: Basis
    """The kernel in echelon form."""
    prices: IntArray
    """(buttons,) int64 >= 0."""
    per_button: bool
    """Whether a pressed button costs its price once."""
    small: SmallCoset | None
    """All kernel elements, if they are few."""

    def minimise(self, particular: IntArray, wanted: Wanted, watch: Watch) -> Outcome:
        """Find the lightest elements of the coset that contains the given solution."""
        if self.small is not None:
            return self.small.minimise(self.basis.reduced(particular), wanted)
        from lo_exact.engines.coset import jobs

        return jobs.visit_all(self.search(particular), wanted, watch)

    def search(self, particular: IntArray) -> CosetSearch:
        """Return the search over the coset that contains the given solution."""
        least = self.basis.reduced(particular)
        if self.basis.modulus == 2:
            from lo_exact.engines.coset.binary_classes import binary_search

            return binary_search(self.basis, least, self.prices)
        if self.prices.size * self.basis.modulus > MAX_COST_NUMBERS:
            return direct_search(self.basis, least, self.prices, self.per_button)
        from lo_exact.engines.coset.residue_classes import table_search

        return table_search(self.basis, least, self.prices, self.per_button)


def prepare(kernel: Kernel, prices: IntArray, *, per_button: bool) -> Prepared:
    """Prepare a kernel for solving many boards with the same matrix.

    Args:
        kernel: the kernel.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When the elements cannot be numbered in 62 bits.
    """
    if len(kernel.orders) > 62 and len(kernel.orders) ** 2 * prices.size > MAX_ECHELON_STEPS:
        raise LimitReached(f"{len(kernel.orders)} kernel words are too many")
    if kernel.size * prices.size <= MAX_NUMBERS:
        return _prepare_few(kernel, prices.astype(np.int64).tobytes(), per_button)
    basis = echelon(kernel)
    bits = group_bits(basis)
    if bits > MAX_NUMBERED_BITS:
        raise LimitReached(f"2^{bits:.0f} solutions are too many to be numbered")
    return Prepared(basis, prices, per_button, None)


@lru_cache(maxsize=16)
def _prepare_few(kernel: Kernel, prices: bytes, per_button: bool) -> Prepared:
    """Prepare a kernel of few elements, cached by kernel and prices."""
    basis, priced = echelon(kernel), np.frombuffer(prices, dtype=np.int64)
    return Prepared(basis, priced, per_button, small_coset(basis, priced, per_button))


def group_bits(basis: Basis) -> float:
    """Return log2 of the number of elements that the largest group of basis rows spans."""
    return max((sum(log2(basis.orders[i]) for i in group) for group in basis.groups), default=0.0)


def fits_one_table(basis: Basis) -> bool:
    """Return whether the table of all kernel elements has at most `MAX_NUMBERS` entries."""
    return basis.size * max(len(basis.pivots), int(basis.rows.shape[1])) <= MAX_NUMBERS


@dataclass(frozen=True, eq=False)
class SmallCoset:
    """Table of all elements of a small kernel, with the prices of the buttons.

    One table serves every board.  A board costs solutions x buttons, all vectorised.
    """

    basis: Basis
    """Kernel in echelon form."""
    elements: IntArray
    """(size, buttons) int64, by ascending digits."""
    prices: NDArray[Any]
    """(buttons,) int64, or Python integers where sums could pass 2^62."""
    per_button: bool
    """Whether a pressed button costs its price once."""

    def minimise(self, least: IntArray, wanted: Wanted) -> Outcome:
        """Return the lightest of all solutions, given the lexicographically least solution."""
        solutions = (self.elements + least) % self.basis.modulus
        counted = (solutions != 0) if self.per_button else solutions
        costs = counted.astype(self.prices.dtype, copy=False) @ self.prices
        weight = costs.min()
        found = np.flatnonzero(costs == weight)
        minima = solutions[found]
        if max(self.basis.steps, default=1) > 1:
            minima = minima[np.argsort(self.basis.keys(minima))]
        listed: list[Presses] = [tuple(x) for x in minima[: max(wanted.minima, 1)].tolist()]
        return Outcome(Status.OPTIMAL, int(weight), tuple(listed), found.size, canonical=True)


def small_coset(basis: Basis, prices: IntArray, per_button: bool) -> SmallCoset:
    """Compute all elements of a kernel for which `fits_one_table` is true."""
    elements = np.zeros((1, basis.rows.shape[1]), dtype=np.int64)
    for row, order in zip(basis.rows, basis.orders, strict=True):
        multiples = np.arange(order)[:, None] * row.astype(np.int64) % basis.modulus
        elements = (elements[:, None] + multiples).reshape(-1, row.size) % basis.modulus
    most = 1 if per_button else basis.modulus - 1
    exact = prices.size * int(prices.max(initial=0)) * most < 2**62
    return SmallCoset(basis, elements, prices if exact else prices.astype(object), per_button)


class DirectSearchPart:
    """Search that computes every solution explicitly, used where cost tables would be too large.

    Solutions are computed block by block.  Costs solutions x buttons x generators, vectorised.

    Args:
        basis: the kernel.
        least: (buttons,) the lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        block: numbers processed together.
    """

    def __init__(
        self, basis: Basis, least: IntArray, prices: IntArray, per_button: bool, block: int = 2**18
    ):
        self._basis, self._least, self._per_button = basis, least, per_button
        most = 1 if per_button else basis.modulus - 1
        exact = prices.size * int(prices.max(initial=0)) * most < 2**62
        self._prices = prices if exact else prices.astype(object)
        self._job = max(block // max(prices.size, 1), 1)
        self.elements: int = basis.size
        self.jobs: int = -(-basis.size // self._job)
        self.ceiling = 0

    def start(self, limit: int) -> Tally:
        """Return a tally with count 0 and the score of the lexicographically least solution."""
        score = int(self._scores(self._least[None])[0])
        return Tally(score, limit, 0, np.zeros(1, dtype=np.uint64))

    def keys(self, tally: Tally) -> list[int]:
        """Return the tally's keys unchanged, since each is already the key of a whole solution."""
        return list(tally.first.tolist())

    def visit(self, job: int, tally: Tally) -> None:
        """Compute the solutions of block ``job``, and pass their scores and keys to the tally."""
        low = job * self._job
        names = np.arange(low, min(low + self._job, self.elements), dtype=np.int64)
        x = np.repeat(self._least[None], names.size, axis=0)
        for row, place, order in zip(
            self._basis.rows, self._basis.places, self._basis.orders, strict=True
        ):
            digits = names // place % order
            x = (x + digits[:, None] * row.astype(np.int64)) % self._basis.modulus
        tally.offer(self._scores(x), self._basis.keys(x))

    def _scores(self, solutions: IntArray) -> IntArray:
        counted = (solutions != 0) if self._per_button else solutions
        scores: IntArray = -(counted.astype(self._prices.dtype) @ self._prices)
        return scores


def direct_search(basis: Basis, least: IntArray, prices: IntArray, per_button: bool) -> CosetSearch:
    """Return a search that computes every solution explicitly."""
    part = DirectSearchPart(basis, least, prices, per_button)
    none = np.zeros((0, least.size), dtype=np.int64)
    return CosetSearch(basis, least, (part,), 0, 1, 1, none, ())


MAX_BITS = 36
"""Largest binary logarithm of the solutions to enumerate: 2^36 take ten seconds to a minute."""

SURE_BITS = 30
"""Binary logarithm of the solutions always enumerated; more only within `MAX_SECONDS`."""

MAX_SECONDS = 600.0
"""Largest forecast, in CPU seconds, for more than 2^30 solutions."""

SMALL_SIZE = 2**20
"""Number of solutions up to which no decomposition into groups is tried."""

MAX_WRITTEN_BITS = 32
"""Largest binary logarithm of the numbers computed when cost tables do not fit."""

NANOSECONDS = 0.4
"""CPU nanoseconds for each solution, c = 2: 2^32 solutions on 39 x 39 took 1.7 s.
`python -m benchmarks.forecasts` refits it."""

PRIME_NANOSECONDS, COMPOSITE_NANOSECONDS = 1.5, 1.2
"""The same for more colours: the first for prime c, else the second times c; dense
systems of 60 buttons with c = 3 to 16.  With 25 buttons it is a fifth, with 250 twice as much."""

SQUARE_NANOSECONDS = 0.04
"""Additional nanoseconds times c^2, since many colours leave short vectors; c = 31 and 101."""

MOST_NANOSECONDS_A_COLOUR = 5.0
"""CPU time of a solution visited, divided by the number of colours: no forecast is higher."""

BYTES = 100 * 2**20
"""Memory of a search in bytes, whatever its size."""


def refusal(system: System) -> str:
    """Return the reason why the system has too many solutions to visit, or ``""``."""
    if isinstance(system, PackedSystem) and system.bits:
        bits = len(system.elimination.orders)
        return _too_many(bits) if bits > MAX_BITS else ""
    found = system.solutions
    return "" if isinstance(found, Unsolvable) else coset_refusal(found)


def coset_refusal(coset: Coset) -> str:
    """Return the reason why a coset has too many elements to visit, or ``""``.

    Kernel words that share no button are searched apart, so the largest group of words counts.
    """
    kernel = coset.kernel
    c, buttons = kernel.modulus, coset.particular.size
    bits = sum(log2(order) for order in kernel.orders)
    largest = bits
    longest = MAX_BITS if c == 2 else SURE_BITS
    if bits > longest and len(kernel.orders) ** 2 * buttons <= MAX_ECHELON_STEPS:
        largest = group_bits(echelon(kernel))
    if largest > MAX_BITS:
        return _too_many(bits)
    if largest > longest and (seconds := 2**largest * _nanoseconds(c) / 1e9) > MAX_SECONDS:
        return (
            f"2^{bits:.0f} solutions of {c} colours would take {seconds:.0f} CPU seconds, more "
            f"than {MAX_SECONDS:.0f}"
        )
    written = bits + log2(max(buttons, 1))
    if buttons * c > MAX_COST_NUMBERS and written > MAX_WRITTEN_BITS:
        return (
            f"{c} colours are too many for cost tables, and 2^{written:.0f} numbers "
            f"more than 2^{MAX_WRITTEN_BITS}, the limit of writing all solutions out"
        )
    return ""


def _too_many(bits: float) -> str:
    return f"2^{bits:.0f} solutions are more than 2^{MAX_BITS}, the limit of enumeration"


def _nanoseconds(colours: int) -> float:
    """Estimate the CPU time, in nanoseconds, of visiting one solution."""
    if colours == 2:
        return NANOSECONDS
    prime = all(colours % p for p in range(2, min(isqrt(colours), 1000) + 1))
    flat = PRIME_NANOSECONDS if prime else COMPOSITE_NANOSECONDS * colours
    return min(flat + SQUARE_NANOSECONDS * colours**2, MOST_NANOSECONDS_A_COLOUR * colours)


def work(coset: Coset) -> int:
    """Return the number of solutions to visit; independent groups are visited separately."""
    kernel = coset.kernel
    size = kernel.size
    if size <= SMALL_SIZE or len(kernel.orders) ** 2 * coset.particular.size > MAX_ECHELON_STEPS:
        return size
    basis = echelon(kernel)
    return sum(prod(basis.orders[i] for i in group) for group in basis.groups)


def offer(system: System, wanted: Wanted) -> Offer:
    """Estimate the cost of visiting all solutions of a system that `refusal` accepts."""
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    c, size = found.kernel.modulus, found.kernel.size
    packed = isinstance(system, PackedSystem) and system.bits
    visited = size if packed or size <= SMALL_SIZE else work(found)
    why = f"{number_in_words(size)} solutions"
    return Offer(why, visited * _nanoseconds(c) / 1e9, visited, BYTES)


def minimise(
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    where: Where | None = None,
    puzzle_sha256: str = "",
) -> Outcome:
    """Find minimum-weight solutions by visiting all solutions.

    Args:
        system: the system.
        wanted: the request.
        watch: the time limit.
        where: processes and ledger; None for the fastest way on this machine.
        puzzle_sha256: hash of the puzzle, for the ledger.

    Raises:
        InputError: When the ledger is corrupted or belongs to another task.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    if isinstance(system, PackedSystem) and system.bits:
        from lo_exact.engines.coset.binary_classes import packed_search

        search = packed_search(system.packed_basis, system.first_bits)
    else:
        prepared = prepare(found.kernel, system.prices, per_button=system.per_button)
        if where is None:
            return prepared.minimise(found.particular, wanted, watch)
        search = prepared.search(found.particular)
    from lo_exact.engines.coset import jobs

    return jobs.visit_all(search, wanted, watch, where=where, puzzle_sha256=puzzle_sha256)
