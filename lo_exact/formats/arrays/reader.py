"""Reading puzzles from numpy's files: boards, stacks of boards, and matrices.

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
from lo_exact.counters import AnyPuzzle, counters_of
from lo_exact.errors import InputError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.arrays.files import (
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
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Layout, Objective
from lo_exact.topology import HOLE, grid_puzzle, matrix_puzzle
from lo_exact.topology.grid import check_grid_size

BOARDS = ("state", "board", "boards", "lights")
MATRICES = ("activation", "checks", "H")
_SPARSE = ("format", "shape", "data", "indices", "indptr", "row", "col", "_is_array")
_SAID = ("colours", "target", "uniform", "objective", "prices")
_GRID = ("neighbourhood", "topology", "buttons", *_SAID)
_DRAWN = ("state", "light_at", "button_at", "names", "button_names", *_SAID)

_NO_LIGHT = -1

Array = NDArray[Any]
Arrays = Mapping[str, Array]


def read_puzzle_arrays(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read arrays that say themselves what they are.

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
    """Read the only array of a file as a board, or as a stack of boards."""
    arrays = named_arrays(file)
    name = next((name for name in (*BOARDS, *arrays) if name in arrays), "")
    return _boards(name, arrays, options)


def read_checks_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as parity checks."""
    arrays = named_arrays(file)
    return [PuzzlePart(1, lambda: _checks(arrays, options))]


def read_adjacency_array(file: BinaryIO, options: ReadOptions) -> list[PuzzlePart]:
    """Read the only matrix of a file as a graph's."""
    arrays = named_arrays(file)
    return [PuzzlePart(1, lambda: _graph(_entries(arrays), options))]


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
    """Return a drawing with `HOLE` where there is no light."""
    values = whole_numbers(name, array)
    if values.size and int(values.min()) < _NO_LIGHT:
        raise InputError(f"{name} has {int(values.min())}; -1 is no light, colours are 0 and more")
    return np.where(values == _NO_LIGHT, HOLE, values)


def _plain(state: Array, options: ReadOptions) -> AnyPuzzle:
    return drawn_board(Drawn(_drawn("the board", state)), options)


def _ruled(state: Array, arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    """Return a board that says more than its colours."""
    said = _ArraysSaid(arrays, state.shape, options)
    buttons = said.drawn("buttons")
    neighbourhood = said.word("neighbourhood") or options.neighbourhood or "plus"
    topology = said.word("topology") or options.topology or "plane"
    puzzle = grid_puzzle(
        _drawn("state", state),
        colours=said.colours,
        neighbourhood=neighbourhood,
        topology=topology,
        buttons=None if buttons is None else buttons != 0,
        target=said.target,
        uniform=said.uniform,
        objective=said.objective,
        prices=said.drawn("prices"),
    )
    return _finished(puzzle, said, options)


def _matrix(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    strange = [key for key in arrays if key not in (*_SPARSE, *_DRAWN)]
    if strange:
        raise InputError(f"a sparse matrix has no array {printable(strange[0], 30)!r}")
    entries = sparse_entries(arrays)
    lights, buttons = entries.shape
    said = _ArraysSaid(arrays, (lights,), options)
    state = said.drawn("state")
    prices = said.drawn("prices", (buttons,))
    light_at, button_at = (
        np.zeros((0, 0), dtype=np.int64) if key not in arrays else _places(key, arrays[key], size)
        for key, size in (("light_at", lights), ("button_at", buttons))
    )
    if light_at.shape != button_at.shape:
        raise InputError("light_at and button_at have the same rows and columns")
    puzzle = matrix_puzzle(
        entries.modulo(said.colours),
        0 if state is None else state,
        target=said.target,
        uniform=said.uniform,
        objective=said.objective,
        prices=() if prices is None else prices,
        layout=Layout(
            light_at, button_at, said.names("names", lights), said.names("button_names", buttons)
        ),
    )
    return _finished(puzzle, said, options)


def _checks(arrays: Arrays, options: ReadOptions) -> AnyPuzzle:
    matrix = _entries(arrays).modulo(options.colours or 2)
    return apply_options(matrix_puzzle(matrix, 0), options)


def _entries(arrays: Arrays) -> Entries:
    if is_sparse(arrays):
        return sparse_entries(arrays)
    matrices = [array for array in arrays.values() if array.ndim == 2]
    if len(matrices) != 1:
        raise InputError(f"one matrix with two axes is wanted, there are {len(matrices)}")
    return dense_entries(matrices[0])


def _graph(entries: Entries, options: ReadOptions) -> AnyPuzzle:
    vertices, columns = entries.shape
    if vertices != columns:
        raise InputError(f"an adjacency matrix is square, got {entries.shape}")
    check_graph(vertices, entries.values.size)
    if not set(np.unique(entries.values).tolist()) <= {0, 1}:
        raise InputError("an adjacency matrix has entries 0 and 1")
    pairs = list(zip(entries.rows.tolist(), entries.columns.tolist(), strict=True))
    both = set(pairs)
    directed = any((b, a) not in both for a, b in pairs)
    edges = pairs if directed else [(a, b) for a, b in pairs if a <= b]
    return graph_of(vertices, edges, options, directed=directed)


def _finished(puzzle: Any, said: _ArraysSaid, options: ReadOptions) -> AnyPuzzle:
    found = apply_options(puzzle, options)
    return counters_of(found) if said.counters else found


def _places(name: str, array: Array, size: int) -> IntArray:
    """Return which light or button is on each place, every one once, -1 where there is none."""
    at = whole_numbers(name, array)
    if at.ndim != 2:
        raise InputError(f"{name} has rows and columns, got the shape {at.shape}")
    if not np.array_equal(np.sort(at[at >= 0]), np.arange(size)) or (at < -1).any():
        raise InputError(f"{name} shows each of 0..{size - 1} once")
    return at


class _ArraysSaid:
    """Arrays beside a state, each checked when it is asked for.

    Attributes:
        counters: whether the colours are 0, which means whole numbers.
        colours: c; 2**31 for counters.
    """

    def __init__(self, arrays: Arrays, shape: tuple[int, ...], options: ReadOptions):
        self._arrays, self._shape = arrays, shape
        colours = self._number("colours", 0, MAX_MODULUS)
        self.counters = colours == 0
        self.colours: int = (colours or MAX_MODULUS) if colours is not None else 2
        if colours is None and options.colours is not None:
            self.colours = options.colours

    @property
    def target(self) -> IntArray | int:
        """One colour, or one for each light."""
        if "target" not in self._arrays:
            return 0
        target = whole_numbers("target", self._arrays["target"])
        if target.ndim == 0:
            return int(target)
        return self._shaped("target", target, self._shape)

    @property
    def uniform(self) -> bool:
        """Return whether the target may be shifted."""
        return bool(self._number("uniform", 0, 1))

    @property
    def objective(self) -> Objective:
        """The cost that is minimised."""
        priced = "prices" in self._arrays
        word = self.word("objective") or ("prices" if priced else "presses")
        names = [objective.value for objective in Objective]
        if word not in names or (word == "prices") != priced:
            raise InputError(
                f"the objective is {', '.join(names)}, prices where there are some; got "
                f"{printable(word, 30)!r}"
            )
        return Objective(word)

    def drawn(self, name: str, shape: tuple[int, ...] = ()) -> IntArray | None:
        """Return an array of the state's shape, or of this one; None where there is none."""
        if name not in self._arrays:
            return None
        values = whole_numbers(name, self._arrays[name])
        return self._shaped(name, values, shape or self._shape)

    def word(self, name: str) -> str:
        """Return a word, ``""`` where there is none."""
        if name not in self._arrays:
            return ""
        array = self._arrays[name]
        if array.size != 1 or array.dtype.kind != "U":
            raise InputError(f"{name} is one word")
        return str(array.reshape(-1)[0])

    def names(self, name: str, size: int) -> tuple[str, ...]:
        """Return names, none where there are none."""
        if name not in self._arrays:
            return ()
        array = self._arrays[name]
        listed: list[str] = array.tolist()
        if array.shape != (size,) or array.dtype.kind != "U" or len(set(listed)) < size:
            raise InputError(f"{name} are {size} different texts")
        return tuple(listed)

    def _number(self, name: str, low: int, high: int) -> int | None:
        if name not in self._arrays:
            return None
        array = whole_numbers(name, self._arrays[name])
        if array.size != 1 or not low <= int(array.reshape(-1)[0]) <= high:
            raise InputError(f"{name} is one number {low}..{high}")
        return int(array.reshape(-1)[0])

    def _shaped(self, name: str, values: IntArray, shape: tuple[int, ...]) -> IntArray:
        if values.shape != shape:
            raise InputError(f"{name} has the shape {values.shape}, wanted is {shape}")
        return values
