"""Graph format DOT: ``graph { a -- b -- c; d }``, ``digraph { a -> b }``; attributes are ignored.

Subgraphs are refused by name.  In a ``strict`` graph an edge may stand twice, as DOT has it.
"""

import re

from lo_exact.errors import InputError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Puzzle

_TOKEN = re.compile(
    r"""\s*(?:(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<id>"(?:[^"\\]|\\.)*"|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))
    |(?P<mark>--|->|[{}\[\];,=:]))""",
    re.VERBOSE | re.DOTALL,
)

Token = tuple[str, str, int]


def _error(text: str, at: int, problem: str) -> InputError:
    start = text.rfind("\n", 0, at) + 1
    return InputError(problem, line=text.count("\n", 0, at) + 1, column=at - start + 1)


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise _error(text, at, f"DOT has no {quoted(text[at])} here")
        kind = match.lastgroup or ""
        if kind != "comment":
            word = match[kind]
            if word.startswith('"'):
                kind, word = "quoted", re.sub(r'\\"', '"', word[1:-1])
            found.append((kind, word, match.start(match.lastgroup or 0)))
        at = match.end()
    return found


def read_dot(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DOT format.

    Raises:
        InputError: With its place.
    """
    tokens = _tokens(text)
    head = [word.lower() for kind, word, _ in tokens[:3] if kind == "id"]
    strict = head[:1] == ["strict"]
    if strict:
        tokens, head = tokens[1:], head[1:]
    if head[:1] not in (["graph"], ["digraph"]):
        raise InputError("DOT begins with graph or digraph", line=1)
    directed = head[0] == "digraph"
    body = tokens[1:]
    if body and body[0][0] in ("id", "quoted"):
        body = body[1:]
    if not body or body[0][1] != "{" or body[-1][1] != "}":
        raise InputError("a DOT graph stands in { }", line=1)
    number, edges, places = _statements(text, body[1:-1], "->" if directed else "--")
    if strict:
        once = {frozenset(e) if not directed else e: k for k, e in reversed([*enumerate(edges)])}
        kept = sorted(once.values())
        edges, places = [edges[k] for k in kept], [places[k] for k in kept]
    wrong = lambda k, problem: _error(text, places[k], problem)  # noqa: E731
    named = list(number)
    return graph_of(len(number), edges, options, names=named, directed=directed, error=wrong)


def _statements(
    text: str, body: list[Token], arrow: str
) -> tuple[dict[str, int], list[tuple[int, int]], list[int]]:
    """Return vertices, edges and the positions of edges in the text between the brackets."""
    number: dict[str, int] = {}
    edges: list[tuple[int, int]] = []
    places: list[int] = []
    k, before = 0, None
    joined = False
    while k < len(body):
        kind, word, at = body[k]
        if word == "[" and kind == "mark":
            while k < len(body) and body[k][1] != "]":
                k += 1
            if k == len(body):
                raise _error(text, at, "attributes do not end")
            before = None
        elif kind == "mark" and word in (";", ","):
            before = None
        elif kind == "mark" and word == arrow and before is not None:
            joined = True
            k += 1
            continue
        elif kind == "mark" or (kind == "id" and word.lower() == "subgraph"):
            what = "subgraphs are not read" if word in ("{", "subgraph") else f"no {quoted(word)}"
            raise _error(text, at, f"in this DOT graph: {what} here")
        elif k + 1 < len(body) and body[k + 1][1] == "=" and body[k + 1][0] == "mark":
            k += 2
            before = None
        elif kind == "id" and word.lower() in ("node", "edge", "graph"):
            before = None
        else:
            vertex = number.setdefault(word, len(number))
            check_graph(len(number), len(edges))
            if joined and before is not None:
                edges.append((before, vertex))
                places.append(at)
            before = vertex
        if joined and (kind == "mark"):
            raise _error(text, at, "an edge has no end")
        joined = False
        k += 1
    if joined:
        raise InputError("an edge has no end", line=text.count("\n") + 1)
    return number, edges, places
