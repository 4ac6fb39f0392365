"""Vectors of zeros and ones on the places of a rectangle, stored as packed rows of bits.

A board of 10^8 lights is 10,000 integers of 10,000 bits (13 MB); as an array of int64 it would take
0.8 GB, as a tuple 0.8 GB and more.  A packed vector is a sequence of numbers like a tuple of
presses, and becomes an array when numpy needs one.  Data with packed vectors have classes of their
own (`PackedPuzzle`, `PackedSystem`, `PackedCoset`), whose arrays are expanded when they are first
read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast, overload

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import bits_of, integers
from lo_exact.algebra.sparse import IntArray

PACKED_PLACES = 2**18
"""Number of cells from which on boards are stored packed if possible."""


def written(name: str, vector: BitRows) -> IntArray:
    """Return a packed vector as an int64 array, or raise an error if memory is short.

    Raises:
        PuzzleError: When the array takes more than 256 MiB and memory has no room for it.
    """
    from lo_exact.machine import check_memory

    check_memory(8 * vector.size, f"{name} of {vector.shape} places as an array")
    return vector.array()


def as_tuple(vector: NDArray[Any] | BitRows) -> tuple[int, ...]:
    """Return an array as a tuple, and a packed vector unchanged."""
    if isinstance(vector, BitRows):
        return cast(tuple[int, ...], vector)
    found: tuple[int, ...] = tuple(vector.tolist())
    return found


def pieces(vector: NDArray[Any] | BitRows) -> Iterator[NDArray[Any]]:
    """Yield an array as one piece, or a packed vector row by row."""
    if isinstance(vector, BitRows):
        yield from map(vector.row_values, range(vector.shape[0]))
    else:
        yield vector


class BitRows(Sequence[int]):
    """Packed bit vector, one integer for each row with the first column as highest bit.

    Args:
        columns: bits in a row.
        rows: the rows, each 0..2^columns - 1.
    """

    modulus = 2

    def __init__(self, columns: int, rows: Sequence[int]):
        self.shape: tuple[int, int] = (len(rows), columns)
        self.rows = rows

    @classmethod
    def of(cls, values: NDArray[Any]) -> BitRows:
        """Return a packed vector from an array (rows, columns) of zeros and ones."""
        return cls(values.shape[1], integers(values))

    def array(self) -> IntArray:
        """Return the vector as an int64 array (places,)."""
        return bits_of(self.rows, self.shape[1]).ravel().astype(np.int64)

    def row_values(self, row: int) -> NDArray[np.uint8]:
        """Return the bits of one row, a uint8 array (columns,)."""
        found: NDArray[np.uint8] = bits_of(self.rows[row : row + 1], self.shape[1])[0]
        return found

    def bits(self, low: int, high: int) -> NDArray[np.uint8]:
        """Return the bits of rows ``low`` to ``high - 1``, a uint8 array (rows, columns)."""
        return bits_of(self.rows[low:high], self.shape[1])

    def weight(self) -> int:
        """Return the number of ones in the vector."""
        return sum(row.bit_count() for row in self.rows)

    @property
    def size(self) -> int:
        """Number of places: rows times columns."""
        return self.shape[0] * self.shape[1]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return tuple(self.array()[index].tolist())
        if not -self.size <= index < self.size:
            raise IndexError(f"{index} of {self.size} places")
        row, column = divmod(index % self.size, self.shape[1])
        return int(self.row_values(row)[column])

    def __iter__(self) -> Iterator[int]:
        for row in range(self.shape[0]):
            yield from self.row_values(row).tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        found = self.array()
        return found if dtype is None else found.astype(dtype, copy=False)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BitRows):
            return self.shape == other.shape and list(self.rows) == list(other.rows)
        if isinstance(other, Sequence):
            return len(other) == self.size and bool(np.array_equal(self.array(), list(other)))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.shape)

    def __lt__(self, other: BitRows) -> bool:
        """Return whether this vector is lexicographically less than another of the same board."""
        for row in range(self.shape[0]):
            mine, theirs = self.row_values(row), other.row_values(row)
            if not np.array_equal(mine, theirs):
                return bool(mine.tolist() < theirs.tolist())
        return False


def constant(shape: tuple[int, int], value: int) -> BitRows:
    """Return a packed vector with the same bit in every place."""
    rows, columns = shape
    return BitRows(columns, [((1 << columns) - 1) * value] * rows)


def difference(one: BitRows, other: BitRows) -> BitRows:
    """Return the difference of two packed vectors mod 2, packed."""
    return BitRows(one.shape[1], [a ^ b for a, b in zip(one.rows, other.rows, strict=True)])
