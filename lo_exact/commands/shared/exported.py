"""The formula that ``export`` writes and ``import-answer`` reads an answer to."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.errors import UsageError
from lo_exact.registers import EXPORTS, completing

if TYPE_CHECKING:
    from lo_exact.exports.table import Export
    from lo_exact.formula import Formula
    from lo_exact.puzzle import Puzzle

ExportName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=completing(EXPORTS),
        help=f"One of {', '.join(EXPORTS)}.",
    ),
]
KernelForm = Annotated[
    bool, typer.Option("--kernel", help="After elimination: only the free parameters are unknown.")
]
Bound = Annotated[
    int | None,
    typer.Option("--bound", metavar="W", help="With cnf and xor: weigh W at most."),
]


def formula_of(puzzle: "Puzzle", name: str, *, kernel: bool) -> "tuple[Export, str, Formula]":
    """Return the export format, the encoding's name and the formula of a puzzle.

    Raises:
        UsageError: When there is no such format, or the encoding cannot take the puzzle.
    """
    from lo_exact.encodings.table import find_encoding
    from lo_exact.exports.table import find_export

    export = find_export(name)
    encoding = find_encoding(export.encoding(puzzle.colours, kernel=kernel))
    refusal = encoding.refuses(puzzle.system)
    if refusal:
        raise UsageError(f"encoding {encoding.name} cannot take this puzzle: {refusal}")
    return export, encoding.name, encoding.encode(puzzle.system)
