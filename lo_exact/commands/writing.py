"""How commands write a puzzle: in any format that has a writer."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

FormatName = Annotated[
    str, typer.Option("--format", metavar="NAME", help="How it is written: board, json, flip, ...")
]


def write(puzzle: "Puzzle", format_name: str) -> str:
    """Return a puzzle as text that ends with a newline."""
    from lo_exact.boardtext import write_board

    return write_board(puzzle)
