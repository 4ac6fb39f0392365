"""Parser of levels as text: rows of glyphs after optional ``name:``, ``limit:`` and ``end:`` lines.

``#`` or ``※`` is a wall, ``.``, ``□`` or ``口`` an empty cell, ``*`` or ``●`` a painted one, ``S``
or ``Ω`` the start, ``s`` or ``ω`` a start on an empty cell (a half-played position).  Full-width
forms are folded, short rows are padded with walls, lines that begin with ``;`` are comments, and a
blank line or a new header begins the next level.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from lo_exact.errors import InputError, PuzzleError, printable
from lo_exact.formats.board.places import Line
from lo_exact.parity_walks.level import MAX_PLACES, Place, WalkLevel, level_of_places

WALLS, EMPTY, PAINTED, STARTS, EMPTY_STARTS = "#※", ".□口", "*●", "SΩ", "sω"
KEYS = ("name", "limit", "end")
AT_THE_START = "start"
"""Where a closed walk ends."""
MAX_LIMIT = 10**9
"""Steps that a level's limit may allow."""

_NAMED = re.compile(r"(?P<letters>[A-Za-z]{1,4})(?P<row>[0-9]{1,6})")
_COUNTED = re.compile(r"([0-9]{1,6})\s*,\s*([0-9]{1,6})")


@dataclass
class _LevelDraft:
    """A partly parsed level."""

    first_line: int = 0
    rows: int = 0
    columns: int = 0
    start: Place | None = None
    on_empty: bool = False
    free: list[Place] = field(default_factory=list)
    painted: list[Place] = field(default_factory=list)
    header: dict[str, str] = field(default_factory=dict)
    limit: int | None = None
    end: Line | None = None


def read_levels(text: str, *, source: str = "", start: str | None = None) -> list[WalkLevel]:
    r"""Parse all levels in a text.

    Args:
        text: The text.
        source: File name for errors.
        start: The name of the start cell, for levels that do not mark it.

    Raises:
        InputError: With file, line and column.

    >>> [level.name for level in read_levels("name: a\nS.\n\nname: b\n.S")]
    ['a', 'b']
    """
    levels: list[WalkLevel] = []
    draft = _LevelDraft()
    try:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate(lines, start=1):
            if line.lstrip().startswith(";"):
                continue
            header = re.fullmatch(r"\s*([^\W\d_]+)\s*:(.*)", line)
            if draft.rows and (header or not line.strip()):
                levels.append(_finished(draft, start))
                draft = _LevelDraft()
            if header:
                _read_header(draft, header[1], header[2].strip(), number, header.start(1) + 1)
            elif line.strip():
                _read_row(draft, line.rstrip(), number)
        if draft.rows:
            levels.append(_finished(draft, start))
        elif draft.header:
            raise InputError("the last level has a header but no rows", line=draft.first_line)
        if not levels:
            raise InputError("there is no level: rows of # . S * are wanted")
    except InputError as error:
        raise InputError(
            error.problem, source=source, line=error.line, column=error.column
        ) from None
    return levels


def level_rows(level: WalkLevel) -> list[str]:
    """Return the rows of a level in the glyphs ``# . S * s``."""
    rows = [["#"] * level.columns for _ in range(level.rows)]
    for cell, (row, column) in enumerate(level.cells):
        painted = level.painted[cell]
        rows[row][column] = ("S" if painted else "s") if cell == level.start else ".*"[painted]
    return ["".join(row) for row in rows]


def _read_header(draft: _LevelDraft, key: str, value: str, line: int, column: int) -> None:
    if key not in KEYS:
        raise InputError(
            f"a level's header has name:, limit: and end:, got {printable(key, 40)!r}",
            line=line,
            column=column,
        )
    if key in draft.header:
        raise InputError(f"{key}: is given twice for one level", line=line, column=column)
    draft.first_line = draft.first_line or line
    draft.header[key] = value
    if key == "end":
        draft.end = Line(value, line, column)
    if key == "limit":
        if not (
            value.isascii() and value.isdigit() and len(value) < 12 and int(value) <= MAX_LIMIT
        ):
            raise InputError(
                f"a limit is a number of steps, 0..{MAX_LIMIT}, got {printable(value, 40)!r}",
                line=line,
                column=column,
            )
        draft.limit = int(value)


def _read_row(draft: _LevelDraft, line: str, number: int) -> None:
    row = draft.rows
    draft.first_line = draft.first_line or number
    draft.rows += 1
    draft.columns = max(draft.columns, len(line))
    if draft.rows * draft.columns > MAX_PLACES:
        raise InputError(
            f"a level has at most {MAX_PLACES} places, walls included; "
            f"this one has {draft.rows} x {draft.columns} up to here",
            line=number,
        )
    for column, written in enumerate(line):
        glyph = unicodedata.normalize("NFKC", written)
        if glyph in WALLS:
            continue
        place = (row, column)
        if glyph in STARTS or glyph in EMPTY_STARTS:
            if draft.start is not None:
                raise InputError(
                    "a level has one start, here is a second", line=number, column=column + 1
                )
            draft.start, draft.on_empty = place, glyph in EMPTY_STARTS
        elif glyph in PAINTED:
            draft.painted.append(place)
        elif glyph not in EMPTY:
            raise InputError(
                "a level is drawn with # (wall), . (empty), * (painted) and S (start), "
                f"got {printable(written)!r}",
                line=number,
                column=column + 1,
            )
        draft.free.append(place)


def _finished(draft: _LevelDraft, start: str | None) -> WalkLevel:
    if start is not None:
        _start_at(draft, start)
    if draft.start is None:
        problem = "the level has no start: one cell must be S, or --start CELL names it"
        raise InputError(problem, line=draft.first_line)
    try:
        level = level_of_places(
            draft.free,
            draft.start,
            draft.painted,
            on_empty=draft.on_empty,
            rows=draft.rows,
            columns=draft.columns,
            name=draft.header.get("name", ""),
            limit=draft.limit,
        )
    except PuzzleError as error:
        raise InputError(error.problem, line=draft.first_line) from None
    if draft.end is None:
        return level
    try:
        return level.ending(cell_named(level, draft.end.text))
    except PuzzleError as error:
        raise draft.end.error(error.problem) from None


def _start_at(draft: _LevelDraft, name: str) -> None:
    """Set the start of a level to a named cell."""
    if draft.start is not None:
        raise InputError(
            "the level has a start of its own: leave --start out", line=draft.first_line
        )
    place = _place_named(name)
    if place not in draft.free:
        raise PuzzleError(f"{printable(name, 40)} is no free cell of this level")
    draft.start = place


def cell_named(level: WalkLevel, name: str) -> int:
    """Return the number of a cell: ``start``, ``B3`` (column and row), or ``3,2`` (row, column).

    Raises:
        PuzzleError: When it is no name of a free cell.

    >>> level = read_levels("S..")[0]
    >>> cell_named(level, "B1"), cell_named(level, "1,3"), cell_named(level, "start")
    (1, 2, 0)
    """
    if name.lower() == AT_THE_START:
        return level.start
    place = _place_named(name)
    if place not in level.number:
        raise PuzzleError(f"{printable(name, 40)} is no free cell of this level")
    return level.number[place]


def _place_named(name: str) -> Place:
    """Parse a cell name like ``B3`` or ``3,2`` into a place."""
    if found := _NAMED.fullmatch(name.strip()):
        column = 0
        for letter in found["letters"].upper():
            column = 26 * column + ord(letter) - ord("A") + 1
        return int(found["row"]) - 1, column - 1
    if found := _COUNTED.fullmatch(name.strip()):
        return int(found[1]) - 1, int(found[2]) - 1
    raise PuzzleError(
        "a cell is named start, B3 (column, row) or 3,2 (row, column), counted from 1, "
        f"got {printable(name, 40)!r}"
    )
