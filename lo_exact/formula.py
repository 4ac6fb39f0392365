"""Formulas: constraints and an objective, written by encodings and read by backends.

Frozen data that know nothing of lights or solvers.  Variables are numbered from 1 (as in DIMACS),
each an integer with bounds.  Clauses and XOR constraints use only variables bounded 0..1; linear
constraints use all.  ``readout`` defines how the unknowns are read from an assignment, so no
decoder has to know the encoding.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

Literal = int
"""v for "variable v is 1", -v for "variable v is 0"."""


class Sense(Enum):
    """Relation of a linear constraint: at most, equal, or at least."""

    LESS_EQUAL = "<="
    EQUAL = "="
    GREATER_EQUAL = ">="


@dataclass(frozen=True)
class Xor:
    """Constraint that the exclusive or of 0..1 variables equals ``parity``."""

    variables: tuple[int, ...]
    parity: int


@dataclass(frozen=True)
class Linear:
    """Linear constraint over integers: sum of coefficient * variable (``sense``) ``bound``."""

    terms: tuple[tuple[int, int], ...]
    """Terms of the sum, as (coefficient, variable) pairs."""
    sense: Sense
    bound: int

    @property
    def holds_at_zero(self) -> bool:
        """Return whether the constraint holds when all variables are 0."""
        if self.sense is Sense.EQUAL:
            return self.bound == 0
        return self.bound <= 0 if self.sense is Sense.GREATER_EQUAL else self.bound >= 0


@dataclass(frozen=True)
class Formula:
    """Constraints over bounded integer variables, with an objective to minimise."""

    bounds: tuple[tuple[int, int], ...]
    """(low, high) of variable 1, 2, ..."""
    clauses: tuple[tuple[Literal, ...], ...] = ()
    """Disjunctions of literals (clauses)."""
    xors: tuple[Xor, ...] = ()
    """Exclusive-or constraints."""
    linear: tuple[Linear, ...] = ()
    """Linear constraints."""
    objective: tuple[tuple[int, int], ...] = ()
    """(coefficient > 0, variable) pairs; their sum is minimised."""
    readout: tuple[tuple[tuple[int, int], ...], ...] = ()
    """For each unknown, (coefficient, variable) pairs whose sum is its value."""

    @property
    def variables(self) -> int:
        """Number of variables."""
        return len(self.bounds)


def read_unknowns(formula: Formula, assignment: Sequence[int]) -> tuple[int, ...]:
    """Return the values of the unknowns under an assignment of the variables.

    Args:
        formula: The formula that was solved.
        assignment: value of variable 1, 2, ...; at least as long as ``formula.bounds``.
    """
    return tuple(
        sum(coefficient * assignment[variable - 1] for coefficient, variable in terms)
        for terms in formula.readout
    )


def violated(formula: Formula, assignment: Sequence[int]) -> str:
    """Return a description of the first violated constraint, or ``""`` if there is none."""
    for v, (low, high) in enumerate(formula.bounds, start=1):
        if not low <= assignment[v - 1] <= high:
            return f"variable {v} is {assignment[v - 1]}, outside {low}..{high}"
    values = zip(range(1, formula.variables + 1), assignment, strict=False)
    true = {v if value else -v for v, value in values if value in (0, 1)}
    for clause in formula.clauses:
        if true.isdisjoint(clause):
            return f"clause {clause}"
    for xor in formula.xors:
        if sum(assignment[v - 1] for v in xor.variables) % 2 != xor.parity:
            return f"{xor}"
    for row in formula.linear:
        total = sum(coefficient * assignment[v - 1] for coefficient, v in row.terms)
        holds = {
            Sense.LESS_EQUAL: total <= row.bound,
            Sense.EQUAL: total == row.bound,
            Sense.GREATER_EQUAL: total >= row.bound,
        }
        if not holds[row.sense]:
            return f"{row}"
    return ""


def linear_program(formula: Formula) -> tuple[Any, list[Any]]:
    """Convert a formula of linear constraints to a PuLP problem and its variables x1, x2, ..."""
    import pulp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PuLP warns about names that version 4 will change
        problem = pulp.LpProblem("formula", pulp.LpMinimize)
        variables = [
            pulp.LpVariable(f"x{i}", low, high, pulp.LpInteger)
            for i, (low, high) in enumerate(formula.bounds, start=1)
        ]
        senses = {
            Sense.LESS_EQUAL: pulp.LpConstraintLE,
            Sense.EQUAL: pulp.LpConstraintEQ,
            Sense.GREATER_EQUAL: pulp.LpConstraintGE,
        }
        problem += pulp.LpAffineExpression([(variables[v - 1], a) for a, v in formula.objective])
        for row in formula.linear:
            problem += pulp.LpConstraint(
                pulp.LpAffineExpression([(variables[v - 1], a) for a, v in row.terms]),
                senses[row.sense],
                rhs=row.bound,
            )
        return problem, variables
