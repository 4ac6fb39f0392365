"""Parser of walks written as letters, arrows, or numbered steps.

Numbered steps are rows of cells; a cell that is entered more often holds its numbers joined by
``/``.
"""

import re
from collections.abc import Iterable

from lo_exact.errors import InputError
from lo_exact.formats.board.places import Line, quoted
from lo_exact.parity_walks.level import STEPS, Place, WalkLevel

ARROWS = str.maketrans("↑→↓←", "URDL")
_LETTERS = re.compile(r"[\sURDL↑→↓←,]*")
_NUMBERED = re.compile(r"[0-9]+(?:/[0-9]+)*")
_WALLS, _BARE = "#※", ".*-_□口●~·S"


def read_walk(level: WalkLevel, text: str) -> str:
    """Parse a walk on a level in any supported notation, and return its letters.

    Args:
        level: The level.
        text: Letters U, R, D, L, blanks and commas between them or not; arrows; numbers.

    Raises:
        InputError: With the line and column of what cannot be.

    >>> from lo_exact.parity_walks.level_text import read_levels
    >>> (level,) = read_levels("S..")
    >>> read_walk(level, "R, R"), read_walk(level, "S 1 2")
    ('RR', 'RR')
    """
    if _LETTERS.fullmatch(text):
        return re.sub(r"[\s,]", "", text.translate(ARROWS))
    lines = [Line(row, k) for k, row in enumerate(text.splitlines(), start=1) if row.strip()]
    if len(lines) == 1 and lines[0].text.isascii() and lines[0].text.isalpha():
        return text.strip()  # the simulation reports the first invalid letter
    if any(re.search(r"[0-9]", line.text) for line in lines) and _looks_numbered(lines):
        return _numbered(level, lines)
    raise InputError(
        f"a walk is letters U, R, D, L or numbered steps, got {quoted(lines[0].text)}",
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
    """Parse rows of cells that contain the numbers of the steps that enter them."""
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
        if count == 0 and place == start:  # the first number marks the start itself
            continue
        change = (place[0] - here[0], place[1] - here[1])
        letter = next((letter for letter, step in STEPS.items() if step == change), "")
        if not letter:
            before = "the start" if not walk else "the step before"
            raise word.error(f"step {first + count} is not beside {before}")
        walk, here = walk + letter, place
    return walk
