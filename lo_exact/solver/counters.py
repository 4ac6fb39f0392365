"""Questions about counters: the same words, answered in whole numbers.

``auto`` and ``counters`` are the branch and bound of `lo_exact.engines.counters`.  Any other engine
works mod a prime c: what solves the counters solves them mod c, so a minimum W < c found there, of
which no row's sum can reach c, is the minimum here; else a larger prime is taken.  When W is above
the sum of all that is needed, there is no solution, for every press adds to something.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import inf

from lo_exact.algebra.elimination import looking
from lo_exact.counters import Counters
from lo_exact.engines.counters.alike import number_of_solutions
from lo_exact.engines.counters.lattice import NoLattice
from lo_exact.engines.counters.program import program_of
from lo_exact.engines.counters.search import CountersSearch, Least
from lo_exact.engines.table import find_engine
from lo_exact.errors import LimitReached, SolverError, UsageError
from lo_exact.outcome import Presses, Progress, Status, Wanted, Watch
from lo_exact.puzzle import Objective
from lo_exact.solution import Solution
from lo_exact.solver.parts import confirmed, minimise_system

OWN = ("auto", "counters")
"""Names of the engine that knows no modulus."""

Report = Callable[[Progress], None]


def minimum(
    puzzle: Counters,
    *,
    engine: str = "auto",
    time_limit: float = inf,
    count: bool = False,
    limit: int = 1,
    report: Report | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Return the proved minimum, or presses and a proved lower bound when stopped.

    Args:
        puzzle: The counters.
        engine: ``"auto"``, ``"counters"``, or an engine to be asked mod primes.
        time_limit: wall-clock seconds.
        count: also count the minimum solutions.
        limit: list up to so many minimum solutions.
        report: called about once a second with the progress.
        watch: a fresh clock to keep instead.

    Raises:
        UsageError: When there are infinitely many minima and they shall be counted.
    """
    watch = Watch(time_limit, report) if watch is None else watch
    if engine not in OWN:
        return _by_primes(puzzle, engine, watch, counted=count or limit > 1)
    program, used = program_of(puzzle)
    counted = count or limit > 1
    if counted and any(
        price == 0 for j, price in enumerate(puzzle.each_price.tolist()) if j not in used
    ):
        raise UsageError("a button that costs nothing adds to nothing: there are endless minima")
    try:
        search = CountersSearch(program, watch.check)
        best = search.minimum(
            lambda x, weight: watch.improved(_spread(x, used, puzzle), weight), watch.bound
        )
        if not isinstance(best, Least):
            return _unsolvable(puzzle, best.lattice, best.nodes, watch)
        watch.bound(best.weight)
    except (LimitReached, KeyboardInterrupt) as stop:
        return _stopped(puzzle, watch, stop)
    # from here on the minimum is proved, and whatever ends the rest leaves it so
    rest = _Rest()
    stopped = ""
    try:
        rest.first = search.first_of(best.weight)
        if counted and limit == 1:
            rest.number = number_of_solutions(program, watch.check, best.weight)
        elif counted:
            for presses, more in _listed(search, best.weight, limit):
                rest.number += more
                some = presses[: limit - len(rest.listed)]
                rest.listed += [_spread(x, used, puzzle) for x in some]
    except (LimitReached, KeyboardInterrupt) as stop:
        stopped = _why(stop) if counted or isinstance(stop, KeyboardInterrupt) else ""
    if rest.number <= len(rest.listed):
        rest.listed.sort()
    first = _spread(rest.first or best.presses, used, puzzle)
    return Solution(
        puzzle,
        Status.OPTIMAL,
        weight=best.weight,
        lower_bound=best.weight,
        presses=checked(puzzle, first, best.weight),
        minimum_solutions=rest.number if counted and not stopped else None,
        solutions=tuple(checked(puzzle, x, best.weight) for x in rest.listed) if limit > 1 else (),
        engine="counters",
        seconds=time.monotonic() - watch.started,
        canonical=rest.first is not None,
        stopped=stopped,
        notes=(f"{search.nodes} nodes",),
    )


@dataclass
class _Rest:
    """What is found after the minimum: the first one, how many there are, and some of them."""

    first: Presses | None = None
    number: int = 0
    listed: list[Presses] = field(default_factory=list)


def count(
    puzzle: Counters,
    *,
    engine: str = "auto",
    time_limit: float = inf,
    report: Report | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Return the exact number of all solutions and of minimum solutions, both by one clock.

    Raises:
        UsageError: When there are infinitely many solutions.
    """
    watch = Watch(time_limit, report) if watch is None else watch
    solution = minimum(puzzle, engine=engine, count=True, watch=watch)
    if solution.stopped:
        return solution
    try:
        total = count_solutions(puzzle, watch)
    except (LimitReached, KeyboardInterrupt) as stop:
        return replace(solution, stopped=_why(stop))
    return replace(solution, solutions_total=total)


def count_solutions(puzzle: Counters, watch: Watch | None = None) -> int:
    """Return the exact number of presses that solve the counters.

    Raises:
        UsageError: When there are infinitely many.
    """
    clock = watch or Watch()
    program, used = program_of(puzzle)
    total = number_of_solutions(program, clock.check)
    if total and len(used) < puzzle.buttons:
        raise UsageError("a button adds to nothing that matters: there are endless solutions")
    return total


def solve(puzzle: Counters) -> Solution:
    """Return any solution, or the proof that there is none; here the minimum, which is as quick."""
    return minimum(puzzle)


def checked(puzzle: Counters, presses: Presses, weight: int) -> Presses:
    """Return presses that solve the counters, multiplied out in Python integers.

    Raises:
        SolverError: When they do not solve them or do not cost ``weight``.
    """
    reached = puzzle.reached(presses)
    wanted = puzzle.target.tolist()
    if (
        len(presses) != puzzle.buttons
        or min(presses, default=0) < 0
        or any(reached[i] != wanted[i] for i in puzzle.matters.tolist())
    ):
        raise SolverError("an engine's presses do not solve the counters: please report this")
    if (cost := puzzle.weight(presses)) != weight:
        raise SolverError(f"an engine's presses cost {cost}, not {weight} as claimed")
    return presses


def _spread(presses: Presses, used: list[int], puzzle: Counters) -> Presses:
    out = [0] * puzzle.buttons
    for j, times in zip(used, presses, strict=True):
        out[j] = times
    return tuple(out)


def _listed(search: CountersSearch, weight: int, limit: int) -> Iterator[tuple[list[Presses], int]]:
    """Yield minima in rows: some of each, and how many it has."""
    for node, coordinate, low, high in search.solutions(weight):
        some = range(low, min(high, low + limit) + 1)
        yield [search.along(node, coordinate, value) for value in some], high - low + 1


def _unsolvable(puzzle: Counters, lattice: NoLattice | None, nodes: int, watch: Watch) -> Solution:
    why = f"no whole numbers of any presses do it, shown by {nodes or 1} nodes"
    if lattice is not None:
        why = f"some counters together change by multiples of {lattice.modulus} only"
    return Solution(
        puzzle,
        Status.INFEASIBLE,
        engine="counters",
        seconds=time.monotonic() - watch.started,
        notes=(why,),
    )


def _why(stop: BaseException) -> str:
    return "interrupted" if isinstance(stop, KeyboardInterrupt) else str(stop)


def _stopped(puzzle: Counters, watch: Watch, stop: BaseException) -> Solution:
    seconds = time.monotonic() - watch.started
    if watch.best is None or watch.best_weight is None:
        return Solution(
            puzzle,
            Status.UNKNOWN,
            lower_bound=watch.lower_bound,
            engine="counters",
            seconds=seconds,
            stopped=_why(stop),
        )
    proved = watch.best_weight == watch.lower_bound
    return Solution(
        puzzle,
        Status.OPTIMAL if proved else Status.FEASIBLE,
        weight=watch.best_weight,
        lower_bound=watch.lower_bound,
        presses=checked(puzzle, watch.best, watch.best_weight),
        engine="counters",
        seconds=seconds,
        stopped=_why(stop),
    )


def _by_primes(puzzle: Counters, engine: str, watch: Watch, *, counted: bool) -> Solution:
    """Return the minimum by way of residues: the second opinion."""
    if puzzle.objective is not Objective.PRESSES:
        raise UsageError("engines that work mod a prime minimise presses here: leave --engine out")
    needs: list[int] = puzzle.needs.tolist()
    inner = watch.apart()  # presses that solve residues need not solve the counters
    amount = int(puzzle.activation.values.max(initial=1))
    wanted = Wanted(1, counted)
    prime = next_prime(max([*needs, amount, 1]))
    try:
        while min(needs, default=0) >= 0:
            system = puzzle.modulo(prime).system
            with looking(watch.check):
                found = minimise_system(system, engine, wanted, inner)
                if find_engine(engine).floating:
                    found = confirmed(system, found, wanted, inner)
            outcome = found.outcome
            if outcome.status is Status.INFEASIBLE or outcome.weight > sum(needs):
                break  # above that sum: every press of a whole solution adds to something needed
            if outcome.weight * amount < prime:
                answer = Solution(
                    puzzle,
                    Status.OPTIMAL,
                    weight=outcome.weight,
                    lower_bound=outcome.weight,
                    presses=checked(puzzle, outcome.minima[0], outcome.weight),
                    engine=found.engine,
                    seconds=time.monotonic() - watch.started,
                    canonical=outcome.canonical,
                    notes=(f"mod {prime}",),
                )
                return replace(answer, minimum_solutions=outcome.count) if counted else answer
            watch.bound(outcome.weight)
            inner = watch.apart()
            prime = next_prime(outcome.weight * amount)
    except (LimitReached, KeyboardInterrupt) as stop:
        watch.bound(inner.lower_bound)  # what solves the counters solves them mod the prime
        return Solution(
            puzzle,
            Status.UNKNOWN,
            lower_bound=watch.lower_bound,
            engine=engine,
            seconds=time.monotonic() - watch.started,
            stopped=_why(stop),
        )
    return _unsolvable(puzzle, None, 0, watch)


def next_prime(above: int) -> int:
    """Return the least prime above a number."""
    n = above + 1
    while n < 2 or any(n % d == 0 for d in range(2, int(n**0.5) + 1)):
        n += 1
    return n
