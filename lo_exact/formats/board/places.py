"""Pieces of text with their line and column, and errors that report them.

Inner functions raise `InputError` with the line and column they know; `located` and `in_source`
fill in what is missing further out, so no function carries a file name along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from lo_exact.errors import InputError, UsageError, printable

_FULL_WIDTH: dict[int, int | None] = {0x3000: 0x20} | dict.fromkeys(
    (0xFE0E, 0xFE0F, 0x20E3, *range(0x1F3FB, 0x1F400))
)
_FULL_WIDTH |= {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Line ends of Unicode other than LF and CR: form feeds, vertical tabs, U+0085, U+2028."""


LISTED = r"\s,"
"""Separators for `Line.words`: blanks and commas."""


class Line(NamedTuple):
    """Piece of one line of text, with its line number and first column."""

    text: str
    """Text of the piece, without the line end."""
    number: int
    """Line number from 1; 0 for text that is not from a file."""
    column: int = 1
    """Column of its first character, from 1."""

    def error(self, problem: str, offset: int = 0) -> InputError:
        """Return an error with the position of a character in this piece."""
        return InputError(problem, line=self.number, column=self.column + offset)

    def reject(self, reason: object, problem: str, offset: int = 0) -> None:
        """Raise an error about this piece of text if ``reason`` is true.

        Raises:
            InputError: If the reason is not empty, with the position of a character.
        """
        if reason:
            raise self.error(problem, offset)

    def group(self, found: re.Match[str], group: int) -> Line:
        """Return the piece of this text that a group of a regex match covers."""
        return Line(found[group], self.number, self.column + found.start(group))

    def behind(self, offset: int) -> Line:
        """Return the piece from a character on."""
        return Line(self.text[offset:], self.number, self.column + offset)

    def stripped(self, signs: str | None = None) -> Line:
        """Return the piece without blanks, or without these signs, at its ends."""
        text = self.text.lstrip(signs)
        return Line(text.rstrip(signs), self.number, self.column + len(self.text) - len(text))

    def split(self, separator: str) -> list[Line]:
        """Return the pieces between separators, stripped."""
        pieces, column = [], self.column
        for text in self.text.split(separator):
            pieces.append(Line(text, self.number, column).stripped())
            column += len(text) + len(separator)
        return pieces

    def words(self, parted: str = r"\s") -> list[Line]:
        """Split the text into words at blanks, or at the characters of the regex set ``parted``."""
        return [
            Line(found[0], self.number, self.column + found.start())
            for found in re.finditer(f"[^{parted}]+", self.text)
        ]


@contextmanager
def located(line: int, column: int = 1) -> Iterator[None]:
    """Context manager that adds a position to errors that have none."""
    try:
        yield
    except InputError as error:
        if error.line or error.source:
            raise
        raise InputError(error.problem, line=line, column=column) from None


@contextmanager
def without_lines() -> Iterator[None]:
    """Context manager that removes positions from errors about input without lines (pixels)."""
    try:
        yield
    except InputError as error:
        raise InputError(error.problem, source=error.source) from None


@contextmanager
def in_source(source: str) -> Iterator[None]:
    """Context manager that adds a file name to errors that have none."""
    try:
        yield
    except InputError as error:
        if error.source:
            raise
        placed = InputError(error.problem, source=source, line=error.line, column=error.column)
        placed.readings = error.readings
        raise placed from None


@contextmanager
def of_option(name: str) -> Iterator[None]:
    """Context manager that turns errors about an option's value into a `UsageError` naming it."""
    try:
        yield
    except InputError as error:
        named = error.problem.startswith(f"{name} ")
        raise UsageError(error.problem if named else f"{name}: {error.problem}") from None


ADVICE = (
    ": write the board alone, and say rule and goal by options (--target 1: all on) or before it"
)
"""End of a message about words beside a board."""


def split_lines(text: str, *, folded: bool = True) -> list[Line]:
    """Split a text into lines at LF, CRLF or CR.

    Full-width forms are folded to ASCII, variation selectors dropped, and all that ends lines in
    Unicode does, unless not ``folded``: in what programs write for programs they are not the same.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if folded and _LINE_ENDS.search(text):
        text = _LINE_ENDS.sub("\n", text)
    if folded and not text.isascii():
        text = text.translate(_FULL_WIDTH)
    return [Line(line, number) for number, line in enumerate(text.split("\n"), start=1)]


def natural(piece: Line, what: str, low: int, high: int) -> int:
    """Parse a number in ASCII digits between two limits.

    Args:
        piece: The digits.
        what: Name of the number, for the error message.
        low: Least value.
        high: Greatest value.

    Raises:
        InputError: When it is not a number or out of range.
    """
    if re.fullmatch("[0-9]+", piece.text) is None:
        raise piece.error(f"{what} must be a number {low}..{high}, got {quoted(piece.text)}")
    digits = piece.text.lstrip("0") or "0"
    value = int(digits) if len(digits) <= 20 else 10**20
    if not low <= value <= high:
        raise piece.error(f"{what} must be {low}..{high}, got {printable(piece.text, 30)}")
    return value


def reject(reason: object, problem: str, *, line: int = 0) -> None:
    """Raise an InputError with the message ``problem`` if ``reason`` is true.

    Raises:
        InputError: If the reason is not empty.
    """
    if reason:
        raise InputError(problem, line=line)


def error_at(text: str, offset: int, problem: str) -> InputError:
    """Return an error with the position of a character in a text."""
    return InputError(
        problem,
        line=text.count("\n", 0, offset) + 1,
        column=offset - text.rfind("\n", 0, offset),
    )


def quoted(text: str) -> str:
    """Return a text in quotes, shortened and without control characters.

    >>> quoted("q")
    "'q'"
    """
    return f"'{printable(text, 40)}'"
