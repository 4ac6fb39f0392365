"""The table of formats.  Another format is one file beside this one and one row here.

A row's ``sniff`` looks at the beginning of a text and must be certain: the first row that says yes
reads it.  Board text is last; it takes what nobody else knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lo_exact.errors import UsageError, printable
from lo_exact.formats.board import ReadOptions, read_board, write_board
from lo_exact.formats.edges.reader import looks_like_edges, read_edges
from lo_exact.formats.edges.writer import write_edges
from lo_exact.formats.flip import looks_like_flip, read_flip, write_flip
from lo_exact.formats.json.reader import looks_like_json, read_json
from lo_exact.formats.json.writer import write_json
from lo_exact.formats.mask import looks_like_mask, write_mask
from lo_exact.puzzle import Puzzle


@dataclass(frozen=True)
class Format:
    """A way to write puzzles.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        sniff: whether a text is in this format.
        read: text and options to puzzle; its errors have lines and columns, no file name.
        write: puzzle to text, or `UsageError` when the format cannot express it.
    """

    name: str
    about: str
    sniff: Callable[[str], bool]
    read: Callable[[str, ReadOptions], Puzzle]
    write: Callable[[Puzzle], str]


FORMATS = (
    Format(
        "json",
        "JSON puzzle: grids, graphs and explicit matrices, everything a puzzle can have",
        looks_like_json,
        read_json,
        write_json,
    ),
    Format(
        "flip",
        "game ID of Simon Tatham's Flip, WxH:MATRIX,GRID",
        looks_like_flip,
        read_flip,
        write_flip,
    ),
    Format(
        "edges",
        "edge list of a graph, undirected, directed or from buttons to lights",
        looks_like_edges,
        read_edges,
        write_edges,
    ),
    Format(
        "mask",
        "two-colour board as one hexadecimal number, bit 0 top left",
        looks_like_mask,
        lambda text, options: read_board(text, options=options),
        write_mask,
    ),
    Format(
        "board",
        "board text: header and rows of glyphs, or a nested list",
        lambda text: True,
        lambda text, options: read_board(text, options=options),
        write_board,
    ),
)


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UsageError: When there is none.
    """
    for row in FORMATS:
        if row.name == name:
            return row
    known = ", ".join(row.name for row in FORMATS)
    raise UsageError(f"no format is called {printable(name, 40)!r}; there are {known}")
