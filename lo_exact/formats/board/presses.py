"""Presses read back: our drawings and lists, and what other programs print.

The one reader of presses, whoever wants them.  A grid's presses are rows of digits (numbers, with
more than ten colours) or of one sign for pressed and one for not, compact or separated by blanks or
commas; lists as Python, JSON and numpy print them; a JSON object with ``presses``; all numbers in
one line.  Sentences may stand around them.  Without a grid there are also ``name: count`` lines and
our own ``press a, b x2``.  What can be read two ways is refused with both readings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.drawing import button_names
from lo_exact.formats.board.lists import read_list
from lo_exact.formats.board.places import Line, in_source, located, natural, quoted, split_lines
from lo_exact.formats.board.press_rows import is_talk, read_press_rows, words
from lo_exact.formats.board.press_signs import meanings
from lo_exact.formats.board.semicolons import rows_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_LIST = re.compile(r"\s*(?:(?:np\.|numpy\.)?array\()?\[")
_AROUND = re.compile(r"\b(?:np\.|numpy\.)?array\((?=\[)|(?<=\])\s*(?:,\s*dtype=[\w.]+\s*)?\)")
_NUMBERS = (
    (re.compile(r"\b[Tt]rue\b"), "1"),
    (re.compile(r"\b[Ff]alse\b"), "0"),
    (re.compile(r"(?<=[0-9])\.0*(?=[\s,\]])"), ""),
)
"""What programs write for whole numbers, and how lists write it."""

_PRESS = re.compile(r"press (?:buttons? )?(.*?)(?: \(counted from 0\))?")
_TIMES = re.compile(r"(.*) x([0-9]+)")


def read_presses(text: str, puzzle: Puzzle, *, source: str = "") -> IntArray:
    """Read presses.

    Args:
        text: As the head of this file says.
        puzzle: What is pressed.
        source: File name for errors.

    Returns:
        (buttons,) int64 in 0..c-1.

    Raises:
        InputError: With its place.
    """
    with in_source(source):
        lines = split_lines(_ESCAPES.sub("", text))
        kept = [line for line in lines if line.text.strip()]
        grid = puzzle.layout.is_grid
        if not kept:
            if grid or puzzle.buttons == 0:
                raise InputError("there are no presses", line=1)
            return np.zeros(puzzle.buttons, dtype=np.int64)
        if kept[0].text.lstrip().startswith("{"):
            with located(kept[0].number):
                return presses_of(puzzle, _in_object(text))
        listed = next((k for k, line in enumerate(kept) if _LIST.match(line.text)), None)
        if listed is not None and all(map(is_talk, kept[:listed])):
            return _read_list(kept[listed:], puzzle)
        if not grid:
            return _read_off_grid(kept, puzzle)
        drawn = rows_of(lines)
        row = [line for line in drawn if line.text.strip() and not is_talk(line)]
        at = puzzle.layout.button_at
        if len(row) == 1 and at.shape[0] > 1 and _is_flat(row, puzzle.buttons):
            return _flat(row, puzzle)
        return _placed(puzzle, read_press_rows(drawn, at, puzzle.colours))


def presses_of(puzzle: Puzzle, values: object) -> IntArray:
    """Return presses given as numbers.

    Args:
        puzzle: What is pressed.
        values: (buttons,) integers of 0..c-1; on a grid also (rows, columns), with 0, a negative
            number or None where no button is.

    Returns:
        (buttons,) int64.

    Raises:
        InputError: When they are not that.
    """
    grid = puzzle.layout.is_grid
    shapes = [(puzzle.buttons,), *([puzzle.layout.button_at.shape] if grid else [])]
    wanted = f"presses are numbers in the shape {' or '.join(map(str, shapes))}"
    try:
        array = np.asarray(values)
        if array.dtype == object:
            shape = array.shape
            array = np.array([HOLE if value is None else value for value in array.flat])
            array = array.reshape(shape)
    except ValueError:
        raise InputError(f"{wanted}, got rows of unequal length") from None
    if array.size == 0 and puzzle.buttons == 0:
        return np.zeros(0, dtype=np.int64)
    if array.shape not in shapes:
        raise InputError(f"{wanted}, got {array.shape}")
    if array.dtype.kind not in "biu":
        raise InputError(f"presses are whole numbers, got {array.dtype}")
    if int(array.max()) >= puzzle.colours:
        raise InputError(f"presses are 0..{puzzle.colours - 1}, got {int(array.max())}")
    return _placed(puzzle, array.astype(np.int64))


def _placed(puzzle: Puzzle, values: IntArray) -> IntArray:
    """Return numbers below c as presses; a flat list has one for each button."""
    flat = values.ndim == 1
    at = np.arange(puzzle.buttons, dtype=np.int64) if flat else puzzle.layout.button_at
    wrong = np.where(at >= 0, values < 0, values > 0)
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        what = "a button's presses are missing" if at[place] >= 0 else "no button is"
        where = f"number {place[0]}" if flat else f"row {place[0] + 1}, column {place[1] + 1}"
        raise InputError(f"{what} in {where}")
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    presses[at[at >= 0]] = values[at >= 0]
    return presses


def _in_object(text: str) -> list[Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("it begins like JSON but is not") from None
    found = value.get("presses") if isinstance(value, dict) else None
    if not isinstance(found, list):
        raise InputError("JSON presses are a list, or an object with a list presses")
    return found


def _read_list(lines: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Read a nested or flat list; sentences may stand behind it."""
    depth, kept = 0, list[Line]()
    for line in lines:
        if kept and depth <= 0:
            if not is_talk(line):
                raise line.error(f"the list has ended, got {quoted(line.text.strip())} after it")
            continue
        text = _AROUND.sub(lambda found: " " * len(found[0]), line.text)
        for pattern, number in _NUMBERS:  # as long as before, so that errors find their places
            text = pattern.sub(lambda found, n=number: n.ljust(len(found[0])), text)  # type: ignore[misc]
        depth += text.count("[") - text.count("]")
        kept.append(line._replace(text=text))
    nested = re.match(r"\s*\[\s*\[", "".join(line.text for line in kept)) is not None
    size = (1, puzzle.buttons)
    if puzzle.layout.is_grid and nested:
        rows, columns = puzzle.layout.button_at.shape
        size = rows, columns
    values = read_list(kept, puzzle.colours, size).values
    if values.shape != size:
        raise kept[0].error(
            f"the presses have {values.shape[0]} x {values.shape[1]} places, the puzzle has "
            f"{size[0]} x {size[1]}"
        )
    with located(kept[0].number):
        return _placed(puzzle, values if puzzle.layout.is_grid and nested else values[0])


def _read_off_grid(lines: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Read presses of a graph or a matrix: by name, as our sentence, or all numbers."""
    names = button_names(puzzle.layout, puzzle.buttons)
    number = {name: j for j, name in enumerate(names)}
    named = [line for line in lines if line.text.rpartition(":")[0].strip() in number]
    rows = [line for line in lines if not is_talk(line)]
    said = [line for line in lines if line.text.startswith("press ")]
    if named:
        strange = [line for line in rows if line not in named]
        return _by_name(named, number, puzzle, strange)
    if len(said) == 1 and not rows:
        return _from_sentence(said[0], names, puzzle)
    if rows and _is_flat(rows, puzzle.buttons):
        return _flat(rows, puzzle)
    if not rows and not puzzle.buttons:
        return np.zeros(0, dtype=np.int64)
    first = (rows or lines)[0]
    name, colon, _ = first.text.rpartition(":")
    if colon:
        raise first.error(f"no button is called {quoted(name.strip())}")
    raise first.error(f"presses are {puzzle.buttons} numbers, one a button, or name: count lines")


def _is_flat(rows: Sequence[Line], buttons: int) -> bool:
    said = [word.text for row in rows for word in words(row)]
    return buttons in (len(said), sum(map(len, said)) if len(said) == len(rows) else -1)


def _flat(rows: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Return the presses that stand one behind the other, in words or each a single character."""
    cells = [word for row in rows for word in words(row)]
    if len(cells) != puzzle.buttons:
        cells = [
            Line(glyph, word.number, word.column + k)
            for word in cells
            for k, glyph in enumerate(word.text)
        ]
    places = {cell.text: cell for cell in reversed(cells)}
    meaning = meanings(places, puzzle.colours, lambda glyph: places[glyph])
    return np.array([meaning[cell.text] for cell in cells], dtype=np.int64)


def _by_name(
    lines: Sequence[Line], number: dict[str, int], puzzle: Puzzle, strange: Sequence[Line]
) -> IntArray:
    presses = np.full(puzzle.buttons, HOLE, dtype=np.int64)
    if strange:
        raise strange[0].error(f"presses are written name: count, got {quoted(strange[0].text)}")
    for line in lines:
        name = line.text.rpartition(":")[0]
        button = number[name.strip()]
        if presses[button] != HOLE:
            raise line.error(f"the button {quoted(name.strip())} is named twice")
        count = Line(line.text[len(name) + 1 :], line.number, line.column + len(name) + 1)
        presses[button] = natural(count.stripped(), "a count", 0, puzzle.colours - 1)
    presses[presses == HOLE] = 0
    return presses


def _from_sentence(line: Line, names: Sequence[str], puzzle: Puzzle) -> IntArray:
    """Read ``press a, b x2`` or ``press nothing``, as `min` prints it."""
    found = _PRESS.fullmatch(line.text.rstrip())
    assert found is not None
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    if found[1] == "nothing":
        return presses
    number = {printable(name): j for j, name in enumerate(names)}
    for word in found[1].split(", "):
        times = _TIMES.fullmatch(word)
        readings = {(word, 1)} | ({(times[1], int(times[2][:20]))} if times else set())
        known = [(number[name], count) for name, count in readings if name in number]
        if len(known) != 1 or presses[known[0][0]]:
            what = "two ways to read" if len(known) > 1 else "no button, or one said before:"
            raise line.error(f"{what} {quoted(word)}")
        if known[0][1] >= puzzle.colours:
            raise line.error(f"a count must be 0..{puzzle.colours - 1}, got {known[0][1]}")
        presses[known[0][0]] = known[0][1]
    return presses
