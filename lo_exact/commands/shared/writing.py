"""How commands write a puzzle: in any format that has a writer."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.formats.table import FORMATS
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

FORMAT_NAMES = (FORMATS[-1].name, *(row.name for row in FORMATS[:-1] if row.writer))
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


def write(puzzle: "AnyPuzzle", format_name: str) -> str:
    """Return a puzzle as text that ends with a newline.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
    """
    from lo_exact.formats.table import find_format

    return find_format(format_name).write(puzzle)
