"""Parts of the polytope of all solutions, and what becomes of one: refused, cut in two, or a row.

A part is a dictionary with a row for each branch on the way to it; making one copies a list of rows
and writes one more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lo_exact.whole_numbers.dictionary import Dictionary


@dataclass(frozen=True)
class SplitSide:
    """A side of a split: coordinate i is at most, or at least, a value."""

    coordinate: int
    at_most: bool
    value: int


@dataclass(frozen=True)
class PolytopePart:
    """A part of the polytope.

    Attributes:
        table: its dictionary, branches included.
        branches: number of a slack quantity to what it stands for.
        low, high: what the branches say of each coordinate.
        spent: number of the slack quantity of "costs at most"; -1 when any cost will do.
    """

    table: Dictionary
    branches: dict[int, SplitSide] = field(default_factory=dict)
    low: dict[int, int] = field(default_factory=dict)
    high: dict[int, int] = field(default_factory=dict)
    spent: int = -1

    def split(self, branch: SplitSide, name: int) -> PolytopePart:
        """Return the part on one side; ``name`` is the number of the new slack quantity."""
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
        """Return whether the branches leave one value."""
        low, high = self.low.get(coordinate), self.high.get(coordinate)
        return low is not None and low == high


@dataclass(frozen=True)
class Refused:
    """A part without a point: the quantity of one row of its dictionary cannot be 0 or more."""

    node: PolytopePart
    """The part."""
    row: int
    """Number of the row; of an equation, its rest cannot be 0."""


@dataclass(frozen=True)
class Split:
    """A part is cut in two: a coordinate is at most a value, or above it."""

    coordinate: int
    """Its number."""
    value: int
    """The value."""


@dataclass(frozen=True)
class FreeLine:
    """The solutions of a part in which all coordinates but one are fixed.

    Attributes:
        node: the part.
        coordinate: the one that is not fixed; -1 when all are.
        low, high: its least and greatest value; low > high when there are none.
    """

    node: PolytopePart
    coordinate: int
    low: int
    high: int


def coordinate_row(table: Dictionary, coordinate: int) -> list[int]:
    """Return a coordinate, written by the quantities that stand at 0."""
    return table.rows[table.names.index(-1 - coordinate)]
