"""Dense 0/1 matrices in text, which are boards as well: only ``--as`` reads them.

``--as adjacency``: the graph's puzzle; ``--as checks``: lights are rows, buttons are columns.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_dense
from lo_exact.formats.asked import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, split_lines
from lo_exact.formats.graphs.puzzles import graph_of
from lo_exact.formats.parts import Part
from lo_exact.puzzle import Puzzle
from lo_exact.topology import matrix_puzzle
from lo_exact.topology.grid import check_size


def read_adjacency(text: str, options: ReadOptions) -> list[Part]:
    """Read an adjacency matrix."""
    return [Part(1, lambda: _graph(text, options))]


def read_checks(text: str, options: ReadOptions) -> list[Part]:
    """Read a parity-check matrix."""
    return [Part(1, lambda: _checks(text, options))]


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
        check_size(len(rows), len(rows[0]))
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
