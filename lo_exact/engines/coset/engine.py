"""All solutions, searched by classes of buttons: the engine for small and middling kernels.

Elimination gives one solution and the kernel; the kernel in echelon form makes the lexicographic
order a number (`coset_basis`); the search is taken apart (`coset_classes`, `coset_tables`) and
every part is walked job by job (`coset_binary`, `coset_residues`).  The answer is the minimum, the
exact number of minima, and the lexicographically least ones.

Costs about half a nanosecond a solution for c = 2 with equal prices; memory stays at some dozen
megabytes whatever the number of solutions.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import log2, prod
from pathlib import Path

from lo_exact.algebra import Coset, IntArray, Kernel, Unsolvable
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.engines.coset import jobs
from lo_exact.engines.coset import small as coset_small
from lo_exact.engines.coset.binary_classes import binary_search
from lo_exact.engines.coset.checkpoint import load, save
from lo_exact.engines.coset.direct import direct_search
from lo_exact.engines.coset.residue_classes import MAX_TABLE, table_search
from lo_exact.engines.coset.search import Search
from lo_exact.engines.coset.small import SmallCoset
from lo_exact.engines.coset.symmetric import symmetric_search
from lo_exact.engines.symmetry import permutations
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_BITS = 36
"""Enumeration over GF(2) stops here: 2^36 solutions take ten seconds to a minute."""

MAX_TABLE_BITS = 30
"""The same for more colours, where a solution costs more."""

SYMMETRY_SIZE = 2**33
"""From so many solutions on it pays to look for symmetries of the system."""

SMALL_SIZE = 2**20
"""Up to so many solutions nobody asks whether there are less to visit."""

MAX_NUMBERED_BITS = 61.9
"""Elements of one group are numbered in 64-bit words."""

MAX_ECHELON_STEPS = 2**31
"""Kernels that take more steps to bring to echelon form are not looked into."""

MAX_WRITTEN_BITS = 32
"""Numbers written out when cost tables do not fit."""


def refusal(system: System) -> str:
    """Say why the system has too many solutions, or ``""``."""
    found = system.solutions
    return "" if isinstance(found, Unsolvable) else coset_refusal(found)


def coset_refusal(coset: Coset) -> str:
    """Say why a coset has too many solutions, or ``""``.

    Kernel words that share no button are searched apart, so the largest group of words counts.
    """
    kernel = coset.kernel
    c, buttons = kernel.modulus, coset.particular.size
    limit = MAX_BITS if c == 2 else MAX_TABLE_BITS
    bits = sum(log2(order) for order in kernel.orders)
    largest = bits
    if bits > limit and len(kernel.orders) ** 2 * buttons <= MAX_ECHELON_STEPS:
        largest = _largest_group(echelon(kernel))
    if largest > limit:
        return f"2^{bits:.0f} solutions are more than 2^{limit}, the limit of enumeration"
    written = bits + log2(max(buttons, 1))
    if buttons * c > MAX_TABLE and written > MAX_WRITTEN_BITS:
        return (
            f"{c} colours are too many for cost tables, and 2^{written:.0f} numbers "
            f"more than 2^{MAX_WRITTEN_BITS}, the limit of writing all solutions out"
        )
    return ""


def _largest_group(basis: Basis) -> float:
    """Return the binary logarithm of the number of elements of the largest group of rows."""
    return max((sum(log2(basis.orders[i]) for i in group) for group in basis.groups), default=0.0)


def work(coset: Coset) -> int:
    """Return how many solutions are visited: words that share no button are searched apart."""
    kernel = coset.kernel
    if kernel.size <= SMALL_SIZE or len(kernel.orders) ** 2 * coset.particular.size > (
        MAX_ECHELON_STEPS
    ):
        return kernel.size
    basis = echelon(kernel)
    return sum(prod(basis.orders[i] for i in group) for group in basis.groups)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by visiting all solutions."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    prepared = prepare(found.kernel, system.prices, per_button=system.per_button)
    if not _worth_symmetries(found):
        return prepared.minimise(found.particular, wanted, watch)
    search = _with_symmetries(system, prepared.search(found.particular))
    return jobs.finish(search, jobs.start(search, wanted), watch, processes=cores())


def _worth_symmetries(coset: Coset) -> bool:
    return coset.kernel.modulus == 2 and coset.kernel.size >= SYMMETRY_SIZE


def _with_symmetries(system: System, search: Search) -> Search:
    return symmetric_search(search, system.prices, permutations(system))


def minimise_resumable(
    system: System,
    wanted: Wanted,
    watch: Watch,
    checkpoint: Path,
    puzzle_sha256: str,
    *,
    resume: bool,
    every_seconds: float = 60.0,
) -> Outcome:
    """Find the minimum by visiting all solutions, with a file to go on from.

    The file is written every minute, when the search is stopped, and at its end.

    Args:
        system: what to solve.
        wanted: what to find out; must be the same when a search is taken up again.
        watch: the clock.
        checkpoint: the file.
        puzzle_sha256: hash of the puzzle, kept in the file.
        resume: go on from the file, which must be there.
        every_seconds: time between two checkpoints.

    Raises:
        InputError: When the file is torn or belongs to something else.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    prepared = prepare(found.kernel, system.prices, per_button=system.per_button)
    search = prepared.search(found.particular)
    if _worth_symmetries(found):
        search = _with_symmetries(system, search)
    plan = jobs.plan(search, wanted)
    position = jobs.start(search, wanted)
    if resume:
        position = jobs.take_up(load(checkpoint, puzzle_sha256, plan), wanted)

    def write(position: jobs.Position) -> None:
        save(checkpoint, puzzle_sha256, plan, position.to_json())

    return jobs.finish(
        search, position, watch, processes=cores(), save=write, every_seconds=every_seconds
    )


@dataclass(frozen=True, eq=False)
class Prepared:
    """A kernel ready for many boards: echelon form, and all its elements where they are few.

    Attributes:
        basis: the kernel in echelon form.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        small: all kernel elements, if they are few.
    """

    basis: Basis
    prices: IntArray
    per_button: bool
    small: SmallCoset | None

    def minimise(self, particular: IntArray, wanted: Wanted, watch: Watch) -> Outcome:
        """Find the minimum over the coset of a solution."""
        if self.small is not None:
            outcome = self.small.minimise(self.basis.reduced(particular), wanted)
            watch.improved(outcome.minima[0], outcome.weight)
            return outcome
        search = self.search(particular)
        position = jobs.start(search, wanted)
        return jobs.finish(search, position, watch, processes=cores())

    def search(self, particular: IntArray) -> Search:
        """Return the search over the coset of a solution."""
        least = self.basis.reduced(particular)
        if self.basis.modulus == 2:
            return binary_search(self.basis, least, self.prices)
        if self.prices.size * self.basis.modulus > MAX_TABLE:
            return direct_search(self.basis, least, self.prices, self.per_button)
        return table_search(self.basis, least, self.prices, self.per_button)


def prepare(kernel: Kernel, prices: IntArray, *, per_button: bool) -> Prepared:
    """Prepare a kernel for many boards.

    Args:
        kernel: what may be added to a solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When its elements cannot be numbered in 62 bits.
    """
    if len(kernel.orders) > 62 and len(kernel.orders) ** 2 * prices.size > MAX_ECHELON_STEPS:
        raise LimitReached(f"{len(kernel.orders)} kernel words are too many")
    basis = echelon(kernel)
    bits = _largest_group(basis)
    if bits > MAX_NUMBERED_BITS:
        raise LimitReached(f"2^{bits:.0f} solutions are too many to be numbered")
    small = coset_small.prepare(basis, prices, per_button) if coset_small.fits(basis) else None
    return Prepared(basis, prices, per_button, small)


def minimise_coset(
    coset: Coset, prices: IntArray, wanted: Wanted, watch: Watch, *, per_button: bool
) -> Outcome:
    """Find the minimum over all solutions, given them.

    Args:
        coset: all solutions.
        prices: (buttons,) int64 >= 0.
        wanted: what to find out.
        watch: the clock.
        per_button: whether a pressed button costs its price once.
    """
    return prepare(coset.kernel, prices, per_button=per_button).minimise(
        coset.particular, wanted, watch
    )


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
