"""Graph format GraphML: nodes and edges of one graph; other elements are ignored.

The parser is the standard library's expat with entities and document types refused, so that a
small file stays small.
"""

from xml.parsers import expat

from lo_exact.errors import InputError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Puzzle

_APART = " "
"""What stands between a namespace and a name; expat refuses prefixes that stand for none."""


class _GraphmlGraph:
    """The nodes and edges parsed so far."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8", _APART)
        self.parser.StartElementHandler = self.start
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.number: dict[str, int] = {}
        self.edges: list[tuple[str, str, tuple[int, int]]] = []
        self.directed: bool | None = None
        self.begun = False

    def error(self, problem: str) -> InputError:
        return InputError(
            problem,
            line=self.parser.CurrentLineNumber,
            column=self.parser.CurrentColumnNumber + 1,
        )

    def refuse(self, *_: object) -> None:
        raise self.error("a document type or an entity is refused in GraphML")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(_APART)[2]
        if not self.begun and name != "graphml":
            raise self.error(f"a GraphML file begins with graphml, got {quoted(name)}")
        self.begun = True
        if name == "graph":
            if self.directed is not None:
                raise self.error("several graphs, or a graph in a graph: one is read")
            self.directed = attributes.get("edgedefault") == "directed"
        elif name == "node":
            if attributes.get("id") is None:
                raise self.error("a node has an id")
            if attributes["id"] in self.number:
                raise self.error("this node stands twice")
            self.number[attributes["id"]] = len(self.number)
            check_graph(len(self.number))
        elif name == "edge":
            own = attributes.get("directed")
            if own is not None and (own == "true") != self.directed:
                raise self.error("edges of both kinds in one graph are not read")
            source, target = attributes.get("source"), attributes.get("target")
            if source is None or target is None:
                raise self.error("an edge has a source and a target")
            place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
            self.edges.append((source, target, place))
        elif name in ("hyperedge", "port"):
            raise self.error(f"GraphML's {name} is not read")


def read_graphml(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in GraphML format.

    Raises:
        InputError: With its place.
    """
    graph = _GraphmlGraph()
    try:
        graph.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise InputError(
            f"this is not XML: {expat.ErrorString(error.code)}",
            line=error.lineno,
            column=error.offset + 1,
        ) from None
    if graph.directed is None:
        raise InputError("there is no graph in this file", line=1)
    pairs: list[tuple[int, int]] = []

    def wrong(k: int, problem: str) -> InputError:
        line, column = graph.edges[k][2]
        return InputError(problem, line=line, column=column)

    for source, target, _ in graph.edges:
        if source not in graph.number or target not in graph.number:
            raise wrong(len(pairs), "an edge of a node that is not there")
        pairs.append((graph.number[source], graph.number[target]))
    named = list(graph.number)
    return graph_of(
        len(graph.number), pairs, options, names=named, directed=graph.directed, error=wrong
    )
