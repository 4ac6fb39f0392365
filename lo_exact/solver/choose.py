"""Choose how to answer, by size, rank, nullity and structure; never by luck about a status.

One solution only: elimination is the proof.  Otherwise every complete method whose work is known
beforehand says what it would take: all solutions (`coset`), the best of four groups of buttons
(`quarters`), all syndromes on the way (`syndrome`), pairing up where buttons touch at most two
lights (`matching`); the cheapest is taken.  Where it would take long, or takes longer than it said,
others race with it, and where there is none, two foreign solvers race with each other, after bounds
from below and above that may already meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.engines.table import find_engine
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.racing import race

RACE_SECONDS = {"coset": 3.0, "quarters": 60.0, "syndrome": 0.05}
"""An engine of ours that takes longer than this gets company; early for `syndrome`, because systems
with many solutions and short spans are sparse codes, where cores are found fast."""

COSET_NANOSECONDS = 1.0
"""CPU time of a solution visited, c = 2."""

COSET_NANOSECONDS_A_COLOUR = 5.0
"""The same for more colours, for each colour."""

QUARTERS_SECONDS = 0.2
"""`quarters` is asked where visiting all solutions would take longer."""

ALONE_SECONDS = 0.5
"""`quarters` runs alone at first where it promises to be faster than this."""

SECOND_SECONDS = 600.0
"""An engine of ours that takes no longer joins `quarters` when that is late."""

SYNDROME_NANOSECONDS = 12.0
"""CPU time of one syndrome at one button."""

COSET_BYTES = 100 * 2**20
"""Memory of a coset search, whatever its size."""

SYNDROME_BYTES = 3
"""Memory of one syndrome at the widest place."""

CORES = "direct:rc2"
"""Core-guided MaxSAT on parities written out: it refuses lights of many buttons."""

HEAD_START_SECONDS = 2.0
"""What it gets alone on sparse systems before anything else is tried: many end here."""

_NONE = "there is no solution: a witness proves it"
_ONE = "there is one solution only"

SEED = 1
"""Of the local search for a first solution: equal input gives equal output."""


@dataclass(frozen=True)
class Choice:
    """What `auto` would take.

    Attributes:
        engine: its name; several that race are joined by "+"; ``""`` when none can.
        why: one line for people.
        work: solutions or syndromes to visit; 0 when it cannot be known beforehand.
        seconds: estimated CPU time; -1 when it cannot be known beforehand.
        memory: estimated bytes; -1 when they cannot be known beforehand.
    """

    engine: str
    why: str
    work: int = 0
    seconds: float = -1.0
    memory: int = -1


def choose(system: System, wanted: Wanted) -> Choice:
    """Say which engine `auto` takes for a system, and why."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Choice("elimination", _NONE, 0, 0.0, 0)
    if found.kernel.size == 1:
        return Choice("elimination", _ONE, 1, 0.0, 0)
    offers = list(_offers(system))
    if offers:
        best = min(offers, key=lambda offer: offer.seconds)
        others = (
            _solvers_for(system)[:1] if best.seconds > RACE_SECONDS.get(best.engine, 3.0) else []
        )
        if not others:
            return best
        why = f"{best.why}; it may take long, so {others[0]} races"
        return Choice("+".join([best.engine, *others]), why, best.work, best.seconds, best.memory)
    many = f"{_number(found.kernel.size)} solutions are too many to visit, and so are the syndromes"
    return Choice("+".join(_solvers_for(system)), many)


def minimise_auto(system: System, wanted: Wanted, watch: Watch) -> tuple[Outcome, str, str]:
    """Answer with the chosen engine; return the outcome, the engine's name, and why it.

    Raises:
        LimitReached: When no engine can take the system, or the time is over.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        witness = tuple(found.witness.tolist())
        return Outcome(Status.INFEASIBLE, witness=witness), "elimination", _NONE
    first = tuple(found.particular.tolist())
    weight = system.weight(found.particular)
    if found.kernel.size == 1:
        outcome = Outcome(Status.OPTIMAL, weight, (first,), 1, canonical=True)
        return outcome, "elimination", _ONE
    watch.improved(first, weight)
    if _sparse(system):
        return _cores_first(system, wanted, watch)
    choice = choose(system, wanted)
    if choice.engine == "quarters":
        return _quarters_first(choice, system, wanted, watch)
    names = choice.engine.split("+") if choice.engine else []
    if len(names) == 1 and choice.seconds >= 0:
        return find_engine(names[0]).minimise(system, wanted, watch), names[0], choice.why
    _bound(system, watch)
    if not names:
        if watch.best_weight == watch.lower_bound and not _more_than_one(wanted):
            return Outcome(Status.OPTIMAL, watch.best_weight, (watch.best,)), "bounds", choice.why
        raise LimitReached(f"no engine can prove this: {choice.why}")
    outcome, winner = race(names, system, wanted, watch)
    return outcome, winner, choice.why


def _cores_first(system: System, wanted: Wanted, watch: Watch) -> tuple[Outcome, str, str]:
    """Let cores run alone for a moment; then others, with bounds at hand, run beside them."""
    why = "sparse, and its cores were found at once"

    def others(inner: Watch) -> list[str]:
        nonlocal why
        choice = choose(system, wanted)
        why = choice.why
        if choice.seconds < 0:
            _bound(system, inner)
        return choice.engine.split("+") if choice.engine else []

    outcome, winner = race(
        [CORES], system, wanted, watch, later=others, head_start=HEAD_START_SECONDS
    )
    return outcome, winner, why


def _quarters_first(
    choice: Choice, system: System, wanted: Wanted, watch: Watch
) -> tuple[Outcome, str, str]:
    """Let `quarters` run; its estimate is for random boards, so others join when it is late.

    Where it needs a while in any case, others run beside it from the start: `coset`, which may do
    much better than its estimate, or cores, which are found at once where minima are light.
    """
    from lo_exact.engines.foreign import covering_bound

    watch.bound(covering_bound(system))
    own = [o for o in _offers(system) if o.engine != "quarters" and o.seconds < SECOND_SECONDS]
    second = min(own, key=lambda offer: offer.seconds, default=None)
    names = ["quarters"]
    if choice.seconds > ALONE_SECONDS:
        if second is not None:
            names.append(second.engine)
        elif _takes(CORES, system):
            names.append(CORES)

    def others(inner: Watch) -> list[str]:
        _bound(system, inner)
        return [second.engine] if second is not None else _solvers_for(system)

    outcome, winner = race(
        names, system, wanted, watch, later=others, head_start=HEAD_START_SECONDS
    )
    return outcome, winner, choice.why


def _sparse(system: System) -> bool:
    """Say whether a system has too many solutions to visit and few buttons at each light."""
    own = ("coset", "matching", "quarters")
    return all(find_engine(name).refusal(system) for name in own) and _takes(CORES, system)


def _offers(system: System) -> Iterator[Choice]:
    """Yield what the engines of ours that can take a solvable system would take."""
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    from lo_exact.engines.coset import engine as coset
    from lo_exact.engines.quarters import engine as quarters
    from lo_exact.engines.syndrome import engine as syndrome

    size, c = found.kernel.size, system.colours
    seconds = float("inf")
    if not find_engine("coset").refusal(system):
        each = COSET_NANOSECONDS if c == 2 else COSET_NANOSECONDS_A_COLOUR * c
        visited = coset.work(found)
        seconds = visited * each / 1e9
        yield Choice("coset", f"{_number(size)} solutions", visited, seconds, COSET_BYTES)
    if seconds < 0.01:
        return  # asking the others would take longer
    if seconds > QUARTERS_SECONDS and not find_engine("quarters").refusal(system):
        steps, estimate, memory = quarters.work(system)
        why = f"{_number(size)} solutions by pairs of {_number(steps)} sums and pairs"
        yield Choice("quarters", why, steps, estimate, memory)
    if not find_engine("matching").refusal(system):
        yield Choice("matching", "every button touches at most two lights", 0, 0.1)
    if not find_engine("syndrome").refusal(system):
        steps, widest = syndrome.work(found)
        yield Choice(
            "syndrome", f"{_number(steps)} syndromes on the way", steps,
            steps * SYNDROME_NANOSECONDS / 1e9, widest * SYNDROME_BYTES,
        )  # fmt: skip


def _bound(system: System, watch: Watch) -> None:
    """Tell the watch a good solution and a lower bound, both in moderate time."""
    from lo_exact.solver.bounds import lower_bound, upper_bound

    found = system.solutions
    assert not isinstance(found, Unsolvable)
    upper_bound(system, found, np.random.default_rng(SEED), watch)
    lower_bound(system, watch)


def _more_than_one(wanted: Wanted) -> bool:
    return wanted.count or wanted.canonical or wanted.minima > 1


def _solvers_for(system: System) -> list[str]:
    """Name two foreign engines of different kinds for a system beyond enumeration.

    Cores first: they win where minima are light, as on sparse codes.  Then SAT: with XOR
    constraints for c = 2, with the solutions' parameters for more colours.  Integer programming is
    left out, since its optimum rests on floating-point numbers.
    """
    if system.colours == 2:
        kinds = [["direct:rc2", "chain:rc2"], ["xor:cryptominisat", "chain:cadical"]]
    else:
        kinds = [["sum:rc2", "kernel:rc2"], ["kernel:cadical", "sum:cadical"]]
    fitting = ([name for name in names if _takes(name, system)][:1] for names in kinds)
    return [name for names in fitting for name in names]


def _takes(name: str, system: System) -> bool:
    row = find_engine(name)
    missing = any(find_spec(package) is None for package in row.packages)
    return not missing and not row.refusal(system)


def _number(value: int) -> str:
    """Write a number in full while a person can read it, as a power of two beyond."""
    return str(value) if value < 10**9 else f"about 2^{value.bit_length() - 1}"
