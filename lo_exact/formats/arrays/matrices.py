"""Matrices in arrays: dense ones, and sparse ones as scipy writes them (csr, csc, coo).

Lights are rows, buttons are columns; entries are whole numbers of any dtype, 1.0 too, and are taken
mod c.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries
from lo_exact.errors import InputError, printable

MAX_NUMBERS = 2**24
"""Of a dense matrix, or entries and sizes of a sparse one."""

SPARSE = ("format", "shape", "data")
"""What scipy's files have, whatever the form."""

Array = NDArray[Any]


class Entries(NamedTuple):
    """A matrix as its entries: shape, then (entries,) rows, columns and values."""

    shape: tuple[int, int]
    rows: IntArray
    columns: IntArray
    values: IntArray

    def modulo(self, colours: int) -> SparseMatrix:
        """Return the matrix mod c; entries on one place add up."""
        return from_entries(self.shape, colours, self.rows, self.columns, self.values)


def whole_numbers(name: str, array: Array) -> IntArray:
    """Return an array as int64; truth values and floats that are whole are numbers too.

    Raises:
        InputError: When something in it is no whole number of 64 bits.
    """
    if array.dtype.kind not in "biuf":
        raise InputError(f"{name} holds {array.dtype}; whole numbers are wanted")
    if array.dtype.kind in "uf" and array.size:
        # NaN fails both comparisons
        if not bool((np.abs(array) < 2.0**63).all()):
            raise InputError(f"{name} has a number that is not finite, or beyond 64 bits")
        if array.dtype.kind == "f" and not bool((array == np.rint(array)).all()):
            broken = array[array != np.rint(array)].flat[0]
            raise InputError(f"{name} holds whole numbers, got {broken}")
    return array.astype(np.int64)


def dense_entries(array: Array, most: int = MAX_NUMBERS) -> Entries:
    """Return the entries of a dense matrix that are not 0.

    Raises:
        InputError: When it has not two axes, is too large, or does not hold whole numbers.
    """
    if array.ndim != 2:
        raise InputError(f"a matrix has two axes, got the shape {array.shape}")
    _refuse_large(array.size, most)
    rows, columns = np.nonzero(array)
    values = whole_numbers("the matrix", np.asarray(array[rows, columns]))
    return Entries((array.shape[0], array.shape[1]), rows, columns, values)


def sparse_entries(arrays: Mapping[str, Array], most: int = MAX_NUMBERS) -> Entries:
    """Return the entries of what `scipy.sparse.save_npz` writes.

    Raises:
        InputError: When its arrays do not fit each other.
    """
    form = _word(arrays, "format")
    shape = _numbers(arrays, "shape")
    if shape.size != 2 or (shape < 0).any():
        raise InputError(f"a sparse matrix has two sizes, got {shape.tolist()[:8]}")
    height, width = (int(size) for size in shape)
    _refuse_large(max(height, width, arrays["data"].size), most)
    values = _numbers(arrays, "data")
    if form == "coo":
        rows, columns = _numbers(arrays, "row"), _numbers(arrays, "col")
    elif form in ("csr", "csc"):
        starts, along = _numbers(arrays, "indptr"), _numbers(arrays, "indices")
        counts = np.diff(starts)
        ends = (0, along.size)
        wanted = (height if form == "csr" else width) + 1
        if starts.size != wanted or (counts < 0).any() or (starts[0], starts[-1]) != ends:
            raise InputError("indptr does not fit the sparse matrix")
        across = np.repeat(np.arange(counts.size), counts)
        rows, columns = (across, along) if form == "csr" else (along, across)
    else:
        raise InputError(f"a sparse matrix is csr, csc or coo here, not {printable(form, 20)!r}")
    if not rows.size == columns.size == values.size:
        raise InputError("the parts of the sparse matrix are not equally long")
    return Entries((height, width), rows, columns, values)


def is_sparse(arrays: Mapping[str, Array]) -> bool:
    """Return whether arrays have the names of scipy's sparse matrices."""
    return set(SPARSE) <= set(arrays)


def _refuse_large(size: int, most: int) -> None:
    if size > most:
        raise InputError(f"{size} numbers are more than {most}")


def _numbers(arrays: Mapping[str, Array], name: str) -> IntArray:
    if name not in arrays or arrays[name].ndim != 1:
        raise InputError(f"a sparse matrix has a list {name}")
    return whole_numbers(name, arrays[name])


def _word(arrays: Mapping[str, Array], name: str) -> str:
    array = arrays[name]
    if array.size != 1 or array.dtype.kind not in "SU":
        raise InputError(f"{name} is one word")
    value = array.reshape(-1)[0]
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
