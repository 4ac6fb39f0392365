"""Parser for answers to a puzzle: the presses, in the notations that people and programs use.

Numbers of presses, and places written like A1, say what they mean; other texts mean several things
(`_chosen`).  Where one interpretation solves the board it is taken, with a note; where two do, the
text is refused with both; where none does, all are wrong alike.  A text may hold several answers.

- *Numbers of presses* (`read_numbers`) are boards of the scanner, arrays or drawings, whose lights
  are buttons: of the puzzle's shape, also without its rows that have no button, or all buttons in
  one line.  Sentences may stand around them.  An answer that is given twice counts once.  A board
  labelled ``result`` or ``board`` is none.  Numbers behind an array are its cost and how many
  answers of its kind there are.
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
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import Any, NamedTuple

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.header import drawing_rows
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import (
    Line,
    error_at,
    in_source,
    natural,
    quoted,
    reject,
    split_lines,
)
from lo_exact.formats.board.rows import Drawn, first_place, without_blanks
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, candidates_in
from lo_exact.formats.scanner.leftover import blank_at
from lo_exact.formats.scanner.lines import Row, boards_in_rows, row_of
from lo_exact.formats.scanner.parts import ScannedText, drawn_in
from lo_exact.formats.scanner.tree import tokens, tree_of
from lo_exact.machine import uncollected
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE

MAX_ANSWERS = 100_000
"""Largest number of answers in one text."""

_MARKS = re.compile(r"[\[({\"'`]")
_row_of = lru_cache(maxsize=8)(partial(row_of, at=0))
_OTHER = re.compile(
    r"(?i)\W*(?:(?!ans|press|sol|best|click|move)\w+\s+)?"
    r"(?:result|board|after|lights|state|para_range|start|puzzle|final)"
    r"(?:\s+(?!ans|press|sol|best|click|move)\w+)?\W*"
)
"""Labels of other data that programs print next to their presses."""

_ASIDE = re.compile(r"([-=_・])\1{2,}+|[^\W\d]\w*+\s*+[:=]|[0-9]+%|[\[\](){},;]+")
"""Lines without presses among arrays and rows, such as ``X:`` or ``-----``."""

_FIGURES = re.compile(r"\s*+(?:0|[1-9][0-9]{0,8}+)(?:\s++(?:0|[1-9][0-9]{0,8}+))?\s*+")
"""Lines that may be a size or counts."""

_COST = re.compile(r"\s*(?:手数|moves?|presses|weight|cost|steps)\s*[:=]?\s*([0-9]{1,9})\s*")
_BEHIND = re.compile(r"[^\w\n]*+(?:([0-9]{1,15}+)(?:[ \t]++([0-9]{1,15}+))?)?[^\w\n]*+(?=\n|\Z)")
"""The rest of an array's last line: marks, or its cost and the number of such answers."""


@dataclass(frozen=True, eq=False)
class GivenAnswers:
    """The answers in a text under one interpretation."""

    presses: tuple[IntArray, ...]
    """Presses of each answer, (buttons,) int64 in 0..c-1."""
    how: str = ""
    """The interpretation in words; ``""`` if it is the only one."""
    weights: tuple[int | None, ...] = ()
    """Cost of each answer as stated in the text, or None; () without any."""
    minima: int | None = None
    """Number of minimum solutions, or of solutions, stated in the text, or None."""
    sure: bool = True
    """Whether it needs no solving to be chosen; False if several fit and none solves the board."""


class Block(NamedTuple):
    """An array or drawing of numbers of presses."""

    drawn: Drawn
    """The numbers."""
    label: str = ""
    """The last words before it."""
    figures: tuple[str | None, ...] = (None, None)
    """Cost and number of minima stated behind it."""


def is_talk(line: Line) -> bool:
    """Return whether a line is blank, text, a rule like ``---``, or a cost."""
    text = line.text.strip()
    said = _COST.fullmatch(text) or _ASIDE.fullmatch(text)
    return said is not None or _row_of(text).kind in ("blank", "words", "rule")


def arrays_of(text: str, options: ReadOptions) -> list[Block]:
    """Return the arrays that the scanner finds in a text, except arrays inside sentences.

    Raises:
        InputError: When there is other text among them that is not a sentence.
    """
    joined, whole = unwrapped(text), ScannedText(text, ())
    root, unpaired = tree_of(tokens(joined) if _MARKS.search(joined) else [])
    reject(
        unpaired is not None and re.match(r"\s*\[\s*[\[0-9]", text),
        "the brackets of this list do not pair",
        line=1,
    )
    boards = list[FoundBoard]()
    try:
        boards = candidates_in(root, joined) if unpaired is None else []
    except FaultError as fault:
        if joined[fault.at] != "(":  # a round bracket may belong to a sentence
            raise error_at(text, fault.at, fault.problem) from None
    blocks, spans, end = list[Block](), list[tuple[int, int]](), 0
    limits = [*(board.start for board in boards[1:]), len(joined)]
    for board, limit in zip(boards, limits, strict=False):
        before = joined[end : board.start]
        low = max(end, joined.rfind("\n", end, board.start) + 1)
        end = board.end
        called = joined[board.start] == "(" and re.search(r"\w$", before)
        label = re.sub(r"(?<![\w.])[\w.]+$", "", before) if called else before
        label = label.rstrip(" \t,;[{")
        if label[-1:] not in ":=(\n":
            continue  # an array inside a sentence
        name = label.strip().rpartition("\n")[2]
        behind = _BEHIND.match(joined, end, limit)
        spans.append((low, behind.end() if behind else end))
        if _OTHER.fullmatch(name):
            continue
        if behind is None:
            raise error_at(text, end, "the list has ended, and other text is behind it")
        if board.shape[1] == 2 and "(" in joined[board.start : end] and not called:
            raise error_at(text, board.start, "numbers in round brackets may be places")
        blocks.append(Block(drawn_in(board, whole, options), name, behind.groups()))
    said = ""
    for line in split_lines(blank_at(joined, spans)) if blocks else ():
        if is_talk(line):
            said = line.text.strip() or said
        elif not (_OTHER.fullmatch(said) or _FIGURES.fullmatch(line.text)):
            raise line.error(f"the list has ended, got {quoted(line.text)} after it")
    return blocks


def unwrapped(text: str) -> str:
    """Return a text in which blanks replace the line ends inside innermost brackets ``[...]``."""
    return re.sub(r"\[[^\[\]]*\]", lambda found: found[0].replace("\n", " "), text)


def _drawings(text: str, lines: Sequence[Line], puzzle: Puzzle) -> list[Block]:
    """Return the drawings in lines: rows between sentences, sizes and counts.

    Raises:
        InputError: When rows may be read otherwise, with line and column.
    """
    whole, options = ScannedText(text, ()), ReadOptions(colours=puzzle.colours)
    at, *others = _places_of(puzzle)
    widths = {at.shape[1], *(other.shape[1] for other in others)}
    parted = (at >= 0).any(axis=1).all()
    found, label, block = list[Block](), "", list[Line]()
    for line in [*drawing_rows(lines), Line("end:", len(lines))]:
        said = line.text.strip()
        if not (_is_aside(said, widths, puzzle.colours) if said else parted):
            block += [line] if said else []
            continue
        if block and not _OTHER.fullmatch(label):
            if (at < 0).any() and max(len(line.text) for line in block) <= at.shape[1]:
                block = without_blanks(block)
            rows = [_row(line, whole, at.shape[1], puzzle.colours) for line in block]
            try:
                boards = boards_in_rows(rows, presses=True)
            except FaultError as fault:
                raise error_at(text, fault.at, fault.problem) from None
            signs = {sign for board in boards for row in board.words for sign in row}
            block[0].reject(
                signs == {"O"}, "they read two ways: 'O' is a press | 'O' is the digit 0"
            )
            found += [Block(drawn_in(board, whole, options), label) for board in boards]
        label, block = said, []
    return found


def _row(line: Line, whole: ScannedText, width: int, colours: int) -> Row:
    """Return the row of presses in a line; of more than 10 colours a run may be one number."""
    start = int(whole.starts[line.number - 1]) + line.column - 1
    row = row_of(line.text, start)
    off = "-" if row.kind == "rule" else ""  # signs for buttons that are not pressed
    row = row_of(line.text.replace("-", "."), start) if off else row
    cells = [cell._replace(kind="atom", text=off or cell.text) for cell in row.cells]
    if row.kind == "run" and colours > 10:
        row = row._replace(kind="cells")
        cells = cells if len(cells) == width else [cells[0]._replace(text=line.text.strip())]
    return row._replace(cells=tuple(cells))


def _is_aside(text: str, widths: set[int], colours: int) -> bool:
    """Return whether a line contains no presses, but words, a rule, or a count."""
    row = _row_of(text)
    if row.kind == "words" or _COST.fullmatch(text):
        return True
    fits = len(row.cells or "".join(text.split())) in widths
    large = len(text) == 1 or any(int(digit) >= colours for digit in re.findall("[0-9]", text))
    figures = large and _FIGURES.fullmatch(text)
    return not fits and bool(figures or is_talk(Line(text, 0)) or text.isalpha())


def read_numbers(lines: Sequence[Line], puzzle: Puzzle) -> GivenAnswers:
    """Parse arrays or drawings that contain the number of presses of each button.

    Args:
        lines: The lines of the text.
        puzzle: The puzzle.

    Raises:
        InputError: When there are none, or some text is none, with line and column.
    """
    text = "\n".join(line.text for line in lines)
    if not puzzle.buttons and not re.search("[0-9]", text):
        return GivenAnswers((np.zeros(0, dtype=np.int64),))
    answers, minima = dict[tuple[int, bytes], tuple[IntArray, int | None]](), None
    options = ReadOptions(colours=puzzle.colours)
    for block in arrays_of(text, options) or _drawings(text, lines, puzzle):
        cost, minimum = block.figures
        said = _COST.fullmatch(block.label)
        cost = said[1] if said else cost
        minima = minima or minimum
        for k, presses in enumerate(_fitted(block.drawn, puzzle)):  # equal ones of two blocks merge
            answers.setdefault((k, presses.tobytes()), (presses, int(cost) if cost else None))
    shape = _places_of(puzzle)[0].shape
    reject(not answers, "{} rows of {} places are wanted, got none".format(*shape), line=1)
    reject(len(answers) > MAX_ANSWERS, f"there are more than {MAX_ANSWERS} answers")
    each, weights = zip(*answers.values(), strict=True)
    return GivenAnswers(each, weights=weights, minima=int(minima) if minima else None)


def _places_of(puzzle: Puzzle) -> list[IntArray]:
    """Return the forms of numbers of presses: the button in each place of them, or -1."""
    every = np.arange(puzzle.buttons)[None]
    at = puzzle.layout.button_at
    return [at, at[(at >= 0).any(axis=1)], every] if puzzle.layout.is_grid else [every, every.T]


def _fitted(drawn: Drawn, puzzle: Puzzle) -> list[IntArray]:
    """Return the answers (buttons,) in an array of numbers of presses.

    Raises:
        InputError: When the array has another shape, or a number is not in 0..c-1.
    """
    (height, width), forms = drawn.shape, _places_of(puzzle)
    if not puzzle.layout.is_grid and drawn.values.size == puzzle.buttons:
        forms = [np.arange(puzzle.buttons).reshape(drawn.shape)]
    fits = [at for at in forms if at.size and at.shape[1] == width and height % len(at) == 0]
    if not fits:
        wanted = "{} rows of {} places".format(*forms[0].shape)
        raise drawn.error(f"{wanted} are wanted, got {height} rows of {width}", 0, 0)
    at = fits[0]
    stack = drawn.values.reshape(-1, *at.shape)
    wrong = (stack >= np.where(at >= 0, puzzle.colours, 1)) | ((stack < 0) & (at >= 0))
    if wrong.any():
        place = first_place(wrong.reshape(height, width))
        got = int(drawn.values[place])
        limit = f"each is 0..{puzzle.colours - 1}, and 0 where no button is"
        raise drawn.error(f"{limit}, got {'none' if got < 0 else got}", *place)
    presses = np.zeros((len(stack), puzzle.buttons), dtype=np.int64)
    presses[:, at[at >= 0]] = stack[:, at >= 0]
    return list(presses)


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
    with suppress(ValueError, OverflowError):
        array = np.array(values, dtype=object)
        cells = [HOLE if value is None else value for value in array.flat]
        if not (puzzle.buttons or cells):
            return np.zeros(0, dtype=np.int64)
        if array.ndim in (1, 2) and {*map(type, cells)} <= {int, bool}:
            numbers = np.array(cells, dtype=np.int64)
            found = _fitted(Drawn(numbers.reshape(-1, array.shape[-1])), puzzle)
            reject(len(found) > 1, f"one answer is wanted, got {len(found)}")
            return found[0]
    raise InputError("presses are whole numbers, one for each button")


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
    strange, told = list[Line](), not any(line.text.strip() for line in lines)
    for line in lines:
        name, _, count = (part.strip() for part in line.text.rpartition(":"))
        said = _SENTENCE.fullmatch(line.text)
        words = said[1].split(", ") if said and said[1] != "nothing" else []
        named = [[(word, "1"), *re.findall(r"(.*) x([0-9]+)", word)] for word in words]
        if name in number:
            named = [[(name, count)]]
        elif not (said or is_talk(line)):
            strange.append(line)
        told = told or said is not None or bool(named)
        for ways in named:
            known = [(number[name], count) for name, count in ways if name in number]
            line.reject(len(known) > 1, f"two ways to read {quoted(ways[0][0])}")
            once = bool(known) and presses[known[0][0]] == HOLE
            line.reject(not once, f"no button, or one said before: {quoted(ways[0][0])}")
            high = puzzle.colours - 1
            presses[known[0][0]] = natural(line._replace(text=known[0][1]), "a count", 0, high)
    for line in strange if told else ():
        raise line.error(f"presses are written name: count, got {quoted(line.text)}")
    return np.maximum(presses, 0) if told else None


_SENTENCE = re.compile(r"press (?:buttons? )?(.*?)(?: \(counted from 0\))?\s*")
"""Our own sentence about the presses of a graph."""

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

_STEP = (
    r"\s*(?i:(?:(?:step|move|click|press)\s*)?#?[0-9]{1,6}\s*[:.)]\s+)?"
    r"(?i:(?:press|click|push|toggle|flip)(?:es|ed)?\s+(?:(?:cell|button|light|at|square)\s+)?)?"
)
"""Beginning of a step such as ``step 2: press (1, 3)``."""

_TO_BRACKET = r"[^0-9\[\](){}]++(?=[\[({])"
_HEADING = r"[^\W\d_][^\W\d]*(?: [^\W\d]+)*(?: [0-9]+)?\s*[:=]"
"""Heading of one answer, such as ``Solution 2:``."""

_BEFORE, _BEFORE_NAMED = (
    re.compile(f"{_STEP}(?P<head>{head})?{_STEP}")
    for head in (_TO_BRACKET, f"{_HEADING}|{_TO_BRACKET}")
)
"""What may stand before the first place of a line."""

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
    rows, blocks = list[list[Place]](), [list[Place]()]
    for line in lines:
        before = (_BEFORE_NAMED if named else _BEFORE).match(line.text)
        assert before is not None
        found = _places_in(line, before.end(), kind)
        if not (found or named):
            step = before[0].strip() and re.search("[0-9]", line.text)
            if step or not is_talk(line):
                return []
        if before["head"] or not found:
            blocks.append([])
        if found:
            rows.append(found)
            blocks[-1] += found
            body += f"{line.text}\n"
    opened = re.findall(r"[\[({]", body)
    # two numbers in one bracket are a place only if it is round
    pairs = kind == "places (row, column)"
    fits = opened not in (["["], ["{"]) if pairs else len(opened) < 2
    odd = re.search(r"[\[({,]\s*,", body) or tree_of(tokens(body))[1] is not None
    every = [place for block in blocks for place in block]
    if not every or not (named or (fits and not odd)):
        return []
    paragraphs = [block for block in blocks if block]
    splits = [("", [every])]
    if len(paragraphs) > 1:
        splits.insert(0, (", one answer in each paragraph", paragraphs))
    elif len(rows) > 1 and any(len(row) > 1 for row in rows):
        splits.append((", one answer in each line", rows))
    bases = [1] if all(lettered for *_, lettered, _ in every) else [1, 0]
    about = kind if len(bases) > 1 or len(splits) > 1 else ""
    readings = list[GivenAnswers]()
    for base in bases:
        for how, answers in splits:
            pressed = [_pressed(answer, puzzle, base, once=not named) for answer in answers]
            whole = tuple(presses for presses in pressed if presses is not None)
            if len(whole) == len(pressed):
                counted = f", counted from {base}" if len(bases) > 1 else ""
                readings.append(GivenAnswers(whole, about + how + counted, sure=named))
    for place in every if named and not readings else ():
        wrong = _pressed([place], puzzle, 1, once=False) is None
        place[-1].reject(wrong, f"there is no button {quoted(place[-1].text)[1:-1]}")
    return readings


def _places_in(line: Line, at: int, kind: str) -> list[Place]:
    """Return the places in a line from index ``at`` on; empty if it also contains other text."""
    text, places = line.text, list[Place]()
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
    lines = split_lines(" ".join(move[1]) if move else clean)
    by_name = None if puzzle.layout.is_grid else read_names(lines, puzzle)
    if by_name is not None:
        return GivenAnswers((by_name,))
    reject(not clean.strip(), "there are no presses", line=1)
    if named := read_places(lines, puzzle, "places") if puzzle.layout.is_grid else []:
        return _chosen(named, puzzle, by_solving)
    try:
        return read_numbers(lines, puzzle)
    except InputError as error:
        problem = re.sub("; (?:say|--legend).*", "", error.problem)
        problem = problem.replace("the board reads", "they read").replace("a board", "presses")
        refusal = InputError(f"presses: {problem}", line=error.line, column=error.column)
    joined = split_lines(unwrapped("\n".join(line.text for line in lines)))
    readings = [way for kind in [*_KINDS][1:] for way in read_places(joined, puzzle, kind)]
    if not (readings and by_solving):
        raise refusal
    chosen = _chosen(readings, puzzle, by_solving)
    # numbers that could be press counts are read as places only if these places solve the board
    numbers = re.findall("[0-9]+", clean)
    guess = all(len(digits) < 10 and int(digits) < puzzle.colours for digits in numbers)
    if guess and not all(solves(puzzle, presses) for presses in chosen.presses):
        raise refusal
    return chosen


def _list_in(text: str) -> str:
    """Replace the JSON object in a text by the list of presses that the object contains.

    Raises:
        InputError: When a text begins like an object and has no presses.
    """
    found = re.search(r"^[ \t]*(?=\{(?!\s*[\[{(0-9]))", text, re.MULTILINE)
    if found is None:
        return text
    with suppress(ValueError, RecursionError):
        value, end = json.JSONDecoder().raw_decode(text, found.end())
        filled = [value[key] for key in _KEYS if isinstance(value.get(key), list)]
        if filled:
            return text[: found.start()] + json.dumps(max(filled, key=bool)) + text[end:]
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
    """Return the only interpretation, or else the one whose presses solve the board.

    Raises:
        InputError: When two solve it.
    """
    different: dict[tuple[bytes, ...], GivenAnswers] = {}
    for reading in readings:
        different.setdefault(tuple(x.tobytes() for x in reading.presses), reading)
    ways = list(different.values())
    shares = [
        sum(by_solving and solves(puzzle, x) for x in way.presses) / len(way.presses)
        for way in ways
    ]
    best = [way for share, way in zip(shares, ways, strict=True) if share == max(shares)]
    words = " | ".join(way.how for way in best[:4])
    if not max(shares) and len(ways) > 1 and not ways[0].sure:
        return replace(ways[0], how=words)
    alike = sum(len(way.presses) == len(best[0].presses) for way in best) > 1
    reject(max(shares) == 1 and alike, f"the presses read several ways, and each solves: {words}")
    return replace(best[0], sure=True)
