"""Minimisation with an integer programming solver, shared by the backends CBC and HiGHS.

A floating-point solver gets one question.  Its solution is rounded and checked against the formula
in integers, and so is its claimed weight.  That there is nothing better is taken from its proof
status alone.  So it gives one minimum, as a second opinion, and neither counts nor lists.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import gcd, isinf

from lo_exact.errors import LimitReached, SolverError
from lo_exact.formula import Formula, read_unknowns, violated
from lo_exact.outcome import Outcome, Status, Wanted, Watch


@dataclass(frozen=True)
class IlpAnswer:
    """Result of an integer programming solver for one formula."""

    status: Status
    """``OPTIMAL`` and ``INFEASIBLE`` as proved by the solver, ``FEASIBLE`` and ``UNKNOWN`` when it
    ran out of time.
    """
    values: tuple[float, ...] = ()
    """Values of the variables as returned; empty without a solution."""
    weight: float = 0.0
    """Claimed value of the objective."""


Tell = Callable[[Sequence[float]], None]
"""Function of the variables' values, called with each better solution."""

Ask = Callable[[Formula, Watch, Tell], IlpAnswer]


def minimise_by_programs(ask: Ask, formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear constraints by an integer program.

    Args:
        ask: Function that minimises one formula within the time limit, reporting solutions.
        formula: Linear constraints over bounded integers.
        wanted: The request, for one minimum.
        watch: Receives solutions and bounds.
    """
    if formula.clauses or formula.xors:
        raise SolverError("this backend reads linear constraints, the formula has others")
    if wanted.more_than_one:
        raise SolverError("integer programs find one minimum: they neither count nor list")
    unit = gcd(*(coefficient for coefficient, _ in formula.objective)) or 1
    formula = replace(formula, objective=tuple((a // unit, v) for a, v in formula.objective))
    best = _solve(ask, formula, watch, unit)
    if best is None:
        return Outcome(Status.INFEASIBLE)
    weight, presses = _weight(formula, best) * unit, read_unknowns(formula, best)
    watch.improved(presses, weight)
    watch.bound(weight)
    return Outcome(Status.OPTIMAL, weight, (presses,))


def _solve(ask: Ask, formula: Formula, watch: Watch, unit: int) -> tuple[int, ...] | None:
    """Return an optimal assignment, checked in integers, or None if proved infeasible.

    Better solutions during the search are reported to the watch, with ``unit`` times their weight.
    """
    watch.check()
    if any(not row.terms and not row.holds_at_zero for row in formula.linear):
        return None
    rows = tuple(row for row in formula.linear if row.terms)
    if not rows and not formula.objective:
        return tuple(low for low, _ in formula.bounds)

    def tell(values: Sequence[float]) -> None:
        rounded = tuple(round(value) for value in values)
        if not violated(formula, rounded):
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


def _weight(formula: Formula, values: tuple[int, ...]) -> int:
    return sum(coefficient * values[v - 1] for coefficient, v in formula.objective)
