"""Parsers for the header of a text, which consists of ``key: value`` lines with distinct keys.

A value stands on the key's line, its rows separated by ``/`` (or ``;`` between digits), or below it
on indented lines (a block), which an empty line or a line without indentation ends.

``;`` begins a comment, but between digits it ends a row: ``0 1 0; 1 1 1; 0 1 0``.  Rows below each
other can have comments beside them, and rows in one line have row ends.  Three kinds of text can be
read both ways, and are refused with both readings: digits behind ``;`` that would be one more row
of a board of several lines, signs like ``#`` that would be a row, and rows of unequal length in one
line.

An option may not contradict what a header says about the puzzle; an option about the
question replaces what the header says.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.errors import InputError
from lo_exact.formats.board.places import Line, located, natural, of_option, quoted
from lo_exact.puzzle import Objective
from lo_exact.registers import BITS
from lo_exact.topology.grid import MAX_PLACES, find_surface
from lo_exact.topology.rules import is_stencil, rule_name

KEY_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*)[ \t]*:")
"""Pattern of the beginning of a header line."""

KEYS = (
    "colours", "neighbourhood", "topology", "size", "state", "target", "uniform", "buttons",
    "objective", "prices", "legend", "bits", "rules", "rule",
)  # fmt: skip
"""Keys of board text."""

SPELLINGS = {"colors": "colours", "neighborhood": "neighbourhood"}
"""Other spellings of keys."""

DRAWN = ("state", "target", "prices")
"""Keys whose rows may be numbers."""


@dataclass(frozen=True)
class Entry:
    """One key of the header with its value."""

    key: str
    """Name of the key in the grammar."""
    at: Line
    """Position of the key."""
    rows: tuple[Line, ...]
    """The rows of the value; at least one."""
    block: bool = False
    """Whether the rows are below the key."""

    @property
    def word(self) -> str:
        """The value in the key's line, ``""`` if there are several rows or a block."""
        return "" if self.block or len(self.rows) > 1 else self.rows[0].text

    @property
    def value(self) -> Line:
        """The value of a key that has a single row.

        Raises:
            InputError: When there are several rows.
        """
        if len(self.rows) > 1:
            raise self.rows[1].error(f"{self.key} has one value, got {len(self.rows)} rows")
        return self.rows[0]


def parse_header(
    lines: Sequence[Line], keys: Sequence[str]
) -> tuple[dict[str, Entry], Sequence[Line]]:
    """Split a text into its header and the remaining lines.

    Args:
        lines: All lines of the text.
        keys: The keys that are known.

    Returns:
        The entries by key, and the lines after the last one.

    Raises:
        InputError: For an unknown key, a repeated key or a key without value.
    """
    entries: dict[str, Entry] = {}
    index = behind = 0
    while index < len(lines):
        line, whole = without_comment(lines[index]), lines[index]
        index += 1
        if not line.text.strip():
            continue
        found = KEY_LINE.match(line.text)
        if found is None:
            break
        key = key_called(found[1])
        line.reject(
            key not in keys, f"no key is called {quoted(found[1])}; there are {', '.join(keys)}"
        )
        if key in entries:
            raise line.error(f"{key} is said twice, first in line {entries[key].at.number}")
        value = line.behind(found.end())
        block = not value.text.strip()
        if block:
            below = list(takewhile(_is_indented, lines[index:]))
            index += len(below)
            rows = [row for row in drawing_rows(below) if row.text.strip()]
        else:
            drawn = key in DRAWN
            rows = rows_of_value(whole.behind(found.end())) if drawn else value.split("/")
        line.reject(not rows, f"{key} has no value", found.end())
        entries[key] = Entry(key, line._replace(text=found[1]), tuple(rows), block)
        behind = index
    return entries, lines[behind:]


def key_called(word: str) -> str:
    """Return the key that a word stands for, in any case and spelling."""
    return SPELLINGS.get(word.lower(), word.lower())


def _is_indented(line: Line) -> bool:
    """Return whether a line belongs to the block above it."""
    return line.text[:1] in (" ", "\t") and not line.text.isspace()


_SIGNS = r"0-9.\-_□#*■OXx~?·○●◯⬛⬜🟨🟩🟥🟦🟧🟪🟫"
_LETTER = re.compile(r"[^\W\d_xXoO]")
_ROW = re.compile(rf"[{_SIGNS}]+(?:[ \t]+[{_SIGNS}]+)*")


def without_comment(line: Line) -> Line:
    """Return a line without its comment and the preceding blanks."""
    start = line.text.find(";")
    return line if start < 0 else line._replace(text=line.text[:start].rstrip())


def drawing_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the rows of a drawing without comments; a line can contain several rows.

    Lines that hold a comment alone are left out.

    Raises:
        InputError: When a ``;`` could be the end of a row as well as the beginning of a comment.
    """
    if not any(";" in line.text for line in lines):
        return list(lines)
    kept = [line for line in lines if not line.text.lstrip().startswith(";")]
    lengths = {len(line.text.strip(" \t;")) for line in kept} - {0}
    for line in (line for line in lines if line.text.lstrip()[:1] == ";"):
        said = line.text.strip("; \t")
        if not _LETTER.search(said) and lengths & {len(row.strip()) for row in said.split(";")}:
            raise _two_readings(line, "a row", "a comment")
    several = sum(1 for line in kept if without_comment(line).text.strip()) > 1
    return [row for line in kept for row in _rows_in(line, several=several)]


def rows_of_value(value: Line) -> list[Line]:
    """Split a one-line value into rows at ``/``, or at ``;`` between digits.

    Raises:
        InputError: As `drawing_rows`.
    """
    *before, last = without_comment(value).split("/")
    whole = value.behind(last.column - value.column).stripped()
    return [*before, *_rows_in(whole, several=bool(before))]


def _rows_in(line: Line, *, several: bool) -> list[Line]:
    """Split a line into rows; ``several`` states whether the drawing has more than one line."""
    if ";" not in line.text:
        return [line]
    pieces = list(
        takewhile(lambda piece: not piece.text or _ROW.fullmatch(piece.text), line.split(";"))
    )  # the first piece that is not a row begins a comment, so drop the pieces from there on
    while pieces and not pieces[-1].text:
        pieces.pop()
    # rows have as many words, or one word as long
    parted = [piece.text.split() for piece in pieces]
    alike = len({(len(words), len(words[0]) if len(words) == 1 else 0) for words in parted}) == 1
    if len(pieces) < 2 or not pieces[0].text or (several and not alike):
        return [without_comment(line)]
    if several or not alike:
        first = f"{len(pieces)} rows" + ("" if alike else " of unequal length")
        raise _two_readings(line, first, "one row and a comment")
    return pieces


def _two_readings(line: Line, first: str, second: str) -> InputError:
    return line.error(
        f"the line reads two ways: {first}, ';' ending each | {second}, ';' beginning it; write "
        "every row on a line of its own, and comments in words",
        line.text.index(";"),
    )


Meant = TypeVar("Meant")


NONE = "none"
"""Value of ``colours`` for counters, which are parsed as 2^31 colours and then lose the modulus."""


def read_colours_entry(entry: Entry | None, option: int | None) -> tuple[int, str]:
    """Return the number of colours, and a hint for errors about colours that are too large."""
    asked = NONE if option == MAX_MODULUS else option
    colours = agreed("colours", entry, None if asked is None else str(asked), _colours, 2)
    silent = entry is None and option is None
    return colours, "; without a line colours: N or --colours N there are 2" if silent else ""


def _colours(said: Entry) -> int:
    if said.value.text == NONE:
        return MAX_MODULUS
    return natural(said.value, "colours", 2, MAX_MODULUS)


def says_counters(entries: Mapping[str, Entry]) -> bool:
    """Return whether a header contains ``colours: none``."""
    return "colours" in entries and entries["colours"].value.text == NONE


def option_entry(key: str, option: str) -> Entry:
    """Return an option as the entry of a header; its line has the number 0."""
    line = Line(option, 0)
    return Entry(key, line, tuple(rows_of_value(line)) if key in DRAWN else (line,))


def errors_of(entry: Entry) -> AbstractContextManager[None]:
    """Return a context manager that completes errors about an entry, which may be an option."""
    at = entry.rows[0]
    return located(at.number, at.column) if at.number else of_option(entry.key)


def agreed(
    key: str,
    entry: Entry | None,
    option: str | None,
    parse: Callable[[Entry], Meant],
    default: Meant,
) -> Meant:
    """Return the value of a key from the text or an option; raise if both are given and differ.

    Args:
        key: the key.
        entry: the entry of the text.
        option: the value of the option.
        parse: function that parses a value.
        default: the value if both are missing.

    Raises:
        InputError: When text and option differ.
    """
    asked = default
    if option is not None:
        own = option_entry(key, option)
        with errors_of(own):
            asked = parse(own)
    if entry is None:
        return asked
    said = parse(entry)
    text = "/".join(row.text for row in entry.rows)
    entry.rows[0].reject(
        option is not None and said != asked,
        f"{key}: the text says {quoted(text)}, the option says {quoted(option or '')}",
    )
    return said


def read_neighbourhood(entry: Entry | None, option: str | None) -> str:
    """Return the neighbourhood in canonical spelling, ``plus`` by default."""
    return agreed(
        "neighbourhood", entry, option,
        lambda said: parsed_rule(
            [piece for row in said.rows for piece in row.split("/")],
            lambda text: rule_name(text) if is_stencil(text) else text,
        ),
        "plus",
    )  # fmt: skip


def parsed_rule(pieces: Sequence[Line], parse: Callable[[str], str]) -> str:
    """Parse a rule written in several rows, and report errors at their positions in the rows."""
    try:
        return parse("/".join(piece.text for piece in pieces))
    except InputError as error:
        piece = pieces[max(error.line, 1) - 1]
        raise piece.error(error.problem, max(error.column, 1) - 1) from None


def read_topology(entry: Entry | None, option: str | None) -> str:
    """Return the name of the surface, ``plane`` by default."""
    return agreed("topology", entry, option, _surface, "plane")


def _surface(said: Entry) -> str:
    with located(said.value.number, said.value.column):
        return find_surface(said.value.text).name


def read_size(entry: Entry | None, option: str | None) -> tuple[int, int] | None:
    """Return (rows, columns) if they are given, otherwise None."""
    return agreed("size", entry, option, lambda said: parse_size(said.value), None)


def parse_size(piece: Line) -> tuple[int, int]:
    """Parse ``ROWSxCOLUMNS``.

    Raises:
        InputError: When it is not a size, or too large for a grid.
    """
    found = re.fullmatch(r"([0-9]+)\s*[xX×]\s*([0-9]+)", piece.text)
    if found is None:
        raise piece.error(f"a size is written ROWSxCOLUMNS, got {quoted(piece.text)}")
    rows, columns = (
        natural(piece.group(found, k), what, 1, MAX_PLACES)
        for k, what in ((1, "rows"), (2, "columns"))
    )
    if rows * columns > MAX_PLACES:
        from lo_exact.topology.packed_board import check_packed_size

        with located(piece.number, piece.column):
            check_packed_size(rows, columns)
    return rows, columns


def read_bit_order(entry: Entry | None, option: str | None) -> str | None:
    """Return which bit of a mask is the top left light: ``lsb``, ``msb``, or None if not given."""
    return agreed("bits", entry, option, lambda said: word_of(said, BITS), None)


def word_of(entry: Entry, words: Sequence[str]) -> str:
    """Return the value of a key, which must be one of the permitted words.

    Raises:
        InputError: When the value is another word.
    """
    wanted = (" or " if len(words) == 2 else ", ").join(words)
    verb = "are" if entry.key.endswith("s") else "is"
    entry.value.reject(
        entry.value.text not in words,
        f"{entry.key} {verb} {wanted}, got {quoted(entry.value.text)}",
    )
    return entry.value.text


def read_objective(entry: Entry | None, *, priced: bool) -> Objective:
    """Return the objective of a header; ``priced`` states whether the text has prices."""
    if entry is None:
        return objective_of(None, priced)
    with errors_of(entry):
        return objective_of(entry.value.text, priced)


def objective_of(said: object, priced: bool) -> Objective:
    """Return the objective with the given name, or the default for a text that names none.

    Raises:
        InputError: When the name is unknown, or does not fit the presence of prices in the text.
    """
    names = [objective.value for objective in Objective]
    name = ("prices" if priced else "presses") if said is None else said
    if name not in names or (name == "prices") != priced:
        raise InputError(
            "the objective is presses, buttons, or prices where a text has prices; got "
            f"{quoted(str(name))}, and this one has {'' if priced else 'no '}prices"
        )
    return Objective(name)
