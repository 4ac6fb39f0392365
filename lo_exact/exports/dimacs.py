"""DIMACS CNF, with CryptoMiniSat's XOR lines, and weighted CNF in the format of 2022.

An XOR line ``x1 2 -3 0`` demands that the exclusive or of its literals is true, so an even parity
is written with the first variable negated.  WCNF: ``h`` begins a hard clause, a number a soft one
with that weight; every pressed unit of the objective breaks a soft clause.
SAT competition rules; Soos, Nohl, Castelluccia (2009); MaxSAT evaluation rules (2022).

SAT formats have no objective: without a bound any solution satisfies the file.  A bound is clauses,
a binary tree over the objective's terms; each node has a variable for each sum up to the bound that
its variables can reach.  Costs bound^2 log(terms) clauses for equal coefficients.
Joshi, Martins, Manquinho (2015).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Xor


def cnf_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield DIMACS CNF.

    Args:
        formula: Clauses over 0..1 variables; the objective is left out.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has other constraints.
    """
    if formula.xors:
        raise UsageError("DIMACS CNF has no XOR lines; take the format xor, or another encoding")
    return _dimacs(formula, notes)


def xor_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield DIMACS CNF with XOR lines; the arguments are those of `cnf_lines`."""
    return _dimacs(formula, notes)


def wcnf_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield WCNF (2022) with the objective; the arguments are those of `cnf_lines`."""
    if formula.xors:
        raise UsageError("WCNF has no XOR lines; take another encoding")
    clauses = _clauses(formula, "WCNF")
    return _wcnf(formula, notes, clauses)


def _wcnf(formula: Formula, notes: Sequence[str], clauses: list[tuple[int, ...]]) -> Iterator[str]:
    yield from (f"c {note}" for note in notes)
    for clause in clauses:
        yield " ".join(map(str, ("h", *clause, 0)))
    for coefficient, variable in formula.objective:
        yield f"{coefficient} -{variable} 0"


def _dimacs(formula: Formula, notes: Sequence[str]) -> Iterator[str]:
    clauses = _clauses(formula, "DIMACS")
    clauses += [() for xor in formula.xors if not xor.variables and xor.parity]
    xors = [xor for xor in formula.xors if xor.variables]
    head = [f"c {note}" for note in notes]
    head.append(f"p cnf {formula.variables} {len(clauses) + len(xors)}")
    return _after(head, clauses, xors)


def _after(head: list[str], clauses: list[tuple[int, ...]], xors: list[Xor]) -> Iterator[str]:
    yield from head
    for clause in clauses:
        yield " ".join(map(str, (*clause, 0)))
    for xor in xors:
        first, *rest = xor.variables
        literals = (first if xor.parity else -first, *rest, 0)
        yield "x" + " ".join(map(str, literals))


def _clauses(formula: Formula, name: str) -> list[tuple[int, ...]]:
    """Return all clauses, with those that fix variables; nothing else may be there."""
    if formula.linear:
        raise UsageError(f"{name} has no linear constraints; take an encoding in clauses")
    fixed: list[tuple[int, ...]] = []
    for variable, (low, high) in enumerate(formula.bounds, start=1):
        if low < 0 or high > 1:
            raise UsageError(f"{name} has 0..1 variables only; take an encoding in clauses")
        if low == high:
            fixed.append((variable if low else -variable,))
        elif low > high:
            fixed.append(())
    return [*formula.clauses, *fixed]


MAX_CLAUSES = 10**7

Sums = dict[int, int]
"""{sum: variable that is 1 when the sum is reached}."""


def with_bound(formula: Formula, bound: int) -> Formula:
    """Return the formula without objective, satisfied where the objective was at most ``bound``.

    Raises:
        UsageError: When the objective is over other than 0..1 variables, or would take more than
            `MAX_CLAUSES`.
    """
    if any(formula.bounds[v - 1] not in ((0, 1), (0, 0), (1, 1)) for _, v in formula.objective):
        raise UsageError("only an objective over 0..1 variables can be bounded by clauses")
    bounds, clauses = list(formula.bounds), list(formula.clauses)
    if bound < 0:
        clauses.append(())
    elif formula.objective:
        _tree([{c: v} for c, v in formula.objective], bound, bounds, clauses)
    return replace(formula, bounds=tuple(bounds), clauses=tuple(clauses), objective=())


def _tree(
    parts: list[Sums], bound: int, bounds: list[tuple[int, int]], clauses: list[tuple[int, ...]]
) -> Sums:
    if len(parts) == 1:
        clauses += [(-variable,) for cost, variable in parts[0].items() if cost > bound]
        return {cost: variable for cost, variable in parts[0].items() if cost <= bound}
    middle = len(parts) // 2
    left = _tree(parts[:middle], bound, bounds, clauses)
    right = _tree(parts[middle:], bound, bounds, clauses)
    if len(clauses) + (len(left) + 1) * (len(right) + 1) > MAX_CLAUSES:
        raise UsageError(f"the bound would take more than {MAX_CLAUSES} clauses")
    reached: Sums = {}
    for a, p in ((0, 0), *left.items()):
        for b, q in ((0, 0), *right.items()):
            negated = tuple(-variable for variable in (p, q) if variable)
            if a + b > bound:
                clauses.append(negated)
            elif negated:
                if a + b not in reached:
                    bounds.append((0, 1))
                    reached[a + b] = len(bounds)
                clauses.append((*negated, reached[a + b]))
    return reached
