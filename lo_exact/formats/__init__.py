"""Readers and writers of puzzle files, with one format in each module; layer 4 of the package.

Names are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.formats.board.options import ReadOptions
    from lo_exact.formats.files import decode, read_text, write_file_atomically
    from lo_exact.formats.format_table import FORMATS, Format, find_format
    from lo_exact.formats.reading import parse_puzzle, read_puzzle, write_puzzle

__all__ = [
    "FORMATS",
    "Format",
    "ReadOptions",
    "decode",
    "find_format",
    "parse_puzzle",
    "read_puzzle",
    "read_text",
    "write_file_atomically",
    "write_puzzle",
]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "board.options": ("ReadOptions",),
        "files": ("decode", "read_text", "write_file_atomically"),
        "reading": ("parse_puzzle", "read_puzzle", "write_puzzle"),
        "format_table": ("FORMATS", "Format", "find_format"),
    },
)
