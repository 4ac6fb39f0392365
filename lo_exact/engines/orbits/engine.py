"""All solutions up to symmetry: for puzzles and states that permutations of buttons keep.

`symmetry.generators` proposes permutations, `action` keeps those that are symmetries, `frames`
chooses a subgroup and a quotient of the kernel, `quotient` finds the orbits of prefixes there, and
the search of `coset` visits one prefix of each: all on on the torus of 31 x 31, 2^40 solutions, are
2^32 visited, in 4 s.

Costs about a nanosecond a solution visited, and the labels of up to 2^24 prefixes in memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log2
from weakref import WeakKeyDictionary

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset.search import CosetSearch
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.orbits.frames import ChosenModule
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

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


_plans: WeakKeyDictionary[System, OrbitsPlan] = WeakKeyDictionary()


def refusal(system: System) -> str:
    """Say why it cannot take the system, or ``""``."""
    if system.colours != 2:
        return "it is for two colours"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed"
    if system.matrix.entries > MAX_ENTRIES:
        return f"{system.matrix.entries} entries are more than {MAX_ENTRIES}"
    return "" if isinstance(system.first, Unsolvable) else _plan(system).refusal


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Say what it would take; nothing where all solutions are few."""
    chosen = _plan(system).chosen
    if chosen is None or len(system.elimination.orders) < LEAST_BITS:
        return None
    visited = int(chosen.elements)
    why = f"{number_in_words(visited)} solutions, one of each orbit under symmetries"
    seconds = chosen.work * NANOSECONDS / 1e9 + system.matrix.entries * ENTRY_SECONDS
    return Offer(why, seconds, visited, _memory(chosen))


def _memory(chosen: ChosenModule) -> int:
    return (LABEL_BYTES << len(chosen.forms)) + BYTES


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Visit one prefix of each orbit.

    Raises:
        LimitReached: When `refusal` says so, or it does not fit into memory.
    """
    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    if said := refusal(system):
        raise LimitReached(said)
    watch.improved(as_tuple(first), system.weight(first))
    plan = _plan(system)
    assert plan.search is not None
    assert plan.chosen is not None
    if (needed := _memory(plan.chosen)) > wanted.memory:
        raise LimitReached(
            f"orbits of 2^{len(plan.chosen.forms)} prefixes take {needed >> 20} MiB, more than "
            f"{wanted.memory >> 20} MiB"
        )
    from lo_exact.engines.coset import jobs
    from lo_exact.engines.coset.binary_visit import BinarySearchPart
    from lo_exact.engines.orbits.quotient import QuotientSearchPart, quotient

    (part,) = plan.search.parts
    assert isinstance(part, BinarySearchPart)
    chosen = plan.chosen
    frame = quotient(chosen.forms, chosen.maps[0].width, chosen.maps)
    whole = QuotientSearchPart(part.target, frame, chosen.maps)
    return jobs.visit_all(replace(plan.search, parts=(whole,)), wanted, watch)


def _plan(system: System) -> OrbitsPlan:
    found = _plans.get(system)
    if found is None:
        found = _plans[system] = _made_plan(system)
    return found


def _made_plan(system: System) -> OrbitsPlan:
    from lo_exact.engines.coset.binary_classes import binary_search
    from lo_exact.engines.orbits.action import key_map
    from lo_exact.engines.orbits.frames import chosen_module
    from lo_exact.engines.symmetry import generators

    bits = len(system.elimination.orders)
    if bits > MAX_WIDTH:
        return OrbitsPlan(f"2^{bits} solutions are more than 2^{MAX_WIDTH}")
    proposed = generators(system)
    if not proposed:
        return OrbitsPlan("no symmetry of its buttons is known")
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    basis = echelon(found.kernel)
    least = basis.reduced(found.particular)
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
