"""Minimisation with an incremental SAT solver, by improving both bounds until they are equal.

`minimise_by_bounds` searches.  The first solution gives a weight w, and the sum of the objective is
encoded once.  Then two questions take turns, with a growing budget of conflicts.  "At most w - 1"
gives a better solution, or the proof that w is the minimum.  "At most l", for a rising l, gives a
proved lower bound, or a better solution.  Only answers of the solver move the bounds; a budget that
runs out moves nothing.  Where a solution and a lower bound are known beforehand, both questions
start there.  `list_minima` lists all minima: each one found is forbidden, on the unknowns only.

There are two encodings of "the sum is at most k".  In `totalizer` the sum has sorted outputs, and
"at most k" is one assumption.  In `adder` the sum is a binary number, for coefficients of any size.
The totalizer is preferred where it fits, since unit propagation sees every partial sum.

`minimise_clauses` runs one of the two solvers of python-sat that read clauses only.  CaDiCaL is set
to try 0 first, because solutions of small weight are wanted.  Glucose 4.2 in python-sat's
incremental mode is not used: it called bounds of 14 x 14 and 16 x 16 boards unsatisfiable that four
other solvers satisfied.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Literal, read_unknowns, violated
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch

MAX_CLAUSES = 3_000_000
"""Clauses of a totalizer; a larger objective is added up by a binary adder."""

AtMost = Callable[[int], list[Literal]]
"""Function of k that returns assumptions for "the sum is at most k"."""


def totalizer(oracle: PysatOracle, terms: Sequence[tuple[int, int]], limit: int) -> AtMost | None:
    """Encode a weighted sum of 0..1 variables as a totalizer, or return None if it is too large.

    A balanced tree adds the literals.  Each node has one output for every sum it can have, cut off
    above a limit, and an output follows from the outputs below it.  For n equal coefficients that
    is about n^2 / 2 clauses.  With different coefficients the number of sums may explode; then the
    result is None, and an `adder` takes its place.  Bailleux and Boufkhad (2003); for coefficients
    Joshi, Martins and Manquinho (2015).

    Args:
        oracle: The solver.
        terms: (coefficient > 0, variable) pairs.
        limit: The largest k needed.

    Returns:
        The assumptions for "at most k", 0 <= k <= limit, or None if too large.
    """
    if not terms:
        return lambda k: []
    cap = limit + 1
    if not _fits([(0, min(coefficient, cap)) for coefficient, _ in terms], cap):
        return None
    outputs = [{min(coefficient, cap): variable} for coefficient, variable in terms]
    while len(outputs) > 1:
        pairs = [outputs[i : i + 2] for i in range(0, len(outputs), 2)]
        outputs = [_join(oracle, pair, cap) for pair in pairs]
    sums = sorted(outputs[0])
    literals = [outputs[0][total] for total in sums]
    for smaller, larger in pairwise(literals):
        oracle.add((smaller, -larger))

    def at_most(k: int) -> list[Literal]:
        beyond = bisect_right(sums, k)
        return [-literals[beyond]] if beyond < len(sums) else []

    return at_most


def _join(oracle: PysatOracle, pair: list[dict[int, Literal]], cap: int) -> dict[int, Literal]:
    """Return the outputs of a totalizer node: one literal "sum >= s" for each possible sum s."""
    if len(pair) == 1:
        return pair[0]
    left, right = pair
    outputs = {
        total: oracle.fresh()
        for total in sorted({min(a + b, cap) for a in (0, *left) for b in (0, *right)} - {0})
    }
    for a, x in left.items():
        oracle.add((-x, outputs[a]))
    for b, y in right.items():
        oracle.add((-y, outputs[b]))
    for a, x in left.items():
        for b, y in right.items():
            oracle.add((-x, -y, outputs[min(a + b, cap)]))
    return outputs


def _fits(nodes: Sequence[Sequence[int]], cap: int) -> bool:
    """Return whether the totalizer tree stays below the maximum number of clauses."""
    clauses = 0
    while len(nodes) > 1:
        joined: list[Sequence[int]] = []
        for i in range(0, len(nodes) - 1, 2):
            left, right = nodes[i], nodes[i + 1]
            clauses += len(left) * len(right)
            if clauses > MAX_CLAUSES:
                return False
            joined.append(list({min(a + b, cap) for a in left for b in right}))
        nodes = [*joined, *nodes[len(nodes) - len(nodes) % 2 :]]
    return True


def adder(oracle: PysatOracle, terms: Sequence[tuple[int, int]]) -> AtMost:
    """Encode a weighted sum of 0..1 variables as a binary adder.

    Full adders sum the literals bit by bit: about 14 clauses for every one-bit in the coefficients.
    "At most k" compares with the binary number k under a fresh assumption.  Exact and small, but
    unit propagation sees little.  Warners (1998); Een and Sorensson (2006).

    Args:
        oracle: The solver.
        terms: (coefficient > 0, variable) pairs.

    Returns:
        The assumptions for "at most k", any k >= 0; each new k adds a few clauses.
    """
    width = sum(coefficient for coefficient, _ in terms).bit_length()
    waiting: list[deque[Literal]] = [deque() for _ in range(width + 1)]
    for coefficient, variable in terms:
        for place in range(coefficient.bit_length()):
            if coefficient >> place & 1:
                waiting[place].append(variable)
    for place in range(width):
        column = waiting[place]
        while len(column) > 1:
            added = [column.popleft() for _ in range(min(3, len(column)))]
            digit, carry = _add_three(oracle, added) if len(added) == 3 else _add_two(oracle, added)
            column.append(digit)
            waiting[place + 1].append(carry)
    bits = [column[0] if column else None for column in waiting]
    known: dict[int, list[Literal]] = {}

    def at_most(k: int) -> list[Literal]:
        if k not in known:
            known[k] = _compare(oracle, bits, k)
        return known[k]

    return at_most


def _compare(oracle: PysatOracle, bits: Sequence[Literal | None], k: int) -> list[Literal]:
    """Encode "number <= k" under a fresh literal; return [literal], or [] if it is always true."""
    clauses: list[list[Literal]] = []
    # for each higher place where k has a 1: the negated bit of the number
    below: list[Literal] = []
    for place in reversed(range(max(len(bits), k.bit_length()))):
        bit = bits[place] if place < len(bits) else None
        if k >> place & 1:
            if bit is None:
                break  # here the number has 0 and k has 1, so lower bits do not matter
            below.append(-bit)
        elif bit is not None:
            clauses.append([-bit, *below])
    if not clauses:
        return []
    chosen = oracle.fresh()
    for clause in clauses:
        oracle.add((-chosen, *clause))
    return [chosen]


def _add_three(oracle: PysatOracle, literals: Sequence[Literal]) -> tuple[Literal, Literal]:
    a, b, c = literals
    digit, carry = oracle.fresh(), oracle.fresh()
    for x, y, z in ((a, b, c), (a, -b, -c), (-a, b, -c), (-a, -b, c)):
        oracle.add((x, y, z, -digit))
        oracle.add((-x, -y, -z, digit))
    for x, y in ((a, b), (a, c), (b, c)):
        oracle.add((x, y, -carry))
        oracle.add((-x, -y, carry))
    return digit, carry


def _add_two(oracle: PysatOracle, literals: Sequence[Literal]) -> tuple[Literal, Literal]:
    a, b = literals
    digit, carry = oracle.fresh(), oracle.fresh()
    for x, y in ((a, b), (-a, -b)):
        oracle.add((x, y, -digit))
        oracle.add((x, -y, digit))
    oracle.add((a, -carry))
    oracle.add((b, -carry))
    oracle.add((-a, -b, carry))
    return digit, carry


FIRST_BUDGET = 2_000
"""Conflicts that the first attempt at a bound may take."""
SLICE = 50_000
"""Conflicts between two checks of the time limit, if no bound is sought: about a second."""


@dataclass(frozen=True)
class FoundModel:
    """Solution found by the SAT solver, checked against the formula."""

    presses: Presses
    """Values of the unknowns."""
    weight: int
    """Value of the objective."""
    literals: tuple[Literal, ...]
    """Literals of the readout variables, as assigned."""


def minimise_by_bounds(
    oracle: PysatOracle, formula: Formula, wanted: Wanted, watch: Watch
) -> Outcome:
    """Minimise a formula by improving its upper and lower bound until they are equal.

    Args:
        oracle: A solver that holds the formula's constraints.
        formula: The formula, whose objective is minimised.
        wanted: The request.
        watch: Receives better solutions and proved bounds; may know some at the start.
    """
    known = watch.known
    if not _decide(oracle, (), watch):
        return Outcome(Status.INFEASIBLE)
    best = read_found(oracle, formula)
    watch.improved(best.presses, best.weight)
    high = best.weight if known.weight is None else min(best.weight, known.weight)
    at_most = _bound_of(oracle, formula.objective, high)
    low, budget, stride = known.lower_bound, FIRST_BUDGET, 1
    if low > high:
        raise SolverError(f"a lower bound of {low} is known, and a solution of weight {high} found")
    while low < high:
        watch.check()
        above = oracle.solve(at_most(high - 1), budget)
        if above is False:
            break
        below: bool | None = None
        if above is None:
            probe = min(low + stride, high) - 1
            below = oracle.solve(at_most(probe), budget)
            if below is False:
                low, stride = probe + 1, stride * 2
                watch.bound(low)
            elif below is None:
                stride, budget = max(stride // 2, 1), budget * 2
        if above or below:
            best = read_found(oracle, formula)
            high = best.weight
            watch.improved(best.presses, best.weight)
    watch.bound(high)
    if best.weight > high:  # the known solution is a minimum; the SAT solver has none yet
        if known.presses and not (wanted.count or wanted.canonical or wanted.minima > 1):
            return Outcome(Status.OPTIMAL, high, (known.presses,))
        if not _decide(oracle, at_most(high), watch):
            raise SolverError(f"a solution of weight {high} is known, the SAT solver finds none")
        best = read_found(oracle, formula)
    return list_minima(oracle, formula, at_most(high), best, wanted, watch)


def list_minima(
    oracle: PysatOracle,
    formula: Formula,
    minimal: Sequence[Literal],
    best: FoundModel,
    wanted: Wanted,
    watch: Watch,
) -> Outcome:
    """Return an outcome with the requested number of minimum solutions.

    Args:
        oracle: A solver that holds the formula.
        formula: The formula.
        minimal: Assumptions under which the solutions are exactly the minima.
        best: A minimum.
        wanted: The request.
        watch: The time limit.
    """
    limit = max(wanted.minima, 1)
    if wanted.canonical and not wanted.count:
        best = _least(oracle, formula, minimal, best, watch)
    minima = {best.presses: None}  # a dict keeps the order of discovery
    complete, last = False, best
    while not complete and (wanted.count or len(minima) < limit):
        watch.check(len(minima))
        oracle.add([-literal for literal in last.literals])
        if _decide(oracle, minimal, watch):
            last = read_found(oracle, formula)
            if last.weight != best.weight:
                raise SolverError(f"the SAT solver gave {last.weight}, the minimum {best.weight}")
            minima[last.presses] = None
        else:
            complete = True
    listed = sorted(minima) if complete else list(minima)
    return Outcome(
        Status.OPTIMAL,
        best.weight,
        tuple(listed[:limit]),
        count=len(minima) if complete else None,
        canonical=complete or wanted.canonical,
    )


def read_found(oracle: PysatOracle, formula: Formula) -> FoundModel:
    """Return the SAT solver's assignment, after checking it against the formula.

    Raises:
        SolverError: When the assignment violates the formula.
    """
    values = oracle.values()
    broken = violated(formula, values)
    if broken:
        raise SolverError(f"the SAT solver's assignment breaks {broken}")
    read = [v for terms in formula.readout for _, v in terms]
    return FoundModel(
        read_unknowns(formula, values),
        sum(coefficient * values[v - 1] for coefficient, v in formula.objective),
        tuple(v if values[v - 1] else -v for v in read),
    )


def _least(
    oracle: PysatOracle,
    formula: Formula,
    minimal: Sequence[Literal],
    best: FoundModel,
    watch: Watch,
) -> FoundModel:
    """Return the lexicographically least minimum solution, minimising one unknown after another."""
    fixed = list(minimal)
    for j, terms in enumerate(formula.readout):
        at_most = _bound_of(oracle, terms, sum(coefficient for coefficient, _ in terms))
        while best.presses[j] and _decide(oracle, [*fixed, *at_most(best.presses[j] - 1)], watch):
            best = read_found(oracle, formula)
        fixed += at_most(best.presses[j])
    return best


def _decide(oracle: PysatOracle, assumptions: Sequence[Literal], watch: Watch) -> bool:
    answer = None
    while answer is None:
        watch.check()
        answer = oracle.solve(assumptions, SLICE)
    return answer


def _bound_of(oracle: PysatOracle, terms: Sequence[tuple[int, int]], limit: int) -> AtMost:
    return totalizer(oracle, terms, limit) or adder(oracle, terms)


CADICAL, GLUCOSE = "cadical195", "glucose4"
"""Names of solvers in python-sat."""


def minimise_clauses(name: str, formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses with the solver of this name."""
    from pysat.solvers import Solver

    check_boolean(formula)
    with Solver(name) as solver:
        if name == CADICAL:
            solver.configure({"phase": 0})
        for clause in [*formula.clauses, *units(formula)]:
            solver.add_clause(clause)
        oracle = PysatOracle(solver, formula.variables, formula.variables)
        return minimise_by_bounds(oracle, formula, wanted, watch)
