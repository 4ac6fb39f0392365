"""Parser that tries all interpretations of an answer, and takes the one that solves the board.

A text holds presses as numbers (lists and drawings: `numbers`), as names of places (`A1 C3`,
`R1C3`, `row 1, column 3`), as numbers of places counted from 1 or from 0, or drawn in two signs of
anybody's.  All readers look.  Numbers of presses and A1 say what they mean; the others mean several
things, and then the board decides: one reading that solves it is the reading, and it is said.
Where none does, every reading is wrong alike; where two do, the text is refused with both.  Several
answers in one text stay several.

Places by number: pairs of row and column, or numbers of buttons, counted from 1 or from 0.

Nobody says which, so both are readings.  A place is listed once; a list that repeats itself is
none, which tells lists of places from rows of 0 and 1.

Places by name: ``A1 C3x2``, ``R1C3``, ``row 1, column 3``, in sentences, lists and steps.

A1 is how this program writes places: the letter of the column, the number of the row, from the
upper left; ``x2`` or ``twice`` presses twice, and so does a place that stands there twice.
Numbers of rows and columns are counted from 1, or from 0 where that alone can be or solves.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.drawings import is_talk
from lo_exact.formats.answers.numbers import (
    GivenAnswers,
    arrays_of,
    presses_of,
    read_numbers,
    tree_in,
)
from lo_exact.formats.board.glyphs import OFF, ON
from lo_exact.formats.board.places import Line, in_source, located, quoted, split_lines
from lo_exact.formats.files import without_collection
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
    """The name of a place in a text, such as ``B3``."""

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
    """Return the interpretations of a text that names places of a grid, if it does.

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
    """Return the places named in a line, or none if the line contains anything else."""
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


_NUMBER = re.compile(r"[0-9]+")
_ONE = re.compile(r"\s*(?:[\w\"']*\s*[:=]\s*)?[\[{(]\s*([0-9]{1,9})\s*[\])}][\s;.]*")
"""A list of one number."""

_STEP = re.compile(
    r"\s*(?:(?:(?:step|move|click|press)\s*)?#?[0-9]{1,6}\s*[:.)]\s*)?"
    r"(?:press|click|push|toggle|flip)(?:es|ed)?\s+(?:(?:cell|button|light|at|square)\s+)?"
    r"[\[(]?\s*(?P<row>[0-9]{1,6})\s*,\s*(?P<column>[0-9]{1,6})\s*[\])]?[.;]?\s*",
    re.IGNORECASE,
)
"""``step 2: press (1, 3)``."""

LONGEST_NUMBER = 9
"""Digits of a place or a button."""

_ROW_KEYS, _COLUMN_KEYS = ("row", "r"), ("col", "column", "c")
_TIMES_KEYS = ("times", "count", "presses")


def places_in_text(text: str, lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a text that lists numbers of places, if it does."""
    steps = [found for line in lines if (found := _STEP.fullmatch(line.text))]
    if steps and puzzle.layout.is_grid:
        rest = [line for line in lines if line.text.strip() and not _STEP.fullmatch(line.text)]
        if not all(map(is_talk, rest)):
            return []
        return listed_places([[int(x) for x in step.group("row", "column")] for step in steps],
                             puzzle)  # fmt: skip
    if only := _ONE.fullmatch(text):
        return listed_places([int(only[1])], puzzle)
    try:
        lists = arrays_of(text, puzzle.colours, loose=True)
    except InputError:
        return []
    if lists:
        rows_of = [one.values if isinstance(one.values[0], list) else [one.values] for one in lists]
        values = [row for rows in rows_of for row in rows]
        return listed_places(values if len(values) > 1 else lists[0].values, puzzle)
    kept = [line.text for line in lines if line.text.strip() and not is_talk(line)]
    words = [_NUMBER.findall(row) for row in kept if re.fullmatch(r"[\s,;0-9]*", row)]
    if not kept or len(words) < len(kept):
        return []
    if any(len(word) > LONGEST_NUMBER for row in words for word in row):
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
            each = [_of_listed([(x, 1) for x in row], puzzle, base) for row in rows if row]
            if all(x is not None for x in each):
                how = f"numbers of buttons, counted from {base}, an answer in each line"
                readings.append(GivenAnswers(tuple(x for x in each if x is not None), how))
    return readings


def listed_places(values: Any, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a list of numbers, pairs, or objects with row and column."""
    places = [_place_of(value) for value in values] if isinstance(values, list) else []
    if {len(place) for place in places} not in ({2}, {3}):
        return []
    pairs = len(places[0]) == 3
    kind = "places (row, column)" if pairs else "numbers of buttons"
    found = [(base, _of_listed(places, puzzle, base)) for base in (1, 0)]
    return [
        GivenAnswers((presses,), f"{kind}, counted from {base}")
        for base, presses in found
        if presses is not None
    ]


def _place_of(value: Any) -> tuple[int, ...]:
    """Return row, column and times, or number and times, of a place; empty for other values."""
    if isinstance(value, dict):
        button = value.get("button", (None, None))
        row = next((value[key] for key in _ROW_KEYS if key in value), button)
        column = next((value[key] for key in _COLUMN_KEYS if key in value), button)
        if row is column and isinstance(button, list):
            row, column = button[0], button[-1]
        value = [row, column, next((value[key] for key in _TIMES_KEYS if key in value), 1)]
    elif not isinstance(value, list) or len(value) == 2:
        value = [*value, 1] if isinstance(value, list) else [value, 1]
    whole = all(type(number) is int for number in value) and len(value) in (2, 3)
    return tuple(value) if whole else ()


def _of_listed(places: Sequence[tuple[int, ...]], puzzle: Puzzle, base: int) -> IntArray | None:
    """Return the presses at the listed places, or None if one is missing or repeated."""
    at = puzzle.layout.button_at if len(places[0]) == 3 else np.arange(puzzle.buttons)
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for *place, times in places:
        here = tuple(number - base for number in place)
        if not all(0 <= k < side for k, side in zip(here, at.shape, strict=True)):
            return None
        button = int(at[here])
        if button < 0 or presses[button] or not 0 < times < puzzle.colours:
            return None
        presses[button] = times
    return presses


_LOWER = re.compile(r"\s*(?:[a-wA-W][0-9]{1,5}(?:x[0-9]{1,9})?[\s,;]*)+")
"""Places in small letters; x1 is how programs name a variable."""
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

SHORT_ANSWER = 1_000_000
"""Characters beyond which numbers that fit are not also tried as numbers of places."""

_KEYS = ("solutions", "presses", "solution", "answer", "answers", "moves", "steps", "clicks")
"""Where others' JSON, and ours, holds presses; the first that is there counts."""


def read_presses(
    text: str, puzzle: Puzzle, *, source: str = "", by_solving: bool = True
) -> tuple[IntArray, str]:
    """Parse the presses of one answer.

    Args:
        text: As `read_answers`.
        puzzle: What is pressed.
        source: File name for errors.
        by_solving: whether the reading that solves the board is the one that is meant.

    Returns:
        (buttons,) int64 in 0..c-1, and how they were read (``""``: the only way).

    Raises:
        InputError: With its place; also when there are several answers, or readings that solve
            nothing.
    """
    found = read_answers(text, puzzle, source=source, by_solving=by_solving)
    with in_source(source):
        if not found.sure:
            raise InputError(f"the presses read several ways: {found.how}", line=1)
        if len(found.presses) > 1:
            raise InputError(f"there are {len(found.presses)} answers, one is wanted", line=1)
    return found.presses[0], found.how


@without_collection()
def read_answers(
    text: str, puzzle: Puzzle, *, source: str = "", by_solving: bool = True
) -> GivenAnswers:
    """Parse all answers in a text.

    Args:
        text: As the head of this file says.
        puzzle: What is pressed.
        source: File name for errors.
        by_solving: whether the reading that solves the board is the one that is meant.

    Raises:
        InputError: With its place.
    """
    try:
        with in_source(source):
            return _answers_in(_ESCAPES.sub("", text), puzzle, by_solving)
    finally:
        tree_in.cache_clear()


def _answers_in(clean: str, puzzle: Puzzle, by_solving: bool) -> GivenAnswers:
    """Return the answers in a text by the interpretation that is meant."""
    if clean.lstrip()[:1] == "{" and not re.match(r"\s*\{\s*[\[{(0-9]", clean):
        with located(1):
            return _chosen(_in_object(clean, puzzle), puzzle, by_solving)
    lines = split_lines(clean)
    others: list[Callable[[], list[GivenAnswers]]] = []
    if puzzle.layout.is_grid:
        named = read_named(lines, puzzle)
        if not named and _LOWER.fullmatch(clean):
            upper = re.sub(r"\b[a-z]", lambda letter: letter[0].upper(), clean)
            named = read_named(split_lines(upper), puzzle)
        if named:
            return _chosen(named, puzzle, by_solving)
        others.append(lambda: read_two_signs(lines, puzzle))
    others.append(lambda: places_in_text(clean, lines, puzzle))
    refusal: InputError | None = None
    readings: list[GivenAnswers] = []
    try:
        readings = [read_numbers(lines, puzzle)]
    except InputError as problem:
        refusal = problem
    if len(clean) <= SHORT_ANSWER and clean.strip():
        for read in others:
            readings += read()
    if refusal is not None and (not readings or not by_solving):
        raise refusal
    chosen = _chosen(readings, puzzle, by_solving)
    # places are uncertain if every number could be a number of presses
    numbers = re.findall("[0-9]+", clean) if refusal is not None else ["9" * 10]
    guess = all(len(digits) < 10 and int(digits) < puzzle.colours for digits in numbers)
    if guess and not all(solves(puzzle, x) for x in chosen.presses):
        assert refusal is not None
        raise refusal
    return chosen


def read_two_signs(lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return both interpretations of drawings in two unknown signs, if there are any."""
    at = puzzle.layout.button_at
    rows = [line._replace(text="".join(line.text.split())) for line in lines]
    rows = [row for row in rows if len(row.text) == at.shape[1]]
    signs = sorted({sign for row in rows for sign in row.text})
    wrong = puzzle.colours != 2 or (at < 0).any() or len(rows) % at.shape[0] or len(signs) != 2
    if wrong or any(sign.isdigit() for sign in signs):
        return []
    readings = []
    for pressed, other in (signs, signs[::-1]):
        if other in ON or pressed in (*OFF, "·"):
            continue
        drawn = np.array([[sign == pressed for sign in row.text] for row in rows], dtype=np.int64)
        presses = np.zeros((drawn.size // at.size, at.size), dtype=np.int64)
        presses[:, at.ravel()] = drawn.reshape(presses.shape)
        readings.append(GivenAnswers(tuple(presses), f"{pressed} is pressed, {other} is not"))
    return readings


def still_needed(puzzle: Puzzle, presses: IntArray) -> IntArray:
    """Return the remaining change (0..c-1) of each light that matters after the presses."""
    rows = puzzle.matters
    reached = (puzzle.state + puzzle.activation.dot(presses)) % puzzle.colours
    needed: IntArray = (puzzle.target[rows] - reached[rows]) % puzzle.colours
    return needed


def solves(puzzle: Puzzle, presses: IntArray) -> bool:
    """Return whether presses solve a puzzle."""
    needed = still_needed(puzzle, presses)
    return not needed.any() or (puzzle.uniform and bool((needed == needed[:1]).all()))


def _chosen(readings: list[GivenAnswers], puzzle: Puzzle, by_solving: bool) -> GivenAnswers:
    """Return the certain interpretation, or else the one that solves the board.

    Raises:
        InputError: When two solve it.
    """
    different: dict[tuple[bytes, ...], GivenAnswers] = {}
    for reading in readings:
        different.setdefault(tuple(x.tobytes() for x in reading.presses), reading)
    ways = list(different.values())
    first = ways[0]
    rights = [0] * len(ways)
    if len(ways) > 1 and by_solving:
        rights = [sum(solves(puzzle, x) for x in way.presses) for way in ways]
    whole = [way for way, n in zip(ways, rights, strict=True) if n == len(way.presses)]
    some = [way for way, n in zip(ways, rights, strict=True) if n]
    if first.certain or len(ways) == 1:
        hint = f"{some[0].how}, it would be one" if some and not rights[0] else ""
        return replace(first, how=hint if first.certain else first.how)
    best = whole or some
    if not best:
        plain = next((way for way in ways if way.plain), None)
        return plain or replace(first, how=_ways_words(ways), sure=False)
    if sum(len(way.presses) == len(best[0].presses) for way in whole) > 1:
        raise InputError(f"the presses read several ways, and each solves: {_ways_words(best)}")
    return best[0]


def _ways_words(ways: list[GivenAnswers]) -> str:
    return " | ".join(way.how for way in ways[:4])


def _in_object(text: str, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a JSON object.

    Raises:
        InputError: When it holds no presses.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("it begins like JSON but is not") from None
    held: dict[str, Any] = value if isinstance(value, dict) else {}
    key = next((key for key in _KEYS if held.get(key) not in (None, [])), None)
    key = key or next((key for key in _KEYS if isinstance(held.get(key), list)), None)
    found = held.get(key or "")
    if not isinstance(found, list):
        raise InputError("JSON presses are a list, or an object with a list presses")
    if key in ("solutions", "answers") and found:
        return [GivenAnswers(tuple(presses_of(puzzle, one) for one in found), "all its solutions")]
    if isinstance(found[:1][0] if found else 0, str):
        named = read_named(split_lines(" ".join(map(str, found))), puzzle)
        if not named:
            raise InputError("JSON presses are numbers, or places like A1")
        return named
    try:
        return [GivenAnswers((presses_of(puzzle, found),), "numbers of presses", certain=True)]
    except InputError as problem:
        readings = listed_places(found, puzzle)
        if not readings:
            raise problem from None
        return readings
