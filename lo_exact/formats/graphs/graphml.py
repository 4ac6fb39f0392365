"""Graph format GraphML: nodes and edges of one graph; other elements are ignored.

Entities and document types are refused, so that a small file stays small.
"""

import re
from collections import defaultdict
from xml.etree import ElementTree
from xml.parsers import expat

from lo_exact.errors import InputError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.graphs.puzzles import graph_of
from lo_exact.puzzle import Puzzle


def read_graphml(text: str, options: ReadOptions) -> Puzzle:
    """Parse a graph in GraphML format.

    Raises:
        InputError: With its place, or the number of the edge.
    """
    if declared := re.search("<!(?:DOCTYPE|ENTITY)", text):
        line = text.count("\n", 0, declared.start()) + 1
        raise InputError("a document type or an entity is refused in GraphML", line=line)
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        problem = f"this is not XML: {expat.ErrorString(error.code)}"
        raise InputError(problem, line=line, column=column + 1) from None
    found = defaultdict(list)
    for element in root.iter():
        found[element.tag.rpartition("}")[2]].append(element.attrib)
    if not root.tag.endswith("graphml"):
        raise InputError(f"a GraphML file begins with graphml, got {quoted(root.tag)}", line=1)
    if len(found["graph"]) != 1 or found["hyperedge"] or found["port"]:
        raise InputError("GraphML is read with one graph, without hyperedges and ports", line=1)
    directed = found["graph"][0].get("edgedefault") == "directed"
    if any(edge.get("directed") not in (None, str(directed).lower()) for edge in found["edge"]):
        raise InputError("edges of both kinds in one graph are not read", line=1)
    number = {node.get("id"): k for k, node in enumerate(found["node"])}
    if None in number or len(number) < len(found["node"]):
        raise InputError("each node has an id of its own", line=1)
    edges: list[tuple[int, int]] = []
    for edge in found["edge"]:
        ends = edge.get("source"), edge.get("target")
        if not {*ends} <= {*number}:
            raise InputError(f"edge {len(edges) + 1} is of a node that is not there", line=1)
        edges.append((number[ends[0]], number[ends[1]]))
    named = [str(name) for name in number]
    return graph_of(len(named), edges, options, names=named, directed=directed)
