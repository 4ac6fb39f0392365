"""Formats graph6 and sparse6 of nauty: one graph in each line, each a puzzle.

graph6: the number of vertices, then the upper triangle column by column, six bits a character plus
63.  sparse6: ``:``, the number, then pairs of a bit and a vertex.  Lengths are exact and padding is
what the format says, so that hardly any other text looks like it.  Grammar: nauty's formats.txt.

networkx reads.  It checks neither padding nor what follows, so it writes the graph again, and what
is not the same is no graph.
"""

from functools import partial

from lo_exact.errors import InputError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Puzzle

HEADERS = (">>graph6<<", ">>sparse6<<")


def looks_like_graph6(text: str) -> bool:
    """Return whether every line is a graph6 string of the correct length."""
    return not text.startswith((":", HEADERS[1])) and _all(text)


def looks_like_sparse6(text: str) -> bool:
    """Return whether every line is a sparse6 string."""
    return _all(text) if text.lstrip().startswith((":", HEADERS[1])) else False


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the graphs of a text, one a line."""
    return [PuzzlePart(line.number, partial(_read, line, options)) for line in _lines(text)]


def _lines(text: str) -> list[Line]:
    lines = []
    for line in split_lines(text, folded=False):
        word = line.stripped()
        for header in HEADERS:
            rest = word.text.removeprefix(header)
            if rest and rest != word.text and rest.startswith(":") == ("sparse" in header):
                word = Line(rest, word.number, word.column + len(header))
                break  # a line with the other header, or with two headers, is invalid
        if word.text:
            lines.append(word)
    return lines


def _all(text: str) -> bool:
    end = 1 << 16
    if not text.lstrip().startswith((":", HEADERS[1])):  # whole lines: the length tells graph6
        end = text.find("\n", end) + 1 or len(text)
    lines = _lines(text[:end])
    try:
        for line in lines[:50]:
            _parsed(line)
    except InputError:
        return False
    return bool(lines)


def _read(line: Line, options: ReadOptions) -> Puzzle:
    vertices, edges = _parsed(line)
    return graph_of(vertices, edges, options, error=lambda _, problem: line.error(problem))


def _parsed(line: Line) -> tuple[int, list[tuple[int, int]]]:
    import networkx

    sparse = line.text.startswith(":")
    body = Line(line.text[sparse:], line.number, line.column + sparse)
    wrong = next((k for k, ch in enumerate(body.text) if not "?" <= ch <= "~"), None)
    if wrong is not None:
        raise body.error("graph6 and sparse6 have the characters ? to ~ only", wrong)
    vertices, used = _vertices(body, [ord(ch) - 63 for ch in body.text[:8]])
    check_graph(vertices)
    wanted = -(-vertices * (vertices - 1) // 2 // 6)
    if not sparse and len(body.text) - used != wanted:
        got = len(body.text) - used
        problem = f"a graph6 of {vertices} vertices goes on for {wanted} characters, got {got}"
        raise body.error(problem, used)
    read = networkx.from_sparse6_bytes if sparse else networkx.from_graph6_bytes
    write = networkx.to_sparse6_bytes if sparse else networkx.to_graph6_bytes
    try:
        graph = read(line.text.encode("ascii"))
    except (networkx.NetworkXError, ValueError, IndexError):
        raise line.error("this is no graph6 or sparse6") from None
    if write(graph, header=False).decode("ascii").strip() != line.text:
        what = "one bits" if sparse else "zero bits"
        raise line.error(f"it is filled up with {what}, and has no more", len(line.text) - 1)
    return vertices, list(graph.edges())


def _vertices(line: Line, values: list[int]) -> tuple[int, int]:
    """Return the number of vertices, and the number of characters that encode it."""
    start, digits = (0, 1) if values[:1] != [63] else (1, 3)
    if values[:2] == [63, 63]:
        start, digits = 2, 6
    piece = values[start : start + digits]
    if len(piece) < digits:
        raise line.error("the number of vertices is cut off")
    number = 0
    for value in piece:
        number = number * 64 + value
    return number, start + digits
