"""Declarations of the options of ``lo-exact walk``, without slow imports."""

from typing import Annotated

import typer

from lo_exact.commands.shared.options import checked_picture, named_file, seconds
from lo_exact.parity_walks.search.walk_engine_table import ENGINES
from lo_exact.registers import completing, one_of

ENGINE_NAMES = ("auto", *(engine.name for engine in ENGINES))

LevelFile = Annotated[str, typer.Argument(metavar="LEVEL", help="Levels; - reads standard input.")]
Walk = Annotated[
    str,
    typer.Argument(
        metavar="WALK",
        help="Letters U, R, D, L; or a file, or - , with letters or numbered steps.",
    ),
]
End = Annotated[
    str | None,
    typer.Option("--end", metavar="CELL", help="Where the walk has to end: B3, 3,2 or start."),
]
Closed = Annotated[bool, typer.Option("--closed", help="The walk has to end where it starts.")]
Start = Annotated[
    str | None,
    typer.Option("--start", metavar="CELL", help="Where it starts, if LEVEL does not say."),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        autocompletion=completing(ENGINE_NAMES),
        help=one_of(ENGINE_NAMES),
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="For each level: stop with the best and a bound.",
    ),
]
StepLimit = Annotated[
    int | None,
    typer.Option("--limit", min=0, metavar="N", help="Say whether N steps are enough."),
]
All = Annotated[bool, typer.Option("--all", help="Every shortest solution, and their number.")]
Listing = Annotated[
    int, typer.Option("--limit-solutions", min=1, metavar="N", help="List at most N.")
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="NAME", help="The level of this name or number, from 1."),
]
Drawing = Annotated[
    bool, typer.Option("--drawing", help="LEVEL is a solved drawing: all but walls is free.")
]
Picture = Annotated[
    str | None,
    typer.Option(
        "--picture",
        "--svg",
        metavar="FILE",
        callback=checked_picture,
        help="Write a picture: FILE.svg or FILE.png.",
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters.")]
Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=named_file,
        help="Write the proof, for lo-exact walk verify.",
    ),
]
CertificateFile = Annotated[
    str, typer.Argument(metavar="CERTIFICATE", help="The certificate; its proof lies beside it.")
]
