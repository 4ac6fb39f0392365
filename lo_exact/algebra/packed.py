"""Vectors over a full rectangle, held as packed rows: bits stay bits.

A board of 10^8 lights is 10,000 integers of 10,000 bits (13 MB); as an array of int64 it would take
0.8 GB, as a tuple 0.8 GB and more.  A packed vector is a sequence of numbers like a tuple of
presses, and turns into an array when numpy asks for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, residue_dtype

_BLOCK = 1 << 24


class Packed(Sequence[int]):
    """Residues mod c on every place of a rectangle, numbered row by row.

    Attributes:
        shape: (rows, columns).
        modulus: c.
    """

    shape: tuple[int, int]
    modulus: int

    def array(self) -> IntArray:
        """Return (places,) int64."""
        raise NotImplementedError

    def row_values(self, row: int) -> NDArray[Any]:
        """Return (columns,) the numbers of one row."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """Number of places."""
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
        if isinstance(other, Packed):
            return self.shape == other.shape and self._same(other)
        if isinstance(other, Sequence):
            return len(other) == self.size and bool(np.array_equal(self.array(), list(other)))
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.shape, self.modulus))

    def _same(self, other: Packed) -> bool:
        return bool(np.array_equal(self.array(), other.array()))


class BitRows(Packed):
    """Bits: one integer a row, its highest bit is the first column.

    Args:
        columns: bits in a row.
        rows: the rows, each 0..2^columns - 1.
    """

    modulus = 2

    def __init__(self, columns: int, rows: Sequence[int]):
        self.shape = (len(rows), columns)
        self.rows = rows

    def array(self) -> IntArray:
        """Return (places,) int64."""
        return bits_of_rows(self.rows, self.shape[1]).ravel().astype(np.int64)

    def row_values(self, row: int) -> NDArray[np.uint8]:
        """Return (columns,) the bits of one row."""
        found: NDArray[np.uint8] = bits_of_rows(self.rows[row : row + 1], self.shape[1])[0]
        return found

    def count(self, value: int = 1) -> int:
        """Return how many bits are 1, or 0."""
        ones = sum(row.bit_count() for row in self.rows)
        return ones if value == 1 else self.size - ones if value == 0 else 0

    def _same(self, other: Packed) -> bool:
        return isinstance(other, BitRows) and all(
            a == b for a, b in zip(self.rows, other.rows, strict=True)
        )


class ResidueRows(Packed):
    """Residues in the smallest unsigned numbers that hold them.

    Args:
        modulus: c.
        values: (rows, columns) integers 0..c-1.
    """

    def __init__(self, modulus: int, values: NDArray[Any]):
        self.shape = (values.shape[0], values.shape[1])
        self.modulus = modulus
        self.values = values.astype(residue_dtype(modulus), copy=False)

    def array(self) -> IntArray:
        """Return (places,) int64."""
        return self.values.ravel().astype(np.int64)

    def row_values(self, row: int) -> NDArray[Any]:
        """Return (columns,) the numbers of one row."""
        found: NDArray[Any] = self.values[row]
        return found

    def count(self, value: int) -> int:
        """Return how many places hold a value."""
        return int((self.values == value).sum())


def rows_of_bits(values: NDArray[Any]) -> list[int]:
    """Return each row of (rows, columns) bits as an integer, first column highest."""
    rows, columns = values.shape
    found: list[int] = []
    height = max(1, _BLOCK // max(columns, 1))
    for low in range(0, rows, height):
        packed = np.packbits(values[low : low + height].astype(np.uint8, copy=False), axis=1)
        data, size = packed.tobytes(), packed.shape[1]
        spare = 8 * size - columns
        found += [
            int.from_bytes(data[at : at + size], "big") >> spare
            for at in range(0, len(data), size or 1)
        ]
    return found if columns else [0] * rows


def bits_of_rows(rows: Sequence[int], columns: int) -> NDArray[np.uint8]:
    """Return (rows, columns) uint8 of integers, first column highest."""
    size = (columns + 7) // 8
    spare = 8 * size - columns
    data = b"".join([(row << spare).to_bytes(size, "big") for row in rows])
    packed = np.frombuffer(data, dtype=np.uint8).reshape(len(rows), size)
    return np.unpackbits(packed, axis=1)[:, :columns]
