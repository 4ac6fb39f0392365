"""Choose how to answer, by size, rank, nullity and structure; never by luck about a status.

One solution only: elimination is the proof.  Otherwise the cheapest complete method whose work is
known beforehand: all elements of the coset (kernel size), all syndromes (c^unknowns / kernel
size), or matching where buttons touch at most two lights.  Where none fits, a SAT solver gets the
system, with the elimination's solution as the first best.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from lo_exact.algebra import Unsolvable
from lo_exact.engines.table import find_engine
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

SYNDROME_COST = 4
"""Work of one syndrome and unknown, in coset elements (both measured in numpy)."""


@dataclass(frozen=True)
class Choice:
    """What `auto` would take.

    Attributes:
        engine: its name.
        why: one line for people.
        work: elements or states to visit; 0 when it cannot be known beforehand.
    """

    engine: str
    why: str
    work: int


def choose(system: System, wanted: Wanted) -> Choice:
    """Say which engine `auto` takes for a system, and why."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Choice("elimination", "there is no solution: a witness proves it", 0)
    size = found.kernel.size
    if size == 1:
        return Choice("elimination", "there is one solution only", 1)
    syndromes = system.colours**system.unknowns // size
    offers = []
    if not find_engine("coset").refusal(system):
        offers.append((size, Choice("coset", f"a coset of {_number(size)} solutions", size)))
    # an engine that asks for more work than the best so far need not be asked
    cost = syndromes * system.unknowns * SYNDROME_COST
    if (not offers or cost < offers[0][0]) and not find_engine("syndrome").refusal(system):
        offers.append((cost, Choice("syndrome", f"only {_number(syndromes)} syndromes", syndromes)))
    if not offers and not wanted.count and not find_engine("matching").refusal(system):
        offers.append((0, Choice("matching", "every button touches at most two lights", 0)))
    if offers:
        return min(offers, key=lambda offer: offer[0])[1]
    name = _solver_for(system)
    many = f"{_number(size)} solutions and {_number(syndromes)} syndromes are too many to visit"
    return Choice(name, many, 0)


def minimise_auto(system: System, wanted: Wanted, watch: Watch) -> tuple[Outcome, str, str]:
    """Answer with the chosen engine; return the outcome, the engine's name, and why it.

    Raises:
        LimitReached: When no engine can take the system, or the time is over.
    """
    choice = choose(system, wanted)
    found = system.solutions
    if isinstance(found, Unsolvable):
        witness = tuple(found.witness.tolist())
        return Outcome(Status.INFEASIBLE, witness=witness), choice.engine, choice.why
    first = tuple(found.particular.tolist())
    weight = system.weight(found.particular)
    if found.kernel.size == 1:
        outcome = Outcome(Status.OPTIMAL, weight, (first,), 1, canonical=True)
        return outcome, choice.engine, choice.why
    watch.improved(first, weight)
    if not choice.engine:
        raise LimitReached(f"no engine can prove this: {choice.why}")
    outcome = find_engine(choice.engine).minimise(system, wanted, watch)
    return outcome, choice.engine, choice.why


def _solver_for(system: System) -> str:
    """Name the foreign engine for a system beyond enumeration; ``""`` when none takes it."""
    names = ["kernel:cadical", "slack:highs"]
    if system.colours == 2:
        names.insert(0, "xor:cryptominisat" if find_spec("pycryptosat") else "chain:cadical")
    for name in names:
        if not find_engine(name).refusal(system):
            return name
    return ""


def _number(value: int) -> str:
    """Write a number in full while a person can read it, as a power of two beyond."""
    return str(value) if value < 10**9 else f"about 2^{value.bit_length() - 1}"
