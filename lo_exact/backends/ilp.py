"""Minimisation with an integer programming solver, shared by the backends CBC, HiGHS and SCIP.

A floating-point solver is asked one question at a time.  Its solution is rounded and checked
against the formula in integers, its claimed weight too; its word that there is nothing better is
taken from its proof status alone.  All minima: a row holds the weight at the minimum and each
found solution is cut off, on 0..1 unknowns by one row, on others with two 0..1 variables each
("more" and "less").  The least minimum: the unknowns are minimised from the first on, several at a
time as digits of one number.  Every extension is a new formula, so the same check covers it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import gcd, isinf

from lo_exact.errors import LimitReached, SolverError
from lo_exact.formula import Formula, Linear, Sense, read_unknowns, violated
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch

MAX_DIGITS = 4_096
"""Largest number made of several unknowns; far from where floating point gets unsure."""


@dataclass(frozen=True)
class IlpAnswer:
    """Result of an integer programming solver for one formula."""

    status: Status
    """``OPTIMAL`` and ``INFEASIBLE`` as proved by the solver, ``FEASIBLE`` and ``UNKNOWN`` when it
    ran out of time.
    """
    values: tuple[float, ...] = ()
    """Of the variables, as it gave them; empty without a solution."""
    weight: float = 0.0
    """Of the objective, as it claims."""


Tell = Callable[[Sequence[float]], None]
"""Takes the variables' values of a better solution found on the way."""

Ask = Callable[[Formula, Watch, Tell], IlpAnswer]


def minimise_by_programs(
    ask: Ask, formula: Formula, wanted: Wanted, watch: Watch, *, reads_xors: bool = False
) -> Outcome:
    """Minimise a formula of linear constraints by a sequence of integer programs.

    Args:
        ask: Minimises one formula, not longer than the watch allows, telling what it can.
        formula: Linear constraints over bounded integers.
        wanted: What to find out.
        watch: Told solutions and bounds.
        reads_xors: whether the solver takes XOR constraints as well.
    """
    if formula.clauses or (formula.xors and not reads_xors):
        raise SolverError("this backend reads linear constraints, the formula has others")
    unit = gcd(*(coefficient for coefficient, _ in formula.objective)) or 1
    formula = replace(formula, objective=tuple((a // unit, v) for a, v in formula.objective))
    first = _solve(ask, formula, watch, unit=unit)
    if first is None:
        return Outcome(Status.INFEASIBLE)
    weight = _weight(formula, first)
    watch.improved(read_unknowns(formula, first), weight * unit)
    watch.bound(weight * unit)
    minimal = replace(
        formula,
        linear=(*formula.linear, Linear(formula.objective, Sense.LESS_EQUAL, weight)),
        objective=(),
    )
    best = read_unknowns(formula, first)
    if wanted.canonical and not wanted.count:
        best = _least(ask, minimal, watch)
    minima, complete = [best], False
    rest = minimal
    while wanted.count or len(minima) < max(wanted.minima, 1):
        watch.check(len(minima))
        rest = _without(rest, minima[-1])
        found = _solve(ask, rest, watch)
        if found is None:
            complete = True
            break
        if _weight(formula, found) != weight:
            raise SolverError(f"the solver missed a solution of weight {_weight(formula, found)}")
        minima.append(read_unknowns(formula, found))
    if complete:
        minima.sort()
    return Outcome(
        Status.OPTIMAL,
        weight * unit,
        tuple(minima[: max(wanted.minima, 1)]),
        count=len(minima) if complete else None,
        canonical=complete or wanted.canonical,
    )


def _solve(ask: Ask, formula: Formula, watch: Watch, unit: int = 0) -> tuple[int, ...] | None:
    """Return an optimal assignment, checked in integers, or None if proved infeasible.

    Better solutions on the way are told to the watch, their weight times ``unit`` if not 0.
    """
    watch.check()
    if any(not row.terms and not row.holds_at_zero for row in formula.linear):
        return None
    rows = tuple(row for row in formula.linear if row.terms)
    if not rows and not formula.objective and not formula.xors:
        return tuple(low for low, _ in formula.bounds)

    def tell(values: Sequence[float]) -> None:
        rounded = tuple(round(value) for value in values)
        if unit and not violated(formula, rounded):
            watch.improved(read_unknowns(formula, rounded), _weight(formula, rounded) * unit)

    answer = ask(replace(formula, linear=rows), watch, tell)
    if answer.status is Status.INFEASIBLE:
        return None
    if answer.status is not Status.OPTIMAL:
        if answer.values:
            tell(answer.values)
        watch.check()
        if isinf(watch.remaining()):
            raise SolverError("the solver gave up, though it had no time limit")
        raise LimitReached("the solver stopped at its time limit")
    values = tuple(round(value) for value in answer.values)
    broken = violated(formula, values)
    if broken:
        raise SolverError(f"the solver's solution, rounded, breaks {broken}")
    weight = _weight(formula, values)
    if abs(weight - answer.weight) > 0.5:
        raise SolverError(f"the solver claims weight {answer.weight}, its solution has {weight}")
    return values


def _least(ask: Ask, formula: Formula, watch: Watch) -> Presses:
    """Return the lexicographically least solution of a formula."""
    values: tuple[int, ...] | None = None
    start = 0
    while start < len(formula.readout):
        objective: dict[int, int] = {}
        end, size = start, 1
        while end < len(formula.readout):
            terms = formula.readout[end]
            base = 1 + sum(coefficient * formula.bounds[v - 1][1] for coefficient, v in terms)
            if end > start and size * base > MAX_DIGITS:
                break
            objective = {v: base * coefficient for v, coefficient in objective.items()}
            for coefficient, v in terms:
                objective[v] = objective.get(v, 0) + coefficient
            size, end = size * base, end + 1
        listed = tuple((coefficient, v) for v, coefficient in objective.items())
        values = _solve(ask, replace(formula, objective=listed), watch)
        if values is None:
            raise SolverError("the solver lost a solution it had found")
        presses = read_unknowns(formula, values)
        rows = tuple(Linear(formula.readout[j], Sense.EQUAL, presses[j]) for j in range(start, end))
        formula = replace(formula, linear=(*formula.linear, *rows))
        start = end
    return () if values is None else read_unknowns(formula, values)


def _without(formula: Formula, presses: Presses) -> Formula:
    """Return the formula with one solution excluded."""
    bounds, rows = list(formula.bounds), list(formula.linear)
    changed: list[tuple[int, int]] = []
    constant = 0
    for terms, value in zip(formula.readout, presses, strict=True):
        high = sum(coefficient * formula.bounds[v - 1][1] for coefficient, v in terms)
        if high == 0:
            continue
        if high == 1:  # the difference is x if the value was 0, and 1 - x if it was 1
            changed += [(coefficient * (1 - 2 * value), v) for coefficient, v in terms]
            constant += value
            continue
        if value < high:
            bounds.append((0, 1))
            changed.append((1, len(bounds)))
            rows.append(Linear((*terms, (-value - 1, len(bounds))), Sense.GREATER_EQUAL, 0))
        if value > 0:
            bounds.append((0, 1))
            changed.append((1, len(bounds)))
            rows.append(Linear((*terms, (high - value + 1, len(bounds))), Sense.LESS_EQUAL, high))
    rows.append(Linear(tuple(changed), Sense.GREATER_EQUAL, 1 - constant))
    return replace(formula, bounds=tuple(bounds), linear=tuple(rows))


def _weight(formula: Formula, values: tuple[int, ...]) -> int:
    return sum(coefficient * values[v - 1] for coefficient, v in formula.objective)
