"""The door of the scanner: a text to its readings, and a found board to a puzzle.

A reading is a format's name, the option that chooses it and the boards.  Cells become colours by
the alphabet of their whole board: numbers, words for on and off, or signs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.glyphs import OFF, ON, parse_legend
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.keys import parse_size, read_colours_entry
from lo_exact.formats.board.places import Line, of_option
from lo_exact.formats.board.rows import Drawn, read_rows
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, arrays_in, refuse_nearly
from lo_exact.formats.scanner.clean import cleaned
from lo_exact.formats.scanner.leftover import judged, passed_over
from lo_exact.formats.scanner.lines import drawings_in
from lo_exact.formats.scanner.tokens import tokens, with_brackets
from lo_exact.formats.scanner.tree import NUMBER, VALUES, tree_of
from lo_exact.formats.scanner.words import names_board, names_matrix
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

LONGEST = 2**22
"""Characters of a text; longer ones are not scanned."""

_PAIRS = (("off", "on"), ("false", "true"), ("f", "t"), ("no", "yes"), ("n", "y"))


@dataclass(frozen=True)
class ScannedReading:
    """One way to read a text.

    Attributes:
        form: the format's name.
        about: what the text is taken for.
        boards: the boards, in order.
        wants: an option that chooses this reading; ``""`` if none does.
    """

    form: str
    about: str
    boards: tuple[FoundBoard, ...] = ()
    wants: str = ""


@dataclass(frozen=True)
class ScannedText:
    """A text after cleaning, its readings, and the words that were passed over."""

    text: str
    readings: tuple[ScannedReading, ...]
    note: str = ""

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column, from 1, of a place."""
        return place_of(self.text, at)


def place_of(text: str, at: int) -> tuple[int, int]:
    """Return line and column, from 1, of a place in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def scan(
    text: str, options: ReadOptions, form: str = "", *, matrix: bool = False
) -> ScannedText:
    """Return the readings of a text that is in no format of its own.

    Args:
        text: the text.
        options: what the caller says beside it.
        form: the format that it is said to be in: ``matlab`` fills flat arrays column by column.
        matrix: whether a check matrix is wanted, so that names and pairs say nothing against it.

    Raises:
        InputError: With the place that refuses the whole text.
    """
    if len(text) > LONGEST:
        raise InputError(f"a text with boards in it has at most {LONGEST} characters", line=1)
    clean, session = cleaned(text)
    marked = with_brackets(clean)
    found = tokens(marked)
    bare = _without_comments(marked, found)
    root, unpaired = tree_of(found)
    try:
        boards = arrays_in(root, marked) if unpaired is None else []
        if boards:
            boards = judged(marked, bare, boards, root, matrix=matrix)
        else:
            boards = drawings_in(bare, marked, matrix=matrix)
            refuse_nearly(root, boards)
    except FaultError as fault:
        line, column = place_of(marked, fault.at if unpaired is None else unpaired)
        problem = fault.problem if unpaired is None else "the brackets of this text do not pair"
        raise InputError(printable(problem, 300), line=line, column=column) from None
    note = _note(bare, boards) if boards else ""
    if session or not boards:
        boards = list({board.words: board for board in boards}.values())
    if not boards:
        raise InputError("there is no board in this text", line=1)
    if form == "matlab" and len(boards) == 1 and boards[0].flat:
        boards = [replace(boards[0], form=form)]
    ways = _ways(boards, options)
    if matrix and boards[0].rows and not ways[0].wants:
        ways = ways[:1]
    if form == "matlab" and boards[0].flat and len(ways) > 1:
        ways = [replace(ways[1], form=form)]
    return ScannedText(marked, tuple(ways), note)


def _note(bare: str, boards: Sequence[FoundBoard]) -> str:
    """Return what a text was taken for where it says more than its boards."""
    over = passed_over(bare, boards)
    what = "drawing" if boards[0].kind == "drawing" else "array"
    which = what if len(boards) == 1 else f"{len(boards)} {what}s"
    if not over and len(boards) == 1 and not boards[0].labelled:
        return ""
    return f"the {which} in the text" + (f"; passed over: {', '.join(over)}" if over else "")


def _without_comments(text: str, found: Sequence[object]) -> str:
    pieces, last = [], 0
    for token in found:
        if getattr(token, "kind", "") == "comment":
            start, end = token.start, token.end  # type: ignore[attr-defined]
            pieces.append(text[last:start])
            pieces.append("".join("\n" if sign == "\n" else " " for sign in text[start:end]))
            last = end
    return "".join([*pieces, text[last:]])


def _ways(boards: list[FoundBoard], options: ReadOptions) -> list[ScannedReading]:
    """Return the readings of the boards of a text."""
    first = boards[0]
    if len(boards) > 1:
        shaped = [_shaped(board, options) for board in boards]
        return [ScannedReading(first.form, f"{len(boards)} boards", tuple(shaped))]
    board = _shaped(first, options)
    if board.flat:
        return _flat_ways(board)
    about = "{} x {} board".format(*board.shape)
    ways = [ScannedReading(board.form, about, (board,))]
    if board.kind == "array" and names_matrix(board.name):
        ways.append(ScannedReading("checks", "{} x {} check matrix".format(*board.shape)))
    if board.kind == "array" and not first.flat and _may_be_places(board):
        ways.append(ScannedReading("places", "lit places, row and column each"))
    return ways


def _may_be_places(board: FoundBoard) -> bool:
    """Return whether rows are pairs of numbers, no two alike, that no name calls a board."""
    words = board.words
    if len(words[0]) != 2 or board.form != "literal" or board.sizes or board.called:
        return False
    if not all(cell.kind == "atom" and cell.text.isdecimal() for row in board.rows for cell in row):
        return False
    return len(set(words)) == len(words) > 1 and (board.pairs or not names_board(board.name))


def _shaped(board: FoundBoard, options: ReadOptions) -> FoundBoard:
    """Return a flat list as rows where its call, its declaration or an option says how many."""
    said, flat = board.said, board.flat
    cells = board.rows[0]
    if any(re.search(r"[^\W\d]", size) for size in board.sizes):
        raise InputError("how many rows and columns the array has is said elsewhere", line=1)
    if board.sizes and any(size.isdecimal() for size in board.sizes):
        return _filled(board)
    if not flat:
        return board
    height = width = 0
    sizes = said.get("sizes", "").split()
    if "nrow" in said or "ncol" in said:
        height, width = (int(said[key]) if said.get(key, "").isdecimal() else 0 for key in ("nrow", "ncol"))
    elif sizes and sizes[0].startswith("1..") and len(sizes) == 2:
        height, width = (int(size[3:]) if size[3:].isdecimal() else 0 for size in sizes)
        side = int(len(cells) ** 0.5)
        if not height and not width and side * side == len(cells):
            height = width = side
    elif sizes and all(size.isdecimal() for size in sizes):
        height, width = int(sizes[0]), int(sizes[1]) if len(sizes) > 1 else 0
    by_columns = board.form == "matlab" or (
        ("nrow" in said or "ncol" in said or (sizes and not sizes[0].startswith("1..")))
        and said.get("byrow", "F")[:1] != "T"
    )
    if options.size is not None and not (height or width):
        with of_option("size"):
            height, width = parse_size(Line(options.size, 0))
    if not (height or width):
        return board
    height = height or len(cells) // width
    width = width or len(cells) // height
    if height * width != len(cells):
        raise InputError(
            f"a {height} x {width} board has {height * width} places, the list has {len(cells)}",
            line=1,
        )
    return in_rows(board, height, by_columns=bool(by_columns) and height > 1)


def in_rows(board: FoundBoard, height: int, *, by_columns: bool = False) -> FoundBoard:
    """Return a flat list as rows."""
    cells = board.rows[0]
    width = len(cells) // height
    rows = tuple(
        cells[r::height] if by_columns else cells[r * width : (r + 1) * width]
        for r in range(height)
    )
    return replace(board, rows=rows, flat=False)


def _filled(board: FoundBoard) -> FoundBoard:
    """Return a declared array of C; what its braces leave out is 0."""
    sizes = [int(size) if size.isdecimal() else len(board.rows) for size in board.sizes]
    rows = [list(row) for row in board.rows]
    if board.flat and len(sizes) == 1:
        return board
    height, width = (sizes[0] if len(sizes) > 1 else len(rows)), sizes[-1]
    if board.flat:
        cells = rows[0]
        rows = [cells[low : low + width] for low in range(0, max(len(cells), 1), width)]
    drawn = rows[0][0].kind == "string" and len(board.rows[0]) != width
    if drawn and width == len(rows[0]) + 1:  # the end of a string of C is one character more
        width -= 1
    if len(rows) > height or any(len(row) > width for row in rows):
        raise InputError(f"declared are {height} x {width}, its braces hold more", line=1)
    check_grid_size(height, width)
    zero = rows[0][0]._replace(text="false" if rows[0][0].text.lower() in VALUES else "0")
    rows += [[] for _ in range(height - len(rows))]
    filled = tuple(tuple(row + [zero] * (width - len(row))) for row in rows)
    return replace(board, rows=filled, flat=False)


def _flat_ways(board: FoundBoard) -> list[ScannedReading]:
    """Return a list in one row, and as a square or where there is none each rectangle."""
    count = len(board.rows[0])
    heights = [height for height in range(2, count) if count % height == 0]
    square = [height for height in heights if height**2 == count]
    column = board.form == "matlab"
    ways = []
    for height in [1, *(square or heights)]:
        shaped = in_rows(board, height, by_columns=column and height > 1)
        about = f"{height} x {count // height} places" + (
            ", column by column" if column and height > 1 else ""
        )
        ways.append(ScannedReading("", about, (shaped,), f"--size {height}x{count // height}"))
    if square and board.name and not board.called and not column:
        about = f"{square[0]} x {square[0]} places, column by column"
        ways.append(ScannedReading("matlab", about, (in_rows(board, square[0], by_columns=True),)))
    return ways if len(ways) > 1 else [replace(ways[0], form=board.form, wants="")]


def board_of(board: FoundBoard, text: str, options: ReadOptions) -> AnyPuzzle:
    """Return the puzzle of a board that was found in a text.

    Raises:
        InputError: With its place.
    """
    starts = [0, *(k + 1 for k, sign in enumerate(text) if sign == "\n")] if text.count("\n") else [0]

    def line_of(at: int) -> int:
        return bisect_right(starts, at)

    drawn = _drawn(board, options, starts, line_of)
    puzzle = drawn_board(drawn, options)
    layout = replace(puzzle.layout, title=board.title, claimed=board.claimed)
    return replace(puzzle, layout=layout)


def _drawn(board: FoundBoard, options: ReadOptions, starts: list[int], line_of: object) -> Drawn:
    """Return the colours of cells, by the alphabet of the whole board."""
    rows = board.words
    check_grid_size(len(rows), len(rows[0]))
    seen = {word for row in rows for word in row}
    lines = [bisect_right(starts, cell.start) for row in board.rows for cell in row]
    columns = [
        cell.start - starts[line - 1] + 1
        for line, cell in zip(lines, (cell for row in board.rows for cell in row), strict=True)
    ]
    places = np.array([lines, columns]).T.reshape(len(rows), len(rows[0]), 2)
    known = None if options.legend is not None else _alphabet(seen)
    if known is not None:
        values = np.array([[known[word] for word in row] for row in rows], dtype=np.int64)
        return Drawn(values, places=places)
    signs = {word: word for word in seen}
    if " " in seen:
        if any(sign in OFF + "0" for sign in seen):
            raise InputError("a box with nothing in it stands beside a sign for off", line=lines[0])
        signs[" "] = "."
    if "o" in seen and seen & {*OFF, " "} and not seen & {*ON}:
        signs["o"] = "O"
    wrong = next((word for word in sorted(seen) if len(word) != 1), None)
    if wrong is not None:
        at = next(cell for row in board.rows for cell in row if cell.text == wrong)
        line = bisect_right(starts, at.start)
        raise InputError(
            f"a cell is a whole number, true or false, or one sign, got '{wrong[:30]}'",
            line=line, column=at.start - starts[line - 1] + 1,
        )  # fmt: skip
    colours, hint = read_colours_entry(None, options.colours)
    drawn = [
        Line("".join(signs[word] for word in row), int(places[r, 0, 0]), int(places[r, 0, 1]))
        for r, row in enumerate(rows)
    ]
    legend = {}
    if options.legend is not None:
        with of_option("legend"):
            line_ = Line(options.legend, 0)
            legend = parse_legend(Entry("legend", line_, (line_,)), colours)
    return replace(read_rows(drawn, colours, legend, hint=hint), places=places)


def _alphabet(seen: set[str]) -> dict[str, int] | None:
    """Return what cells mean that are all numbers, or all words for on and off."""
    words = {word for word in seen if word.lower() in VALUES}
    numbers = seen - words
    if all(NUMBER.fullmatch(word) for word in numbers) and (not numbers or all(
        VALUES[word.lower()] < 0 or "(" in word for word in words
    )):  # fmt: skip
        known = {word: int(float(word.rstrip("uUlL"))) if len(word) < 16 else 2**40 for word in numbers}
    elif not numbers:
        known = {}
    else:
        return None
    lower = {word.lower() for word in words if VALUES[word.lower()] >= 0 and "(" not in word}
    if lower and not any(lower <= set(pair) for pair in _PAIRS):
        return None
    return known | {word: HOLE if VALUES[word.lower()] < 0 else VALUES[word.lower()] for word in words}


__all__ = ["ScannedReading", "ScannedText", "board_of", "names_board", "scan"]
