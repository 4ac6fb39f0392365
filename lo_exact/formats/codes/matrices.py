"""Dense 0/1 matrices in text, which are boards as well: only ``--as`` reads them.

``--as adjacency``: the graph's puzzle; ``--as checks``: lights are rows, buttons are columns.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_dense
from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import UsageError
from lo_exact.formats.asked import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.graphs.puzzles import edges_of, graph_of
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.topology import matrix_puzzle
from lo_exact.topology.grid import MAX_PLACES, check_grid_size


def read_adjacency(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read an adjacency matrix."""
    return [PuzzlePart(1, lambda: _graph(text, options))]


def read_checks(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read a parity-check matrix."""
    return [PuzzlePart(1, lambda: _checks(text, options))]


def write_adjacency(puzzle: AnyPuzzle) -> str:
    """Return the adjacency matrix of a graph.

    Raises:
        UsageError: When the puzzle is none of a graph, or too large.
    """
    graph = of_colours(puzzle, "adjacency")
    edges = np.array(edges_of(graph), dtype=np.int64).reshape(-1, 2)
    dense = _zeros(graph.lights, graph.lights)
    dense[edges[:, 0], edges[:, 1]] = dense[edges[:, 1], edges[:, 0]] = 1
    return _written(dense)


def write_checks(puzzle: AnyPuzzle) -> str:
    """Return a parity-check matrix of two colours; nothing else stands in it.

    Raises:
        UsageError: When the puzzle is more than its matrix, or too large.
    """
    given = of_colours(puzzle, "checks")
    plain = not given.state.any() and not given.target.any() and not given.uniform
    named = given.layout.names or given.layout.button_names
    if not plain or named or given.colours != 2 or given.objective is not Objective.PRESSES:
        raise UsageError(
            "checks are a matrix of 0 and 1 alone, all lights 0: write mtx or json instead"
        )
    dense = _zeros(given.lights, given.buttons)
    dense[given.activation.rows, given.activation.columns_of_entries()] = 1
    return _written(dense)


def _zeros(rows: int, columns: int) -> IntArray:
    if not 0 < rows * columns <= MAX_PLACES:
        raise UsageError(f"a matrix written out has 1..{MAX_PLACES} entries: write mtx instead")
    return np.zeros((rows, columns), dtype=np.int64)


def _written(dense: IntArray) -> str:
    return "\n".join(" ".join(map(str, row)) for row in dense.tolist()) + "\n"


def _rows(text: str, high: int) -> tuple[IntArray, list[Line]]:
    lines = [line.stripped() for line in split_lines(text) if line.text.strip()]
    rows = []
    for line in lines:
        words = line._replace(text=line.text.replace(",", " ")).words()
        if len(words) == 1 and high < 10:
            words = [
                Line(glyph, line.number, words[0].column + k)
                for k, glyph in enumerate(words[0].text)
            ]
        rows.append([natural(word, "an entry", 0, high) for word in words])
        if len(rows[-1]) != len(rows[0]):
            raise line.error(
                f"all rows are equally long: this one has {len(rows[-1])} entries, the first "
                f"{len(rows[0])}"
            )
        check_grid_size(len(rows), len(rows[0]))
    return np.array(rows, dtype=np.int64), lines


def _graph(text: str, options: ReadOptions) -> Puzzle:
    dense, lines = _rows(text, 1)
    if dense.shape[0] != dense.shape[1]:
        raise lines[0].error(f"an adjacency matrix is square, got {dense.shape}")
    directed = not np.array_equal(dense, dense.T)
    pairs = np.argwhere(dense if directed else np.triu(dense))
    return graph_of(
        dense.shape[0], [(int(a), int(b)) for a, b in pairs], options, directed=directed
    )


def _checks(text: str, options: ReadOptions) -> Puzzle:
    colours = options.colours or 2
    dense, _ = _rows(text, colours - 1)
    return apply_options(matrix_puzzle(from_dense(dense, colours), 0), options)
