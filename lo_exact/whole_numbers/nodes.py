"""Search nodes: parts of the polytope of solutions, which are empty, split or a line.

A part is a dictionary with a row for each branch on the way to it; making one copies a list of rows
and writes one more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lo_exact.whole_numbers.dictionary import Dictionary


@dataclass(frozen=True)
class SplitSide:
    """Side of a split: the condition that a coordinate is at most, or at least, a value."""

    coordinate: int
    at_most: bool
    value: int


@dataclass(frozen=True)
class PolytopePart:
    """Part of the polytope of solutions, with the conditions of its branches.

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
        """Return the part with the condition of one side added, as slack quantity ``name``."""
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
        """Return whether the branches fix a coordinate to a single value."""
        low, high = self.low.get(coordinate), self.high.get(coordinate)
        return low is not None and low == high


@dataclass(frozen=True)
class Refused:
    """Empty part of the polytope, with the row of its dictionary that proves it empty."""

    node: PolytopePart
    """The part."""
    row: int
    """Number of the row; of an equation, its rest cannot be 0."""


@dataclass(frozen=True)
class Split:
    """Split of a part in two: a coordinate is at most ``value``, or greater."""

    coordinate: int
    """Its number."""
    value: int
    """The value."""


@dataclass(frozen=True)
class FreeLine:
    """Solutions of a part on a line, with all coordinates but one fixed.

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
    """Return a coordinate as a linear function of the nonbasic quantities."""
    return table.rows[table.names.index(-1 - coordinate)]
