"""Sparse matrix of residues in compressed columns, one column for each button.

Three flat arrays (compressed columns).  Costs 5 bytes an entry for c <= 256, so the plus rule on
3000 x 3000 takes 225 MB; scipy.sparse would do the same but costs 0.15 s of start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import PuzzleError, printable

MAX_MODULUS = 2**31
"""Colours: products of two residues stay below 2^62 and fit into int64."""

MAX_ROWS = 2**31 - 1
"""Lights, and likewise buttons: their numbers are stored as int32."""

MAX_DRAWN = 200
"""Largest number of columns of a matrix printed as text."""

MAX_TYPESET = 30
"""Largest number of columns of a matrix typeset in a notebook."""

MAX_REMEMBERED = 1024
"""Largest number of columns and rows, and a quarter of the entries, for a cached elimination."""

IntArray = NDArray[np.int64]
Found = TypeVar("Found")


def kept(vectors: Mapping[str, IntArray]) -> dict[str, IntArray]:
    """Return a dict of read-only vectors; copy each vector that could still be changed."""
    return {name: _read_only(vector) for name, vector in vectors.items()}


def _read_only(vector: IntArray) -> IntArray:
    """Return a read-only vector: a copy if the given one or its base can still be changed."""
    below: object = vector
    while isinstance(below, np.ndarray) and not below.flags.writeable:
        below = below.base
    if below is None:
        return vector
    mine = vector.copy()
    mine.flags.writeable = False
    return mine


def residue_dtype(modulus: int) -> np.dtype[Any]:
    """Return the smallest unsigned NumPy dtype that holds 0..modulus-1."""
    if modulus <= 2**8:
        return np.dtype(np.uint8)
    return np.dtype(np.uint16) if modulus <= 2**16 else np.dtype(np.uint32)


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """Sparse matrix of residues mod ``modulus``, stored by column in read-only arrays."""

    shape: tuple[int, int]
    """(rows, columns) = (lights, buttons)."""
    modulus: int
    """Modulus c, 2..2**31."""
    starts: IntArray
    """(columns + 1,) int64; column j's entries are ``starts[j]:starts[j + 1]``."""
    rows: NDArray[np.int32]
    """(entries,) int32, ascending within a column, each row at most once per column."""
    values: NDArray[Any]
    """(entries,) unsigned of `residue_dtype`, each 1..modulus-1."""
    wrapped: bool = False
    """Whether summed values of one entry reached the modulus, so that they mean
    something else without a modulus.
    """

    def __post_init__(self) -> None:
        for array in (self.starts, self.rows, self.values):
            array.flags.writeable = False  # read-only, so that results computed from it stay valid

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"SparseMatrix({rows} x {columns}, {self.entries} entries, mod {self.modulus})"

    def __str__(self) -> str:
        if max(self.shape) > MAX_DRAWN:
            return repr(self)
        return latex_digits(self.to_dense(), self.modulus)

    def _repr_latex_(self) -> str | None:
        """Return the matrix as LaTeX for a notebook, or None if it is too large for a page."""
        return typeset(self.to_dense()) if max(self.shape) <= MAX_TYPESET else None

    @property
    def entries(self) -> int:
        """Number of stored entries."""
        return int(self.rows.size)

    def pieces(self) -> Iterator[NDArray[Any]]:
        """Yield three arrays: the entry count of each column, and each entry's row and value."""
        yield from (np.diff(self.starts), self.rows, self.values)

    def reach(self) -> tuple[int, int]:
        """Return the smallest and largest number of entries in a column; (0, 0) without columns."""
        counts = np.diff(self.starts)
        return (int(counts.min()), int(counts.max())) if counts.size else (0, 0)

    def empty_rows(self) -> int:
        """Return the number of rows without entries."""
        return self.shape[0] - int(np.unique(self.rows).size)

    def column(self, button: int) -> tuple[NDArray[np.int32], NDArray[Any]]:
        """Return the entries of one column as (rows, values)."""
        part = slice(int(self.starts[button]), int(self.starts[button + 1]))
        return self.rows[part], self.values[part]

    def columns_of_entries(self) -> IntArray:
        """Return the column of each stored entry, an int64 array (entries,)."""
        return np.repeat(np.arange(self.shape[1], dtype=np.int64), np.diff(self.starts))

    def dot(self, presses: NDArray[Any]) -> IntArray:
        """Return the product A x mod c of the matrix and a column vector, exactly.

        Args:
            presses: (columns,) integers, taken mod c.

        Returns:
            (rows,) int64 in 0..c-1.  Each product is below 2**62 and is reduced before it is
            added; the sums stay below 2**31 times the row count, so below 2**62.
        """
        x = np.asarray(presses, dtype=np.int64) % self.modulus
        out = np.zeros(self.shape[0], dtype=np.int64)
        nonzero = np.flatnonzero(x)
        if nonzero.size * 4 < self.shape[1]:
            return self.take_columns(nonzero)._dot_dense(x[nonzero], out)
        return self._dot_dense(x, out)

    def _dot_dense(self, x: IntArray, out: IntArray) -> IntArray:
        chunk = 1 << 22  # bounds the temporaries to a few dozen MB
        columns = self.shape[1]
        step = max(1, chunk * columns // max(self.entries, 1))
        for low in range(0, columns, step):
            high = min(columns, low + step)
            part = slice(int(self.starts[low]), int(self.starts[high]))
            weights = np.repeat(x[low:high], np.diff(self.starts[low : high + 1]))
            products = self.values[part].astype(np.int64) * weights % self.modulus
            np.add.at(out, self.rows[part], products)
        out %= self.modulus
        return out

    def left_dot(self, weights: NDArray[Any]) -> IntArray:
        """Return the product y A mod c of a row vector and the matrix, exactly.

        Args:
            weights: (rows,) integers, taken mod c.

        Returns:
            (columns,) int64 in 0..c-1.
        """
        y = np.asarray(weights, dtype=np.int64) % self.modulus
        products = self.values.astype(np.int64) * y[self.rows] % self.modulus
        running = np.concatenate(
            [
                np.zeros(1, dtype=object if self._wide() else np.int64),
                np.cumsum(products, dtype=object if self._wide() else np.int64),
            ]
        )
        sums = running[self.starts[1:]] - running[self.starts[:-1]]
        out: IntArray = (sums % self.modulus).astype(np.int64)
        return out

    def _wide(self) -> bool:
        return self.entries * self.modulus >= 2**62

    def transpose(self) -> SparseMatrix:
        """Return the transposed matrix, whose columns are the lights."""
        order = np.argsort(self.rows, kind="stable")
        counts = np.bincount(self.rows, minlength=self.shape[0])
        return SparseMatrix(
            shape=(self.shape[1], self.shape[0]),
            modulus=self.modulus,
            starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)]),
            rows=self.columns_of_entries()[order].astype(np.int32),
            values=self.values[order],
        )

    def take_columns(self, columns: NDArray[Any]) -> SparseMatrix:
        """Return the matrix of the given columns, in the given order."""
        columns = np.asarray(columns, dtype=np.int64)
        lengths = self.starts[columns + 1] - self.starts[columns]
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
        source = np.repeat(self.starts[columns] - starts[:-1], lengths)
        source += np.arange(int(starts[-1]), dtype=np.int64)
        return SparseMatrix(
            (self.shape[0], int(columns.size)),
            self.modulus,
            starts,
            self.rows[source],
            self.values[source],
        )

    def take_rows(self, rows: NDArray[Any]) -> SparseMatrix:
        """Return the matrix of the given rows (each at most once), in the given order."""
        rows = np.asarray(rows, dtype=np.int64)
        new_name = np.full(self.shape[0], -1, dtype=np.int64)
        new_name[rows] = np.arange(rows.size)
        renamed = new_name[self.rows]
        kept = renamed >= 0
        return from_entries(
            (int(rows.size), self.shape[1]),
            self.modulus,
            renamed[kept],
            self.columns_of_entries()[kept],
            self.values[kept],
        )

    def reduce(self, modulus: int) -> SparseMatrix:
        """Return the matrix mod a divisor of the modulus; entries that become 0 are dropped."""
        if modulus == self.modulus:
            return self
        values = self.values % modulus
        kept = np.flatnonzero(values)
        counts = np.concatenate([np.zeros(1, np.int64), np.cumsum(values != 0, dtype=np.int64)])
        return SparseMatrix(
            self.shape,
            modulus,
            counts[self.starts],
            self.rows[kept],
            values[kept].astype(residue_dtype(modulus)),
        )

    def to_dense(self) -> IntArray:
        """Return a dense int64 array (rows, columns); only for small matrices."""
        dense = np.zeros(self.shape, dtype=np.int64)
        dense[self.rows, self.columns_of_entries()] = self.values
        return dense


def from_entries(
    shape: tuple[int, int],
    modulus: int,
    rows: NDArray[Any],
    columns: NDArray[Any],
    values: NDArray[Any],
) -> SparseMatrix:
    """Build a matrix from (row, column, value) triples; repeated positions are summed mod c.

    Args:
        shape: (rows, columns).
        modulus: c, 2..2**31.
        rows: (entries,) integers in 0..shape[0]-1.
        columns: (entries,) integers in 0..shape[1]-1.
        values: (entries,) integers, taken mod c; zeros are dropped.

    Raises:
        PuzzleError: When a position is outside the shape, or the modulus out of range.
    """
    if not 2 <= modulus <= MAX_MODULUS:
        raise PuzzleError(f"colours must be 2..{MAX_MODULUS}, got {modulus}")
    if shape[0] > MAX_ROWS or shape[1] > MAX_ROWS:
        raise PuzzleError(f"at most {MAX_ROWS} lights and buttons are possible, got {shape}")
    row = np.asarray(rows, dtype=np.int64)
    column = np.asarray(columns, dtype=np.int64)
    value = np.asarray(values, dtype=np.int64) % modulus
    for name, index, size in (("light", row, shape[0]), ("button", column, shape[1])):
        if index.size and (index.min() < 0 or index.max() >= size):
            raise PuzzleError(
                f"a {name} number must be 0..{size - 1}, "
                f"got {int(index.min() if index.min() < 0 else index.max())}"
            )
    place = column * shape[0] + row
    wrapped = False
    if place.size > 1 and not bool((place[1:] > place[:-1]).all()):
        order = np.argsort(place, kind="stable")
        place, value = place[order], value[order]
        if bool((place[1:] == place[:-1]).any()):
            first = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
            value = np.add.reduceat(value, first)
            wrapped = bool((value >= modulus).any())
            value %= modulus
            place = place[first]
    if not bool(value.all()):
        place, value = place[value != 0], value[value != 0]
    height = max(shape[0], 1)
    column, row = np.divmod(place, height)
    counts = np.bincount(column, minlength=shape[1])
    return SparseMatrix(
        shape=(int(shape[0]), int(shape[1])),
        modulus=modulus,
        starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)]),
        rows=row.astype(np.int32),
        values=value.astype(residue_dtype(modulus)),
        wrapped=wrapped,
    )


def from_dense(matrix: Any, modulus: int) -> SparseMatrix:
    """Build a matrix from a dense (rows, columns) array of integers."""
    dense = np.asarray(matrix, dtype=np.int64)
    rows, columns = np.nonzero(dense % modulus)
    return from_entries(
        (dense.shape[0], dense.shape[1]), modulus, rows, columns, dense[rows, columns]
    )


def from_columns(lights: int, modulus: int, columns: Iterable[Mapping[int, int]]) -> SparseMatrix:
    """Build a matrix from one ``{light: amount}`` mapping per button."""
    listed = list(columns)
    triples = [(i, j, v) for j, column in enumerate(listed) for i, v in column.items()]
    flat = np.array(triples, dtype=np.int64).reshape(-1, 3)
    return from_entries((lights, len(listed)), modulus, flat[:, 0], flat[:, 1], flat[:, 2])


def remembered(find: Callable[[SparseMatrix], Found]) -> Callable[[SparseMatrix], Found]:
    """Wrap a function of a matrix in a cache of its last 16 results, used for small matrices.

    Matrices cannot change, so each is its own key; no more than some dozen megabytes are kept.
    """
    kept_answers = lru_cache(maxsize=16)(find)

    @wraps(find)
    def found(matrix: SparseMatrix) -> Found:
        small = max(*matrix.shape, matrix.entries // 4) <= MAX_REMEMBERED
        return (kept_answers if small else find)(matrix)

    return found


_BOOLEAN, _INTEGERS = "b", "iu"


def array_of(name: str, values: Any) -> NDArray[Any]:
    """Return values as a NumPy array, or raise an error if rows have unequal length.

    Raises:
        PuzzleError: When rows have unequal length.
    """
    try:
        return np.asarray(values)
    except ValueError:
        raise PuzzleError(f"{name} must be whole numbers, got rows of unequal length") from None


def whole(name: str, values: Any) -> IntArray:
    """Return values as an int64 array, or raise an error if one of them is not an integer.

    Args:
        name: name of the values, for the error message.
        values: a number, nested sequences or an array, of integers of any dtype, bool, or Python
            integers; of any shape.

    Raises:
        PuzzleError: For other values (also 1.0: round floats first), and for numbers
            beyond int64.

    >>> whole("state", np.array([1, 0], dtype=np.uint8)).dtype
    dtype('int64')
    """
    array = array_of(name, values)
    if array.dtype.kind == _BOOLEAN or array.size == 0:
        return array.astype(np.int64)
    if array.dtype == object and all(isinstance(value, int | np.integer) for value in array.flat):
        low, high = min(array.flat), max(array.flat)
    elif array.dtype.kind in _INTEGERS:
        if array.dtype != np.uint64:
            return array.astype(np.int64, copy=False)
        low, high = 0, int(array.max())
    else:
        first = printable(str(array.flat[0]), 20)
        raise PuzzleError(f"{name} must be whole numbers, got {array.dtype}, first {first}")
    if not -(2**63) <= low <= high < 2**63:
        raise PuzzleError(f"{name} must be whole numbers of 64 bits, got {low} to {high}")
    return array.astype(np.int64)


def whole_vector(name: str, values: Any, size: int, low: int, high: int = 2**63 - 1) -> IntArray:
    """Return ``size`` values as an int64 vector, each from ``low`` to ``high``, or raise an error.

    Raises:
        PuzzleError: For other values.
    """
    vector = whole(name, values)
    if vector.shape != (size,):
        raise PuzzleError(f"{name} must be {size} integers, got shape {vector.shape}")
    wrong = vector[(vector < low) | (vector > high)]
    if wrong.size:
        raise PuzzleError(f"{name} must be {low}..{high}, got {int(wrong[0])}")
    return vector


def latex_digits(values: NDArray[Any], colours: int) -> str:
    """Return a matrix as text: digits without spaces, or aligned numbers for over ten colours."""
    if not values.size:
        return "(nothing)"
    width = len(str(int(values.max(initial=0)))) if colours > 10 else 1
    space = " " if colours > 10 else ""
    rows = ([str(value).rjust(width) for value in row] for row in values.tolist())
    return "\n".join(map(space.join, rows))


def typeset(values: NDArray[Any]) -> str | None:
    """Return a matrix as LaTeX for a notebook, or None if it is too large for a page."""
    if max(values.shape, default=0) > MAX_TYPESET or not values.size:
        return None
    rows = " \\\\\n".join(" & ".join(map(str, row)) for row in values.tolist())
    return f"$\\displaystyle \\begin{{pmatrix}}\n{rows}\n\\end{{pmatrix}}$"
