"""Integer programs as files: CPLEX LP, and MPS that is fixed and free at once.

Variables are x1, x2, ... as in the formula, all integer with both bounds written out.  Readers
differ on rows without terms and on files without variables or objective, so such a row is written
over a variable ``zero`` that is fixed at 0.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Linear, Sense

_LP_WIDTH = 78
_MPS_ROWS = {Sense.LESS_EQUAL: "L", Sense.EQUAL: "E", Sense.GREATER_EQUAL: "G"}


def lp_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield CPLEX LP.

    Args:
        formula: Clauses and linear constraints.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    rows, zero = _rows(formula, "LP")
    return _lp(formula, notes, rows, zero)


def mps_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield MPS; the arguments are those of `lp_lines`."""
    rows, zero = _rows(formula, "MPS")
    return _mps(formula, notes, rows, zero)


def _rows(formula: Formula, name: str) -> tuple[list[Linear], int]:
    """Return the rows, and the number of the variable ``zero``."""
    rows = [row for row in rows_of(formula, name) if row.terms or not holds_always(row)]
    zero = formula.variables + 1
    return [row if row.terms else Linear(((1, zero),), row.sense, row.bound) for row in rows], zero


def _lp(formula: Formula, notes: Sequence[str], rows: list[Linear], zero: int) -> Iterator[str]:
    def terms(listed: Sequence[tuple[int, int]]) -> str:
        named = " ".join(f"{c:+d} {_name(v, zero)}" for c, v in listed)
        return named or "0 zero"

    yield from (f"\\ {note}" for note in notes)
    yield "Minimize"
    yield from _wrapped(f"obj: {terms(formula.objective)}")
    yield "Subject To"
    for number, row in enumerate(rows, start=1):
        yield from _wrapped(f"c{number}: {terms(row.terms)} {row.sense.value} {row.bound}")
    yield "Bounds"
    for variable, (low, high) in enumerate(formula.bounds, start=1):
        yield f" {low} <= x{variable} <= {high}"
    yield " 0 <= zero <= 0"
    yield "General"
    for variable in range(1, formula.variables + 1):
        yield f" x{variable}"
    yield " zero"
    yield "End"


def _wrapped(text: str) -> list[str]:
    return wrap(text, _LP_WIDTH, initial_indent=" ", subsequent_indent="  ")


def _mps(formula: Formula, notes: Sequence[str], rows: list[Linear], zero: int) -> Iterator[str]:
    yield from (f"* {note}" for note in notes)
    yield "NAME          lo-exact"
    yield "ROWS"
    yield " N  obj"
    columns: dict[int, list[tuple[str, int]]] = {v: [] for v in range(1, zero + 1)}
    for coefficient, variable in formula.objective:
        columns[variable].append(("obj", coefficient))
    for number, row in enumerate(rows, start=1):
        yield f" {_MPS_ROWS[row.sense]}  c{number}"
        for coefficient, variable in row.terms:
            columns[variable].append((f"c{number}", coefficient))
    yield "COLUMNS"
    yield "    MARKER                 'MARKER'                 'INTORG'"
    for variable, entries in columns.items():
        for row_name, value in entries or [("obj", 0)]:
            yield _fields("", _name(variable, zero), row_name, value)
    yield "    MARKER                 'MARKER'                 'INTEND'"
    yield "RHS"
    for number, row in enumerate(rows, start=1):
        if row.bound:
            yield _fields("", "RHS", f"c{number}", row.bound)
    yield "BOUNDS"
    for variable, (low, high) in enumerate(formula.bounds, start=1):
        yield _fields("LO", "BND", f"x{variable}", low)
        yield _fields("UP", "BND", f"x{variable}", high)
    yield _fields("FX", "BND", "zero", 0)
    yield "ENDATA"


def _fields(kind: str, first: str, second: str, value: int) -> str:
    """Return a line with its fields in the columns of fixed MPS."""
    return f" {kind:<2} {first:<8}  {second:<8}  {value:>12}"


def _name(variable: int, zero: int) -> str:
    return "zero" if variable == zero else f"x{variable}"


def rows_of(formula: Formula, name: str) -> Iterator[Linear]:
    """Yield every constraint as a linear one, each variable at most once, ascending.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    if formula.xors:
        raise UsageError(f"{name} has no exclusive or; take the encoding slack or chain")
    return _linear_rows(formula)


def _linear_rows(formula: Formula) -> Iterator[Linear]:
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
