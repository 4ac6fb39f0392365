"""Graphs as puzzles: each vertex is a light and a button; all lights are on and must go off.

A button changes its own light and its neighbours' (``--neighbourhood open``: the neighbours'
alone).  An arc's first vertex changes its second.

One rule for loops and double edges in every format: `lo_exact.topology.graph.check_simple`.

Graphs are written as other programs read them: vertices in their order, by their names where a
format has names and they are plain words, else by number from 0 (DIMACS: from 1), so that what is
read back is the same puzzle.  What a graph alone does not say is refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from lo_exact.errors import InputError, UsageError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.topology import graph_matrix, matrix_puzzle
from lo_exact.topology.graph import check_simple

MAX_VERTICES = 2**16
MAX_EDGES = 2**24
MAX_NAME = 200


def check_graph(vertices: int, edges: int = 0) -> None:
    """Refuse a graph that is too large, before allocating memory.

    Raises:
        InputError: On more than `MAX_VERTICES` vertices or `MAX_EDGES` edges.
    """
    if vertices > MAX_VERTICES or edges > MAX_EDGES:
        raise InputError(
            f"a graph has at most {MAX_VERTICES} vertices and {MAX_EDGES} edges, "
            f"got {vertices} and {edges}"
        )


Wrong = Callable[[int, str], InputError]
"""The error about the k-th edge."""


def _without_place(number: int, problem: str) -> InputError:
    return InputError(f"edge {number + 1}: {problem}")


def graph_of(
    vertices: int,
    edges: Sequence[tuple[int, int]],
    options: ReadOptions,
    *,
    names: Sequence[str] = (),
    directed: bool = False,
    error: Wrong = _without_place,
) -> Puzzle:
    """Return the puzzle of a graph.

    Args:
        vertices: how many.
        edges: pairs of vertices, from 0.
        options: what the caller says beside the text.
        names: of the vertices, where they have some.
        directed: whether edges are arcs.
        error: says what is wrong with the k-th edge, with its place.

    Raises:
        InputError: When it is too large, an edge stands twice or is a loop that is not allowed, or
            a name is none that every writer can write.
        UsageError: When an option does not fit.
    """
    check_graph(vertices, len(edges))
    for name in names:
        if not name.isprintable() or not 0 < len(name) <= MAX_NAME:
            raise InputError(f"a name has 1..{MAX_NAME} printable characters, got {quoted(name)}")
    said = options.neighbourhood or "closed"
    if said not in ("open", "closed"):
        raise UsageError("neighbourhood: that of a graph is closed or open")
    check_simple(edges, directed=directed, closed=said == "closed", error=error)
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    colours = options.colours or 2
    matrix = graph_matrix(
        vertices,
        ends[:, 0],
        ends[:, 1],
        directed=directed,
        closed=said == "closed",
        colours=colours,
    )
    puzzle = matrix_puzzle(
        matrix, np.ones(vertices, dtype=np.int64), layout=Layout(names=tuple(names))
    )
    return apply_options(puzzle, replace(options, neighbourhood=None))
