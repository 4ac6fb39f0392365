"""Reading and writing of files: size limits, decoding, atomic replacement, one-line errors.

Only regular files are opened, so neither a device nor a pipe can hang the program; standard input
is ``-``.  Binary data is refused at its first block.
"""

import codecs
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from lo_exact import machine
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats.examples import path_or_example

MAX_FILE_BYTES = 512 * 2**20
"""Bytes of a file."""

MAX_STDIN_BYTES = 64 * 2**20
"""Bytes of standard input, whose length is not known before it is read."""

_BLOCK_BYTES = 2**20
"""Bytes of the first read: no more is read if it contains a zero byte."""

_DRAWN = dict.fromkeys(map(ord, "0123456789#*.oOxX_~/,; \n\t"))
"""Signs of a board typed instead of a file name."""

_PASTED = str.maketrans(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f",
    " " * 14,
    "\u00ad\u200b\u200e\u200f\u2060\ufeff",
)
"""Invisible characters and unusual blanks from word processors and web pages."""
_QUOTES = re.compile(r"[“”„‟]|(?<![^\W\d_])[‘’]|[‘’](?![^\W\d_])")

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a pipe (feed it to standard input and give -)",
}

_START = 32
"""Bytes at the beginning of a file that tell its format."""


@dataclass(frozen=True)
class PuzzlePart:
    """One of the puzzles in a text, parsed on demand.

    So an error names the place of one puzzle and does not affect the others, and a file of
    thousands of puzzles needs the memory of one.
    """

    line: int
    """Line of its beginning, from 1."""
    read: Callable[[], AnyPuzzle]
    """Function that parses it; its errors have lines and columns, no file name."""


def read_text(path: str | Path) -> str:
    """Return the text of a file, of an example given by name, or of standard input for ``-``.

    Raises:
        InputError: When there is no such file, or it is not regular, too large, binary, or not
            UTF-8, with the position.
    """
    name = str(path)
    is_example = name != "-" and not os.path.lexists(name)
    with opened(path_or_example(name) if is_example else name, name) as file:
        if name == "-":
            return _read_all(file, MAX_STDIN_BYTES, name)
        size = os.fstat(file.fileno()).st_size
        if size > MAX_FILE_BYTES:
            raise InputError(
                f"a file has at most {MAX_FILE_BYTES} bytes, this one {size}", source=name
            )
        return _read_all(file, MAX_FILE_BYTES, name)


def start_of(name: str) -> bytes:
    """Return the first bytes of a file, or of standard input for ``-``, without consuming them.

    The result is empty if the file does not exist, which its reader reports, or if standard input
    is a terminal.
    """
    with suppress(InputError, OSError, ValueError), opened(name) as file:
        if file.isatty():
            return b""
        if isinstance(file, BufferedReader):
            return file.peek(_START)[:_START]
        start = file.read(_START)
        file.seek(0)
        return start
    return b""


@contextmanager
def opened(path: str, name: str = "") -> Iterator[BinaryIO]:
    """Open a regular file, or standard input for ``-``, in binary mode.

    Args:
        path: path of the file.
        name: the name that the user typed, if different.

    Raises:
        InputError: When the file is not regular or cannot be opened.
    """
    name = name or path
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode):
            kind = _KINDS.get(stat.S_IFMT(about.st_mode), "a device or socket")
            raise InputError(f"{kind} is no file to read", source=name)
        file = open(path, "rb")  # noqa: SIM115 - closed below; what is done with it is no error of ours
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
        looks_drawn = len(name) > 3 and not name.translate(_DRAWN)
        advice = "; a board in the place of a file is piped to -" if looks_drawn else ""
        raise InputError(f"the file cannot be read: {problem}{advice}", source=name) from None
    except ValueError:
        raise InputError("a file name has no NUL characters", source=name) from None
    with file:
        yield file


def decode(data: bytes, source: str = "") -> str:
    """Decode bytes as UTF-8, without a byte order mark.

    UTF-16 with its mark is read too, and Shift-JIS where all that is not ASCII are signs of a board
    (■, □, ●, ○, full-width digits); in no other encoding would it be.

    Raises:
        InputError: For other bytes, with line and column.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _wide(data, source)
    if (at := data.find(b"\0")) >= 0:
        line, column = _place(data, at)
        raise InputError(
            "text has no NUL bytes: this is a binary file", source=source, line=line, column=column
        )
    try:
        return as_typed(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        shift_jis = _shift_jis(data)
        if shift_jis is not None:
            return shift_jis
        raise InputError(
            f"text must be UTF-8, got the byte 0x{data[error.start]:02x}",
            source=source,
            line=line,
            column=column,
        ) from None


def as_typed(text: str) -> str:
    r"""Replace typographic blanks and quotes in a text by plain ones.

    >>> as_typed("“1\u00a00”\n“0\u200b 1”")
    '"1 0"\n"0 1"'
    """
    text = text.translate(_PASTED)
    return text if text.isascii() or '"' in text else _QUOTES.sub('"', text)


_SIGNS = frozenset("■□●○◎★☆＃．－＿＊０１２３４５６７８９ＯＸ　")


def _wide(data: bytes, source: str) -> str:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError("this UTF-16 text is broken", source=source, line=1, column=1)
    return text


def _shift_jis(data: bytes) -> str | None:
    """Decode a board in Shift-JIS; return None if the bytes could be anything else."""
    with suppress(UnicodeDecodeError):
        text = data.decode("shift_jis")
        return text if {ch for ch in text if not ch.isascii()} <= _SIGNS else None
    return None


def write_file_atomically(path: str | Path, text: str) -> None:
    """Write a text to a temporary file, and rename it, so that readers see no partial file.

    Raises:
        OSError: When writing fails; the temporary file is removed.
    """
    machine.write_bytes_atomically(path, text.encode("utf-8"))


def _read_all(file: BinaryIO, limit: int, source: str) -> str:
    data = file.read(_BLOCK_BYTES)
    if len(data) == _BLOCK_BYTES and b"\0" not in data:
        # read more only after a full block: a terminal gives a shorter one, then waits for input
        data += file.read(limit + 1 - len(data))
    if len(data) > limit:
        raise InputError(f"input has at most {limit} bytes, this one has more", source=source)
    return decode(data, source)


def _place(data: bytes, at: int) -> tuple[int, int]:
    """Return line and column of a byte; all bytes before it must be UTF-8."""
    start = data.rfind(b"\n", 0, at) + 1
    before = data[start:at].decode("utf-8-sig", errors="replace")
    return data.count(b"\n", 0, at) + 1, len(before) + 1


def said_by(error: Exception, most: int) -> str:
    """Return the message of another package's error as one line of at most ``most`` characters."""
    return printable(" ".join(str(error).split()), most)


def check_written(what: str, wanted: Sequence[tuple[bool, str]], instead: str = "json") -> None:
    """Refuse to write a puzzle that the format cannot represent.

    Args:
        what: name of the format's object, such as ``a machine``.
        wanted: requirements: whether the puzzle meets each, and its words.
        instead: formats that can represent the puzzle.

    Raises:
        UsageError: With the first unmet requirement.
    """
    for fits, words in wanted:
        if not fits:
            raise UsageError(f"{what} {words}: write {instead} instead")
