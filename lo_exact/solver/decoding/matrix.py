"""Check matrices out of numpy's files, or out of any puzzle file.

``.npy`` holds a matrix of 0 and 1, or of residues; ``.npz`` the same under any name, or a sparse
matrix as scipy writes it.  Nothing is unpickled.  Everything else is read as a puzzle, of which the
matrix, the target and the prices count.
"""

from __future__ import annotations

import math
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import from_entries
from lo_exact.errors import InputError
from lo_exact.puzzle import Puzzle

MAX_NUMBERS = 2**28
"""Of a dense matrix, or entries of a sparse one."""


def read_matrix(path: str, colours: int = 2) -> Puzzle:
    """Return a puzzle with the matrix of a file; all lights are 0.

    Raises:
        InputError: When the file holds no matrix.
    """
    if not path.endswith((".npy", ".npz")):
        from lo_exact.formats import ReadOptions, read_puzzle

        return read_puzzle(path, options=ReadOptions())
    arrays = read_arrays(path)
    if {"shape", "format"} <= set(arrays):
        shape, rows, columns, values = _sparse(arrays, path)
    else:
        shape, rows, columns, values = _dense(arrays, path)
    if values.dtype.kind not in "biu":
        raise InputError("a check matrix holds whole numbers", source=path)
    matrix = from_entries(shape, colours, rows, columns, values.astype(np.int64))
    zeros = np.zeros(shape[0], dtype=np.int64)
    return Puzzle(matrix, zeros, zeros)


def read_arrays(path: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of an ``.npy`` (named ``""``) or ``.npz`` file.

    Raises:
        InputError: When it cannot be read, or is too large.
    """
    try:
        found = np.load(path, mmap_mode="r", allow_pickle=False)
        if isinstance(found, np.ndarray):
            return {"": found}
        with found:
            _refuse_large(path)
            return {name: found[name] for name in found.files}
    except OSError as error:
        problem = (error.strerror or "this is no file of numpy's").lower()
        raise InputError(f"the file cannot be read: {problem}", source=path) from None
    except (ValueError, KeyError, EOFError, BadZipFile, MemoryError) as error:
        said = " ".join(str(error).split())[:120]
        raise InputError(f"this is no file of numpy's: {said}", source=path) from None


def _refuse_large(path: str) -> None:
    """Refuse an archive whose arrays would take more memory than matrices may."""
    from zipfile import ZipFile

    with ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > 8 * MAX_NUMBERS:
        raise InputError(f"arrays of {size} bytes are more than {8 * MAX_NUMBERS}", source=path)


Entries = tuple[tuple[int, int], NDArray[Any], NDArray[Any], NDArray[Any]]


def _dense(arrays: dict[str, NDArray[Any]], path: str) -> Entries:
    matrices = [array for array in arrays.values() if array.ndim == 2]
    if len(matrices) != 1:
        raise InputError(
            f"one matrix with two axes is wanted, there are {len(matrices)}", source=path
        )
    (dense,) = matrices
    if dense.size > MAX_NUMBERS:
        raise InputError(f"{dense.size} numbers are more than {MAX_NUMBERS}", source=path)
    rows, columns = np.nonzero(dense)
    return (dense.shape[0], dense.shape[1]), rows, columns, np.asarray(dense[rows, columns])


def _sparse(arrays: dict[str, NDArray[Any]], path: str) -> Entries:
    """Read what `scipy.sparse.save_npz` writes: csr, csc or coo."""
    try:
        kind = arrays["format"].item()
        kind = kind.decode() if isinstance(kind, bytes) else str(kind)
        height, width = (int(v) for v in arrays["shape"].tolist())
        values = arrays["data"]
        if kind == "coo":
            rows, columns = arrays["row"].astype(np.int64), arrays["col"].astype(np.int64)
        elif kind in ("csr", "csc"):
            counts: NDArray[Any] = np.diff(arrays["indptr"].astype(np.int64))
            across = np.repeat(np.arange(counts.size), counts)
            along = arrays["indices"].astype(np.int64)
            rows, columns = (across, along) if kind == "csr" else (along, across)
        else:
            raise InputError(f"a sparse matrix is csr, csc or coo, not {kind[:20]!a}", source=path)
    except (KeyError, ValueError, TypeError) as error:
        said = " ".join(str(error).split())[:80]
        raise InputError(f"this is no sparse matrix of scipy's: {said}", source=path) from None
    fits = rows.size == columns.size == values.size
    whole = values.dtype.kind in "biu" or bool((values == np.rint(values)).all())
    if not fits or not whole or min(height, width) < 0:
        raise InputError("the parts of the sparse matrix do not fit", source=path)
    return (height, width), rows, columns, values.astype(np.int64)


def read_probabilities(path: str, buttons: int) -> NDArray[np.float64]:
    """Return one probability for each button, from ``.npy`` or ``.npz``.

    Raises:
        InputError: When there is another number of them.
    """
    arrays = [array for array in read_arrays(path).values() if array.ndim == 1]
    if len(arrays) != 1 or arrays[0].size != buttons or arrays[0].dtype.kind not in "fiu":
        raise InputError(f"one list of {buttons} probabilities is wanted", source=path)
    found = arrays[0].astype(np.float64)
    if not all(map(math.isfinite, found.tolist())):
        raise InputError("a probability is not finite", source=path)
    return found
