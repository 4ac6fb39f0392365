"""Export of integer programs as CPLEX LP and MPS files, through PuLP, and as OPB.

Variables of LP and MPS are x1, x2, ... as in the formula, all integer.  A row without variables
that cannot hold is written with PuLP's variable ``__dummy``, which is 0.

OPB has 0..1 variables.  A bounded integer is its lowest value plus binary digits.  The last digit
has the weight that is left, so every value is reached and none beyond.  OPB has no constant in the
objective; the comment ``* add K`` gives it.  Roussel, Manquinho: pseudo-Boolean competition, input
format (2012).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from lo_exact.errors import UsageError, refuse_use
from lo_exact.formula import Formula, Linear, Sense, linear_program

EXACT = 10**12
"""Bound on numbers in a file: PuLP writes twelve digits and would round larger ones."""

Terms = list[tuple[int, int]]


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
    """Return the lines of an MPS file; arguments as for `lp_lines`."""
    return iter([*(f"* {note}" for note in notes), *_written(formula, "MPS", "writeMPS")])


def _written(formula: Formula, name: str, writer: str) -> list[str]:
    """Return a formula as the lines of an LP or MPS file, written by PuLP."""
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
    refuse_use(formula.xors, f"{name} has no exclusive or; take the encoding slack or chain")
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


@dataclass(frozen=True)
class Digits:
    """Representation of a bounded integer: ``low`` plus a weighted sum of 0..1 variables."""

    low: int
    weights: tuple[tuple[int, int], ...]


def digits_of(formula: Formula) -> tuple[Digits, ...]:
    """Return each variable as a sum of 0..1 variables, which are numbered from 1 in order."""
    found, used = [], 0
    for low, high in formula.bounds:
        left, weights = high - low, []
        power = 1
        while left > 0:
            used += 1
            weights.append((min(power, left), used))
            left -= weights[-1][0]
            power *= 2
        found.append(Digits(low, tuple(weights)))
    return tuple(found)


def opb_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of an OPB file.

    Args:
        formula: Clauses and linear constraints.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    digits = digits_of(formula)
    rows = []
    for row in rows_of(formula, "OPB"):
        terms, constant = _spelt(row.terms, digits)
        bound = row.bound - constant
        if row.sense is Sense.LESS_EQUAL:
            terms, bound = [(-c, v) for c, v in terms], -bound
        sign = "=" if row.sense is Sense.EQUAL else ">="
        rows.append(f"{_sum(terms)} {sign} {bound} ;")
    # contradictory bounds are written as 0 >= 1
    rows += ["+0 x1 >= 1 ;" for low, high in formula.bounds if low > high]
    variables = max((v for number in digits for _, v in number.weights), default=0)
    yield f"* #variable= {variables} #constraint= {len(rows)}"
    yield from (f"* {note}" for note in notes)
    for number, variable in enumerate(digits, start=1):
        if variable.low or len(variable.weights) != 1 or variable.weights[0] != (1, number):
            spelt = " ".join(f"+{weight} x{v}" for weight, v in variable.weights)
            yield f"* variable {number} is {variable.low} {spelt}".rstrip()
    terms, constant = _spelt(formula.objective, digits)
    if constant:
        yield f"* add {constant} to the objective"
    if terms:
        yield f"min: {_sum(terms)} ;"
    yield from rows


def _spelt(terms: Sequence[tuple[int, int]], digits: tuple[Digits, ...]) -> tuple[Terms, int]:
    constant = sum(c * digits[v - 1].low for c, v in terms)
    spelt = [(c * weight, b) for c, v in terms for weight, b in digits[v - 1].weights]
    return spelt, constant


def _sum(terms: Terms) -> str:
    return " ".join(f"{c:+d} x{v}" for c, v in terms) or "+0 x1"
