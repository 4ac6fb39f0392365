"""Interpretations of a scanned text, as puzzles that are parsed on demand.

The door of the scanner: a text to its readings, and a found board to a puzzle.

A reading is a format's name, the option that chooses it and the boards.  Cells become colours by
the alphabet of their whole board: numbers, words for on and off, or signs.

Linear in the text.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, islice, pairwise, product
from math import isqrt
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_dense
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.header import parse_size, read_colours_entry
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, of_option, quoted, reject
from lo_exact.formats.board.reader import drawn_board, read_legend
from lo_exact.formats.board.rows import OFF, ON, Drawn, read_rows
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.graphs import read_edge_list
from lo_exact.formats.layouts import with_note
from lo_exact.formats.matrices import plain_rows, rows_of_entries
from lo_exact.formats.scanner.arrays import (
    FaultError,
    FoundBoard,
    ScannedReading,
    arrays_in,
    refuse_if,
)
from lo_exact.formats.scanner.clean import clean_text
from lo_exact.formats.scanner.leftover import (
    blank_at,
    judged,
    passed_over,
)
from lo_exact.formats.scanner.legends import (
    SPOKEN,
    all_signs,
    alphabet,
    legend_in,
    signs_in,
    signs_in_clauses,
    usual_colour,
    ways_to_say,
    without_rows,
)
from lo_exact.formats.scanner.lines import drawings_in
from lo_exact.formats.scanner.lit_places import (
    MAX_FLAT,
    MAX_PLACED,
    OF_PLACES,
    is_understood,
    lit_places,
    placed_board,
    without_boards,
)
from lo_exact.formats.scanner.sentences import boards_in_sentences
from lo_exact.formats.scanner.tree import (
    VALUES,
    Token,
    tokens,
    tree_of,
    with_brackets,
)
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import (
    blanked,
    colours_in,
    names_board,
    names_matrix,
    without_torus,
)
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE, matrix_puzzle
from lo_exact.topology.grid import check_grid_size

_DOTS = re.compile(r"^[ \t]*(?:\.\.\.|…)[ \t]*,?[ \t]*$", re.MULTILINE)
"""A line for rows that a print-out leaves out."""

_ROW_IN_COMMENT = re.compile(
    r"(?i)(?:[0-9]\s*[&|,]\s*){2}"
    r"|[\"'][0-9.#*xXoO_-]{3,}[\"']|(?:[\[{]|\w\()\s*[\"']?(?:[0-9.#*_-]+|true|false|on|off"
    r"|[tf])[\"']?\s*[, ]\s*[\"'\w.#-]"
    r"|\.\.\.|…|\b(?:previous|same|as (?:above|before|in)|listing|omitted|ditto|repeat\w*"
    r"|remaining|more|go(?:es)? here)\b"
)
"""A row of cells in a comment, or words in place of rows."""

_ROW_REMARK = re.compile(
    rf"(?i)(?:[\W\d_]|\b(?:{words_for('lit', 'row')}|{'|'.join(VOCABULARY['lit']['ordinals'])}|"
    rf"rows?|line|end"
    r"|levels?|[a-z]|0x[0-9a-f]+)\b)*"
)
"""A comment between the rows of a board that says only which row it is."""

_ROWS_BESIDE = re.compile(
    r"(?m)^(?:[ \t]*[01#.]){3,}[ \t]*\n(?:[ \t]*[01#.]){3,}[ \t]*$"
    r"|[\[({]\s*[\[({]\s*(?i:(?:true|false)\b|[01](?:\s*,\s*[01]){3})"
)
"""Rows of a board, drawn or in an array, which stand beside lit places."""

_MARKS = re.compile(r"[\[({\"'`#%;\uE000]|//|/\*|--[ \t]")
"""Brackets, quotes, and signs that begin comments."""


@dataclass(frozen=True)
class ScannedText:
    """A cleaned text with its interpretations and the ignored words."""

    text: str
    readings: tuple[ScannedReading, ...]
    note: str = ""
    topology: str = ""
    """The surface that the text says."""
    colours: int = 0
    """How many colours the text says; 0 for none."""
    legend: dict[str, int] = field(default_factory=dict)
    """The colours of signs that the text says; of all signs of its boards, or empty."""

    @cached_property
    def starts(self) -> IntArray:
        """The index of the first character of each line."""
        return np.array([0, *accumulate(len(line) + 1 for line in self.text.split("\n"))])

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column, from 1, of a character index."""
        line = int(np.searchsorted(self.starts, at, side="right"))
        return line, at - int(self.starts[line - 1]) + 1


MAX_SPOKEN = 20_000
"""Largest number of lines, brackets, and words that are no cells, of a text that is scanned."""


def scan(text: str, options: ReadOptions, form: str = "", *, matrix: bool = False) -> ScannedText:
    """Return the interpretations of a text without a known format.

    Args:
        text: the text.
        options: what the caller says beside it.
        form: the format that it is said to be in: ``matlab`` fills flat arrays column by column,
            ``alone`` passes over words beside a board.
        matrix: whether a check matrix is wanted, so that names and pairs say nothing against it.

    Raises:
        InputError: With the place that refuses the whole text.
    """
    over = next(islice(SPOKEN.finditer(text), MAX_SPOKEN, None), None)
    reject(
        over,
        f"the text has more than {MAX_SPOKEN} lines, words and brackets: give the board alone, as "
        "rows",
        line=text.count("\n", 0, over.start()) + 1 if over else 0,
    )
    clean, session = clean_text(text, alone=form == "alone")
    said, counted = _spoken(colours_in, clean)
    if said and options.colours in (None, said):
        found = _scan_clean(counted, session, replace(options, colours=said), form, matrix)
        note = ", ".join(filter(None, (found.note, f"{said} colours, as the text says")))
        return replace(found, colours=said, note=note)
    return _scan_clean(clean, session, options, form, matrix)


def _spoken(find: Callable[[str], tuple[Any, str]], text: str) -> tuple[Any, str]:
    """Apply ``find`` to the lines that are not rows: return the result and the remaining text."""
    before = without_rows(text)
    found, after = find(before)
    lines = zip(text.split("\n"), before.split("\n"), after.split("\n"), strict=True)
    return found, "\n".join(line if said == left else left for line, said, left in lines)


def _scan_clean(
    clean: str, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    """Return the interpretations of a cleaned text, which may state that its board is a torus."""
    read = partial(_read_clean, session=session, options=options, form=form, matrix=matrix)
    plane = without_torus(clean)
    if plane != clean and options.topology in (None, "torus"):
        with suppress(InputError):
            found = read(plane)
            if is_understood(plane, [board for way in found.readings for board in way.boards]):
                note = ", ".join(filter(None, (found.note, "on a torus")))
                return replace(found, topology="torus", note=note)
    return read(clean)


def _read_clean(
    clean: str, *, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    """Return the interpretations of a cleaned text, with its legend applied."""
    given = options.legend and read_legend(None, options.legend, options.colours or 2)
    legend, rest = (given, clean) if given else _spoken(legend_in, clean)
    usual = legend.items() <= {"0": 0, "1": 1, "true": 1, "false": 0}.items()
    without = rest if legend and usual else clean
    ways = boards_in_sentences(without, options) or lit_places(without, options)
    reject(
        ways
        and (
            _ROWS_BESIDE.search(without) or any(legend.get(sign) == 1 - int(sign) for sign in "01")
        ),
        "lit places are given, and beside them a drawing or numbers that say something else",
        line=1,
    )
    if ways and not re.search(  # the text may also draw another board
        r"(?m)^(?=[^\n]*[#*xXoO])(?=[^\n]*[._~-])[ \t]*(?:[.#*xXoO_~-][ \t]*){3,}$", without
    ):
        return ScannedText(clean, tuple(ways), ways[0].about * (len(ways) == 1))
    read = partial(_scanned, session=session, options=options, form=form, matrix=matrix)
    if (given or {0, 1} <= {*legend.values()} or [*legend.values()] == [1]) and any(
        re.fullmatch(r"[!-~]" if max(legend.values()) < 2 else r"\S", sign)
        and sign in set(rest) - {*"0123456789.#*xXoO_~-"}
        for sign in legend
    ):
        signs = {
            sign: "~" if colour < 0 else str(colour)
            for sign, colour in legend.items()
            if len(sign) == 1
        }
        cell = re.escape("".join(signs)) + r"._\-" * (0 not in legend.values())
        # a row, also behind a label that is no cell, or a word that fills a line
        drawn = (
            rf"(?m)^((?:[ \t]*\w{{1,2}}[.:|]?[ \t]+)??)([ \t|]*[{cell}][{cell} \t,|]*"
            r"|(?<![^\n])\S+)$"
        )
        lines = {line: re.fullmatch(drawn, line) is not None for line in rest.split("\n")}
        used = {sign for line in lines if lines[line] for sign in line} & {*signs}
        strange = re.compile(rf"(?<![^\s|])[{re.escape(''.join(used)) or '~'}]{{3,}}(?![^\s|,;])")
        reject(
            used and any(strange.search(line) for line in lines if not lines[line]),
            "words stand beside a row of the board",
            line=1,
        )
        marks = {ord(sign): colour for sign, colour in signs.items()}
        rest = re.sub(drawn, lambda line: line[1] + line[2].translate(marks), rest)
        legend = {colour: int(colour) for colour in {*signs.values()} - {"~"}} | {"~": HOLE}
    elif given:
        legend = {}  # cells of the usual signs take their colours from the option
    if not legend or ((options.colours or 2) > 2 and legend.items() <= {"0": 0, "1": 1}.items()):
        found = read(rest if legend else clean)  # the digits have their usual meaning
        return found if options.legend else _with_clauses(found, rest)
    return (
        _with_clauses(explained, rest)
        if (explained := _with_legend(read(rest), legend))
        else read(clean)
    )


def _with_clauses(found: ScannedText, text: str) -> ScannedText:
    """Add to a scanned text the colours of symbols that clauses in its prose explain.

    Raises:
        InputError: Where a clause says something else of a sign than the legend, or than usual.
    """
    boards = [board for way in found.readings[:1] for board in way.boards[:8]]
    cells = {cell for board in boards for row in board.words for cell in row}
    legend = dict[str, int]()
    for sign, colours in signs_in_clauses(without_rows(without_boards(text, boards)), cells):
        known = found.legend.get(sign, usual_colour(sign))
        reject(
            len(colours) > 1 or not {known, legend.get(sign)} <= {None, *colours},
            f"what the text says of the sign {quoted(sign)} is not known here: "
            f"{ways_to_say(cells)}",
            line=1,
        )
        if known is None:
            legend |= {sign: min(colours)}
    return _with_legend(found, {**found.legend, **legend}) or found if legend else found


def _with_legend(found: ScannedText, legend: dict[str, int]) -> ScannedText | None:
    """Return a scanned text with its legend completed, or None if no cell is in the legend.

    Raises:
        InputError: Where it does not say all, and what is left out may be two things.
    """
    boards = [board for way in found.readings for board in way.boards]
    cells = {cell for one in boards for row in one.words for cell in row}
    known = all_signs(legend, cells)
    reject(
        known is None or len({known.get(cell) for cell in cells}) == 1 < len(cells) <= len(known),
        f"the text says what {signs_in(legend)} means, and not what all other signs mean: "
        f"{ways_to_say(cells)}",
        line=1,
    )
    if not known:
        return None
    turned = {word: colour for word, colour in known.items() if usual_colour(word) == 1 - colour}
    reject(
        turned and any("goal" in board.said for board in boards),
        "the text gives a goal, and its signs mean the contrary of what is usual",
        line=1,
    )
    note = f"signs as the text says: {signs_in(turned)}" if turned else ""
    return replace(
        found,
        legend=known,
        note="; ".join(filter(None, (found.note, note))),
        readings=tuple(way for way in found.readings if way.boards),  # drop check matrices
    )


def _scanned(
    clean: str, *, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    marked = with_brackets(clean)
    found = tokens(marked) if _MARKS.search(marked) else []
    bare = blank_at(marked, [one[2:] for one in found if one.kind == "comment"])
    root, unpaired = tree_of(found)
    broken = next((one for one in found if one.kind == "broken"), None)
    try:
        boards = arrays_in(root, marked) if unpaired is None else []
        broken = broken or next((one for one in found if _leaves_out(one, boards)), None)
        refuse_if(
            boards and broken,
            "a quote does not end, or rows are left out",
            broken,
        )
        if boards and (dots := _DOTS.search(marked)):
            raise FaultError("rows are left out", dots.start())
        if boards:
            for board in boards[:8]:  # a session may print a board again
                shaped = _shaped(_with_sizes(board, marked), options)
                bare = _printed_again(shaped).sub(blanked, bare, count=1)
            boards = judged(marked, bare, boards, matrix=matrix, alone=form == "alone")
        else:
            boards = drawings_in(bare, marked, matrix=matrix, alone=form == "alone")
    except FaultError as fault:
        at = fault.at if unpaired is None else unpaired
        line, column = ScannedText(marked, ()).place(at)
        problem = fault.problem if unpaired is None else "the brackets of this text do not pair"
        raise InputError(printable(problem, 300), line=line, column=column) from None
    remarks = [token.text for token in found if token.kind == "comment"]
    ordered = sorted(boards, key=lambda board: board.start)
    starts = [board.rows[0][0].start for board in ordered]
    between = [
        one.text for one in found
        if one.kind == "comment" and (k := bisect_right(starts, one.start))
        and one.start < ordered[k - 1].end
    ]  # fmt: skip
    odd = next((text for text in between if not _ROW_REMARK.fullmatch(text)), "")
    reject(
        odd and form != "alone",
        f"what a comment between the rows says is not known here: {quoted(odd)}",
        line=1,
    )
    note = _note(" ".join([f"{marked}\n", *remarks]), boards) if boards else ""
    if session:
        boards = [_shaped(_with_sizes(board, marked), options) for board in boards]
        boards = list({board.words: board for board in boards[::-1]}.values())[::-1]
        printed = next((one for one in boards if not one.name or one.called), None)
        if printed and len(boards) > 1 and not all(one.title for one in boards):
            line, column = ScannedText(marked, ()).place(printed.start)
            raise InputError(
                "what is printed is not the board that was given", line=line, column=column
            )
    if not boards:
        first = next((line.strip() for line in marked.split("\n") if line.strip()), "")
        raise InputError(f"there is no board in this text: {quoted(first)}", line=1, column=1)
    if form == "matlab" and len(boards) == 1 and boards[0].flat:
        boards = [replace(boards[0], form=form)]
    ways = _ways(boards, options, marked, matrix=matrix)
    if matrix and boards[0].rows and not ways[0].wants:
        ways = ways[:1]
    if form == "matlab" and boards[0].flat and len(ways) > 1:
        ways = [replace(ways[1], form=form)]
    return ScannedText(marked, tuple(ways), note)


def _printed_again(board: FoundBoard) -> re.Pattern[str]:
    """Return a regex for a session's printout of a board, after its name or with row numbers."""
    if board.shape[0] * board.shape[1] > MAX_FLAT:
        return re.compile(r"(?!)")
    rows = [r"\s+".join(map(re.escape, row)) for row in board.words]
    head = r"\s+".join(str(k + 1) for k in range(board.shape[1]))
    body = r"\s+".join(rf"(?:{k}[ \t]+)?{row}" for k, row in enumerate(rows, start=1))
    return re.compile(
        rf"(?m)^[ \t]*(?:{re.escape(board.name) or head}[ \t]*=\s*|{head}\s+)?{body}[ \t]*$"
    )


def _leaves_out(token: Token, boards: Sequence[FoundBoard]) -> bool:
    """Return whether a comment between the boards of a text contains a row of cells."""
    ends = [_outermost(boards[k]) for k in (0, -1) if boards and token.kind == "comment"]
    inside = ends and ends[0][0] < token.start < ends[-1][1]
    return bool(inside) and _ROW_IN_COMMENT.search(token.text) is not None


def _outermost(board: FoundBoard) -> tuple[int, int]:
    """Return the start and end of the outermost bracket around a board."""
    start, end, around = board.start, board.end, board.around
    while around is not None and around.mark:
        start, end, around = around.start, around.end, around.parent
    return start, end


def _note(text: str, boards: Sequence[FoundBoard]) -> str:
    """Return a note on the interpretation if the text contains more than its boards."""
    over = [word for word in passed_over(text, boards) if not OF_PLACES.fullmatch(word.lower())][
        :24
    ]
    what = "drawing" if boards[0].kind == "drawing" else "array"
    which = what if len(boards) == 1 else f"{len(boards)} {what}s"
    said = f"the {which} in the text" + (f"; passed over: {', '.join(over)}" if over else "")
    return said if over or len(boards) > 1 else ""


def _ways(
    boards: list[FoundBoard], options: ReadOptions, text: str, *, matrix: bool
) -> list[ScannedReading]:
    """Return the interpretations of boards: as they are, as a check matrix, or as lit places."""
    boards = [_with_sizes(board, text) for board in boards]
    first = boards[0]
    if len(boards) > 1:
        shaped = [_shaped(board, options) for board in boards]
        reject(
            any(board.flat for board in shaped),
            "lists without rows need a size each: write rows",
            line=1,
        )
        reject(
            any(board.kind == "drawing" and board.pairs for board in shaped),
            "rows of two may be places: (row, column) each",
            line=1,
        )
        return [ScannedReading(first.form, f"{len(boards)} boards", tuple(shaped))]
    board = _shaped(first, options)
    if board.flat:
        return _flat_ways(board, text)
    ways = [ScannedReading(board.form, "{} x {} board".format(*board.shape), (board,))]
    if _is_rule(board):
        side = isqrt(len(board.rows))
        ways.append(ScannedReading("checks", f"the matrix of the rule on {side} x {side} lights"))
    rowed = board.kind == "array" and not first.flat
    if rowed and names_matrix(board.name) and text[board.start] != "\ue000":
        ways.append(ScannedReading("checks", "{} x {} check matrix".format(*board.shape)))
    drawn = board.kind == "drawing" and board.pairs
    listed = rowed and _may_be_places(board) and text[board.start] != "\ue000"
    if matrix or not (drawn or listed):
        return ways
    numbers = [int(word) if len(word) < 10 else MAX_PLACED for row in board.words for word in row]
    edges = list[ScannedReading]()
    if drawn:
        ways = [replace(ways[0], form="literal")]  # board text has no rows with commas
        edges = [ScannedReading("edgelist", "list of edges")]
    pairs = edges + _placed(numbers, options)
    no_board = pairs and max(numbers) >= (options.colours or 2)
    return pairs if no_board else ways + pairs


def _placed(numbers: list[int], options: ReadOptions) -> list[ScannedReading]:
    """Return the interpretations of pairs of numbers as lit places, counted from 0 and from 1."""
    about = "lit places, row and column each"
    if options.size is None:
        return [ScannedReading("", about, wants="--size ROWSxCOLUMNS")]
    with of_option("size"):
        size = parse_size(Line(options.size, 0))
    cells = dict.fromkeys(zip(numbers[::2], numbers[1::2], strict=True), "1")
    found = ((first, placed_board(cells, size, True, first)) for first in (0, 1))
    return [replace(way, form=f"places{first}", wants="") for first, way in found if way]


def _is_rule(board: FoundBoard) -> bool:
    """Return whether an array is the matrix of the plus rule on a square board."""
    side = isqrt(len(board.rows))
    if side < 3 or board.shape != (side * side, side * side):
        return False
    near = [(divmod(i, side), divmod(j, side)) for i, j in product(range(side * side), repeat=2)]
    plus = ["01"[abs(a - c) + abs(b - d) < 2] for (a, b), (c, d) in near]
    return [cell for row in board.words for cell in row] == plus


def _with_sizes(board: FoundBoard, text: str) -> FoundBoard:
    """Replace constants in a board's declared sizes by their values, if these match its shape."""
    given = [
        re.findall(rf"\b{re.escape(size)}[ \t]*=?[ \t]*([0-9]+)\b", text) if size else []
        for size in board.sizes
    ]
    known = [[str(length)] for length in board.shape[: len(given)]]
    return replace(board, sizes=tuple(size for (size,) in known)) if given == known else board


def _may_be_places(board: FoundBoard) -> bool:
    """Return whether rows may be coordinates: distinct pairs of numbers without a board's name."""
    words = board.words
    alone = board.form == "literal" and not (board.sizes or board.called)
    return (
        len(words[0]) == 2
        and alone
        and all(cell.kind == "atom" and cell.text.isdecimal() for row in board.rows for cell in row)
        and len(set(words)) == len(words) > 1
        and (board.pairs or not names_board(board.name))
    )


def _shaped(board: FoundBoard, options: ReadOptions) -> FoundBoard:
    """Split a flat list into rows if a call, a declaration or an option gives their number."""
    reject(
        any(re.search(r"[^\W\d]", size) for size in board.sizes),
        "how many rows and columns the array has is said elsewhere",
        line=1,
    )
    if any(size.isdecimal() for size in board.sizes):
        return _filled(board)
    if not board.flat:
        return board
    said, count = board.said, len(board.rows[0])
    for key, value in said.items():
        known = r"T|TRUE|F|FALSE" if key == "byrow" else r"[0-9]*"
        reject(
            key in ("byrow", "nrow", "ncol") and not re.fullmatch(known, value),
            f"what {key} = {quoted(value)} means is not known here",
            line=1,
        )
    sizes = [said.get("nrow", ""), said.get("ncol", "")]
    ranges = [size.removeprefix("1..") for size in said.get("sizes", "").split()]
    if ranges:  # Matrix(GF2, 3, 4, [...]): the first argument is the ring
        ranges = ranges[len(ranges) == 3 and not ranges[0][:1].isdecimal() :]
        numbers = sum(map(str.isdecimal, ranges))
        reject(
            (0 < numbers < len(ranges) and ".." not in said["sizes"]) or len(ranges) > 2,
            "which numbers beside the list are its rows and columns is not known here",
            line=1,
        )
        sizes = [*ranges, ""][:2]
    height, width = (int(size) if size.isdecimal() else 0 for size in sizes)
    if ".." in said.get("sizes", "") and not (height or width):
        height = width = isqrt(count)
    by_columns = board.form == "matlab" or (any(sizes) and ".." not in said.get("sizes", ""))
    if options.size is not None and not (height or width):
        with of_option("size"):
            height, width = parse_size(Line(options.size, 0))
    if not (height or width):
        return board
    height, width = height or count // width, width or count // height
    reject(
        height * width != count,
        f"a {height} x {width} board has {height * width} places, the list has {count}",
        line=1,
    )
    columns = by_columns and said.get("byrow", "F")[:1] != "T"
    return in_rows(board, height, by_columns=columns and height > 1)


def in_rows(board: FoundBoard, height: int, *, by_columns: bool = False) -> FoundBoard:
    """Split a flat list into ``height`` rows, filled row by row or column by column."""
    cells, width = board.rows[0], len(board.rows[0]) // height
    rows = tuple(
        cells[r::height] if by_columns else cells[r * width : (r + 1) * width]
        for r in range(height)
    )
    return replace(board, rows=rows, flat=False)


def _filled(board: FoundBoard) -> FoundBoard:
    """Complete a C array to its declared sizes: add 0 for each cell that its braces omit."""
    sizes = [int(size) if size.isdecimal() else len(board.rows) for size in board.sizes]
    if len(sizes) == 1:  # a single number may be the number of rows or the index of a level
        return board
    rows = [list(row) for row in board.rows]
    height, width = (sizes[0] if len(sizes) > 1 else len(rows)), sizes[-1]
    if board.flat:
        rows = [rows[0][low : low + width] for low in range(0, len(rows[0]), width)]
    first = rows[0][0]
    if first.kind == "string":  # the declared length of a C string includes its NUL
        width = len(rows[0])
    reject(
        len(rows) > height or any(len(row) > width for row in rows),
        f"declared are {height} x {width}, its braces hold more",
        line=1,
    )
    check_grid_size(height, width)
    zero = first._replace(text="false" if first.text.lower() in VALUES else "0")
    rows += [[] for _ in range(height - len(rows))]
    return replace(
        board, rows=tuple(tuple(row + [zero] * (width - len(row))) for row in rows), flat=False
    )


def _flat_ways(board: FoundBoard, text: str) -> list[ScannedReading]:
    """Return the interpretations of a flat list: one row, or rows of a square or any rectangle."""
    count = len(board.rows[0])
    reject(count > MAX_FLAT, f"a list of {count} places needs a size: --size ROWSxCOLUMNS", line=1)
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
    if (
        square
        and board.form == "literal"
        and (
            _is_laid_out(board, square[0], text)
            or re.match(rf"\s*,\s*{square[0]}\s*\)", text[board.end : board.end + 20])
        )
    ):
        return [replace(ways[1], form=board.form, wants="")]
    return ways if len(ways) > 1 else [replace(ways[0], form=board.form, wants="")]


def _is_laid_out(board: FoundBoard, side: int, text: str) -> bool:
    """Return whether a list of side x side cells is written as a square of lines."""
    return all(
        ("\n" in text[a.end : b.start]) == (k % side == 0)
        for k, (a, b) in enumerate(pairwise(board.rows[0]), start=1)
    )


def board_of(
    board: FoundBoard, whole: ScannedText, options: ReadOptions, note: str = ""
) -> AnyPuzzle:
    """Return the puzzle for a board found in a text, with a note on how it was read.

    Raises:
        InputError: With its place.
    """
    check_grid_size(*board.shape)
    options = replace(
        options,
        topology=whole.topology or options.topology,
        colours=whole.colours or options.colours,
    )
    colours = max(whole.legend.values(), default=0) + 1
    reject(
        colours > 2 and whole.colours not in (0, colours),
        f"the text says {whole.colours} colours, and names {colours}",
        line=1,
    )
    if colours > 2 and options.colours in (None, colours):
        options = replace(options, colours=colours)
    drawn = drawn_in(board, whole, options)
    puzzle = drawn_board(drawn, options)
    layout = replace(
        puzzle.layout,
        title=board.title if len(board.title.split()) < 8 else "",  # a sentence is no name
        claimed=board.claimed,
    )
    return with_note(replace(puzzle, layout=layout), note)


def drawn_in(board: FoundBoard, whole: ScannedText, options: ReadOptions) -> Drawn:
    """Return the colours of the cells of a board found in a text.

    Raises:
        InputError: With its place.
    """
    at = np.array([[cell.start for cell in row] for row in board.rows], dtype=np.int64)
    lines = np.searchsorted(whole.starts, at, side="right")
    places = np.stack([lines, at - whole.starts[lines - 1] + 1], axis=-1)
    words = board.words
    seen = {word for row in words for word in row}
    dots = "." in seen and board.rows[0][0].kind == "atom"  # sparse matrices print . for 0
    if dots and seen - {"."} <= {*"123456789"}:
        options = replace(options, legend=options.legend or ".=off")
    known = whole.legend or (None if options.legend is not None else alphabet(seen - {"~"}))
    if known is None:
        return replace(_signs(words, places, options), places=places)
    known = {"~": HOLE, **known}
    values = np.array([[known[word] for word in row] for row in words], dtype=np.int64)
    return Drawn(values, places=places)


def _signs(words: Sequence[Sequence[str]], places: IntArray, options: ReadOptions) -> Drawn:
    """Convert cells that are single symbols to colours, by the option ``legend`` or by convention.

    Raises:
        InputError: At the first cell that is none, and where they read two ways.
    """
    seen = {word for row in words for word in row}
    signs = {word: word for word in seen}
    if " " in seen:
        reject(
            any(sign in OFF + "0" for sign in seen),
            "a box with nothing in it stands beside a sign for off",
            line=1,
        )
        signs[" "] = "."
        if len(seen) == 2 and options.legend is None:
            signs |= dict.fromkeys(seen - {" "}, "#")
    if "o" in seen and seen & {*OFF, " "} and not seen & {*ON}:
        signs["o"] = "O"
    if any(len(word) != 1 for word in seen):
        row, column = next(
            (r, c) for r, row in enumerate(words) for c, word in enumerate(row) if len(word) != 1
        )
        got = quoted(words[row][column])
        raise Line("", *places[row, column].tolist()).error(
            f"a cell is a whole number, true or false, or one sign, got {got}"
        )
    colours, hint = read_colours_entry(None, options.colours)
    drawn = [
        Line("".join(signs[word] for word in row), *at)
        for row, at in zip(words, places[:, 0].tolist(), strict=True)
    ]
    return read_rows(drawn, colours, read_legend(None, options.legend, colours), hint=hint)


def read_checks(text: str, options: ReadOptions) -> Puzzle:
    """Parse a parity-check matrix: rows of entries, or an array in program code."""
    colours = options.colours or 2
    dense = plain_rows(text, colours)
    if dense is None and re.search(r"[\[{(]", text):
        (way, *_) = ways_of(text, ReadOptions(colours=options.colours), matrix=True)
        drawn = way.parts[0].read()
        dense = drawn.state[drawn.layout.light_at]
    elif dense is None:
        dense = rows_of_entries(text, colours)  # raises errors with line and column
    return apply_options(matrix_puzzle(from_dense(dense, colours), 0), replace(options, size=None))


def ways_of(
    text: str, options: ReadOptions, form: str = "", *, matrix: bool = False
) -> list[ScannedReading]:
    """Return the interpretations of a text that fit the options; raise if there are none.

    Args:
        text: the text.
        options: what the caller says beside it.
        form: ``alone`` to pass over words beside a board.
        matrix: whether a check matrix is wanted.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, form, matrix=matrix)
    readings = [
        one
        for one in whole.readings
        if not one.boards or options.size in (None, "{}x{}".format(*one.boards[0].shape))
    ]
    found = [_way_of(whole, one, text, options) for one in readings or whole.readings[:1]]
    ways = [way for way in found if way is not None]
    reject(not ways, "rows of two numbers may be lit places or edges, and neither fits", line=1)
    return ways


def read_scanned(text: str, options: ReadOptions, form: str) -> list[PuzzlePart]:
    """Return the puzzles of the interpretation in a given format; ``alone`` is any format.

    Args:
        text: the text.
        options: what the caller says beside it.
        form: the format.

    Raises:
        InputError: When there is none.
    """
    ways = ways_of(text, options, form)
    known = ", ".join(dict.fromkeys(way.form or way.wants for way in ways))
    found = [way for way in ways if form in ("alone", way.form, way.form.rstrip("01"))]
    reject(not found, f"this is not {form}, it reads as {known}", line=1)
    reject(
        form != found[0].form and len(found) > 1,
        f"this reads {len(found)} ways: {known}; say which",
        line=1,
    )
    return list(found[0].parts)


def _way_of(
    whole: ScannedText, reading: ScannedReading, text: str, options: ReadOptions
) -> ScannedReading | None:
    """Return an interpretation with its puzzles, or None if they cannot be parsed."""
    if reading.parts:
        return reading
    if not reading.boards:
        if reading.wants:
            return reading
        read = read_checks if reading.form == "checks" else read_edge_list
        try:
            puzzle = read(text, options)
        except (InputError, UsageError):
            return None
        about = puzzle.layout.note.removeprefix("read as ") or reading.about
        return replace(reading, about=about, parts=[PuzzlePart(1, lambda: puzzle)])
    parts = list[PuzzlePart]()
    many = len(reading.boards)
    for number, board in enumerate(reading.boards, start=1):
        which = f", {number} of {many}" if many > 1 else ""
        said = reading.about if reading.form.startswith("places") else whole.note
        note = f"read as {said}{which}" if said else ""
        parts.append(
            PuzzlePart(whole.place(board.start)[0], partial(board_of, board, whole, options, note))
        )
    return replace(reading, parts=parts)
