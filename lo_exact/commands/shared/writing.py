"""How commands write a puzzle: in any format that has a writer."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.options import can_be_written
from lo_exact.errors import InputError, printable
from lo_exact.formats.table import FORMATS
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

FORMAT_NAMES = (FORMATS[-1].name, *(row.name for row in FORMATS[:-1] if row.is_written))
"""The one that takes any text is the one to write."""

FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=completing(FORMAT_NAMES),
        help=f"How a puzzle is written: {', '.join(FORMAT_NAMES)}.",
    ),
]


Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=can_be_written,
        help="Write it there instead of printing it.",
    ),
]


def write_out(puzzle: "AnyPuzzle", format_name: str, path: str) -> None:
    """Write a puzzle into a file, which is there whole or not at all.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
        InputError: When the file cannot be written.
    """
    from lo_exact.formats.files import write_bytes_atomically
    from lo_exact.formats.table import find_format

    data = find_format(format_name).encode(puzzle)
    try:
        write_bytes_atomically(path, lambda file: file.write(data))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--output {printable(path)}: cannot be written: {reason}") from None


def write(puzzle: "AnyPuzzle", format_name: str) -> str:
    """Return a puzzle as text that ends with a newline.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
    """
    from lo_exact.formats.table import find_format

    return find_format(format_name).write(puzzle)
