"""Parser for the header of a text: ``key: value`` lines with distinct keys.

A value stands on the key's line, its rows separated by ``/`` (or ``;`` between digits), or below it
on indented lines (a block), which an empty line or a line without indentation ends.

``;`` begins a comment, and between digits it ends a row: ``0 1 0; 1 1 1; 0 1 0``.  Rows written
below each other have comments beside them, rows in one line have row ends.  What could be either is
refused with both readings: digits behind ``;`` that would make one more row of a board of several
lines, signs like ``#`` that would make a row, rows in one line of unequal length.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lo_exact.errors import InputError
from lo_exact.formats.board.places import Line, quoted

KEY_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*)[ \t]*:")
"""How a header line begins."""

DRAWN = ("state", "target", "prices")
"""Keys whose rows may be numbers."""


@dataclass(frozen=True)
class Entry:
    """One key of the header with its value."""

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
        """The value of a key that has a single row.

        Raises:
            InputError: When there are more.
        """
        if len(self.rows) > 1:
            raise self.rows[1].error(f"{self.key} has one value, got {len(self.rows)} rows")
        return self.rows[0]


def parse_header(
    lines: Sequence[Line], keys: Mapping[str, str]
) -> tuple[dict[str, Entry], Sequence[Line]]:
    """Split a text into its header and the remaining lines.

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
    """Return the indented lines from index ``start`` on."""
    rows = []
    for line in lines[start:]:
        if line.text[:1] not in (" ", "\t") or not line.text.strip():
            break
        rows.append(line)
    return rows


_SIGNS = r"0-9.\-_□#*■OXx~?·○●◯⬛⬜🟨🟩🟥🟦🟧🟪🟫"
_LETTER = re.compile(r"[^\W\d_xXoO]")
_NUMBERS = re.compile(r"[0-9~?]+(?:[ \t]+[0-9~?]+)*")
_ROW = re.compile(rf"[{_SIGNS}]+(?:[ \t]+[{_SIGNS}]+)*")


def without_comment(line: Line) -> Line:
    """Return a line without its comment and the preceding blanks."""
    start = line.text.find(";")
    return line if start < 0 else line._replace(text=line.text[:start].rstrip())


def may_be_row(line: Line) -> bool:
    """Return whether a line that looks like a comment has only signs and no words."""
    return bool(line.text.strip()) and not _LETTER.search(line.text)


def drawing_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the rows of a drawing without comments; a line can contain several rows.

    Lines that hold a comment alone are left out.

    Raises:
        InputError: When a ``;`` could be the end of a row as well as the beginning of a comment.
    """
    if not any(";" in line.text for line in lines):
        return list(lines)
    kept = [line for line in lines if not line.text.lstrip().startswith(";")]
    lengths = {len(line.text.strip(" \t;")) for line in kept} - {0}
    for line in (line for line in lines if line.text.lstrip()[:1] == ";"):
        said = line.text.strip("; \t")
        if not _LETTER.search(said) and lengths & {len(row.strip()) for row in said.split(";")}:
            raise _two_readings(line, "a row", "a comment")
    several = sum(1 for line in kept if without_comment(line).text.strip()) > 1
    return [row for line in kept for row in _rows_in(line, several=several)]


def rows_of_value(value: Line) -> list[Line]:
    """Split a one-line value into rows at ``/``, or at ``;`` between digits.

    Raises:
        InputError: As `drawing_rows`.
    """
    start = without_comment(value).text.rfind("/") + 1
    last = Line(value.text[start:], value.number, value.column + start).stripped()
    before = value._replace(text=value.text[: start - 1]).split("/") if start else []
    return [*before, *_rows_in(last, several=start > 0)]


def _rows_in(line: Line, *, several: bool) -> list[Line]:
    """Return the rows in a line, given whether it is one of several lines."""
    pieces = list(
        takewhile(lambda piece: not piece.text or _ROW.fullmatch(piece.text), line.split(";"))
    )  # what follows is a comment in any case
    while pieces and not pieces[-1].text:
        pieces.pop()
    return pieces if _end_rows(line, pieces, several=several) else [without_comment(line)]


def _end_rows(line: Line, pieces: Sequence[Line], *, several: bool) -> bool:
    """Return whether ``;`` separates rows in a line with the given pieces."""
    first, *behind = [piece.text for piece in pieces] or [""]
    rows = [text for text in behind if text]
    if not rows or not first:
        return False
    alike = all(_size(text) == _size(first) for text in behind)
    digits = _NUMBERS.fullmatch(first) and all(map(_NUMBERS.fullmatch, rows))
    if alike and not several:
        return True
    if alike or (digits and not several):
        first_way = f"{len(pieces)} rows" + ("" if alike else " of unequal length")
        raise _two_readings(line, first_way, "one row and a comment")
    return False


def _size(text: str) -> tuple[int, int]:
    """Return (number of words, number of characters of a single word) to compare rows."""
    words = text.split()
    return len(words), len(words[0]) if len(words) == 1 else 0


def _two_readings(line: Line, first: str, second: str) -> InputError:
    return line.error(
        f"the line reads two ways: {first}, ';' ending each | {second}, ';' beginning it; write "
        "every row on a line of its own, and comments in words",
        line.text.index(";"),
    )
