"""Rows of glyphs become arrays.

Rows are compact (one character a place, a blank is a hole) or spaced (glyphs separated by blanks;
holes are ``~``).  They are spaced when no two glyphs stand side by side and every row has equally
many; when such rows have their glyphs at different columns they also read as compact rows with
holes, which is refused with both readings.  A margin of blanks common to all rows is no part of the
board.  With more than 10 colours rows are always spaced, and hold numbers.

All work is done on whole rows or on one array of characters: 0.1 s for a million places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.glyphs import DOES_NOT_MATTER, GlyphError, decide
from lo_exact.formats.board.header import without_comment
from lo_exact.formats.board.places import Line, natural
from lo_exact.puzzle import ANY
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_size


@dataclass(frozen=True, eq=False)
class Drawn:
    """Values drawn in rows, with their places in the text.

    Attributes:
        values: (rows, columns) int64; `HOLE` and `ANY` are negative.
        lines: the rows they were read from; empty when the values stand elsewhere.
        spaced: whether each word of a row is one value.
        margin: characters before the first column of compact rows.
        places: (rows, columns, 2) line and column, for values that are not in rows of their own.
    """

    values: IntArray
    lines: Sequence[Line] = ()
    spaced: bool = False
    margin: int = 0
    places: NDArray[Any] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.values.shape[0], self.values.shape[1]

    def error(self, problem: str, row: int, column: int) -> InputError:
        """Return an error at one value."""
        if self.places is not None:
            line, at = (int(number) for number in self.places[row, column])
            return InputError(problem, line=line, column=at)
        if not self.lines:
            return InputError(problem)
        return _error_in_row(self.lines[row], problem, column, self.spaced, self.margin)


def board_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a drawing: no comments, no empty lines around it.

    Raises:
        InputError: On an empty line inside.
    """
    kept = [
        without_comment(line) if ";" in line.text else line
        for line in lines
        if not line.text.lstrip().startswith(";")
    ]
    empty = [i for i, line in enumerate(kept) if not line.text or line.text.isspace()]
    if len(empty) == len(kept):
        return []
    holes = set(empty)
    low = next(i for i in range(len(kept)) if i not in holes)
    high = next(i for i in range(len(kept) - 1, -1, -1) if i not in holes)
    inside = [i for i in empty if low < i < high]
    if inside:
        raise kept[inside[0]].error("an empty line inside the board; a row of holes is written ~~~")
    return kept[low : high + 1]


def read_rows(
    lines: Sequence[Line],
    colours: int,
    legend: Mapping[str, int],
    *,
    from_off: bool = True,
    does_not_matter: bool = False,
    hint: str = "",
) -> Drawn:
    """Read a drawing of colours.

    Args:
        lines: Its rows, as `board_lines` gives them; at least one.
        colours: c.
        legend: Meanings of glyphs.
        from_off: As for `decide`.
        does_not_matter: Whether ``?`` is allowed.
        hint: Added to the error about a colour that is too large.

    Raises:
        InputError: With its place.
    """
    if colours > 10:
        drawn = _read_words(lines, colours, legend)
    else:
        drawn = _read_glyphs(lines, colours, legend, from_off)
    too_large = drawn.values >= colours
    if too_large.any():
        row, column = first_place(too_large)
        value = int(drawn.values[row, column])
        raise drawn.error(f"a colour must be 0..{colours - 1}, got {value}{hint}", row, column)
    if not does_not_matter and (drawn.values == ANY).any():
        place = first_place(drawn.values == ANY)
        raise drawn.error("? (does not matter) stands in a target only", *place)
    return drawn


def first_place(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Return (row, column) of the first True, row by row."""
    row, column = np.unravel_index(int(mask.argmax()), mask.shape)
    return int(row), int(column)


def word_rows(lines: Sequence[Line], what: str) -> list[list[str]]:
    """Return the words of each row.

    Raises:
        InputError: When the rows are not equally long.
    """
    rows = [line.text.split() for line in lines]
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        if len(row) != len(rows[0]):
            raise _ragged(line, number, len(row), len(rows[0]), what)
    check_size(len(rows), len(rows[0]))
    return rows


def character_rows(lines: Sequence[Line]) -> tuple[NDArray[np.uint32], bool, int]:
    """Return the characters of each row.

    Returns:
        (rows, columns) code points; whether the rows were spaced; the margin before compact rows.

    Raises:
        InputError: When the rows are not equally long, or read two ways.
    """
    stripped = [line.text.strip() for line in lines]
    lefts = [len(line.text) - len(line.text.lstrip()) for line in lines]
    width = len(stripped[0])
    inner = any(" " in row or "\t" in row for row in stripped)
    if not inner and max(lefts) == min(lefts) and all(len(row) == width for row in stripped):
        return _codes(stripped, width), False, lefts[0]
    words = [row.split() for row in stripped]
    spaced = all(len(row) == len(words[0]) and max(map(len, row)) == 1 for row in words)
    if spaced and _in_columns(lines):
        return _codes(["".join(row) for row in words], len(words[0])), True, 0
    compact, margin = _compact(lines)
    if spaced and compact is not None:
        glyphs = compact != ord(" ")
        row = int(np.flatnonzero((glyphs != glyphs[0]).any(axis=1))[0])
        raise lines[row].error(
            f"the board reads two ways: {len(words)} x {len(words[0])} glyphs separated by "
            f"blanks | {compact.shape[0]} x {compact.shape[1]} places with blanks as holes; "
            "put the glyphs in columns, or write holes as ~"
        )
    if spaced:
        return _codes(["".join(row) for row in words], len(words[0])), True, 0
    if compact is not None:
        return compact, False, margin
    lengths = [len(line.text.rstrip()) - margin for line in lines]
    single = len(words[0]) > 1 and max(map(len, words[0])) == 1
    for number, line in enumerate(lines, start=1):
        glyphs = [len(word) for word in words[number - 1]]
        if single and (len(glyphs) != len(words[0]) or max(glyphs) > 1):
            raise _ragged(line, number, sum(glyphs), len(words[0]), "the board")
        if not single and lengths[number - 1] != lengths[0]:
            raise _ragged(line, number, lengths[number - 1], lengths[0], "the board")
    tab = next(line for line in lines if "\t" in line.text[margin:].rstrip())
    raise tab.error("a tab inside a row; a hole is written ~", tab.text.index("\t", margin))


def _in_columns(lines: Sequence[Line]) -> bool:
    """Return whether the glyphs of spaced rows stand at the same columns in every row."""
    first = lines[0].text.rstrip()
    left = len(first) - len(first.lstrip())
    at = {match.start() for match in re.finditer(r"\S", first)}
    if at == set(range(left, len(first), 2)):  # one blank between glyphs: compare whole slices
        texts = (line.text.rstrip() for line in lines)
        return all(
            len(text) == len(first)
            and not text[:left].strip()
            and not text[left + 1 :: 2].strip()
            and not re.search(r"\s", text[left::2])
            for text in texts
        )
    return all({m.start() for m in re.finditer(r"\S", line.text)} == at for line in lines)


def _compact(lines: Sequence[Line]) -> tuple[NDArray[np.uint32] | None, int]:
    """Return the characters of compact rows, or None when the rows are not; and the margin."""
    texts = [line.text for line in lines]
    margin = min(len(text) - len(text.lstrip()) for text in texts)
    width = max(len(text.rstrip()) for text in texts) - margin
    rows = [text[margin : margin + width] for text in texts]
    if any(len(row) < width or "\t" in row for row in rows):
        return None, margin
    return _codes(rows, width), margin


def _codes(rows: list[str], width: int) -> NDArray[np.uint32]:
    check_size(len(rows), width)
    flat = np.frombuffer("".join(rows).encode("utf-32-le"), dtype="<u4")
    return flat.reshape(len(rows), width)


def _read_glyphs(
    lines: Sequence[Line], colours: int, legend: Mapping[str, int], from_off: bool
) -> Drawn:
    codes, spaced, margin = character_rows(lines)
    seen = [chr(code) for code in np.flatnonzero(np.bincount(codes.ravel()))]
    try:
        meaning = decide(seen, colours, legend, from_off=from_off)
    except GlyphError as error:
        row, column = first_place(codes == ord(error.glyph))
        raise _error_in_row(lines[row], error.problem, column, spaced, margin) from None
    table = np.zeros(max(map(ord, seen)) + 1, dtype=np.int64)
    for glyph in seen:
        table[ord(glyph)] = meaning[glyph]
    return Drawn(table[codes], lines, spaced, margin)


def _read_words(lines: Sequence[Line], colours: int, legend: Mapping[str, int]) -> Drawn:
    rows = word_rows(lines, "the board")
    meaning = {"~": HOLE, DOES_NOT_MATTER: ANY} | dict(legend)
    for word in {word for row in rows for word in row} - set(meaning):
        if re.fullmatch("0*[0-9]{1,10}", word) and int(word) < colours:
            meaning[word] = int(word)
    values = np.empty((len(rows), len(rows[0])), dtype=np.int64)
    for r, row in enumerate(rows):
        try:
            values[r] = [meaning[word] for word in row]
        except KeyError as error:
            wrong = lines[r].words()[row.index(error.args[0])]
            what = f"with {colours} colours rows are numbers separated by blanks: a colour"
            natural(wrong, what, 0, colours - 1)
            raise AssertionError(wrong) from error
    return Drawn(values, lines, spaced=True)


def _error_in_row(line: Line, problem: str, column: int, spaced: bool, margin: int) -> InputError:
    if spaced:
        word = line.words()[column]
        return word.error(problem)
    return line.error(problem, margin + column)


def _ragged(line: Line, number: int, length: int, wanted: int, what: str) -> InputError:
    return line.error(
        f"all rows of {what} are equally long: row {number} has {length} places, row 1 has "
        f"{wanted}; holes are written ~",
        len(line.text.rstrip()),
    )
