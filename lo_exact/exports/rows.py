"""A formula as rows of integers: what OPB, LP and MPS have in common.

Clauses become sums of at least 1; XOR constraints have no row that keeps its coefficients small, so
they are refused (other encodings write parities with a slack).
"""

from __future__ import annotations

from collections.abc import Iterator

from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Linear, Sense


def rows_of(formula: Formula, name: str) -> Iterator[Linear]:
    """Yield every constraint as a linear one, each variable at most once, ascending.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    if formula.xors:
        raise UsageError(f"{name} has no exclusive or; take the encoding slack or chain")
    return _rows(formula)


def _rows(formula: Formula) -> Iterator[Linear]:
    for clause in formula.clauses:
        terms = [(1 if literal > 0 else -1, abs(literal)) for literal in clause]
        negative = sum(literal < 0 for literal in clause)
        yield Linear(_collected(terms), Sense.GREATER_EQUAL, 1 - negative)
    for row in formula.linear:
        yield Linear(_collected(row.terms), row.sense, row.bound)


def _collected(
    terms: list[tuple[int, int]] | tuple[tuple[int, int], ...],
) -> tuple[tuple[int, int], ...]:
    total: dict[int, int] = {}
    for coefficient, variable in terms:
        total[variable] = total.get(variable, 0) + coefficient
    return tuple((c, v) for v, c in sorted(total.items()) if c)


def holds_always(row: Linear) -> bool:
    """Say whether a row without terms is true."""
    if row.sense is Sense.EQUAL:
        return row.bound == 0
    return row.bound <= 0 if row.sense is Sense.GREATER_EQUAL else row.bound >= 0
