"""Parser for presses as numbers: arrays, drawings, and output of programs.

A grid's presses are rows of digits (numbers, with more than ten colours) or of one sign for pressed
and one for not, compact or separated by blanks or commas; arrays as the scanner finds them in any
text; all numbers in one line, with Tatham's ``S`` before them.  Sentences may stand around them,
and what a program calls them: arrays called ``para`` and ``ans`` that say the same are one answer,
and one called ``result`` or ``board`` is none where there are others.  Numbers behind an array say
what it costs and how many there are of its kind.  Without a grid there are also ``name: count``
lines and our own ``press a, b x2``.  What can be read two ways is refused with both readings.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.answers.drawings import (
    PrintedArray,
    is_talk,
    meanings,
    read_press_rows,
    words_of_line,
)
from lo_exact.formats.board.drawing import button_names
from lo_exact.formats.board.header import drawing_rows
from lo_exact.formats.board.places import Line, located, natural, quoted
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, candidates_in
from lo_exact.formats.scanner.said import alphabet
from lo_exact.formats.scanner.tree import Bracket, tokens, tree_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

MAX_ANSWERS = 100_000
"""Answers of one text: beyond it nobody has looked at them."""

LONGEST_LABEL = 1000
"""Characters before an array in its line that are looked at."""

_ASIDE = re.compile(r"\W{3,}+|\s*+[^\W\d]\w*+\s*+[:=]\s*+")
"""``X:``, and a line between answers like ``-----``: no presses, among arrays."""

_COSTS = re.compile(r"\s*(?:手数|moves?|presses|weight|cost|steps)\s*[:=]?\s*([0-9]{1,9})\s*")
_BEHIND = re.compile(r"[\s;,]*+(?:([0-9]{1,15}+)(?:\s++([0-9]{1,15}+))?)?\s*+")
_COUNTER = re.compile(r"\s*\[(?:[A-Za-z]{2,20}|[0-9 ]{1,12}(?:/[0-9 ]{1,12}|%))\]\s*[^\W\d_]{2}")
"""``[2/5] eliminating``, ``[INFO] done``: progress."""

_WRAPPED = re.compile(r"\[[^\[\]]*\]")
"""An array without brackets in it, which numpy breaks into lines where it is long."""

_LISTED = re.compile(r"[\[({]\s*[0-9]+\s*,")
_GAME_MOVE = re.compile(r"\s*S([0-9]+)\s*")
_PRESS = re.compile(r"\Apress (?:buttons? )?(.*?)(?: \(counted from 0\))?\Z")
_TIMES = re.compile(r"(.*) x([0-9]+)")


@dataclass(frozen=True, eq=False)
class GivenAnswers:
    """The answers in a text under one interpretation."""

    presses: tuple[IntArray, ...]
    """For each answer (buttons,) int64 in 0..c-1."""
    how: str = ""
    """The way, in words; ``""`` where it is the only one."""
    plain: bool = False
    """Whether this reading is taken where none solves the board."""
    certain: bool = False
    """Whether the notation itself says what it means, so that this reading is the one whatever the
    others solve.
    """
    weights: tuple[int | None, ...] = ()
    """What the text says that each answer costs; None where it does not; () for none."""
    minima: int | None = None
    """How many minimum solutions, or solutions, the text says there are, or None."""
    sure: bool = True
    """False: the text has several readings and none of them solves the board."""


def read_numbers(lines: Sequence[Line], puzzle: Puzzle) -> GivenAnswers:
    """Parse presses given as the number of presses of each button.

    Args:
        lines: The text.
        puzzle: What is pressed.

    Raises:
        InputError: With its place.
    """
    kept = [line for line in lines if line.text.strip()]
    grid = puzzle.layout.is_grid
    if not kept:
        if grid or puzzle.buttons == 0:
            raise InputError("there are no presses", line=1)
        return _one(np.zeros(puzzle.buttons, dtype=np.int64))
    arrays = arrays_of("\n".join(line.text for line in lines), puzzle.colours)
    if arrays and not any(one.places for one in arrays):
        return _among(arrays, puzzle)
    if not grid:
        return _one(_read_off_grid(kept, puzzle))
    drawn = drawing_rows(lines)
    row = [line for line in drawn if line.text.strip() and not is_talk(line)]
    if len(kept) == 1 and _GAME_MOVE.fullmatch(kept[0].text):
        row = [kept[0]._replace(text=kept[0].text.strip()[1:])]
    if len(row) == 1 and _is_flat(row, puzzle.buttons) and (
        puzzle.layout.button_at.shape[0] > 1 or row[0] not in drawn
    ):  # fmt: skip
        return _one(_flat(row, puzzle))
    return _among(read_press_rows(drawn, puzzle.layout.button_at, puzzle.colours), puzzle)


def _one(presses: IntArray) -> GivenAnswers:
    return GivenAnswers((presses,), "numbers of presses", certain=True)


def arrays_of(text: str, colours: int, *, loose: bool = False) -> list[PrintedArray]:
    """Return the arrays between the sentences of a text; none if other rows come first.

    Args:
        text: The text.
        colours: c.
        loose: Whether an array may stand in any sentence without numbers.

    Raises:
        InputError: When something that is no sentence stands among them.
    """
    with suppress(ValueError, RecursionError):
        values = json.loads(text)
        if values and isinstance(values, list):
            return [PrintedArray("", values)]
    text = _WRAPPED.sub(lambda found: found[0].replace("\n", " "), text)
    boards, pieces, last = list[FoundBoard](), list[str](), 0
    for board in _boards(text):
        line_start = text.rfind("\n", max(board.start - LONGEST_LABEL, 0), board.start) + 1
        before = text[max(last, line_start, board.start - LONGEST_LABEL) : board.start]
        label = re.sub(r"[\w.]+$", "", before) if text[board.start] == "(" else before
        label = label.strip(" ,;\t")
        free = not label or label[-1] in ":=(" or (loose and not re.search(r"[0-9\[\]{}]", label))
        if free and _LISTED.search(before):
            at = text.count("\n", 0, board.start) + 1
            raise InputError("numbers in brackets stand before the list", line=at)
        if free and not _COUNTER.match(text, board.start):
            boards.append(board)
            pieces.append(text[last : board.start])
            last = board.end
    arrays, said, number, left = list[PrintedArray](), "", 0, iter(boards)
    for line in "\0".join([*pieces, text[last:]]).split("\n"):
        number += 1
        label, *behind = line.split("\0")
        talk = is_talk(Line(line, number)) or _ASIDE.fullmatch(line) is not None
        stray = not behind and line.strip() and not talk
        if stray and not arrays:
            return []
        for rest in behind or [line] * bool(stray):
            if stray or (not _BEHIND.fullmatch(rest) and re.search(r"\w", rest)):
                got = quoted(rest.strip())
                raise InputError(f"the list has ended, got {got} after it", line=number)
            board = next(left)
            inside = text[board.start : board.end]
            places = board.pairs or (inside[0] == "(" and "[" not in inside)
            values = _values(board, number, colours)
            arrays.append(PrintedArray(label.strip() or said, values, number, rest, places))
            number += text.count("\n", board.start, board.end)
            label, said = "", ""
        said = line if line.strip() and not behind else said
    return arrays


@lru_cache(maxsize=1)
def tree_in(text: str) -> tuple[Bracket, int | None]:
    """Return the tree of the brackets in a text, which several readers of answers look at."""
    return tree_of(tokens(text))


def _boards(text: str) -> list[FoundBoard]:
    """Return the arrays that the scanner finds in a text.

    Raises:
        InputError: Where something is nearly an array.
    """
    root, unpaired = tree_in(text)
    if unpaired is not None and text.lstrip()[:1] == "[" and not _COUNTER.match(text):
        raise InputError("the brackets of this list do not pair", line=1)
    if unpaired is not None or not root.brackets():
        return []
    try:
        return candidates_in(root, text)
    except FaultError as fault:
        if text[fault.at] == "(":  # sentences contain such brackets, too
            return []
        raise InputError(fault.problem, line=text.count("\n", 0, fault.at) + 1) from None


def _values(board: FoundBoard, line: int, colours: int) -> list[Any]:
    """Return the numbers of an array, as nested lists if it has rows; `HOLE` for empty cells."""
    cells = {cell.text: Line(cell.text, line) for row in board.rows for cell in row}
    known = alphabet(set(cells))
    if known is None:
        known = meanings(cells, colours)
    rows = [[known[cell] for cell in row] for row in board.words]
    return rows[0] if board.flat else rows


def _among(arrays: Sequence[PrintedArray], puzzle: Puzzle) -> GivenAnswers:
    """Return the answers among arrays: those labelled as answers, else the unlabelled ones.

    Raises:
        InputError: When none is, or one of several is not.
    """
    called = [one for one in arrays if one.kind >= 0] or arrays
    if len(called) > MAX_ANSWERS:
        raise InputError(f"there are {len(called)} answers, more than {MAX_ANSWERS}")
    found: dict[bytes, PrintedArray] = {}
    answers, weights, minima = list[IntArray](), list[int | None](), None
    for one in called:
        behind, costs = _BEHIND.fullmatch(one.behind), _COSTS.fullmatch(one.label)
        for values in _each(one.values, puzzle):
            with located(one.line):
                presses = presses_of(puzzle, values)
            before = found.setdefault(presses.tobytes(), one)
            if isinstance(values, list) and before.label != one.label and one.label:
                continue
            answers.append(presses)
            said = (behind and behind[1]) or (costs and costs[1])
            weights.append(int(said) if said else None)
            minima = minima or (behind and behind[2])
    return GivenAnswers(
        tuple(answers), "numbers of presses", False, True, tuple(weights),
        int(minima) if minima else None,
    )  # fmt: skip


def _each(values: list[Any], puzzle: Puzzle) -> list[list[Any]]:
    """Split stacked rows into answers, each of one row or of several rows."""
    if not isinstance(values[0], list) or len(values) == (rows := puzzle.layout.shape[0]):
        return [values]
    if all(len(row) == puzzle.buttons for row in values):
        return values
    if rows and len(values) % rows == 0:
        return [values[k : k + rows] for k in range(0, len(values), rows)]
    return [values]


def presses_of(puzzle: Puzzle, values: object) -> IntArray:
    """Convert numbers of presses in any array form to an array of presses.

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
    """Convert numbers below c to presses; a flat list has one number for each button."""
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


def _read_off_grid(lines: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Parse presses of a graph or matrix: names, a sentence of this program, or numbers."""
    names = button_names(puzzle.layout, puzzle.buttons)
    number = {name: j for j, name in enumerate(names)}
    named = [line for line in lines if line.text.rpartition(":")[0].strip() in number]
    rows = [line for line in lines if not is_talk(line)]
    said = [line for line in lines if _PRESS.fullmatch(line.text.rstrip())]
    if named:
        strange = next((line for line in rows if line not in named), None)
        if strange:
            raise strange.error(f"presses are written name: count, got {quoted(strange.text)}")
        counted = []
        for line in named:
            name = line.text.rpartition(":")[0]
            count = line._replace(
                text=line.text[len(name) + 1 :], column=line.column + len(name) + 1
            )
            times = natural(count.stripped(), "a count", 0, puzzle.colours - 1)
            counted.append((line, name.strip(), {(name.strip(), times)}))
        return _by_name(counted, number, puzzle)
    if len(said) == 1 and not rows:
        number = {printable(name): j for j, name in enumerate(names)}
        return _by_name(_in_sentence(said[0]), number, puzzle)
    if rows and _is_flat(rows, puzzle.buttons):
        return _flat(rows, puzzle)
    if not rows and not puzzle.buttons:
        return np.zeros(0, dtype=np.int64)
    first = (rows or lines)[0]
    name, colon, _ = first.text.rpartition(":")
    if colon:
        raise first.error(f"no button is called {quoted(name.strip())}")
    raise first.error(f"presses are {puzzle.buttons} numbers, one a button, or name: count lines")


def _in_sentence(line: Line) -> list[tuple[Line, str, set[tuple[str, int]]]]:
    """Return the words of ``press a, b x2`` or ``press nothing``, with their interpretations."""
    words = _PRESS.sub(r"\1", line.text.rstrip())
    counted = []
    for word in words.split(", ") if words != "nothing" else ():
        times = _TIMES.fullmatch(word)
        counted.append(
            (line, word, {(word, 1), *([(times[1], int(times[2][:20]))] if times else ())})
        )
    return counted


def _by_name(
    counted: Sequence[tuple[Line, str, set[tuple[str, int]]]],
    number: dict[str, int],
    puzzle: Puzzle,
) -> IntArray:
    """Return the presses of words that can each mean a button's name and a count."""
    presses = np.full(puzzle.buttons, HOLE, dtype=np.int64)
    for line, word, readings in counted:
        known = [(number[name], count) for name, count in readings if name in number]
        if len(known) != 1 or presses[known[0][0]] != HOLE:
            what = "two ways to read" if len(known) > 1 else "no button, or one said before:"
            raise line.error(f"{what} {quoted(word)}")
        if known[0][1] >= puzzle.colours:
            raise line.error(f"a count must be 0..{puzzle.colours - 1}, got {known[0][1]}")
        presses[known[0][0]] = known[0][1]
    presses[presses == HOLE] = 0
    return presses


def _is_flat(rows: Sequence[Line], buttons: int) -> bool:
    said = [word.text for row in rows for word in words_of_line(row)]
    return buttons in (len(said), sum(map(len, said)) if len(said) == len(rows) else -1)


def _flat(rows: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Return the presses listed in a row, as words or as single characters."""
    cells = [word for row in rows for word in words_of_line(row)]
    if len(cells) != puzzle.buttons:
        cells = [
            Line(glyph, word.number, word.column + k)
            for word in cells
            for k, glyph in enumerate(word.text)
        ]
    places = {cell.text: cell for cell in reversed(cells)}
    meaning = meanings(places, puzzle.colours)
    return np.array([meaning[cell.text] for cell in cells], dtype=np.int64)
