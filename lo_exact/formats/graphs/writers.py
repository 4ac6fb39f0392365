"""Graphs written as other programs read them: all lights on, closed neighbourhoods, two colours.

Vertices are written in their order, by their names where a format has names and they are plain
words, else by number from 0 (DIMACS: from 1), so that what is read back is the same puzzle.  What a
graph alone does not say is refused.
"""

import re
from collections.abc import Sequence
from typing import Any

from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import UsageError
from lo_exact.formats.graphs.puzzles import edges_of

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
