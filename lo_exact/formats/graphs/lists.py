"""Graphs as lists of edges: bare ``a b`` lines, and DIMACS ``p edge`` files.

A bare list is certain only when a name in it is none of a board's glyphs or numbers, or the text
has comments; ``1 2`` on a line might be a row of a board.  Names are numbered as they first stand.
"""

from __future__ import annotations

import re

from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.graphs.puzzles import MAX_EDGES, MAX_VERTICES, graph_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology.graph import check_simple

_NAME = re.compile(r"[A-Za-z_][\w.-]*|[0-9]+")


def looks_like_edge_list(text: str) -> bool:
    """Return whether all lines are two names, one of them a word."""
    lines = [line.text for line in split_lines(text[: 1 << 16], folded=False) if line.text.strip()]
    rows = [line.split() for line in lines if line.lstrip()[:1] not in "#%"]
    if not rows or any(len(row) != 2 or not all(map(_NAME.fullmatch, row)) for row in rows):
        return False
    return any(len(word) > 1 and not word.isdigit() for row in rows for word in row) or any(
        word.isalpha() and word not in "OXxTF" for row in rows for word in row
    )


def read_edge_list(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read a bare list of edges.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read_edge_list(text, options))]


def read_dimacs(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read a DIMACS graph.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read_dimacs(text, options))]


def _read_edge_list(text: str, options: ReadOptions) -> Puzzle:
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
    return graph_of(len(number), edges, options, names=list(number), error=wrong)


def _read_dimacs(text: str, options: ReadOptions) -> Puzzle:
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
    both = set(edges)  # many files say each edge both ways: then the second is left out
    kept = [(k, e) for k, e in enumerate(edges) if e[0] <= e[1] or (e[1], e[0]) not in both]
    places = [places[k] for k, _ in kept]
    return graph_of(vertices, [edge for _, edge in kept], options, error=wrong)
