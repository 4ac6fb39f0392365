"""Branch and bound over integer coordinates of the solution lattice.

A node is a dictionary with the branches' rows in it.  Its cost, exact, is rounded up to the next
cost that whole numbers can have.  A node that cannot improve on the best is dropped.  A node whose
coordinates are all whole is a solution; any other is split at a coordinate that is not whole.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd

from lo_exact.whole_numbers.dictionary import (
    FreeLine,
    PolytopePart,
    Refused,
    Split,
    SplitSide,
    begun,
    coordinate_row,
)
from lo_exact.whole_numbers.lattice import Lattice, NoLattice, Program, solve_whole

QUICK, PATIENCE = 50, 300
"""Nodes for finding the lexicographically first minimum, after the minimum is proved."""

NODES_A_LOOK = 64
"""Nodes between two checks of the time limit."""


@dataclass(frozen=True)
class Least:
    """Least cost of a solution, proved, with a solution of this cost."""

    weight: int
    """Cost of the solution."""
    presses: tuple[int, ...]
    """A solution of that cost."""
    nodes: int
    """Number of visited nodes."""


@dataclass(frozen=True)
class None_:  # noqa: N801 - the answer "none", not Python's
    """Result that there is no solution, with the reason."""

    lattice: NoLattice | None
    """Proof that there is no integer solution of any sign, or None if only signs prevent one."""
    nodes: int = 0
    """Number of visited nodes."""


class CountersSearch:
    """Branch and bound search on one integer program.

    Args:
        program: the program.
        look: called now and then with the number of nodes; may raise to stop.
    """

    def __init__(self, program: Program, look: Callable[[int], None]):
        self.program = program
        self.nodes: int = 0
        self._look = look
        self._slack = len(program.columns) + len(program.wanted)
        self.lattice: Lattice | NoLattice = solve_whole(program.columns, program.wanted)

    def root(self, costs: Sequence[int]) -> PolytopePart | Refused:
        """Return the root node at a rational optimum for the costs, or proof of infeasibility."""
        assert isinstance(self.lattice, Lattice)
        kept = [
            (row, -sum(a * x for a, x in zip(row, self.lattice.origin, strict=True)))
            for row in self.lattice.coordinates
        ]
        table = begun(self.program.columns, self.program.wanted, costs, kept)
        return (
            Refused(PolytopePart(table[0]), table[1])
            if isinstance(table, tuple)
            else PolytopePart(table)
        )

    def minimum(
        self, found: Callable[[tuple[int, ...], int], None], bound: Callable[[int], None]
    ) -> Least | None_:
        """Return the proved least cost with a solution, or the result that there is none.

        Args:
            found: called with every better solution.
            bound: called with the cost of the whole polytope, rounded up.
        """
        if isinstance(self.lattice, NoLattice):
            return None_(self.lattice)
        prices = self.program.prices
        step = gcd(*(self.program.weight(vector) for vector in self.lattice.basis))
        rest = self.program.weight(self.lattice.origin)
        root = self.root(prices)
        if isinstance(root, Refused):
            return None_(None)

        def least(node: PolytopePart) -> int:
            """Return a node's cost, rounded up to the next cost possible for whole numbers."""
            cost, denominator = node.table.rows[-1][0], node.table.denominator
            up = -(-cost // denominator)
            return up if step == 0 else rest + -(-(up - rest) // step) * step

        bound(least(root))
        best: tuple[int, ...] | None = None
        best_weight = 0
        stack = [root]
        while stack:
            node = stack.pop()
            self._count()
            if node.branches and not node.table.feasible():
                continue
            if best is not None and least(node) >= best_weight:
                continue
            coordinate = self._broken(node)
            if coordinate is None:
                best = self.presses(node)
                best_weight = self.program.weight(best)
                found(best, best_weight)
                continue
            stack += self._sides(node, coordinate)
        if best is None:
            return None_(None, self.nodes)
        return Least(best_weight, best, self.nodes)

    def first_of(self, weight: int, patience: float = PATIENCE) -> tuple[int, ...] | None:
        """Return the lexicographically least solution up to a cost, or None if that takes too long.

        First by one sum in which each press outweighs all later ones; where that takes more than
        `QUICK` nodes, press by press.  None when that takes more than ``patience``: equal buttons
        make many solutions alike.
        """
        n = len(self.program.columns)
        base = 2 + max(self.bounds(), default=0)
        order = [base ** (n - 1 - j) for j in range(n)]
        root = self.within(weight, order)
        assert isinstance(root, PolytopePart)
        best, done = self._least(root, order, None, self.nodes + QUICK)
        if done:
            return best
        last = self.nodes + patience
        for j in range(n):
            if best is not None and best[j] == 0:
                continue
            costs = [int(i == j) for i in range(n)]
            root = self.within(weight, costs)
            assert isinstance(root, PolytopePart)
            for i in range(j):
                assert best is not None
                self._slack += 1
                root.table.cap(self._slack, i, best[i])
            best, done = self._least(root, costs, best, last)
            if not done:
                return None
        return best

    def _least(
        self, root: PolytopePart, costs: Sequence[int], best: tuple[int, ...] | None, last: float
    ) -> tuple[tuple[int, ...] | None, bool]:
        """Return the cheapest solution found below a node, and whether it is proved cheapest.

        Args:
            root: the part, not yet made feasible.
            costs: (buttons,) costs in its dictionary.
            best: one of its solutions, if one is known.
            last: largest node number.
        """
        stack = [root]
        while stack:
            node = stack.pop()
            self._count()
            if self.nodes > last:
                return best, False
            if not node.table.feasible():
                continue
            cost = -(-node.table.rows[-1][0] // node.table.denominator)
            if best is not None and cost >= sum(a * x for a, x in zip(costs, best, strict=True)):
                continue
            coordinate = self._broken(node)
            if coordinate is None:
                best = self.presses(node)
            else:
                stack += self._sides(node, coordinate)
        return best, True

    def within(self, weight: int, costs: Sequence[int]) -> PolytopePart | Refused:
        """Return the root node with the constraint cost <= ``weight`` added, not yet enforced."""
        root = self.root(costs)
        if isinstance(root, Refused):
            return root
        table = root.table
        row = [0] * len(table.rows[-1])
        row[0] = weight * table.denominator
        for j, price in enumerate(self.program.prices):
            if price == 0:
                continue
            if j in table.free:
                row[1 + table.free.index(j)] -= price * table.denominator
            else:
                own = table.rows[table.names.index(j)]
                row = [a - price * b for a, b in zip(row, own, strict=True)]
        self._slack += 1
        table.add(self._slack, row)
        return replace(root, spent=self._slack)

    def solutions(self, weight: int | None = None) -> Iterator[tuple[PolytopePart, int, int, int]]:
        """Yield all solutions, up to a cost if given, grouped in lines along a coordinate.

        Yields:
            A node in which all other coordinates are fixed, the free one (-1 if
            there is none), and its least and greatest value.
        """
        for part in self.parts(weight, rows=True):
            if isinstance(part, FreeLine) and part.low <= part.high:
                yield part.node, part.coordinate, part.low, part.high

    def parts(self, weight: int | None, *, rows: bool) -> Iterator[Refused | FreeLine | Split]:
        """Yield the nodes of a search tree that covers all solutions, up to a cost if given.

        Each node comes before the parts of its two sides, the lower side first.

        Args:
            weight: largest cost of a solution, or None for any.
            rows: whether to fix all but one coordinate; otherwise a solution ends a part.
        """
        costs = [0] * len(self.program.columns) if rows else self.program.prices
        root = self.root(costs) if weight is None else self.within(weight, costs)
        stack: list[PolytopePart | Refused] = [root]
        while stack:
            node = stack.pop()
            self._count()
            if isinstance(node, Refused):
                yield node
                continue
            violated = node.table.violated()
            if violated is not None:
                yield Refused(node, violated)
                continue
            open_ = self._open(node)
            broken = self._broken(node)
            if len(open_) <= 1 if rows else broken is None:
                yield self._row(node, open_ if rows else [], weight)
                continue
            split = self._split(node, open_[0] if broken is None else broken)
            yield split
            sides = [SplitSide(split.coordinate, True, split.value),
                     SplitSide(split.coordinate, False, split.value + 1)]  # fmt: skip
            stack += [self._side(node, side) for side in reversed(sides)]

    def _open(self, node: PolytopePart) -> list[int]:
        assert isinstance(self.lattice, Lattice)
        return [i for i in range(len(self.lattice.basis)) if not node.is_fixed(i)]

    @staticmethod
    def _split(node: PolytopePart, coordinate: int) -> Split:
        """Split a node at a coordinate's floor, or 1 lower if the floor is the upper bound."""
        value = coordinate_row(node.table, coordinate)[0] // node.table.denominator
        return Split(coordinate, value - (node.high.get(coordinate) == value))

    def _row(self, node: PolytopePart, open_: list[int], weight: int | None) -> FreeLine:
        """Return a node's solutions as a line; at most one coordinate of the node is not fixed."""
        lattice = self.lattice
        assert isinstance(lattice, Lattice)
        if not open_:
            return FreeLine(node, -1, 0, 0)
        i = open_[0]
        start = list(lattice.origin)
        for k, vector in enumerate(lattice.basis):
            if k != i:
                start = [a + node.low[k] * b for a, b in zip(start, vector, strict=True)]
        steps = [*zip(start, lattice.basis[i], strict=True)]
        if weight is not None:
            used = self.program.weight(start)
            steps.append((weight - used, -self.program.weight(lattice.basis[i])))
        low, high = node.low.get(i), node.high.get(i)
        for value, step in steps:
            if step == 0:
                if value < 0:
                    return FreeLine(node, i, 1, 0)
            elif step > 0:
                least = -(value // step)
                low = least if low is None else max(low, least)
            else:
                most = value // -step
                high = most if high is None else min(high, most)
        assert low is not None, "every button adds to something bounded"
        assert high is not None, "every button adds to something bounded"
        return FreeLine(node, i, low, high)

    def presses(self, node: PolytopePart) -> tuple[int, ...]:
        """Return the presses at a node whose coordinates are integers."""
        table = node.table
        out = [0] * len(self.program.columns)
        for k, name in enumerate(table.names):
            if 0 <= name < len(out):
                out[name], over = divmod(table.rows[k][0], table.denominator)
                assert not over
        return tuple(out)

    def along(self, node: PolytopePart, coordinate: int, value: int) -> tuple[int, ...]:
        """Return the presses at the point of a node's line whose coordinate has the given value."""
        lattice = self.lattice
        assert isinstance(lattice, Lattice)
        out = list(lattice.origin)
        for k, vector in enumerate(lattice.basis):
            times = value if k == coordinate else node.low[k]
            out = [a + times * b for a, b in zip(out, vector, strict=True)]
        return tuple(out)

    def bounds(self) -> list[int]:
        """Return the largest number of presses possible for each button."""
        return [
            max(0, min(b // a for a, b in zip(column, self.program.wanted, strict=True) if a))
            for column in self.program.columns
        ]

    def _broken(self, node: PolytopePart) -> int | None:
        """Return the coordinate farthest from an integer, or None if all are integers."""
        assert isinstance(self.lattice, Lattice)
        table = node.table
        best, most = None, 0
        for k, name in enumerate(table.names):
            if name < 0:
                part = table.rows[k][0] % table.denominator
                distance = min(part, table.denominator - part)
                if distance > most:
                    best, most = -1 - name, distance
        return best

    def _sides(self, node: PolytopePart, coordinate: int) -> list[PolytopePart]:
        """Return both child nodes of a split; the one nearer to the coordinate's value is last."""
        value, denominator = coordinate_row(node.table, coordinate)[0], node.table.denominator
        below, part = divmod(value, denominator)
        sides = [
            self._side(node, SplitSide(coordinate, True, below)),
            self._side(node, SplitSide(coordinate, False, below + 1)),
        ]
        return sides[::-1] if 2 * part <= denominator else sides

    def _side(self, node: PolytopePart, branch: SplitSide) -> PolytopePart:
        self._slack += 1
        return node.split(branch, self._slack)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % NODES_A_LOOK == 0:
            self._look(self.nodes)
