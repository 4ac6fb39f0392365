"""Places by number: pairs of row and column, or numbers of buttons, counted from 1 or from 0.

Nobody says which, so both are readings.  A place is listed once; a list that repeats itself is
none, which tells lists of places from rows of 0 and 1.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.drawings import is_talk
from lo_exact.formats.answers.numbers import lists_in
from lo_exact.formats.answers.reading import GivenAnswers
from lo_exact.formats.board.places import Line
from lo_exact.puzzle import Puzzle

_NUMBER = re.compile(r"[0-9]+")
_STEP = re.compile(
    r"\s*(?:(?:(?:step|move|click|press)\s*)?#?[0-9]{1,6}\s*[:.)]\s*)?"
    r"(?:press|click|push|toggle|flip)(?:es|ed)?\s+(?:(?:cell|button|light|at|square)\s+)?"
    r"[\[(]?\s*(?P<row>[0-9]{1,6})\s*,\s*(?P<column>[0-9]{1,6})\s*[\])]?[.;]?\s*",
    re.IGNORECASE,
)
"""``step 2: press (1, 3)``."""

_ROW_KEYS, _COLUMN_KEYS = ("row", "r"), ("col", "column", "c")
_TIMES_KEYS = ("times", "count", "presses")

Listed = Sequence[int] | Sequence[tuple[int, int, int]]
"""Numbers of buttons, or rows, columns and times."""


def places_in_text(text: str, lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the readings of a text that lists numbers of places; none where it lists none."""
    steps = [found for line in lines if (found := _STEP.fullmatch(line.text))]
    if steps and puzzle.layout.is_grid:
        rest = [line for line in lines if line.text.strip() and not _STEP.fullmatch(line.text)]
        if not all(map(is_talk, rest)):
            return []
        return listed_places([[int(x) for x in step.group("row", "column")] for step in steps],
                             puzzle)  # fmt: skip
    try:
        lists = lists_in(text, puzzle, loose=True)
    except InputError:
        return []
    if lists:
        values = [one.values for one in lists]
        return listed_places(values if len(values) > 1 else values[0], puzzle)
    kept = [line.text for line in lines if line.text.strip() and not is_talk(line)]
    words = [_NUMBER.findall(row) for row in kept if re.fullmatch(r"[\s,;0-9]*", row)]
    if not kept or len(words) < len(kept):
        return []
    rows = [[int(word) for word in row] for row in words]
    readings: list[GivenAnswers] = []
    if puzzle.layout.is_grid and {len(row) for row in rows} == {2}:
        readings += listed_places(rows, puzzle)
    if any(len(word) > 1 and word[0] == "0" for row in words for word in row):
        return readings
    readings += listed_places([x for row in rows for x in row], puzzle)
    if len(rows) > 1 and any(len(row) > 1 for row in rows):
        for base in (1, 0):
            each = [_of_listed(row, puzzle, base) for row in rows]
            if all(x is not None for x in each):
                how = f"numbers of buttons, counted from {base}, an answer in each line"
                readings.append(GivenAnswers(tuple(x for x in each if x is not None), how))
    return readings


def listed_places(values: Any, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the readings of a list of places: numbers, pairs, or objects with row and column."""
    listed = _normal(values) or []
    places = any(isinstance(one, tuple) for one in listed)
    kind = "places (row, column)" if places else "numbers of buttons"
    found = [(base, _of_listed(listed, puzzle, base)) for base in (1, 0) if listed]
    return [
        GivenAnswers((presses,), f"{kind}, counted from {base}")
        for base, presses in found
        if presses is not None
    ]


def _normal(values: Any) -> Listed | None:
    if not isinstance(values, list) or not values:
        return None
    if all(type(value) is int for value in values):
        return values
    triples = []
    for value in values:
        if isinstance(value, dict) and isinstance(value.get("button"), list):
            value = {**value, "row": value["button"][0], "col": value["button"][-1]}
        if isinstance(value, dict):
            row = next((value[key] for key in _ROW_KEYS if key in value), None)
            column = next((value[key] for key in _COLUMN_KEYS if key in value), None)
            times = next((value[key] for key in _TIMES_KEYS if key in value), 1)
            value = [row, column, times]
        elif isinstance(value, list) and len(value) == 2:
            value = [*value, 1]
        if not isinstance(value, list) or [type(number) for number in value] != [int] * 3:
            return None
        triples.append((value[0], value[1], value[2]))
    return triples


def _of_listed(listed: Listed, puzzle: Puzzle, base: int) -> IntArray | None:
    """Return the presses; None where a place is not there, or stands there twice."""
    at = puzzle.layout.button_at
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    seen: set[int] = set()
    for place in listed:
        times = place[2] if isinstance(place, tuple) else 1
        if not isinstance(place, tuple):
            button = place - base
        elif base <= place[0] < base + at.shape[0] and base <= place[1] < base + at.shape[1]:
            button = int(at[place[0] - base, place[1] - base])
        else:
            return None
        if not 0 <= button < puzzle.buttons or button in seen or not 0 < times < puzzle.colours:
            return None
        seen.add(button)
        presses[button] = times
    return presses
