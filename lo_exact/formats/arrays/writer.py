"""Writer of puzzles as .npz: a board with its rule, or a sparse matrix for scipy.

Nothing of a puzzle is left out.  `scipy.sparse.load_npz` reads the matrix and leaves the rest.
Equal puzzles give equal bytes.
"""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.errors import UsageError
from lo_exact.formats.arrays.files import MAX_BYTES, MAX_NUMBERS
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.topology.recognition import recognise_rule

Arrays = dict[str, NDArray[Any]]


def write_arrays(puzzle: AnyPuzzle) -> bytes:
    """Return a puzzle as the bytes of an .npz file.

    Raises:
        UsageError: When it is too large to be read back.
    """
    given = puzzle.as_residues if isinstance(puzzle, Counters) else puzzle
    if max(given.lights, given.buttons) > MAX_NUMBERS:
        raise UsageError(f"npz holds at most {MAX_NUMBERS} lights and buttons: write pbm instead")
    rule = recognise_rule(given) if given.lights else None
    arrays = _grid(given, *rule) if rule is not None else _matrix(given)
    arrays["colours"] = np.array(puzzle.colours or 0)
    if given.uniform:
        arrays["uniform"] = np.array(1)
    arrays["objective"] = np.array(given.objective.value)
    if sum(array.nbytes for array in arrays.values()) > MAX_BYTES:
        raise UsageError("this puzzle is too large for npz: write json instead")
    file = io.BytesIO()
    save: Any = np.savez_compressed  # the type stubs confuse the arrays' names with options
    save(file, **arrays)
    return file.getvalue()


def _grid(puzzle: Puzzle, neighbourhood: str, topology: str) -> Arrays:
    layout = puzzle.layout
    arrays = {
        "state": _small(_placed(layout.light_at, puzzle.state)),
        "target": _small(_placed(layout.light_at, puzzle.target)),
        "neighbourhood": np.array(neighbourhood),
        "topology": np.array(topology),
    }
    if not np.array_equal(layout.light_at >= 0, layout.button_at >= 0):
        arrays["buttons"] = layout.button_at >= 0
    if puzzle.objective is Objective.PRICES:
        arrays["prices"] = _small(np.append(puzzle.prices, 0)[layout.button_at])
    return arrays


def _matrix(puzzle: Puzzle) -> Arrays:
    matrix, layout = puzzle.activation, puzzle.layout
    arrays: Arrays = {
        "format": np.array(b"csc"),
        "shape": np.array(matrix.shape),
        "data": matrix.values.astype(np.int64),
        "indices": matrix.rows.astype(np.int64),
        "indptr": matrix.starts.astype(np.int64),
        "state": puzzle.state,
        "target": puzzle.target,
    }
    if puzzle.objective is Objective.PRICES:
        arrays["prices"] = puzzle.prices
    if layout.is_grid:
        arrays |= {"light_at": layout.light_at, "button_at": layout.button_at}
    for name, texts in (("names", layout.names), ("button_names", layout.button_names)):
        if texts:
            if any(text.endswith("\0") for text in texts):
                raise UsageError("npz cannot hold names that end in NUL: write json instead")
            arrays[name] = np.array(texts)
    return arrays


def _placed(at: IntArray, values: IntArray) -> IntArray:
    """Return an array of shape (rows, columns) with the value at each place, -1 for none."""
    return np.append(values, -1)[at]


def _small(values: IntArray) -> NDArray[Any]:
    """Convert numbers to the smallest signed integer type that holds them all."""
    high = int(np.abs(values).max(initial=0))
    return values.astype(np.int8 if high < 2**7 else np.int32 if high < 2**31 else np.int64)
