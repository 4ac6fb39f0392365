"""Any puzzle, from text or from a file, in whichever format; and back to text."""

from __future__ import annotations

import os
from pathlib import Path

from lo_exact.errors import InputError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import in_source
from lo_exact.formats.files import is_bitmap, read_text
from lo_exact.formats.table import FORMATS, find_format
from lo_exact.puzzle import Puzzle


def read_puzzle(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    """Read a puzzle.

    Args:
        text_or_path: A path; ``-`` for standard input; or the text itself: anything of several
            lines, and what is no file but looks like a game ID, a mask, JSON or a nested list.
        options: What the caller says beside the text.
        format: Name of a format; by default the text decides.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option cannot be.
    """
    name = str(text_or_path)
    if isinstance(text_or_path, str) and name != "-" and _is_text(name):
        return parse_puzzle(name, options=options, format=format)
    if format in (None, "pbm") and is_bitmap(name):
        from lo_exact.formats.pbm import read_bitmap

        return read_bitmap(name, options=options)
    return parse_puzzle(read_text(name), source=name, options=options, format=format)


def parse_puzzle(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    """Read a puzzle from its text; ``source`` is the file name for errors."""
    with in_source(source):
        if not text.strip():
            raise InputError("the text is empty: there is no board", line=1, column=1)
        row = find_format(format) if format is not None else None
        row = row or next(row for row in FORMATS if row.sniff(text))
        return row.read(text, options or ReadOptions())


def write_puzzle(puzzle: Puzzle, format: str = "board") -> str:
    """Return a puzzle as text of a format, which `parse_puzzle` reads to the same puzzle.

    Raises:
        UsageError: When the format cannot express the puzzle.
    """
    return find_format(format).write(puzzle)


def _is_text(name: str) -> bool:
    if "\n" in name:
        return True
    if os.path.exists(name):
        return False
    return name.lstrip()[:1] == "[" or any(row.sniff(name) for row in FORMATS[:-1])
