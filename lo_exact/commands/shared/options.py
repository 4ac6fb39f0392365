"""Options that several commands share."""

import os
import tempfile
from math import inf
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.console import Talk
from lo_exact.commands.shared.quick import OptionGroup
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.outcome import MEMORY
from lo_exact.registers import completing


def _engines(incomplete: str) -> list[str]:
    """Return completions for the beginning of an engine's name."""
    from lo_exact.engines.engine_table import all_engines

    names = ["auto", *(engine.name for engine in all_engines())]
    return completing(names)(incomplete)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing on standard error.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Print which engine ran, why, and the time.")
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        autocompletion=_engines,
        help="The engine; lo-exact engines lists them.",
    ),
]


_LOUD = OptionGroup({"quiet": (Quiet, False), "verbose": (Verbose, False)}, Talk)
Talking = Annotated[Talk, _LOUD]
"""Standard error, as loud as ``-q`` and ``-v`` say."""
Quietly = Annotated[Talk, _LOUD.of("quiet")]
"""Standard error of a command that has nothing more to say with ``-v``."""


def seconds(text: str) -> float:
    """Parse a time limit in seconds, at least 0.

    Raises:
        UsageError: When it is none.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        got = printable(str(text), 40)
        raise UsageError(f"--time-limit wants seconds as a number, 0 or more; got {got!r}")
    return number


UNITS = {"mib": 2**20, "gib": 2**30}
LEAST_MEMORY = 128 * 2**20
"""The program itself takes half of it."""


def memory_allowed(given: int | None) -> int:
    """Return the memory limit of built-in engines in bytes."""
    return MEMORY if given is None else given


def _bytes(text: str) -> int:
    """Parse a size of memory into bytes.

    Raises:
        typer.BadParameter: When it is none, or too little for anything.
    """
    number, unit = text[:-3].strip(), UNITS.get(text[-3:].lower())
    if unit is None or not (number.isdecimal() and number.isascii() and len(number) <= 9):
        wanted = "wants a size like 512MiB or 2GiB"
        raise typer.BadParameter(f"{wanted}; got {printable(text, 40)!r}")
    if int(number) * unit < LEAST_MEMORY:
        raise typer.BadParameter(f"is {LEAST_MEMORY >> 20}MiB at least, got {text}")
    return int(number) * unit


Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        parser=_bytes,
        help="Memory limit of the built-in engines, for example 512MiB (default 2GiB).",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="Stop after SECONDS; print the best and a bound.",
    ),
]
OwnTimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="Give up after SECONDS.",
    ),
]


def seconds_allowed(time_limit: float | None) -> float:
    """Return the wall-clock limit in seconds, ``inf`` when there is none."""
    return inf if time_limit is None else time_limit


def _search(engine: str, time_limit: float | None, memory: int | None) -> dict[str, Any]:
    return {
        "engine": engine,
        "time_limit": seconds_allowed(time_limit),
        "memory": memory_allowed(memory),
    }


Search = Annotated[
    dict[str, Any],
    OptionGroup(
        {"engine": (EngineName, "auto"), "time_limit": (TimeLimit, None), "memory": (Memory, None)},
        _search,
    ),
]
"""Who answers and how long, as the functions of `lo_exact.solver` take it."""

Limit = Annotated[int | None, typer.Option("--limit", min=0, metavar="N", help="Show at most N.")]
ExpectSolvable = Annotated[
    bool, typer.Option("--expect-solvable", help="Exit with 1 when the board is unsolvable.")
]
Steps = Annotated[
    bool, typer.Option("--steps", help="Number the presses, one by one, with their places.")
]
StepBoards = Annotated[
    bool, typer.Option("--boards", help="With --steps: draw the board after each.")
]
AnySolution = Annotated[
    bool, typer.Option("--any-solution", help="Accept solutions that are not minimal.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="S", help="Equal seeds give equal boards."),
]


REPLACED = ("certificate",)
"""Files that are replaced as a whole; what stands in them says so."""


def named_file(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse ``-`` for options that need a file name instead of standard output."""
    if path == "-":
        raise UsageError(f"{parameter.opts[0]} wants a file name, got - (a file named - is ./-)")
    return path


def can_be_written(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file that cannot be written, before the search begins."""
    if path is not None:
        named_file(parameter, path)
        option = f"{parameter.opts[0]} {printable(path)}"
        if not path:
            raise UsageError(f"{parameter.opts[0]} wants a file name, got an empty one")
        if os.path.isdir(path):
            raise InputError(f"{option}: this is a folder")
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError(f"{option}: this is no file that can be replaced")
        kind = parameter.opts[0].removeprefix("--")
        if kind in REPLACED and not _is_empty_or_ours(path, kind):
            raise InputError(f"{option}: a file with something else is there; it is left alone")
        try:
            # files are written under a temporary name first, which some folders refuse
            with tempfile.TemporaryFile(dir=os.path.dirname(path) or "."):
                pass
        except (OSError, ValueError):
            raise InputError(f"{option}: the folder cannot be written to") from None
    return path


def _is_empty_or_ours(path: str, kind: str) -> bool:
    """Return whether a file can be overwritten: missing, empty, or written by this program."""
    if not os.path.exists(path):
        return True
    try:
        with open(path, "rb") as file:
            start = file.read(64)
    except OSError:
        return False
    return not start or (b'"lo-exact ' in start and f'{kind}"'.encode() in start)


Bitmap = Annotated[
    str | None,
    typer.Option(
        "--pbm",
        metavar="FILE",
        callback=can_be_written,
        help="Write the presses there as a bitmap (PBM) instead of drawing them.",
    ),
]


def checked_picture(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file name that cannot be a picture, before the search begins."""
    if path is not None:
        from lo_exact.pictures.write import check_picture

        can_be_written(parameter, path)
        check_picture(path)
    return path


Picture = Annotated[
    str | None,
    typer.Option(
        "--picture",
        metavar="FILE",
        callback=checked_picture,
        help="Also draw a picture: FILE.svg, FILE.pdf or FILE.png.",
    ),
]
