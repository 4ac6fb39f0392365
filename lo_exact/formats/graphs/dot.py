"""Graph format DOT: ``graph { a -- b -- c; d }``, ``digraph { a -> b }``; attributes are ignored.

Subgraphs are refused by name.  In a ``strict`` graph an edge may stand twice, as DOT has it.
"""

import re

from lo_exact.errors import InputError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Puzzle

_ID = (
    r"""(?:"(?:[^"\\]|\\.)*"|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*"""
    r"""|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))"""
)
_TOKEN = re.compile(
    rf"""\s*(?:(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<apart>[;,]|(?:(?:node|edge|graph)\s*)?\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|{_ID}\s*=\s*{_ID})
    |(?P<id>{_ID})|(?P<mark>--|->|[{{}}\[\]=:]))""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""A comment, what parts statements (attributes, too), a name, a sign."""

Token = tuple[str, str, int]
Edge = tuple[int, int, int]
"""Two vertices, from 0, and a place in the text."""


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
        found.append((kind, match[kind], match.start(kind)))
        at = match.end()
    return [token for token in found if token[0] != "comment"]


def read_dot(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in DOT format.

    Raises:
        InputError: With its place.
    """
    body = _tokens(text)
    head = [word.lower() for _, word, _ in body[: next(
        (k for k, (_, word, _) in enumerate(body) if word == "{"), 0
    )]]  # fmt: skip
    strict = head[:1] == ["strict"]
    kind = head[strict : strict + 1]
    if kind not in (["graph"], ["digraph"]) or len(head) > strict + 2 or body[-1][1] != "}":
        raise InputError("DOT begins with graph or digraph, and the rest stands in { }", line=1)
    directed = kind == ["digraph"]
    number, edges = _statements(text, body[len(head) + 1 : -1], "->" if directed else "--")
    if strict:
        once = {frozenset(e[:2]) if not directed else e[:2]: e for e in edges[::-1]}
        edges = sorted(once.values(), key=lambda edge: edge[2])
    wrong = lambda k, problem: _error(text, edges[k][2], problem)  # noqa: E731
    pairs = [(a, b) for a, b, _ in edges]
    return graph_of(len(number), pairs, options, names=list(number), directed=directed, error=wrong)


def _statements(text: str, body: list[Token], arrow: str) -> tuple[dict[str, int], list[Edge]]:
    """Return vertices and edges between the brackets."""
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
            raise _error(text, at, "an edge has no end")
        elif kind == "apart":
            before = None
        elif word == arrow and before is not None:
            joined = True
        else:
            what = (
                f"no {quoted(word)}" if kind == "mark" and word != "{" else "subgraphs are not read"
            )
            raise _error(text, at, f"in this DOT graph: {what} here")
    return number, edges
