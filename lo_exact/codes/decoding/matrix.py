"""Reader of check matrices from numpy files or puzzle files.

``.npy`` holds a matrix of 0 and 1, or of residues; ``.npz`` the same under any name, or a sparse
matrix as scipy writes it.  Nothing is unpickled.  Everything else is read as a puzzle, of which the
matrix, the target and the prices count.
"""

import math
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import InputError
from lo_exact.formats.arrays import BOARDS, check_header, named_arrays, only_entries
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import in_source
from lo_exact.formats.expected import read_expected
from lo_exact.formats.files import opened
from lo_exact.puzzle import Puzzle

AS_IT_IS = ReadOptions()

MAX_NUMBERS = 2**28
"""Of a dense matrix, or entries of a sparse one."""


def read_matrix(
    path: str, options: ReadOptions = AS_IT_IS, form: str | None = None, colours: int = 2
) -> Puzzle:
    """Return a puzzle with the matrix of a file, all lights 0.

    Args:
        path: the file.
        options: what the caller says beside it.
        form: the name of a format; ``board``: it is a board.
        colours: c of numpy's files.

    Raises:
        InputError: When the file holds no matrix.
    """
    if path.endswith(".stim"):
        from lo_exact.formats.codes import dem

        with in_source(path):
            return dem.read_error_model(dem.error_model_text(path))
    if not path.endswith((".npy", ".npz")) or form is not None or options != AS_IT_IS:
        return read_expected(path, options, form)
    arrays = read_numpy_file(path)
    if set(BOARDS) & set(arrays):
        return read_expected(path, options)
    with in_source(path):
        matrix = only_entries(arrays, MAX_NUMBERS).modulo(colours)
    zeros = np.zeros(matrix.shape[0], dtype=np.int64)
    return Puzzle(matrix, zeros, zeros)


def read_numpy_file(path: str) -> dict[str, NDArray[Any]]:
    """Return the arrays in an ``.npy`` file (memory-mapped, named ``""``) or ``.npz`` file.

    Raises:
        InputError: When it cannot be read, or is too large.
    """
    with in_source(path), opened(path) as file:
        if not path.endswith(".npy"):
            return named_arrays(file, 8 * MAX_NUMBERS)
        check_header(file, os.path.getsize(path), os.path.getsize(path))
    return {"": np.load(path, mmap_mode="r", allow_pickle=False)}


def read_probabilities(path: str, buttons: int) -> NDArray[np.float64]:
    """Read one probability for each button from an ``.npy`` or ``.npz`` file.

    Raises:
        InputError: When there is another number of them.
    """
    arrays = [array for array in read_numpy_file(path).values() if array.ndim == 1]
    if len(arrays) != 1 or arrays[0].size != buttons or arrays[0].dtype.kind not in "fiu":
        raise InputError(f"one list of {buttons} probabilities is wanted", source=path)
    found = arrays[0].astype(np.float64)
    if not all(map(math.isfinite, found.tolist())):
        raise InputError("a probability is not finite", source=path)
    return found
