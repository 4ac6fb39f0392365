"""Graphs as lists of edges: bare ``a b`` lines, DIMACS ``p edge`` files, contest inputs.

A bare list is certain only when a name in it is none of a board's glyphs or numbers, or the text
has comments; ``1 2`` on a line might be a row of a board.  Names are numbered as they first stand.
A contest's graph is ``N M``, then M lines of two vertices from 1 to N: a bare list would take its
first line for an edge.
"""

import re
from dataclasses import replace

from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.graphs.puzzles import MAX_EDGES, MAX_VERTICES, graph_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology.graph import check_simple

_ON_OFF = re.compile(r"(?i)on|off|true|false|yes|no|[ynft]")
_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9][0-9]?")
_NAME = re.compile(r"[A-Za-z_][\w.-]*|[0-9]+")


def looks_like_edge_list(text: str) -> bool:
    """Return whether every line has two names, one at least a word, and two lines share a name."""
    lines = [line.text for line in split_lines(text[: 1 << 16], folded=False) if line.text.strip()]
    if any(re.fullmatch(r"\s*#[#.·*_/| -]*\s*| +1\t\S+", line) for line in lines):
        return False  # a row of signs instead of a comment, or the output of cat -n
    rows = [line.split() for line in lines if line.lstrip()[:1] not in "#%"]
    if not rows or any(len(row) != 2 or not all(map(_NAME.fullmatch, row)) for row in rows):
        return False
    words = [word for row in rows for word in row]
    if len(set(words)) == len(words) and "#" not in text and "%" not in text:
        return False  # no two edges meet: "hello world" is no graph
    if all(map(_PLACE.fullmatch, words)) or any(
        all(_ON_OFF.fullmatch(row[k]) for row in rows) for k in (0, 1)
    ):
        return False  # a list of lit places, or of lights with their states
    return any(len(word) > 1 and not word.isdigit() for word in words) or any(
        word.isalpha() and word not in "OXxTF" for word in words
    )


def looks_like_contest_graph(text: str) -> bool:
    """Return whether a text is ``N M`` and then M >= 1 lines of two numbers from 1 to N."""
    if re.fullmatch(r"[0-9\s]+", text, re.ASCII) is None:
        return False
    rows = [list(map(int, line.split())) for line in text.splitlines() if line.strip()]
    (vertices, edges), *pairs = rows if len(rows[0]) == 2 else [[0, 0]]
    return 0 < edges == len(pairs) and all(
        len(pair) == 2 and min(pair) > 0 and max(pair) <= vertices for pair in pairs
    )


def read_edge_list(text: str, options: ReadOptions) -> Puzzle:
    """Parse a bare list of edges.

    Raises:
        InputError: With its place.
    """
    number: dict[str, int] = {}
    edges: list[tuple[int, int]] = []
    places: list[Line] = []
    for line in split_lines(text, folded=False):
        words = line.words()
        if not words or words[0].text[0] in "#%":
            continue
        if len(words) != 2:
            raise line.stripped().error(f"an edge is two names, got {len(words)} words")
        for word in words:
            if _NAME.fullmatch(word.text) is None:
                raise word.error(f"a vertex is a name or a number, got {quoted(word.text)}")
        a, b = (number.setdefault(word.text, len(number)) for word in words)
        edges.append((a, b))
        places.append(line)
    wrong = lambda k, problem: places[k].error(problem)  # noqa: E731
    graph = graph_of(len(number), edges, options, names=list(number), error=wrong)
    return _noted(graph, places)


def _noted(graph: Puzzle, edges: list[Line]) -> Puzzle:
    """Return the graph with a note that lines of two names were read as edges."""
    listed = ", ".join("-".join(edge.text.split()) for edge in edges[:3])
    more = ", ..." if len(edges) > 3 else ""
    note = f"read as {len(edges)} edges {listed}{more} between {graph.lights} vertices"
    return replace(graph, layout=replace(graph.layout, note=note))


def read_contest_graph(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph that begins with its numbers of vertices and edges.

    Raises:
        InputError: With its place.
    """
    lines = [line for line in split_lines(text) if line.text.strip()]
    vertices, wanted = (natural(word, "a size", 0, MAX_EDGES) for word in _two(lines[0]))
    if len(lines) - 1 != wanted:
        raise lines[-1].error(f"the first line says {wanted} edges, got {len(lines) - 1} lines")
    pairs = [_two(line) for line in lines[1:]]
    edges = [
        (natural(a, "a vertex", 1, vertices) - 1, natural(b, "a vertex", 1, vertices) - 1)
        for a, b in pairs
    ]
    wrong = lambda k, problem: lines[k + 1].error(problem)  # noqa: E731
    names = [str(vertex + 1) for vertex in range(vertices)] if vertices <= MAX_VERTICES else []
    graph = graph_of(vertices, edges, options, names=names, error=wrong)
    note = f"read as {vertices} vertices, {wanted} edge{'' if wanted == 1 else 's'}"
    return replace(graph, layout=replace(graph.layout, note=note))


def _two(line: Line) -> tuple[Line, Line]:
    words = line.words()
    if len(words) != 2:
        raise line.stripped().error(f"each line has two numbers, got {len(words)} words")
    return words[0], words[1]


def read_dimacs(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DIMACS format.

    Raises:
        InputError: With its place.
    """
    vertices: int | None = None
    wanted = 0
    edges: list[tuple[int, int]] = []
    places: list[Line] = []
    last = Line("", 1)
    for line in split_lines(text, folded=False):
        words = line.words()
        if not words or words[0].text in ("c", "n", "d", "v", "x"):
            continue
        last = line
        kind = words[0].text
        if kind == "p" and vertices is None:
            if len(words) != 4 or words[1].text not in ("edge", "edges", "col"):
                raise line.error(f"the first line is p edge N M, got {quoted(line.text)}")
            vertices = natural(words[2], "vertices", 0, MAX_VERTICES)
            wanted = natural(words[3], "edges", 0, MAX_EDGES)
        elif kind == "e" and vertices is not None and len(words) == 3:
            a, b = (natural(word, "a vertex", 1, vertices) - 1 for word in words[1:])
            edges.append((a, b))
            places.append(line)
        else:
            raise line.error(f"a DIMACS graph has lines e U V, got {quoted(line.text)}")
    if vertices is None:
        raise last.error("a DIMACS graph begins with p edge N M")
    if len(edges) not in (wanted, 2 * wanted):
        raise last.error(f"the first line says {wanted} edges, got {len(edges)}")
    wrong = lambda k, problem: places[k].error(problem)  # noqa: E731
    check_simple(edges, directed=True, closed=False, error=wrong)
    both = set(edges)  # many files list each edge in both directions: skip the second
    kept = [(k, e) for k, e in enumerate(edges) if e[0] <= e[1] or (e[1], e[0]) not in both]
    places = [places[k] for k, _ in kept]
    return graph_of(vertices, [edge for _, edge in kept], options, error=wrong)
