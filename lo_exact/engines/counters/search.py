"""Branch and bound over the coordinates of the lattice of solutions.

A node is a dictionary with the branches' rows in it.  Its cost, exact, is rounded up to the next
cost that whole numbers can have; a node that cannot beat the best is dropped, a node whose
coordinates are all whole is a solution, any other is split at a coordinate that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

from lo_exact.engines.counters.dictionary import Dictionary, begun
from lo_exact.engines.counters.lattice import Lattice, NoLattice, solve_whole

PATIENCE = 2000
"""Nodes for the first of the minima in order, when the minimum is proved already."""

LOOK = 64
"""Nodes between two looks at the clock."""


@dataclass(frozen=True)
class Program:
    """Fewest presses over whole numbers: min p x, A x = b, x >= 0.

    Attributes:
        columns: A's columns, each (lights,) >= 0, none of them 0.
        wanted: (lights,) b.
        prices: (buttons,) p >= 0.
    """

    columns: tuple[tuple[int, ...], ...]
    wanted: tuple[int, ...]
    prices: tuple[int, ...]

    def weight(self, presses: Sequence[int]) -> int:
        """Return p x."""
        return sum(p * x for p, x in zip(self.prices, presses, strict=True))


@dataclass(frozen=True)
class Branch:
    """A side of a split: coordinate i is at most, or at least, a value."""

    coordinate: int
    at_most: bool
    value: int


@dataclass(frozen=True)
class Node:
    """A part of the polytope.

    Attributes:
        table: its dictionary, branches included.
        branches: number of a slack quantity to what it stands for.
        low, high: what the branches say of each coordinate.
    """

    table: Dictionary
    branches: dict[int, Branch] = field(default_factory=dict)
    low: dict[int, int] = field(default_factory=dict)
    high: dict[int, int] = field(default_factory=dict)

    def split(self, branch: Branch, name: int) -> Node:
        """Return the part on one side; ``name`` is the number of the new slack quantity."""
        table = self.table.copy()
        row = _coordinate_row(table, branch.coordinate)
        denominator = table.denominator
        if branch.at_most:
            new = [branch.value * denominator - row[0], *(-v for v in row[1:])]
        else:
            new = [row[0] - branch.value * denominator, *row[1:]]
        table.add(name, new)
        side = self.high if branch.at_most else self.low
        other = side | {branch.coordinate: branch.value}
        return replace(
            self,
            table=table,
            branches=self.branches | {name: branch},
            **({"high": other} if branch.at_most else {"low": other}),
        )

    def is_fixed(self, coordinate: int) -> bool:
        """Whether the branches leave one value."""
        low, high = self.low.get(coordinate), self.high.get(coordinate)
        return low is not None and low == high


@dataclass(frozen=True)
class Least:
    """The minimum.

    Attributes:
        weight: its cost.
        presses: a solution of that cost.
        nodes: nodes looked at.
    """

    weight: int
    presses: tuple[int, ...]
    nodes: int


@dataclass(frozen=True)
class None_:  # noqa: N801 - the answer "none", not Python's
    """There is no solution.

    Attributes:
        lattice: why not even of any sign; None when only signs are in the way.
        nodes: nodes looked at.
    """

    lattice: NoLattice | None
    nodes: int = 0


class Search:
    """All that is asked about one program.

    Args:
        program: the program.
        look: called now and then with the number of nodes; may raise to stop.
    """

    def __init__(self, program: Program, look: Callable[[int], None]):
        self.program = program
        self.nodes = 0
        self._look = look
        self._slack = len(program.columns) + len(program.wanted)
        self.lattice = solve_whole(program.columns, program.wanted)

    def root(self, costs: Sequence[int]) -> Node | None:
        """Return the whole polytope with the best point of some costs; None when it is empty."""
        assert isinstance(self.lattice, Lattice)
        kept = [
            (row, -sum(a * x for a, x in zip(row, self.lattice.origin, strict=True)))
            for row in self.lattice.coordinates
        ]
        table = begun(self.program.columns, self.program.wanted, costs, kept)
        return None if isinstance(table, tuple) else Node(table)

    def minimum(
        self, found: Callable[[tuple[int, ...], int], None], bound: Callable[[int], None]
    ) -> Least | None_:
        """Return the minimum.

        Args:
            found: told every better solution.
            bound: told the cost of the whole polytope, rounded up.
        """
        if isinstance(self.lattice, NoLattice):
            return None_(self.lattice)
        prices = self.program.prices
        step = gcd(*(self.program.weight(vector) for vector in self.lattice.basis))
        rest = self.program.weight(self.lattice.origin)
        root = self.root(prices)
        if root is None:
            return None_(None)

        def least(node: Node) -> int:
            """Round a node's cost up to rest + step Z."""
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

    def first_of(self, weight: int) -> tuple[int, ...] | None:
        """Return the lexicographically least solution of at most this cost; there is one.

        None when it takes more than `PATIENCE` nodes: equal buttons make many solutions alike.
        """
        last = self.nodes + PATIENCE
        n = len(self.program.columns)
        base = 2 + max(self.bounds(), default=0)
        order = [base ** (n - 1 - j) for j in range(n)]
        root = self.within(weight, order)
        assert root is not None
        best: tuple[int, ...] | None = None
        best_cost = 0
        stack = [root]
        while stack:
            node = stack.pop()
            self._count()
            if self.nodes > last:
                return None
            if not node.table.feasible():
                continue
            cost = -(-node.table.rows[-1][0] // node.table.denominator)
            if best is not None and cost >= best_cost:
                continue
            coordinate = self._broken(node)
            if coordinate is None:
                best = self.presses(node)
                best_cost = sum(a * x for a, x in zip(order, best, strict=True))
                continue
            stack += self._sides(node, coordinate)
        assert best is not None
        return best

    def within(self, weight: int, costs: Sequence[int]) -> Node | None:
        """Return the part of the polytope that costs at most ``weight``; not yet made feasible."""
        root = self.root(costs)
        if root is None:
            return None
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
        return root

    def solutions(self, weight: int | None = None) -> Iterator[tuple[Node, int, int, int]]:
        """Yield all solutions (of at most this cost) in rows along one coordinate.

        Yields:
            A node in which all other coordinates are fixed, the coordinate that is not (-1 when
            there is none), and its least and greatest value.
        """
        assert isinstance(self.lattice, Lattice)
        zero = [0] * len(self.program.columns)
        root = self.root(zero) if weight is None else self.within(weight, zero)
        stack = [] if root is None else [root]
        while stack:
            node = stack.pop()
            self._count()
            if not node.table.feasible():
                continue
            open_ = [i for i in range(len(self.lattice.basis)) if not node.is_fixed(i)]
            if len(open_) <= 1:
                yield from self._row(node, open_, weight)
                continue
            broken = self._broken(node)
            if broken is not None:
                stack += self._sides(node, broken)
                continue
            i = open_[0]
            value = _coordinate_row(node.table, i)[0] // node.table.denominator
            at = self._side(self._side(node, Branch(i, True, value)), Branch(i, False, value))
            stack.append(self._side(node, Branch(i, True, value - 1)))
            stack.append(self._side(node, Branch(i, False, value + 1)))
            stack.append(at)

    def _row(
        self, node: Node, open_: list[int], weight: int | None
    ) -> Iterator[tuple[Node, int, int, int]]:
        """Yield the solutions of a node in which at most one coordinate is open."""
        lattice = self.lattice
        assert isinstance(lattice, Lattice)
        if not open_:
            yield node, -1, 0, 0
            return
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
                    return
            elif step > 0:
                least = -(value // step)
                low = least if low is None else max(low, least)
            else:
                most = value // -step
                high = most if high is None else min(high, most)
        assert low is not None, "every button adds to something bounded"
        assert high is not None, "every button adds to something bounded"
        if low <= high:
            yield node, i, low, high

    def presses(self, node: Node) -> tuple[int, ...]:
        """Return the presses at a node whose coordinates are whole."""
        table = node.table
        out = [0] * len(self.program.columns)
        for k, name in enumerate(table.names):
            if 0 <= name < len(out):
                out[name], over = divmod(table.rows[k][0], table.denominator)
                assert not over
        return tuple(out)

    def along(self, node: Node, coordinate: int, value: int) -> tuple[int, ...]:
        """Return the presses of one place of a row of solutions."""
        lattice = self.lattice
        assert isinstance(lattice, Lattice)
        out = list(lattice.origin)
        for k, vector in enumerate(lattice.basis):
            times = value if k == coordinate else node.low[k]
            out = [a + times * b for a, b in zip(out, vector, strict=True)]
        return tuple(out)

    def bounds(self) -> list[int]:
        """Return how often each button can be pressed at most."""
        return [
            max(0, min(b // a for a, b in zip(column, self.program.wanted, strict=True) if a))
            for column in self.program.columns
        ]

    def _broken(self, node: Node) -> int | None:
        """Return the coordinate that is farthest from a whole number; None when all are whole."""
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

    def _sides(self, node: Node, coordinate: int) -> list[Node]:
        """Return both sides of a split, the nearer one last."""
        value, denominator = _coordinate_row(node.table, coordinate)[0], node.table.denominator
        below, part = divmod(value, denominator)
        sides = [
            self._side(node, Branch(coordinate, True, below)),
            self._side(node, Branch(coordinate, False, below + 1)),
        ]
        return sides[::-1] if 2 * part <= denominator else sides

    def _side(self, node: Node, branch: Branch) -> Node:
        self._slack += 1
        return node.split(branch, self._slack)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % LOOK == 0:
            self._look(self.nodes)


def _coordinate_row(table: Dictionary, coordinate: int) -> list[int]:
    return table.rows[table.names.index(-1 - coordinate)]
