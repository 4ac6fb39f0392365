"""Sheet of captioned pictures, arranged in rows about as wide as a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from lo_exact.pictures.marks import FAINT, WORDS, Group, Mark, Words, points
from lo_exact.pictures.scene import Scene

PAGE = 900
"""Wanted width of a sheet in pixels."""

SHEET_GAP = 20
"""Pixels between two pictures of a sheet."""

LETTER = 0.56
"""Mean width of a letter, divided by its height, since no font is at hand to measure text."""

SMALL_PRINT, HEADING = 12, 15


@dataclass(frozen=True, eq=False)
class Captioned:
    """Picture with a caption of one or more lines above it."""

    scene: Scene
    lines: tuple[str, ...] = ()


def sheet(parts: Sequence[Captioned], *, title: str = "", description: str = "") -> Scene:
    """Return a sheet of captioned pictures, with as many in a row as fit on a page.

    Args:
        parts: The pictures, in reading order.
        title: One line at the top.
        description: Description of the sheet.
    """
    wide = max((_width(part) for part in parts), default=0)
    columns = max(1, min(len(parts), int((PAGE + SHEET_GAP) // (wide + SHEET_GAP))))
    heading = HEADING * 2.2 if title else SHEET_GAP / 2
    marks: list[Mark] = []
    y = heading
    for row in range(ceil(len(parts) / columns)):
        here = parts[row * columns : (row + 1) * columns]
        lines = max(len(part.lines) for part in here)
        top = lines * SMALL_PRINT * 1.35 + (4 if lines else 0)
        for k, part in enumerate(here):
            x = SHEET_GAP / 2 + k * (wide + SHEET_GAP)
            inner: tuple[Mark, ...] = (Group(0, top, part.scene.marks),)
            if part.lines:
                first = lines - len(part.lines)
                places = [
                    (1, (first + n + 0.85) * SMALL_PRINT * 1.35) for n in range(len(part.lines))
                ]
                inner = (
                    Words(points(places), part.lines, SMALL_PRINT, FAINT, anchor="start"), *inner
                )  # fmt: skip
            marks.append(Group(x, y, inner))
        y += top + max(part.scene.height for part in here) + SHEET_GAP
    width = max(columns * (wide + SHEET_GAP), text_width(title, HEADING) + SHEET_GAP)
    if title:
        heading_words = Words(
            points([(SHEET_GAP / 2, HEADING * 1.3)]), (title,), HEADING, WORDS, "start", bold=True
        )
        marks.insert(0, heading_words)
    return Scene(width, max(y - SHEET_GAP / 2, 1), tuple(marks), title, description)


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text in pixels, counting wide characters twice."""
    return sum(2 if ord(letter) > 0x2E7F else 1 for letter in text) * LETTER * size


def _width(part: Captioned) -> float:
    return max([part.scene.width, *(text_width(line, SMALL_PRINT) for line in part.lines)])
