"""Pictures made of parts: sheets of captioned pictures, and bar charts on a logarithmic scale.

A sheet has rows about as wide as a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log10

import numpy as np

from lo_exact.pictures.marks import DOT, FAINT, LINE, WORDS, Bars, Group, Lines, Mark, Words, points
from lo_exact.pictures.scene import Scene

PAGE = 900
"""Wanted width of a sheet in pixels."""

SHEET_GAP = 20
"""Pixels between two pictures of a sheet."""

LETTER = 0.56
"""Mean width of a letter, divided by its height, since no font is at hand to measure text."""

SMALL_PRINT, HEADING = 12, 15

CHART_WIDTH, CHART_HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 44, 52
"""Pixels beside the bars of a chart."""


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
    wide = max([
        max([part.scene.width, *(text_width(line, SMALL_PRINT) for line in part.lines)])
        for part in parts
    ], default=0)  # fmt: skip
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


def bars_scene(
    counts: Sequence[int], *, title: str = "", along: str = "", description: str = ""
) -> Scene:
    """Return a bar chart of counts, without a bar for a count of 0.

    Args:
        counts: number for each of 0, 1, 2, ...; Python integers of any size.
        title: text at the top.
        along: label of the horizontal axis.
        description: description of the picture.
    """
    powers = log10(max([1, *counts])) + 0.3
    wide, high = CHART_WIDTH - LEFT - RIGHT, CHART_HEIGHT - TOP - BOTTOM
    step = wide / max(len(counts), 1)
    every = max(1, -(-int(powers) // 10))
    levels = [(p, TOP + high - high * p / powers) for p in range(0, int(powers) + 1, every)]
    boxes, words = [], []
    for value, count in enumerate(counts):
        if count:
            tall = max(high * log10(count) / powers, 1.5)
            boxes.append((LEFT + step * (value + 0.1), TOP + high - tall, step * 0.8, tall))
            words.append(f"{value}: {count}")
    label = max(1, -(-len(counts) // 24))
    named = range(0, len(counts), label)
    marks: tuple[Mark, ...] = (
        Lines(np.array([(LEFT, y, CHART_WIDTH - RIGHT, y) for _, y in levels]), LINE),
        Words(points([(LEFT - 6, y + 4) for _, y in levels]),
              tuple(f"1e{p}" if p > 3 else str(10**p) for p, _ in levels), 12, FAINT, "end"),
        Bars(np.array(boxes, dtype=np.float64).reshape(-1, 4), DOT, tuple(words)),
        Words(points([(LEFT + step * (v + 0.5), CHART_HEIGHT - BOTTOM + 16) for v in named]),
              tuple(map(str, named)), 12, FAINT),
        Words(points([(LEFT + wide / 2, CHART_HEIGHT - 12)]), (along,), 12, FAINT),
        Words(points([(CHART_WIDTH / 2, 24)]), (title,), 15, WORDS, bold=True),
    )  # fmt: skip
    return Scene(CHART_WIDTH, CHART_HEIGHT, marks, title, description)
