"""Export of integer programs as CPLEX LP and MPS files, through PuLP.

Variables are x1, x2, ... as in the formula, all integer.  A row without variables that cannot hold
is written with PuLP's variable ``__dummy``, which is 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Linear, Sense, linear_program

EXACT = 10**12
"""Bound on numbers, since PuLP writes twelve digits and rounds larger ones."""


def lp_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Return the lines of a CPLEX LP file.

    Args:
        formula: Clauses and linear constraints.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has XOR constraints, or numbers that PuLP would round.
    """
    return iter([*(f"\\ {note}" for note in notes), *_written(formula, "LP", "writeLP")])


def mps_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Return the lines of an MPS file, for the arguments of `lp_lines`."""
    return iter([*(f"* {note}" for note in notes), *_written(formula, "MPS", "writeMPS")])


def _written(formula: Formula, name: str, writer: str) -> list[str]:
    """Return the lines of a file that PuLP writes."""
    rows = [row for row in rows_of(formula, name) if row.terms or not row.holds_at_zero]
    numbers = [
        *(c for row in rows for c, _ in row.terms), *(row.bound for row in rows),
        *(c for c, _ in formula.objective), *(end for ends in formula.bounds for end in ends),
    ]  # fmt: skip
    if largest := next((number for number in numbers if abs(number) >= EXACT), 0):
        raise UsageError(f"{name} is written with twelve digits, the number {largest} has more")
    problem, _ = linear_program(replace(formula, clauses=(), linear=tuple(rows)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program"
        getattr(problem, writer)(str(path))
        return path.read_text(encoding="utf-8").splitlines()


def rows_of(formula: Formula, name: str) -> Iterator[Linear]:
    """Yield every constraint in linear form, with each variable at most once, in ascending order.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    if formula.xors:
        raise UsageError(f"{name} has no exclusive or; take the encoding slack or chain")
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
