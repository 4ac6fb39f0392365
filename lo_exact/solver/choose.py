"""Choose how to answer, by size, rank, nullity and structure; never by luck about a status.

One solution only: elimination is the proof.  An engine that fits by structure alone comes next,
before anything is written out.  Otherwise every engine of ours whose work is known beforehand says
what it would take, and the cheapest offer is taken.  Where it would take long, foreign solvers race
with it; where there is none, two foreign solvers race with each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, prod

from lo_exact.algebra import Unsolvable
from lo_exact.engines.engine import Engine, Offer, number_in_words
from lo_exact.engines.table import OWN_ENGINES, find_engine
from lo_exact.outcome import MEMORY, Wanted
from lo_exact.puzzle import System

CORES = "direct:rc2"
"""Core-guided MaxSAT on parities written out: it refuses lights of many buttons."""

FEW_SOLUTIONS = 2**24
"""So many are visited in some 20 ms."""

NO_SOLUTION = "there is no solution: a witness proves it"
ONE_SOLUTION = "there is one solution only"


@dataclass(frozen=True)
class Choice:
    """What `auto` would take.

    Attributes:
        engines: their names; several race; none when none can.
        why: one line for people.
        offer: what the first of them would take; None when nobody knows beforehand.
    """

    engines: tuple[str, ...]
    why: str
    offer: Offer | None = None


def choose(system: System, wanted: Wanted) -> Choice:
    """Say which engines `auto` takes for a system, and why."""
    if isinstance(system.first, Unsolvable):
        return Choice(("elimination",), NO_SOLUTION, Offer(NO_SOLUTION, 0.0, 0, 0))
    if not system.elimination.orders:
        return Choice(("elimination",), ONE_SOLUTION, Offer(ONE_SOLUTION, 0.0, 1, 0))
    if (fitting := fits(system)) is not None:
        engine, offer = fitting
        return Choice((engine.name,), offer.why, offer)
    return choose_by_work(system, wanted)


def fits(system: System) -> tuple[Engine, Offer] | None:
    """Return the engine that fits a solvable system by its structure alone, and its offer.

    Where there are few solutions nobody is asked: they are visited in no time.
    """
    if prod(system.elimination.orders) <= FEW_SOLUTIONS:
        return None
    return next(iter(fitting(system)), None)


def fitting(system: System) -> list[tuple[Engine, Offer]]:
    """Return the engines that fit a system by its structure, the cheapest offer first."""
    asked = ((engine, engine.offer(system)) for engine in OWN_ENGINES if engine.by_structure)
    made = [(engine, offer) for engine, offer in asked if offer is not None]
    return sorted(made, key=lambda one: one[1].seconds)


def fits_at_sight(system: System) -> tuple[Engine, Offer] | None:
    """Return the engine that fits by structure, where the sizes alone say there are many solutions.

    Nothing is eliminated for it, so whether there is a solution at all is the engine's to find out.
    """
    spare = max(system.unknowns - system.lights, 0)
    if system.colours ** min(spare, 64) <= FEW_SOLUTIONS:
        return None
    return next(iter(fitting(system)), None)


def choose_by_work(system: System, wanted: Wanted) -> Choice:
    """Say which engine would take least, of those that know their work beforehand.

    Where there are such engines, but not in the memory that is allowed, nobody is taken: solvers
    that are not ours keep to no memory.
    """
    made = list(offers(system, wanted.memory))
    in_memory = [one for one in made if not one[1].too_large(wanted.memory)]
    best = min(in_memory, key=lambda one: one[1].seconds, default=None)
    if best is not None:
        engine, offer = best
        if offer.memory is not None:
            offer = replace(offer, memory=min(offer.memory, wanted.memory))
        others = solvers_for(system)[:1] if offer.seconds > offer.patience else ()
        why = f"{offer.why}; it may take long, so {others[0]} races" if others else offer.why
        return Choice((engine.name, *others), why, offer)
    if made:
        engine, offer = min(made, key=lambda one: one[1].seconds)
        return Choice((), f"{engine.name}: {offer.too_large(wanted.memory)}")
    size = number_in_words(prod(system.elimination.orders))
    many = f"{size} solutions are too many to visit, and so are the syndromes"
    return Choice(solvers_for(system), many)


def offers(system: System, memory: int = MEMORY) -> Iterator[tuple[Engine, Offer]]:
    """Yield what the engines of ours that can take a solvable system would take.

    One whose offer takes longer to make than somebody else's answer in so much memory is not asked.
    """
    best = inf
    for engine in OWN_ENGINES:
        if engine.by_structure:
            continue
        offer = engine.offer(system) if best > engine.asking else None
        if offer is not None:
            if not offer.too_large(memory):
                best = min(best, offer.seconds)
            yield engine, offer


def is_sparse(system: System) -> bool:
    """Say whether a system has too many solutions to visit and few buttons at each light.

    Where only an engine that comes after cores takes it, it is most likely a sparse code.
    """
    own = (
        engine
        for engine in OWN_ENGINES
        if engine.offers and not engine.after_cores and not engine.by_structure
    )
    return not any(engine.takes(system) for engine in own) and find_engine(CORES).takes(system)


def solvers_for(system: System) -> tuple[str, ...]:
    """Name two foreign engines of different kinds for a system beyond enumeration.

    Cores first: they win where minima are light, as on sparse codes.  Then SAT: with XOR
    constraints for c = 2, with the solutions' parameters for more colours.  Integer programming is
    left out, since its optimum rests on floating-point numbers.
    """
    if system.colours == 2:
        kinds = [["direct:rc2", "chain:rc2"], ["xor:cryptominisat", "chain:cadical"]]
    else:
        kinds = [["sum:rc2", "kernel:rc2"], ["kernel:cadical", "sum:cadical"]]
    fitting = ([name for name in names if find_engine(name).takes(system)][:1] for names in kinds)
    return tuple(name for names in fitting for name in names)
