"""Graphs as puzzles: each vertex is a light and a button; all lights are on and must go off.

A button changes its own light and its neighbours' (``--neighbourhood open``: the neighbours'
alone).  An arc's first vertex changes its second.

One rule for loops and double edges in every format: `lo_exact.topology.graph.check_simple`.

Graphs are written as other programs read them: vertices in their order, by their names where a
format has names and they are plain words, else by number from 0 (DIMACS: from 1), so that what is
read back is the same puzzle.  What a graph alone does not say is refused.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.files import check_written
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


def edges_of(puzzle: Puzzle, *, named: bool = False) -> list[tuple[int, int]]:
    """Return the edges of a graph puzzle with closed neighbourhoods and all lights on.

    Args:
        puzzle: the puzzle.
        named: whether its vertices may have names.

    Raises:
        UsageError: When it is not.
    """
    matrix = puzzle.activation
    pairs = set(zip(matrix.columns_of_entries().tolist(), matrix.rows.tolist(), strict=True))
    square = puzzle.colours == 2 and puzzle.lights == puzzle.buttons
    lit = puzzle.state.all() and not puzzle.target.any() and not puzzle.uniform
    unnamed = named or not puzzle.layout.names
    check_written(
        "a graph written here",
        (
            (square, "has two colours, and a light and a button on each vertex"),
            (bool(lit), "has all lights on, and wants all off"),
            (puzzle.objective.value == "presses", "counts presses"),
            (unnamed and not puzzle.layout.button_names, "has no names"),
            (puzzle.lights <= MAX_VERTICES, f"has at most {MAX_VERTICES} vertices"),
            (
                all((i, i) in pairs for i in range(puzzle.lights)),
                "has closed neighbourhoods: a button changes its own light",
            ),
            (all((b, a) in pairs for a, b in pairs), "has edges that act both ways"),
        ),
        "edges or json",
    )
    return sorted((a, b) for a, b in pairs if a < b)


_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|0|[1-9][0-9]*")
_KEYWORDS = frozenset(["graph", "digraph", "subgraph", "node", "edge", "strict"])


def write_dimacs(puzzle: AnyPuzzle) -> str:
    """Return a graph as DIMACS.

    Raises:
        UsageError: When the puzzle is none of a graph.
    """
    vertices, edges = _graph(puzzle, "dimacs")
    lines = [f"p edge {vertices} {len(edges)}", *(f"e {a + 1} {b + 1}" for a, b in edges)]
    return "\n".join(lines) + "\n"


def write_dot(puzzle: AnyPuzzle) -> str:
    """Return a graph as DOT.

    Raises:
        UsageError: When the puzzle is none of a graph.
    """
    names, edges = _named(puzzle, "dot")
    lines = [*(f"  {name};" for name in names), *(f"  {names[a]} -- {names[b]};" for a, b in edges)]
    return "\n".join(["graph {", *lines, "}"]) + "\n"


def write_graphml(puzzle: AnyPuzzle) -> str:
    """Return a graph as GraphML.

    Raises:
        UsageError: When the puzzle is none of a graph.
    """
    names, edges = _named(puzzle, "graphml")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<graph edgedefault="undirected">',
        *(f'<node id="{name}"/>' for name in names),
        *(f'<edge source="{names[a]}" target="{names[b]}"/>' for a, b in edges),
        "</graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def write_graph6(puzzle: AnyPuzzle) -> str:
    """Return a graph as a graph6 line.

    Raises:
        UsageError: When the puzzle is none of a graph.
    """
    import networkx

    return str(networkx.to_graph6_bytes(_networkx(puzzle, "graph6"), header=False), "ascii")


def write_sparse6(puzzle: AnyPuzzle) -> str:
    """Return a graph as a sparse6 line.

    Raises:
        UsageError: When the puzzle is none of a graph.
    """
    import networkx

    return str(networkx.to_sparse6_bytes(_networkx(puzzle, "sparse6"), header=False), "ascii")


def _networkx(puzzle: AnyPuzzle, what: str) -> Any:
    import networkx

    vertices, edges = _graph(puzzle, what)
    graph = networkx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(edges)
    return graph


def _named(puzzle: AnyPuzzle, what: str) -> tuple[Sequence[str], list[tuple[int, int]]]:
    given = of_colours(puzzle, what)
    names = given.layout.names or tuple(map(str, range(given.lights)))
    if not all(_PLAIN.fullmatch(name) and name.lower() not in _KEYWORDS for name in names):
        raise UsageError(f"{what} has plain words as names: write edges or json instead")
    return names, edges_of(given, named=True)


def _graph(puzzle: AnyPuzzle, what: str) -> tuple[int, list[tuple[int, int]]]:
    given = of_colours(puzzle, what)
    return given.lights, edges_of(given)
