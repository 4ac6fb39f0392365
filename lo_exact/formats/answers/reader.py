"""One text, all its readings as presses; the one that solves the board is taken.

A text holds presses as numbers (lists and drawings: `numbers`), as names of places (`A1 C3`,
`R1C3`, `row 1, column 3`: `named`), as numbers of places counted from 1 or from 0 (`listed`), or
drawn in two signs of anybody's (`signs`).  All readers look.  Numbers of presses and A1 say what
they mean; the others mean several things, and then the board decides: one reading that solves it is
the reading, and it is said.  Where none does, every reading is wrong alike; where two do that cost
differently, the text is refused.  Several answers in one text stay several.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.answers.drawings import read_two_signs
from lo_exact.formats.answers.listed import listed_places, places_in_text
from lo_exact.formats.answers.named import read_named
from lo_exact.formats.answers.numbers import presses_of, read_numbers
from lo_exact.formats.answers.reading import GivenAnswers
from lo_exact.formats.board.places import in_source, located, split_lines
from lo_exact.puzzle import Puzzle

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
    """Read the presses of one answer.

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


def read_answers(
    text: str, puzzle: Puzzle, *, source: str = "", by_solving: bool = True
) -> GivenAnswers:
    """Read all answers of a text.

    Args:
        text: As the head of this file says.
        puzzle: What is pressed.
        source: File name for errors.
        by_solving: whether the reading that solves the board is the one that is meant.

    Raises:
        InputError: With its place.
    """
    with in_source(source):
        clean = _ESCAPES.sub("", text)
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
        # places are a guess where every number could be one of presses
        numbers = re.findall("[0-9]+", clean) if refusal is not None else ["9" * 10]
        guess = all(len(digits) < 10 and int(digits) < puzzle.colours for digits in numbers)
        if guess and not all(solves(puzzle, x) for x in chosen.presses):
            assert refusal is not None
            raise refusal
        return chosen


def still_needed(puzzle: Puzzle, presses: IntArray) -> IntArray:
    """Return what the lights that matter still need, (lights that matter,) of 0..c-1."""
    rows = puzzle.matters
    reached = (puzzle.state + puzzle.activation.dot(presses)) % puzzle.colours
    needed: IntArray = (puzzle.target[rows] - reached[rows]) % puzzle.colours
    return needed


def solves(puzzle: Puzzle, presses: IntArray) -> bool:
    """Return whether presses solve a puzzle."""
    needed = still_needed(puzzle, presses)
    return not needed.any() or (puzzle.uniform and bool((needed == needed[:1]).all()))


def _chosen(readings: list[GivenAnswers], puzzle: Puzzle, by_solving: bool) -> GivenAnswers:
    """Return the reading that is certain, or else the one that solves the board.

    Raises:
        InputError: When two solve it and cost differently.
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
    costs = {
        tuple(sorted(puzzle.system.weight(_whole(puzzle, x)) for x in way.presses))
        for way in whole
        if len(way.presses) == len(whole[0].presses)
    }
    if len(costs) > 1:
        raise InputError(f"the presses read several ways, and each solves: {_ways_words(best)}")
    return best[0]


def _whole(puzzle: Puzzle, presses: IntArray) -> IntArray:
    """Return presses with the shift of a uniform target behind them, where there is one."""
    if puzzle.system.unknowns == puzzle.buttons:
        return presses
    return np.append(presses, (still_needed(puzzle, presses)[:1] * -1) % puzzle.colours)


def _ways_words(ways: list[GivenAnswers]) -> str:
    return " | ".join(way.how for way in ways[:4])


def _in_object(text: str, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the readings of a JSON object.

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
