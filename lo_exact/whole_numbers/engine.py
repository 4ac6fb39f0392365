"""Engine for counter puzzles: branch and bound over the lattice of integer solutions.

`minimise` finds the minimum.  Once it is proved, a limit ends only the other requests: the outcome
then names what stopped it, and keeps the minimum.  Costs depend on the branching and cannot be
predicted, so the engine makes no offer; no other engine takes counters without a modulus.

`number_of_solutions` counts the solutions, with equal buttons taken together.
"""

from collections import Counter
from collections.abc import Callable
from math import comb, inf, prod

from lo_exact.algebra.elimination import tick
from lo_exact.counters import WholeSystem
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.whole_numbers.lattice import Lattice, Program, program_of
from lo_exact.whole_numbers.search import CountersSearch

SOLUTIONS_A_LOOK = 2**12
"""Solutions of a row between two checks of the time limit."""


def count_whole_solutions(system: WholeSystem) -> int:
    """Return the exact number of solutions of a counter puzzle.

    Raises:
        UsageError: When there are infinitely many.
    """
    program, used = program_of(system)
    total = number_of_solutions(program, lambda _: tick())
    if total and len(used) < system.unknowns:
        raise UsageError("a button adds to nothing that matters: there are endless solutions")
    return total


def number_of_solutions(
    program: Program, look: Callable[[int], None], weight: int | None = None
) -> int:
    """Return the number of solutions of an integer program, up to a cost if one is given.

    Buttons that add the same and cost the same are one button here: x presses of k such buttons can
    be distributed in C(x + k - 1, k - 1) ways.  The search then has fewer coordinates.  Nine
    buttons for four counters, equal in twos and threes, have 10^12 minima and one node.

    Args:
        program: the program.
        look: called now and then with the number of nodes; may raise to stop.
        weight: largest cost of a solution, or None for any.
    """
    kinds = Counter(zip(program.columns, program.prices, strict=True))
    columns, prices = zip(*kinds, strict=True) if kinds else ((), ())
    search = CountersSearch(Program(columns, program.wanted, prices), look)
    if not isinstance(search.lattice, Lattice):
        return 0
    shared = [(k, alike - 1) for k, alike in enumerate(kinds.values()) if alike > 1]
    total = 0
    for node, coordinate, low, high in search.solutions(weight):
        if not shared:
            total += high - low + 1
            continue
        presses = list(search.along(node, coordinate, low))
        step = search.lattice.basis[coordinate] if coordinate >= 0 else (0,) * len(presses)
        for value in range(low, high + 1):
            if value % SOLUTIONS_A_LOOK == 0:
                look(search.nodes)
            total += prod(comb(presses[k] + more, more) for k, more in shared)
            presses = [x + s for x, s in zip(presses, step, strict=True)]
    return total


def refusal(system: WholeSystem) -> str:
    """Return ``""``, since this engine takes every system of whole numbers."""
    return ""


def minimise(system: WholeSystem, wanted: Wanted, watch: Watch) -> Outcome:
    """Return a least-cost solution; count and list such solutions on request, as time allows.

    Raises:
        UsageError: When there are infinitely many minima to count or list.
    """
    from lo_exact.whole_numbers.engine import number_of_solutions
    from lo_exact.whole_numbers.lattice import program_of
    from lo_exact.whole_numbers.search import PATIENCE, CountersSearch, Least

    program, used = program_of(system)

    def spread(presses: Presses) -> Presses:
        out = [0] * system.unknowns
        for j, times in zip(used, presses, strict=True):
            out[j] = times
        return tuple(out)

    several = wanted.count or wanted.minima > 1
    if several and 0 in (system.prices[j] for j in {*range(system.unknowns)}.difference(used)):
        raise UsageError("a button that costs nothing adds to nothing: there are endless minima")
    search = CountersSearch(program, watch.check)
    best = search.minimum(lambda x, weight: watch.improved(spread(x), weight), watch.bound)
    if not isinstance(best, Least):
        why = f"no whole numbers of any presses do it, shown by {best.nodes or 1} nodes"
        if best.lattice is not None:
            why = f"some counters together change by multiples of {best.lattice.modulus} only"
        return Outcome(Status.INFEASIBLE, note=why)
    watch.bound(best.weight)
    # the minimum is proved here, and stays proved if counting or listing is stopped
    first, number, listed, stopped = None, 0, [best.presses], ""
    try:
        first = search.first_of(best.weight, inf if wanted.canonical else PATIENCE)
        listed = [first or best.presses]
        if wanted.minima > 1:
            for node, coordinate, low, high in search.solutions(best.weight):
                number += high - low + 1
                row = range(low, min(high, low + wanted.minima) + 1)
                some = (search.along(node, coordinate, value) for value in row)
                listed += [x for x in some if x != listed[0]][: wanted.minima - len(listed)]
                if not wanted.count and len(listed) == wanted.minima:
                    break
            else:
                if number == len(listed):
                    listed.sort()
                    first = listed[0]
        elif wanted.count:
            number = number_of_solutions(program, watch.check, best.weight)
    except LimitReached as limit:
        stopped = str(limit) if wanted.more_than_one else ""
    except KeyboardInterrupt:
        stopped = "interrupted"
    return Outcome(
        Status.OPTIMAL,
        best.weight,
        tuple(map(spread, listed)),
        number if wanted.count and not stopped else None,
        canonical=first is not None,
        note=f"{search.nodes} nodes",
        stopped=stopped,
    )
