"""Functions that read puzzles from text or files in any format, and write them.

No format is guessed.  A text is given to every format that recognises it with certainty, and to
board text if such a format looks like a board.  It is also given to the layouts (layouts.py) that
its shape allows.  Each gives a reading.  If all readings are one puzzle, that is the result.
Otherwise the text is refused with all of them, and ``--as NAME`` or ``--size`` decides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.counters import AnyPuzzle, Counters, counters_of
from lo_exact.errors import AmbiguousError, InputError, UsageError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import ADVICE, in_source, located, reject, without_lines
from lo_exact.formats.files import PuzzlePart, as_typed, opened, read_text, start_of
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
from lo_exact.machine import uncollected
from lo_exact.puzzle import Puzzle
from lo_exact.registers import named

if TYPE_CHECKING:
    from lo_exact.formats.scanner.arrays import ScannedReading

_BLANK = re.compile(r"[\s\ufe0e\ufe0f]*+\Z")
"""Pattern of invisible text: blanks and variation selectors."""


def read_puzzle(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    r"""Read a puzzle from a text or a file in any format.

    Args:
        text_or_path: A path; ``-`` for standard input; or the text itself: anything of several
            lines, or one that is no file but looks like a game ID, a mask, JSON or a list.
        options: Reading options.
        format: Name of a format; by default the text decides.

    Returns:
        The puzzle.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option is invalid.

    Example:
        >>> import lo_exact
        >>> lo_exact.read_puzzle("##\n#.\n").lights
        4
    """
    name = str(text_or_path)
    parts = read_parts(text_or_path, options=options, format=format)
    with in_source("" if "\n" in name else name):
        return only_puzzle(parts)


def parse_puzzle(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Puzzle:
    """Parse a puzzle from text; ``source`` is the file name for errors."""
    parts = parse_parts(text, source=source, options=options, format=format)
    with in_source(source):
        return only_puzzle(parts)


def read_parts(
    text_or_path: str | Path, *, options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles in a file or text, each parsed on demand.

    Args:
        text_or_path: As for `read_puzzle`.
        options: Reading options.
        format: Name of a format; by default the text decides.

    Raises:
        InputError: With file, line and column.
    """
    name = str(text_or_path)
    if isinstance(text_or_path, str) and name != "-" and (
        "\n" in name
        or (not os.path.exists(name) and (
            name.lstrip()[:1] == "["
            or _ROWS.fullmatch(name)
            or any(row.alone for row in sniffed(name))
        ))
    ):  # fmt: skip
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
            from lo_exact.formats.refused_formats import refuse_strange_bytes

            with in_source(name):
                refuse_strange_bytes(start)
        raise
    return parse_parts(text, source=name, options=options, format=format)


def _open_parts(
    name: str, row: Format, found: Format, options: ReadOptions
) -> Sequence[PuzzlePart]:
    """Return the puzzles in a binary file, whose first bytes indicate the format ``found``."""
    asked, note = _completed(options)
    row.check_beside(asked)
    with in_source(name):
        reject(
            row.begins is None or row.begins is not found.begins,
            f"this file begins like {found.name}, and not like {row.name}",
        )
        with opened(name) as file:
            parts: Sequence[PuzzlePart] = named(row.opens)(file, asked)
    return [
        PuzzlePart(part.line, _finished(part, name, asked, placed=False, note=note))
        for part in parts
    ]


def parse_parts(
    text: str, *, source: str = "", options: ReadOptions | None = None, format: str | None = None
) -> Sequence[PuzzlePart]:
    """Return all puzzles in a text; ``source`` is the file name for errors."""
    text = text if text.isascii() else as_typed(text)
    with in_source(source):
        if _BLANK.match(text):
            raise InputError("the text is empty: there is no board", line=1, column=1)
        asked, note = _completed(options or ReadOptions(), text)
        row, parts = _recognised(text, asked, format)
    strange = text if format is None and row is FORMATS[-1] else ""
    return [
        PuzzlePart(part.line, _finished(part, source, asked, strange, note=note)) for part in parts
    ]


def _completed(options: ReadOptions, text: str = "") -> tuple[ReadOptions, str]:
    """Return the options with those of a toy, and a note on its goal."""
    note = ""
    if options.toy or options.neighbourhood:
        from lo_exact.formats.apply_options import as_toy

        options, note = as_toy(options, text)
    if options.counters:  # the largest modulus stands for counters until `_finished` drops it
        options = replace(options, colours=MAX_MODULUS)
    return options, note


def _recognised(
    text: str, options: ReadOptions, format: str | None = None
) -> tuple[Format, Sequence[PuzzlePart]]:
    """Return the format of a text, and its puzzles."""
    if format is None and is_scanned(text):
        return _scanned(text, options)
    row = find_format(format) if format is not None else _own_format(text, options)
    parts = row.read_all(text, options)
    if not parts:
        raise InputError(f"there is no puzzle in this text ({row.name})", line=1)
    return row, parts


@uncollected()
def _scanned(text: str, options: ReadOptions) -> tuple[Format, Sequence[PuzzlePart]]:
    """Parse a text of unknown format, which must have exactly one interpretation.

    A drawing whose signs the caller explains is board text where it has no other reading.

    Raises:
        InputError: When it has none, or several; a text of signs alone is refused as a board.
    """
    if not _TAGGED.match(text):
        from lo_exact.formats.refused_formats import refuse_stranger

        refuse_stranger(text)
    try:
        way = only_way(text, options)
    except InputError as refusal:
        if not refusal.readings and (slip := _SLIP.search(text)):
            raise InputError(
                f"'{slip[0].strip()}' may be a digit or digits that were misread: write 0 for O "
                "and 1 for l and I", line=text.count("\n", 0, slip.start()) + 1,
            ) from None  # fmt: skip
        if not refusal.readings and (
            not _SAYS_MORE.search(text)
            or (options.legend and not re.search(r"\S[ \t]+\S", text))  # rows of letters alone
        ):
            FORMATS[-1].read(text, options)
        with suppress(InputError):
            if options.legend and not refusal.readings and FORMATS[-1].read(text, options):
                return FORMATS[-1], FORMATS[-1].read_all(text, options)
        raise (refusal if refusal.readings else _or_alone(refusal, text, options)) from None
    row = find_format(way.form)
    row.check_beside(options)
    return row, way.parts


def only_way(text: str, options: ReadOptions, *, matrix: bool = False) -> ScannedReading:
    """Return the only interpretation of a text of unknown format, or raise.

    Args:
        text: the text.
        options: the reading options.
        matrix: whether a check matrix is expected, so that names and pairs are no objection.

    Raises:
        InputError: When it has none, or several.
    """
    from lo_exact.formats.scanner.parts import ways_of

    found = ways_of(text, options, matrix=matrix)
    ways = _different([_way(reading) for reading in found]) if len(found) > 1 else []
    if len(ways) > 1 or not found[0].parts:
        raise several_ways(ways or [_way(found[0])])
    return found[0]


def _or_alone(refusal: InputError, text: str, options: ReadOptions) -> InputError:
    """Return a refusal that shows the board alone, or else says what to do."""
    from lo_exact.formats.refused_formats import next_step
    from lo_exact.formats.scanner.parts import ways_of

    found, behind = list[TextReading](), ""
    with suppress(UsageError):
        try:  # a long text would take as long again
            short = len(text) <= MAX_SCANNED // 16
            found = [*map(_way, ways_of(text, options, "alone"))] if short else []
        except InputError as second:
            behind = second.problem
    words = refusal.problem.removesuffix(ADVICE)
    if not found or (found[1:] and not all(way.wants.startswith("--size") for way in found)):
        if behind and words not in (refusal.problem, behind):
            words += f"; and without the words (--as alone), {behind}"
        return InputError(words + next_step(words), line=refusal.line, column=refusal.column)
    refusal = InputError(
        f"{words}: say rule and goal by options (--target 1: all on) or before the board; "
        "--as alone passes over the words",
        line=refusal.line, column=refusal.column,
    )  # fmt: skip
    alone = "the board alone, if the words beside it change nothing"
    refusal.readings = tuple(
        replace(way, form="alone", about=f"{alone}, {way.about}" if found[1:] else alone)
        for way in found
    )
    return refusal


def _way(reading: ScannedReading) -> TextReading:
    """Convert a reading of the scanner to a `TextReading`; parse at most `MAX_COMPARED` puzzles."""
    puzzles = tuple(part.read() for part in reading.parts[:MAX_COMPARED])
    return TextReading(
        reading.form, reading.about, puzzles, reading.wants, len(reading.parts) - len(puzzles)
    )


_TAGGED = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE plist[^>]*>\s*)?"
    r"<(?:plist|pre|code|board|level|table|lightsout|puzzle|grid)\b"
)
"""Pattern of tags that can contain a board."""

_SAYS_MORE = re.compile(r"[^\W\d_]{2}|[\[\](){}\"'`=]")
"""Pattern of words, brackets or quotes, which plain drawings do not have."""


_SLIP = re.compile(
    r"(?m)^[ \t]*(?=[01]*[OoIl])(?=[OoIl]*[01])[01OoIl]{3,}[ \t]*$|[01],[ ]?[OlI],[ ]?[01]"
    r"|[\[{][ ]?[OlI],[ ]?[01]|[01],[ ]?[OlI][ ]?[\]}]"
)
"""Pattern of letters instead of digits, as text recognition produces."""

MAX_SCANNED = 2**18
"""Largest number of characters for the scanner; longer texts must be plain drawings."""


def is_scanned(text: str) -> bool:
    """Return whether a text needs the scanner: no format recognises it, and it is not plain."""
    rows = sniffed(text)
    if len(text) > MAX_SCANNED:
        reject(
            not rows and re.search(r"[\[({]", text[:1000]),
            f"the text has more than {MAX_SCANNED} characters: give rows or JSON, without a name",
            line=1,
        )
        return False
    header = has_header(text)
    if header and ";" in text and not _HARMLESS.fullmatch("\n".join(remarks_in(text))):
        from lo_exact.formats.scanner.doubts import judge_remarks

        judge_remarks(remarks_in(text), text, known=_REMARK.sub(r"\1", text))
    return not header and all(row.name == "json" for row in rows) and (
        _OURS.search(text) is None and _MATRIX.match(text) is None if rows else not is_plain(text)
    )  # fmt: skip


_OURS = re.compile(
    r'\A\s*\{\s*(?>(?:"[^"]*"\s*:\s*(?:[0-9]+|"[^"]*")\s*,\s*)*)'
    r'(?:"(?:format|colours|state|target|uniform|objective|prices|neighbourhood|topology|buttons'
    r'|activation|graph)"|\}|\Z)'
)
"""Pattern of this project's JSON puzzles, whose parser reports their errors."""

_MATRIX = re.compile(r'\s*\{\s*"matrix"\s*:')

_REMARK = re.compile(r"^(?:[ \t]*;[^\n\[]*$|([^;\n]*);(?=[^\n]*[^\W\d_xXoO])[^\n]*)", re.MULTILINE)
"""Pattern of a comment; only the first ``;`` of a line counts, which keeps long lines fast."""

_SIGNS = re.compile(
    r"(?:[^\w\[\](){}\"'`=<>:&%$!@+\\⍴]|[0-9_xXoO]|\\n|\\\\|\A\s*0[xX][0-9a-fA-F]+)*+"
)
_DEEP = re.compile(r"\[\s*\[\s*\[")
_LIST = re.compile(r"\s*\[(?!\s*,)(?:[\[\],0-9\s]|null\b|None\b)*+")
_BULLETS = re.compile(r"(?:[ \t]*(?:[-*]|[0-9]+[.)])[ \t]+\S{2,}[ \t]*(?:\n|\Z)){2,}")
_NUMBER = "(?:0|[1-9][0-9]*+)"
_PAIRS = re.compile(
    rf"(?:[ ]*+{_NUMBER}(?>[ \t]*,[ \t]*|[ \t]+){_NUMBER}[ ]*+(?:[\n;]|\Z)){{2,}}"
    rf"|\[(?:\s*+\[\s*+{_NUMBER}(?>\s*,\s*|\s+){_NUMBER}\s*+\]\s*+,?){{2,}}\s*+\]"
)
"""Pattern of rows of two numbers."""


def remarks_in(text: str) -> list[str]:
    """Return the comments of a text, without their sign."""
    return re.findall(r"(?m)^[^;\n]*;(?=[^\n]*[^\W\d_xXoO])([^\n]*)", text)


def _lists_pairs(text: str) -> bool:
    """Return whether a text is pairs of numbers, all different: places, edges or a board."""
    text = "\n".join(_REMARK.sub(r"\1", text).splitlines()).strip(" \n")
    pairs = re.findall("[0-9]+[^0-9]+[0-9]+", text) if _PAIRS.fullmatch(text) else []
    return len(pairs) > 1 and len(set(pairs)) == len(pairs)


def is_plain(text: str) -> bool:
    """Return whether a text contains only rows of symbols, or is a JSON list of numbers."""
    from lo_exact.formats.board.places import split_lines

    bare = "\n".join(line.text for line in split_lines(text)).strip("\n")
    if _lists_pairs(bare):
        return False
    if ";" in bare:
        said, bare = remarks_in(bare), _REMARK.sub(r"\1", bare).strip("\n")
        if bare.strip() and not _HARMLESS.fullmatch("\n".join(said)):
            return False  # a comment may explain the signs
    if bare.lstrip()[:1] == "[":
        deep = bare.count("[") == bare.count("]") and _DEEP.search(bare) is not None
        rows = re.match(r"\s*\[[^\[\]]*\]\s*,?\s*\[", bare)
        return _LIST.fullmatch(bare) is not None and "[" in bare.lstrip()[1:] and not (deep or rows)
    lines = bare.splitlines()
    first = [line.split() for line in lines[:3]]
    ruled = "---" in bare and any(re.fullmatch(r"\s*-{3,}\s*", line) for line in lines)
    more = (
        # tables whose columns and rows are numbered are not plain
        (len(first) > 2 and len(first[0]) + 1 == len(first[1]) == len(first[2]) > 2)
        or bare.lstrip()[:2] == "/*"
        or _BULLETS.fullmatch(bare)
        or (first[:1] and first[0][:2] == ["-", "-"] and re.search(r"\w", bare))
        or (ruled and any(len(line.split()) > 1 for line in lines))
        or _SIGNS.fullmatch(bare) is None
        or any(not line.strip() for line in lines)
        or any(bar in bare for bar in "│┃║┌⎡⎢")
        or sum(line.count(";") > 1 for line in lines) > 1
        or (
            len(lines) > 1
            and all("\t" in line.strip() and line == line.strip("\t") for line in lines)
        )
    )
    few = sum("," in line or "|" in line for line in lines) < 2
    return few and not more


_HARMLESS = re.compile(
    r"(?i)[\s;]*(?>(?:[0-9.,:#()-]+|an?|the|my|level|board|puzzle|game|lights out|example|page"
    r"|start|book|row|by|from|of|in|to|x)(?![^\W_])[\s;]*)*"
)
"""Pattern of comments that say nothing of a puzzle: a quick test before loading the vocabulary."""

_LIT = re.compile(r"^[^\n;]*\b(?:lit|on)\b[^\n;]*[(\[][0-9]+, ?[0-9]+[)\]]", re.MULTILINE | re.I)
"""Pattern of a list of lit places."""


def has_header(text: str) -> bool:
    """Return whether the first line of a text is ``key: value`` with a key of board text."""
    from lo_exact.formats.board.header import KEY_LINE, KEYS, key_called

    first = re.search(r"^(?![ \t]*(?:;.*)?$).*$", text, re.MULTILINE)
    found = KEY_LINE.match(first[0]) if first else None
    return found is not None and key_called(found[1]) in KEYS and not _LIT.search(text) and (
        found[1].lower() != "legend"
        or not re.search(r"[\"'`]|\s=\s", found.string[found.end() :])
    )  # fmt: skip


def write_puzzle(puzzle: AnyPuzzle, format: str = "board") -> str:
    """Return a puzzle as text in a format that `parse_puzzle` parses to the same puzzle.

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


def _finished(
    part: PuzzlePart,
    source: str,
    options: ReadOptions,
    strange: str = "",
    *,
    placed: bool = True,
    note: str = "",
) -> Callable[[], AnyPuzzle]:
    """Return a parser that adds file and line to errors, and turns 2^31 colours into counters.

    Args:
        part: the interpretation, and the line for errors without one.
        source: name of the file.
        options: the reading options.
        strange: a text without a certain format: if it is not a board, it may be in a known format
            that cannot be read.
        placed: whether the input has lines.
        note: a further note about the puzzle.
    """

    def finished() -> AnyPuzzle:
        with in_source(source), located(part.line) if placed else without_lines():
            try:
                puzzle = part.read()
            except InputError:
                if strange:
                    from lo_exact.formats.refused_formats import refuse_stranger

                    refuse_stranger(strange)
                raise
            if note:
                from lo_exact.formats.layouts import with_note

                puzzle = with_note(puzzle, "; ".join(filter(None, (puzzle.layout.note, note))))
            return (
                counters_of(puzzle) if options.counters and isinstance(puzzle, Puzzle) else puzzle
            )

    return finished


def only_puzzle(parts: Sequence[PuzzlePart]) -> Puzzle:
    """Return the only puzzle of a text, otherwise raise.

    Raises:
        UsageError: When it has counters in place of colours.
    """
    puzzle = only_part(parts)
    if isinstance(puzzle, Counters):
        raise UsageError(
            "colours: none makes counters, which this question does not take; "
            "min, all, count, prove, solve and show do"
        )
    return puzzle


_ROWS = re.compile(r"[01.#*]{2,}([/|][01.#*]{2,})+")
"""Pattern of a board's rows in one line, which cannot be a file name."""


_PARTED = re.compile(r"^[^;:\n]*[^\s;:][ \t,|/\\\u3000][ \t\u3000]*+[^\s;]", re.MULTILINE)
"""Pattern of separators inside a line, which every ambiguous text has."""


MAX_COMPARED = 8
"""Largest number of puzzles compared between interpretations; with more they count as different."""


@dataclass(frozen=True)
class TextReading:
    """One interpretation of a text."""

    form: str
    """Name of the format, which ``--as`` selects."""
    about: str
    """Description of the interpretation in one line."""
    puzzles: tuple[AnyPuzzle, ...] = ()
    """The first `MAX_COMPARED` puzzles; none if an option is missing."""
    wants: str = ""
    """The missing option, or the only one that selects this interpretation, or ``""``."""
    more: int = 0
    """Number of further puzzles."""

    @property
    def choice(self) -> str:
        """The command-line options that select this interpretation."""
        return " ".join(filter(None, (f"--as {self.form}" if self.form else "", self.wants)))


def _formats_of(text: str) -> list[Format]:
    """Return the formats that a text may be in, judged by its appearance."""
    rows = [*sniffed(text)]
    if {row.name for row in rows} <= {"edgelist", "graph-nm"} and _PARTED.search(text[:SNIFFED]):
        from lo_exact.formats.layouts import tried

        rows += map(find_format, tried(text))
    if not rows or any(not row.alone or row.looks is NEVER for row in rows):
        rows.insert(0, FORMATS[-1])
    return rows


def readings_of(text: str, options: ReadOptions) -> list[TextReading]:
    """Return the different readings of a text that is not scanned."""
    rows = _formats_of(text)
    found = [one for row in rows if (one := _reading(row, text, options))]
    if any(row.name == "graph-nm" for row in rows) and _lists_pairs(text):
        from lo_exact.formats.scanner.parts import ways_of

        with suppress(InputError):
            found += map(_way, ways_of(text, options))
    return _different(found)


def _reading(row: Format, text: str, options: ReadOptions) -> TextReading | None:
    """Return the interpretation of a text in a format, or None if the format refuses it."""
    try:
        parts = row.read_all(text, options)
        puzzles = tuple(part.read() for part in parts[:MAX_COMPARED])
    except AmbiguousError:
        return TextReading(row.name, row.about, wants="more than --as")
    except (InputError, UsageError):
        return None
    notes = {puzzle.layout.note.removeprefix("read as ") for puzzle in puzzles} - {""}
    about = notes.pop() if len(notes) == 1 and len(parts) == 1 else row.about
    reading = TextReading(row.name, about, puzzles, more=len(parts) - len(puzzles))
    return reading if puzzles else None


def _different(found: list[TextReading]) -> list[TextReading]:
    """Drop interpretations that give the same puzzles as an earlier one."""
    kept: dict[object, TextReading] = {}
    for reading in found:
        puzzles = tuple(puzzle.sha256 for puzzle in reading.puzzles)
        same = puzzles if puzzles and not reading.more else reading.choice
        kept.setdefault(same, reading)
    return list(kept.values())


def several_ways(found: Sequence[TextReading]) -> InputError:
    """Return the error about an ambiguous text, with the option for each interpretation."""
    ways = " | ".join(f"{reading.about} ({reading.choice})" for reading in found)
    many = f"reads {len(found)} ways" if len(found) > 1 else "may be"
    which = "; say which" if len(found) > 1 else ", or a board (--as board)"
    refusal = InputError(f"the text {many}: {ways}{which}", line=1)
    refusal.readings = tuple(found)
    return refusal


def _own_format(text: str, options: ReadOptions) -> Format:
    """Detect the format of a text; raise an error if formats read it as different puzzles."""
    rows = _formats_of(text)
    if len(rows) == 1:
        return rows[0]
    found = readings_of(text, options)
    if len(found) > 1 or (found and not found[0].form):
        raise several_ways(found)
    return find_format(found[0].form) if found else (sniffed(text) or [FORMATS[-1]])[0]
