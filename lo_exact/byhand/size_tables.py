"""Tables of nullities for many sizes and numbers of colours."""

import re
from dataclasses import dataclass
from math import inf
from typing import Any

from lo_exact.algebra import eliminate
from lo_exact.algebra.elimination import looking
from lo_exact.errors import LimitReached, UsageError, printable
from lo_exact.outcome import Watch
from lo_exact.pictures.subject import html_table
from lo_exact.topology.described import described

MAX_CELLS = 100_000
"""Numbers in one table."""

Size = tuple[int, int]


@dataclass(frozen=True)
class SizeTable:
    """The nullity for each size and number of colours, None if undefined."""

    sizes: tuple[Size, ...]
    colours: tuple[int, ...]
    values: tuple[tuple[int | None, ...], ...]
    stopped: bool = False
    """Whether the time limit was reached, so that the last sizes are missing."""

    def __repr__(self) -> str:
        return f"SizeTable({len(self.sizes)} sizes, {len(self.colours)} colours)"

    def __str__(self) -> str:
        """Return the table as aligned text, a column for each number of colours."""
        cells = [self._head(), *self._rows()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = []
        for name, *rest in cells:
            right = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
            lines.append("  ".join([name.ljust(widths[0]), *right]))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the table as a JSON object."""
        return {
            "table": "nullity",
            "sizes": self.names,
            "colours": list(self.colours),
            "values": [list(row) for row in self.values],
        }

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook."""
        return html_table(self._head(), self._rows())

    @property
    def names(self) -> list[str]:
        """Sizes as text, like ``3x4``."""
        return [f"{rows}x{columns}" for rows, columns in self.sizes]

    def _head(self) -> list[str]:
        return ["colours", *map(str, self.colours)]

    def _rows(self) -> list[list[str]]:
        return [
            [name, *("-" if value is None else str(value) for value in row)]
            for name, row in zip(self.names, self.values, strict=True)
        ]


def read_sizes(text: str) -> tuple[Size, ...]:
    """Parse sizes written like ``3x3,4x5`` or, for a range, ``3x3..9x9``.

    Raises:
        UsageError: When the text has another form.

    >>> read_sizes("3x3..5x5,2x7")
    ((3, 3), (4, 4), (5, 5), (2, 7))
    """
    found: list[Size] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,4})x(\d{1,4})(?:\.\.(\d{1,4})x(\d{1,4}))?", part.strip(),
                             re.ASCII)  # fmt: skip
        if match is None:
            raise UsageError(f"sizes are written like 3x3..9x9, got {printable(part, 40)!r}")
        rows, columns, to_rows, to_columns = (int(n) if n else 0 for n in match.groups())
        if not match[3]:
            to_rows, to_columns = rows, columns
        down, right = to_rows - rows, to_columns - columns
        if min(rows, columns) < 1 or min(down, right) < 0 or (down and right and down != right):
            raise UsageError(
                f"sizes {printable(part, 40)}: rows and columns grow together, or one of them"
            )
        steps = max(down, right)
        found += [(rows + k * bool(down), columns + k * bool(right)) for k in range(steps + 1)]
    return tuple(found)


def read_colour_range(text: str) -> tuple[int, ...]:
    """Parse numbers of colours written like ``2,3,5`` or ``2..21``.

    Raises:
        UsageError: When the text has another form.
    """
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,10})(?:\.\.(\d{1,10}))?", part.strip(), re.ASCII)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if match is None or not 2 <= low <= high or high - low >= MAX_CELLS:
            raise UsageError(f"colours are written like 2..21 or 2,3,5, got {printable(part)!r}")
        found += range(low, high + 1)
    return tuple(found)


def nullities(
    sizes: tuple[Size, ...],
    colours: tuple[int, ...],
    *,
    neighbourhood: str = "plus",
    topology: str = "plane",
    time_limit: float = inf,
) -> SizeTable:
    """Return the table of nullities, with None where the kernel has no basis (composite c).

    For composite c the quiet patterns need not come in a basis; then there is only their number.

    Args:
        sizes: (rows, columns) of each board.
        colours: numbers of colours.
        neighbourhood: the rule.
        topology: how the edges are joined.
        time_limit: wall-clock seconds, after which the finished sizes are returned.

    Raises:
        UsageError: When the table is too large.
    """
    count = len(sizes) * len(colours)
    if count > MAX_CELLS:
        raise UsageError(f"a table has at most {MAX_CELLS} numbers, this one would have {count}")

    def nullity(size: Size, c: int) -> int | None:
        board = described(
            f"{size[0]}x{size[1]}", neighbourhood=neighbourhood, topology=topology, colours=c
        )
        orders = eliminate(board.activation).orders
        return len(orders) if all(order == c for order in orders) else None

    rows: list[tuple[int | None, ...]] = []
    watch = Watch(time_limit)
    try:
        with looking(watch.check):
            for size in sizes:
                watch.check()
                rows.append(tuple(nullity(size, c) for c in colours))
    except LimitReached:
        if watch.remaining() > 0:  # not the time limit: the board is too large
            raise
    return SizeTable(sizes[: len(rows)], colours, tuple(rows), len(rows) < len(sizes))
