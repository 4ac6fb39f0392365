"""Graphs as lists of edges: bare ``a b`` lines, DIMACS ``p edge`` files, contest inputs.

A bare list is certain only when a name in it is none of a board's glyphs or numbers, or the text
has comments; ``1 2`` on a line might be a row of a board.  Names are numbered as they first stand.
A contest's graph is ``N M``, then M lines of two vertices from 1 to N: a bare list would take its
first line for an edge.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.graphs.puzzles import MAX_EDGES, MAX_VERTICES, graph_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology.graph import check_simple

_ON_OFF = re.compile(r"(?i)on|off|true|false|yes|no|[ynft]")
_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9][0-9]?")
_NAME = re.compile(r"[A-Za-z_][\w.-]*|[0-9]+")


def looks_like_edge_list(text: str) -> bool:
    """Return whether every line has two names, at least one of them a word."""
    lines = [line.text for line in split_lines(text[: 1 << 16], folded=False) if line.text.strip()]
    if any(re.fullmatch(r"\s*#[#.·*_/| -]*\s*| +1\t\S+", line) for line in lines):
        return False  # a row of signs instead of a comment, or the output of cat -n
    rows = [line.split() for line in lines if line.lstrip()[:1] not in "#%"]
    if not rows or any(len(row) != 2 or not all(map(_NAME.fullmatch, row)) for row in rows):
        return False
    words = [word for row in rows for word in row]
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
    edges: list[_Edge] = []
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
        edges.append((a, b, line))
    listed = ", ".join("-".join(line.text.split()) for _, _, line in edges[:3])
    more = ", ..." if len(edges) > 3 else ""
    note = f"read as {len(edges)} edges {listed}{more} between {len(number)} vertices"
    return _puzzle(len(number), edges, options, list(number), note)


_Edge = tuple[int, int, Line]
"""Two vertices, from 0, and the line that says them."""


def _puzzle(
    vertices: int,
    edges: list[_Edge],
    options: ReadOptions,
    names: Sequence[str] = (),
    note: str = "",
) -> Puzzle:
    wrong = lambda k, problem: edges[k][2].error(problem)  # noqa: E731
    pairs = [(a, b) for a, b, _ in edges]
    graph = graph_of(vertices, pairs, options, names=names, error=wrong)
    return replace(graph, layout=replace(graph.layout, note=note))


def _two(words: Sequence[Line], line: Line) -> Sequence[Line]:
    if len(words) != 2:
        raise line.stripped().error(f"each line has two numbers, got {len(words)} words")
    return words


def _edge(words: Sequence[Line], line: Line, vertices: int) -> _Edge:
    """Return the edge of a line of two numbers, from 1."""
    a, b = (natural(word, "a vertex", 1, vertices) - 1 for word in _two(words, line))
    return a, b, line


def read_contest_graph(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph that begins with its numbers of vertices and edges.

    Raises:
        InputError: With its place.
    """
    first, *lines = [line for line in split_lines(text) if line.text.strip()]
    vertices, wanted = (
        natural(word, "a size", 0, MAX_EDGES) for word in _two(first.words(), first)
    )
    if len(lines) != wanted:
        last = [first, *lines][-1]
        raise last.error(f"the first line says {wanted} edges, got {len(lines)} lines")
    edges = [_edge(line.words(), line, vertices) for line in lines]
    names = [str(vertex + 1) for vertex in range(vertices)] if vertices <= MAX_VERTICES else []
    note = f"read as {vertices} vertices, {wanted} edge{'' if wanted == 1 else 's'}"
    return _puzzle(vertices, edges, options, names, note)


def read_dimacs(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DIMACS format.

    Raises:
        InputError: With its place.
    """
    lines = [
        (line, words) for line in split_lines(text, folded=False)
        if (words := line.words()) and words[0].text not in ("c", "n", "d", "v", "x")
    ]  # fmt: skip
    line, head = lines[0] if lines else (Line("", 1), [])
    if [word.text for word in head[:2]] not in (["p", "edge"], ["p", "edges"], ["p", "col"]):
        raise line.error(f"a DIMACS graph begins with p edge N M, got {quoted(line.text)}")
    sizes = _two(head[2:], line)
    vertices = natural(sizes[0], "vertices", 0, MAX_VERTICES)
    wanted = natural(sizes[1], "edges", 0, MAX_EDGES)
    for line, words in lines[1:]:
        if words[0].text != "e":
            raise line.error(f"a DIMACS graph has lines e U V, got {quoted(line.text)}")
    edges = [_edge(words[1:], line, vertices) for line, words in lines[1:]]
    if len(edges) not in (wanted, 2 * wanted):
        raise line.error(f"the first line says {wanted} edges, got {len(edges)}")
    wrong = lambda k, problem: edges[k][2].error(problem)  # noqa: E731
    pairs = [(a, b) for a, b, _ in edges]
    check_simple(pairs, directed=True, closed=False, error=wrong)
    both = set(pairs)  # many files list each edge in both directions: skip the second
    return _puzzle(
        vertices, [edge for edge in edges if edge[0] <= edge[1] or edge[1::-1] not in both], options
    )
