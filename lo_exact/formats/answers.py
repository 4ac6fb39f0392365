"""Reader of the presses in answers to a puzzle, as people and programs print them.

`read_answers` tries every interpretation of a text, and takes the one that solves the board
(`_chosen`).  Numbers of presses, and places written like A1, say what they mean; other texts mean
several things.  Where one interpretation solves the board it is taken, with a note; where two do,
the text is refused with both; where none does, all are wrong alike.  A text may hold several
answers.

- *Numbers of presses* (`read_numbers`): arrays as the scanner finds them (`arrays_of`); drawings in
  rows of digits or of one sign for pressed and one for not (`read_press_rows`); all numbers in one
  line, also behind Tatham's ``S``; for graphs and matrices ``name: count`` lines and our own
  ``press a, b x2``.  Sentences may stand around them.  Arrays labelled ``para`` and ``ans`` that
  say the same are one answer; one labelled ``result`` or ``board`` is none where there are others.
  Numbers behind an array are its cost and how many answers of its kind there are.
- *Drawings in two unknown signs* (`read_two_signs`): either may mean pressed.
- *Places by name* (`read_named`): ``A1 C3x2``, ``R1C3``, ``row 1, column 3``, in sentences, lists
  and steps.  A1 is the letter of the column and the number of the row, from the upper left; ``x2``
  or ``twice`` presses twice, and so does a place that is listed twice.
- *Places by number* (`places_in_text`): pairs of row and column, or numbers of buttons.  A list
  that repeats a place is none, which tells lists of places from rows of 0 and 1.

Rows, columns and buttons are counted from 1 or from 0: both are interpretations, unless only one is
on the board.  Reading takes linear time.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.header import drawing_rows
from lo_exact.formats.board.places import (
    LISTED,
    Line,
    in_source,
    located,
    natural,
    quoted,
    reject,
    split_lines,
)
from lo_exact.formats.board.rows import DIGITS, HOLES, OFF, ON, GlyphError, decide
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, candidates_in
from lo_exact.formats.scanner.legends import alphabet
from lo_exact.formats.scanner.tree import tokens, tree_of
from lo_exact.machine import uncollected
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

_WORD = re.compile(r"[^\W\d_]{2,}")
_VALUES = re.compile(rf"(?:[0-9{re.escape(OFF + ON)}~?,\s]|\b[Tt]rue\b|\b[Ff]alse\b)+")


MISSING = ("", "?", *HOLES)
"""Glyphs of a cell without a number."""

_WORDS = {"True": 1, "true": 1, "False": 0, "false": 0}

_ANSWER_WORDS = frozenset(
    ("ans", "answer", "answers", "para", "press", "presses", "sol", "solution", "solutions", "x",
     "best", "moves", "clicks")
)  # fmt: skip
_OTHER_WORDS = frozenset(
    ("result", "board", "after", "lights", "state", "para_range", "start", "puzzle", "final")
)
"""Labels of other data that programs print next to their presses."""

_OF_PRESSES = {
    "the board reads": "the presses read",
    "digits are colours": "digits are presses",
    "is on": "is pressed",
    "both on": "both pressed",
    "is off": "is not pressed",
    "both off": "both not pressed",
    "light": "button",
}
_OF_BOARDS = re.compile("|".join(_OF_PRESSES))


def is_talk(line: Line) -> bool:
    """Return whether a line cannot be presses because it is a sentence or a ruled line."""
    spoken = _WORD.search(line.text) is not None or not re.search(r"\w", line.text)
    return spoken and _VALUES.fullmatch(line.text) is None


class PrintedArray(NamedTuple):
    """Array or drawing found in a text, with its line and the text before and after it.

    In an array of ``places`` are round brackets, so that it holds no numbers of presses.
    """

    label: str
    values: Any
    line: int = 1
    behind: str = ""
    places: bool = False

    @property
    def kind(self) -> int:
        """1 if the label calls it an answer, -1 if it calls it something else, otherwise 0."""
        said = set(re.findall(r"\w+", self.label.lower()))
        return -1 if said & _OTHER_WORDS else int(bool(said & _ANSWER_WORDS))


def read_press_rows(lines: Sequence[Line], at: IntArray, colours: int) -> list[PrintedArray]:
    """Return the presses in one or several drawings of a text.

    Args:
        lines: The lines of the text.
        at: (rows, columns) int64, the button in each cell or -1.
        colours: c.

    Raises:
        InputError: When there are no presses, or one of several drawings is wrong.
    """
    buttons = at >= 0
    needed = np.flatnonzero(buttons.any(axis=1))
    runs = _runs(lines, apart=needed.size == at.shape[0])
    heights = {at.shape[0]: np.arange(at.shape[0]), int(needed.size): needed}
    found, odd = list[PrintedArray](), list[Line]()
    said = {line.number + 1: line.text for line in lines if line.text.strip() and is_talk(line)}
    for run in runs:
        cells = _cells_of(run, buttons, colours)
        if len(run) == at.shape[0]:
            odd += [line for line, row in zip(run, cells, strict=True) if not row]
        for whole, group in groupby(cells, key=bool):
            rows = list(group)
            height = next((n for n in heights if whole and n and len(rows) % n == 0), 0)
            for first in range(0, len(rows), height) if height else ():
                values = np.full(at.shape, HOLE, dtype=np.int64)
                part = rows[first : first + height]
                values[heights[height]] = _drawn_values(part, buttons[heights[height]], colours)
                line = part[0][0].number
                found.append(PrintedArray(said.get(line, ""), values, line))
    if found:
        return found
    if odd:
        raise _wrong_row(odd[0], at.shape[1], odd[0].words(LISTED))
    filled = [line for line in lines if line.text.strip()]
    first_line = runs[0][0] if runs else [*filled, Line("", 1)][0]
    got = f"{len(runs[0])} rows" if len(runs) == 1 else "none that are"
    raise first_line.error(f"presses are {at.shape[0]} rows of {at.shape[1]} places, got {got}")


def _wrong_row(at: Line, wanted: int, cells: Sequence[Line]) -> InputError:
    places = len(cells) if len(cells) > 1 else len(at.text.strip())
    return at.error(f"a row of presses has {wanted} places, this one {places}")


def _runs(lines: Sequence[Line], *, apart: bool) -> list[list[Line]]:
    """Split lines into blocks at sentences and, with ``apart``, at empty lines."""
    runs: list[list[Line]] = [[]]
    for line in lines:
        empty = not line.text.strip()
        if (empty and apart) or (not empty and is_talk(line)):
            runs.append([])
        elif not empty:
            runs[-1].append(line)
    return [run for run in runs if run]


def _cells_of(run: Sequence[Line], buttons: np.ndarray, colours: int) -> list[list[Line]]:
    """Return the cells of each line in a block, an empty list for a line that is not a grid row.

    A margin is dropped where the lines are too wide without that.
    """
    columns = buttons.shape[1]
    counts = set(buttons.sum(axis=1).tolist())
    wide = max(len(line.text.rstrip()) for line in run) > columns
    margin = min(len(line.text) - len(line.text.lstrip()) for line in run) if wide else 0
    rows: list[list[Line]] = []
    for line in run:
        words = line.words(LISTED)
        text = line.text.rstrip()[margin:]
        if len(words) == 1 and len(words[0].text) == columns:
            rows.append(_glyphs(words[0]))
        elif len(words) == columns or (colours > 10 and len(words) in counts):
            rows.append(words)
        elif min(counts) == columns or len(text) > columns or "," in text:
            rows.append([])
        else:
            rows.append(_glyphs(Line(text.ljust(columns), line.number, line.column + margin)))
    return rows


def _glyphs(piece: Line) -> list[Line]:
    """Split a piece of a line into its characters, each with its column."""
    return [
        Line(sign.strip(), piece.number, column)
        for column, sign in enumerate(piece.text, start=piece.column)
    ]


def _drawn_values(
    group: Sequence[list[Line]], buttons: np.ndarray, colours: int
) -> list[list[int]]:
    """Return the number of presses drawn in each cell; `HOLE` for empty cells without a button.

    Raises:
        InputError: When a row has the wrong number of cells.
    """
    rows = []
    for cells, row in zip(group, buttons, strict=True):
        if len(cells) < row.size and len(cells) == row.sum():
            rest = iter(cells)
            cells = [next(rest) if button else Line("", cells[0].number) for button in row.tolist()]
        if len(cells) != row.size:
            raise _wrong_row(cells[0], row.size, cells)
        rows.append(cells)
    pairs = [pair for cells, row in zip(rows, buttons, strict=True)
             for pair in zip(cells, row.tolist(), strict=True)]  # fmt: skip
    known = {cell.text: int(cell.text.isdigit() and cell.text.strip("0") != "") or HOLE
             for cell, _ in pairs}  # fmt: skip
    known |= meanings({cell.text: cell for cell, button in reversed(pairs) if button}, colours)
    return [[known[cell.text] for cell in cells] for cells in rows]


def meanings(places: Mapping[str, Line], colours: int) -> dict[str, int]:
    """Return the number of presses that each glyph means.

    Args:
        places: Words or signs at the buttons, each with its position.
        colours: c.

    Raises:
        InputError: When a glyph is not a number of presses, or could be two.
    """
    meaning: dict[str, int] = {}
    for glyph, place in sorted(places.items()):
        place.reject(glyph in MISSING, "a button's presses are missing here")
        if glyph in _WORDS:
            meaning[glyph] = _WORDS[glyph]
        elif len(glyph) > 1 or glyph in DIGITS or (glyph.isalpha() and glyph not in "OXx"):
            meaning[glyph] = natural(place, "a number of presses", 0, colours - 1)
    signs = set(places) - set(meaning)
    if meaning and signs and signs <= set(OFF) - {*"-_"} and not {"0", *_WORDS} & set(meaning):
        signs.discard(min(signs))
        meaning |= dict.fromkeys(set(places) - set(meaning) - signs, 0)
    try:
        numbers = {"1"} if (meaning and signs) or signs == {"O"} else set()
        return decide(signs | numbers, min(colours, 10), {}, from_off=True) | meaning
    except GlyphError as error:
        problem = _OF_BOARDS.sub(lambda found: _OF_PRESSES[found[0]], error.problem)
        problem = problem.partition("; say")[0]
        raise places.get(error.glyph, min(places.values())).error(problem) from None


MAX_ANSWERS = 100_000
"""Largest number of answers in one text."""

LONGEST_LABEL = 1000
"""Largest number of characters before an array in its line that are searched for a label."""

_ASIDE = re.compile(r"\W{3,}+|\s*+[^\W\d]\w*+\s*+[:=]\s*+")
"""Lines without presses among arrays, such as ``X:`` or ``-----``."""

_COSTS = re.compile(r"\s*(?:手数|moves?|presses|weight|cost|steps)\s*[:=]?\s*([0-9]{1,9})\s*")
_BEHIND = re.compile(r"[\s;,]*+(?:([0-9]{1,15}+)(?:\s++([0-9]{1,15}+))?)?\s*+")
_COUNTER = re.compile(r"\s*\[(?:[A-Za-z]{2,20}|[0-9 ]{1,12}(?:/[0-9 ]{1,12}|%))\]\s*[^\W\d_]{2}")
"""Progress lines such as ``[2/5] eliminating`` or ``[INFO] done``."""

_WRAPPED = re.compile(r"\[[^\[\]]*\]")
"""An array without nested brackets, which numpy breaks into lines if long."""

_LISTED = re.compile(r"[\[({]\s*[0-9]+\s*,")
_GAME_MOVE = re.compile(r"\s*S([0-9]+)\s*")
_PRESS = re.compile(r"\Apress (?:buttons? )?(.*?)(?: \(counted from 0\))?\Z")
_TIMES = re.compile(r"(.*) x([0-9]+)")


@dataclass(frozen=True, eq=False)
class GivenAnswers:
    """The answers in a text under one interpretation."""

    presses: tuple[IntArray, ...]
    """Presses of each answer, (buttons,) int64 in 0..c-1."""
    how: str = ""
    """The interpretation in words; ``""`` if it is the only one."""
    plain: bool = False
    """Whether this interpretation is used if none solves the board."""
    certain: bool = False
    """Whether the notation is unambiguous, so that this interpretation wins whatever the
    others solve.
    """
    weights: tuple[int | None, ...] = ()
    """Cost of each answer as stated in the text, or None; () without any."""
    minima: int | None = None
    """Number of minimum solutions, or of solutions, stated in the text, or None."""
    sure: bool = True
    """Whether the interpretation is certain; False if several fit and none solves the board."""


def read_numbers(lines: Sequence[Line], puzzle: Puzzle) -> GivenAnswers:
    """Parse presses given as the number of presses of each button.

    Args:
        lines: The lines of the text.
        puzzle: The puzzle.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    kept = [line for line in lines if line.text.strip()]
    grid = puzzle.layout.is_grid
    reject(not kept and (grid or puzzle.buttons == 0), "there are no presses", line=1)
    arrays = arrays_of("\n".join(line.text for line in lines), puzzle.colours)
    if arrays and not any(one.places for one in arrays):
        return _among(arrays, puzzle)
    if not grid:
        return GivenAnswers((_read_off_grid(kept, puzzle),), "numbers of presses", certain=True)
    drawn = drawing_rows(lines)
    row = [line for line in drawn if line.text.strip() and not is_talk(line)]
    if len(kept) == 1 and _GAME_MOVE.fullmatch(kept[0].text):
        row = [kept[0]._replace(text=kept[0].text.strip()[1:])]
    if len(row) == 1 and _is_flat(row, puzzle.buttons) and (
        puzzle.layout.button_at.shape[0] > 1 or row[0] not in drawn
    ):  # fmt: skip
        arrays = [PrintedArray("", _flat(row, puzzle.buttons, puzzle.colours), row[0].number)]
        return _among(arrays, puzzle)
    return _among(read_press_rows(drawn, puzzle.layout.button_at, puzzle.colours), puzzle)


def arrays_of(text: str, colours: int, *, loose: bool = False) -> list[PrintedArray]:
    """Return the arrays between the sentences of a text; empty if other rows precede them.

    Args:
        text: The text.
        colours: c.
        loose: Whether any sentence without numbers may contain an array.

    Raises:
        InputError: When there is other text among them that is not a sentence.
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
            raise InputError(
                "numbers in brackets stand before the list",
                line=text.count("\n", 0, board.start) + 1,
            )
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
            reject(
                stray or (not _BEHIND.fullmatch(rest) and re.search(r"\w", rest)),
                f"the list has ended, got {quoted(rest.strip())} after it",
                line=number,
            )
            board = next(left)
            inside = text[board.start : board.end]
            places = board.pairs or (inside[0] == "(" and "[" not in inside)
            values = _values(board, number, colours)
            arrays.append(PrintedArray(label.strip() or said, values, number, rest, places))
            number += text.count("\n", board.start, board.end)
            label, said = "", ""
        said = line if line.strip() and not behind else said
    return arrays


def _boards(text: str) -> list[FoundBoard]:
    """Return the arrays that the scanner finds in a text.

    Raises:
        InputError: When some text is almost an array.
    """
    root, unpaired = tree_of(tokens(text))
    reject(
        unpaired is not None and text.lstrip()[:1] == "[" and not _COUNTER.match(text),
        "the brackets of this list do not pair",
        line=1,
    )
    if unpaired is not None or not root.brackets():
        return []
    try:
        return candidates_in(root, text)
    except FaultError as fault:
        if text[fault.at] == "(":  # a round bracket may belong to a sentence
            return []
        raise InputError(fault.problem, line=text.count("\n", 0, fault.at) + 1) from None


def _values(board: FoundBoard, line: int, colours: int) -> list[Any]:
    """Return the numbers of an array, as nested lists if it has rows; `HOLE` for empty cells."""
    cells = {cell.text: Line(cell.text, line) for row in board.rows for cell in row}
    known = alphabet(set(cells)) or meanings(cells, colours)
    rows = [[known[cell] for cell in row] for row in board.words]
    return rows[0] if board.flat else rows


def _among(arrays: Sequence[PrintedArray], puzzle: Puzzle) -> GivenAnswers:
    """Return the answers among printed arrays, without arrays labelled as something else.

    Raises:
        InputError: When none is an answer, or only some unlabelled ones are.
    """
    called = [one for one in arrays if one.kind >= 0] or arrays
    reject(len(called) > MAX_ANSWERS, f"there are {len(called)} answers, more than {MAX_ANSWERS}")
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
    """Split an array of several answers: each is one row of all buttons, or a grid of rows."""
    rows = puzzle.layout.shape[0]
    stacked = isinstance(values[0], list) and len(values) != rows
    if stacked and all(len(row) == puzzle.buttons for row in values):
        return values
    height = rows if stacked and rows and len(values) % rows == 0 else len(values)
    return [values[k : k + height] for k in range(0, len(values), height)]


def presses_of(puzzle: Puzzle, values: object) -> IntArray:
    """Convert numbers of presses in any array form to an array of presses.

    Args:
        puzzle: The puzzle.
        values: (buttons,) integers of 0..c-1; on a grid also (rows, columns), with 0, a negative
            number or None where there is no button.

    Returns:
        (buttons,) int64.

    Raises:
        InputError: When they have another form.
    """
    flat = np.arange(puzzle.buttons, dtype=np.int64)
    shapes = {flat.shape: flat}
    if puzzle.layout.is_grid:
        shapes[puzzle.layout.button_at.shape] = puzzle.layout.button_at
    wanted = f"presses are numbers in the shape {' or '.join(map(str, shapes))}"
    try:
        array = np.asarray(values)
        if array.dtype == object:
            cells = [HOLE if value is None else value for value in array.flat]
            array = np.array(cells).reshape(array.shape)
    except ValueError:
        raise InputError(f"{wanted}, got rows of unequal length") from None
    if array.size == 0 and puzzle.buttons == 0:
        return np.zeros(0, dtype=np.int64)
    reject(array.shape not in shapes, f"{wanted}, got {array.shape}")
    reject(array.dtype.kind not in "biu", f"presses are whole numbers, got {array.dtype}")
    reject(
        int(array.max()) >= puzzle.colours,
        f"presses are 0..{puzzle.colours - 1}, got {int(array.max())}",
    )
    at, values = shapes[array.shape], array.astype(np.int64)
    wrong = np.argwhere(np.where(at >= 0, values < 0, values > 0))
    if wrong.size:
        place = tuple(wrong[0].tolist())
        what = "a button's presses are missing" if at[place] >= 0 else "no button is"
        where = f"number {place[0]}" if at is flat else f"row {place[0] + 1}, column {place[1] + 1}"
        raise InputError(f"{what} in {where}")
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    presses[at[at >= 0]] = values[at >= 0]
    return presses


def _read_off_grid(lines: Sequence[Line], puzzle: Puzzle) -> IntArray:
    """Parse presses of a graph or matrix: names, a sentence of this program, or numbers."""
    numbers = tuple(map(str, range(puzzle.buttons)))
    given = (puzzle.layout.button_names, puzzle.layout.names, numbers)
    names = next(names for names in given if len(names) == puzzle.buttons)
    number = {name: j for j, name in enumerate(names)}
    named = [line for line in lines if line.text.rpartition(":")[0].strip() in number]
    rows = [line for line in lines if not is_talk(line)]
    said = [line for line in lines if _PRESS.fullmatch(line.text.rstrip())]
    counted = list[tuple[Line, dict[str, Line]]]()
    for line in named:
        name = line.text.rpartition(":")[0].strip()
        counted.append((line, {name: line.split(":")[-1]}))
    if named and not all(line in named for line in rows):
        strange = next(line for line in rows if line not in named)
        raise strange.error(f"presses are written name: count, got {quoted(strange.text)}")
    if not named and len(said) == 1 and not rows:
        counted = _in_sentence(said[0])
    elif not named and rows and _is_flat(rows, puzzle.buttons):
        return presses_of(puzzle, _flat(rows, puzzle.buttons, puzzle.colours))
    elif not named and lines and (rows or puzzle.buttons):
        first = (rows or lines)[0]
        name, colon, _ = first.text.rpartition(":")
        wanted = f"presses are {puzzle.buttons} numbers, one a button, or name: count lines"
        raise first.error(f"no button is called {quoted(name.strip())}" if colon else wanted)
    presses = np.full(puzzle.buttons, HOLE, dtype=np.int64)
    for line, readings in counted:
        known = [(number[name], count) for name, count in readings.items() if name in number]
        if len(known) != 1 or presses[known[0][0]] != HOLE:
            what = "two ways to read" if len(known) > 1 else "no button, or one said before:"
            raise line.error(f"{what} {quoted(next(iter(readings)))}")
        presses[known[0][0]] = natural(known[0][1], "a count", 0, puzzle.colours - 1)
    return np.maximum(presses, 0)


def _in_sentence(line: Line) -> list[tuple[Line, dict[str, Line]]]:
    """Return the possible names and counts of buttons in each word of ``press a, b x2``."""
    words = _PRESS.sub(r"\1", line.text.rstrip())
    counted = []
    for word in words.split(", ") if words != "nothing" else ():
        times = _TIMES.fullmatch(word)
        more = {times[1]: line._replace(text=times[2])} if times else {}
        counted.append((line, {word: line._replace(text="1")} | more))
    return counted


def _is_flat(rows: Sequence[Line], buttons: int) -> bool:
    said = [word.text for row in rows for word in row.words(LISTED)]
    return buttons in (len(said), sum(map(len, said)) if len(said) == len(rows) else -1)


def _flat(rows: Sequence[Line], buttons: int, colours: int) -> list[int]:
    """Parse presses listed as words or as single characters, one for each button."""
    cells = [word for row in rows for word in row.words(LISTED)]
    if len(cells) != buttons:
        cells = [glyph for word in cells for glyph in _glyphs(word)]
    meaning = meanings({cell.text: cell for cell in reversed(cells)}, colours)
    return [meaning[cell.text] for cell in cells]


_PLACE = re.compile(
    r"(?<![A-Za-z0-9_])(?:[rR]ow\s+(?P<row>[0-9]{1,5})\s*,?\s*(?:and\s+)?col(?:umn)?\s+"
    r"(?P<column>[0-9]{1,5})|[rR](?P<r>[0-9]{1,5})\s?[cC](?P<c>[0-9]{1,5})"
    r"|(?P<letters>[A-Z]{1,3})(?P<number>[0-9]{1,5}))"
    r"(?:\s?x(?P<times>[0-9]{1,10})|,? (?P<twice>twice)|,? (?P<often>[0-9]{1,10}) times)?"
    r"(?![A-Za-z0-9_])",
    re.ASCII,
)
_HEADING = re.compile(r"[^\W\d_][^\W\d]*(?: [^\W\d]+)*(?: [0-9]+)?\s*[:=]")
"""Heading of one answer, such as ``Solution 2:``."""

_BEFORE = re.compile(r"\s*(?:[0-9]+[.)]\s+)?(?:[Pp]ress(?:es)?\s+)?")
_BETWEEN = re.compile(r"(?:[\s,;.()\[\]'\"+]|->|→|\band\b|\bthen\b|\bpress\b)*")


class PlaceName(NamedTuple):
    """The name of a place in a text, such as ``B3``."""

    place: tuple[int, int]
    """Row and column; from 1, or else from 0 unless ``lettered``."""
    times: int
    """Number of presses."""
    lettered: bool
    """Whether it is written like A1, which is unambiguous."""
    word: Line
    """The name, for errors."""

    def button(self, puzzle: Puzzle, base: int) -> int:
        """Return the number of the button, or -1; ``base`` is the number of the first row."""
        return _button_of(self.place, puzzle, 1 if self.lettered else base)


def _button_of(place: Sequence[int], puzzle: Puzzle, base: int) -> int:
    """Return the button with the given number, or (row, column), counted from ``base``; else -1."""
    here = tuple(number - base for number in place)
    shape = puzzle.layout.button_at.shape if len(here) == 2 else (puzzle.buttons,)
    if not all(0 <= k < side for k, side in zip(here, shape, strict=True)):
        return -1
    return int(puzzle.layout.button_at[here]) if len(here) == 2 else here[0]


def _pressed(buttons: Sequence[int], times: Sequence[int], puzzle: Puzzle) -> IntArray:
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    np.add.at(presses, list(buttons), list(times))
    return presses % puzzle.colours


def read_named(lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a text as names of cells, such as ``B3``; empty if none.

    Raises:
        InputError: When a place has no button.
    """
    blocks: list[list[list[PlaceName]]] = [[]]
    for line in lines:
        heading = _HEADING.match(line.text)
        start = heading.end() if heading else 0
        found = _names_in(Line(line.text[start:], line.number, line.column + start))
        if heading or not found:
            blocks.append([])
        if found:
            blocks[-1].append(found)
    blocks = [block for block in blocks if block]
    rows = [row for block in blocks for row in block]
    every = [name for row in rows for name in row]
    splits = [("all places together", [every])]
    if len(rows) > max(len(blocks), 1) and any(len(row) > 1 for row in rows):
        splits.insert(0, ("one answer in each line", rows))
    if len(blocks) > 1:
        joined = [[name for row in block for name in row] for block in blocks]
        splits.insert(0, ("one answer in each paragraph", joined))
    usual = splits[0 if len(blocks) > 1 else -1][0]
    bases = [1] if all(name.lettered for name in every) else [1, 0]
    strange = [[name for name in every if name.button(puzzle, base) < 0] for base in bases]
    if all(strange):
        word = strange[0][0].word
        raise word.error(f"there is no button {quoted(word.text)[1:-1]}")
    readings = list[GivenAnswers]()
    for base, wrong in zip(bases, strange, strict=True):
        for how, answers in splits if every and not wrong else ():
            counted = f", counted from {base}" if len(bases) > 1 else ""
            pressed = tuple(
                _pressed([name.button(puzzle, base) for name in answer],
                         [name.times for name in answer], puzzle) for answer in answers
            )  # fmt: skip
            readings.append(GivenAnswers(
                pressed, f"{how}{counted}", plain=base == 1 and how == usual,
                certain=len(bases) == len(splits) == 1,
            ))  # fmt: skip
    return readings


def _names_in(line: Line) -> list[PlaceName]:
    """Return the places named in a line, or none if the line contains anything else."""
    before = _BEFORE.match(line.text)
    at = before.end() if before else 0
    names = []
    for found in _PLACE.finditer(line.text, at):
        if not _BETWEEN.fullmatch(line.text, at, found.start()):
            return []
        at = found.end()
        letters = found["letters"] or ""
        column = reduce(lambda n, letter: 26 * n + ord(letter) - 64, letters, 0)
        row, column = (int(found["row"] or found["r"] or found["number"]),
                       int(found["column"] or found["c"] or column))  # fmt: skip
        times = 2 if found["twice"] else int(found["times"] or found["often"] or 1)
        names.append(PlaceName((row, column), times, letters != "", line.group(found, 0)))
    return names if _BETWEEN.fullmatch(line.text, at) else []


_ONE = re.compile(r"\s*(?:[\w\"']*\s*[:=]\s*)?[\[{(]\s*([0-9]{1,9})\s*[\])}][\s;.]*")
"""Pattern of a list of one number."""

_STEP = re.compile(
    r"\s*(?:(?:(?:step|move|click|press)\s*)?#?[0-9]{1,6}\s*[:.)]\s*)?"
    r"(?:press|click|push|toggle|flip)(?:es|ed)?\s+(?:(?:cell|button|light|at|square)\s+)?"
    r"[\[(]?\s*(?P<row>[0-9]{1,6})\s*,\s*(?P<column>[0-9]{1,6})\s*[\])]?[.;]?\s*",
    re.IGNORECASE,
)
"""Pattern of a step such as ``step 2: press (1, 3)``."""

_NUMBERS = re.compile(r"[\s,;]*+(?:[0-9]{1,9}+(?![0-9])[\s,;]*+)*")
"""Pattern of a line with numbers of places or buttons."""

_ROW_KEYS, _COLUMN_KEYS = ("row", "r"), ("col", "column", "c")
_TIMES_KEYS = ("times", "count", "presses")


def places_in_text(text: str, lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a text as a list of cell or button numbers; empty if none."""
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
        values = [
            row for one in lists
            for row in (one.values if isinstance(one.values[0], list) else [one.values])
        ]  # fmt: skip
        return listed_places(values if len(values) > 1 else lists[0].values, puzzle)
    kept = [line.text for line in lines if line.text.strip() and not is_talk(line)]
    if not kept or not all(map(_NUMBERS.fullmatch, kept)):
        return []
    words = [re.findall("[0-9]+", row) for row in kept]
    rows = [[int(word) for word in row] for row in words]
    readings: list[GivenAnswers] = []
    if puzzle.layout.is_grid and {len(row) for row in rows} == {2}:
        readings += listed_places(rows, puzzle)
    if any(len(word) > 1 and word[0] == "0" for row in words for word in row):
        return readings
    readings += listed_places([x for row in rows for x in row], puzzle)
    several = len(rows) > 1 and any(len(row) > 1 for row in rows)
    each = [listed_places(row, puzzle) for row in rows if row and several]
    for way in each[0] if each else ():
        same = [one.presses[0] for ways in each for one in ways if one.how == way.how]
        if len(same) == len(each):
            readings.append(GivenAnswers(tuple(same), f"{way.how}, an answer in each line"))
    return readings


def listed_places(values: Any, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a JSON list of button numbers, pairs or row-column objects."""
    places = [_place_of(value) for value in values] if isinstance(values, list) else []
    if {len(place) for place in places} not in ({2}, {3}):
        return []
    kind = "places (row, column)" if len(places[0]) == 3 else "numbers of buttons"
    times = [often for *_, often in places]
    readings = []
    for base in (1, 0):
        buttons = [_button_of(place, puzzle, base) for *place, _ in places]
        once = min(buttons) >= 0 and len(set(buttons)) == len(buttons)
        if once and 0 < min(times) <= max(times) < puzzle.colours:
            presses = (_pressed(buttons, times, puzzle),)
            readings.append(GivenAnswers(presses, f"{kind}, counted from {base}"))
    return readings


def _place_of(value: Any) -> tuple[int, ...]:
    """Return (row, column, count) or (number, count) of a place in JSON; empty for other values."""
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


_LOWER = re.compile(r"\s*(?:[a-wA-W][0-9]{1,5}(?:x[0-9]{1,9})?[\s,;]*)+")
"""Pattern of places in small letters, without x, since x1 names a variable."""
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

SHORT_ANSWER = 1_000_000
"""Characters beyond which numbers that fit are not also tried as numbers of places."""

_KEYS = ("solutions", "presses", "solution", "answer", "answers", "moves", "steps", "clicks")
"""JSON keys that can hold presses; the first that occurs counts."""


def read_presses(
    text: str, puzzle: Puzzle, *, source: str = "", by_solving: bool = True
) -> tuple[IntArray, str]:
    """Parse the presses of one answer.

    Args:
        text: As `read_answers`.
        puzzle: The puzzle.
        source: File name for errors.
        by_solving: whether to choose the interpretation that solves the board.

    Returns:
        (buttons,) int64 in 0..c-1, and the interpretation in words (``""`` if it is the only one).

    Raises:
        InputError: When the text does not parse, has several answers, or no
            interpretation solves the board.
    """
    found = read_answers(text, puzzle, source=source, by_solving=by_solving)
    with in_source(source):
        reject(not found.sure, f"the presses read several ways: {found.how}", line=1)
        reject(
            len(found.presses) > 1, f"there are {len(found.presses)} answers, one is wanted", line=1
        )
    return found.presses[0], found.how


@uncollected()
def read_answers(
    text: str, puzzle: Puzzle, *, source: str = "", by_solving: bool = True
) -> GivenAnswers:
    """Parse all answers in a text.

    Args:
        text: A text as described in the module docstring.
        puzzle: The puzzle.
        source: File name for errors.
        by_solving: whether to choose the interpretation that solves the board.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    with in_source(source):
        return _answers_in(_ESCAPES.sub("", text), puzzle, by_solving)


def _answers_in(clean: str, puzzle: Puzzle, by_solving: bool) -> GivenAnswers:
    """Return the answers in a text, choosing among its possible interpretations."""
    if clean.lstrip()[:1] == "{" and not re.match(r"\s*\{\s*[\[{(0-9]", clean):
        with located(1):
            return _chosen(_in_object(clean, puzzle), puzzle, by_solving)
    lines = split_lines(clean)
    if puzzle.layout.is_grid:
        named = read_named(lines, puzzle)
        if not named and _LOWER.fullmatch(clean):
            upper = re.sub(r"\b[a-z]", lambda letter: letter[0].upper(), clean)
            named = read_named(split_lines(upper), puzzle)
        if named:
            return _chosen(named, puzzle, by_solving)
    refusal: InputError | None = None
    readings: list[GivenAnswers] = []
    try:
        readings = [read_numbers(lines, puzzle)]
    except InputError as problem:
        refusal = problem
    if len(clean) <= SHORT_ANSWER and clean.strip():
        readings += read_two_signs(lines, puzzle) if puzzle.layout.is_grid else []
        readings += places_in_text(clean, lines, puzzle)
    if refusal is not None and (not readings or not by_solving):
        raise refusal
    chosen = _chosen(readings, puzzle, by_solving)
    # numbers that could also be numbers of presses are read as places only if these solve the board
    numbers = re.findall("[0-9]+", clean) if refusal is not None else ["9" * 10]
    guess = all(len(digits) < 10 and int(digits) < puzzle.colours for digits in numbers)
    if guess and not all(solves(puzzle, x) for x in chosen.presses):
        assert refusal is not None
        raise refusal
    return chosen


def read_two_signs(lines: Sequence[Line], puzzle: Puzzle) -> list[GivenAnswers]:
    """Return both interpretations of drawings with two unknown signs; empty for other drawings."""
    at = puzzle.layout.button_at
    rows = [line._replace(text="".join(line.text.split())) for line in lines]
    rows = [row for row in rows if len(row.text) == at.shape[1]]
    signs = sorted({sign for row in rows for sign in row.text})
    if (
        puzzle.colours != 2 or (at < 0).any() or len(rows) % at.shape[0]
        or len(signs) != 2 or any(sign.isdigit() for sign in signs)
    ):  # fmt: skip
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
    tried = len(ways) > 1 and by_solving
    rights = [sum(tried and solves(puzzle, x) for x in way.presses) for way in ways]
    whole = [way for way, n in zip(ways, rights, strict=True) if n == len(way.presses)]
    some = [way for way, n in zip(ways, rights, strict=True) if n]
    if first.certain or len(ways) == 1:
        hint = f"{some[0].how}, it would be one" if some and not rights[0] else ""
        return replace(first, how=hint if first.certain else first.how)
    best = whole or some
    if not best:
        unsure = replace(first, how=_ways_words(ways), sure=False)
        return next((way for way in ways if way.plain), unsure)
    reject(
        sum(len(way.presses) == len(best[0].presses) for way in whole) > 1,
        f"the presses read several ways, and each solves: {_ways_words(best)}",
    )
    return best[0]


def _ways_words(ways: list[GivenAnswers]) -> str:
    return " | ".join(way.how for way in ways[:4])


def _in_object(text: str, puzzle: Puzzle) -> list[GivenAnswers]:
    """Return the interpretations of a JSON object.

    Raises:
        InputError: When the object has no presses.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("it begins like JSON but is not") from None
    held: dict[str, Any] = value if isinstance(value, dict) else {}
    filled = [key for key in _KEYS if held.get(key) not in (None, [])]
    key = [*filled, *(key for key in _KEYS if held.get(key) == []), ""][0]
    found: Any = held.get(key)
    reject(not isinstance(found, list), "JSON presses are a list, or an object with a list presses")
    if key in ("solutions", "answers") and found:
        return [GivenAnswers(tuple(presses_of(puzzle, one) for one in found), "all its solutions")]
    if isinstance(found[:1][0] if found else 0, str):
        named = read_named(split_lines(" ".join(map(str, found))), puzzle)
        reject(not named, "JSON presses are numbers, or places like A1")
        return named
    try:
        return [GivenAnswers((presses_of(puzzle, found),), "numbers of presses", certain=True)]
    except InputError:
        if readings := listed_places(found, puzzle):
            return readings
        raise
