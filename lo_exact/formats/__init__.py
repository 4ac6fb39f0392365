"""Floor 5: puzzle files, one format a file."""

from lo_exact.formats.board import ReadOptions
from lo_exact.formats.files import decode, read_text, write_file_atomically
from lo_exact.formats.reading import parse_puzzle, read_puzzle, write_puzzle
from lo_exact.formats.table import FORMATS, Format, find_format

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
