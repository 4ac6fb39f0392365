"""CNF formula "there is a solution of at most this weight, other than the listed ones".

Proves: nothing alone.  Every solution of weight <= bound, other than the blocked ones, satisfies
all clauses; so if the clauses are contradictory, there is no such solution.  Without a bound every
solution does.
Does not prove: the other way round.  More might satisfy the clauses; then no proof exists.
Trusts: in kernel encoding, that the kernel lists all solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lo_exact.certificate.checker_parts.proof import Clause
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import Vector
from lo_exact.certificate.checker_parts.solutions import Kernel
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_CLAUSES = 2 * 10**6
"""Variables and clauses of a formula."""

MAX_LITERALS = 2 * 10**7
"""Literals of a formula."""


class Formula:
    """Clauses satisfied by every solution of weight <= bound, except the blocked solutions.

    Plain: the unknowns are the variables.  Raw: the same without a bound.  Kernel: the z_i of the
    solution particular + sum z_i generator_i are, and unknowns with equal rows in the generators
    form a class that has one value.  A number 0..d-1 is written as d - 1 variables "at least 1",
    "at least 2", ...
    """

    def __init__(
        self, system: System, bound: int | None, blocked: list[Vector], kernel: Kernel | None
    ):
        self.system = system
        self.clauses: list[Clause] = []
        self.variables: int = 0
        self.literals: int = 0
        leaves = self._plain(blocked) if kernel is None else self._kernel(kernel, blocked)
        if bound is not None:
            free = sum(base for base, _ in leaves)
            self._at_most([costs for _, costs in leaves if costs], bound - free)

    def _fresh(self, count: int) -> list[int]:
        self._within(count)
        self.variables += count
        return list(range(self.variables - count + 1, self.variables + 1))

    def _add(self, clause: Iterable[int]) -> None:
        found = tuple(clause)
        self.literals += len(found)
        fits = self.literals <= MAX_LITERALS
        bounded(fits, f"the formula has over {MAX_LITERALS} literals")
        if not found:  # two contradictory clauses, since some programs reject an empty one
            (t,) = self._fresh(1)
            self.clauses += [(t,), (-t,)]
        else:
            self.clauses.append(found)

    def _within(self, more: int) -> None:
        fits = self.variables + len(self.clauses) + more <= MAX_CLAUSES
        bounded(fits, f"the formula has over {MAX_CLAUSES} variables and clauses")

    def _numbers(self, bases: Vector) -> list[list[int]]:
        """Return variables "number >= v", v = 1..base-1, of one number below each base."""
        found = [self._fresh(base - 1) for base in bases]
        for at_least in found:
            for v in range(1, len(at_least)):
                self._add((-at_least[v], at_least[v - 1]))
        return found

    def _sum(self, terms: list[tuple[list[int], int]]) -> dict[int, int]:
        """Return for each residue r the literal that is true if the sum of the terms is r mod c.

        The sum is a chain: a fresh literal for each value it can have after each term.  With two
        colours one variable is both: r = 1 and, negated, r = 0.
        """
        c = self.system.colours
        state: dict[int, int] = {}
        for k, (at_least, amount) in enumerate(terms):
            before_it = sorted(state) if k else [0]
            self._within(len(before_it) * (len(at_least) + 1))
            steps = [(r, v) for r in before_it for v in range(len(at_least) + 1)]
            if c == 2:
                (t,) = at_least if k == 0 else self._fresh(1)
                after = {0: -t, 1: t}
            else:
                values = sorted({(r + amount * v) % c for r, v in steps})
                after = dict(zip(values, self._fresh(len(values)), strict=True))
            for r, v in steps if c > 2 or k else []:
                before = [-state[r]] if k else []
                self._add([*before, *_differs(at_least, v), after[(r + amount * v) % c]])
            state = after
        return state

    def _plain(self, blocked: list[Vector]) -> list[tuple[int, list[tuple[int, int]]]]:
        system = self.system
        unknowns = self._numbers([system.colours] * len(system.columns))
        rows: dict[int, list[tuple[list[int], int]]] = {light: [] for light in system.need}
        for at_least, column in zip(unknowns, system.columns, strict=True):
            for light, amount in column:
                rows[light].append((at_least, amount))
        for light, terms in rows.items():
            for r, literal in self._sum(terms).items():
                if r != system.need[light]:
                    self._add([-literal])
            if not terms and system.need[light]:
                self._add([])
        for x in blocked:
            self._add(lit for u, v in zip(unknowns, x, strict=True) for lit in _differs(u, v))
        leaves = []
        for j, at_least in enumerate(unknowns):
            for lit in at_least[:1] if system.per_button else at_least:
                leaves.append((0, [(system.prices[j], lit)] if system.prices[j] else []))
        return leaves

    def _kernel(
        self, kernel: Kernel, blocked: list[Vector]
    ) -> list[tuple[int, list[tuple[int, int]]]]:
        system, c = self.system, self.system.colours
        numbers = self._numbers(kernel.orders)
        classes: dict[tuple[int, ...], Vector] = {}
        for j in range(len(system.columns)):
            classes.setdefault(tuple(g[j] for g in kernel.generators), []).append(j)
        leaves, values = [], []
        for row, members in classes.items():
            terms = [(z, amount) for z, amount in zip(numbers, row, strict=True) if amount]
            state = self._sum(terms)
            system.spend((len(state) + 1) * len(members) + len(row))
            costs = {
                r: sum(system.cost(j, (kernel.particular[j] + r) % c) for j in members)
                for r in (state if terms else [0])
            }
            base = min(costs.values())
            listed = [(costs[r] - base, state[r]) for r in sorted(state) if costs[r] > base]
            leaves.append((base, listed))
            if terms:
                values.append((members[0], state))
        for x in blocked:
            shift = [((x[j] - kernel.particular[j]) % c, state) for j, state in values]
            self._add(-state[r] for r, state in shift)
        return leaves

    def _at_most(self, leaves: list[list[tuple[int, int]]], bound: int) -> None:
        """Add clauses for a tree of partial sums that forbid a total above ``bound``.

        A leaf's literals are true when it costs so much; a node's when its two halves do.
        """
        if bound < 0:
            self._add([])
        elif leaves:
            self._node(leaves, bound)

    def _node(self, leaves: list[list[tuple[int, int]]], bound: int) -> list[tuple[int, int]]:
        if len(leaves) == 1:
            for cost, literal in leaves[0]:
                if cost > bound:
                    self._add([-literal])
            return [(cost, literal) for cost, literal in leaves[0] if cost <= bound]
        half = len(leaves) // 2
        left = self._node(leaves[:half], bound)
        right = self._node(leaves[half:], bound)
        self._within(2 * (len(left) + 1) * (len(right) + 1))
        pairs = [(a, b) for a in [(0, 0), *left] for b in [(0, 0), *right]][1:]
        sums = sorted({a[0] + b[0] for a, b in pairs if a[0] + b[0] <= bound})
        node = dict(zip(sums, self._fresh(len(sums)), strict=True))
        for a, b in pairs:
            clause = [-literal for _, literal in (a, b) if literal]
            total = a[0] + b[0]
            self._add([*clause, node[total]] if total <= bound else clause)
        return list(node.items())

    def dimacs(self) -> Iterator[bytes]:
        """Yield the lines of the formula in DIMACS format."""
        yield b"p cnf %d %d\n" % (self.variables, len(self.clauses))
        for clause in self.clauses:
            yield b"".join(b"%d " % literal for literal in clause) + b"0\n"


def _differs(at_least: list[int], value: int) -> list[int]:
    """Return the literals of the clause "the number is not ``value``"."""
    below = [-at_least[value - 1]] if value else []
    return below + ([at_least[value]] if value < len(at_least) else [])
