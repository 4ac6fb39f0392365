"""All solutions up to symmetry: for puzzles and states that permutations of buttons keep.

`symmetry.generators` proposes permutations, `action` keeps those that are symmetries, `frames`
chooses a subgroup and a quotient of the kernel, `quotient` finds the orbits of prefixes there, and
the search of `coset` visits one prefix of each: all on on the torus of 31 x 31, 2^40 solutions, are
2^32 visited, in 4 s.

Costs about a nanosecond a solution visited, and the labels of up to 2^24 prefixes in memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf, log2
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset.search import CosetSearch
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.orbits.frames import ChosenModule
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

if TYPE_CHECKING:
    from lo_exact.engines.orbits.quotient import QuotientSearchPart
    from lo_exact.runners.work import Where

MAX_WIDTH = 62
"""Keys are words."""

MAX_ENTRIES = 2**17
"""Entries of the matrix: symmetries of larger ones take a minute and more to look for."""

MAX_ELEMENTS = 2**42
"""Solutions that are visited: an hour."""

LEAST_BITS = 32
"""With fewer solutions than 2^32 there is no offer: `coset` visits all of them in a second."""

NANOSECONDS = 1.5
"""CPU time of a solution visited, what a prefix costs besides included: tori of 31 to 99 took 0.6
to 1.7, the number of orbits being an estimate."""

ENTRY_SECONDS = 5e-4
"""CPU time of an entry of the matrix, for symmetries and orbits; the same tori."""

LABEL_BYTES = 28
"""Memory of one prefix: images and labels."""

BYTES = 2**27


@dataclass(frozen=True, eq=False)
class OrbitsPlan:
    """How a system is searched, or why it is not.

    Attributes:
        refusal: why not, or ``""``.
        search: of all solutions, in one part.
        chosen: the subgroup and the submodule.
    """

    refusal: str
    search: CosetSearch | None = None
    chosen: ChosenModule | None = None

    def part(self) -> QuotientSearchPart:
        """Return the search of one prefix of each orbit; labels of all prefixes are made for it."""
        from lo_exact.engines.coset.binary_visit import BinarySearchPart
        from lo_exact.engines.orbits.quotient import QuotientSearchPart, quotient

        assert self.search is not None
        assert self.chosen is not None
        (part,) = self.search.parts
        assert isinstance(part, BinarySearchPart)
        chosen = self.chosen
        frame = quotient(chosen.forms, chosen.maps[0].width, chosen.maps)
        return QuotientSearchPart(part.target, frame, chosen.maps)

    def too_large(self, memory: int) -> str:
        """Say why orbits do not fit into so many bytes, or ``""``."""
        if self.chosen is None or _memory(self.chosen) <= memory:
            return ""
        return (
            f"orbits of 2^{len(self.chosen.forms)} prefixes take "
            f"{_memory(self.chosen) >> 20} MiB, more than {memory >> 20} MiB"
        )

    @property
    def seconds(self) -> float:
        """CPU time of visiting what is to be visited, about; ``inf`` where nothing is."""
        return inf if self.chosen is None else self.chosen.work * NANOSECONDS / 1e9


_plans: WeakKeyDictionary[System, OrbitsPlan] = WeakKeyDictionary()


def refusal(system: System) -> str:
    """Say why it cannot take the system, or ``""``."""
    if system.colours != 2:
        return "it is for two colours"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed"
    if system.matrix.entries > MAX_ENTRIES:
        return f"{system.matrix.entries} entries are more than {MAX_ENTRIES}"
    return "" if isinstance(system.first, Unsolvable) else orbits_plan(system).refusal


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Say what it would take; nothing where all solutions are few."""
    chosen = orbits_plan(system).chosen
    if chosen is None or len(system.elimination.orders) < LEAST_BITS:
        return None
    visited = int(chosen.elements)
    why = f"{number_in_words(visited)} solutions, one of each orbit under symmetries"
    seconds = orbits_plan(system).seconds + system.matrix.entries * ENTRY_SECONDS
    return Offer(why, seconds, visited, _memory(chosen))


def _memory(chosen: ChosenModule) -> int:
    return (LABEL_BYTES << len(chosen.forms)) + BYTES


def minimise(
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    where: Where | None = None,
    puzzle_sha256: str = "",
) -> Outcome:
    """Visit one prefix of each orbit.

    Args:
        system: what to solve.
        wanted: what to find out.
        watch: the clock.
        where: who visits, and where pieces are kept; None for what is fastest here.
        puzzle_sha256: hash of the puzzle, for what is kept.

    Raises:
        LimitReached: When `refusal` says so, or it does not fit into memory.
    """
    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    if said := refusal(system):
        raise LimitReached(said)
    watch.improved(as_tuple(first), system.weight(first))
    plan = orbits_plan(system)
    if said := plan.too_large(wanted.memory):
        raise LimitReached(said)
    assert plan.search is not None
    from lo_exact.engines.coset import jobs

    whole = plan.part()
    return jobs.visit_all(
        replace(plan.search, parts=(whole,)), wanted, watch, where=where,
        puzzle_sha256=puzzle_sha256, engine="orbits", cut_by=whole.identity(),
    )  # fmt: skip


def orbits_plan(system: System) -> OrbitsPlan:
    """Return how a system that has solutions is searched; kept as long as the system is."""
    found = _plans.get(system)
    if found is None:
        bits = len(system.elimination.orders)
        if bits > MAX_WIDTH:
            return OrbitsPlan(f"2^{bits} solutions are more than 2^{MAX_WIDTH}")
        solutions = system.solutions
        assert not isinstance(solutions, Unsolvable)
        found = _plans[system] = planned(system, solutions)
    return found


def planned(system: System, coset: Coset) -> OrbitsPlan:
    """Return how all elements of a coset are searched up to symmetry.

    Args:
        system: whose columns and prices symmetries keep, with at most `MAX_ENTRIES` entries.
        coset: solutions for two colours, of this syndrome or another.
    """
    from lo_exact.engines.coset.binary_classes import binary_search
    from lo_exact.engines.orbits.action import key_map
    from lo_exact.engines.orbits.frames import chosen_module
    from lo_exact.engines.symmetry import generators

    bits = len(coset.kernel.orders)
    if bits > MAX_WIDTH:
        return OrbitsPlan(f"2^{bits} solutions are more than 2^{MAX_WIDTH}")
    if not bits:
        return OrbitsPlan("there is one solution only")
    proposed = generators(system)
    if not proposed:
        return OrbitsPlan("no symmetry of its buttons is known")
    basis = echelon(coset.kernel)
    least = basis.reduced(coset.particular)
    search = binary_search(basis, least, system.prices)
    if len(search.parts) != 1 or search.idle_orders:
        return OrbitsPlan("its solutions fall into independent parts")
    maps = [key_map(basis, least, system.prices, one) for one in proposed]
    chosen = chosen_module([one for one in maps if one is not None and not one.is_identity])
    if chosen is None:
        return OrbitsPlan("its symmetries keep no quotient of the solutions of a useful size")
    if chosen.elements > MAX_ELEMENTS:
        return OrbitsPlan(
            f"2^{ceil(log2(chosen.elements))} solutions up to symmetry are more than "
            f"2^{MAX_ELEMENTS.bit_length() - 1}"
        )
    return OrbitsPlan("", search, chosen)
