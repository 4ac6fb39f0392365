"""The options that several commands share, each described once."""

import os
import tempfile
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.errors import InputError, MissingPackageError, UsageError, printable
from lo_exact.outcome import MEMORY
from lo_exact.registers import completing

if TYPE_CHECKING:
    from pathlib import Path

    from lo_exact.runners.work import Where


def _engines(incomplete: str) -> list[str]:
    """Complete an engine's name."""
    from lo_exact.engines.table import engines

    names = ["auto", *(engine.name for engine in engines())]
    return completing(names)(incomplete)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Say which engine was taken, why, and the time.")
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        autocompletion=_engines,
        help="Who answers; lo-exact engines lists them.",
    ),
]


def _seconds(text: str) -> float:
    """Read a time limit.

    Raises:
        typer.BadParameter: When it is no number.
    """
    try:
        return float(text)
    except ValueError:
        wanted = "wants seconds as a number, like 30 or 0.5"
        raise typer.BadParameter(f"{wanted}; got {printable(str(text), 40)!r}") from None


UNITS = {"mib": 2**20, "gib": 2**30}
LEAST_MEMORY = 128 * 2**20
"""The program itself takes half of it."""


def memory_allowed(given: int | None) -> int:
    """Return the bytes that engines of ours may take."""
    return MEMORY if given is None else given


def _bytes(text: str) -> int:
    """Read a size of memory.

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
        help="What our engines may take: 512MiB; 2GiB if not said.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=_seconds,
        help="Stop then, with the best and a bound.",
    ),
]
OwnTimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit", metavar="SECONDS", parser=_seconds, help="Stop then, with nothing to tell."
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=0, metavar="N", help="Show at most so many.")
]
ExpectSolvable = Annotated[
    bool, typer.Option("--expect-solvable", help="Exit with 1 when the board is unsolvable.")
]
Steps = Annotated[
    bool, typer.Option("--steps", help="Number the presses, one by one, with their places.")
]
StepBoards = Annotated[
    bool, typer.Option("--boards", help="With --steps: draw the board after each.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="S", help="Equal seeds give equal boards."),
]


REPLACED = ("certificate", "checkpoint")
"""Files that are replaced as a whole; what stands in them says so."""


def named_file(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse ``-``: what a command prints and the files it writes are never one stream."""
    if path == "-":
        raise UsageError(f"{parameter.opts[0]} wants a file name, got - (a file named - is ./-)")
    return path


def can_be_written(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file that cannot be written before anything is searched."""
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
            # what is written comes under another name first; some folders refuse any new file
            with tempfile.TemporaryFile(dir=os.path.dirname(path) or "."):
                pass
        except (OSError, ValueError):
            raise InputError(f"{option}: the folder cannot be written to") from None
    return path


def _is_empty_or_ours(path: str, kind: str) -> bool:
    """Whether nothing is lost when the file is replaced: a puzzle's name is easily given here."""
    if not os.path.exists(path):
        return True
    try:
        with open(path, "rb") as file:
            start = file.read(64)
    except OSError:
        return False
    return not start or (b'"lo-exact ' in start and f'{kind}"'.encode() in start)


Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=can_be_written,
        help="Write the proof, for lo-exact check.",
    ),
]
Bitmap = Annotated[
    str | None,
    typer.Option(
        "--pbm",
        metavar="FILE",
        callback=can_be_written,
        help="Write the presses there as a bitmap (PBM) instead of drawing them.",
    ),
]
Certify = Annotated[
    bool, typer.Option("--certify", help="Prove and check in a fresh process before answering.")
]
ForeignProof = Annotated[
    str | None,
    typer.Option("--proof", metavar="FILE", help="Take this LRAT or DRAT proof, made elsewhere."),
]
Forms = Annotated[
    list[str] | None,
    typer.Option(
        "--form", metavar="NAME", help="Evidence wanted: walk, overlaps, lrat-kernel, ..."
    ),
]


def checked_picture(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file that cannot be a picture before anything is searched."""
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
        help="Draw it too: FILE.svg or FILE.png.",
    ),
]


ClusterAddress = Annotated[
    str, typer.Option("--cluster", metavar="TCP://HOST:PORT", help="Work on this Dask cluster.")
]
Ledger = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="PATH",
        callback=named_file,
        help="Keep pieces there, and go on from them: a file, or a folder all workers see.",
    ),
]
Pieces = Annotated[
    int, typer.Option("--pieces", min=0, metavar="N", help="Cut into so many pieces.")
]
Task = Annotated[str, typer.Option("--task", hidden=True, help="What `lo-exact shard` asks for.")]

MAX_PIECES = 1_000_000


def where_of(jobs: int, cluster: str, ledger: str | None, pieces: int, task: str) -> "Where":
    """Return where long work runs, by the options.

    Raises:
        UsageError: When the options cannot be.
        MissingPackageError: When Dask is asked for and not there.
        InputError: When the ledger cannot be written.
    """
    from pathlib import Path

    from lo_exact.runners.work import Where

    if pieces > MAX_PIECES:
        raise UsageError(f"--pieces is {MAX_PIECES} at most, got {pieces}")
    index = task.removeprefix("run ")
    runs = index.isdecimal() and index.isascii() and int(index[:9]) < pieces
    if task not in ("", "plan", "merge") and not runs:
        raise UsageError("--task is what lo-exact shard gives: plan, merge, run I below --pieces")
    if cluster:
        check_cluster(cluster)
    if ledger is None:
        return Where(jobs, cluster, None, pieces, task)
    path = Path(ledger)
    if ledger.endswith("/"):
        path.mkdir(exist_ok=True)
    elif not ledger or not path.parent.is_dir() or (path.exists() and not _is_ledger(path)):
        raise InputError(
            "a ledger is a file or a folder (end its name with / to make one)", source=ledger
        )
    return Where(jobs, cluster, path, pieces, task)


def _is_ledger(path: "Path") -> bool:
    return path.is_dir() or path.is_file()


def check_cluster(address: str) -> None:
    """Refuse what is no address, and say at once when Dask is not there."""
    import re
    from importlib.util import find_spec

    found = re.fullmatch(r"(?:tcp|tls)://[^\s/]+:([0-9]{1,5})", address, re.ASCII)
    if not found or not 0 < int(found[1]) < 65536:
        raise UsageError(
            f"--cluster wants an address like tcp://host:8786, got {printable(address, 60)!r}"
        )
    if find_spec("distributed") is None:
        raise MissingPackageError("Dask is not installed: pip install 'lo-exact[cluster]'")
