"""Conversion of drawings and lists to arrays, with rules for the meaning of each character.

**Rows** are compact (one character a place, a blank is a hole) or spaced (glyphs separated by
blanks; holes are ``~``).  They are spaced if no two glyphs stand side by side and all rows have
equally many.  Some rows can be read both ways, and are refused with both readings: spaced rows with
glyphs at different columns, one row with blanks inside, rows with a column of blanks from top to
bottom (`lo_exact.formats.layouts` reads each way).  A margin of blanks common to all rows is not
part of the board.  With more than 10 colours rows are always spaced, and hold numbers.

**Glyphs**: digits are colours, other signs are on, off or a hole.  Published boards use the same
signs differently: ``#`` is a lit light in some and "no light" in others.  So a mixture of signs is
read only if the second reading would leave nothing to solve; otherwise both readings are shown, and
a legend decides.  Of emoji, a lamp or a bright colour beside a dark or hollow one is on.  Two
bright glyphs, or white beside black, can be read both ways: the refusal offers a legend to paste.

**Lists**: ``[[6, 6, 6], [6, 6, 6], [6, 0, 0]]``, separated by commas or blanks, as Python, JSON and
numpy print them; ``null`` and ``None`` are holes.  A flat list needs a size.

All work is done on whole rows or on one array of characters: 0.1 s for a million places.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.header import Entry, drawing_rows, without_comment
from lo_exact.formats.board.places import Line, natural, quoted, reject
from lo_exact.puzzle import ANY
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

DIGITS = "0123456789"
OFF = ".-_□·–−"
"""Signs of a light that is off; word processors write a dash or minus for a hyphen."""
ON = "#*■OXx"
HOLES = "~ "
DOES_NOT_MATTER = "?"
_ALSO_WALLS = "#Xx"
COMMAS = "rows have no commas; a board with commas is written as a list [[1, 0], [0, 1]]"
"""Error message about rows with commas."""


class GlyphError(InputError):
    """Error about an ambiguous character; the caller adds its position."""

    def __init__(self, problem: str, glyph: str, unknown: Iterable[str] = ()):
        super().__init__(problem)
        self.glyph = glyph
        self.unknown: tuple[str, ...] = tuple(unknown)


def parse_legend(entry: Entry, colours: int) -> dict[str, int]:
    """Parse ``glyph=meaning`` pairs: a colour, ``on``, ``off`` or ``hole``.

    Returns:
        Map from each glyph to its colour or `HOLE`.

    Raises:
        InputError: When a pair does not parse, with line and column.
    """
    legend: dict[str, int] = {}
    for word in (word for row in entry.rows for word in row.words()):
        glyph, equals, meaning = word.text[:1], word.text[1:2], word.text[2:]
        word.reject(
            equals != "=" or not meaning,
            f"a legend has pairs like #=on or o=hole, got {quoted(word.text)}",
        )
        word.reject(
            glyph in "~/?;[", f"{quoted(glyph)} has a fixed meaning and cannot be in a legend"
        )
        word.reject(glyph in legend, f"the legend says {quoted(glyph)} twice")
        place = Line(meaning, word.number, word.column + 2)
        if meaning == "hole":
            legend[glyph] = HOLE
        elif meaning == "on" and colours > 2:
            raise place.error(f"with {colours} colours on may be 1..{colours - 1}: say which")
        else:
            legend[glyph] = int(meaning == "on") if meaning in ("on", "off") else (
                natural(place, "a colour, on, off or hole: a colour", 0, colours - 1)
            )  # fmt: skip
    return legend


def decide(
    seen: Iterable[str], colours: int, legend: Mapping[str, int], *, from_off: bool
) -> dict[str, int]:
    """Choose the meaning of each character in a drawing: a colour, a hole, or any colour.

    Args:
        seen: The glyphs that occur.
        colours: c <= 10, so that every digit is one colour.
        legend: Meanings given by the author.
        from_off: Whether the goal is all lights off; then an interpretation with only
            dark lights is excluded.

    Returns:
        Map from each glyph to a colour, `HOLE` or `ANY`.  Digits are not checked against c.

    Raises:
        GlyphError: When there are two interpretations, or none.
    """
    rest = sorted(set(seen) - set(legend) - set(HOLES) - {DOES_NOT_MATTER})
    unknown = [glyph for glyph in rest if glyph not in DIGITS + OFF + ON]
    meaning = dict.fromkeys(HOLES, HOLE) | {DOES_NOT_MATTER: ANY} | dict(legend)
    if unknown and colours == 2 and unknown[0] in SIGNS:
        lit = lamps(rest)
        if lit is None or (len(rest) == 1 and " " in seen):  # one lamp sign among holes
            raise GlyphError(choice(rest), unknown[0])
        return meaning | lit
    if unknown:
        raise unknown_glyph(unknown[0], unknown)
    digits = [glyph for glyph in rest if glyph in DIGITS]
    off = [glyph for glyph in rest if glyph in OFF]
    on = [glyph for glyph in rest if glyph in ON]
    meaning |= {glyph: int(glyph) for glyph in digits}
    if on and colours > 2:
        raise GlyphError(
            f"with {colours} colours {quoted(on[0])} may be any of 1..{colours - 1}: write digits, "
            f"or a line like legend: {on[0]}=1",
            on[0],
        )
    if digits and (off or on):
        odd = (off + on)[0]
        first = f"{quoted(odd)} is {'off' if off else 'on'}"
        second = f"{quoted(odd)} is {'the digit 0' if odd == 'O' else 'no light'}"
        raise GlyphError(_two_readings(f"{first}, digits are colours", second, odd), odd)
    for kind, signs in (("off", off), ("on", on)):
        if len(signs) > 1:
            odd = next((sign for sign in signs if sign in _ALSO_WALLS), signs[0])
            other = next(sign for sign in signs if sign != odd)
            first = f"{quoted(odd)} and {quoted(other)} are both {kind}"
            second = f"{quoted(odd)} is no light and {quoted(other)} is {kind}"
            raise GlyphError(_two_readings(first, second, odd), odd)
    if on and on[0] in _ALSO_WALLS and off and not from_off and "~" not in seen:
        first = f"{quoted(on[0])} is on, {quoted(off[0])} is off"
        second = f"{quoted(on[0])} is no light, and every light is off"
        raise GlyphError(_two_readings(first, second, on[0]), on[0])
    return meaning | dict.fromkeys(off, 0) | dict.fromkeys(on, 1)


def unknown_glyph(glyph: str, every: Iterable[str] = ()) -> GlyphError:
    """Return the error about an unknown character; ``every`` contains all unknown ones."""
    name = unicodedata.name(glyph, "")
    about = f"U+{ord(glyph):04X}{' ' + name if name else ''}"
    problem = f"no glyph of a board: {quoted(glyph)} ({about}); a legend can give it a meaning"
    if glyph == ",":
        problem = COMMAS
    elif glyph.isdigit():
        problem = f"colours are written in ASCII digits 0-9, got {quoted(glyph)} ({about})"
    return GlyphError(problem, glyph, every)


def _two_readings(first: str, second: str, glyph: str) -> str:
    other = "off" if glyph == "O" else "hole"
    choice = f"legend: {glyph}={'on' if glyph in ON else 'off'} or legend: {glyph}={other}"
    return f"the board reads two ways: {first} | {second}; say which by a line {choice}"


BRIGHT = frozenset("🟨🟡💡🔆🌟⭐✨🌞🌕🔴🟠🟢🔵🟣🟥🟧🟩🟦🟪●◉★✅🔥■█▓点亮开")
"""Glyphs that mean on if there is a dark one."""

DARK = frozenset("⬛⚫◼▪🖤🌑🌚○◯◌☆☐□◻❌🔲口░消灭关")
"""Glyphs that mean off if there is a bright one."""

EITHER = frozenset("⬜⚪◽🤍☑🔳🟫🟤")
"""Glyphs that mean on in some boards and off in others."""

SIGNS = BRIGHT | DARK | EITHER


def lamps(glyphs: Sequence[str]) -> dict[str, int] | None:
    """Return the colour of each glyph if they are one bright, one dark or one of each, else None.

    Args:
        glyphs: All glyphs of a drawing that have no meaning yet, each once.
    """
    on = [glyph for glyph in glyphs if glyph in BRIGHT]
    off = [glyph for glyph in glyphs if glyph in DARK]
    odd = len(on) > 1 or len(off) > 1 or len(on) + len(off) < len(glyphs)
    return None if odd else dict.fromkeys(on, 1) | dict.fromkeys(off, 0)


def choice(glyphs: Sequence[str]) -> str:
    """Return a sentence that suggests legends for characters with several possible meanings."""
    unseen = next((glyph for glyph in glyphs if not glyph.isprintable()), "")
    if unseen:
        return f"a board has no glyph {printable(unseen)!r} (U+{ord(unseen):04X})"
    ways = [("on", "off"), ("off", "on")] if len(glyphs) < 3 else [range(len(glyphs))]
    lines = [" ".join(f"{g}={word}" for g, word in zip(glyphs, way, strict=False)) for way in ways]
    return (
        f"{' and '.join(glyphs[:6])} read several ways: write a line legend: "
        + " or legend: ".join(lines)
    )


@dataclass(frozen=True, eq=False)
class Drawn:
    """Values drawn in rows, with their positions in the text."""

    values: IntArray
    """(rows, columns) int64; `HOLE` and `ANY` are negative."""
    lines: Sequence[Line] = ()
    """The rows of the text, from the first place on; empty if the values are elsewhere."""
    spaced: bool = False
    """Whether each word of a row is one value."""
    places: NDArray[Any] | None = None
    """(rows, columns, 2) line and column, of values that are not in separate rows."""

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the drawing: (rows, columns)."""
        rows, columns = self.values.shape
        return rows, columns

    def error(self, problem: str, row: int, column: int) -> InputError:
        """Return an error with the position of one value."""
        if self.places is not None:
            line, at = (int(number) for number in self.places[row, column])
            return InputError(problem, line=line, column=at)
        if not self.lines:
            return InputError(problem)
        line_of_row = self.lines[row]
        if self.spaced:
            return line_of_row.words()[column].error(problem)
        return line_of_row.error(problem, column)


def board_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a drawing without comments and surrounding empty lines.

    Raises:
        InputError: For an empty line inside, or an ambiguous ``;``.
    """
    kept = drawing_rows(lines)
    filled = [i for i, line in enumerate(kept) if line.text.strip()]
    for above, below in pairwise(filled):
        if below > above + 1:
            raise kept[above + 1].error(
                "an empty line inside the board; a row of holes is written ~~~"
            )
    return kept[filled[0] : filled[-1] + 1] if filled else []


def read_rows(
    lines: Sequence[Line],
    colours: int,
    legend: Mapping[str, int],
    *,
    from_off: bool = True,
    does_not_matter: bool = False,
    hint: str = "",
) -> Drawn:
    """Parse a drawing of colours.

    Args:
        lines: Its rows, as `board_lines` gives them; at least one.
        colours: c.
        legend: Meanings of glyphs.
        from_off: As for `decide`.
        does_not_matter: Whether ``?`` is allowed.
        hint: Added to the error about a colour that is too large.

    Raises:
        InputError: When the drawing does not parse, with line and column.
    """
    drawn = (
        read_words(
            lines,
            "the board",
            f"with {colours} colours rows are numbers separated by blanks: a colour",
            colours - 1,
            {"~": HOLE, DOES_NOT_MATTER: ANY} | dict(legend),
        )
        if colours > 10
        else _read_glyphs(lines, colours, legend, from_off)
    )
    refuse_large_colours(drawn, colours, hint)
    if not does_not_matter and (drawn.values == ANY).any():
        raise drawn.error(
            "? (does not matter) stands in a target only", *first_place(drawn.values == ANY)
        )
    return drawn


def refuse_large_colours(drawn: Drawn, colours: int, hint: str = "") -> None:
    """Refuse a drawing with a colour of c or more."""
    too_large = drawn.values >= colours
    if too_large.any():
        place = first_place(too_large)
        raise drawn.error(
            f"a colour must be 0..{colours - 1}, got {drawn.values[place]}{hint}", *place
        )


def check_shape(what: str, drawn: Drawn, shape: tuple[int, ...]) -> None:
    """Refuse a drawing of another shape than the state."""
    if drawn.shape != shape:
        (rows, columns), (height, width) = drawn.shape, shape
        raise drawn.error(
            f"the {what} {rows} x {columns} places, the state has {height} x {width}", 0, 0
        )


def without_blanks(lines: Sequence[Line]) -> list[Line]:
    """Return compact rows in which ``~`` replaces blanks and fills up short rows.

    Rows whose glyphs stand below each other are left as they are.
    """
    if in_columns(lines) or any("\t" in line.text for line in lines):
        return list(lines)
    margin = min(map(_margin, lines))
    width = max(len(line.text.rstrip()) for line in lines)
    return [
        line._replace(
            text=" " * margin + line.text.rstrip().ljust(width)[margin:].replace(" ", "~")
        )
        for line in lines
    ]


def first_place(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Return (row, column) of the first True entry of a mask, row by row."""
    row, column = np.unravel_index(int(mask.argmax()), mask.shape)
    return int(row), int(column)


def character_rows(lines: Sequence[Line]) -> Drawn:
    """Return the code points of compact rows (``0110``) or spaced rows (``0 1 1 0``).

    Raises:
        InputError: When the rows are not equally long, or are ambiguous.
    """
    margin = min(map(_margin, lines))
    width = max(len(line.text.rstrip()) for line in lines) - margin
    compact = [line.behind(margin) for line in lines] if margin else lines
    rows = [line.text[:width] for line in compact]
    even = all(len(row) == width and "\t" not in row for row in rows)
    if even and not any(" " in row for row in rows):
        return Drawn(_codes(rows, width), compact)
    _refuse_empty_cells(lines)
    words = [line.text.split() for line in lines]
    spaced = all(len(row) == len(words[0]) and max(map(len, row)) == 1 for row in words)
    if not (spaced or even):
        raise _no_reading(lines)
    columns = spaced and in_columns(lines)
    gaps = gaps_in(lines[0].text) if columns else set()
    skips = len(gaps) > 1 and max(gaps) >= 2 * min(gaps)  # a wide gap may be a column of holes
    if spaced and (columns or not even) and not skips:
        return Drawn(_codes(map("".join, words), len(words[0])), lines, spaced=True)
    if even and not spaced:
        drawn = Drawn(_codes(rows, width), compact)
        blank = drawn.values == ord(" ")
        if not (blank.any() if len(lines) == 1 else blank.all(axis=0).any()):
            return drawn
    raise lines[0].error(
        "the board reads several ways: blanks part glyphs (--as spaced) or groups (--as grouped) | "
        "blanks part rows (--as lines) | blanks are holes (--as compact); write each row on a line "
        "of its own, and holes as ~"
    )


def rows_of_size(lines: Sequence[Line], size: tuple[int, int]) -> Sequence[Line]:
    """Cut a single line into the rows of a size; return other lines as they are."""
    height, width = size
    line = lines[0]
    place = r"\S+" if re.search(r"\s", line.text.strip()) else r"\S"
    at = [found.span() for found in re.finditer(place, line.text)] if len(lines) == 1 else []
    if len(at) != height * width:
        return lines
    rows = zip(at[::width], at[width - 1 :: width], strict=True)
    return [
        line.behind(first[0])._replace(text=line.text[first[0] : last[1]]) for first, last in rows
    ]


def _refuse_empty_cells(lines: Sequence[Line]) -> None:
    """Refuse consecutive tabs, which mean a cell without a value.

    Raises:
        InputError: At the first such row.
    """
    if not any("\t" in line.text for line in lines):
        return
    starts = {line.text[: _margin(line)] for line in lines}
    for line in lines:
        empty = re.search(r"\t *\t", line.text)
        if len(starts) > 1 or re.search(r"\t *\t", line.text.strip()):
            at = empty.end() - 1 if empty else 0
            raise line.error("a cell between tabs is empty: write 0 for off, ~ for a hole", at)


def gaps_in(row: str) -> set[int]:
    """Return the distances between neighbouring nonblank characters of a row."""
    return {b.start() - a.start() for a, b in pairwise(re.finditer(r"\S", row))}


def _no_reading(lines: Sequence[Line]) -> InputError:
    """Return the error about rows that are neither compact nor spaced.

    The rows are meant to be spaced when the first one is.
    """
    commas = next((line for line in lines if "," in line.text), None)
    if commas is not None:
        return commas.error(COMMAS, commas.text.index(","))
    first = lines[0].text.split()
    spaced = len(first) > 1 and max(map(len, first)) == 1
    margin = 0 if spaced else min(map(_margin, lines))
    rows = ["".join(line.text.split()) if spaced else line.text.rstrip() for line in lines]
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        apart = spaced and len(line.text.split()) != len(first)
        if apart or len(row) != len(rows[0]):
            length, wanted = len(row) - margin, len(rows[0]) - margin
            return _ragged(line, number, length, wanted, "the board")
    tab = next(line for line in lines if "\t" in line.text[margin:].rstrip())
    return tab.error("a tab inside a row; a hole is written ~", tab.text.index("\t", margin))


def _margin(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def in_columns(lines: Sequence[Line]) -> bool:
    """Return whether the characters of all rows stand at the same columns."""
    glyphs = {*"".join(line.text for line in lines)} - {" ", "\t"}
    same = str.maketrans(dict.fromkeys(glyphs, "#"))
    return len({line.text.rstrip().translate(same) for line in lines}) == 1


def _codes(rows: Iterable[str], width: int) -> Any:
    """Return the code points (rows, width) of rows; uint32, half the memory of other values."""
    text = "".join(rows)
    check_grid_size(len(text) // width, width)
    return np.frombuffer(text.encode("utf-32-le"), "<u4").reshape(-1, width)


def _read_glyphs(
    lines: Sequence[Line], colours: int, legend: Mapping[str, int], from_off: bool
) -> Drawn:
    drawn = character_rows(lines)
    seen = [chr(code) for code in np.flatnonzero(np.bincount(drawn.values.ravel()))]
    try:
        meaning = decide(seen, colours, legend, from_off=from_off)
    except GlyphError as error:
        pieces = lines[0].split("/")
        if len(lines) == 1 < len(pieces) and all(piece.text for piece in pieces):
            # a single line of rows separated by ``/``: an error about one of these rows is clearer
            _read_glyphs(pieces, colours, legend, from_off)
        if error.unknown:  # report the first one in the text
            unknown = np.zeros(max(map(ord, seen)) + 1, dtype=bool)
            unknown[[ord(glyph) for glyph in error.unknown]] = True
            first = first_place(unknown[drawn.values])
            error = unknown_glyph(chr(drawn.values[first]))
        place = first_place(drawn.values == ord(error.glyph))
        raise drawn.error(error.problem, *place) from None
    table = np.zeros(max(map(ord, seen)) + 1, dtype=np.int64)
    for glyph in seen:
        table[ord(glyph)] = meaning[glyph]
    return replace(drawn, values=table[drawn.values])


def read_words(
    lines: Sequence[Line], what: str, number: str, high: int, known: Mapping[str, int]
) -> Drawn:
    """Parse rows of numbers separated by blanks.

    Args:
        lines: The rows.
        what: Name of the rows, for errors.
        number: Name of one number, for errors.
        high: Greatest number.
        known: Values of words that are not numbers, such as holes.

    Raises:
        InputError: When a word is no number, or the rows are not equally long.
    """
    _refuse_empty_cells(lines)
    rows = [line.text.split() for line in lines]
    for n, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        if len(row) != len(rows[0]):
            raise _ragged(line, n, len(row), len(rows[0]), what)
    check_grid_size(len(rows), len(rows[0]))
    meaning = dict(known)
    values = np.empty((len(rows), len(rows[0])), dtype=np.int64)
    for r, row in enumerate(rows):
        if not meaning.keys() >= set(row):
            unread = (word for word in lines[r].words() if word.text not in meaning)
            meaning |= {word.text: natural(word, number, 0, high) for word in unread}
        values[r] = [meaning[word] for word in row]
    return Drawn(values, lines, spaced=True)


def _ragged(line: Line, number: int, length: int, wanted: int, what: str) -> InputError:
    return line.error(
        f"all rows of {what} are equally long: row {number} has {length} places, row 1 has "
        f"{wanted}; "
        + (
            "write . in the empty cells of a frame, and leave out the numbers of rows and columns"
            if {"|", "+"} & {*line.text}
            else "holes are written ~"
        )
        if length != wanted
        else f"row {number} of {what} has {length} places as row 1 has, and other blanks between "
        "them: write a blank between all places, or none",
        len(line.text.rstrip()),
    )


_GAP = re.compile(r"(?<=[0-9l\]])(?:[ \t]|(?=\n))(?=\s*[0-9n\[])")
"""Pattern of numpy's separator: a blank, or nothing before the end of the line."""


def read_list(
    lines: Sequence[Line], colours: int, size: tuple[int, int] | None, hint: str = ""
) -> Drawn:
    """Parse a nested list, or a flat one with a given size, as JSON.

    Args:
        lines: The text; its first character that is not blank is ``[``.
        colours: c.
        size: (rows, columns) of a flat list.
        hint: Added to the error about a colour that is too large.

    Raises:
        InputError: When the list does not parse, with line and column.
    """
    from lo_exact.formats.json.values import JsonValueError, located_error, parse_json, rows

    text = "\n".join(without_comment(line).text for line in lines)
    try:
        printed = text.replace("None", "null").replace("-0", "-00")  # JSON reads -0 as 0
        if not re.search(r"[0-9l]\s*,", printed):  # numpy prints blanks for commas
            printed = _GAP.sub(",", printed)
        value = parse_json(re.sub(r",(?=\s*\])", " ", printed))
        if type(value) is list and value and not any(type(row) is list for row in value):
            if size is None:
                raise InputError(
                    "a flat list needs a size; a board is written [[1, 0], [0, 1]]", line=1
                )
            height, width = size
            reject(
                len(value) != height * width,
                f"a {height} x {width} board has {height * width} places, the list has "
                f"{len(value)}",
                line=1,
            )
            value = [value[low : low + width] for low in range(0, len(value), width)]
        try:
            return Drawn(rows(value, (), "the list", 0, colours - 1, special=(None,)))
        except JsonValueError as error:
            said = error.problem.replace("the list must", "a colour must")
            said += hint if len(error.path) > 1 else ""
            raise located_error(text, JsonValueError(said, error.path)) from None
    except InputError as error:
        said = error.problem.replace(
            "this is not JSON", "a board is a list of rows of numbers, [[1, 0], [0, 1]]"
        )
        raise lines[error.line - 1].error(said, max(error.column - 1, 0)) from None
