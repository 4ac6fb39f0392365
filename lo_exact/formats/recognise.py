"""Which format a text is in: exactly one certain reading, or a refusal that names the readings.

Nothing is guessed.  When two formats are sure of a text, or one that shares its looks with board
text and board text itself, the text is refused and ``--as NAME`` decides.
"""

from __future__ import annotations

from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.table import FORMATS, Format


def recognise(text: str, options: ReadOptions) -> Format:
    """Return the one format that a text is in.

    Raises:
        InputError: When there are several.
    """
    *rows, board = FORMATS
    sure = [row for row in rows if row.sniff(text)]
    if any(not row.alone for row in sure) and _reads(board, text, options):
        sure.append(board)
    if len(sure) > 1:
        readings = " | ".join(f"{row.about} (--as {row.name})" for row in sure)
        raise InputError(f"the text reads {len(sure)} ways: {readings}; say which", line=1)
    return sure[0] if sure else board


def is_certain(text: str) -> bool:
    """Return whether some format other than board text is sure of a text."""
    return any(row.alone and row.sniff(text) for row in FORMATS[:-1])


def _reads(row: Format, text: str, options: ReadOptions) -> bool:
    try:
        row.read(text, options)
    except (InputError, UsageError):
        return False
    return True
