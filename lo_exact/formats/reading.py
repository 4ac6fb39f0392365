"""Any puzzle, from text or from a file, in whichever format; and back to text.

No format is guessed.  A text is given to every format that is sure of it, to board text where that
shares the looks of one, and to the layouts (layouts.py) that its shape allows.  Each gives a
reading.  Where all readings are one puzzle it is answered; else the text is refused with all of
them, and ``--as NAME`` or ``--size`` decides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.counters import AnyPuzzle, Counters, counters_of
from lo_exact.errors import AmbiguousError, InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import in_source, located, without_lines
from lo_exact.formats.files import PuzzlePart, opened, read_text, start_of
from lo_exact.formats.format_table import (
    FORMATS,
    NEVER,
    SNIFFED,
    Format,
    find_format,
    format_of_bytes,
    only_part,
    sniffed,
)
from lo_exact.puzzle import Puzzle
from lo_exact.registers import named

_BLANK = re.compile(r"[\s\ufe0e\ufe0f]*+\Z")
"""Nothing to be seen: blanks, and what only says how the glyph before it looks."""


def read_puzzle(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    r"""Read a puzzle.

    Args:
        text_or_path: A path; ``-`` for standard input; or the text itself: anything of several
            lines, and what is no file but looks like a game ID, a mask, JSON or a nested list.
        options: What the caller says beside the text.
        format: Name of a format; by default the text decides.

    Returns:
        The puzzle.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option cannot be.

    Example:
        >>> import lo_exact
        >>> lo_exact.read_puzzle("##\n#.\n").lights
        4
    """
    name = str(text_or_path)
    parts = read_parts(text_or_path, options=options, format=format)
    with in_source("" if "\n" in name else name):
        return _no_counters(only_part(parts))


def parse_puzzle(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    """Read a puzzle from its text; ``source`` is the file name for errors."""
    parts = parse_parts(text, source=source, options=options, format=format)
    with in_source(source):
        return _no_counters(only_part(parts))


def read_parts(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles of a file or a text, each to be read when it is wanted.

    Args:
        text_or_path: As for `read_puzzle`.
        options: What the caller says beside the text.
        format: Name of a format; by default the text decides.

    Raises:
        InputError: With file, line and column.
    """
    name = str(text_or_path)
    if isinstance(text_or_path, str) and name != "-" and _is_text(name):
        return parse_parts(name, options=options, format=format)
    start = start_of(name)
    found = format_of_bytes(start)
    if found is not None:
        row = found if format is None else find_format(format)
        return _open_parts(name, row, found, options or ReadOptions())
    try:
        text = read_text(name)
    except InputError:
        if start:
            from lo_exact.formats.strangers import refuse_strange_bytes

            with in_source(name):
                refuse_strange_bytes(start)
        raise
    return parse_parts(text, source=name, options=options, format=format)


def _open_parts(
    name: str, row: Format, found: Format, options: ReadOptions
) -> Sequence[PuzzlePart]:
    """Return the puzzles of a file of bytes; what it begins like is ``found``."""
    toy = ""
    if options.toy is not None:
        from lo_exact.formats.asked import as_toy

        options, toy = as_toy(options)
    asked = replace(options, colours=MAX_MODULUS) if options.counters else options
    row.check_beside(asked)
    with in_source(name):
        if row.begins is None or row.begins is not found.begins:
            raise InputError(f"this file begins like {found.name}, and not like {row.name}")
        with opened(name) as file:
            parts: Sequence[PuzzlePart] = named(row.opens)(file, asked)
    return [
        PuzzlePart(part.line, _finished(part, name, options, placed=False, note=toy))
        for part in parts
    ]


def parse_parts(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles of a text; ``source`` is the file name for errors."""
    with in_source(source):
        if _BLANK.match(text):
            raise InputError("the text is empty: there is no board", line=1, column=1)
        asked, toy = options or ReadOptions(), ""
        if asked.toy is not None:
            from lo_exact.formats.asked import as_toy

            asked, toy = as_toy(asked)
        if asked.counters:  # whole numbers are read as the largest palette, which is then dropped
            asked = replace(asked, colours=MAX_MODULUS)
        if toy and asked.legend is None and _DRAWN.search(text):
            asked = replace(asked, legend="#=on")  # a toy has no walls among its lights
        row, parts = _recognised(text, asked, format)
        if format is None and _may_hold(text, row):
            inside = _inside(text, parts, asked)
            if inside:
                return inside
    strange = text if format is None and row is FORMATS[-1] else ""
    return [
        PuzzlePart(part.line, _finished(part, source, asked, strange, note=toy)) for part in parts
    ]


_DRAWN = re.compile(r"\A[.~\s]*+#[#.~\s]*+\Z")
"""A drawing of # and . alone."""


def _recognised(
    text: str, options: ReadOptions, format: str | None = None
) -> tuple[Format, Sequence[PuzzlePart]]:
    """Return the format of a text as it stands, and its puzzles."""
    if format in _ARRAYS:
        from lo_exact.formats.literals.matrix_names import renamed

        text = renamed(text)
    elif format is None and ("=" in text or "<-" in text):
        _refuse_named(text, options)
        flat = _FLAT_ARRAY.fullmatch(text)
        if flat and options.size is None:
            if flat[1]:
                _refuse_flat(flat[1].split(), options, "matlab")
            else:
                _refuse_flat(flat[2].replace(",", " ").split(), options, "either")
    row = find_format(format) if format is not None else recognise_format(text, options)
    parts = row.read_all(text, options)
    if not parts:
        raise InputError(f"there is no puzzle in this text ({row.name})", line=1)
    return row, parts


_ARRAYS = ("literal", "matlab", "dzn")
"""Formats whose arrays have names."""


_FLAT_ARRAY = re.compile(
    r"\s*(?:[A-Za-z_]\w*\s*=\s*)?\[([ \t0-9]+)\]\s*;\s*"
    r"|\s*[A-Za-z_]\w*\s*=\s*\[((?:\s*[0-9]+\s*,)+\s*[0-9]+\s*)\]\s*;?\s*",
    re.ASCII,
)
"""A row of numbers, which MATLAB may mean column by column."""


def _refuse_flat(numbers: Sequence[str], options: ReadOptions, form: str = "") -> None:
    """Refuse numbers in one list that are a row, or a square or other rectangle of several.

    Args:
        numbers: the list, in order.
        options: what the caller says beside it; no size.
        form: ``matlab``, whose rectangles go column by column; ``""``: row by row; ``either``: a
            square may go column by column too.

    Raises:
        InputError: With the row, and the square or where there is none each rectangle.
    """
    count = len(numbers)
    heights = [height for height in range(2, count) if count % height == 0]
    square = [height for height in heights if height**2 == count]
    found = []
    ways = [(height, form == "matlab" and height > 1) for height in [1, *(square or heights)]]
    if square and form == "either":
        ways.append((square[0], True))
    for height, by_columns in ways:
        width = count // height
        rows = [numbers[r::height] for r in range(height)] if by_columns else [
            numbers[r * width : (r + 1) * width] for r in range(height)
        ]  # fmt: skip
        listed = ", ".join(f"[{', '.join(row)}]" for row in rows)
        try:
            puzzle = find_format("board").read(f"[{listed}]", options)
        except InputError:
            return
        about = f"{height} x {width} places" + (", column by column" if by_columns else "")
        chosen = "" if by_columns and form == "either" else f"--size {height}x{width}"
        found.append(TextReading("" if chosen else "matlab", about, (puzzle,), chosen))
    if len(found) > 1:
        raise several_ways(found)


def _refuse_named(text: str, options: ReadOptions) -> None:
    """Refuse an array called H, A, M, ..., that is a board as well as a matrix.

    Raises:
        InputError: With both.
    """
    from lo_exact.formats.literals.matrix_names import renamed

    board = renamed(text)
    if board == text:
        return
    form = next((row.name for row in sniffed(board) if row.name in _ARRAYS), "")
    try:
        puzzles = [part.read() for part in parse_parts(board, options=options)]
        matrix = find_format("checks").read(text, replace(options, size=None))
    except (InputError, UsageError):
        return
    if len(puzzles) == 1:
        size = "{} x {}".format(*puzzles[0].layout.shape)
        call = "" if form else "call it board"
        raise several_ways(
            [
                TextReading(form, f"{size} board", tuple(puzzles), call),
                TextReading(
                    "checks", f"{matrix.lights} x {matrix.buttons} check matrix", (matrix,)
                ),
            ]
        )


def _may_hold(text: str, row: Format) -> bool:
    """Return whether a text in this format may hold boards among other things."""
    if len(text) > LARGEST_MIXED or not (row is FORMATS[-1] or row.name in _AMONG):
        return False
    if (row.name == "json" and _OURS.search(text)) or has_header(text):
        return False
    return _AROUND.search(text) is not None


def has_header(text: str) -> bool:
    """Return whether a text begins like board text with a key, whose faults are its own."""
    from lo_exact.formats.board.header import KEY_LINE
    from lo_exact.formats.board.reader import KEYS

    first = re.search(r"^(?![ \t]*(?:;.*)?$).*$", text, re.MULTILINE)
    found = KEY_LINE.match(first[0]) if first else None
    return found is not None and found[1].lower() in KEYS


LARGEST_MIXED = 2**18
"""Characters of a text in which boards are looked for among other things."""

_OURS = re.compile(
    r'\A\s*\{\s*(?:"[^"]*"\s*:\s*(?:[0-9]+|"[^"]*")\s*,\s*)*'
    r'"(?:format|colours|state|target|uniform|objective|prices|neighbourhood|topology|buttons|activation)"'
)
"""A JSON puzzle of our own, whose faults are its own."""

_AMONG = ("json", "literal", "levels", "judge", "flip", "minizinc", "dzn")
"""Formats whose looks a text may have that holds boards among other things."""

_AROUND = re.compile(
    r"^(?![ \t]*;)[^\n]*?"
    r"(?:[`/%\"',;|│┃║=>\[{\\&]|-[ \t]|#[ \t]+\w|[^\W_]{2}|[ \t]{2}[01]|[Aa][ \t]+[Bb])",
    re.MULTILINE,
)
"""Something that may stand around a board and does not belong to it, nor to a comment of ours."""


def _inside(text: str, parts: Sequence[PuzzlePart], options: ReadOptions) -> list[PuzzlePart]:
    """Return the puzzles inside a text that is refused as it stands; none where it is not.

    A text in a known format that is not read is left to its refusal.
    """
    from lo_exact.formats.peeled import peel
    from lo_exact.formats.strangers import refuse_stranger

    try:
        for part in parts:
            part.read()
        return []
    except UsageError:
        return []
    except InputError:
        pass
    try:
        refuse_stranger(text)
        peeled = peel(text)
        if peeled is not None:
            puzzles = [part.read() for part in _recognised(peeled[0], options)[1]]
            noted = [_noted(puzzle, f"read as {peeled[1]}") for puzzle in puzzles]
            return [PuzzlePart(1, lambda puzzle=puzzle: puzzle) for puzzle in noted]  # type: ignore[misc]
    except (InputError, UsageError):
        pass
    return _among(text, options)


def _among(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the boards that stand as arrays among other text."""
    from lo_exact.formats.among.boards import boards_among
    from lo_exact.formats.among.drawn import drawings_among

    arrays = boards_among(text)
    found = arrays or drawings_among(text)
    inside = []
    for number, board in enumerate(found, start=1):
        if board.flat and options.size is None:
            _refuse_flat(board.text.strip("[]").split(", "), options)
        listed = board.text[1:-1] if board.flat and options.size else board.text
        try:
            puzzle = only_part(_recognised(listed, options)[1])
        except (InputError, UsageError):
            return []
        what = "array" if arrays else "drawing"
        which = f"the {what}" if len(found) == 1 else f"{what} {number} of {len(found)}"
        noted = _noted(puzzle, f"read as {which} in the text")
        layout = replace(noted.layout, title=board.title, claimed=board.claimed)
        titled = replace(noted, layout=layout)
        inside.append(PuzzlePart(board.line, lambda puzzle=titled: puzzle))  # type: ignore[misc]
    return inside


def _noted(puzzle: AnyPuzzle, note: str) -> AnyPuzzle:
    return replace(puzzle, layout=replace(puzzle.layout, note=note))


def write_puzzle(puzzle: AnyPuzzle, format: str = "board") -> str:
    """Return a puzzle as text of a format, which `parse_puzzle` reads to the same puzzle.

    Args:
        puzzle: the puzzle.
        format: a format's name (docs/formats.md).

    Returns:
        The text.

    Raises:
        UsageError: When the format cannot express the puzzle.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> lo_exact.write_puzzle(puzzle).splitlines()[-2:]
        ['11', '10']
    """
    return find_format(format).write(puzzle)


def encode_puzzle(puzzle: AnyPuzzle, format: str) -> bytes:
    """Return a puzzle as a file of a format holds it; `write_puzzle` where that is text.

    Raises:
        UsageError: When the format cannot express the puzzle.
    """
    return find_format(format).encode(puzzle)


def _finished(
    part: PuzzlePart,
    source: str,
    options: ReadOptions,
    strange: str = "",
    *,
    placed: bool = True,
    note: str = "",
) -> Callable[[], AnyPuzzle]:
    """Return a reading whose errors have file and line, and which drops the modulus of counters.

    Args:
        part: the reading, and the line for errors that have none.
        source: the file's name.
        options: what the caller says beside the text.
        strange: a text that nobody was sure of: when it is no board, it may be in a known format
            that is not read.
        placed: whether what is read has lines.
        note: what else is to be said of the puzzle.
    """

    def finished() -> AnyPuzzle:
        with in_source(source), located(part.line) if placed else without_lines():
            try:
                puzzle = part.read()
            except InputError as refusal:
                if strange:
                    from lo_exact.formats.nearly import refuse_nearly
                    from lo_exact.formats.strangers import refuse_stranger

                    refuse_stranger(strange)
                    refuse_nearly(strange, options, refusal)
                raise
            if note:
                puzzle = _noted(puzzle, "; ".join(filter(None, (puzzle.layout.note, note))))
            return (
                counters_of(puzzle) if options.counters and isinstance(puzzle, Puzzle) else puzzle
            )

    return finished


def _no_counters(puzzle: AnyPuzzle) -> Puzzle:
    if isinstance(puzzle, Counters):
        raise UsageError(
            "colours: none makes counters, which this question does not take; "
            "min, all, count, prove, solve and show do"
        )
    return puzzle


def _is_text(name: str) -> bool:
    if "\n" in name:
        return True
    if os.path.exists(name):
        return False
    return name.lstrip()[:1] == "[" or is_certain(name)


_PARTED = re.compile(r"^[^;:\n]*[^\s;:][ \t,|/\\\u3000][ \t\u3000]*+[^\s;]", re.MULTILINE)
"""Something between two signs of a line: what a text that reads several ways has."""


MAX_COMPARED = 8
"""Puzzles of a reading that are read before it is chosen; readings of more are never the same."""


@dataclass(frozen=True)
class TextReading:
    """One way to read a text.

    Attributes:
        form: the format's name: ``--as`` chooses this reading.
        about: what it takes the text for, one line.
        puzzles: what it reads, the first `MAX_COMPARED`; none where an option is missing that says
            more.
        wants: that option, or the only one that chooses it; ``""`` if none.
        more: how many puzzles there are besides.
    """

    form: str
    about: str
    puzzles: tuple[AnyPuzzle, ...] = ()
    wants: str = ""
    more: int = 0

    @property
    def choice(self) -> str:
        """The options that choose this reading."""
        return " ".join(filter(None, (f"--as {self.form}" if self.form else "", self.wants)))


def readings_of(text: str, options: ReadOptions) -> list[TextReading]:
    """Return the different readings of a text, the first of those that are the same puzzle.

    A text that one format alone may be in is not read: that format is its reading.
    """
    rows = _formats_of(text, options)
    if len(rows) == 1:
        return [TextReading(rows[0].name, rows[0].about)]
    return _different([found for row in rows if (found := _reading(row, text, options))])


def _formats_of(text: str, options: ReadOptions) -> list[Format]:
    """Return the formats that a text may be in, by its looks."""
    rows = sniffed(text)
    known = [row for row in rows if row.name not in ("literal", "edgelist", "graph-nm")]
    if not known and (options.size is not None or _PARTED.search(text[:SNIFFED])):
        from lo_exact.formats.layouts import tried

        rows += [row for row in map(find_format, tried(text, options)) if row not in rows]
    if not rows or any(not row.alone or row.looks is NEVER for row in rows):
        rows.insert(0, FORMATS[-1])
    return rows


def _reading(row: Format, text: str, options: ReadOptions) -> TextReading | None:
    """Return what a format reads, None when it refuses the text."""
    if row.name.startswith("places") and options.size is None:
        return TextReading(row.name, row.about, wants="--size ROWSxCOLUMNS")
    try:
        parts = row.read_all(text, options)
        puzzles = tuple(part.read() for part in parts[:MAX_COMPARED])
    except AmbiguousError:
        return TextReading(row.name, row.about, wants="more than --as")
    except (InputError, UsageError):
        return None
    notes = {puzzle.layout.note.removeprefix("read as ") for puzzle in puzzles} - {""}
    about = notes.pop() if len(notes) == 1 and len(parts) == 1 else row.about
    more = len(parts) - len(puzzles)
    return TextReading(row.name, about, puzzles, more=more) if puzzles else None


def _different(found: list[TextReading]) -> list[TextReading]:
    """Return readings without those that are the puzzles of one before."""
    kept: dict[object, TextReading] = {}
    for reading in found:
        puzzles = tuple(puzzle.sha256 for puzzle in reading.puzzles)
        same = puzzles if puzzles and not reading.more else reading.choice
        kept.setdefault(same, reading)
    return list(kept.values())


def several_ways(found: Sequence[TextReading]) -> InputError:
    """Return the refusal of a text with these readings, and the option that chooses each."""
    ways = " | ".join(f"{reading.about} ({reading.choice})" for reading in found)
    refusal = InputError(f"the text reads {len(found)} ways: {ways}; say which", line=1)
    refusal.readings = tuple(found)
    return refusal


def recognise_format(text: str, options: ReadOptions) -> Format:
    """Return the one format that a text is in.

    Raises:
        InputError: When there are several, with all `readings_of` it.
    """
    rows = _formats_of(text, options)
    if len(rows) == 1:
        return rows[0]
    found = _different([one for row in rows if (one := _reading(row, text, options))])
    if len(found) > 1:
        raise several_ways(found)
    return find_format(found[0].form) if found else (sniffed(text) or [FORMATS[-1]])[0]


def is_certain(text: str) -> bool:
    """Return whether some format other than board text is sure of a text."""
    return any(row.alone for row in sniffed(text))
