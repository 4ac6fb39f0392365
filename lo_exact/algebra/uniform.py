"""A board with one rule everywhere: a full rectangle, a stencil, which edges are joined.

What presses do there is multiplied out by shifts of the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray

_Places = tuple[slice, slice]
"""Rows and columns of a rectangle."""


@dataclass(frozen=True)
class Uniform:
    """A rectangle with a light and a button on every place, and one stencil for all buttons.

    Lights and buttons are numbered row by row.
    """

    rows: int
    """m."""
    columns: int
    """n."""
    modulus: int
    """c."""
    steps: tuple[tuple[int, int, int], ...]
    """(row step, column step, amount) of what a press adds around its place."""
    rows_joined: bool = False
    """Whether the first row follows the last one."""
    columns_joined: bool = False
    """Whether the first column follows the last one."""

    def reduced(self, modulus: int) -> Uniform:
        """Return the board over a divisor of the modulus."""
        return replace(self, modulus=modulus)

    def transposed(self) -> Uniform:
        """Return the board with rows and columns exchanged."""
        steps = tuple((c, r, amount) for r, c, amount in self.steps)
        return Uniform(
            self.columns, self.rows, self.modulus, steps, self.columns_joined, self.rows_joined
        )

    def flipped(self) -> Uniform:
        """Return the board upside down."""
        return replace(self, steps=tuple((-r, c, amount) for r, c, amount in self.steps))

    def mirrored(self) -> Uniform:
        """Return the board with left and right exchanged."""
        return replace(self, steps=tuple((r, -c, amount) for r, c, amount in self.steps))

    @cached_property
    def amounts(self) -> dict[int, dict[int, int]]:
        """Amounts that a press adds mod c, by row step, by column step; sums that are 0 left out.

        Steps along joined edges are counted modulo the size.
        """
        found: dict[int, dict[int, int]] = {}
        for row, column, amount in self.steps:
            down = row % self.rows if self.rows_joined else row
            right = column % self.columns if self.columns_joined else column
            if abs(down) < self.rows and abs(right) < self.columns:
                line = found.setdefault(down, {})
                line[right] = (line.get(right, 0) + amount) % self.modulus
        kept = {r: {c: a for c, a in line.items() if a} for r, line in found.items()}
        return {r: line for r, line in kept.items() if line}

    @cached_property
    def moves(self) -> list[tuple[int, _Places, _Places]]:
        """(amount, where to, where from) of each shift of the presses that `act_on` adds up."""
        return [
            (amount, (there, across), (here, own))
            for down, line in self.amounts.items()
            for right, amount in line.items()
            for there, here in shifted_slices(self.rows, down, joined=self.rows_joined)
            for across, own in shifted_slices(self.columns, right, joined=self.columns_joined)
        ]


def act_on(board: Uniform, presses: NDArray[Any]) -> IntArray:
    """Return A x mod c.

    Args:
        board: The board.
        presses: (count, rows, columns) integers 0..c-1.

    Returns:
        (count, rows, columns) int64, 0..c-1; every product is reduced before it is added.
    """
    out = np.zeros(presses.shape, dtype=np.int64)
    for amount, there, here in board.moves:
        part = presses[:, *here]
        if amount != 1:
            part = part.astype(np.int64) * amount % board.modulus
        out[:, *there] += part
    out %= board.modulus
    return out


def shifted_slices(size: int, step: int, *, joined: bool) -> Iterator[tuple[slice, slice]]:
    """Yield (where to, where from) of places moved by a step, 0 <= step < size if joined.

    >>> list(shifted_slices(5, 2, joined=True))
    [(slice(2, 5, None), slice(0, 3, None)), (slice(0, 2, None), slice(3, 5, None))]
    """
    if step >= 0:
        yield slice(step, size), slice(0, size - step)
        if joined and step:
            yield slice(0, step), slice(size - step, size)
    else:
        yield slice(0, size + step), slice(-step, size)
