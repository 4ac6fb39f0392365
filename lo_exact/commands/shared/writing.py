"""How commands write a puzzle: in any format that has a writer."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

FORMATS = ("board", "json", "flip", "edges", "mask")


def _formats(incomplete: str) -> list[str]:
    """Complete a format's name."""
    return [name for name in FORMATS if name.startswith(incomplete)]


FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=_formats,
        help=f"How a puzzle is written: {', '.join(FORMATS)}.",
    ),
]


def write(puzzle: "AnyPuzzle", format_name: str) -> str:
    """Return a puzzle as text that ends with a newline.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
    """
    from lo_exact.formats.table import find_format

    return find_format(format_name).write(puzzle)
