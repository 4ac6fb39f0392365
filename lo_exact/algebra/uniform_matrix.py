"""Matrix of a uniform board, defined by one stencil and written out only when needed.

`Uniform` is the rule: a full rectangle, a stencil, and which edges are joined.  It is all that
solving needs.

`UniformMatrix` is the matrix.  Multiplication is shifts of whole rows, as arrays (`act_on`) or as
bits in integers (`UniformMatrix.reached`: five big sums a row for the plus rule).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.sparse import IntArray, SparseMatrix

_Places = tuple[slice, slice]
"""Slices of the rows and columns of a rectangle."""


@dataclass(frozen=True)
class Uniform:
    """Rectangular board with a light and a button on every place and one stencil for all.

    Lights and buttons are numbered row by row.
    """

    rows: int
    """Number of rows m."""
    columns: int
    """Number of columns n."""
    modulus: int
    """Modulus c."""
    steps: tuple[tuple[int, int, int], ...]
    """(row step, column step, amount) of each amount that a press adds."""
    rows_joined: bool = False
    """Whether the first row follows the last one."""
    columns_joined: bool = False
    """Whether the first column follows the last one."""

    def reduced(self, modulus: int) -> Uniform:
        """Return the same board modulo a divisor of its modulus."""
        return replace(self, modulus=modulus)

    @cached_property
    def amounts(self) -> dict[int, dict[int, int]]:
        """Amounts that a press adds mod c, by row step and column step, without zeros.

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
        """Triples (amount, target slices, source slices), one for each shift in `act_on`."""
        return [
            (amount, (there, across), (here, own))
            for down, line in self.amounts.items()
            for right, amount in line.items()
            for there, here in shifted_slices(self.rows, down, joined=self.rows_joined)
            for across, own in shifted_slices(self.columns, right, joined=self.columns_joined)
        ]


def act_on(board: Uniform, presses: NDArray[Any]) -> IntArray:
    """Return the product A x mod c for several arrays x of presses.

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
    """Yield (target, source) slices to shift a line of cells; a joined line needs 0 <= step < size.

    >>> list(shifted_slices(5, 2, joined=True))
    [(slice(2, 5, None), slice(0, 3, None)), (slice(0, 2, None), slice(3, 5, None))]
    """
    if step >= 0:
        yield slice(step, size), slice(0, size - step)
        if joined and step:
            yield slice(0, step), slice(size - step, size)
    else:
        yield slice(0, size + step), slice(-step, size)


_PLACES = 2**17
"""Buttons whose entries are computed together."""


class UniformMatrix(SparseMatrix):
    """Sparse matrix of a uniform board, whose entries are computed at first use.

    Args:
        board: the board and its rule.
        write: function that returns the matrix of a board as entries.
    """

    def __init__(self, board: Uniform, write: Callable[[Uniform], SparseMatrix]):
        size = board.rows * board.columns
        values = self.__dict__
        values |= {"shape": (size, size), "modulus": board.modulus, "board": board, "_write": write}

    board: Uniform

    def __reduce__(self) -> tuple[Any, ...]:
        return UniformMatrix, (self.board, self.__dict__["_write"])

    @cached_property
    def _written(self) -> SparseMatrix:
        found: SparseMatrix = self.__dict__["_write"](self.board)
        return found

    @cached_property
    def starts(self) -> IntArray:
        """Index of the first entry of each column, an array (columns + 1,)."""
        return self._written.starts

    @cached_property
    def rows(self) -> NDArray[np.int32]:
        """Row of each entry, column by column."""
        return self._written.rows

    @cached_property
    def values(self) -> NDArray[Any]:
        """Value of each entry, column by column."""
        return self._written.values

    @cached_property
    def wrapped(self) -> bool:
        """Return whether the amounts given for one entry added up to the modulus or more."""
        return self._written.wrapped

    @cached_property
    def entries(self) -> int:
        """Number of entries, counted without computing them."""
        board = self.board
        return sum(
            _reached(board.rows, down, joined=board.rows_joined)
            * _reached(board.columns, right, joined=board.columns_joined)
            for down, line in board.amounts.items()
            for right in line
        )

    def pieces(self) -> Iterator[NDArray[Any]]:
        """Yield the columns' entry counts, then the entries' rows, then their values, in blocks."""
        board = self.board
        height = max(1, _PLACES // max(board.columns, 1))
        blocks = [(low, min(low + height, board.rows)) for low in range(0, board.rows, height)]
        for block in blocks:
            yield (_entries(board, *block)[0] >= 0).sum(axis=1)
        for block in blocks:
            lights, _ = _entries(board, *block)
            yield lights[lights >= 0]
        for block in blocks:
            lights, values = _entries(board, *block)
            yield values[lights >= 0]

    def reach(self) -> tuple[int, int]:
        """Return the smallest and the largest number of entries of a column."""
        counts = [count for count, _ in _counts(self.board)]
        return (min(counts), max(counts)) if counts else (0, 0)

    def empty_rows(self) -> int:
        """Return the number of rows without entries."""
        return sum(many for count, many in _counts(_backwards(self.board)) if not count)

    def dot(self, presses: NDArray[Any]) -> IntArray:
        """Return the product A x mod c of the matrix and a column vector, exactly."""
        return _act(self.board, presses)

    def left_dot(self, weights: NDArray[Any]) -> IntArray:
        """Return the product y A mod c of a row vector and the matrix, exactly."""
        return _act(_backwards(self.board), weights)

    def reduce(self, modulus: int) -> SparseMatrix:
        """Return the matrix mod a divisor of the modulus."""
        if modulus == self.modulus:
            return self
        return UniformMatrix(self.board.reduced(modulus), self.__dict__["_write"])

    def maps(self, presses: BitRows, wanted: BitRows) -> bool:
        """Return whether A x = s (mod 2) for packed vectors x and s."""
        pairs = zip(self.reached(presses), wanted.rows, strict=True)
        return not any(a != b for a, b in pairs)

    def separates(self, weights: BitRows, wanted: BitRows) -> bool:
        """Return whether y A = 0 and y . s != 0 (mod 2) for packed vectors y and s."""
        if any(self.reached(weights, backwards=True)):
            return False
        pairs = zip(weights.rows, wanted.rows, strict=True)
        return bool(sum((y & s).bit_count() for y, s in pairs) % 2)

    def reached(self, presses: BitRows, *, backwards: bool = False) -> Iterator[int]:
        """Yield the rows of the product A x mod 2, each as the bits of an integer.

        Args:
            presses: x, packed.
            backwards: compute y A instead of A x.
        """
        board = _backwards(self.board) if backwards else self.board
        return _reached_bits(board, presses.rows)


def _entries(board: Uniform, low: int, high: int) -> tuple[IntArray, IntArray]:
    """Return lights and amounts, arrays (buttons, steps), for the buttons of rows low..high-1.

    Where a step leads off the board the light is -1.
    """
    steps = [
        (down, right, amount)
        for down, line in board.amounts.items()
        for right, amount in line.items()
    ]
    shape = (high - low, board.columns, len(steps))
    drawn, amounts = np.full(shape, -1), np.empty(shape, dtype=np.int64)
    for k, (down, right, amount) in enumerate(sorted(steps)):
        rows, columns = np.arange(low, high) + down, np.arange(board.columns) + right
        rows = rows % board.rows if board.rows_joined else rows
        columns = columns % board.columns if board.columns_joined else columns
        there = np.ix_(
            (rows >= 0) & (rows < board.rows), (columns >= 0) & (columns < board.columns)
        )
        drawn[..., k][there] = (rows[:, None] * board.columns + columns)[there]
        amounts[..., k] = amount
    buttons = (high - low) * board.columns
    lights: IntArray = drawn.reshape(buttons, len(steps))
    values: IntArray = amounts.reshape(buttons, len(steps))
    if board.rows_joined or board.columns_joined:
        order = lights.argsort(axis=1, kind="stable")
        lights = np.take_along_axis(lights, order, axis=1)
        values = np.take_along_axis(values, order, axis=1)
    return lights, values


def _act(board: Uniform, vector: NDArray[Any]) -> IntArray:
    x = np.asarray(vector, dtype=np.int64) % board.modulus
    return act_on(board, x.reshape(1, board.rows, board.columns)).ravel()


def _backwards(board: Uniform) -> Uniform:
    """Return the board with all steps reversed; its matrix is the transposed one."""
    return replace(board, steps=tuple((-r, -c, amount) for r, c, amount in board.steps))


def _reached(size: int, step: int, *, joined: bool) -> int:
    """Return how many cells of a line are still on the line when moved by a step."""
    return size if joined else max(0, size - abs(step))


def _counts(board: Uniform) -> Iterator[tuple[int, int]]:
    """Yield (lights per button, number of buttons) for each class of equivalent buttons."""
    amounts = board.amounts
    columns = {right for line in amounts.values() for right in line}
    for row, rows in _kinds(board.rows, amounts, joined=board.rows_joined):
        for column, many in _kinds(board.columns, columns, joined=board.columns_joined):
            reached = [
                right
                for down, line in amounts.items()
                if board.rows_joined or 0 <= row + down < board.rows
                for right in line
                if board.columns_joined or 0 <= column + right < board.columns
            ]
            yield len(reached), rows * many


def _kinds(size: int, steps: Iterable[int], *, joined: bool) -> Iterator[tuple[int, int]]:
    """Yield (first index, number of cells) per class of cells that permit the same steps."""
    if joined:
        yield 0, size
        return
    margin = max(map(abs, steps), default=0)
    if size <= 2 * margin + 1:
        yield from ((place, 1) for place in range(size))
        return
    yield from ((place, 1) for place in (*range(margin), *range(size - margin, size)))
    yield margin, size - 2 * margin


def _reached_bits(board: Uniform, rows: Sequence[int]) -> Iterator[int]:
    width = board.columns
    mask = (1 << width) - 1
    for row in range(board.rows):
        total = 0
        for down, line in board.amounts.items():
            source = (row - down) % board.rows if board.rows_joined else row - down
            if 0 <= source < board.rows:
                total ^= _moved(rows[source], line, width, mask, joined=board.columns_joined)
        yield total


def _moved(bits: int, line: Iterable[int], width: int, mask: int, *, joined: bool) -> int:
    """Return the lights, as bits, that a row of presses changes through one row of the stencil."""
    total = 0
    for right in line:
        # the first column is the highest bit, so a step to the right is a shift to lower bits
        if not right:
            total ^= bits
        elif right > 0:
            total ^= bits >> right
            if joined:
                total ^= bits << (width - right) & mask
        else:
            total ^= bits << -right & mask
    return total
