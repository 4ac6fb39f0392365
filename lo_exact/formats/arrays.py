"""Reader of numpy's .npy and .npz files: boards, stacks of boards, matrices.

An array begins with a header that states its type and shape.  A header is believed only when that
many bytes follow it, and not too many, so a small file takes little memory whatever it claims.
Nothing is unpickled.  https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

Matrices are dense, or sparse as scipy writes them (csr, csc, coo): lights are rows, buttons are
columns, entries whole numbers of any dtype, 1.0 too, taken mod c.

An array with the name ``state``, ``board`` or ``lights`` is a board.  One with the name
``activation``, ``checks`` or ``H`` is a parity-check matrix, and an array written by scipy is a
matrix.  Any other array of two axes could be either, so ``--as`` decides.  A stack, (boards, rows,
columns), is many puzzles.  -1 is no light.
"""

import io
import math
import zipfile
import zlib
from collections.abc import Mapping
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import reject
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.files import PuzzlePart, said_by
from lo_exact.formats.matrices import adjacency_graph
from lo_exact.topology import HOLE, matrix_puzzle
from lo_exact.topology.grid import check_grid_size

BOARDS = ("state", "board", "boards", "lights")
MATRICES = ("activation", "checks", "H")

MAGIC = b"\x93NUMPY"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
KINDS = "biufSU"
"""Letters of numpy's dtype kinds that are read: truth values, numbers, bytes and texts."""

MAX_BYTES = 2**28
"""Bytes of all arrays of a file together, unpacked."""

MAX_MEMBERS = 256
"""Arrays in an .npz archive."""

MAX_HEADER = 10_000
"""Letters in the header of an array, which is numpy's own default too."""

Array = NDArray[Any]
Arrays = Mapping[str, Array]


def named_arrays(file: BinaryIO, most: int = MAX_BYTES) -> dict[str, Array]:
    """Return the arrays of a file by name; the array of an .npy file has the name ``""``.

    Args:
        file: The open file, at its beginning.
        most: Largest total size of the arrays in bytes.

    Raises:
        InputError: When it is not a file of numpy, or too large.
    """
    if not file.seekable():
        file = io.BytesIO(file.read(most + MAX_HEADER))
    start, left = file.read(len(MAGIC)), file.seek(0, io.SEEK_END)
    file.seek(0)
    if start == MAGIC:
        return {"": _array(file, left, most)}
    reject(start[:4] not in ZIP, "this is no file of numpy's")
    try:
        with zipfile.ZipFile(file) as archive:
            return _members(archive, most)
    except InputError:
        raise
    # RuntimeError: zipfile found a member with a password
    # NotImplementedError: zipfile does not know the version of the archive
    except (
        zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError,
        OSError, ValueError, KeyError, OverflowError,
    ) as error:  # fmt: skip
        raise InputError(f"this archive of arrays is broken: {said_by(error, 80)}") from None


def _members(archive: zipfile.ZipFile, most: int) -> dict[str, Array]:
    listed = archive.infolist()
    reject(
        not 0 < len(listed) <= MAX_MEMBERS,
        f"an archive has 1 to {MAX_MEMBERS} arrays, this one {len(listed)}",
    )
    found: dict[str, Array] = {}
    for info in listed:
        shown, name = repr(printable(info.filename, 40)), info.filename.removesuffix(".npy")
        reject(name == info.filename, f"this archive holds {shown}: only .npy arrays are read")
        # other methods, such as LZMA, allocate whatever memory size the data's header states
        reject(
            info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
            f"{shown} is packed in another way than numpy's",
        )
        reject(name in found, f"the array {shown} is there twice")
        with archive.open(info) as member:
            found[name] = _array(member, info.file_size, most, f"the array {shown}")
        most -= found[name].nbytes
    return found


def _array(file: Any, left: int, most: int, name: str = "the array") -> Array:
    check_header(file, left, most, name)
    file.seek(0)
    array: Array = np.lib.format.read_array(file, max_header_size=MAX_HEADER)
    return array


def check_header(file: Any, left: int, most: int = MAX_BYTES, name: str = "the array") -> None:
    """Refuse an .npy file whose header does not match the size of its data.

    Args:
        file: The open file, at its beginning.
        left: Bytes in the whole file.
        most: Largest size of the array in bytes.
        name: The array's name, for errors.

    Raises:
        InputError: When it is not such a file, or too large.
    """
    try:
        version = np.lib.format.read_magic(file)
    except ValueError:
        raise InputError(f"{name} is none of numpy's") from None
    reject(
        version not in ((1, 0), (2, 0)),
        f"{name} is written in version {version}; 1.0 and 2.0 are read",
    )
    read = (
        np.lib.format.read_array_header_2_0
        if version == (2, 0)
        else np.lib.format.read_array_header_1_0
    )
    try:
        shape, _, dtype = read(file, max_header_size=MAX_HEADER)
    except Exception as error:  # numpy parses a header as Python, and lets any exception through
        raise InputError(f"{name} has a broken header: {said_by(error, 60)}") from None
    kind = "objects, which are not unpickled" if dtype.hasobject else printable(str(dtype), 40)
    reject(dtype.kind not in KINDS, f"{name} holds {kind}; numbers are wanted")
    reject(any(length < 0 for length in shape), f"{name} has a negative length")
    size = math.prod(shape) * dtype.itemsize
    reject(
        max(size, math.prod(shape), *shape, 0) > most,
        f"{name} has the shape {printable(str(shape), 80)}: more than is read ({most} bytes)",
    )
    there = left - file.tell()
    reject(size != there, f"{name} has {size} bytes by its header, {there} are there")


MAX_NUMBERS = 2**24
"""Largest size of a dense matrix, or entries and sizes of a sparse one."""

SPARSE = ("format", "shape", "data")
"""Arrays in every sparse matrix file of scipy."""

PARTS = (*SPARSE, "indices", "indptr", "row", "col", "_is_array")
"""All possible arrays in such files."""


class Entries(NamedTuple):
    """Sparse matrix: shape, and arrays of rows, columns and values of shape (entries,)."""

    shape: tuple[int, int]
    rows: IntArray
    columns: IntArray
    values: IntArray

    def modulo(self, colours: int) -> SparseMatrix:
        """Return the matrix mod c; values of repeated entries are added."""
        return from_entries(self.shape, colours, self.rows, self.columns, self.values)


def whole_numbers(name: str, array: Array) -> IntArray:
    """Convert an array of integers, booleans or integral floats to int64.

    Raises:
        InputError: When an entry is not an integer of 64 bits.
    """
    reject(array.dtype.kind not in "biuf", f"{name} holds {array.dtype}; whole numbers are wanted")
    if array.dtype.kind in "uf" and array.size:
        # refuses NaN as well, which is not below 2**63
        reject(
            not bool((np.abs(array) < 2.0**63).all()),
            f"{name} has a number that is not finite, or beyond 64 bits",
        )
        broken = array[array != np.rint(array)]
        if broken.size:
            raise InputError(f"{name} holds whole numbers, got {broken[0]}")
    return array.astype(np.int64)


def dense_entries(array: Array, most: int = MAX_NUMBERS) -> Entries:
    """Return the nonzero entries of a dense matrix.

    Raises:
        InputError: When it does not have two axes, is too large, or has non-integers.
    """
    reject(array.ndim != 2, f"a matrix has two axes, got the shape {array.shape}")
    reject(array.size > most, f"{array.size} numbers are more than {most}")
    rows, columns = np.nonzero(array)
    return Entries(
        (array.shape[0], array.shape[1]), rows, columns,
        whole_numbers("the matrix", np.asarray(array[rows, columns])),
    )  # fmt: skip


def sparse_entries(arrays: Arrays, most: int = MAX_NUMBERS) -> Entries:
    """Return the entries of a matrix written by `scipy.sparse.save_npz`.

    Raises:
        InputError: When its arrays do not fit each other.
    """
    strange = next((key for key in arrays if key not in PARTS), None)
    if strange is not None:
        raise InputError(f"a sparse matrix stands alone, here is {printable(strange, 30)!r} too")
    said = arrays["format"].tolist()
    form = said.decode("latin-1") if isinstance(said, bytes) else str(said)
    shape = _numbers(arrays, "shape")
    reject(
        shape.size != 2 or (shape < 0).any(),
        f"a sparse matrix has two sizes, got {shape.tolist()[:8]}",
    )
    height, width = (int(size) for size in shape)
    size = max(height, width, arrays["data"].size)
    reject(size > most, f"{size} numbers are more than {most}")
    values = _numbers(arrays, "data")
    reject(
        form not in ("coo", "csr", "csc"),
        f"a sparse matrix is csr, csc or coo here, not {printable(form, 20)!r}",
    )
    if form == "coo":
        rows, columns = _numbers(arrays, "row"), _numbers(arrays, "col")
    else:
        starts, along = _numbers(arrays, "indptr"), _numbers(arrays, "indices")
        counts = np.diff(starts)
        reject(
            starts.size != (height if form == "csr" else width) + 1
            or (counts < 0).any()
            or (starts[0], starts[-1]) != (0, along.size),
            "indptr does not fit the sparse matrix",
        )
        across = np.repeat(np.arange(counts.size), counts)
        rows, columns = (across, along) if form == "csr" else (along, across)
    reject(
        not rows.size == columns.size == values.size,
        "the parts of the sparse matrix are not equally long",
    )
    return Entries((height, width), rows, columns, values)


def is_sparse(arrays: Arrays) -> bool:
    """Return whether arrays have the names of scipy's sparse matrix files."""
    return set(SPARSE) <= set(arrays)


def _numbers(arrays: Arrays, name: str) -> IntArray:
    reject(name not in arrays or arrays[name].ndim != 1, f"a sparse matrix has a list {name}")
    return whole_numbers(name, arrays[name])


def read_puzzle_arrays(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read arrays whose names identify their contents.

    Raises:
        InputError: When they are not a puzzle, or could be two.
    """
    arrays = named_arrays(file)
    for name in BOARDS:
        if name in arrays:
            return _boards(name, arrays, options)
    name, array = next(iter(arrays.items()))
    listed = ", ".join(printable(key, 30) for key in list(arrays)[:8])
    reject(
        len(arrays) > 1 and not is_sparse(arrays),
        f"there are several arrays and none is called state: {listed}",
    )
    reject(
        name not in MATRICES and not is_sparse(arrays),
        f"an array of the shape {array.shape} reads several ways: a board (--as board), a "
        "parity-check matrix (--as checks), a graph (--as adjacency); say which",
    )
    return [PuzzlePart(1, partial(_checks, arrays, options))]


def read_board_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only array of a file as a board or a stack of boards."""
    arrays = named_arrays(file)
    return _boards(
        next((name for name in (*BOARDS, *arrays) if name in arrays), ""), arrays, options
    )


def read_checks_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as a parity-check matrix."""
    return [PuzzlePart(1, partial(_checks, named_arrays(file), options))]


def read_adjacency_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as the adjacency matrix of a graph."""
    return [PuzzlePart(1, partial(_graph, named_arrays(file), options))]


def _boards(name: str, arrays: Arrays, options: ReadOptions) -> list[PuzzlePart]:
    strange = next((key for key in arrays if key != name), None)
    if strange is not None:
        raise InputError(
            f"a board stands alone, here is {printable(strange, 30)!r} too: targets and rules come "
            "from options"
        )
    state = arrays[name]
    reject(
        state.ndim not in (2, 3) or 0 in state.shape,
        f"a board has rows and columns, got the shape {state.shape}",
    )
    check_grid_size(*state.shape[-2:])
    stack = state if state.ndim == 3 else state[None]
    return [PuzzlePart(1, partial(_board, board, options)) for board in stack]


def _board(state: Array, options: ReadOptions) -> AnyPuzzle:
    values = whole_numbers("the board", state)
    reject(
        int(values.min()) < -1,
        f"the board has {values.min()}; -1 is no light, colours are 0 and more",
    )
    return drawn_board(Drawn(np.where(values == -1, HOLE, values)), options)


def _checks(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    entries = only_entries(arrays)
    if options.colours is None and (np.abs(entries.values) > 1).any():
        raise InputError(
            "a check matrix has entries 0 and 1 unless --colours is given, got "
            f"{entries.values[np.abs(entries.values) > 1][0]}"
        )
    return apply_options(matrix_puzzle(entries.modulo(options.colours or 2), 0), options)


def only_entries(arrays: Arrays, most: int = MAX_NUMBERS) -> Entries:
    """Return the entries of the only matrix of a file, sparse or dense.

    Args:
        arrays: the arrays by name.
        most: largest size of a dense matrix, or entries and sizes of a sparse one.

    Raises:
        InputError: When there is none, or several.
    """
    if is_sparse(arrays):
        return sparse_entries(arrays, most)
    matrices = [array for array in arrays.values() if array.ndim == 2]
    reject(len(matrices) != 1, f"one matrix with two axes is wanted, there are {len(matrices)}")
    return dense_entries(matrices[0], most)


def _graph(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    shape, rows, columns, values = only_entries(arrays)
    reject(not set(np.unique(values).tolist()) <= {0, 1}, "an adjacency matrix has entries 0 and 1")
    return adjacency_graph(shape, rows[values == 1], columns[values == 1], options)
