"""Table of puzzle formats; to add a format, write a reader and add a row here.

A row's pattern tests the beginning of a text.  Where a pattern cannot be certain, the reader's own
package judges the texts that match.  Recognition (reading.py) needs exactly one certain reading.
Board text is last: it takes texts that no other format recognises.  Readers and writers are named
by ``module:function`` and imported when they are first used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lo_exact.errors import InputError, UsageError
from lo_exact.registers import FormatRow, find, named, rows_of_slices

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.formats.board.options import ReadOptions
    from lo_exact.formats.files import PuzzlePart

SNIFFED = 2**16
"""Characters at the beginning of a text that tell its format, unless a pattern needs them all."""

NEVER = re.compile(r"(?!)")
"""Pattern of formats that only ``--as`` selects: it never matches."""

BY_SCANNER = re.compile(r"\b\B")
"""Pattern of formats that the scanner recognises (scanner/): it never matches."""


NUMPY = re.compile(rb"\x93NUMPY|PK\x03\x04|PK\x05\x06")
"""First bytes of numpy's .npy and .npz files."""


@dataclass(frozen=True)
class Format(FormatRow):
    """One format of puzzles, with its reader and writer."""

    def check_beside(self, options: ReadOptions) -> None:
        """Refuse the options ``legend`` and ``bits`` if the format does not use them.

        Raises:
            UsageError: When such an option is given.
        """
        if options.legend is not None and not self.legend:
            raise UsageError(
                f"legend: {self.name} says itself what it means; for "
                f"{', '.join(row.name for row in FORMATS if row.legend)} only"
            )
        if options.bits is not None and not self.reader.endswith(":read_board"):
            raise UsageError(f"bits: {self.name} says itself what it means; for board, mask only")

    @property
    def is_written(self) -> bool:
        """Return whether the format has a writer."""
        return bool(self.writer)

    def sniff(self, text: str) -> bool:
        """Return whether a text is in this format."""
        return (
            False
            if self.looks.search(text if self.whole else text[:SNIFFED]) is None
            else not self.judge or bool(named(self.judge)(text))
        )

    def read_all(self, text: str, options: ReadOptions) -> Sequence[PuzzlePart]:
        """Return the puzzles in a text, each parsed on demand."""
        from lo_exact.formats.files import PuzzlePart

        self.check_beside(options)
        if not self.reader:
            raise InputError(f"{self.name} is a file of bytes, and this is text", line=1)
        if not self.many:
            return [PuzzlePart(1, lambda: named(self.reader)(text, options=options))]
        names = (self.name,) if self.looks in (BY_SCANNER, NEVER) else ()
        parts: Sequence[PuzzlePart] = named(self.reader)(text, options, *names)
        return parts

    def read(self, text: str, options: ReadOptions) -> AnyPuzzle:
        """Return the only puzzle in a text."""
        return only_part(self.read_all(text, options))

    def write(self, puzzle: AnyPuzzle) -> str:
        """Return the text of a puzzle.

        Raises:
            UsageError: When the format is read only or cannot express the puzzle.
        """
        if not self.is_written:
            raise UsageError(f"{self.name} is read only: write json instead")
        if puzzle.colours is None and not self.counters:
            raise UsageError(
                f"{self.name} holds colours, and counters have none: write "
                + ", ".join(row.name for row in FORMATS if row.counters and row.writer)
            )
        return str(named(self.writer)(puzzle))


@lru_cache(maxsize=1)
def sniffed(text: str) -> tuple[Format, ...]:
    """Return the formats that recognise a text, except board text, which fits any text.

    Several functions ask for the same text, so the last answer is kept.
    """
    return tuple(row for row in FORMATS[:-1] if row.sniff(text))


def format_of_bytes(start: bytes) -> Format | None:
    """Return the binary format of a file that begins with these bytes, or None."""
    return next((row for row in FORMATS if row.begins and row.begins.match(start)), None)


def only_part(parts: Sequence[PuzzlePart]) -> AnyPuzzle:
    """Return the only puzzle of a text, otherwise raise.

    Raises:
        InputError: When there are several.
    """
    if len(parts) != 1:
        raise InputError(
            f"the text holds {len(parts)} puzzles, and one is wanted here; "
            "write it into a file of its own; min, all, count, prove, solve and show take many",
            line=parts[1].line,
        )
    return parts[0].read()


_ITEMS = r"""(?:[{\[(0-9'tTfFN-]|"(?:[^"\\\n]|\\.)*"\s*[,}])"""
"""Pattern of the first item in braces where they are an array, as in C and Picat."""

_LEVEL = r'"file"\s*:\s*"[^"\n]*"\s*,\s*"weight"\s*:'
"""Pattern of the first keys of a level in ``levels.json``."""

FORMATS = (
    Format(
        "json",
        "JSON puzzle: grids, graphs and explicit matrices, everything a puzzle can have",
        re.compile(rf"\A\s*+\{{(?!\s*+(?:{_ITEMS}|{_LEVEL}))"),
        "lo_exact.formats.json.reader:read_json",
        "lo_exact.formats.json.writer:write_json",
        counters=True,
        example='{"state": [[1, 1], [1, 0]]}\n',
    ),
    Format(
        "flip",
        "Flip, from Simon Tatham's collection: game IDs WxH:MATRIX,GRID",
        re.compile(
            r"\A\s*[0-9]+((x[0-9]+[a-z]?|[a-z]):|:[0-9a-fA-F]+,|(x[0-9]+[a-z]?|[a-z])#)", re.ASCII
        ),
        "lo_exact.formats.flip:read_ids",
        "lo_exact.formats.flip:write_id",
        many=True,
        example="3x3:d074191345d1644c17058,798\n",
    ),
    Format(
        "edges",
        "edge list of a graph, undirected, directed or from buttons to lights",
        re.compile(r"^graph[ \t]*:", re.MULTILINE | re.IGNORECASE),
        "lo_exact.formats.edges:read_edges",
        drawn=False,
        example="graph: undirected\nstate: a=1 b=1 c=0\n\na b\nb c\n",
    ),
    Format(
        "mask",
        "two-colour board as one hexadecimal number, bit 0 top left (--bits msb: the highest)",
        re.compile(r"\A\s*0[xX][0-9a-fA-F]+\s*\Z"),
        "lo_exact.formats.board.reader:read_board",
        whole=True,
        example="0x1ffffff\n",
        said="--size 5x5",
    ),
    Format(
        "aoc",
        "machines of Advent of Code 2025, day 10; part two with --colours none",
        re.compile(r"\A\s*\[[.#]+\]|\[[.#]+\][ \t]+\(", re.ASCII),
        "lo_exact.formats.contests:read_machines",
        judge="lo_exact.formats.contests:looks_like_machines",
        many=True,
        drawn=False,
        counters=True,
        example="[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n",
    ),
    Format(
        "judge",
        "contest files: rows of 0 and 1 below their number or size, many cases",
        re.compile(r"\A\s*[0-9]{1,9}([ \t]+[0-9]{1,9})?[ \t]*\r?\n", re.ASCII),
        "lo_exact.formats.contests:read_cases",
        judge="lo_exact.formats.contests:looks_like_judged",
        many=True,
        alone=False,
        example="4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n",
    ),
    Format(
        "levels",
        "levels.json of lo-exact make --count: puzzles with their names and minima",
        re.compile(rf"\A\s*+(?:\[\s*+)?\{{\s*+{_LEVEL}"),
        "lo_exact.formats.json.reader:read_level_list",
        many=True,
        example='[{"file": "001.txt", "weight": 3, "puzzle": {"state": [[0, 1], [0, 0]]}, '
        '"puzzle_sha256": "2c3b241a5f714702d64a23b7dc63933152b8ee1693b1fe2673a4381b5b755f72"}]\n',
    ),
    Format(
        "dials",
        "coupled dials: where they stand, and for each which ones it turns",
        re.compile(
            r"\A\s*+(?:colou?rs:\s*[0-9]+\s+)?[0-9][ 0-9,]*+\s+1:[ 0-9,]*+"
            r"(?:\s++2:|\s*+\Z)"
        ),
        "lo_exact.formats.contests:read_dials",
        drawn=False,
        example="colours: 4\n2 1 1 3\n1: 1 2 4\n2: 1 2 3\n3: 2 3 4\n4: 1 3 4\n",
    ),
    Format(
        "words",
        "boards of words and boxes: ON OFF, true false, T F, [x] [ ]",
        BY_SCANNER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        legend=True,
        example="[x] [ ] [x]\n[ ] [x] [ ]\n",
    ),
    Format(
        "dzn",
        "MiniZinc arrays: [| 0,1 | 1,1 |] and array2d(1..n, 1..n, [...])",
        BY_SCANNER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        legend=True,
        example="n = 2;\nr = array2d(1..n, 1..n, [0,1, 1,1,]);\n",
    ),
    Format(
        "literal",
        "arrays as programs write them: assignments, lists, strings, array(...), {...}",
        BY_SCANNER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        legend=True,
        example="lights = ['---#-', '---##', '--##-', '#-###', '##-##']\n",
    ),
    Format(
        "matlab",
        "MATLAB arrays [1 0; 0 1]; flat ones column by column",
        BY_SCANNER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        legend=True,
        example="[0 1 0; 1 1 1; 0 1 0]\n",
    ),
    Format(
        "graph6",
        "graph6, the one-line graphs of nauty: closed neighbourhoods, all on",
        re.compile(r"\A\s*(>>graph6<<)?[?-~]+\s*$", re.MULTILINE),
        "lo_exact.formats.graphs:read_nauty",
        judge="lo_exact.formats.graphs:looks_like_nauty",
        many=True,
        alone=False,
        drawn=False,
        example="IheA@GUAo\n",
    ),
    Format(
        "sparse6",
        "sparse6, one graph a line",
        re.compile(r"\A\s*(>>sparse6<<)?:[?-~]+\s*$", re.MULTILINE),
        "lo_exact.formats.graphs:read_nauty",
        judge="lo_exact.formats.graphs:looks_like_nauty",
        many=True,
        drawn=False,
        example=":DaY_~\n",
    ),
    Format(
        "dimacs",
        "DIMACS graph: p edge N M, then e U V",
        re.compile(r"\A(?:c.*\n|\s)*+(?<![^\n])p\s+(edges?|col)\b"),
        "lo_exact.formats.graphs:read_dimacs",
        drawn=False,
        example="p edge 3 2\ne 1 2\ne 2 3\n",
    ),
    Format(
        "edgelist",
        "bare list of edges, two names a line",
        re.compile(r"\A(\s*[#%].*\n)*\s*\S+[ \t]+\S+[ \t]*$", re.MULTILINE),
        "lo_exact.formats.graphs:read_edge_list",
        judge="lo_exact.formats.graphs:looks_like_edge_list",
        alone=False,
        drawn=False,
        example="# a path\nann bob\nbob cat\n",
    ),
    Format(
        "graph-nm",
        "graph of contests: N M, then M edges between vertices 1 to N",
        re.compile(r"\A\s*[1-9][0-9]*[ \t]+[1-9][0-9]*[ \t]*\r?\n", re.ASCII),
        "lo_exact.formats.graphs:read_contest_graph",
        judge="lo_exact.formats.graphs:looks_like_contest_graph",
        alone=False,
        drawn=False,
        example="5 2\n1 2\n3 4\n",
        said="--as graph-nm",
    ),
    Format(
        "dot",
        "DOT graph or digraph, without subgraphs",
        re.compile(
            r"\A(?:\s|//.*\n|#.*\n|/\*[\s\S]*?\*/)*+(strict\s+)?(di)?graph\b[^{:=]*\{",
            re.IGNORECASE,
        ),
        "lo_exact.formats.graphs:read_dot",
        drawn=False,
        example="graph { a -- b -- c }\n",
    ),
    Format(
        "graphml",
        "GraphML, one graph",
        re.compile(r"<(\w+:)?graphml\b"),
        "lo_exact.formats.graphs:read_graphml",
        drawn=False,
        example='<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>'
        '<edge source="a" target="b"/></graph></graphml>\n',
    ),
    Format(
        "npz",
        "numpy's .npz and .npy: boards, stacks of boards, matrices dense and scipy's",
        NEVER,
        "",
        begins=NUMPY,
        opens="lo_exact.formats.arrays:read_puzzle_arrays",
        many=True,
        counters=True,
        example="import numpy; numpy.savez('board.npz', state=[[1, 0], [0, 1]])\n",
    ),
    Format(
        "adjacency",
        "adjacency matrix of a graph; only --as reads it, for it is a board too",
        NEVER,
        "lo_exact.formats.matrices:read_adjacency",
        begins=NUMPY,
        opens="lo_exact.formats.arrays:read_adjacency_array",
        drawn=False,
        example="0 1 0\n1 0 1\n0 1 0\n",
        said="--as adjacency",
    ),
    Format(
        "checks",
        "dense parity-check matrix; only --as reads it, for it is a board too",
        NEVER,
        "lo_exact.formats.scanner.parts:read_checks",
        begins=NUMPY,
        opens="lo_exact.formats.arrays:read_checks_array",
        drawn=False,
        example="11000\n01100\n00110\n00011\n",
        said="--as checks --target 0101",
    ),
    Format(
        "alist",
        "alist, a sparse parity-check matrix; --target says the syndrome",
        re.compile(
            r"\A\s*[0-9]+[ \t]+[0-9]+([ \t]+[0-9]+)?[ \t]*\r?\n\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n"
        ),
        "lo_exact.formats.matrices:read_alist",
        judge="lo_exact.formats.matrices:looks_like_alist",
        alone=False,
        drawn=False,
        example="7 3\n3 4\n1 1 1 2 2 2 3\n4 4 4\n1 0 0\n2 0 0\n3 0 0\n1 2 0\n1 3 0\n2 3 0\n1 2 3\n"
        "1 4 5 7\n2 4 6 7\n3 5 6 7\n",
        said="--target 101",
    ),
    Format(
        "mtx",
        "MatrixMarket: lights are rows, buttons are columns",
        re.compile(r"\A%%MatrixMarket", re.IGNORECASE),
        "lo_exact.formats.matrices:read_mtx",
        "lo_exact.formats.matrices:write_mtx",
        drawn=False,
        example="%%MatrixMarket matrix coordinate pattern general\n2 3 4\n1 1\n1 2\n2 2\n2 3\n",
        said="--target 01",
    ),
    *(Format(**vars(row)) for row in rows_of_slices("FORMATS")),
    Format(
        "png",
        "picture of a board (lo-exact min screenshot.png): squares with gaps, 2 to 6 colours",
        NEVER,
        "",
        begins=re.compile(rb"\x89PNG\r\n\x1a\n"),
        opens="lo_exact.formats.pictures:read_picture",
        many=True,
        legend=True,
        example="from lo_exact import grid_puzzle, picture, write_picture\n"
        "board = grid_puzzle([[1, 0], [0, 1]])\n"
        "write_picture(picture(board, lights=board.state), 'board.png')\n",
    ),
    Format(
        "pbm",
        "bitmap of netpbm, P1 or P4: two colours, black is on",
        re.compile(r"\AP1[\s#]"),
        "lo_exact.formats.pictures:read_pbm_text",
        begins=re.compile(rb"P4[\s#]"),
        opens="lo_exact.formats.pictures:read_bitmap",
        example="P1\n3 3\n1 0 1\n0 1 0\n1 1 0\n",
    ),
    Format(
        "alone",
        "board of any text, without the words beside it",
        NEVER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        legend=True,
        example="On a sphere of glass:\n##\n#.\n",
        said="--as alone",
    ),
    Format(
        "compact",
        "rows of glyphs whose blanks are holes",
        NEVER,
        "lo_exact.formats.layouts:read_layout",
        many=True,
        legend=True,
        example="## ##\n",
        said="--as compact",
    ),
    Format(
        "grouped",
        "rows of glyphs whose blanks only part groups",
        NEVER,
        "lo_exact.formats.layouts:read_layout",
        many=True,
        legend=True,
        example="10 01\n01 10\n",
        said="--as grouped",
    ),
    Format(
        "spaced",
        "glyphs that stand blanks apart, with holes where one is left out",
        NEVER,
        "lo_exact.formats.layouts:read_layout",
        many=True,
        legend=True,
        example="1 1 1\n1   1\n",
        said="--as spaced",
    ),
    Format(
        "lines",
        "rows in one line, parted by blanks, commas, | or /",
        NEVER,
        "lo_exact.formats.layouts:read_layout",
        many=True,
        legend=True,
        example="101 010 110\n",
        said="--as lines",
    ),
    Format(
        "places",
        "lit places, row and column each, on a board of --size",
        NEVER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        example="[[0, 0], [1, 1]]\n",
        said="--as places --size 3x3",
    ),
    Format(
        "places0",
        "lit places, rows and columns numbered from 0",
        NEVER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        example="1 1\n2 2\n",
        said="--as places0 --size 3x3",
    ),
    Format(
        "places1",
        "lit places, rows and columns numbered from 1",
        NEVER,
        "lo_exact.formats.scanner.parts:read_scanned",
        many=True,
        example="1 1\n2 2\n",
        said="--as places1 --size 3x3",
    ),
    Format(
        "map",
        "board text whose buttons differ: letters for rules, and a map of letters",
        re.compile(r"^rules?[ \t]*:", re.MULTILINE | re.IGNORECASE),
        "lo_exact.formats.board.reader:read_board",
        legend=True,
        example="rules: p=plus k=king\nrule:\n  pkp\n  ppp\n\n###\n.#.\n",
    ),
    Format(
        "board",
        "board text: header and rows of glyphs, or a nested list",
        re.compile(""),
        "lo_exact.formats.board.reader:read_board",
        "lo_exact.formats.board.writer:write_board",
        begins=NUMPY,
        opens="lo_exact.formats.arrays:read_board_array",
        legend=True,
        example="#.#\n.#.\n##.\n",
    ),
)


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UsageError: When there is none.
    """
    return find(FORMATS, name, "format")
