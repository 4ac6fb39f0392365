"""FILE and the options that say how to read it, the same for every command that takes a puzzle."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from lo_exact.errors import DisagreementError, UsageError, printable
from lo_exact.registers import NEIGHBOURHOODS, OBJECTIVES, TOPOLOGIES, completing

if TYPE_CHECKING:
    from lo_exact.formats import ReadOptions
    from lo_exact.puzzle import Puzzle


File = Annotated[
    str, typer.Argument(help="A puzzle file; - reads standard input; a mask, list or game ID.")
]
Size = Annotated[
    str | None,
    typer.Option("--size", metavar="RxC", help="Rows x columns, where the file does not say."),
]
Colours = Annotated[
    int | None, typer.Option("--colours", metavar="C", help="Number of colours, 2 unless said.")
]
Neighbourhood = Annotated[
    str | None,
    typer.Option(
        "--neighbourhood",
        metavar="RULE",
        autocompletion=completing(NEIGHBOURHOODS),
        help=f"What a press changes: {', '.join(NEIGHBOURHOODS[:4])}, ..., or a stencil like "
        ".#./#[#]#/.#.",
    ),
]
Topology = Annotated[
    str | None,
    typer.Option(
        "--topology",
        metavar="NAME",
        autocompletion=completing(TOPOLOGIES),
        help=f"How the edges are joined: {', '.join(TOPOLOGIES)}.",
    ),
]
Target = Annotated[
    str | None,
    typer.Option("--target", metavar="T", help="The colour wanted, or any: any colour for all."),
]
ObjectiveName = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        autocompletion=completing(OBJECTIVES),
        help="What is minimised: presses, buttons used, or prices.",
    ),
]

ColoursOrNone = Annotated[
    str | None,
    typer.Option(
        "--colours",
        metavar="C",
        help="Number of colours, 2 unless said; none: counters, whole numbers with no modulus.",
    ),
]
Legend = Annotated[
    str | None,
    typer.Option(
        "--legend",
        metavar="PAIRS",
        help="What signs mean, like '⬜=on ⬛=off', or a picture's colours, like '#ffdd00=on'.",
    ),
]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="NAME", help="Read the text in this format; lo-exact formats lists them."
    ),
]

READING: dict[str, Any] = {
    "colours": ColoursOrNone,
    "neighbourhood": Neighbourhood,
    "topology": Topology,
    "target": Target,
    "objective": ObjectiveName,
    "size": Size,
    "legend": Legend,
    "read_as": ReadAs,
}
"""The options that say how to read, the same for every command that takes puzzles."""


Result = TypeVar("Result")


def limited(command: Callable[..., Result]) -> Callable[..., Result]:
    """Give a command ``--time-limit`` where it keeps no clock of its own."""
    signature = inspect.signature(command)
    if "time_limit" in signature.parameters:
        return command
    from lo_exact.commands.shared.answer import seconds_allowed
    from lo_exact.commands.shared.limit import within
    from lo_exact.commands.shared.options import OwnTimeLimit

    @wraps(command)
    def run(*puzzle: Any, **options: Any) -> Result:
        with within(seconds_allowed(options.pop("time_limit"))):
            return command(*puzzle, **options)

    last = inspect.Parameter.KEYWORD_ONLY
    more = inspect.Parameter("time_limit", last, annotation=OwnTimeLimit, default=None)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), more]
    )
    return run


def takes_puzzle(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command FILE and the reading options in place of its first parameter, the puzzle."""
    named = inspect.Parameter.KEYWORD_ONLY
    command = limited(command)
    own = list(inspect.signature(command).parameters.values())[1:]
    parameters = [
        inspect.Parameter("file", named, annotation=File),
        *(parameter.replace(kind=named) for parameter in own),
        *(inspect.Parameter(k, named, annotation=v, default=None) for k, v in READING.items()),
    ]

    def run(**options: Any) -> int:
        file = options.pop("file")
        how = {name: options.pop(name) for name in READING}
        puzzle = read(file, **how)
        try:
            return command(puzzle, **options)
        except DisagreementError as clash:
            if clash.saved:
                raise
            from lo_exact.commands.shared.disagreement import saved

            raise saved(puzzle, str(clash)) from clash

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def read(file: str, **how: Any) -> "Puzzle":
    """Read a puzzle from a file, or from standard input for ``-``.

    Args:
        file: As the user wrote it: a file, ``-``, or a mask, a list or a game ID itself.
        how: The fields of `lo_exact.formats.ReadOptions`, as the user wrote them.
    """
    from lo_exact.formats import read_puzzle

    options, form = read_options(how)
    return read_puzzle(file, options=options, format=form)


def read_options(how: dict[str, Any]) -> "tuple[ReadOptions, str | None]":
    """Return the options that say how to read, and the name of the format if it is said.

    Raises:
        UsageError: When the number of colours is none.
    """
    from lo_exact.formats import ReadOptions

    said = dict(how)
    form = said.pop("read_as", None)
    colours = said.pop("colours", None)
    if isinstance(colours, str) and colours != "none":
        if not (colours.isascii() and colours.isdigit()):
            raise UsageError(f"--colours is a number or none, got {printable(colours, 40)!r}")
        colours = int(colours[:20])
    counters = colours == "none"
    return ReadOptions(**said, colours=None if counters else colours, counters=counters), form
