"""Any puzzle, from text or from a file, in whichever format; and back to text.

No format is guessed.  When two formats are sure of a text, or one that shares its looks with board
text and board text itself, the text is refused and ``--as NAME`` decides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.counters import AnyPuzzle, Counters, counters_of
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import in_source, located, without_lines
from lo_exact.formats.files import PuzzlePart, opened, read_text, start_of
from lo_exact.formats.table import (
    FORMATS,
    Format,
    find_format,
    format_of_bytes,
    only_part,
    sniffed,
)
from lo_exact.puzzle import Puzzle
from lo_exact.registers import named

_BLANK = re.compile(r"[\s\ufe0e\ufe0f]*+\Z")
"""Nothing to be seen: blanks, and what only says how the glyph before it looks."""


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
    parts = read_parts(text_or_path, options=options, format=format)
    with in_source("" if "\n" in name else name):
        return _no_counters(only_part(parts))


def parse_puzzle(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    """Read a puzzle from its text; ``source`` is the file name for errors."""
    parts = parse_parts(text, source=source, options=options, format=format)
    with in_source(source):
        return _no_counters(only_part(parts))


def read_parts(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles of a file or a text, each to be read when it is wanted.

    Args:
        text_or_path: As for `read_puzzle`.
        options: What the caller says beside the text.
        format: Name of a format; by default the text decides.

    Raises:
        InputError: With file, line and column.
    """
    name = str(text_or_path)
    if isinstance(text_or_path, str) and name != "-" and _is_text(name):
        return parse_parts(name, options=options, format=format)
    start = start_of(name)
    found = format_of_bytes(start)
    if found is not None:
        row = found if format is None else find_format(format)
        return _open_parts(name, row, found, options or ReadOptions())
    try:
        text = read_text(name)
    except InputError:
        if start:
            from lo_exact.formats.strangers import refuse_strange_bytes

            with in_source(name):
                refuse_strange_bytes(start)
        raise
    return parse_parts(text, source=name, options=options, format=format)


def _open_parts(
    name: str, row: Format, found: Format, options: ReadOptions
) -> Sequence[PuzzlePart]:
    """Return the puzzles of a file of bytes; what it begins like is ``found``."""
    asked = replace(options, colours=MAX_MODULUS) if options.counters else options
    row.check_legend(asked)
    with in_source(name):
        if row.begins is None or row.begins is not found.begins:
            raise InputError(f"this file begins like {found.name}, and not like {row.name}")
        with opened(name) as file:
            parts: Sequence[PuzzlePart] = named(row.opens)(file, asked)
    return [PuzzlePart(part.line, _finished(part, name, options, placed=False)) for part in parts]


def parse_parts(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles of a text; ``source`` is the file name for errors."""
    with in_source(source):
        if _BLANK.match(text):
            raise InputError("the text is empty: there is no board", line=1, column=1)
        asked = options or ReadOptions()
        if asked.counters:  # whole numbers are read as the largest palette, which is then dropped
            asked = replace(asked, colours=MAX_MODULUS)
        row = find_format(format) if format is not None else recognise(text, asked)
        parts = row.read_all(text, asked)
        if not parts:
            raise InputError(f"there is no puzzle in this text ({row.name})", line=1)
    strange = text if format is None and row is FORMATS[-1] else ""
    return [PuzzlePart(part.line, _finished(part, source, asked, strange)) for part in parts]


def write_puzzle(puzzle: AnyPuzzle, format: str = "board") -> str:
    """Return a puzzle as text of a format, which `parse_puzzle` reads to the same puzzle.

    Raises:
        UsageError: When the format cannot express the puzzle.
    """
    return find_format(format).write(puzzle)


def encode_puzzle(puzzle: AnyPuzzle, format: str) -> bytes:
    """Return a puzzle as a file of a format holds it; `write_puzzle` where that is text.

    Raises:
        UsageError: When the format cannot express the puzzle.
    """
    return find_format(format).encode(puzzle)


def _finished(
    part: PuzzlePart, source: str, options: ReadOptions, strange: str = "", *, placed: bool = True
) -> Callable[[], AnyPuzzle]:
    """Return a reading whose errors have file and line, and which drops the modulus of counters.

    Args:
        part: the reading, and the line for errors that have none.
        source: the file's name.
        options: what the caller says beside the text.
        strange: a text that nobody was sure of: when it is no board, it may be in a known format
            that is not read.
        placed: whether what is read has lines.
    """

    def finished() -> AnyPuzzle:
        with in_source(source), located(part.line) if placed else without_lines():
            try:
                puzzle = part.read()
            except InputError as refusal:
                if strange:
                    from lo_exact.formats.nearly import refuse_nearly
                    from lo_exact.formats.strangers import refuse_stranger

                    refuse_stranger(strange)
                    refuse_nearly(strange, options, refusal)
                raise
            return (
                counters_of(puzzle) if options.counters and isinstance(puzzle, Puzzle) else puzzle
            )

    return finished


def _no_counters(puzzle: AnyPuzzle) -> Puzzle:
    if isinstance(puzzle, Counters):
        raise UsageError(
            "colours: none makes counters, which this question does not take; "
            "min, all, count, prove, solve and show do"
        )
    return puzzle


def _is_text(name: str) -> bool:
    if "\n" in name:
        return True
    if os.path.exists(name):
        return False
    return name.lstrip()[:1] == "[" or is_certain(name)


def recognise(text: str, options: ReadOptions) -> Format:
    """Return the one format that a text is in.

    Raises:
        InputError: When there are several.
    """
    board = FORMATS[-1]
    sure = sniffed(text)
    if any(not row.alone for row in sure) and _reads(board, text, options):
        sure.append(board)
    if len(sure) > 1:
        readings = " | ".join(f"{row.about} (--as {row.name})" for row in sure)
        raise InputError(f"the text reads {len(sure)} ways: {readings}; say which", line=1)
    return sure[0] if sure else board


def is_certain(text: str) -> bool:
    """Return whether some format other than board text is sure of a text."""
    return any(row.alone for row in sniffed(text))


def _reads(row: Format, text: str, options: ReadOptions) -> bool:
    try:
        row.read(text, options)
    except (InputError, UsageError):
        return False
    return True
