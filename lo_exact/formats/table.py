"""The table of formats.  Another format is one file in a family's folder and one row here.

A row's ``sniff`` looks at a text and must be certain.  Recognition (recognise.py) wants exactly one
certain reading; board text is last and takes what nobody else knows.  Readers are imported when a
text looks like theirs: ``starts`` is looked for first, in the beginning of the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import UsageError, printable
from lo_exact.formats.board import ReadOptions, read_board, write_board
from lo_exact.formats.edges.reader import looks_like_edges, read_edges
from lo_exact.formats.edges.writer import write_edges
from lo_exact.formats.json.reader import looks_like_json, read_json
from lo_exact.formats.json.writer import write_json
from lo_exact.formats.mask import looks_like_mask, write_mask
from lo_exact.formats.parts import Part

SNIFFED = 1 << 16
"""So many characters are looked at before a reader is imported."""

ReadAll = Callable[[str, ReadOptions], Sequence[Part]]


def _never(text: str) -> bool:
    """Only ``--as`` chooses this reading."""
    return False


@dataclass(frozen=True)
class Format:
    """A way to write puzzles.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        sniff: whether a text is in this format.
        read: text and options to puzzle; its errors have lines and columns, no file name.
        write: puzzle to text, or `UsageError` when the format cannot express it.
        read_all: text and options to its puzzles, where a text may hold several.
        alone: whether no board text looks the same; else board text is tried as well, and a text
            that both can read is refused.
        drawn: whether rows and columns survive in it.
        example: a small text that is read.
        said: options that the example needs.
    """

    name: str
    about: str
    sniff: Callable[[str], bool]
    read: Callable[[str, ReadOptions], AnyPuzzle]
    write: Callable[[Any], str]
    read_all: ReadAll | None = None
    alone: bool = True
    drawn: bool = True
    example: str = ""
    said: str = ""


def _room(
    name: str,
    about: str,
    home: str,
    *,
    starts: str = "",
    writer: str = "",
    alone: bool = True,
    drawn: bool = True,
    example: str = "",
    said: str = "",
) -> Format:
    """Return the row of a format whose module has ``read_all``, and is imported when needed.

    Args:
        name: as the user writes it.
        about: one line for people.
        home: the module below `lo_exact.formats`; ``looks_like`` judges what ``starts`` lets pass.
        starts: a pattern that the beginning of every such text has; ``""``: only ``--as`` reads it.
        writer: the module with ``write``, where there is one.
        alone: as in `Format`.
        drawn: as in `Format`.
        example: as in `Format`.
        said: as in `Format`.
    """

    def module(room: str) -> Any:
        return import_module(f"lo_exact.formats.{room}")

    pattern = re.compile(starts)

    def sniff(text: str) -> bool:
        return bool(pattern.search(text[:SNIFFED]) and module(home).looks_like(text))

    def read_all(text: str, options: ReadOptions) -> Sequence[Part]:
        parts: Sequence[Part] = module(home).read_all(text, options)
        return parts

    def read(text: str, options: ReadOptions) -> AnyPuzzle:
        return only_part(read_all(text, options))

    def write(puzzle: AnyPuzzle) -> str:
        if not writer:
            raise UsageError(f"{name} is read only: write json instead")
        text: str = module(writer).write(puzzle)
        return text

    return Format(
        name, about, sniff if starts else _never, read, write, read_all, alone, drawn, example, said
    )


def only_part(parts: Sequence[Part]) -> AnyPuzzle:
    """Return the puzzle of a text that holds one.

    Raises:
        UsageError: When it holds several, or none.
    """
    if len(parts) != 1:
        raise UsageError(
            f"this text holds {len(parts)} puzzles, and one is wanted here: "
            "min, all, count, prove, solve and show take many"
        )
    return parts[0].read()


FORMATS = (
    Format(
        "json",
        "JSON puzzle: grids, graphs and explicit matrices, everything a puzzle can have",
        looks_like_json,
        read_json,
        write_json,
        example='{"state": [[1, 1], [1, 0]]}\n',
    ),
    _room(
        "flip",
        "Flip, from Simon Tatham's collection: game IDs WxH:MATRIX,GRID",
        "flip.ids",
        starts=r"\A\s*[0-9]+(x[0-9]+)?[a-z]*[:#]",
        writer="flip.ids",
        example="3x3:d074191345d1644c17058,798\n",
    ),
    Format(
        "edges",
        "edge list of a graph, undirected, directed or from buttons to lights",
        looks_like_edges,
        read_edges,
        write_edges,
        drawn=False,
        example="graph: undirected\nstate: a=1 b=1 c=0\n\na b\nb c\n",
    ),
    Format(
        "mask",
        "two-colour board as one hexadecimal number, bit 0 top left",
        looks_like_mask,
        lambda text, options: read_board(text, options=options),
        write_mask,
        example="0x1ffffff\n",
        said="--size 5x5",
    ),
    _room(
        "aoc",
        "machines of Advent of Code 2025, day 10; part two with --colours none",
        "contests.aoc",
        starts=r"\A\s*\[[.#]*\]",
        writer="contests.aoc",
        drawn=False,
        example="[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n",
    ),
    _room(
        "judge",
        "contest files: rows of 0 and 1 below their number, or number and size, many cases",
        "contests.judge",
        starts=r"\A\s*[0-9]+([ \t]+[0-9]+)?[ \t]*\r?\n",
        writer="contests.judge",
        alone=False,
        example="4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n",
    ),
    _room(
        "levels",
        "level objects of games: gridSize, stateCount, initialState; CSPLib 27: N, c, target",
        "json.levels",
        starts=r'"(initialState|target)"',
        example='{"gridSize": 2, "stateCount": 2, "initialState": [[1, 0], [0, 0]]}\n',
    ),
    _room(
        "literal",
        "arrays as programs write them: assignments, lists, strings, array(...), {...}",
        "literals.reader",
        starts=r"[\[{(]",
        example="lights = ['---#-', '---##', '--##-', '#-###', '##-##']\n",
    ),
    _room(
        "matlab",
        "MATLAB arrays [1 0; 0 1]; flat ones column by column",
        "literals.matlab",
        starts=r"\A[^\[]{0,200}\[[^\[\]]*\]",
        example="[0 1 0; 1 1 1; 0 1 0]\n",
    ),
    Format(
        "board",
        "board text: header and rows of glyphs, or a nested list",
        lambda text: True,
        lambda text, options: read_board(text, options=options),
        write_board,
        example="#.#\n.#.\n##.\n",
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
