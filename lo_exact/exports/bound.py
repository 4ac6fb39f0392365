"""A bound on the objective, as clauses, for formats that cannot minimise.

A binary tree over the objective's terms; each node has a variable for each sum up to the bound that
its variables can reach.  Costs bound^2 log(terms) clauses for equal coefficients.
Joshi, Martins, Manquinho (2015).
"""

from __future__ import annotations

from dataclasses import replace

from lo_exact.errors import UsageError
from lo_exact.formula import Formula

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
