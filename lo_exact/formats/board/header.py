"""The header of a text: ``key: value`` lines, each key once.

A value stands on the key's line, its rows separated by ``/`` (or ``;`` between digits), or below it
on indented lines (a block), which an empty line or a line without indentation ends.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lo_exact.formats.board.places import Line, quoted
from lo_exact.formats.board.semicolons import (
    drawing_rows,
    may_be_row,
    rows_of_value,
    without_comment,
)

KEY_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*)[ \t]*:")
"""How a header line begins."""

DRAWN = ("state", "target", "prices")
"""Keys whose rows may be numbers."""


@dataclass(frozen=True)
class Entry:
    """One key with its value."""

    key: str
    """As the grammar writes it."""
    at: Line
    """The key's place."""
    rows: tuple[Line, ...]
    """The rows of the value; at least one."""
    block: bool = False
    """Whether the rows stand below the key."""

    @property
    def value(self) -> Line:
        """The value of a key that takes a single row.

        Raises:
            InputError: When there are more.
        """
        if len(self.rows) > 1:
            raise self.rows[1].error(f"{self.key} has one value, got {len(self.rows)} rows")
        return self.rows[0]


def parse_header(
    lines: Sequence[Line], keys: Mapping[str, str]
) -> tuple[dict[str, Entry], Sequence[Line]]:
    """Split a text into its header and the lines after it.

    Args:
        lines: All lines.
        keys: For each spelling of a key, in lower case, the key.

    Returns:
        The entries by key, and the lines behind the last one; comments alone are left out, unless
        one may be a row.

    Raises:
        InputError: On an unknown key, a key said twice or a key without value.
    """
    entries: dict[str, Entry] = {}
    index = behind = 0
    doubtful = False
    while index < len(lines):
        line = without_comment(lines[index])
        if not line.text.strip():
            doubtful = doubtful or may_be_row(lines[index])
            index += 1
            continue
        found = KEY_LINE.match(line.text)
        if found is None:
            break
        key = keys.get(found[1].lower())
        if key is None:
            known = ", ".join(dict.fromkeys(keys.values()))
            raise line.error(f"no key is called {quoted(found[1])}; there are {known}")
        if key in entries:
            raise line.error(f"{key} is said twice, first in line {entries[key].at.number}")
        index += 1
        value = Line(line.text[found.end() :], line.number, found.end() + 1).stripped()
        if value.text:
            whole = Line(lines[index - 1].text[found.end() :], line.number, found.end() + 1)
            rows, block = rows_of_value(whole) if key in DRAWN else value.split("/"), False
        else:
            rows, block = _block(lines, index), True
            index += len(rows)
            rows = [row for row in drawing_rows(rows) if row.text.strip()]
        if not rows:
            raise line.error(f"{key} has no value", found.end())
        entries[key] = Entry(key, line._replace(text=found[1]), tuple(rows), block)
        behind = index
    return entries, lines[behind if doubtful else index :]


def _block(lines: Sequence[Line], start: int) -> list[Line]:
    """Return the indented lines from ``start`` on."""
    rows = []
    for line in lines[start:]:
        if line.text[:1] not in (" ", "\t") or not line.text.strip():
            break
        rows.append(line)
    return rows
