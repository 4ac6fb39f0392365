"""Counters solved modulo primes, as a check by the engines that work mod c.

What solves the counters solves them mod a prime c.  So a minimum W < c found there, of which no
row's sum can reach c, is the minimum here; else a larger prime is taken.  When W is above the sum
of all that is needed, there is no solution, for every press adds to something.
"""

from dataclasses import replace

from lo_exact.counters import WholeSystem
from lo_exact.errors import UsageError
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.solver.parts import minimise_system
from lo_exact.solver.running import FoundOutcome


def minimise_by_primes(
    system: WholeSystem, engine: str, wanted: Wanted, watch: Watch
) -> FoundOutcome:
    """Return the minimum over whole numbers, found by solving modulo primes.

    Args:
        system: what to solve, with equal prices.
        engine: the name of an engine that works mod c.
        wanted: what to find out.
        watch: told bounds alone: presses that solve residues need not solve the counters.

    Raises:
        UsageError: When prices differ, or the engine cannot take a system mod a prime.
    """
    if (system.prices != 1).any():
        raise UsageError("engines that work mod a prime minimise presses here: leave --engine out")
    needs: list[int] = system.syndrome.tolist()
    if min(needs, default=0) < 0:
        past = Outcome(
            Status.INFEASIBLE, note="a counter is above its target, and presses only add"
        )
        return FoundOutcome(past, ("presolve",))
    most = sum(needs)  # the most presses of a minimum, since each one adds to a need
    amount = int(system.matrix.values.max(initial=1))
    prime = next_prime(max([*needs, amount, 1]))
    while True:
        inner = watch.apart()
        try:
            found = minimise_system(system.modulo(prime), engine, wanted, inner)
        finally:
            watch.bound(inner.lower_bound)  # a proved bound, never a floating-point optimum
        outcome = found.outcome
        if outcome.status is Status.INFEASIBLE:
            return _impossible(found, f"mod {prime} there is no solution")
        if outcome.weight > most:
            why = f"mod {prime} it takes {outcome.weight} presses, in whole numbers at most {most}"
            return _impossible(found, why)
        if outcome.weight * amount < prime:
            return replace(found, notes=(f"mod {prime}",))
        prime = next_prime(outcome.weight * amount)


def _impossible(found: FoundOutcome, why: str) -> FoundOutcome:
    return replace(found, outcome=Outcome(Status.INFEASIBLE, note=why))


def next_prime(above: int) -> int:
    """Return the least prime greater than a number."""
    n = above + 1
    while n < 2 or any(n % d == 0 for d in range(2, int(n**0.5) + 1)):
        n += 1
    return n
