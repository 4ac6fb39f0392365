"""Places by name: ``A1 C3x2``, ``R1C3``, ``row 1, column 3``, in sentences, lists and steps.

A1 is how this program writes places: the letter of the column, the number of the row, from the
upper left; ``x2`` or ``twice`` presses twice, and so does a place that stands there twice.
Numbers of rows and columns are counted from 1, or from 0 where that alone can be or solves.
"""

import re
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.reading import GivenAnswers
from lo_exact.formats.board.places import Line, quoted
from lo_exact.puzzle import Puzzle

_PLACE = re.compile(
    r"(?<![A-Za-z0-9_])(?:[rR]ow\s+(?P<row>[0-9]{1,5})\s*,?\s*(?:and\s+)?col(?:umn)?\s+"
    r"(?P<column>[0-9]{1,5})|[rR](?P<r>[0-9]{1,5})\s?[cC](?P<c>[0-9]{1,5})"
    r"|(?P<letters>[A-Z]{1,3})(?P<number>[0-9]{1,5}))"
    r"(?:\s?x(?P<times>[0-9]{1,10})|,? (?P<twice>twice)|,? (?P<often>[0-9]{1,10}) times)?"
    r"(?![A-Za-z0-9_])",
    re.ASCII,
)
_HEADING = re.compile(r"[^\W\d_][^\W\d]*(?: [^\W\d]+)*(?: [0-9]+)?\s*[:=]")
"""``Solution 2:`` before the places of one answer."""

_BEFORE = re.compile(r"\s*(?:[0-9]+[.)]\s+)?(?:[Pp]ress(?:es)?\s+)?")
_BETWEEN = re.compile(r"(?:[\s,;.()\[\]'\"+]|->|→|\band\b|\bthen\b|\bpress\b)*")


class PlaceName(NamedTuple):
    """A place that a text names."""

    row: int
    """From 1; from 1 or 0 unless ``lettered``."""
    column: int
    """As ``row``."""
    times: int
    """How often it is pressed."""
    lettered: bool
    """Whether it is written A1, so that there is no doubt."""
    word: Line
    """The name, for errors."""


def read_named(lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the readings of a text that names places of a grid; none where it names none.

    Raises:
        InputError: When a place holds no button.
    """
    blocks: list[list[list[PlaceName]]] = [[]]
    for line in lines:
        heading = _HEADING.match(line.text)
        rest = line.text[heading.end() :] if heading else line.text
        found = _names_in(rest, line, len(line.text) - len(rest))
        if heading or not found:
            blocks.append([])
        if found:
            blocks[-1].append(found)
    blocks = [block for block in blocks if block]
    rows = [row for block in blocks for row in block]
    if not rows:
        return []
    every = [name for row in rows for name in row]
    splits = [("all places together", [every])]
    if any(len(row) > 1 for row in rows) and len(rows) > len(blocks):
        splits.insert(0, ("one answer in each line", rows))
    if len(blocks) > 1:
        paragraphs = [[name for row in block for name in row] for block in blocks]
        splits.insert(0, ("one answer in each paragraph", paragraphs))
    usual = splits[0 if len(blocks) > 1 else -1][0]
    bases = [1] if all(name.lettered for name in every) else [1, 0]
    readings, problem = list[GivenAnswers](), None
    for base in bases:
        for how, answers in splits:
            try:
                pressed = tuple(_pressed(answer, puzzle, base) for answer in answers)
            except InputError as refusal:
                problem = problem or refusal
                continue
            counted = f", counted from {base}" if len(bases) > 1 else ""
            plain = base == 1 and how == usual
            certain = len(bases) == len(splits) == 1
            reading = GivenAnswers(pressed, f"{how}{counted}", plain=plain, certain=certain)
            readings.append(reading)
    if not readings:
        assert problem is not None
        raise problem
    return readings


def _names_in(text: str, line: Line, offset: int) -> list[PlaceName]:
    """Return the places of a line that holds nothing else; none where it does."""
    before = _BEFORE.match(text)
    at = before.end() if before else 0
    names = []
    for found in _PLACE.finditer(text, at):
        if not _BETWEEN.fullmatch(text, at, found.start()):
            return []
        at = found.end()
        word = Line(found[0], line.number, line.column + offset + found.start())
        times = 2 if found["twice"] else int(found["times"] or found["often"] or 1)
        if found["letters"]:
            column = reduce(lambda n, letter: 26 * n + ord(letter) - 64, found["letters"], 0)
            names.append(PlaceName(int(found["number"]), column, times, True, word))
        else:
            row, column = int(found["row"] or found["r"]), int(found["column"] or found["c"])
            names.append(PlaceName(row, column, times, False, word))
    return names if _BETWEEN.fullmatch(text, at) else []


def _pressed(names: Sequence[PlaceName], puzzle: Puzzle, base: int) -> IntArray:
    at = puzzle.layout.button_at
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for name in names:
        first = 1 if name.lettered else base
        row, column = name.row - first, name.column - first
        if not (0 <= row < at.shape[0] and 0 <= column < at.shape[1]) or at[row, column] < 0:
            raise name.word.error(f"there is no button {quoted(name.word.text)[1:-1]}")
        button = at[row, column]
        presses[button] = (presses[button] + name.times) % puzzle.colours
    return presses
