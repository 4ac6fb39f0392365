"""The table of formats.  Another format is one file beside this one and one row here.

A row's pattern looks at the beginning of a text and must be certain: the first row that says yes
reads it.  Board text is last; it takes what nobody else knows.  Readers and writers are named by
``module:function`` and imported when they are first used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_exact.registers import find, named

if TYPE_CHECKING:
    from lo_exact.formats.board import ReadOptions
    from lo_exact.puzzle import Puzzle

SNIFFED = 2**16
"""Characters at the beginning of a text that a pattern sees, unless it wants them all."""


@dataclass(frozen=True)
class Format:
    """A way to write puzzles.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        looks: what a text in this format has, and no text in another.
        reader: ``module:function``, text and ``options`` (`ReadOptions`) to `Puzzle`; its errors
            have lines and columns, no file name.
        writer: ``module:function``, `Puzzle` to text, or `UsageError` when the format cannot
            express it.
        whole: whether ``looks`` must see the whole text.
    """

    name: str
    about: str
    looks: re.Pattern[str]
    reader: str
    writer: str
    whole: bool = False

    def sniff(self, text: str) -> bool:
        """Whether a text is in this format."""
        return self.looks.search(text if self.whole else text[:SNIFFED]) is not None

    def read(self, text: str, options: ReadOptions) -> Puzzle:
        """Return the puzzle of a text."""
        puzzle: Puzzle = named(self.reader)(text, options=options)
        return puzzle

    def write(self, puzzle: Puzzle) -> str:
        """Return the text of a puzzle."""
        return str(named(self.writer)(puzzle))


FORMATS = (
    Format(
        "json",
        "JSON puzzle: grids, graphs and explicit matrices, everything a puzzle can have",
        re.compile(r"\A\s*\{"),
        "lo_exact.formats.json.reader:read_json",
        "lo_exact.formats.json.writer:write_json",
    ),
    Format(
        "flip",
        "game ID of Simon Tatham's Flip, WxH:MATRIX,GRID",
        re.compile(r"\A\s*[0-9]+x[0-9]+:", re.ASCII),
        "lo_exact.formats.flip:read_flip",
        "lo_exact.formats.flip:write_flip",
    ),
    Format(
        "edges",
        "edge list of a graph, undirected, directed or from buttons to lights",
        re.compile(r"^graph[ \t]*:", re.MULTILINE | re.IGNORECASE),
        "lo_exact.formats.edges.reader:read_edges",
        "lo_exact.formats.edges.writer:write_edges",
    ),
    Format(
        "mask",
        "two-colour board as one hexadecimal number, bit 0 top left",
        re.compile(r"\A\s*0[xX][0-9a-fA-F]+\s*\Z"),
        "lo_exact.formats.board.reader:read_board",
        "lo_exact.formats.mask:write_mask",
        whole=True,
    ),
    Format(
        "pbm",
        "bitmap of netpbm, P1 or P4: two colours, black is on",
        re.compile(r"\AP1[\s#]"),
        "lo_exact.formats.pbm:read_pbm_text",
        "lo_exact.formats.pbm:write_pbm_text",
    ),
    Format(
        "board",
        "board text: header and rows of glyphs, or a nested list",
        re.compile(""),
        "lo_exact.formats.board.reader:read_board",
        "lo_exact.formats.board.writer:write_board",
    ),
)


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UsageError: When there is none.
    """
    return find(FORMATS, name, "format")
