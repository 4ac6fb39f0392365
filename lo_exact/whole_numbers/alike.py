"""Number of solutions of counters, with equal buttons merged.

Buttons that add the same and cost the same are one button here, for the presses of k of them may be
shared out in C(x + k - 1, k - 1) ways.  What is searched has fewer coordinates then: nine buttons
for four counters, equal in twos and threes, have 10^12 minima and one node.
"""

from collections import Counter
from collections.abc import Callable
from math import comb, prod

from lo_exact.algebra.elimination import tick
from lo_exact.counters import WholeSystem
from lo_exact.errors import UsageError
from lo_exact.whole_numbers.lattice import Lattice
from lo_exact.whole_numbers.program import Program, program_of
from lo_exact.whole_numbers.search import CountersSearch

LOOK = 2**12
"""Solutions of a row between two looks at the clock."""


def count_whole_solutions(system: WholeSystem) -> int:
    """Return the exact number of solutions of counters.

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
    """Return the number of solutions of a program, up to a cost if one is given.

    Args:
        program: the program.
        look: called now and then with the number of nodes; may raise to stop.
        weight: the most that a solution may cost; any when None.
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
            if value % LOOK == 0:
                look(search.nodes)
            total += prod(comb(presses[k] + more, more) for k, more in shared)
            presses = [x + s for x, s in zip(presses, step, strict=True)]
    return total
