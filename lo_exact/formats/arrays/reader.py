"""Reader of boards, stacks of boards, and matrices in numpy files.

An array that is called ``state``, ``board`` or ``lights`` is a board, one that is called
``activation``, ``checks`` or ``H`` a parity-check matrix, and what scipy writes is a matrix.  Any
other array of two axes could be either, so ``--as`` says it.  A stack, (boards, rows, columns), is
many puzzles.  -1 is no light in a state, and does not matter in a target.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import MAX_MODULUS, IntArray
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.arrays.files import (
    MAX_NUMBERS,
    Entries,
    dense_entries,
    is_sparse,
    named_arrays,
    sparse_entries,
    whole_numbers,
)
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import Drawn
from lo_exact.formats.codes.matrices import adjacency_graph
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.json.reader import puzzle_as_asked
from lo_exact.topology import HOLE, matrix_puzzle
from lo_exact.topology.grid import check_grid_size

BOARDS = ("state", "board", "boards", "lights")
MATRICES = ("activation", "checks", "H")
_SPARSE = ("format", "shape", "data", "indices", "indptr", "row", "col", "_is_array")
_NUMBERS = ("colours", "uniform")
_WORDS = ("neighbourhood", "topology", "objective")
_SAID = ("colours", "target", "uniform", "objective", "prices")
_GRID = ("neighbourhood", "topology", "buttons", *_SAID)
_DRAWN = ("state", "light_at", "button_at", "names", "button_names", *_SAID)

_NO_LIGHT = -1

Array = NDArray[Any]
Arrays = Mapping[str, Array]


def read_puzzle_arrays(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read arrays whose names identify their contents.

    Raises:
        InputError: When they are no puzzle, or could be two.
    """
    arrays = named_arrays(file)
    if is_sparse(arrays):
        return [PuzzlePart(1, lambda: _matrix(arrays, options))]
    for name in BOARDS:
        if name in arrays:
            return _boards(name, arrays, options)
    name, array = next(iter(arrays.items()))
    if len(arrays) > 1:
        listed = ", ".join(printable(key, 30) for key in list(arrays)[:8])
        raise InputError(f"there are several arrays and none is called state: {listed}")
    if name not in MATRICES:
        raise InputError(
            f"an array of the shape {array.shape} reads several ways: a board (--as board), a "
            "parity-check matrix (--as checks), a graph (--as adjacency); say which"
        )
    return [PuzzlePart(1, lambda: _checks(arrays, options))]


def read_board_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only array of a file as a board or a stack of boards."""
    arrays = named_arrays(file)
    name = next((name for name in (*BOARDS, *arrays) if name in arrays), "")
    return _boards(name, arrays, options)


def read_checks_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as a parity-check matrix."""
    arrays = named_arrays(file)
    return [PuzzlePart(1, lambda: _checks(arrays, options))]


def read_adjacency_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as the adjacency matrix of a graph."""
    arrays = named_arrays(file)
    return [PuzzlePart(1, lambda: _graph(arrays, options))]


def _boards(name: str, arrays: Arrays, options: ReadOptions) -> list[PuzzlePart]:
    strange = [key for key in arrays if key not in (name, *_GRID)]
    if strange:
        raise InputError(f"a board has no array {printable(strange[0], 30)!r}")
    state = arrays[name]
    if state.ndim == 3 and len(arrays) > 1:
        raise InputError("a stack of boards stands alone; targets and rules come from options")
    if state.ndim not in (2, 3) or 0 in state.shape:
        raise InputError(f"a board has rows and columns, got the shape {state.shape}")
    check_grid_size(*state.shape[-2:])
    if state.ndim == 3:
        return [PuzzlePart(1, partial(_plain, board, options)) for board in state]
    if len(arrays) == 1:
        return [PuzzlePart(1, lambda: _plain(state, options))]
    return [PuzzlePart(1, lambda: _ruled(state, arrays, options))]


def _drawn(name: str, array: Array) -> IntArray:
    """Convert a 2-d array to a board, with `HOLE` at places without a light."""
    values = whole_numbers(name, array)
    if values.size and int(values.min()) < _NO_LIGHT:
        raise InputError(f"{name} has {int(values.min())}; -1 is no light, colours are 0 and more")
    return np.where(values == _NO_LIGHT, HOLE, values)


def _plain(state: Array, options: ReadOptions) -> AnyPuzzle:
    return drawn_board(Drawn(_drawn("the board", state)), options)


def _ruled(state: Array, arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    """Return a board whose file also defines rules, target or prices."""
    holes = _drawn("state", state) == HOLE
    beside = {key: array for key, array in arrays.items() if key in _GRID}
    value = _said({**beside, "state": state}, holes)
    if "prices" in arrays and arrays["prices"].shape == holes.shape:
        prices = np.array(value["prices"], dtype=object)
        prices[arrays.get("buttons", ~holes) == 0] = None
        value["prices"] = prices.tolist()
    for key, option in (
        ("neighbourhood", options.neighbourhood), ("topology", options.topology),
    ):  # fmt: skip
        value |= {key: option} if key not in value and option is not None else {}
    return puzzle_as_asked(value, options)


def _matrix(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    strange = [key for key in arrays if key not in (*_SPARSE, *_DRAWN)]
    if strange:
        raise InputError(f"a sparse matrix has no array {printable(strange[0], 30)!r}")
    entries = sparse_entries(arrays)
    value = _said({key: array for key, array in arrays.items() if key in _DRAWN})
    colours = value.get("colours", options.colours or 2)
    value["activation"] = entries.modulo(MAX_MODULUS if colours is None else colours)
    value.setdefault("state", [0] * entries.shape[0])
    if "light_at" in value:
        drawn = {"lights": value.pop("light_at"), "buttons": value.pop("button_at", [])}
        value["layout"] = drawn
    return puzzle_as_asked(value, options)


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
        arrays: by their names.
        most: numbers of a dense matrix, entries and sizes of a sparse one.

    Raises:
        InputError: When there is none, or several.
    """
    if is_sparse(arrays):
        return sparse_entries(arrays, most)
    matrices = [array for array in arrays.values() if array.ndim == 2]
    if len(matrices) != 1:
        raise InputError(f"one matrix with two axes is wanted, there are {len(matrices)}")
    return dense_entries(matrices[0], most)


def _graph(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    shape, rows, columns, values = only_entries(arrays)
    if not set(np.unique(values).tolist()) <= {0, 1}:
        raise InputError("an adjacency matrix has entries 0 and 1")
    return adjacency_graph(shape, rows[values == 1], columns[values == 1], options)


def _said(arrays: Arrays, holes: Array | None = None) -> dict[str, Any]:
    """Return the contents of named arrays as the values of a JSON puzzle.

    Args:
        arrays: by their names.
        holes: where a board has no light, as the arrays have -1 there; None: it is no board.
    """
    value: dict[str, Any] = {}
    for name, array in arrays.items():
        if name in _WORDS and (array.size != 1 or array.dtype.kind != "U"):
            raise InputError(f"{name} is one word")
        if array.dtype.kind == "U":
            value[name] = str(array.reshape(-1)[0]) if name in _WORDS else array.tolist()
            continue
        numbers = whole_numbers(name, array)
        if name in _NUMBERS and numbers.size != 1:
            raise InputError(f"{name} is one number, got the shape {numbers.shape}")
        shown = numbers.astype(object)
        shown[numbers == -1] = "?" if name == "target" else None
        if name == "target" and holes is not None and holes.shape == shown.shape:
            shown[holes] = None
        value[name] = shown.reshape(-1)[0] if name in _NUMBERS else shown.tolist()
    value |= {name: int(value[name]) for name in _NUMBERS if name in value}
    if "uniform" in value:
        value["uniform"] = {0: False, 1: True}.get(value["uniform"], value["uniform"])
    if value.get("colours") == 0:
        value["colours"] = None
    return value
