"""Texts that are nearly in a format: a missing row, a wrong number, a bracket too few.

Nothing is sure of such a text, so it is read as a board and refused as one, which helps nobody who
meant something else.  Where its beginning is that of another format, that format's refusal is
told first, and the board's with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.format_table import find_format

LONGEST = 2**20
"""Characters of a text; longer ones are boards, and are not read twice."""

_SIZE = re.compile(r"\s*[1-9][0-9]*([ \t]+[1-9][0-9]*)?\s*", re.ASCII)
_NUMBERS = re.compile(r"[0-9\s]+", re.ASCII)


def refuse_nearly(text: str, options: ReadOptions, refusal: InputError) -> None:
    """Refuse a text by the name of the format that it is nearly in.

    Args:
        text: What no board is.
        options: What the caller says beside it.
        refusal: Why it is no board.

    Raises:
        InputError: With the place in that format.
    """
    if len(text) > LONGEST:
        return
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for name, looks in _NEARLY.items():
        if looks(lines):
            row = find_format(name)
            try:
                for part in row.read_all(text, options):
                    part.read()
            except UsageError:
                continue
            except InputError as error:
                raise InputError(
                    f"read as {name}: {error.problem} | as board text: {refusal.problem}",
                    line=error.line or 1,
                    column=error.column,
                ) from None
            raise InputError(
                f"this may be {name}: --as {name} reads it | as board text: {refusal.problem}",
                line=1,
            )


def _nearly_aoc(lines: list[str]) -> bool:
    return re.match(r"\[[.#]+\]\s*\([0-9]", lines[0]) is not None


def _nearly_alist(lines: list[str]) -> bool:
    """N M, two weights, then N weights."""
    if len(lines) < 4 or not all(_NUMBERS.fullmatch(line) for line in lines[:4]):
        return False
    head, weights, columns, rows = (line.split() for line in lines[:4])
    sizes = [str(len(columns)), str(len(rows))]
    return len(weights) == 2 and head[:2] == sizes and len(head) in (2, 3)


def _nearly_judge(lines: list[str]) -> bool:
    """One or two numbers above rows of 0 and 1 that are longer, and all equally long."""
    if len(lines) < 3 or not _SIZE.fullmatch(lines[0]):
        return False
    rows = ["".join(line.split()) for line in lines[1:]]
    alike = {len(row) for row in rows}
    return len(alike) == 1 and len(rows[0]) > 2 and all(set(row) <= set("01") for row in rows)


def _nearly_sparse6(lines: list[str]) -> bool:
    return all(re.fullmatch(r"(>>sparse6<<)?:[?-~]+", line) for line in lines)


def _nearly_graph6(lines: list[str]) -> bool:
    """One small graph whose line is a little too long or too short."""
    line = lines[0].removeprefix(">>graph6<<")
    if len(lines) > 1 or len(line) < 3 or not re.fullmatch(r"[?-}][?-~]+", line):
        return False
    vertices = ord(line[0]) - 63
    return abs(len(line) - 1 - -(-vertices * (vertices - 1) // 12)) <= 2


_NEARLY: dict[str, Callable[[list[str]], bool]] = {
    "aoc": _nearly_aoc,
    "alist": _nearly_alist,
    "judge": _nearly_judge,
    "sparse6": _nearly_sparse6,
    "graph6": _nearly_graph6,
}
