"""Dual simplex method in exact integers, and the parts of the polytope that a search splits.

A `Dictionary` writes every basic quantity as a constant plus multiples of the others, which are 0.
All entries are integers over one common denominator, and stay so (Edmonds' integer-preserving
pivoting), so every bound is exact.  Rows only become violated where a branch adds one.  The costs
stay at or above 0, so the constant of the objective is a lower bound.  `begun` makes the first
dictionary.  Cost: a pivot touches rows x free columns integers; a machine of ten counters and
thirteen buttons has 14 x 4 of them once its equations are used up.

A `PolytopePart` is a part of the polytope of all solutions: a dictionary with a row for each branch
on the way to it.  Making one copies a list of rows and adds one.  In a search it becomes one of
three: `Refused` (empty), `Split` (cut in two), or `FreeLine` (a row of solutions).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Row = list[int]

PATIENT = 200
"""Pivots after which Bland's rule is used, which cannot cycle."""


@dataclass
class Dictionary:
    """Simplex dictionary: basic quantities as linear functions of the nonbasic ones."""

    rows: list[Row]
    """Rows (1 + free,), constant first, over ``denominator``; the last one is the cost."""
    names: list[int]
    """Name of each row but the last: the number of a quantity that must stay >= 0, or for a
    coordinate, which is free, -1 - i.
    """
    free: list[int] = field(default_factory=list)
    """Numbers of the nonbasic quantities, which are 0."""
    denominator: int = 1
    """Common denominator of the rows, > 0."""

    def copy(self) -> Dictionary:
        """Return a copy that can be changed; the rows are shared, since pivots replace them."""
        return Dictionary(list(self.rows), list(self.names), list(self.free), self.denominator)

    def add(self, name: int, row: Row) -> None:
        """Add a basic quantity that must stay >= 0; ``row`` is its row times the denominator."""
        self.rows.insert(-1, row)
        self.names.append(name)

    def cap(self, name: int, quantity: int, most: int) -> None:
        """Add the constraint that a quantity is at most ``most``, as a slack quantity >= 0."""
        if quantity in self.names:
            row = [-value for value in self.rows[self.names.index(quantity)]]
        else:
            row = [0] * len(self.rows[-1])
            row[1 + self.free.index(quantity)] = -self.denominator
        row[0] += most * self.denominator
        self.add(name, row)

    def feasible(self) -> bool:
        """Pivot until no quantity is negative, or return False if that is impossible."""
        return self.violated() is None

    def violated(self) -> int | None:
        """Pivot until no quantity is negative; return a row that stays negative, or None."""
        count = 0
        while True:
            row = self._worst(count > PATIENT)
            if row is None:
                return None
            column = self._entering(self.rows[row])
            if column is None:
                return row
            self.pivot(row, column)
            count += 1

    def _worst(self, first: bool) -> int | None:
        best, least = None, 0
        for k, name in enumerate(self.names):
            if name >= 0 and self.rows[k][0] < 0:
                if first:
                    if best is None or name < self.names[best]:
                        best = k
                elif self.rows[k][0] < least:
                    best, least = k, self.rows[k][0]
        return best

    def _entering(self, row: Row) -> int | None:
        """Return the entering column, which raises a row at the least cost per unit, or None."""
        costs = self.rows[-1]
        best: int | None = None
        for j in range(1, len(row)):
            if row[j] <= 0:
                continue
            if best is None:
                best = j
                continue
            left, right = costs[j] * row[best], costs[best] * row[j]
            if left < right or (left == right and self.free[j - 1] < self.free[best - 1]):
                best = j
        return best

    def pivot(self, r: int, c: int) -> None:
        """Exchange the basic quantity of row r with the nonbasic quantity of column c."""
        pivot_row = self.rows[r]
        p, denominator = pivot_row[c], self.denominator
        sign = 1 if p > 0 else -1
        rows: list[Row] = []
        for k, row in enumerate(self.rows):
            if k == r:
                new = [-v * sign for v in row]
                new[c] = denominator * sign
            else:
                f = row[c]
                if f:
                    new = [
                        sign * (v * p - f * w) // denominator
                        for v, w in zip(row, pivot_row, strict=True)
                    ]
                    new[c] = f * sign
                elif p == denominator:
                    new = row
                else:
                    new = [sign * v * p // denominator for v in row]
            rows.append(new)
        self.rows = rows
        self.denominator = p * sign
        self.names[r], self.free[c - 1] = self.free[c - 1], self.names[r]

    def drop_column(self, c: int) -> None:
        """Remove the nonbasic quantity of column c, which then stays 0."""
        self.rows = [row[:c] + row[c + 1 :] for row in self.rows]
        del self.free[c - 1]


def begun(
    columns: Sequence[Sequence[int]],
    wanted: Sequence[int],
    costs: Sequence[int],
    coordinates: Sequence[tuple[Sequence[int], int]],
) -> Dictionary | tuple[Dictionary, int]:
    """Return the dictionary at a rational optimum for A x = b, x >= 0, or proof of infeasibility.

    Args:
        columns: A's columns, each (lights,).
        wanted: (lights,) b.
        costs: (buttons,) >= 0.
        coordinates: rows to keep, each with its constant.

    Returns:
        The dictionary, or the dictionary with the row that proves infeasibility.
    """
    n, m = len(columns), len(wanted)
    rows = [[wanted[i], *(-columns[j][i] for j in range(n))] for i in range(m)]
    rows += [[constant, *row] for row, constant in coordinates]
    rows.append([0, *costs])
    names = [n + i for i in range(m)] + [-1 - i for i in range(len(coordinates))]
    table = Dictionary(rows, names, list(range(n)))
    equations = set(range(n, n + m))
    while True:
        left = [k for k, name in enumerate(table.names) if name in equations]
        if not left:
            break
        r = max(left, key=lambda k: abs(table.rows[k][0]))
        row = table.rows[r]
        if not any(row):
            del table.rows[r], table.names[r]
            continue
        # the slack of an equation must become 0, from above or from below
        signed = row if row[0] < 0 else [-v for v in row]
        column = table._entering(signed)
        if column is None:
            if row[0]:
                return table, r
            column = table._entering([-v for v in signed])
            assert column is not None
        table.pivot(r, column)
        table.drop_column(column)
    row_left = table.violated()
    return table if row_left is None else (table, row_left)


@dataclass(frozen=True)
class SplitSide:
    """One side of a split: coordinate i is at most, or at least, a value."""

    coordinate: int
    at_most: bool
    value: int


@dataclass(frozen=True)
class PolytopePart:
    """Part of the polytope of all solutions, bounded by the branches that lead to it.

    Attributes:
        table: its dictionary, including branches.
        branches: map from a slack quantity's number to its branch.
        low, high: bounds of each coordinate by the branches.
        spent: number of the slack quantity of the cost limit, or -1 without limit.
    """

    table: Dictionary
    branches: dict[int, SplitSide] = field(default_factory=dict)
    low: dict[int, int] = field(default_factory=dict)
    high: dict[int, int] = field(default_factory=dict)
    spent: int = -1

    def split(self, branch: SplitSide, name: int) -> PolytopePart:
        """Return the part on one side of a split; ``name`` numbers the new slack quantity."""
        table = self.table.copy()
        row = coordinate_row(table, branch.coordinate)
        denominator = table.denominator
        if branch.at_most:
            new = [branch.value * denominator - row[0], *(-v for v in row[1:])]
        else:
            new = [row[0] - branch.value * denominator, *row[1:]]
        table.add(name, new)
        low, high = self.low, self.high
        if branch.at_most:
            high = high | {branch.coordinate: branch.value}
        else:
            low = low | {branch.coordinate: branch.value}
        branches = self.branches | {name: branch}
        return replace(self, table=table, branches=branches, low=low, high=high)

    def is_fixed(self, coordinate: int) -> bool:
        """Return whether the bounds from the branches fix the coordinate to one value."""
        low, high = self.low.get(coordinate), self.high.get(coordinate)
        return low is not None and low == high


@dataclass(frozen=True)
class Refused:
    """Part of the polytope that one row of its dictionary proves empty."""

    node: PolytopePart
    """Part that is refuted."""
    row: int
    """Number of the row; of an equation, its rest cannot be 0."""


@dataclass(frozen=True)
class Split:
    """Split of a part in two: a coordinate is at most a value, or above it."""

    coordinate: int
    """Number of the coordinate."""
    value: int
    """Largest value of the coordinate in the first part."""


@dataclass(frozen=True)
class FreeLine:
    """The solutions of a part in which all coordinates but one are fixed.

    Attributes:
        node: the part.
        coordinate: number of the free coordinate, or -1 if all are fixed.
        low, high: its least and greatest value; low > high if there are none.
    """

    node: PolytopePart
    coordinate: int
    low: int
    high: int


def coordinate_row(table: Dictionary, coordinate: int) -> list[int]:
    """Return a coordinate's row: its coefficients in the nonbasic variables."""
    return table.rows[table.names.index(-1 - coordinate)]
