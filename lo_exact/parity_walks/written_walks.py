"""A walk that somebody wrote down: letters, arrows, the drawing of a walk, or numbered steps.

A drawing is what `show.drawing` makes, in lines or in ASCII: it says how often each edge is walked
and where the walk ends, and any trail through these edges is that walk.  Numbered steps are rows of
cells; a cell that is entered more often holds its numbers joined by ``/``.
"""

import re
from collections.abc import Iterable

from lo_exact.errors import InputError
from lo_exact.formats.board.places import Line, quoted
from lo_exact.parity_walks.cuts import pieces_of
from lo_exact.parity_walks.ground import Ground, ground_of
from lo_exact.parity_walks.level import STEPS, Place, WalkLevel
from lo_exact.parity_walks.trails import trail

ARROWS = str.maketrans("↑→↓←", "URDL")
_LETTERS = re.compile(r"[\sURDL↑→↓←,]*")
_NUMBERED = re.compile(r"[0-9]+(?:/[0-9]+)*")
_WALLS, _BARE = "#※", ".*-_□口●~·S"

_ACROSS = {"─": 1, "-": 1, "═": 2, "=": 2}
_DOWN = {"│": 1, "|": 1, "║": 2, "H": 2}


def read_walk(level: WalkLevel, text: str) -> str:
    """Return the letters of a walk on a level, whatever it is written in.

    Args:
        level: The level.
        text: Letters U, R, D, L, blanks and commas between them or not; arrows; a drawing; numbers.

    Raises:
        InputError: With the line and column of what cannot be.

    >>> from lo_exact.parity_walks.level_text import read_levels
    >>> (level,) = read_levels("S..")
    >>> read_walk(level, "R, R"), read_walk(level, "S 1 2"), read_walk(level, "S───E")
    ('RR', 'RR', 'RR')
    """
    if _LETTERS.fullmatch(text):
        return re.sub(r"[\s,]", "", text.translate(ARROWS))
    lines = [Line(row, k) for k, row in enumerate(text.splitlines(), start=1) if row.strip()]
    if len(lines) == 1 and lines[0].text.isascii() and lines[0].text.isalpha():
        return text.strip()  # whoever walks it names the first letter that is none
    if any(re.search(r"[0-9]", line.text) for line in lines) and _looks_numbered(lines):
        return _numbered(level, lines)
    if any(set(line.text) & {*_ACROSS, *_DOWN, "@", "E"} for line in lines):
        return _drawn(level, text)
    raise InputError(
        "a walk is letters U, R, D, L, a drawing as walk solve prints it, or numbered steps, "
        f"got {quoted(lines[0].text)}",
        line=lines[0].number,
    )


def _words(line: Line) -> list[Line]:
    return line._replace(text=re.sub(r"[,;|\t]", " ", line.text)).words()


def _looks_numbered(lines: Iterable[Line]) -> bool:
    return all(
        _NUMBERED.fullmatch(word.text) or (len(word.text) == 1 and word.text in _WALLS + _BARE)
        for line in lines
        for word in _words(line)
    )


def _numbered(level: WalkLevel, lines: list[Line]) -> str:
    """Read rows of cells with the numbers of the steps that enter them."""
    at: dict[int, tuple[Place, Line]] = {}
    if len(lines) != level.rows:
        raise lines[-1].error(f"the level has {level.rows} rows, the numbers have {len(lines)}")
    for row, line in enumerate(lines):
        words = _words(line)
        if len(words) != level.columns:
            raise line.error(f"the level has {level.columns} columns, this row has {len(words)}")
        for column, word in enumerate(words):
            if word.text in _WALLS + _BARE:
                continue
            for part in word.text.split("/"):
                number = int(part[:9])
                if number in at:
                    raise word.error(f"step {number} stands twice")
                at[number] = (row, column), word
    first = min(at)
    start = level.cells[level.start]
    if first > 1:
        raise at[first][1].error(f"the first step is {first}: 0 or 1 is wanted")
    here, walk = start, ""
    for count in range(len(at)):
        if first + count not in at:
            raise lines[0].error(f"step {first + count} stands nowhere")
        place, word = at[first + count]
        if count == 0 and place == start:  # the number of the start itself
            continue
        change = (place[0] - here[0], place[1] - here[1])
        letter = next((letter for letter, step in STEPS.items() if step == change), "")
        if not letter:
            before = "the start" if not walk else "the step before"
            raise word.error(f"step {first + count} is not beside {before}")
        walk, here = walk + letter, place
    return walk


def _drawn(level: WalkLevel, text: str) -> str:
    """Read a drawing: a character for each cell, and one for each edge between two."""
    ground = ground_of(level)
    rows = text.splitlines()
    while rows and not rows[0].strip():
        rows = rows[1:]
    offset = len(text.splitlines()) - len(rows)
    counts = [0] * len(ground.edges)
    for edge, (u, v) in enumerate(ground.edges):
        (row, column), (other_row, other_column) = ground.places[u], ground.places[v]
        glyph = _character(rows, row + other_row, column + other_column)
        known = _ACROSS if row == other_row else _DOWN
        if glyph in known:
            counts[edge] = known[glyph]
        elif glyph.isascii() and glyph.isdigit():
            counts[edge] = int(glyph)
        elif glyph not in " #":
            raise InputError(
                f"between two cells stands a line or how often it is walked, got {quoted(glyph)}",
                line=row + other_row + 1 + offset,
                column=column + other_column + 1,
            )
    marks = {mark: _marked(ground, rows, mark) for mark in "SE@"}
    ends = marks["E"] or marks["@"]
    starts = marks["S"] or marks["@"]
    if starts != [ground.start] or len(ends) != 1:
        raise InputError("a drawn walk has S at the level's start and one E, or @ for both", line=1)
    end = ends[0]
    _check_trail(ground, counts, end)
    return trail(ground, counts, end)


def _check_trail(ground: Ground, counts: list[int], end: int) -> None:
    """Refuse lines that no walk from the start to the end runs along."""
    for cell in range(ground.cells):
        total = sum(counts[edge] for edge, _ in ground.incident[cell])
        odd = (cell == ground.start) != (cell == end)
        if total % 2 != odd:
            row, column = ground.places[cell]
            raise InputError(
                f"no walk from S to E runs along these lines: {total} of them meet in row "
                f"{row + 1}, column {column + 1}",
                line=2 * row + 1,
                column=2 * column + 1,
            )
    pieces = [piece for piece in pieces_of(ground, counts) if len(piece) > 1]
    if len(pieces) > 1 or (pieces and ground.start not in pieces[0]):
        raise InputError("these lines are in several pieces, and no walk runs along them", line=1)


def _character(rows: list[str], row: int, column: int) -> str:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else " "


def _marked(ground: Ground, rows: list[str], mark: str) -> list[int]:
    return [
        cell
        for cell, (row, column) in enumerate(ground.places)
        if _character(rows, 2 * row, 2 * column) == mark
    ]
