"""CNF formula "there is a solution of at most this weight, other than the listed ones".

Without a weight, it says that there is a solution.

Written apart from the checker's, by docs/certificate-format.md, which defines it byte by byte.  A
number 0..d-1 is d - 1 variables "at least v"; a sum mod c is a chain with
a literal for each value it may have; a weight is a tree of sums up to the bound.  Kernel form has
one number for each generator and one sum for each class of unknowns with equal rows in the kernel.

Costs about c^2 clauses for each entry of the matrix, and bound^2 log(unknowns) for the weight.
Sums of weights: Joshi, Martins, Manquinho (2015).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from lo_exact.algebra import Coset, solve_linear
from lo_exact.certificate.draft import LowerBoundClaim, UnsolvableClaim, with_shift
from lo_exact.outcome import Presses
from lo_exact.puzzle import Puzzle, System

Clause = tuple[int, ...]
Sums = list[tuple[int, int]]
"""(cost, literal that is true when it is reached) pairs."""


@dataclass(frozen=True)
class Cnf:
    """CNF formula: clauses over numbered variables, as tuples of literals."""

    variables: int
    clauses: tuple[Clause, ...]

    def dimacs(self) -> bytes:
        """Return the formula as bytes in DIMACS format, without comments."""
        head = f"p cnf {self.variables} {len(self.clauses)}\n"
        return (head + "".join(" ".join(map(str, (*c, 0))) + "\n" for c in self.clauses)).encode()


class _FormulaDraft:
    """CNF formula under construction, with new variables numbered in turn."""

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[Clause] = []

    def number(self, values: int) -> list[int]:
        """Return the variables "at least 1", "at least 2", ... of a number 0..values-1."""
        fresh = [self.variables + v for v in range(1, values)]
        self.variables += len(fresh)
        return fresh

    def add(self, *literals: int) -> None:
        """Add a clause; write the empty clause as two unit clauses that contradict each other."""
        if literals:
            self.clauses.append(literals)
        else:
            (t,) = self.number(2)
            self.clauses += [(t,), (-t,)]


def claim_formula(
    system: System,
    bound: int | None,
    *,
    blocked: Sequence[Presses] = (),
    coset: Coset | None = None,
) -> Cnf:
    """Return a formula that is unsatisfiable if there is no further solution up to the bound.

    Args:
        system: The system.
        bound: The largest weight that is looked for; None for any.
        blocked: Solutions that do not count.
        coset: All solutions, for the kernel form; the plain form is written without.
    """
    draft = _FormulaDraft()
    if coset is None:
        groups, free = _plain(draft, system, blocked), 0
    else:
        groups, free = _kernel(draft, system, blocked, coset)
    if bound is None:
        pass
    elif bound < free:
        draft.add()
    elif groups:
        _weight(draft, groups, bound - free)
    return Cnf(draft.variables, tuple(draft.clauses))


def formula_written_apart(puzzle: Puzzle, claim: Any, *, kernel: bool) -> Cnf:
    """Return the formula whose contradiction proves a claim about a minimum, a bound or none."""
    system = puzzle.system
    if isinstance(claim, UnsolvableClaim):
        return claim_formula(system, None)
    coset: Any = solve_linear(system.matrix, system.syndrome) if kernel else None
    if isinstance(claim, LowerBoundClaim):
        return claim_formula(system, claim.bound - 1, coset=coset)
    if claim.count < 0:
        return claim_formula(system, claim.weight - 1, coset=coset)
    minima = with_shift(puzzle, claim).minima
    return claim_formula(system, claim.weight, blocked=minima, coset=coset)


def _ordered_numbers(draft: _FormulaDraft, sizes: Iterable[int]) -> list[list[int]]:
    numbers = [draft.number(size) for size in sizes]
    for number in numbers:
        for lower, upper in zip(number, number[1:], strict=False):  # noqa: RUF007
            draft.add(-upper, lower)
    return numbers


def _other_than(number: list[int], value: int) -> Clause:
    """Return the literals of the clause "the number is not ``value``"."""
    literals = []
    if value > 0:
        literals.append(-number[value - 1])
    if value < len(number):
        literals.append(number[value])
    return tuple(literals)


def _sum(draft: _FormulaDraft, terms: Sequence[tuple[list[int], int]], c: int) -> dict[int, int]:
    """Return for each residue r the literal that is true if the sum is r mod c."""
    reached: dict[int, int | None] = {0: None}
    for number, amount in terms:
        first = reached == {0: None}
        values = range(len(number) + 1)
        following: dict[int, int]
        if c == 2 and first:
            reached = {0: -number[0], 1: number[0]}
            continue
        if c == 2:
            (t,) = draft.number(2)
            following = {0: -t, 1: t}
        else:
            found = sorted({(r + amount * v) % c for r in reached for v in values})
            following = dict(zip(found, draft.number(len(found) + 1), strict=True))
        for r, v in product(sorted(reached), values):
            before = () if first else (-_literal(reached[r]),)
            draft.add(*before, *_other_than(number, v), following[(r + amount * v) % c])
        reached = dict(following)
    return {r: literal for r, literal in reached.items() if literal is not None}


def _literal(found: int | None) -> int:
    assert found is not None
    return found


def _plain(draft: _FormulaDraft, system: System, blocked: Sequence[Presses]) -> list[Sums]:
    c = system.colours
    unknowns = _ordered_numbers(draft, [c] * system.unknowns)
    by_light = system.matrix.transpose()
    for light, wanted in enumerate(system.syndrome.tolist()):
        pressed, amounts = by_light.column(light)
        terms = list(zip((unknowns[j] for j in pressed), amounts.tolist(), strict=True))
        for r, literal in _sum(draft, terms, c).items():
            if r != wanted:
                draft.add(-literal)
        if wanted and not terms:
            draft.add()
    for presses in blocked:
        different = (_other_than(number, v) for number, v in zip(unknowns, presses, strict=True))
        draft.add(*(literal for literals in different for literal in literals))
    counted = 1 if system.per_button else c - 1
    return [
        [(price, literal)]
        for number, price in zip(unknowns, system.prices.tolist(), strict=True)
        for literal in number[:counted]
        if price
    ]


def _kernel(
    draft: _FormulaDraft, system: System, blocked: Sequence[Presses], coset: Coset
) -> tuple[list[Sums], int]:
    c, particular = system.colours, coset.particular.tolist()
    numbers = _ordered_numbers(draft, coset.kernel.orders)
    rows = coset.kernel.generators.T.tolist() or [[]] * system.unknowns
    classes: dict[tuple[int, ...], list[int]] = {}
    for j, row in enumerate(rows):
        classes.setdefault(tuple(row), []).append(j)
    prices = system.prices.tolist()
    groups, free = [], 0
    varying: list[tuple[int, dict[int, int]]] = []
    for row, members in classes.items():
        terms = [(z, amount) for z, amount in zip(numbers, row, strict=True) if amount]
        reached = _sum(draft, terms, c)

        def cost(r: int, members: list[int] = members) -> int:
            times = ((j, (particular[j] + r) % c) for j in members)
            return sum(prices[j] * (t > 0 if system.per_button else t) for j, t in times)

        costs = {r: cost(r) for r in sorted(reached)} or {0: cost(0)}
        least = min(costs.values())
        free += least
        group = [(costs[r] - least, reached[r]) for r in sorted(reached) if costs[r] > least]
        if group:
            groups.append(group)
        if reached:
            varying.append((members[0], reached))
    for presses in blocked:
        draft.add(*(-reached[(presses[j] - particular[j]) % c] for j, reached in varying))
    return groups, free


def _weight(draft: _FormulaDraft, groups: list[Sums], bound: int) -> Sums:
    """Add clauses that forbid weights above ``bound``, and return the (sum, literal) pairs."""
    if len(groups) == 1:
        for cost, literal in groups[0]:
            if cost > bound:
                draft.add(-literal)
        return [(cost, literal) for cost, literal in groups[0] if cost <= bound]
    middle = len(groups) // 2
    halves = [_weight(draft, part, bound) for part in (groups[:middle], groups[middle:])]
    pairs: Iterator[tuple[tuple[int, int], ...]] = product(*([(0, 0), *half] for half in halves))
    reached = [((a + b), tuple(-x for x in (p, q) if x)) for (a, p), (b, q) in pairs][1:]
    sums = sorted({total for total, _ in reached if total <= bound})
    literals = dict(zip(sums, draft.number(len(sums) + 1), strict=True))
    for total, clause in reached:
        draft.add(*clause, *([literals[total]] if total <= bound else []))
    return list(literals.items())
