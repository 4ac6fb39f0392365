"""Parser for answers to a puzzle: the presses, in the notations that people and programs use.

`read_answers` tries every interpretation of a text, and takes the one that solves the board
(`_chosen`).  Numbers of presses, and places written like A1, say what they mean; other texts mean
several things.  Where one interpretation solves the board it is taken, with a note; where two do,
the text is refused with both; where none does, all are wrong alike.  A text may hold several
answers.

- *Numbers of presses* (`read_numbers`) are cells in arrays or strings, or in the lines of drawings
  and tables; the scanner finds both.  The puzzle's shape decides how a line is parted: rows of the
  grid, also without its rows and places that have no button, or all buttons in one line.  Sentences
  may stand around them.  Arrays labelled ``para`` and ``ans`` that say the same are one answer; one
  labelled ``result`` or ``board`` is none.  Numbers behind an array are its cost and how many
  answers of its kind there are.  An unknown sign beside one for "not pressed" means pressed.
- *Names of a graph's buttons* (`read_names`): ``name: count`` lines, our own ``press a, b x2``.
- *Places* (`read_places`): names such as ``A1 C3x2``, ``R1C3``, ``row 1, column 3``, pairs of row
  and column, and numbers of buttons, in sentences, lists and steps.  A1 is the letter of the column
  and the number of the row, from the upper left; ``x2`` or ``twice`` presses twice, and so does a
  name that is listed twice.  A list of numbers that repeats a place is none, which tells lists of
  places from rows of 0 and 1.

Rows, columns and buttons are counted from 1 or from 0: both are interpretations, unless only one is
on the board.  Reading takes linear time.
"""

import json
import re
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import chain, takewhile
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.header import drawing_rows
from lo_exact.formats.board.places import (
    LISTED,
    Line,
    in_source,
    natural,
    quoted,
    reject,
    split_lines,
)
from lo_exact.formats.board.rows import DIGITS, HOLES, OFF, ON, SIGNS, GlyphError, decide
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, candidates_in
from lo_exact.formats.scanner.legends import alphabet
from lo_exact.formats.scanner.lines import row_of
from lo_exact.formats.scanner.tree import is_cell, tokens, tree_of
from lo_exact.machine import uncollected
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

MAX_ANSWERS = 100_000
"""Largest number of answers in one text."""

SHORT_ANSWER = 1_000_000
"""Characters beyond which numbers that fit are not also tried as numbers of places."""

MISSING = ("", "?", *HOLES)
"""Glyphs of a cell without a number."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_VALUES = re.compile(rf"[0-9{re.escape(OFF + ON)}~?,\s]+")
_MARKS = re.compile(r"[\[({\"'`]")
_row_of = lru_cache(maxsize=8)(partial(row_of, at=0))
_OTHER = re.compile(
    r"(?i)\W*(?:(?!ans|press|sol|best|click|move)\w+\s+)?"
    r"(?:result|board|after|lights|state|para_range|start|puzzle|final)"
    r"(?:\s+(?!ans|press|sol|best|click|move)\w+)?\W*"
)
"""Labels of other data that programs print next to their presses."""

_ASIDE = re.compile(r"([-=_])\1{2,}+|[^\W\d]\w*+\s*+[:=]")
"""Lines without presses among arrays and rows, such as ``X:`` or ``-----``."""

_FIGURES = re.compile(r"\s*+(?:0|[1-9][0-9]{0,8}+)(?:\s++(?:0|[1-9][0-9]{0,8}+))?\s*+")
"""Lines that may be a size or counts."""

_BEHIND = re.compile(r"[\s;,]*+(?:([0-9]{1,15}+)(?:\s++([0-9]{1,15}+))?)?\s*+")
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


class Block(NamedTuple):
    """Rows of an array or drawing; each row is a tuple of its cells, or of one unsplit line."""

    rows: list[tuple[Line, ...]]
    label: str = ""
    """Text before the rows."""
    behind: str = ""
    """Text behind the rows in their last line."""


def is_talk(line: Line, widths: Container[int] = ()) -> bool:
    """Return whether a line is blank, ``---`` or text; ``widths`` are possible row lengths."""
    text = line.text.strip()
    aside = _ASIDE.fullmatch(text) is not None
    if not text or (_VALUES.fullmatch(text) and not aside):
        return not text
    row, words = _row_of(text), re.findall(rf"[^{LISTED}]+", text)
    if row.kind == "boxes" or row.labelled is not None:
        return False
    if row.kind != "words" and (aside or text.isalpha() or not re.search(r"\w", text)):
        return len(words if row.kind == "cells" else "".join(words)) not in widths
    cells = row.kind == "run" or all(is_cell(word) or _VALUES.fullmatch(word) for word in words)
    return row.kind == "words" or (_WORD.search(text) is not None and not cells)


def arrays_of(text: str) -> list[Block]:
    """Return the arrays that the scanner finds in a text, except arrays inside sentences.

    Raises:
        InputError: When there is other text among them that is not a sentence.
    """
    joined = unwrapped(text)
    root, unpaired = tree_of(tokens(joined) if _MARKS.search(joined) else [])
    reject(
        unpaired is not None and re.match(r"\s*\[\s*[\[0-9]", text),
        "the brackets of this list do not pair",
        line=1,
    )
    boards = list[FoundBoard]()
    try:
        boards = candidates_in(root, joined) if unpaired is None else []
    except FaultError as fault:  # a round bracket may belong to a sentence
        reject(joined[fault.at] != "(", fault.problem, line=joined.count("\n", 0, fault.at) + 1)
    if not boards:
        return []
    ends, starts = [0, *(one.end for one in boards)], [*(one.start for one in boards), len(text)]
    pieces = (joined[low:high] for low, high in zip(ends, starts, strict=True))
    blocks, strange, number, said, left = list[Block](), list[Line](), 1, "", iter(boards)
    for row in "\0".join(pieces).split("\n"):
        first, *behind = row.split("\0")
        found = [next(left) for _ in behind]
        called = found and joined[found[0].start] == "(" and re.search(r"\w$", first)
        label = (re.sub(r"[\w.]+$", "", first) if called else first).strip(" ,;\t[{")
        if not found or (label and label[-1] not in ":=("):
            talk = is_talk(Line(row.replace("\0", " "), number))
            known = talk or not row.strip() or _OTHER.fullmatch(said) or _FIGURES.fullmatch(row)
            strange += [] if known else [Line(row, number)]
            said, behind = (row.strip() if talk else "") or said, []
        for board, rest in zip(found, behind, strict=False):
            if not _BEHIND.fullmatch(rest) and re.search(r"\w", rest):
                strange.append(Line(rest, number))
            pairs = board.shape[1] == 2 and "(" in joined[board.start : board.end] and not called
            places = "numbers in round brackets may be places"
            reject(pairs or board.pairs, places, line=number)
            rows = [tuple(Line(cell.text, number) for cell in cells) for cells in board.rows]
            blocks.append(Block(rows, label or said, rest))
            label = said = ""
        number += 1 + sum(text.count("\n", board.start, board.end) for board in found)
    blocks = [block for block in blocks if not _OTHER.fullmatch(block.label)]
    if blocks and strange:
        raise strange[0].error(f"the list has ended, got {quoted(strange[0].text)} after it")
    return blocks


def unwrapped(text: str) -> str:
    """Return a text in which blanks replace the line ends inside innermost brackets ``[...]``."""
    return re.sub(r"\[[^\[\]]*\]", lambda found: found[0].replace("\n", " "), text)


def read_numbers(lines: Sequence[Line], puzzle: Puzzle) -> GivenAnswers:
    """Parse arrays or drawings that contain the number of presses of each button.

    Args:
        lines: The lines of the text.
        puzzle: The puzzle.

    Raises:
        InputError: When there are none, or some text is none, with line and column.
    """
    text, grid = "\n".join(line.text for line in lines), puzzle.layout.is_grid
    reject(not text.strip(), "there are no presses", line=1)
    every = np.arange(puzzle.buttons)[None]
    at = puzzle.layout.button_at if grid else every
    needed = at[(at >= 0).any(axis=1)]
    blocks, widths = arrays_of(text) or [Block([])], {at.shape[1], puzzle.buttons}
    for line in drawing_rows(lines) if not blocks[0].rows else ():
        said = line.text.strip()
        progress = (at >= 0).all() and re.fullmatch("[0-9]+%", said)
        if progress or (is_talk(line, widths) if said else len(needed) == len(at)):
            blocks.append(Block([], said))
        elif said:
            blocks[-1].rows.append((line,))
    answers, weights, minima = list[IntArray](), list[int | None](), None
    labels: dict[bytes, str] = {}
    wanted = f"presses are {len(at)} rows of {at.shape[1]} places, got"
    for block in blocks:
        rows = block.rows if not _OTHER.fullmatch(block.label) else []
        ends = [rows[:1], rows[-1:]]  # the first and the last row may be a size or counts
        low, high = (sum(_is_figures(row, at, puzzle.colours) for row in end) for end in ends)
        parts = [rows, rows[low : len(rows) - high]]
        if rows and not grid:
            parts.append([tuple(word for row in rows for word in _words(row))])
        ways = (_parted(part, shape) for part in parts for shape in (at, needed, every))
        found = next(filter(None, ways), [])
        if not found and len(rows) > low:
            counts = {len(row) if len(row) > 1 else len(row[0].text) for row in map(_words, rows)}
            got = f"{len(rows)} rows of {' and '.join(map(str, sorted(counts)))}"
            raise rows[0][0].error(f"{wanted} {got}")
        behind, costs = (
            _BEHIND.fullmatch(block.behind),
            re.fullmatch(
                r"\s*(?:手数|moves?|presses|weight|cost|steps)\s*[:=]?\s*([0-9]{1,9})\s*",
                block.label,
            ),
        )
        cost = (behind and behind[1]) or (costs and costs[1])
        minima = minima or (behind and behind[2])
        for cells in found:
            presses = _counted(cells, puzzle)
            known = labels.setdefault(presses.tobytes(), block.label)
            if known == block.label or not block.label:
                answers.append(presses)
                weights.append(int(cost) if cost else None)
    reject(not answers, f"{wanted} none", line=1)
    reject(len(answers) > MAX_ANSWERS, f"there are more than {MAX_ANSWERS} answers")
    return GivenAnswers(
        tuple(answers), "numbers of presses", certain=True,
        weights=tuple(weights), minima=int(minima) if minima else None,
    )  # fmt: skip


def _parted(rows: Sequence[tuple[Line, ...]], at: IntArray) -> list[list[tuple[Line, int]]]:
    """Split rows into answers: lists of pairs (cell, button or -1); empty if the rows do not fit.

    Args:
        rows: The rows.
        at: (rows, columns) int64, the button in each place or -1.
    """
    height = len(at)
    if not rows or not height or len(rows) % height:
        return []
    found = (_cells(row, at[k % height] >= 0) for k, row in enumerate(rows))
    cells = list(takewhile(bool, found))
    return [
        list(zip(chain.from_iterable(cells[k : k + height]), at.ravel().tolist(), strict=True))
        for k in range(0, len(cells) if len(cells) == len(rows) else 0, height)
    ]


def _counted(cells: Sequence[tuple[Line, int]], puzzle: Puzzle) -> IntArray:
    """Return the presses (buttons,) from pairs of a cell and its button, -1 for no button.

    Raises:
        InputError: When a cell is no number of presses.
    """
    here = {cell.text: cell for cell, button in reversed(cells) if button >= 0}
    meaning = meanings(here, puzzle.colours)
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for cell, button in cells:
        cell.reject(button < 0 and cell.text.strip("0").isdecimal(), "no button is here")
        if button >= 0:
            presses[button] = meaning[cell.text]
    return presses


def _is_figures(row: Sequence[Line], at: IntArray, colours: int) -> bool:
    """Return whether a row contains the board's size, or one or two counts that are not presses."""
    text = row[0].text.strip() if len(row) == 1 else ""
    digits = re.findall("[0-9]", text)
    high = len(text) == 1 or colours > 10 or any(int(digit) >= colours for digit in digits)
    size = text.split() == [*map(str, at.shape)]
    return bool(_FIGURES.fullmatch(text)) and (size or (high and not _cells(row, at[0] >= -1)))


def _words(row: Sequence[Line]) -> list[Line]:
    return list(row) if len(row) > 1 else row[0].words(rf"{LISTED}\"'") or list(row)


def _cells(row: Sequence[Line], buttons: np.ndarray) -> list[Line]:
    """Split a row into one cell for each place; return an empty list if there are more or fewer.

    Args:
        row: Its cells, or a line.
        buttons: Whether there is a button in each place; only these may have cells.
    """
    words, line, width, count = _words(row), row[0], buttons.size, int(buttons.sum())
    if len(words) == 1 and len(words[0].text) in (width, count):
        glyphs = enumerate(words[0].text, start=words[0].column)
        words = [Line(sign, line.number, column) for column, sign in glyphs]
    if len(words) == count < width:
        left = iter(words)
        words = [next(left) if button else line._replace(text="") for button in buttons]
    if len(words) != width and len(row) == 1:
        table = _row_of(line.text)
        table = table.labelled or table
        words = [] if table.kind in ("words", "odd", "levels") else [
            Line("." if cell.text == " " else cell.text, line.number, cell.start + 1)
            for cell in table.cells
        ]  # fmt: skip
    return words if len(words) == width else []


def meanings(places: Mapping[str, Line], colours: int) -> dict[str, int]:
    """Return the number of presses that each glyph means.

    Args:
        places: Words or signs at the buttons, each with its position.
        colours: c.

    Raises:
        InputError: When a glyph is not a number of presses, or could be two.
    """
    meaning = alphabet(set(places)) or {}
    for glyph, place in sorted(places.items()):
        missing = glyph in MISSING or meaning.get(glyph, 0) < 0
        place.reject(missing, "a button's presses are missing here")
        word = len(glyph) > 1 or glyph in DIGITS or (glyph.isalpha() and glyph not in "OXx")
        if meaning.get(glyph, colours * word) >= colours:
            meaning[glyph] = natural(place, "presses are whole numbers: each", 0, colours - 1)
    signs = set(places) - set(meaning)
    off = min(signs & set(OFF), default="")
    if off and meaning and signs == {off} - {*"-_"} and "0" not in meaning:
        meaning[off] = 0
    elif off and len(signs) == colours == 2 and not signs & {*ON, *SIGNS}:
        meaning |= dict.fromkeys(signs, 1) | {off: 0}  # the sign that is not ``off`` means 1 press
    signs -= set(meaning)
    try:
        numbers = {"1"} if (meaning and signs) or signs == {"O"} else set()
        return decide(signs | numbers, min(colours, 10), {}, from_off=True) | meaning
    except GlyphError as error:
        problem = _OF_BOARDS.sub(lambda found: _OF_PRESSES[found[0]], error.problem)
        problem = problem.partition("; say")[0]
        raise places.get(error.glyph, min(places.values())).error(problem) from None


def presses_of(puzzle: Puzzle, values: object) -> IntArray:
    """Convert numbers of presses, in an array or nested lists, to an array of shape (buttons,).

    Args:
        puzzle: The puzzle.
        values: (buttons,) integers of 0..c-1; on a grid also (rows, columns), with 0, a negative
            number or None where there is no button.

    Returns:
        (buttons,) int64.

    Raises:
        InputError: When they have another form.
    """
    grid, flat = puzzle.layout.button_at, np.arange(puzzle.buttons)
    places = {flat.shape: flat} | ({grid.shape: grid} if puzzle.layout.is_grid else {})
    wanted = f"presses are whole numbers in the shape {' or '.join(map(str, places))}"
    with suppress(ValueError):
        array = np.array(values, dtype=object)
        at = places.get(array.shape)
        cells = [HOLE if value is None else value for value in array.flat]
        if at is not None and {*map(type, cells)} <= {int, bool}:
            high = np.where(at >= 0, puzzle.colours, 1).ravel()
            array = np.array(cells, dtype=object)
            wrong = array[(array >= high) | ((array < 0) & (at.ravel() >= 0))]
            limit = f"presses are 0..{puzzle.colours - 1}, and 0 where no button is, got"
            reject(wrong.size, f"{limit} {printable(str(wrong[:1]), 40)}")
            presses = np.zeros(puzzle.buttons, dtype=np.int64)
            presses[at[at >= 0]] = array[at.ravel() >= 0]
            return presses
    raise InputError(wanted)


def read_names(lines: Sequence[Line], puzzle: Puzzle) -> IntArray | None:
    """Parse presses by button name: lines ``name: count``, or the sentence ``press a, b x2``.

    Returns:
        (buttons,) int64, or None for a text without names.

    Raises:
        InputError: When a name or count is wrong.
    """
    numbers = tuple(map(str, range(puzzle.buttons)))
    given = (puzzle.layout.button_names, puzzle.layout.names, numbers)
    names = next(names for names in given if len(names) == puzzle.buttons)
    number = {name: j for j, name in enumerate(names)}
    presses = np.full(puzzle.buttons, HOLE, dtype=np.int64)
    strange, told = list[Line](), False
    for line in lines:
        name, _, count = line.text.strip().rpartition(":")
        said, ways = (
            re.fullmatch(r"\Apress (?:buttons? )?(.*?)(?: \(counted from 0\))?\s*\Z", line.text),
            list[list[tuple[str, str]]](),
        )
        if name.strip() in number:
            ways = [[(name.strip(), count.strip())]]
        elif said and said[1] != "nothing":
            ways = [
                [(word, "1"), *re.findall(r"(.*) x([0-9]+)", word)] for word in said[1].split(", ")
            ]
        elif line.text.strip() and not said and not is_talk(line):
            strange.append(line)
        told = told or said is not None or bool(ways)
        for each in ways:
            known = [(number[name], count) for name, count in each if name in number]
            once = len(known) == 1 and presses[known[0][0]] == HOLE
            what = "two ways to read" if len(known) > 1 else "no button, or one said before:"
            line.reject(not once, f"{what} {quoted(each[0][0])}")
            high = puzzle.colours - 1
            presses[known[0][0]] = natural(line._replace(text=known[0][1]), "a count", 0, high)
    silent = not (strange or puzzle.buttons) or not any(line.text.strip() for line in lines)
    if not (told or silent):
        return None
    for line in strange:
        raise line.error(f"presses are written name: count, got {quoted(line.text)}")
    return np.maximum(presses, 0)


_OFTEN = (
    r"(?:\s?x(?P<times>[0-9]{1,10})|,? (?P<twice>twice)|,? (?P<often>[0-9]{1,10}) times)?"
    r"(?![A-Za-z0-9_]|\.[0-9])"
)
_NUMBER = r"(0|[1-9][0-9]{0,8})"
_KINDS = {
    "places": re.compile(
        r"(?<![A-Za-z0-9_])(?:[rR]ow\s+([0-9]{1,5})\s*,?\s*(?:and\s+)?col(?:umn)?\s+([0-9]{1,5})"
        rf"|[rR]([0-9]{{1,5}})\s?[cC]([0-9]{{1,5}})|([A-Z]{{1,3}}|[a-wyz])([0-9]{{1,5}})){_OFTEN}",
        re.ASCII,
    ),
    "places (row, column)": re.compile(
        rf"(?<!\w)[\[({{]\s*+{_NUMBER}(?:\s*+[,;]\s*+|\s++){_NUMBER}\s*+[\])}}]{_OFTEN}"
    ),
    "numbers of buttons": re.compile(rf"(?<![\w.-]){_NUMBER}{_OFTEN}"),
}
"""Patterns of a place, for each way to name it; of the first a name is unambiguous."""

_PAIR = re.compile(rf"\s*{_NUMBER}[\s,;]+{_NUMBER}[\s,;]*")
"""Pattern of a line that is a pair."""

_HEADING = re.compile(r"[^\W\d_][^\W\d]*(?: [^\W\d]+)*(?: [0-9]+)?\s*[:=]")
"""Heading of one answer, such as ``Solution 2:``."""

_STEP = re.compile(
    r"\s*(?:(?:(?:step|move|click|press)\s*)?#?[0-9]{1,6}\s*[:.)]\s+)?"
    r"(?:(?:press|click|push|toggle|flip)(?:es|ed)?\s+(?:(?:cell|button|light|at|square)\s+)?)?",
    re.IGNORECASE,
)
"""Beginning of a step such as ``step 2: press (1, 3)``."""

_BETWEEN = re.compile(r"(?:[\s,;.()\[\]{}'\"+]|->|→|\band\b|\bthen\b|\bpress\b)*")


Place = tuple[tuple[int, ...], int, bool, Line]
"""A place in a text, such as ``B3``: row and column, or the number of the button; the number of
presses; whether it is written like A1, which counts from 1; the place, for errors.
"""


def read_places(lines: Sequence[Line], puzzle: Puzzle, kind: str) -> list[GivenAnswers]:
    """Return the interpretations of a text that lists pressed buttons by place; empty if none.

    Args:
        lines: The lines of the text.
        puzzle: The puzzle.
        kind: A key of `_KINDS`.

    Raises:
        InputError: When a named place has no button.
    """
    named, body = kind == "places", ""
    blocks: list[list[list[Place]]] = [[]]
    for line in lines:
        if not line.text.strip():
            blocks.append([])
            continue
        step = _STEP.match(line.text)
        head = None if step and step[0].strip() else (
            (named and _HEADING.match(line.text))
            or re.match(r"[^0-9\[\](){}]*+(?=[\[({])", line.text)
        )  # fmt: skip
        found = _places_in(line, head.end() if head else 0, kind)
        digits = step and step[0].strip() and re.search("[0-9]", line.text)
        known = _ASIDE.fullmatch(line.text.strip()) or re.fullmatch(r"[\[\](){},;\s]*", line.text)
        doubt = digits or not (known or is_talk(line, range(1, SHORT_ANSWER)))
        if not (named or found) and doubt:
            return []
        blocks += [[]] if (head and head[0].strip()) or not found else []
        blocks[-1] += [found] if found else []
        body += f"{line.text}\n" if found else ""
    # two numbers in one bracket are a place only if it is round
    opened = re.findall(r"[\[({]", body)
    pair = re.search(r"\(\s*[0-9]+\s*,\s*[0-9]+\s*\)", body) is not None
    fits = len(opened) != 1 or pair if kind == "places (row, column)" else len(opened) < 2
    odd = re.search(r"[\[({,]\s*,", body) or tree_of(tokens(body))[1] is not None
    rows = [row for block in blocks for row in block]
    every = [place for row in rows for place in row]
    if not every or not (named or (fits and not odd)):
        return []
    joined = [[place for row in block for place in row] for block in blocks if block]
    splits = [("", [every])]
    if len(joined) > 1:
        splits.insert(0, (", one answer in each paragraph", joined))
    elif len(rows) > 1 and any(len(row) > 1 for row in rows):
        splits.append((", one answer in each line", rows))
    bases = [1] if all(lettered for *_, lettered, _ in every) else [1, 0]
    readings = list[GivenAnswers]()
    for base in bases:
        for how, answers in splits:
            pressed = [_pressed(answer, puzzle, base, once=not named) for answer in answers]
            whole = tuple(presses for presses in pressed if presses is not None)
            if len(whole) == len(pressed):
                readings.append(GivenAnswers(
                    whole, kind + how + f", counted from {base}" * (len(bases) > 1),
                    plain=named and (base, how) == (1, splits[0][0]),
                    certain=len(bases) == len(splits) == 1,
                ))  # fmt: skip
    for place in every if named and not readings else ():
        wrong = _pressed([place], puzzle, 1, once=False) is None
        place[-1].reject(wrong, f"there is no button {quoted(place[-1].text)[1:-1]}")
    return readings


def _places_in(line: Line, at: int, kind: str) -> list[Place]:
    """Return the places in a line from index ``at`` on; empty if it also contains other text."""
    text, places = line.text, list[Place]()
    step = _STEP.match(text, at)
    at = step.end() if step else at
    if kind == "places (row, column)" and (pair := _PAIR.fullmatch(text, at)):
        text = f"{text[:at]}({pair[1]},{pair[2]})"
    for found in _KINDS[kind].finditer(text, at):
        if not _BETWEEN.fullmatch(text, at, found.start()):
            return []
        at = found.end()
        spot = [part for part in found.groups()[:-3] if part]
        lettered = spot[0].isalpha()
        if lettered:
            spot = [
                spot[1],
                str(reduce(lambda n, letter: 26 * n + ord(letter) - 64, spot[0].upper(), 0)),
            ]
        times = 2 if found["twice"] else int(found["times"] or found["often"] or 1)
        places.append((tuple(map(int, spot)), times, lettered, line.group(found, 0)))
    return places if _BETWEEN.fullmatch(text, at) else []


def _pressed(places: Sequence[Place], puzzle: Puzzle, base: int, *, once: bool) -> IntArray | None:
    """Convert a list of places to presses (buttons,); return None if a place is invalid.

    A place without a button is invalid; with ``once`` also a repeated one, or a count not in
    1..c-1.
    """
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for spot, times, lettered, _ in places:
        here = tuple(number - (1 if lettered else base) for number in spot)
        at = puzzle.layout.button_at if len(here) == 2 else np.arange(puzzle.buttons)
        inside = all(0 <= k < side for k, side in zip(here, at.shape, strict=True))
        button = int(at[here]) if inside else -1
        if button < 0 or (once and (presses[button] or not 0 < times < puzzle.colours)):
            return None
        presses[button] += times
    return presses % puzzle.colours


_ESCAPES = re.compile(r"\x1b\[[0-9;]*m|^[ \t]*```.*$", re.MULTILINE)

_KEYS = ("solutions", "presses", "solution", "answer", "answers", "moves", "steps", "clicks")
"""JSON keys that can hold presses; the first that occurs counts."""

_RECORD = re.compile(r"\{[^{}\n]{5,200}\}")
_FIELD = re.compile(r"""["']?\b([A-Za-z]\w*)["']?\s*:\s*["']?(\w+|\[[0-9, ]*\])["']?""")


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
    clean = _RECORD.sub(_as_place, _list_in(clean))
    value: Any = None
    with suppress(ValueError, RecursionError):
        value = json.loads(clean)
    for answers in ([value], value) if isinstance(value, list) else ():
        with suppress(InputError):  # faster than `read_numbers` for a large list
            return GivenAnswers(tuple(presses_of(puzzle, one) for one in answers))
    move = re.fullmatch(r"\s*S([0-9]+)\s*", clean)
    lines = split_lines(move[1] if move and len(move[1]) == puzzle.buttons else clean)
    by_name = None if puzzle.layout.is_grid else read_names(lines, puzzle)
    if by_name is not None:
        return GivenAnswers((by_name,), certain=True)
    if named := read_places(lines, puzzle, "places") if puzzle.layout.is_grid else []:
        return _chosen(named, puzzle, by_solving)
    refusal, readings = None, list[GivenAnswers]()
    try:
        readings.append(read_numbers(lines, puzzle))
    except InputError as problem:
        refusal = problem
    if len(clean) <= SHORT_ANSWER:
        joined = split_lines(unwrapped("\n".join(line.text for line in lines)))
        readings += [way for kind in [*_KINDS][1:] for way in read_places(joined, puzzle, kind)]
    if refusal is not None and (not readings or not by_solving):
        raise refusal
    chosen = _chosen(readings, puzzle, by_solving)
    # numbers that could be press counts are read as places only if these places solve the board
    numbers = re.findall("[0-9]+", clean)
    guess = all(len(digits) < 10 and int(digits) < puzzle.colours for digits in numbers)
    if refusal is not None and guess and not all(solves(puzzle, x) for x in chosen.presses):
        raise refusal
    return chosen


def _list_in(text: str) -> str:
    """Replace the JSON object in a text by the list of presses that the object contains.

    Raises:
        InputError: When a text begins like an object and has no presses.
    """
    found = re.search(r"^[ \t]*\{(?!\s*[\[{(0-9])[\s\S]*", text, re.MULTILINE)
    if not found:
        return text
    end = found[0].rfind("}") + 1
    with suppress(ValueError, RecursionError):
        value = json.loads(found[0][:end])
        filled = [value[key] for key in _KEYS if isinstance(value.get(key), list)]
        if filled:
            return text[: found.start()] + json.dumps(max(filled, key=bool)) + found[0][end:]
    reject(not found.start(), "it begins like JSON, and is no object with a list presses", line=1)
    return text


def _as_place(found: re.Match[str]) -> str:
    """Rewrite a record such as ``{row: 1, col: 2, times: 2}`` as the text ``(1, 2)x2``."""
    said = {key.lower(): value for key, value in _FIELD.findall(found[0])}
    row, column, times = (
        next((said[key] for key in keys if key in said), "")
        for keys in (("row", "r"), ("col", "column", "c"), ("times", "count", "presses"))
    )
    spot = said.get("place") or said.get("button") or f"({row}, {column})" * bool(row and column)
    return spot + f"x{times}" * (times not in ("", "1")) if spot else found[0]


def still_needed(puzzle: Puzzle, presses: IntArray) -> IntArray:
    """Return how much each light that matters must still change (0..c-1) after the presses."""
    rows = puzzle.matters
    reached = (puzzle.state + puzzle.activation.dot(presses)) % puzzle.colours
    needed: IntArray = (puzzle.target[rows] - reached[rows]) % puzzle.colours
    return needed


def solves(puzzle: Puzzle, presses: IntArray) -> bool:
    """Return whether presses solve a puzzle."""
    needed = still_needed(puzzle, presses)
    return not needed.any() or (puzzle.uniform and bool((needed == needed[:1]).all()))


def _chosen(readings: list[GivenAnswers], puzzle: Puzzle, by_solving: bool) -> GivenAnswers:
    """Return the unambiguous interpretation, or else the one whose presses solve the board.

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
