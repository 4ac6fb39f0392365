"""Any readable puzzle, from text or from a file, in whichever format it is."""

from __future__ import annotations

import os
from pathlib import Path

from lo_exact.boardtext import ReadOptions, read_board
from lo_exact.errors import InputError
from lo_exact.formats.files import read_text
from lo_exact.puzzle import Puzzle


def read_puzzle(text_or_path: str | Path, *, options: ReadOptions | None = None) -> Puzzle:
    """Read a puzzle.

    Args:
        text_or_path: A path; ``-`` for standard input; or the text itself.
        options: What the caller says beside the text.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option cannot be.
    """
    name = str(text_or_path)
    if isinstance(text_or_path, str) and "\n" in name:
        return parse_puzzle(name, options=options)
    if name == "-" or isinstance(text_or_path, Path) or os.path.exists(name):
        return parse_puzzle(read_text(name), source=name, options=options)
    raise InputError("there is no such file", source=name)


def parse_puzzle(text: str, *, source: str = "", options: ReadOptions | None = None) -> Puzzle:
    """Read a puzzle from its text."""
    return read_board(text, source=source, options=options)
