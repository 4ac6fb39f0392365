"""Graphs as puzzles, in five formats: each vertex is a light and a button, and all lights are on.

All lights must go off.  A button changes its own light and its neighbours' (``--neighbourhood
open``: the neighbours' alone).  The first vertex of an arc changes the second.  `graph_of` makes
the puzzle; loops and double edges have one rule in every format
(`lo_exact.topology.graph.check_simple`).

Graphs are written as other programs read them, so that the same puzzle is read back.  Vertices keep
their order.  They are written by their names where a format has names and they are plain words,
else by number from 0 (DIMACS: from 1).  Data that a graph alone cannot hold is refused.

- Lists of edges: bare ``a b`` lines (`read_edge_list`), DIMACS ``p edge`` files (`read_dimacs`),
  and contest inputs (`read_contest_graph`).  A bare list is certain only when a name in it is none
  of a board's glyphs or numbers, or the text has comments; ``1 2`` on a line might be a row of a
  board. Names are numbered in order of appearance.  A contest's graph is ``N M``, then M lines of
  two vertices from 1 to N: a bare list would take its first line for an edge.
- graph6 and sparse6 of nauty (`read_nauty`): one graph in each line, each a puzzle.  graph6 is the
  number of vertices, then the upper triangle column by column, six bits a character plus 63.
  sparse6 is ``:``, the number, then pairs of a bit and a vertex.  Lengths are exact and the padding
  is fixed, so hardly any other text looks like it.  Grammar: nauty's formats.txt.  networkx reads
  the line, after its number of vertices was checked, but checks neither padding nor what follows.
  So it also writes the graph again, and a line that differs is refused.
- GraphML (`read_graphml`): nodes and edges of one graph; other elements are ignored.  Entities and
  document types are refused, so that a small file stays small.
- DOT (`read_dot`): ``graph { a -- b -- c; d }``, ``digraph { a -> b }``; attributes are ignored.
  Subgraphs are refused by name.  In a ``strict`` graph an edge may be listed twice, as DOT allows.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from lo_exact.errors import InputError, UsageError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import (
    Line,
    error_at,
    located,
    natural,
    quoted,
    reject,
    split_lines,
)
from lo_exact.formats.files import PuzzlePart, said_by
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.topology import graph_matrix, matrix_puzzle
from lo_exact.topology.graph import check_simple

MAX_VERTICES = 2**16
"""Vertices of a graph."""

MAX_EDGES = 2**24
"""Edges of a graph."""

MOST = (MAX_VERTICES, MAX_EDGES)

MAX_NAME = 200
"""Letters of a vertex's name."""


def check_graph(vertices: int, edges: int = 0) -> None:
    """Refuse a graph that is too large, before allocating memory.

    Raises:
        InputError: When there are more than `MAX_VERTICES` vertices or `MAX_EDGES` edges.
    """
    reject(
        vertices > MAX_VERTICES or edges > MAX_EDGES,
        f"a graph has at most {MAX_VERTICES} vertices and {MAX_EDGES} edges, "
        f"got {vertices} and {edges}",
    )


def graph_of(
    vertices: int,
    edges: Sequence[tuple[int, int]],
    options: ReadOptions,
    *,
    names: Sequence[str] = (),
    directed: bool = False,
    error: Callable[[int, str], InputError] = lambda number, problem: InputError(
        f"edge {number + 1}: {problem}"
    ),
) -> Puzzle:
    """Return the puzzle of a graph.

    Args:
        vertices: number of vertices.
        edges: pairs of vertices, from 0.
        options: the reading options.
        names: names of the vertices, or none.
        directed: whether edges are arcs.
        error: function that returns an error about the k-th edge, with its position.

    Raises:
        InputError: When it is too large, an edge is repeated or a forbidden loop, or
            a name cannot be written in every format.
        UsageError: When an option does not fit.
    """
    check_graph(vertices, len(edges))
    for name in names:
        reject(
            not name.isprintable() or not 0 < len(name) <= MAX_NAME,
            f"a name has 1..{MAX_NAME} printable characters, got {quoted(name)}",
        )
    said = options.neighbourhood or "closed"
    if said not in ("open", "closed"):
        raise UsageError("neighbourhood: that of a graph is closed or open")
    check_simple(edges, directed=directed, closed=said == "closed", error=error)
    matrix = graph_matrix(
        vertices,
        *np.array(edges, dtype=np.int64).reshape(-1, 2).T,
        directed=directed,
        closed=said == "closed",
        colours=options.colours or 2,
    )
    puzzle = matrix_puzzle(
        matrix, np.ones(vertices, dtype=np.int64), layout=Layout(names=tuple(names))
    )
    return apply_options(puzzle, replace(options, neighbourhood=None))


_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9][0-9]?")
_NAME = re.compile(r"[A-Za-z_][\w.-]*|[0-9]+")


def looks_like_edge_list(text: str) -> bool:
    """Return whether all lines but comments are pairs of names that look like edges of a graph."""
    lines = [line.text for line in split_lines(text[: 1 << 16], folded=False) if line.text.strip()]
    rows = [line.split() for line in lines if line.lstrip()[:1] not in "#%"]
    if (
        not rows
        # rows of symbols that begin with #, or lines that ``cat -n`` has numbered
        or any(re.fullmatch(r"\s*#[#.·*_/| -]*\s*| +1\t\S+", line) for line in lines)
        or any(len(row) != 2 or not all(map(_NAME.fullmatch, row)) for row in rows)
    ):
        return False
    from lo_exact.formats.scanner.tree import VALUES

    words = [word for row in rows for word in row]
    columns = list(zip(*rows, strict=True))
    odd = (
        # no two pairs share a name, so the text is no graph: ``hello world``
        (len(set(words)) == len(words) and "#" not in text and "%" not in text)
        # pairs of other kinds: lit cells, lights with their states, rows of lights
        or {sum(_PLACE.fullmatch(word) is not None for word in column) for column in columns}
        in ({0, len(rows)}, {len(rows)})
        or any(
            all(word.lower() in VALUES for word in column[len(column) > 2 :])  # skip a heading
            or sum(re.fullmatch("[01]{3,}", word) is not None for word in column)
            > max(len(rows) - 2, 1)
            for column in columns
        )
    )
    return not odd and any(
        (len(word) > 1 and not word.isdigit()) or (word.isalpha() and word not in "OXxTF")
        for word in words
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


def judge_comments(remarks: Iterable[str], text: str = "") -> None:
    """Refuse comments and names of a graph that may state another rule or goal."""
    from lo_exact.formats.scanner.doubts import judge_remarks

    judge_remarks(remarks, text, lights=False)


def read_edge_list(text: str, options: ReadOptions) -> Puzzle:
    """Parse a bare list of edges.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    judge_comments(re.findall(r"(?m)^[ \t]*[#%](.*)", text), text)
    number: dict[str, int] = {}
    edges: list[_Edge] = []
    lines = [line for line in split_lines(text, folded=False) if line.text.strip()]
    for line in [line for line in lines if line.text.lstrip()[0] not in "#%"]:
        words = line.words()
        line.stripped().reject(len(words) != 2, f"an edge is two names, got {len(words)} words")
        for word in words:
            word.reject(
                _NAME.fullmatch(word.text) is None,
                f"a vertex is a name or a number, got {quoted(word.text)}",
            )
        a, b = (number.setdefault(word.text, len(number)) for word in words)
        edges.append((a, b, line))
    shown = ["-".join(line.text.split()) for _, _, line in edges[:3]] + ["..."] * (len(edges) > 3)
    note = f"read as {len(edges)} edges {', '.join(shown)} between {len(number)} vertices"
    return _graph_of_lines(len(number), edges, options, list(number), note)


_Edge = tuple[int, int, Line]
"""Two vertices, from 0, and their line."""


def _graph_of_lines(
    vertices: int,
    edges: list[_Edge],
    options: ReadOptions,
    names: Sequence[str] = (),
    note: str = "",
    directed: bool = False,
) -> Puzzle:
    graph = graph_of(
        vertices, [(a, b) for a, b, _ in edges], options, names=names, directed=directed,
        error=lambda k, problem: edges[k][2].error(problem),
    )  # fmt: skip
    return replace(graph, layout=replace(graph.layout, note=note))


def _two_numbers(
    words: Sequence[Line], line: Line, what: str, low: int, most: tuple[int, int]
) -> list[int]:
    """Parse the two numbers of a line, each with its greatest value."""
    line.stripped().reject(len(words) != 2, f"each line has two numbers, got {len(words)} words")
    return [natural(word, what, low, high) for word, high in zip(words, most, strict=True)]


def _edge_of(words: Sequence[Line], line: Line, vertices: int) -> _Edge:
    """Convert a line of two vertex numbers, counted from 1, to an edge counted from 0."""
    a, b = _two_numbers(words, line, "a vertex", 1, (vertices, vertices))
    return a - 1, b - 1, line


def read_contest_graph(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph that begins with its numbers of vertices and edges.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    first, *lines = [line for line in split_lines(text) if line.text.strip()]
    vertices, wanted = _two_numbers(first.words(), first, "a size", 0, MOST)
    [first, *lines][-1].reject(
        len(lines) != wanted, f"the first line says {wanted} edges, got {len(lines)} lines"
    )
    edges = [_edge_of(line.words(), line, vertices) for line in lines]
    names = [str(vertex + 1) for vertex in range(vertices)]
    note = f"read as {vertices} vertices, {wanted} edge{'' if wanted == 1 else 's'}"
    return _graph_of_lines(vertices, edges, options, names, note)


def read_dimacs(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DIMACS format.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    judge_comments(re.findall(r"(?m)^[ \t]*[cndvx][ \t](.*)", text), text)
    rows = [(line, line.words()) for line in split_lines(text, folded=False)]
    rows = [row for row in rows if row[1] and row[1][0].text not in ("c", "n", "d", "v", "x")]
    (line, head), *lines = rows or [(Line("", 1), [])]
    line.reject(
        [word.text for word in head[:2]] not in (["p", "edge"], ["p", "edges"], ["p", "col"]),
        f"a DIMACS graph begins with p edge N M, got {quoted(line.text)}",
    )
    vertices, wanted = _two_numbers(head[2:], line, "a size", 0, MOST)
    for line, words in lines:
        line.reject(
            words[0].text != "e", f"a DIMACS graph has lines e U V, got {quoted(line.text)}"
        )
    edges = [_edge_of(words[1:], line, vertices) for line, words in lines]
    line.reject(
        len(edges) not in (wanted, 2 * wanted),
        f"the first line says {wanted} edges, got {len(edges)}",
    )
    pairs = [(a, b) for a, b, _ in edges]
    check_simple(
        pairs, directed=True, closed=False, error=lambda k, problem: edges[k][2].error(problem)
    )
    both = set(pairs)  # many files list each edge in both directions: skip the second
    return _graph_of_lines(
        vertices, [edge for edge in edges if edge[0] <= edge[1] or edge[1::-1] not in both], options
    )


_NAUTY = re.compile(r"(?:>>graph6<<)?([?-~]+)|(?:>>sparse6<<)?(:[?-~]+)")
"""Pattern of a line of graph6 or sparse6; a header stands before a graph of its own kind."""


def looks_like_nauty(text: str) -> bool:
    """Return whether the first lines are graph6 strings of the correct length, or sparse6."""
    line_end = text.find("\n", 1 << 16) + 1 or len(text)  # `_nauty_edges` needs complete lines
    try:
        for line in _nauty_lines(text[:line_end])[:50]:
            _nauty_edges(line)
    except InputError:
        return False
    return True


def read_nauty(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the puzzles of graph6 or sparse6 lines, each parsed on demand."""
    return [
        PuzzlePart(line.number, partial(_nauty_graph, line, options)) for line in _nauty_lines(text)
    ]


def _nauty_lines(text: str) -> list[Line]:
    lines = [line.stripped() for line in split_lines(text, folded=False)]
    return [line for line in lines if line.text]


def _nauty_graph(line: Line, options: ReadOptions) -> Puzzle:
    vertices, edges = _nauty_edges(line)
    return graph_of(vertices, edges, options, error=lambda _, problem: line.error(problem))


@lru_cache(maxsize=1)  # recognising and reading both parse the line, which can take seconds
def _nauty_edges(line: Line) -> tuple[int, list[tuple[int, int]]]:
    import networkx
    from networkx.readwrite.graph6 import data_to_n

    found = _NAUTY.fullmatch(line.text)
    if found is None:
        raise line.error("graph6 and sparse6 have the characters ? to ~ only")
    sparse = found[1] is None
    graph6 = found[found.lastindex or 0]
    read = networkx.from_sparse6_bytes if sparse else networkx.from_graph6_bytes
    write = networkx.to_sparse6_bytes if sparse else networkx.to_graph6_bytes
    try:
        head = [ord(ch) - 63 for ch in graph6[sparse : sparse + 8]]
        vertices, rest = data_to_n(head)
        with located(line.number):
            check_graph(vertices)
        # networkx reads a line of any length before it compares
        wanted = len(head) - len(rest) - (-vertices * (vertices - 1) // 2 // 6)
        line.reject(
            not sparse and len(graph6) != wanted,
            f"a graph6 of {vertices} vertices has {wanted} characters, got {len(graph6)}",
        )
        graph = read(graph6.encode("ascii"))
    except (networkx.NetworkXError, ValueError, IndexError) as error:
        raise line.error(f"this is no graph6 or sparse6: {said_by(error, 80)}") from None
    line.reject(
        write(graph, header=False).decode("ascii").strip() != graph6,
        f"it is filled up with {'one' if sparse else 'zero'} bits, and has no more",
        len(line.text) - 1,
    )
    return vertices, list(graph.edges())


def read_graphml(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in GraphML format.

    Raises:
        InputError: When the text does not parse, with its position or the number of the edge.
    """
    from xml.parsers import expat

    if declared := re.search("<!(?:DOCTYPE|ENTITY)", text):
        raise InputError(
            "a document type or an entity is refused in GraphML",
            line=text.count("\n", 0, declared.start()) + 1,
        )
    found = defaultdict[str, list[tuple[dict[str, str], int]]](list)
    parser = expat.ParserCreate(namespace_separator="}")

    def begin(tag: str, attributes: dict[str, str]) -> None:
        found[tag.rpartition("}")[2]].append((attributes, parser.CurrentLineNumber))

    said = list[str]()
    parser.StartElementHandler, parser.buffer_text = begin, True
    parser.CommentHandler = parser.CharacterDataHandler = said.append
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise InputError(
            f"this is not XML: {expat.ErrorString(error.code)}",
            line=error.lineno,
            column=error.offset + 1,
        ) from None
    root = next(iter(found))
    reject(root != "graphml", f"a GraphML file begins with graphml, got {quoted(root)}", line=1)
    reject(
        len(found["graph"]) != 1 or found["hyperedge"] or found["port"],
        "GraphML is read with one graph, without hyperedges and ports",
        line=1,
    )
    judge_comments(
        [*(key.get("attr.name", "") for key, _ in found["key"]), *map("name: {}".format, said)]
    )
    directed = found["graph"][0][0].get("edgedefault") == "directed"
    number: dict[str, int] = {}
    for node, line in found["node"]:
        name = node.get("id", "")
        reject(not name or name in number, "each node has an id of its own", line=line)
        number[name] = len(number)
    edges: list[_Edge] = []
    for edge, line in found["edge"]:
        reject(
            edge.get("directed") not in (None, str(directed).lower()),
            "edges of both kinds in one graph are not read",
            line=line,
        )
        ends = [number.get(edge.get(end, "")) for end in ("source", "target")]
        if ends[0] is None or ends[1] is None:
            raise InputError("this edge is of a node that is not there", line=line)
        edges.append((ends[0], ends[1], Line("", line, 0)))
    return _graph_of_lines(len(number), edges, options, list(number), directed=directed)


_ID = (
    r"""(?:"(?:[^"\\]|\\.)*"|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*"""
    r"""|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))"""
)
_TOKEN = rf"""(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<apart>[;,]|(?:(?i:node|edge|graph)\s*)?\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|{_ID}\s*=\s*{_ID})
    |(?P<id>{_ID})|(?P<mark>--|->|\S)"""
"""Pattern of a DOT token: comment, separator (or attributes), name or sign; compiled on demand."""

Token = tuple[str, str, int]
Edge = tuple[int, int, int]
"""Two vertices, from 0, and a place in the text."""


def _tokens(text: str) -> list[Token]:
    from lo_exact.formats.scanner.vocabulary import words_for

    drawing = re.compile(
        rf"\b(?i:{words_for('remarks', 'drawing')})\s*=\s*(?:\"[^\"]*\"|[\w.+-]+)[\s,;]*"
    )
    token = re.compile(_TOKEN, re.VERBOSE | re.DOTALL)
    found = [(str(one.lastgroup), one[0], one.start()) for one in token.finditer(text)]
    said = [  # comments, and attributes without those of the drawing alone
        re.sub(r"^\[?\s*x?label\s*=", "name:", drawing.sub("", word))
        for kind, word, _ in found
        if kind in ("comment", "apart")
    ]
    head = text.partition("{")[0].replace("_", " ").splitlines()
    judge_comments([*head, *said])
    return [token for token in found if token[0] != "comment"]


def read_dot(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DOT format.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    tokens = _tokens(text)
    begin = next((k for k, (_, word, _) in enumerate(tokens) if word == "{"), 0)
    head = [word.lower() if kind == "id" else "" for kind, word, _ in tokens[:begin]]
    strict = head[:1] == ["strict"]
    directed = head[strict : strict + 1] == ["digraph"]
    reject(
        head[strict : strict + 1] not in (["graph"], ["digraph"])
        or len(head) > strict + 2
        or "" in head
        or tokens[-1][1] != "}",
        "DOT begins with graph or digraph, and the rest stands in { }",
        line=1,
    )
    number, edges = _statements(text, tokens[begin + 1 : -1], "->" if directed else "--")
    if strict:
        once = {edge[:2] if directed else frozenset(edge[:2]): edge for edge in edges}
        edges = list(once.values())
    return graph_of(
        len(number), [(a, b) for a, b, _ in edges], options,
        names=list(number), directed=directed,
        error=lambda k, problem: error_at(text, edges[k][2], problem),
    )  # fmt: skip


def _statements(text: str, body: list[Token], arrow: str) -> tuple[dict[str, int], list[Edge]]:
    """Parse the body of a DOT graph; return the vertex numbers by name, and the edges."""
    number: dict[str, int] = {}
    edges: list[Edge] = []
    before, joined = None, False
    for kind, word, at in [*body, ("apart", ";", len(text))]:
        if kind == "id" and word.lower() not in ("subgraph", "node", "edge", "graph"):
            name = word[1:-1].replace('\\"', '"') if word[0] == '"' else word
            vertex = number.setdefault(name, len(number))
            check_graph(len(number), len(edges))
            if joined and before is not None:
                edges.append((before, vertex, at))
            before, joined = vertex, False
        elif joined:
            raise error_at(text, at, "an edge has no end")
        elif kind == "apart":
            before = None
        elif word == arrow and before is not None:
            joined = True
        else:
            other = word != "{" and word.lower() != "subgraph"
            what = f"no {quoted(word)}" if other else "subgraphs are not read"
            raise error_at(text, at, f"in this DOT graph: {what} here")
    return number, edges
